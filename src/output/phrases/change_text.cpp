#include "change_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

#include "gpuadvisor/core/money.hpp"
#include "report/record.hpp"

namespace gpuadvisor {
namespace {

/// The option for each RequestPart, in its order.
constexpr auto k_options = std::to_array<std::string_view>({"--budget",
                                                            "--price",
                                                            "--min-memory",
                                                            "--min-memory",
                                                            "--memory",
                                                            "--vendor",
                                                            "--segment",
                                                            "--condition",
                                                            "--max-power",
                                                            "--power",
                                                            "--max-power, --power",
                                                            "--psu",
                                                            "--max-slots",
                                                            "--length",
                                                            "--cooling",
                                                            "--released",
                                                            "--form",
                                                            "--deployment",
                                                            "--compute-capability",
                                                            "--feature",
                                                            "--only",
                                                            "--exclude",
                                                            "--evidence",
                                                            "--support",
                                                            "--scores",
                                                            "--batch",
                                                            "--checkpointing",
                                                            "--chunked-loss",
                                                            "--kv",
                                                            "--optimizer",
                                                            "--quant",
                                                            "--context",
                                                            "--task",
                                                            "--offload",
                                                            "--ram",
                                                            "--tokens-per-second",
                                                            "--time-to-first-token",
                                                            "--users",
                                                            "--count"});

static_assert(k_options.size() == static_cast<std::size_t>(RequestPart::count) + 1);

/// A value as options take it; a range as "16..48", "16.." or "..48".
struct ValueText {
  std::string operator()(bool /*is_asked*/) const { return {}; }
  std::string operator()(double figure) const { return fmt::format(" {}", figure); }
  std::string operator()(const std::string& name) const { return ' ' + name; }
  std::string operator()(const Range<double>& range) const {
    const auto end = [](const auto& figure) { return figure ? fmt::format("{}", *figure) : std::string(); };
    return fmt::format(" {}..{}", end(range.from), end(range.to));
  }
};

/// In the currency that options are given in, so that it lets the offer in.
Change as_told(Change change) {
  if (auto* budget = std::get_if<double>(&change.value); budget != nullptr && change.part == RequestPart::budget) {
    *budget = std::ceil(told(Usd{*budget}));
  }
  if (auto* price = std::get_if<Range<double>>(&change.value); price != nullptr && change.part == RequestPart::price) {
    if (price->from) price->from = std::floor(told(Usd{*price->from}));
    if (price->to) price->to = std::ceil(told(Usd{*price->to}));
  }
  return change;
}

}  // namespace

bool is_without(const Change& change) {
  const bool* is_asked = std::get_if<bool>(&change.value);
  return is_asked != nullptr && !*is_asked;
}

std::string option_text(const Change& change) {
  return fmt::format("{}{}{}", k_options[static_cast<std::size_t>(change.part)],
                     std::visit(ValueText(), as_told(change).value),
                     change.part == RequestPart::min_memory_in_32_bits ? "@fp32" : "");
}

std::vector<std::string> change_texts(const std::vector<Change>& changes) {
  return mapped(changes,
                [](const Change& change) { return (is_without(change) ? "without " : "") + option_text(change); });
}

std::string lifting_text(const Failures& constraints) {
  return fmt::format("{}", fmt::join(change_texts(lifting_changes(constraints)), " "));
}

}  // namespace gpuadvisor
