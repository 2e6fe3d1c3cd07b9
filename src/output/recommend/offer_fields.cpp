#include "offer_fields.hpp"

#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include "catalog/records/rent.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "core/two_digits.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/phrases/shared_records.hpp"
#include "report/mapped.hpp"
#include "report/value.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_usual_fields = 30;  // the columns of CSV, as published

Cell cell_of(bool value) { return value; }
Cell cell_of(int value) { return static_cast<double>(value); }
Cell cell_of(double value) { return published(value); }
Cell cell_of(std::string_view text) { return text.empty() ? Cell() : Cell(std::string(text)); }
Cell cell_of(const PartialDate& date) { return date.text(); }

template <class Unit>
Cell cell_of(Quantity<Unit> quantity) {
  return published(quantity);
}

template <class E>
requires std::is_enum_v<E> Cell cell_of(E value) { return std::string(enum_name(value)); }

template <class T>
Cell cell_of(const std::optional<T>& value) {
  return value ? cell_of(*value) : Cell();
}

/// Several texts in one field.
Cell cell_of(std::span<const std::string_view> texts) { return cell_of(std::string_view(joined(texts, ";"))); }

template <class T>
constexpr CellKind k_kind_of = CellKind::text;
template <>
constexpr CellKind k_kind_of<bool> = CellKind::boolean;
template <>
constexpr CellKind k_kind_of<int> = CellKind::number;
template <class Unit>
constexpr CellKind k_kind_of<Quantity<Unit>> = CellKind::number;
template <class T>
constexpr CellKind k_kind_of<std::optional<T>> = k_kind_of<T>;

/// A figure of the GPU as the catalog has it.
template <auto member>
constexpr OfferField of_gpu(std::string_view key, std::string_view meaning) {
  using Value = std::remove_cvref_t<decltype(std::declval<const Gpu&>().*member)>;
  return {key, k_kind_of<Value>, meaning, [](const DetailedOffer& row) { return cell_of(row.offer.gpu->*member); }};
}

/// A field read from the offer, from its price or from its performance; unknown where there is none. `Read` is the type
/// of a lambda without captures.
template <class Read>
constexpr OfferField of_offer(std::string_view key, CellKind kind, std::string_view meaning, Read /*read*/) {
  return {key, kind, meaning, [](const DetailedOffer& row) { return cell_of(Read{}(row.offer)); }};
}
template <class Read>
constexpr OfferField of_price(std::string_view key, CellKind kind, std::string_view meaning, Read /*read*/) {
  return {key, kind, meaning, [](const DetailedOffer& row) {
            return row.offer.price ? cell_of(Read{}(row.offer, *row.offer.price)) : Cell();
          }};
}
template <class Read>
constexpr OfferField of_performance(std::string_view key, CellKind kind, std::string_view meaning, Read /*read*/) {
  return {key, kind, meaning, [](const DetailedOffer& row) {
            return row.details.performance ? cell_of(Read{}(*row.details.performance)) : Cell();
          }};
}

/// A number of how the job of a request does on the GPUs of a row; unknown without one.
template <class Read>
constexpr OfferField of_fit(std::string_view key, std::string_view meaning, Read /*read*/) {
  return {key, CellKind::number, meaning,
          [](const DetailedOffer& row) { return row.details.plan ? cell_of(Read{}(*row.details.plan)) : Cell(); }};
}
template <class Read>
constexpr OfferField of_rate(std::string_view key, std::string_view meaning, Read /*read*/) {
  return {key, CellKind::number, meaning, [](const DetailedOffer& row) {
            return row.details.rates() != nullptr ? cell_of(Read{}(row.details.rates()->together)) : Cell();
          }};
}

template <class Read>
constexpr OfferField of_familiar(std::string_view key, std::string_view meaning, Read /*read*/) {
  return {key, CellKind::number, meaning, [](const DetailedOffer& row) {
            return row.details.familiar.empty() ? Cell() : cell_of(Read{}(row.details.familiar.front()));
          }};
}
template <class Read>
constexpr OfferField of_run(std::string_view key, std::string_view meaning, Read /*read*/) {
  return {key, CellKind::number, meaning,
          [](const DetailedOffer& row) { return row.details.run ? cell_of(Read{}(*row.details.run)) : Cell(); }};
}

