#include <fmt/format.h>

#include "core/text.hpp"
#include "output/phrases/catalog_json.hpp"
#include "platform_text.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_list(JsonWriter& json, std::string_view key, std::span<const std::string_view> texts) {
  json.key(key).begin_array(Layout::one_line);
  for (const auto text : texts) json.text(text);
  json.end_array();
}

void write_text(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key);
  write_text_or_null(json, text);
}

/// Of which guide something is.
void write_guide(JsonWriter& json, std::string_view id, const Catalog& catalog) {
  json.key("guide").text(id);
  write_text(json, "date", guide_date(id, catalog));
}

void write_rule(JsonWriter& json, const PlatformRule& rule, const Catalog& catalog) {
  json.begin_object();
  write_guide(json, rule.guide, catalog);
  json.key("id").text(rule.id).key("platform").text(enum_name(rule.platform));
  json.key("stance").text(enum_name(rule.stance));
  write_list(json, "workloads", rule.workloads);
  write_list(json, "frameworks", rule.frameworks);
  write_name(json, "phase", rule.phase);
  write_name(json, "need", rule.need);
  json.key("says").text(rule.says).key("source").text(rule.source).end_object();
}

void write_no_warnings(JsonWriter& json) {
  json.key("warnings");
  write_warnings(json, {});
  json.end_object();
}

Cell cell(std::string_view text) { return text.empty() ? Cell() : Cell(std::string(text)); }
Cell cell(std::optional<double> number) { return number ? Cell(*number) : Cell(); }
std::string text_of(const std::vector<std::string>& texts) {
  return joined(std::vector<std::string_view>(texts.begin(), texts.end()), "; ");
}

}  // namespace

std::string platform_json(const PlatformView& view) {
  const PlatformQuestion& question = view.question;
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "platform", view.catalog, view.catalog_version);
  json.key("query").begin_object();
  write_text(json, "workload", question.workload == nullptr ? std::string_view() : question.workload->id);
  write_name(json, "phase", question.phase);
  write_name(json, "need", question.need);
  write_text(json, "framework", question.framework);
  json.end_object().key("results").begin_array();
  for (std::size_t i = 0; i < view.advice.size(); ++i) {
    const PlatformAdvice& advice = view.advice[i];
    json.begin_object().key("rank").number(static_cast<double>(i + 1));
    json.key("platform").text(enum_name(advice.platform)).key("stance").text(enum_name(advice.stance()));
    write_text(json, "see", see_also(advice.platform, question));
    json.key("rules").begin_array();
    for (const PlatformRule* rule : advice.rules) write_rule(json, *rule, view.catalog);
    json.end_array().end_object();
  }
  json.end_array().key("conditional").begin_array();
  for (const PlatformRule* rule : view.conditional) write_rule(json, *rule, view.catalog);
  json.end_array();
  write_no_warnings(json);
  return json.take();
}

std::string free_tier_json(const FreeTierView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "platform free", view.catalog, view.catalog_version);
  json.key("query").begin_object();
  write_text(json, "framework", view.question.framework);
  write_text(json, "from", view.question.from);
  json.end_object().key("results").begin_array();
  for (const FreeTierAnswer& answer : view.tiers) {
    const FreeTier& tier = *answer.tier;
    json.begin_object().key("provider").text(tier.provider).key("as_of").text(tier.as_of.text());
    json.key("fits").boolean(answer.reasons.empty()).key("reasons");
    write_names(json, answer.reasons);
    json.key("accelerators").text(tier.accelerators);
    write_list(json, "gpus", tier.gpus);
    write_figure(json, "monthly_usd", tier.monthly);
    json.key("limits").text(tier.limits).key("hours_per_week");
    write_optional(json, hours_per_week(tier));
    write_list(json, "frameworks", tier.frameworks);
    write_list(json, "regions", tier.regions);
    write_list(json, "not_from", tier.not_from);
    write_text(json, "files", tier.files);
    write_text(json, "note", tier.note);
    json.key("source").text(tier.source).end_object();
  }
  json.end_array();
  write_no_warnings(json);
  return json.take();
}

