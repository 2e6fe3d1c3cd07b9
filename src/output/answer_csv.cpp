#include <fmt/format.h>

#include <vector>

#include "gpuadvisor/formats/csv.hpp"
#include "gpuadvisor/formats/json.hpp"
#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {
namespace {

const std::vector<std::string> k_columns = {"rank",
                                            "group",
                                            "id",
                                            "name",
                                            "vendor",
                                            "condition",
                                            "count",
                                            "speedup",
                                            "speed",
                                            "memory_gb",
                                            "performance",
                                            "performance_low",
                                            "performance_high",
                                            "performance_basis",
                                            "measurements",
                                            "priority",
                                            "value",
                                            "efficiency",
                                            "price_usd",
                                            "price_low_usd",
                                            "price_high_usd",
                                            "price_quotes",
                                            "price_kind",
                                            "price_as_of",
                                            "price_old",
                                            "price_sources",
                                            "power_w",
                                            "warnings"};

std::string number(std::optional<double> figure) { return figure ? json_number(*figure) : std::string(); }

template <class Unit>
std::string number(const std::optional<Quantity<Unit>>& quantity) {
  return quantity ? json_number(quantity->value()) : std::string();
}

void append_price(std::vector<std::string>& fields, const Offer& offer) {
  const auto& price = offer.price;
  const auto usd = [&](Usd each) { return json_number(at_price(offer, each).value()); };
  if (!price) {
    fields.resize(fields.size() + 8);
    return;
  }
  std::string sources;
  for (const auto source : sources_of(*price)) sources += (sources.empty() ? "" : ";") + std::string(source);
  for (const auto& field : {usd(price->median), usd(price->low), usd(price->high), std::to_string(price->quotes.size()),
                            std::string(enum_name(price->kind)), price->newest().text(),
                            std::string(price->age == PriceAge::current ? "false" : "true"), sources}) {
    fields.push_back(field);
  }
}

void append_performance(std::vector<std::string>& fields, const std::optional<Performance>& performance) {
  if (!performance) {
    fields.resize(fields.size() + 5);
    return;
  }
  for (const double figure : {performance->index, performance->low, performance->high}) {
    fields.push_back(json_number(figure));
  }
  fields.emplace_back(enum_name(performance->basis));
  fields.push_back(std::to_string(performance->measurements));
}

std::vector<std::string> fields_of(const RankedOffer& row, const AnswerView& view, const OfferSpeed& offer_speed) {
  const auto& [gpu, price, priority, speed, count] = row.offer;
  std::vector<std::string> fields = {
      std::to_string(row.rank),
      std::to_string(row.group),
      std::string(gpu->id),
      std::string(gpu->name),
      std::string(gpu->vendor),
      price ? std::string(enum_name(price->condition)) : std::string(),
      std::to_string(count),
      number(offer_speed.speedup(count).factor),
      number(speed),
      number(gpu->memory),
  };
  append_performance(fields, offer_speed.performance(row.offer));
  fields.push_back(number(priority));
  fields.push_back(number(value(row.offer)));
  fields.push_back(number(efficiency(row.offer)));
  append_price(fields, row.offer);
  fields.push_back(number(power(row.offer)));
  std::string ids;
  for (const Warning& warning : warnings(row.offer, view.request.weights, view.catalog, view.request.price_rule)) {
    ids += (ids.empty() ? "" : ";") + std::string(warning.id);
  }
  fields.push_back(ids);
  return fields;
}

}  // namespace

std::string answer_csv(const AnswerView& view, bool header) {
  std::string text = header ? csv_record(k_columns) : std::string();
  const OfferSpeed speed = view.speed();
  for (const RankedOffer& row : view.rows()) text += csv_record(fields_of(row, view, speed));
  return text;
}

std::string answer_names(const AnswerView& view) {
  std::string text;
  for (const RankedOffer& row : view.rows()) text += std::string(row.offer.gpu->id) + '\n';
  return text;
}

}  // namespace gpuadvisor
