#include "catalog_json.hpp"

#include "scoring/criteria.hpp"

namespace gpuadvisor {

using Layout = JsonWriter::Layout;

void write_preamble(JsonWriter& json, std::string_view command, const Catalog& catalog, std::string_view version) {
  json.key("schema_version").number(1);
  json.key("command").text(command);
  json.key("catalog").begin_object(Layout::one_line).key("as_of");
  if (catalog.as_of()) {
    json.text(text(*catalog.as_of()));
  } else {
    json.null();
  }
  json.key("gpus").number(static_cast<double>(catalog.gpus().size()));
  json.key("version").text(version).end_object();
}

void write_text_or_null(JsonWriter& json, std::string_view text) {
  if (text.empty()) {
    json.null();
  } else {
    json.text(text);
  }
}

void write_optional(JsonWriter& json, std::optional<double> number) {
  if (number) {
    json.number(*number);
  } else {
    json.null();
  }
}

void write_names(JsonWriter& json, const std::vector<std::string>& names) {
  json.begin_array(Layout::one_line);
  for (const auto& name : names) json.text(name);
  json.end_array();
}

namespace {

/// What a price rests on, but for the sum.
void write_quotes(JsonWriter& json, const PriceEstimate& price) {
  json.key("quotes").number(static_cast<double>(price.quotes.size()));
  json.key("kind").text(enum_name(price.kind));
  json.key("as_of").text(price.newest().text());
  json.key("old").boolean(price.age != PriceAge::current);
  json.key("age").text(enum_name(price.age));
  json.key("sources").begin_array();
  for (const auto source : sources_of(price)) json.text(source);
  json.end_array();
}

void write_sums(JsonWriter& json, const Offer& offer) {
  const PriceEstimate& price = *offer.price;
  json.key("usd").number(at_price(offer, price.median).value());
  json.key("low_usd").number(at_price(offer, price.low).value());
  json.key("high_usd").number(at_price(offer, price.high).value());
}

}  // namespace

void write_price(JsonWriter& json, const std::optional<PriceEstimate>& price) {
  if (!price) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line);
  write_sums(json, Offer{nullptr, price});
  write_quotes(json, *price);
  json.end_object();
}

void write_price(JsonWriter& json, const Offer& offer) {
  if (!offer.price) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line);
  write_sums(json, offer);
  json.key("each_usd").number(offer.price->median.value());
  write_quotes(json, *offer.price);
  json.end_object();
}

void write_performance(JsonWriter& json, std::string_view workload, const std::optional<Performance>& performance) {
  if (!performance) {
    json.null();
    return;
  }
  json.begin_object(Layout::one_line);
  json.key("workload").text(workload);
  json.key("index").number(performance->index);
  json.key("low").number(performance->low);
  json.key("high").number(performance->high);
  json.key("basis").text(enum_name(performance->basis));
  json.key("measurements").number(performance->measurements);
  json.key("vendor_measured").boolean(performance->is_vendor_measured);
  json.key("sources").begin_array();
  for (const auto source : performance->sources) json.text(source);
  json.end_array().end_object();
}

void write_priority(JsonWriter& json, const std::optional<PriorityScore>& priority) {
  if (!priority) {
    json.null();
    return;
  }
  json.begin_object().key("score").number(priority->score).key("terms").begin_array();
  for (const ScoreTerm& term : priority->terms) {
    json.begin_object(Layout::one_line);
    json.key("criterion").text(enum_name(term.criterion));
    json.key("value").number(term.value);
    json.key("unit").text(unit(term.criterion));
    json.key("field").text(term.field);
    json.key("ratio").number(term.ratio);
    json.key("weight").number(term.weight);
    json.key("log_contribution").number(term.log_contribution);
    json.end_object();
  }
  json.end_array().end_object();
}

void write_warnings(JsonWriter& json, const std::vector<Warning>& warnings) {
  json.begin_array();
  for (const Warning& warning : warnings) {
    json.begin_object(Layout::one_line).key("id").text(warning.id).key("text").text(warning.text).end_object();
  }
  json.end_array();
}

}  // namespace gpuadvisor
