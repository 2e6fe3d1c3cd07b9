#include "offer_fields.hpp"

#include <array>

#include "answer_record.hpp"
#include "core/contains.hpp"
#include "core/two_digits.hpp"
#include "output/phrases/catalog_records.hpp"
#include "output/phrases/offer_words.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_usual_fields = 30;  // the columns of CSV, as published

/// The ids of the sources of a GPU's figures, each once, that of most of them first.
std::vector<std::string_view> figure_sources(const Gpu& gpu) {
  std::vector<std::string_view> ids = {gpu.source};
  for (const FieldSource& exception : gpu.sources) {
    if (!contains(ids, exception.source)) ids.push_back(exception.source);
  }
  return ids;
}

std::vector<std::string_view> warning_ids(const OfferDetails& details) {
  std::vector<std::string_view> ids;
  for (const Warning& warning : details.warnings) {
    if (!contains(ids, warning.id)) ids.push_back(warning.id);
  }
  return ids;
}

/// A row as JSON has it, with what only flat records tell.
Record<AnswerRow> flat_row_record() {
  return Record<AnswerRow>("flat_row", "A row of flat records")
      .member<&AnswerRow::details, &OfferDetails::speedup, &ExpectedSpeedup::factor>("speedup_factor", "1 for one GPU")
      .member<&AnswerRow::details, &warning_ids>("warning_ids", "Each once")
      .member<&AnswerRow::offer, &Offer::priority>("priority_score", "Of one GPU")
      .member<&AnswerRow::offer, &Offer::fit>("fit_verdict", "Of the job")
      .member("memory_total_usd", "With the machine that takes it",
              [](const AnswerRow& row) { return row.offer().memory ? row.offer().memory->total() : std::nullopt; })
      .member("cost_of_work_usd", "Where costs are told",
              [](const AnswerRow& row) {
                const auto cost = row.details().cost ? cost_of_work(row.offer()) : std::nullopt;
                return cost ? std::optional(four_digits(cost->value())) : std::nullopt;
              })
      .member<&AnswerRow::offer, &Offer::gpu, &short_name>("short_name", "Without the vendor")
      .member<&AnswerRow::offer, &Offer::gpu, &memory_per_device>("memory_per_device_gb", "Of one of its devices")
      .member<&AnswerRow::offer, &Offer::gpu, &figure_sources>("figure_sources", "Of its figures")
      .member<&AnswerRow::offer, &Offer::gpu, &Gpu::fp32_dual_issue>("fp32_dual_issue", "Also where it does not")
      .member<&AnswerRow::offer, &Offer::gpu>("gpu", "All that the catalog has of it")
      .members_of([](const AnswerRow& row) -> const AnswerRow& { return row; });
}

const Record<AnswerRow>& flat_row() {
  static const Record<AnswerRow> k_record = flat_row_record();
  return k_record;
}

constexpr FlatField field(std::string_view key, std::string_view path, std::string_view meaning) {
  return {key, path, ";", meaning};
}

/// A member of the row under its own key.
constexpr FlatField field(std::string_view key, std::string_view meaning) { return field(key, key, meaning); }

