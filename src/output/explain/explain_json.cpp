#include <algorithm>
#include <vector>

#include "advice/ranking/standing.hpp"
#include "catalog/form/catalog_writer.hpp"
#include "explain_view.hpp"
#include "output/phrases/catalog_json.hpp"
#include "output/recommend/answer_json_parts.hpp"
#include "scoring/index_breakdown.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

void write_count(JsonWriter& json, std::string_view key, int count) {
  json.key(key);
  write_optional(json, count > 0 ? std::optional<double>(count) : std::nullopt);
}

void write_absence(JsonWriter& json, const std::optional<Absence>& absence) {
  json.key("absence");
  if (!absence) {
    json.null();
    return;
  }
  json.begin_object().key("hidden").boolean(absence->is_hidden);
  json.key("missing").begin_array();
  for (const auto& [constraint, reason] : absence->rejections) {
    json.begin_object(Layout::one_line).key("constraint").text(constraint).key("reason").text(reason).end_object();
  }
  json.end_array().key("changes").begin_array(Layout::one_line);
  for (const auto& change : absence->changes) json.text(change);
  json.end_array();
  write_count(json, "rank_then", absence->rank);
  write_count(json, "rows_then", absence->rows);
  json.end_object();
}

void write_contest(JsonWriter& json, const std::optional<Contest>& contest, std::string_view workload) {
  json.key("contest");
  if (!contest) {
    json.null();
    return;
  }
  json.begin_object().key("decider").text(enum_name(contest->decider));
  json.key("price_to_win").begin_object(Layout::one_line).key("winning").text(enum_name(contest->to_win.winning));
  json.key("below_usd");
  const auto& below = contest->to_win.below;
  write_optional(json, below ? std::optional(below->value()) : std::nullopt);
  json.end_object().key("ahead").begin_object();
  write_compared(json, contest->pairing.ahead, workload);
  json.end_object().key("behind");
  write_rival(json, contest->pairing.behind, workload);
  json.end_object();
}

void write_standing(JsonWriter& json, const Standing& standing, const AnswerView& view) {
  const Offer& offer = standing.offer;
  json.begin_object().key("condition");
  if (offer.price) {
    json.text(enum_name(offer.price->condition));
  } else {
    json.null();
  }
  write_count(json, "rank", standing.rank);
  write_count(json, "group", standing.group);
  json.key("rows").number(static_cast<double>(view.answer.rows.size()));
  json.key("speed");
  write_optional(json, offer.speed);
  json.key("price");
  write_price(json, offer.price);
  json.key("quotes").begin_array();
  if (offer.price) {
    for (const Price& quote : offer.price->quotes) write_price_quote(json, quote);
  }
  json.end_array().key("value");
  write_optional(json, value(offer));
  json.key("efficiency");
  write_optional(json, efficiency(offer));
  write_absence(json, standing.absence);
  write_contest(json, standing.contest, view.request.workload);
  json.key("warnings");
  write_warnings(json, warnings(offer, view.request.weights, view.catalog, view.request.price_rule));
  json.end_object();
}

/// Every source behind the figures of a record.
std::vector<std::string_view> sources_of(const Gpu& gpu, const std::vector<Standing>& places,
                                         const std::vector<IndexBreakdown>& parts,
                                         const std::optional<PriorityScore>& priority) {
  std::vector<std::string_view> found;
  const auto cite = [&](std::string_view id) {
    if (std::find(found.begin(), found.end(), id) == found.end()) found.push_back(id);
  };
  if (priority) {
    for (const ScoreTerm& term : priority->terms) cite(source_of(gpu, term.field));
  }
  for (const IndexBreakdown& breakdown : parts) {
    for (const auto id : breakdown.performance.sources) cite(id);
  }
  for (const Standing& standing : places) {
    if (!standing.offer.price) continue;
    for (const Price& quote : standing.offer.price->quotes) cite(quote.source);
  }
  return found;
}

void write_explained(JsonWriter& json, const Gpu& gpu, const ExplainView& view, Layout layout) {
  const AnswerView& of = view.answer;
  const auto places = standings(gpu, of.answer, view.asked, of.catalog);
  const Workload& workload = *of.catalog.workload(of.request.workload);
  const auto parts = of.request.by_index ? index_breakdowns(gpu, workload, of.request.precision, of.catalog)
                                         : std::vector<IndexBreakdown>();
  const auto priority = priority_score(gpu, of.request.weights, *of.catalog.tables().reference);
  json.begin_object(layout).key("id").text(gpu.id).key("name").text(gpu.name).key("vendor").text(gpu.vendor);
  json.key("places").begin_array();
  for (const Standing& standing : places) write_standing(json, standing, of);
  json.end_array().key("performance");
  write_performance(json, workload.id,
                    of.request.by_index ? PerformanceIndex(of.catalog, workload, of.request.precision).performance(gpu)
                                        : std::nullopt);
  json.key("speeds").begin_array();
  for (const IndexBreakdown& breakdown : parts) write_breakdown(json, breakdown);
  json.end_array().key("priority");
  write_priority(json, priority);
  json.key("power_w");
  write_optional(json, gpu.tdp ? std::optional(gpu.tdp->value()) : std::nullopt);
  json.key("sources").begin_array();
  for (const auto id : sources_of(gpu, places, parts, priority)) {
    if (const Source* source = of.catalog.source(id)) write_source(json, *source);
  }
  json.end_array().end_object();
}

}  // namespace

std::string explain_json(const ExplainView& view) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "explain", view.answer.catalog, view.answer.catalog_version);
  write_query(json, view.answer);
  json.key("reference").text(view.answer.catalog.tables().reference->gpu);
  json.key("results").begin_array();
  for (const Gpu* gpu : view.gpus) write_explained(json, *gpu, view, Layout::lines);
  json.end_array().key("warnings");
  write_warnings(json, view.warnings);
  json.end_object();
  return json.take();
}

std::string explain_json_lines(const ExplainView& view) {
  std::string lines;
  for (const Gpu* gpu : view.gpus) {
    JsonWriter json;
    write_explained(json, *gpu, view, Layout::one_line);
    lines += json.take();
  }
  return lines;
}

}  // namespace gpuadvisor
