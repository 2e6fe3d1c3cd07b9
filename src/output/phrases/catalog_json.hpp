#pragma once

#include <string_view>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/formats/json_writer.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// The members that open every JSON answer: schema_version, command and catalog.
void write_preamble(JsonWriter& json, std::string_view command, const Catalog& catalog, std::string_view version);

/// The price of one GPU.
void write_price(JsonWriter& json, const std::optional<PriceEstimate>& price);
/// The price of all GPUs of an offer, and that of each.
void write_price(JsonWriter& json, const Offer& offer);
/// Under the name of the workload that it is for.
void write_performance(JsonWriter& json, std::string_view workload, const std::optional<Performance>& performance);
void write_priority(JsonWriter& json, const std::optional<PriorityScore>& priority);
void write_warnings(JsonWriter& json, const std::vector<Warning>& warnings);

/// A text, or null when it is empty.
void write_text_or_null(JsonWriter& json, std::string_view text);

/// A number, or null when there is none.
void write_optional(JsonWriter& json, std::optional<double> number);

/// A member with a figure in the unit of its key, or null when there is none.
template <class Unit>
void write_figure(JsonWriter& json, std::string_view key, const std::optional<Quantity<Unit>>& quantity) {
  json.key(key);
  write_optional(json, quantity ? std::optional(quantity->value()) : std::nullopt);
}

/// A member with the name of an enumerator, or null when there is none.
template <class E>
void write_name(JsonWriter& json, std::string_view key, const std::optional<E>& value) {
  json.key(key);
  if (value) {
    json.text(enum_name(*value));
  } else {
    json.null();
  }
}

/// A list of texts on one line.
void write_names(JsonWriter& json, const std::vector<std::string>& names);

}  // namespace gpuadvisor
