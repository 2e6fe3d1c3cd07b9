#include "emit_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/options/named_value.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/phrases/offer_words.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_letters_and_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

bool consists_of(std::string_view text, const std::string& characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

/// Where a system tells its own names.
std::string_view list_of_names(JobSystem system) {
  constexpr auto k_commands = std::to_array<std::string_view>({"sky show-gpus", "dstack offer", "sinfo -o %G"});
  static_assert(k_commands.size() == k_enum_names<JobSystem>.size());
  return k_commands[static_cast<std::size_t>(system)];
}

std::string quoted(std::string_view word) {
  if (!word.empty() && consists_of(word, std::string(k_letters_and_digits) + "-_.,:/=%+@")) return std::string(word);
  std::string text = "'";
  for (const char c : printable(word)) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + '\'';
}

}  // namespace

void EmitOptions::add_to(OptionParser& parser) {
  parser.add("--emit", system, "SYSTEM", "Print the first row as a job request for skypilot, dstack or slurm",
             named<JobSystem>);
  parser.add("--emit-name", name, "NAME", "The GPU's name in that system, if it is not built in");
}

void EmitOptions::check(const OutputOptions& output) const {
  if (!system) {
    if (!name.empty()) throw UsageError("--emit-name needs --emit");
    return;
  }
  if (output.format != Format::table || output.fields.are_asked()) {
    throw UsageError("--emit has a form of its own: it goes neither with --format nor with --fields");
  }
  if (!consists_of(name, std::string(k_letters_and_digits) + "-_.")) {
    throw UsageError(
        fmt::format(R"(--emit-name: expected letters, digits, "-", "_" and ".", found "{}")", printable(name)));
  }
}

Outcome EmitOptions::outcome(WantedGpus wanted, ResourceRequestView::Origin origin, Session& session) const {
  wanted.name = name;
  const auto request = resource_request(*system, wanted, session.named());
  if (!request) {
    return session.none(fmt::format("{}'s name for the {} is not known; give it with --emit-name NAME (see: {})",
                                    system_title(*system), brief_name(*wanted.gpu), list_of_names(*system)));
  }
  return session.outcome(resource_request_text({*request, std::move(origin)}));
}

std::string typed_command(std::string_view command, Arguments arguments) {
  std::string text = fmt::format("gpuadvisor {}", command);
  for (const char* argument : arguments) text += ' ' + quoted(argument);
  return text;
}

}  // namespace gpuadvisor::cli
