#include "check_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "checks/rules/rule.hpp"
#include "checks/rules/rule_groups.hpp"
#include "core/text.hpp"
#include "formats/json_reader.hpp"

namespace gpuadvisor {
namespace {

std::vector<std::string_view> rule_ids() {
  std::vector<std::string_view> ids;
  for (const Rule* rule : rules()) ids.push_back(rule->id);
  return ids;
}

RuleException read_exception(ObjectReader& reader, const JsonPlace& place) {
  constexpr auto k_fields_of_exception = std::to_array<std::string_view>({"rule", "ids", "reason"});
  reader.refuse_unknown(k_fields_of_exception);
  RuleException exception;
  exception.place = {std::string(place.file), place.line, place.column, place.pointer};
  if (const auto id = reader.text("rule")) {
    exception.rule = *id;
    if (is_reading_rule(*id)) {
      reader.problem("rule", fmt::format("found \"{}\": what cannot be read cannot be excepted", *id));
    } else if (rule(*id) == nullptr) {
      reader.problem("rule", fmt::format("unknown rule \"{}\"{}", printable(*id), did_you_mean(*id, rule_ids())));
    }
  }
  if (const auto ids = reader.texts("ids")) {
    exception.ids.assign(ids->begin(), ids->end());
    if (ids->empty()) reader.problem("ids", "expected at least one id, found none");
  }
  if (const auto reason = reader.text("reason")) exception.reason = *reason;
  for (const std::string_view key : {"rule", "reason"}) {
    if (!reader.has(key)) reader.problem("", fmt::format("expected a field \"{}\", found none", key));
  }
  return exception;
}

}  // namespace

std::vector<RuleException> parse_check_config(const std::string& file, const std::string& text) {
  const Json document = parse_json(text, file);
  Problems problems;
  ObjectReader reader(document, {file, "", document.line, document.column}, problems);
  reader.refuse_unknown(std::to_array<std::string_view>({"exceptions"}));
  std::vector<RuleException> exceptions;
  for (const auto& [node, place] : reader.array("exceptions")) {
    ObjectReader fields(*node, place, problems);
    if (node->kind == Json::Kind::object) exceptions.push_back(read_exception(fields, place));
  }
  problems.throw_if_any();
  return exceptions;
}

bool is_reading_rule(std::string_view id) {
  const auto reading = reading_rules();
  return std::any_of(reading.begin(), reading.end(), [&](const Rule& one) { return one.id == id; });
}

bool is_excepted(const Finding& finding, const std::vector<RuleException>& exceptions) {
  return std::any_of(exceptions.begin(), exceptions.end(), [&](const RuleException& exception) {
    const auto& ids = exception.ids;
    const auto names = [&](const std::string& id) { return id == finding.subject || id == finding.quote; };
    return exception.rule == finding.rule && (ids.empty() || std::any_of(ids.begin(), ids.end(), names));
  });
}

}  // namespace gpuadvisor