constexpr auto k_fields_of_rows = std::to_array<FlatField>({
    field("rank", "place in the answer"),
    field("group", "the same for rows that rank equal before ties are broken"),
    field("id", "stable id of the GPU"),
    field("name", "product name with the vendor"),
    field("vendor", "vendor of the chip, such as nvidia"),
    field("condition", "new, used or mixed; rent"),
    field("count", "equal GPUs in the row"),
    field("speedup", "speedup_factor", "of all GPUs of the row over one"),
    field("speed", "what ranks: performance, or the priority score where that stands in"),
    field("memory_gb", "memory of one board, GB"),
    field("performance", "performance.index", "speed of the row, reference card = 1"),
    field("performance_low", "performance.low", "lower end of the 80 % interval"),
    field("performance_high", "performance.high", "upper end of the 80 % interval"),
    field("performance_basis", "performance.basis", "measured, scaled or estimated"),
    field("measurements", "performance.measurements", "that performance rests on"),
    field("priority", "priority_score", "priority score of one GPU"),
    field("value", "speed per 1000 US dollars"),
    field("efficiency", "speed per kilowatt"),
    field("price_usd", "price.usd", "what all GPUs of the row cost today, US dollars"),
    field("price_low_usd", "price.low_usd", "lower end of the 80 % interval"),
    field("price_high_usd", "price.high_usd", "upper end of the 80 % interval"),
    field("price_quotes", "price.quotes", "quotes of the newest three months that have any"),
    field("price_basis", "price.basis", "seen, carried or list"),
    field("price_as_of", "price.as_of", "date of the newest quote"),
    field("price_old", "price.old", "whether the price is too old to rank with current ones"),
    field("price_sources", "price.sources", "ids of the sources of the quotes"),
    field("power_w", "board power of all GPUs of the row, W"),
    field("warnings", "warning_ids", "ids of what to know before trusting the row"),
    field("price_age", "price.age", "current, old or unusable"),
    field("price_age_days", "price.age_days", "days from the newest quote to the catalog's day, at least"),
    field("memory_to_buy_gb", "memory.size_gb", "memory of the host that is bought with the row's GPUs, GB"),
    field("memory_price_usd", "memory_total_usd", "what it costs, with a machine that takes it; part of price_usd"),
    field("further_cards_usd",
          "slots, board and power supply of the cards beyond the first: counts in the order, not in price_usd"),
    field("price_each_usd", "price.each_usd", "what one GPU costs today, US dollars"),
    field("speedup_basis", "speedup.basis", "measured, interpolated, counted, guide or unknown; of several GPUs"),
    field("vendor_measured", "performance.vendor_measured", "false: an estimate from another vendor's GPUs"),
    field("performance_sources", "performance.sources", "ids of the sources of the speed"),
    field("short_name", "product name without the vendor"),
    field("memory_per_device_gb", "memory that one device of the board sees, GB"),
    field("fit", "fit_verdict", "of the job with --model: fits or tight"),
    field("need_gb", "fit.need_gb", "memory that the job needs on each GPU of the row, GB"),
    field("usable_gb", "fit.usable_gb", "memory that programs can have of each GPU, GB"),
    field("tokens_per_second", "tokens_per_second.together.middle", "written by the job, of all its sequences"),
    field("tokens_per_second_low", "tokens_per_second.together.low", "lower end of the 80 % interval"),
    field("tokens_per_second_high", "tokens_per_second.together.high", "upper end of the 80 % interval"),
    field("tokens_per_second_engine", "tokens_per_second.together.same_network.framework",
          "engine by which this very model was measured, else empty"),
    field("trained_tokens_per_second", "training.usual.middle", "that the job trains, on all GPUs of the row"),
    field("trained_tokens_per_second_low", "training.usual.low", "lower end of the 80 % interval"),
    field("trained_tokens_per_second_high", "training.usual.high", "upper end of the 80 % interval"),
    field("user_tokens_per_second", "user.tokens_per_second", "written for each user, where a speed was asked for"),
    field("seconds_to_first_token", "user.seconds_to_first_token",
          "until a prompt of half the context is read, where a speed was asked for"),
    field("network_rate", "rates[0].rate", "samples per second of the model by which the workload is known"),
    field("network_rate_low", "rates[0].low", "lower end of the 80 % interval"),
    field("network_rate_high", "rates[0].high", "upper end of the 80 % interval"),
    field("network_batch", "rates[0].batch", "samples at a time on each GPU"),
    field("run_hours", "run.hours", "that the training run asked for takes"),
    field("run_hours_low", "run.low_hours", "lower end of the 80 % interval"),
    field("run_hours_high", "run.high_hours", "upper end of the 80 % interval"),
    field("run_kwh", "run.kwh", "that its boards draw at full power"),
    field("run_electricity_usd", "run.electricity_usd", "what those cost"),
    field("run_gpu_hours", "run.gpu_hours", "of all GPUs of the row together"),
    field("run_tuned_hours", "run.tuned_hours", "of a language model, with software tuned for the GPUs"),
    field("cost_per_hour_usd", "cost.per_hour_usd", "what an hour of use costs, owned or rented"),
    field("cost_per_year_usd", "cost.per_year_usd", "what a year of it costs"),
    field("cost_total_usd", "cost.total_usd", "what all years cost"),
    field("cost_of_work_usd", "what is done in an hour at a speed of 1, or at one token per second"),
    field("own_or_rent", "own_or_rent.verdict", "own, rent or about-the-same, where rents compete"),
    field("rent_provider", "rental.cheapest.provider", "the cheapest that rents them out"),
    field("rent_terms", "rental.cheapest.terms", "on-demand or marketplace"),
    field("rent_seen", "rental.cheapest.seen", "when it was asked"),
    field("rent_source", "rental.cheapest.source", "id of the source"),
    field("lacks", "ids of features that the workload gains from and the GPU has not"),
    field("figure_sources", "ids of the sources of the GPU's figures"),
    field("architecture", "gpu.architecture", "name of the chip's architecture"),
    field("segment", "gpu.segment", "consumer, workstation, datacenter, unified or cloud"),
    field("form", "gpu.form", "how it is built: pcie-card, sxm5, laptop and others"),
    field("cooling", "gpu.cooling", "of the reference board: open-air, blower, passive or liquid"),
    field("distinction", "gpu.distinction", "of no ordinary product: modified, mining, export or announced"),
    field("released", "gpu.released", "first sale, else announcement"),
    field("end_of_production", "gpu.end_of_production", "when it was reported to be made no more, at the latest"),
    field("memory_type", "gpu.memory_type", "such as GDDR6 or HBM3"),
    field("memory_bus_bits", "gpu.memory_bus_bits", "width of the memory bus, bits"),
    field("memory_bandwidth_gbs", "gpu.memory_bandwidth_gbs", "memory bandwidth, GB/s"),
    field("fp32_tflops", "gpu.fp32_tflops", "FP32 vector rate as the vendor counts, TFLOPS"),
    field("fp32_dual_issue", "whether that counts dual issue, so that half is reached without"),
    field("fp16_vector_tflops", "gpu.fp16_vector_tflops", "FP16 vector rate, TFLOPS"),
    field("fp16_tensor_tflops", "gpu.fp16_tensor_tflops", "FP16 matrix rate with FP32 accumulate, dense, TFLOPS"),
    field("fp16_tensor_fp16_accumulate_tflops", "gpu.fp16_tensor_fp16_accumulate_tflops",
          "FP16 matrix rate with FP16 accumulate, dense, TFLOPS"),
    field("bf16_tensor_tflops", "gpu.bf16_tensor_tflops", "BF16 matrix rate, dense, TFLOPS"),
    field("tf32_tensor_tflops", "gpu.tf32_tensor_tflops", "TF32 matrix rate, dense, TFLOPS"),
    field("int8_tops", "gpu.int8_tops", "INT8 matrix rate, dense, TOPS"),
    field("fp8_tflops", "gpu.fp8_tflops", "FP8 matrix rate, dense, TFLOPS"),
    field("fp4_tflops", "gpu.fp4_tflops", "FP4 matrix rate, dense, TFLOPS"),
    field("matmul_tflops", "gpu.matmul_tflops", "16-bit matrix products as measured, TFLOPS"),
    field("tensor_cores", "gpu.tensor_cores", "tensor or matrix cores"),
    field("shader_units", "gpu.shader_units", "vector units"),
    field("boost_clock_mhz", "gpu.boost_clock_mhz", "nominal boost clock, MHz"),
    field("l2_cache_mb", "gpu.l2_cache_mb", "L2 cache, MB"),
    field("infinity_cache_mb", "gpu.infinity_cache_mb", "AMD's last-level cache, MB"),
    field("tdp_w", "gpu.tdp_w", "board power of one GPU, W"),
    field("idle_w", "gpu.idle_w", "power drawn without work, W"),
    field("recommended_psu_w", "gpu.recommended_psu_w", "power supply that the vendor recommends for one, W"),
    field("partner_psu_w", "gpu.partner_psu_w", "largest power supply that a maker of boards asks for at least, W"),
    field("peak_power_w", "gpu.peak_power_w", "highest peak measured of less than a millisecond, W"),
    field("power_connectors", "gpu.power_connectors", "of the vendor's own or reference board, such as 2x 8-pin"),
    field("compute_capability", "gpu.compute_capability", "of CUDA, such as 8.6"),
    field("pcie_gen", "gpu.pcie_gen", "PCI Express generation"),
    field("pcie_lanes", "gpu.pcie_lanes", "PCI Express lanes that are wired"),
    field("slots", "gpu.slots", "slots that the board takes"),
    field("length_mm", "gpu.length_mm", "length of the vendor's own or reference board, mm"),
    field("shortest_partner_length_mm", "gpu.shortest_partner_length_mm",
          "length of the shortest board of any maker, mm"),
    field("longest_partner_length_mm", "gpu.longest_partner_length_mm", "length of the longest board of any maker, mm"),
    field("nvlink_gbs", "gpu.nvlink_gbs", "NVLink bandwidth, both directions together, GB/s"),
    field("price_per_gb_usd", "US dollars per GB of memory, of all GPUs of the row"),
    field("devices", "gpu.devices", "GPUs that software sees on the board, where more than one"),
});

}  // namespace

std::span<const FlatField> offer_fields() { return k_fields_of_rows; }

std::vector<RecordField> offer_record_fields() {
  return mapped(offer_fields(), [](const FlatField& field) { return record_field(field, flat_row().shape()); });
}

Records answer_records(const AnswerView& view) {
  std::vector<const FlatField*> fields(view.fields.begin(), view.fields.end());
  const Request& request = view.request();
  for (const FlatField& field : offer_fields()) {
    const bool is_usual = fields.size() < k_usual_fields;
    const bool is_asked = (request.run && field.key.starts_with("run_")) ||
                          (request.largest_batch && field.key.starts_with("network_")) ||
                          (request.owning && field.key.starts_with("cost_")) ||
                          (request.includes_rent && field.key.starts_with("rent_"));
    if (view.fields.empty() && (is_usual || is_asked)) fields.push_back(&field);
  }
  Records records;
  records.fields = mapped(fields, [](const FlatField* field) { return record_field(*field, flat_row().shape()); });
  for (const DetailedOffer& row : view.rows()) {
    const Value value = flat_row().value_of({&row, &request});
    records.rows.push_back(mapped(fields, [&](const FlatField* field) { return cell_at(value, *field); }));
  }
  return records;
}

}  // namespace gpuadvisor