template <class Read>
constexpr OfferField of_cost(std::string_view key, std::string_view meaning, Read /*read*/) {
  return {key, CellKind::number, meaning,
          [](const DetailedOffer& row) { return row.details.cost ? cell_of(Read{}(row)) : Cell(); }};
}
template <class Read>
constexpr OfferField of_rental(std::string_view key, std::string_view meaning, Read /*read*/) {
  return {key, CellKind::text, meaning, [](const DetailedOffer& row) {
            return row.offer.rental ? cell_of(Read{}(*row.offer.rental->cheapest)) : Cell();
          }};
}

Cell own_or_rent_cell(const DetailedOffer& row) {
  const auto& found = row.details.own_or_rent;
  return found ? cell_of(found->verdict) : Cell();
}

/// The ids of the sources of a GPU's figures, each once, that of most of them first.
std::vector<std::string_view> figure_sources(const Gpu& gpu) {
  std::vector<std::string_view> ids = {gpu.source};
  for (const FieldSource& exception : gpu.sources) {
    if (!contains(ids, exception.source)) ids.push_back(exception.source);
  }
  return ids;
}

std::vector<std::string_view> warning_ids(const DetailedOffer& row) {
  std::vector<std::string_view> ids;
  for (const Warning& warning : row.details.warnings) {
    if (!contains(ids, warning.id)) ids.push_back(warning.id);
  }
  return ids;
}

constexpr auto k_text = CellKind::text;
constexpr auto k_number = CellKind::number;
constexpr auto k_boolean = CellKind::boolean;