std::string vendor_json(const VendorView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "platform vendors", view.catalog, view.catalog_version);
  json.key("query").begin_object();
  write_text(json, "vendor", view.vendor);
  json.end_object().key("results").begin_array();
  for (const VendorNote* note : view.notes) {
    json.begin_object().key("vendor").text(note->vendor);
    write_guide(json, note->guide, view.catalog);
    json.key("stance").text(enum_name(note->stance));
    write_list(json, "good_for", note->good_for);
    write_list(json, "reasons", note->reasons);
    json.key("says").text(note->says).key("source").text(note->source).end_object();
  }
  json.end_array();
  write_no_warnings(json);
  return json.take();
}

Records platform_records(const PlatformView& view) {
  Records records{{{"platform"},
                   {"rank", CellKind::number},
                   {"stance"},
                   {"guide"},
                   {"date"},
                   {"id"},
                   {"rule_stance"},
                   {"workloads"},
                   {"frameworks"},
                   {"phase"},
                   {"need"},
                   {"says"},
                   {"source"}},
                  {}};
  for (std::size_t i = 0; i < view.advice.size(); ++i) {
    for (const PlatformRule* rule : view.advice[i].rules) {
      records.rows.push_back(
          {cell(enum_name(rule->platform)), static_cast<double>(i + 1), cell(enum_name(view.advice[i].stance())),
           cell(rule->guide), cell(guide_date(rule->guide, view.catalog)), cell(rule->id),
           cell(enum_name(rule->stance)), cell(joined(rule->workloads, ";")), cell(joined(rule->frameworks, ";")),
           cell(rule->phase ? enum_name(*rule->phase) : std::string_view()),
           cell(rule->need ? enum_name(*rule->need) : std::string_view()), cell(rule->says), cell(rule->source)});
    }
  }
  return records;
}

Records free_tier_records(const FreeTierView& view) {
  Records records{{{"provider"},
                   {"as_of"},
                   {"fits", CellKind::boolean},
                   {"reasons"},
                   {"accelerators"},
                   {"gpus"},
                   {"monthly_usd", CellKind::number},
                   {"limits"},
                   {"hours_per_week", CellKind::number},
                   {"frameworks"},
                   {"regions"},
                   {"not_from"},
                   {"files"},
                   {"note"},
                   {"source"}},
                  {}};
  for (const FreeTierAnswer& answer : view.tiers) {
    const FreeTier& tier = *answer.tier;
    const auto monthly = tier.monthly ? std::optional(tier.monthly->value()) : std::nullopt;
    records.rows.push_back({cell(tier.provider), cell(tier.as_of.text()), answer.reasons.empty(),
                            cell(text_of(answer.reasons)), cell(tier.accelerators), cell(joined(tier.gpus, ";")),
                            cell(monthly), cell(tier.limits), cell(hours_per_week(tier)),
                            cell(joined(tier.frameworks, ";")), cell(joined(tier.regions, ";")),
                            cell(joined(tier.not_from, ";")), cell(tier.files), cell(tier.note), cell(tier.source)});
  }
  return records;
}

Records vendor_records(const VendorView& view) {
  Records records{{{"vendor"}, {"guide"}, {"date"}, {"stance"}, {"good_for"}, {"reasons"}, {"says"}, {"source"}}, {}};
  for (const VendorNote* note : view.notes) {
    records.rows.push_back({cell(note->vendor), cell(note->guide), cell(guide_date(note->guide, view.catalog)),
                            cell(enum_name(note->stance)), cell(joined(note->good_for, "; ")),
                            cell(joined(note->reasons, " ")), cell(note->says), cell(note->source)});
  }
  return records;
}

}  // namespace gpuadvisor
