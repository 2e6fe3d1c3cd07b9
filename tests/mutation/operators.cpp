#include "operators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

#include "gpuadvisor/core/date.hpp"

namespace gpuadvisor::mutation {
namespace {

using Values = std::span<const FieldValue>;

std::size_t decimals(std::string_view number) {
  const auto point = number.find('.');
  return point == std::string_view::npos ? 0 : number.size() - point - 1;
}

/// As many as any figure of the kind has: slips that come out finer than all others would be told by that alone.
std::size_t most_decimals(std::string_view kind, Values all) {
  static thread_local std::map<std::string, std::size_t, std::less<>> s_known;
  if (const auto known = s_known.find(kind); known != s_known.end()) return known->second;
  std::size_t most = 0;
  for (const FieldValue& value : all) {
    if (value.kind == kind && value.type == FieldValue::Type::number) most = std::max(most, decimals(value.text));
  }
  return s_known.emplace(kind, most).first->second;
}

std::string without_zeros(std::string number) {
  if (number.find('.') == std::string::npos) return number;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return number;
}

std::vector<Edit> replaced(const FieldValue& value, const std::string& text) {
  if (text == value.text) return {};
  return {{value.value, text}};
}

std::vector<Edit> times(double factor, const FieldValue& value, Values all) {
  if (value.type != FieldValue::Type::number) return {};
  const double number = std::strtod(value.text.c_str(), nullptr) * factor;
  return replaced(value, without_zeros(fmt::format("{:.{}f}", number, most_decimals(value.kind, all))));
}

template <int thousandths>
std::vector<Edit> scaled(const FieldValue& value, Values all, std::mt19937& /*random*/) {
  return times(thousandths / 1000.0, value, all);
}

const FieldValue* one_of(const std::vector<const FieldValue*>& candidates, std::mt19937& random) {
  return candidates.empty() ? nullptr : candidates[random() % candidates.size()];
}

bool is_same_record(const FieldValue& a, const FieldValue& b) {
  return a.document == b.document && a.record == b.record;
}

/// Values of a document stand together, in order.
Values of_document(const FieldValue& value, Values all) {
  const auto in = [&](const FieldValue& other) { return other.document == value.document; };
  const auto first = std::find_if(all.begin(), all.end(), in);
  return {first, std::find_if_not(first, all.end(), in)};
}

std::vector<Edit> swapped(const FieldValue& value, Values all, std::mt19937& random) {
  std::vector<const FieldValue*> others;
  for (const FieldValue& other : of_document(value, all)) {
    if (is_same_record(value, other) && other.kind != value.kind && other.type == value.type &&
        other.text != value.text) {
      others.push_back(&other);
    }
  }
  const FieldValue* other = one_of(others, random);
  if (other == nullptr || value.type == FieldValue::Type::boolean) return {};
  return {{value.value, other->text}, {other->value, value.text}};
}

/// The next record of the document that has another value of the kind; the last such before where none follows.
std::vector<Edit> of_neighbour(const FieldValue& value, Values all, std::mt19937& /*random*/) {
  const FieldValue* before = nullptr;
  for (const FieldValue& other : of_document(value, all)) {
    if (other.kind != value.kind || is_same_record(value, other) || other.text == value.text) continue;
    if (other.value.begin > value.value.begin) return replaced(value, other.text);
    before = &other;
  }
  return before == nullptr ? std::vector<Edit>() : replaced(value, before->text);
}

std::vector<Edit> dropped(const FieldValue& value, Values /*all*/, std::mt19937& /*random*/) {
  return {{value.member, ""}};
}

std::vector<Edit> moved_date(const FieldValue& value, int years) {
  const bool is_quoted = value.text.starts_with('"');
  const std::string date = is_quoted ? value.text.substr(1, value.text.size() - 2) : value.text;
  constexpr std::size_t k_year = 4;
  if (value.type == FieldValue::Type::number && value.kind.find("date") == std::string::npos &&
      value.kind.find("published") == std::string::npos) {
    return {};  // a figure, not a year
  }
  if (date.size() < k_year || date.find_first_not_of("0123456789-") != std::string::npos) return {};
  if (date.size() > k_year && date[k_year] != '-') return {};
  const auto moved = std::to_string(std::stoi(date.substr(0, k_year)) + years) + date.substr(k_year);
  return replaced(value, is_quoted ? '"' + moved + '"' : moved);
}

std::vector<Edit> ten_years_later(const FieldValue& value, Values /*all*/, std::mt19937& /*random*/) {
  return moved_date(value, 10);
}
std::vector<Edit> ten_years_earlier(const FieldValue& value, Values /*all*/, std::mt19937& /*random*/) {
  return moved_date(value, -10);
}

/// Another member of a record; empty where it has none.
std::string member_of(const FieldValue& value, std::string_view member, Values document) {
  for (const FieldValue& other : document) {
    if (is_same_record(value, other) && other.kind == member) return other.text;
  }
  return {};
}

/// The figure of the product that came next: same vendor, segment and form, another architecture, released later.
std::vector<Edit> of_next_generation(const FieldValue& value, Values all, std::mt19937& /*random*/) {
  if (!value.kind.starts_with("gpus/") || value.type != FieldValue::Type::number) return {};
  const auto document = of_document(value, all);
  const auto own = [&](std::string_view member) { return member_of(value, member, document); };
  const auto released = own("gpus/released");
  const FieldValue* next = nullptr;
  std::string next_released;
  for (const FieldValue& other : all) {
    if (other.kind != value.kind || other.text == value.text) continue;
    const auto others = of_document(other, all);
    const auto its = [&](std::string_view member) { return member_of(other, member, others); };
    if (its("gpus/vendor") != own("gpus/vendor") || its("gpus/segment") != own("gpus/segment") ||
        its("gpus/form") != own("gpus/form") || its("gpus/architecture") == own("gpus/architecture")) {
      continue;
    }
    const auto its_release = its("gpus/released");
    if (its_release <= released || (next != nullptr && its_release >= next_released)) continue;
    next = &other;
    next_released = its_release;
  }
  return next == nullptr ? std::vector<Edit>() : replaced(value, next->text);
}

/// Rates of matrix units, which vendors print with 2:4 sparsity first.
std::vector<Edit> sparse_as_dense(const FieldValue& value, Values all, std::mt19937& /*random*/) {
  const bool is_rate = value.kind.ends_with("_tflops") || value.kind.ends_with("_tops");
  const bool is_vector = value.kind.find("fp32") != std::string::npos ||
                         value.kind.find("vector") != std::string::npos || !value.kind.starts_with("gpus/");
  return is_rate && !is_vector ? times(2, value, all) : std::vector<Edit>();
}

constexpr auto k_operators = std::to_array<Operator>({
    {"times ten", scaled<10000>},
    {"a tenth", scaled<100>},
    {"doubled", scaled<2000>},
    {"times 1.024", scaled<1024>},
    {"swapped", swapped},
    {"neighbour's", of_neighbour},
    {"dropped", dropped},
    {"ten years later", ten_years_later},
    {"ten years earlier", ten_years_earlier},
    {"next generation's", of_next_generation},
    {"sparse as dense", sparse_as_dense},
});

}  // namespace

std::span<const Operator> operators() { return k_operators; }

std::string edited(std::string text, std::vector<Edit> edits) {
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.extent.begin > b.extent.begin; });
  for (const Edit& edit : edits) text.replace(edit.extent.begin, edit.extent.end - edit.extent.begin, edit.text);
  return text;
}

}  // namespace gpuadvisor::mutation
