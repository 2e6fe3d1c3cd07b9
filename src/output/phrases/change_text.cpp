#include "change_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "report/record.hpp"

namespace gpuadvisor {
namespace {

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
  if (auto* budget = std::get_if<double>(&change.value); budget != nullptr && change.option == "budget") {
    *budget = std::ceil(told(Usd{*budget}));
  }
  if (auto* price = std::get_if<Range<double>>(&change.value); price != nullptr && change.option == "price") {
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
  return fmt::format("--{}{}", fmt::join(split(change.option, ' '), ", --"),
                     std::visit(ValueText(), as_told(change).value));
}

std::vector<std::string> change_texts(const std::vector<Change>& changes) {
  return mapped(changes,
                [](const Change& change) { return (is_without(change) ? "without " : "") + option_text(change); });
}

std::string lifting_text(const Failures& constraints) {
  return fmt::format("{}", fmt::join(change_texts(lifting_changes(constraints)), " "));
}

}  // namespace gpuadvisor
