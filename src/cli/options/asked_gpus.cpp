#include "asked_gpus.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "local_names.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

/// What to say of products that are known today but were not on the day asked for; nothing of others.
std::optional<std::string> not_yet_known(std::string_view name, const Catalog& today, PartialDate day) {
  const auto found = find_by_name(today, name).gpus;
  if (found.empty()) return std::nullopt;
  if (found.size() > 1) {
    const auto names = mapped(found, [](const Gpu* gpu) { return std::string(gpu->name); });
    return fmt::format("\"{}\" names {}: none of them was on sale by {}", printable(name), enumeration(names),
                       day.text());
  }
  const auto& released = found.front()->released;
  return fmt::format("{} was not on sale by {}{}", found.front()->name, day.text(),
                     released ? ", only from " + released->text() : "");
}

}  // namespace

std::vector<ResolvedGpu> asked_gpus(std::span<const std::string> words, Session& session) {
  std::vector<ResolvedGpu> found;
  for (const std::string& name : names_in(session.all(), with_local_gpus(words, session))) {
    if (session.travels() && find_by_name(session.named(), name).gpus.empty()) {
      const auto later = not_yet_known(name, of_its_day(session.all()), *session.options().catalog.as_of);
      if (later) {
        session.remark(*later);
        continue;
      }
    }
    found.push_back(resolved_or_usual(session.named(), name));
    const ResolvedGpu& last = found.back();
    if (last.is_guess) {
      session.guess(last.note);
    } else if (!last.note.empty()) {
      session.remark(last.note);
    }
  }
  return found;
}

std::optional<ResolvedGpu> asked_gpu(const std::string& name, Session& session) {
  if (name.empty()) return ResolvedGpu();
  auto found = asked_gpus(std::vector{name}, session);
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::vector<Warning> misnomers(const std::vector<ResolvedGpu>& gpus) {
  std::vector<Warning> notes;
  for (const ResolvedGpu& one : gpus) {
    if (!one.note.empty()) notes.push_back({one.is_guess ? "taken-as" : "misnomer", one.note});
  }
  return notes;
}

}  // namespace gpuadvisor::cli
