#pragma once

#include <string>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/formats/json_writer.hpp"

namespace gpuadvisor {

/// The whole catalog as one JSON document in canonical form: loading it gives the same catalog, and writing
/// that gives the same bytes.
[[nodiscard]] std::string write_catalog(const Catalog& catalog);

/// Scores and what comes with them as their data file has them, one record per line.
[[nodiscard]] std::string write_scores(std::span<const ScoreModel> models, std::span<const Score> scores,
                                       std::span<const Speedup> speedups);

/// The same of what the model of prices says.
[[nodiscard]] std::string write_levels(std::span<const PriceLevel> levels, std::span<const MarketMonth> months);

/// One record as the data files write it.
void write_gpu(JsonWriter& json, const Gpu& gpu);
void write_price_quote(JsonWriter& json, const Price& price);
void write_source(JsonWriter& json, const Source& source);

}  // namespace gpuadvisor
