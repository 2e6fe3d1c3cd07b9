#include "answer_explanation.hpp"
#include "answer_json_parts.hpp"
#include "gpuadvisor/advice/stability.hpp"
#include "output/phrases/catalog_json.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// An object with a member per criterion of `order`, of which `log_ratios` are.
void write_log_ratios(JsonWriter& json, const LogRatios& log_ratios, const PriorityOrder& order) {
  json.key("log_ratios").begin_object(Layout::one_line);
  for (std::size_t i = 0; i < order.size(); ++i) json.key(enum_name(order[i])).number(log_ratios[i]);
  json.end_object();
}

void write_shares(JsonWriter& json, const FirstShares& shares) {
  json.begin_object();
  json.key("order");
  if (shares.order) {
    json.begin_array(Layout::one_line);
    for (const Criterion criterion : *shares.order) json.text(enum_name(criterion));
    json.end_array();
  } else {
    json.null();
  }
  write_name(json, "no_order", shares.no_order);
  json.key("gpus").number(shares.gpus);
  json.key("complete").boolean(shares.is_complete);
  json.key("contenders").begin_array();
  for (const Contender& contender : shares.contenders) {
    json.begin_object(Layout::one_line);
    json.key("id").text(contender.gpu->id);
    json.key("name").text(contender.gpu->name);
    json.key("share").number(contender.share);
    write_log_ratios(json, contender.log_ratios, *shares.order);
    json.end_object();
  }
  json.end_array().end_object();
}

}  // namespace

void write_compared(JsonWriter& json, const ComparedOffer& compared, std::string_view workload) {
  const Offer& offer = compared.offer;
  json.key("id").text(offer.gpu->id);
  json.key("name").text(offer.gpu->name);
  write_name(json, "condition", offer.price ? std::optional(offer.price->condition) : std::nullopt);
  json.key("price_usd");
  write_optional(json, offer.price ? std::optional(offer.price->median.value()) : std::nullopt);
  json.key("speed");
  write_optional(json, offer.speed);
  json.key("performance");
  write_performance(json, workload, compared.performance);
  json.key("priority");
  write_optional(json, offer.priority);
  if (compared.log_ratios) {
    write_log_ratios(json, *compared.log_ratios, k_all_criteria);
  } else {
    json.key("log_ratios").null();
  }
}

void write_rival(JsonWriter& json, const Rival& rival, std::string_view workload) {
  json.begin_object();
  write_compared(json, rival.compared, workload);
  write_name(json, "dominance", rival.dominance);
  json.key("price_flip");
  if (const auto& flip = rival.price_flip) {
    json.begin_object(Layout::one_line).key("below_usd").number(flip->price.value());
    json.key("overtakes").boolean(flip->overtakes).end_object();
  } else {
    json.null();
  }
  json.key("weight_flip");
  if (const auto& flip = rival.weight_flip) {
    json.begin_object(Layout::one_line).key("criterion").text(enum_name(flip->criterion));
    json.key("from").number(flip->from).key("to").number(flip->to).end_object();
  } else {
    json.null();
  }
  json.key("step");
  if (const auto& gap = rival.step_gap) {
    json.begin_object(Layout::one_line).key("below").number(gap->steps);
    json.key("border").number(gap->border).key("factor").number(gap->factor).end_object();
  } else {
    json.null();
  }
  write_name(json, "intervals", rival.intervals);
  json.end_object();
}

namespace {

/// What the speeds of the GPUs compared are made of.
void write_items(JsonWriter& json, const AnswerView& view) {
  const auto& [shares, first, rivals] = *view.explanation;
  const Request& request = view.request;
  json.key("items").begin_array();
  const auto write = [&](const Gpu& gpu) {
    json.begin_object().key("id").text(gpu.id).key("speeds").begin_array();
    if (request.by_index) {
      const Workload& workload = *view.catalog.workload(request.workload);
      for (const auto& breakdown : index_breakdowns(gpu, workload, request.precision, view.catalog)) {
        write_breakdown(json, breakdown);
      }
    }
    json.end_array().end_object();
  };
  if (first) write(*first->offer.gpu);
  for (const Rival& rival : rivals) write(*rival.compared.offer.gpu);
  json.end_array();
}

}  // namespace

void write_explanation(JsonWriter& json, const AnswerView& view) {
  const auto& [shares, first, rivals] = *view.explanation;
  const std::string& workload = view.request.workload;
  json.begin_object().key("first_shares");
  write_shares(json, shares);
  json.key("first");
  if (first) {
    json.begin_object();
    write_compared(json, *first, workload);
    json.end_object();
  } else {
    json.null();
  }
  json.key("rivals").begin_array();
  for (const Rival& rival : rivals) write_rival(json, rival, workload);
  json.end_array();
  write_items(json, view);
  json.end_object();
}

}  // namespace gpuadvisor