constexpr auto k_fields_of_rows = std::to_array<OfferField>({
    {"rank", k_number, "place in the answer", [](const DetailedOffer& row) { return cell_of(row.rank); }},
    {"group", k_number, "the same for rows that rank equal before ties are broken",
     [](const DetailedOffer& row) { return cell_of(row.group); }},
    of_gpu<&Gpu::id>("id", "stable id of the GPU"),
    of_gpu<&Gpu::name>("name", "product name with the vendor"),
    of_gpu<&Gpu::vendor>("vendor", "vendor of the chip, such as nvidia"),
    of_offer("condition", k_text, "new, used or mixed; rent", [](const Offer& offer) { return condition_name(offer); }),
    of_offer("count", k_number, "equal GPUs in the row", [](const Offer& offer) { return offer.count; }),
    {"speedup", k_number, "of all GPUs of the row over one",
     [](const DetailedOffer& row) { return cell_of(row.details.speedup.factor); }},
    of_offer("speed", k_number, "what ranks: performance, or the priority score where that stands in",
             [](const Offer& offer) { return offer.speed; }),
    of_gpu<&Gpu::memory>("memory_gb", "memory of one board, GB"),
    of_performance("performance", k_number, "speed of the row, reference card = 1",
                   [](const auto& p) { return p.index; }),
    of_performance("performance_low", k_number, "lower end of the 80 % interval", [](const auto& p) { return p.low; }),
    of_performance("performance_high", k_number, "upper end of the 80 % interval",
                   [](const auto& p) { return p.high; }),
    of_performance("performance_basis", k_text, "measured, scaled or estimated", [](const auto& p) { return p.basis; }),
    of_performance("measurements", k_number, "that performance rests on", [](const auto& p) { return p.measurements; }),
    of_offer("priority", k_number, "priority score of one GPU", [](const Offer& offer) { return offer.priority; }),
    of_offer("value", k_number, "speed per 1000 US dollars", [](const Offer& offer) { return value(offer); }),
    of_offer("efficiency", k_number, "speed per kilowatt", [](const Offer& offer) { return efficiency(offer); }),
    of_price("price_usd", k_number, "what all GPUs of the row cost today, US dollars",
             [](const Offer& offer, const auto& price) { return at_price(offer, price.today); }),
    of_price("price_low_usd", k_number, "lower end of the 80 % interval",
             [](const Offer& offer, const auto& price) { return at_price(offer, price.low); }),
    of_price("price_high_usd", k_number, "upper end of the 80 % interval",
             [](const Offer& offer, const auto& price) { return at_price(offer, price.high); }),
    of_price("price_quotes", k_number, "quotes of the newest three months that have any",
             [](const Offer&, const auto& price) { return static_cast<int>(price.quotes.size()); }),
    of_price("price_basis", k_text, "seen, carried or list",
             [](const Offer&, const auto& price) { return price.basis; }),
    of_price("price_as_of", k_text, "date of the newest quote",
             [](const Offer&, const auto& price) { return price.seen(); }),
    of_price("price_old", k_boolean, "whether the price is too old to rank with current ones",
             [](const Offer&, const auto& price) { return price.age != PriceAge::current; }),
    of_price("price_sources", k_text, "ids of the sources of the quotes",
             [](const Offer&, const auto& price) { return sources_of(price); }),
    of_offer("power_w", k_number, "board power of all GPUs of the row, W",
             [](const Offer& offer) { return power(offer); }),
    {"warnings", k_text, "ids of what to know before trusting the row",
     [](const DetailedOffer& row) { return cell_of(warning_ids(row)); }},

    of_price("price_age", k_text, "current, old or unusable",
             [](const Offer&, const auto& price) { return price.age; }),
    of_price("price_age_days", k_number, "days from the newest quote to the catalog's day, at least",
             [](const Offer&, const auto& price) { return price.age_days; }),

    of_offer("memory_to_buy_gb", k_number, "memory of the host that is bought with the row's GPUs, GB",
             [](const Offer& offer) { return offer.memory ? std::optional(offer.memory->size) : std::nullopt; }),
    of_offer("memory_price_usd", k_number, "what it costs, with a machine that takes it; part of price_usd",
             [](const Offer& offer) { return offer.memory ? offer.memory->total() : std::nullopt; }),
    of_offer("further_cards_usd", k_number,
             "slots, board and power supply of the cards beyond the first: counts in the order, not in price_usd",
             [](const Offer& offer) { return offer.further_cards; }),
    of_price("price_each_usd", k_number, "what one GPU costs today, US dollars",
             [](const Offer&, const auto& price) { return price.today; }),
    {"speedup_basis", k_text, "measured, interpolated, counted, guide or unknown; of several GPUs",
     [](const DetailedOffer& row) {
       return row.details.speedup.count == 1 ? Cell() : cell_of(row.details.speedup.basis);
     }},
    of_performance("vendor_measured", k_boolean, "false: an estimate from another vendor's GPUs",
                   [](const auto& p) { return p.is_vendor_measured; }),
    of_performance("performance_sources", k_text, "ids of the sources of the speed",
                   [](const auto& p) { return p.sources; }),
    of_offer("short_name", k_text, "product name without the vendor",
             [](const Offer& offer) { return short_name(*offer.gpu); }),
    of_offer("memory_per_device_gb", k_number, "memory that one device of the board sees, GB",
             [](const Offer& offer) { return memory_per_device(*offer.gpu); }),
    of_offer("fit", k_text, "of the job with --model: fits or tight", [](const Offer& offer) { return offer.fit; }),
    of_fit("need_gb", "memory that the job needs on each GPU of the row, GB",
           [](const JobFit& fit) { return fit.way->need.total; }),
    of_fit("usable_gb", "memory that programs can have of each GPU, GB",
           [](const JobFit& fit) { return fit.memory.usable; }),
    of_rate("tokens_per_second", "written by the job, of all its sequences",
            [](const TokenRate& r) { return r.middle; }),
    of_rate("tokens_per_second_low", "lower end of the 80 % interval", [](const TokenRate& r) { return r.low; }),
    of_rate("tokens_per_second_high", "upper end of the 80 % interval", [](const TokenRate& r) { return r.high; }),
    {"tokens_per_second_engine", k_text, "engine by which this very network was measured, else empty",
     [](const DetailedOffer& row) {
       return row.details.rates() != nullptr && row.details.rates()->together.measured
                  ? cell_of(row.details.rates()->together.measured->engine)
                  : Cell();
     }},
    of_offer("user_tokens_per_second", k_number, "written for each user, where a speed was asked for",
             [](const Offer& offer) {
               return offer.user_speed ? std::optional(offer.user_speed->tokens_per_second) : std::nullopt;
             }),
    of_offer(
        "seconds_to_first_token", k_number, "until a prompt of half the context is read, where a speed was asked for",
        [](const Offer& offer) { return offer.user_speed ? offer.user_speed->seconds_to_first_token : std::nullopt; }),
    of_familiar("network_rate", "samples per second of the network by which the workload is known",
                [](const ReferenceThroughput& rate) { return four_digits(rate.middle); }),
    of_familiar("network_rate_low", "lower end of the 80 % interval",
                [](const ReferenceThroughput& rate) { return four_digits(rate.low); }),
    of_familiar("network_rate_high", "upper end of the 80 % interval",
                [](const ReferenceThroughput& rate) { return four_digits(rate.high); }),
    of_familiar("network_batch", "samples at a time on each GPU",
                [](const ReferenceThroughput& rate) { return rate.batch; }),
    of_run("run_hours", "that the training run asked for takes",
           [](const RunTime& run) { return four_digits(run.hours); }),
    of_run("run_hours_low", "lower end of the 80 % interval",
           [](const RunTime& run) { return four_digits(run.least_hours); }),
    of_run("run_hours_high", "upper end of the 80 % interval",
           [](const RunTime& run) { return four_digits(run.most_hours); }),
    of_run("run_kwh", "that its boards draw at full power",
           [](const RunTime& run) {
             return run.kilowatt_hours ? std::optional(four_digits(*run.kilowatt_hours)) : std::nullopt;
           }),
    of_run("run_electricity_usd", "what those cost",
           [](const RunTime& run) {
             return run.electricity ? std::optional(four_digits(run.electricity->value())) : std::nullopt;
           }),
    of_cost("cost_per_hour_usd", "what an hour of use costs, owned or rented",
            [](const DetailedOffer& row) { return four_digits(row.details.cost->hourly.value()); }),
    of_cost("cost_per_year_usd", "what a year of it costs",
            [](const DetailedOffer& row) { return to_cents(row.details.cost->yearly); }),
    of_cost("cost_total_usd", "what all years cost",
            [](const DetailedOffer& row) { return to_cents(row.details.cost->total); }),
    of_cost("cost_of_work_usd", "what is done in an hour at a speed of 1, or at one token per second",
            [](const DetailedOffer& row) {
              const auto cost = cost_of_work(row.offer);
              return cost ? std::optional(four_digits(cost->value())) : std::nullopt;
            }),
    {"own_or_rent", k_text, "own, rent or about-the-same, where rents compete", own_or_rent_cell},
    of_rental("rent_provider", "the cheapest that rents them out", [](const Rent& quote) { return quote.provider; }),
    of_rental("rent_terms", "on-demand or marketplace", [](const Rent& quote) { return quote.terms; }),
    of_rental("rent_seen", "when it was asked", [](const Rent& quote) { return quote.date; }),
    of_rental("rent_source", "id of the source", [](const Rent& quote) { return quote.source; }),
    {"lacks", k_text, "ids of features that the workload gains from and the GPU has not",
     [](const DetailedOffer&
            row) { return cell_of(mapped(row.details.lacks, [](const Feature* feature) { return feature->id; })); }},
    {"figure_sources", k_text, "ids of the sources of the GPU's figures",
     [](const DetailedOffer& row) { return cell_of(figure_sources(*row.offer.gpu)); }},

    of_gpu<&Gpu::architecture>("architecture", "name of the chip's architecture"),
    of_gpu<&Gpu::segment>("segment", "consumer, workstation, datacenter, unified or cloud"),
    of_gpu<&Gpu::form>("form", "how it is built: pcie-card, sxm5, laptop and others"),
    of_gpu<&Gpu::cooling>("cooling", "of the reference board: open-air, blower, passive or liquid"),
    of_gpu<&Gpu::distinction>("distinction", "of no ordinary product: modified, mining, export or announced"),
    of_gpu<&Gpu::released>("released", "first sale, else announcement"),
    of_gpu<&Gpu::end_of_production>("end_of_production", "when it was reported to be made no more, at the latest"),
    of_gpu<&Gpu::memory_type>("memory_type", "such as GDDR6 or HBM3"),
    of_gpu<&Gpu::memory_bus_bits>("memory_bus_bits", "width of the memory bus, bits"),
    of_gpu<&Gpu::memory_bandwidth>("memory_bandwidth_gbs", "memory bandwidth, GB/s"),
    of_gpu<&Gpu::fp32>("fp32_tflops", "FP32 vector rate as the vendor counts, TFLOPS"),
    of_gpu<&Gpu::fp32_dual_issue>("fp32_dual_issue", "whether that counts dual issue, so that half is reached without"),
    of_gpu<&Gpu::fp16_vector>("fp16_vector_tflops", "FP16 vector rate, TFLOPS"),
    of_gpu<&Gpu::fp16_tensor>("fp16_tensor_tflops", "FP16 matrix rate with FP32 accumulate, dense, TFLOPS"),
    of_gpu<&Gpu::fp16_tensor_fp16_accumulate>("fp16_tensor_fp16_accumulate_tflops",
                                              "FP16 matrix rate with FP16 accumulate, dense, TFLOPS"),
    of_gpu<&Gpu::bf16_tensor>("bf16_tensor_tflops", "BF16 matrix rate, dense, TFLOPS"),
    of_gpu<&Gpu::tf32_tensor>("tf32_tensor_tflops", "TF32 matrix rate, dense, TFLOPS"),
    of_gpu<&Gpu::int8>("int8_tops", "INT8 matrix rate, dense, TOPS"),
    of_gpu<&Gpu::fp8>("fp8_tflops", "FP8 matrix rate, dense, TFLOPS"),
    of_gpu<&Gpu::fp4>("fp4_tflops", "FP4 matrix rate, dense, TFLOPS"),
    of_gpu<&Gpu::tensor_cores>("tensor_cores", "tensor or matrix cores"),
    of_gpu<&Gpu::shader_units>("shader_units", "vector units"),
    of_gpu<&Gpu::boost_clock>("boost_clock_mhz", "nominal boost clock, MHz"),
    of_gpu<&Gpu::l2_cache>("l2_cache_mb", "L2 cache, MB"),
    of_gpu<&Gpu::infinity_cache>("infinity_cache_mb", "AMD's last-level cache, MB"),
    of_gpu<&Gpu::tdp>("tdp_w", "board power of one GPU, W"),
    of_gpu<&Gpu::idle_power>("idle_w", "power drawn without work, W"),
    of_gpu<&Gpu::recommended_psu>("recommended_psu_w", "power supply that the vendor recommends for one, W"),
    of_gpu<&Gpu::partner_psu>("partner_psu_w", "largest power supply that a maker of boards asks for at least, W"),
    of_gpu<&Gpu::peak_power>("peak_power_w", "highest peak measured of less than a millisecond, W"),
    of_gpu<&Gpu::power_connectors>("power_connectors", "of the vendor's own or reference board, such as 2x 8-pin"),
    of_gpu<&Gpu::compute_capability>("compute_capability", "of CUDA, such as 8.6"),
    of_gpu<&Gpu::pcie_gen>("pcie_gen", "PCI Express generation"),
    of_gpu<&Gpu::pcie_lanes>("pcie_lanes", "PCI Express lanes that are wired"),
    of_gpu<&Gpu::slots>("slots", "slots that the board takes"),
    of_gpu<&Gpu::length>("length_mm", "length of the vendor's own or reference board, mm"),
    of_gpu<&Gpu::shortest_partner_length>("shortest_partner_length_mm",
                                          "length of the shortest board of any maker, mm"),
    of_gpu<&Gpu::longest_partner_length>("longest_partner_length_mm", "length of the longest board of any maker, mm"),
    of_gpu<&Gpu::nvlink>("nvlink_gbs", "NVLink bandwidth, both directions together, GB/s"),
    of_offer("price_per_gb_usd", k_number, "US dollars per GB of memory, of all GPUs of the row",
             [](const Offer& offer) { return price_per_gb(offer); }),
    of_gpu<&Gpu::devices>("devices", "GPUs that software sees on the board, where more than one"),
});

}  // namespace

std::span<const OfferField> offer_fields() { return k_fields_of_rows; }

Records answer_records(const AnswerView& view) {
  std::vector<const OfferField*> usual;
  for (const OfferField& field : offer_fields().first(k_usual_fields)) usual.push_back(&field);
  for (const OfferField& field : offer_fields()) {
    const bool is_asked = (view.request().run && field.key.starts_with("run_")) ||
                          (view.request().largest_batch && field.key.starts_with("network_")) ||
                          (view.request().owning && field.key.starts_with("cost_")) ||
                          (view.request().includes_rent && field.key.starts_with("rent_"));
    if (is_asked) usual.push_back(&field);
  }
  const std::span<const OfferField* const> fields = view.fields.empty() ? usual : view.fields;
  Records records;
  for (const OfferField* field : fields) records.fields.push_back(field->field());
  for (const DetailedOffer& row : view.rows()) {
    auto& cells = records.rows.emplace_back();
    for (const OfferField* field : fields) cells.push_back(field->cell(row));
  }
  return records;
}

}  // namespace gpuadvisor
