#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// Whom the product is sold to; `unified` shares its memory with a CPU, `cloud` is for rent only.
enum class Segment : unsigned char { consumer, workstation, datacenter, unified, cloud };

template <>
inline constexpr auto k_enum_names<Segment> = std::to_array<std::string_view>({"consumer", "workstation", "datacenter",
                                                                               "unified", "cloud"});

/// How the product is built, after its reference board.
enum class Form : unsigned char {
  pcie_card,
  pcie_low_profile,
  sxm,  // of a generation that is not told
  sxm2,
  sxm4,
  sxm5,
  sxm6,
  oam,
  superchip,
  socket,
  soc,
  laptop,
  cloud_chip,
};

template <>
inline constexpr auto k_enum_names<Form> = std::to_array<std::string_view>({"pcie-card", "pcie-low-profile", "sxm",
                                                                            "sxm2", "sxm4", "sxm5", "sxm6", "oam",
                                                                            "superchip", "socket", "soc", "laptop",
                                                                            "cloud-chip"});

/// How the reference board is cooled; `passive` needs the air flow of a server.
enum class Cooling : unsigned char { open_air, blower, passive, liquid };

template <>
inline constexpr auto k_enum_names<Cooling> = std::to_array<std::string_view>({"open-air", "blower", "passive",
                                                                               "liquid"});

/// What sets a product apart from what a buyer takes it for by its name and figures.
enum class Distinction : unsigned char {
  modified,   // its memory was changed by others than the vendor
  mining,     // made for mining: without display output, with a cut-down host interface
  exported,   // made for a country to which the vendor may not sell the ordinary product
  announced,  // not on sale
};

template <>
inline constexpr auto k_enum_names<Distinction> = std::to_array<std::string_view>({"modified", "mining", "export",
                                                                                   "announced"});

/// A field of a record that comes from another source than the record as a whole.
struct FieldSource {
  std::string_view field;
  std::string_view source;
};

/// One accelerator product (a memory size is its own product) as its vendor specifies it.
/// All rates are dense and at the nominal boost clock. Text belongs to the Catalog that holds the record.
struct Gpu {
  std::string_view id;    // stable key, e.g. "nvidia-geforce-rtx-2070"
  std::string_view name;  // marketing name with the vendor, e.g. "NVIDIA GeForce RTX 2070"
  std::string_view vendor;
  std::string_view architecture;
  Segment segment = Segment::consumer;
  Form form = Form::pcie_card;
  std::optional<Cooling> cooling;
  std::optional<Distinction> distinction;        // none of an ordinary product
  std::optional<PartialDate> released;           // first sale where known, otherwise announcement
  std::optional<PartialDate> end_of_production;  // when it was reported to be made no more, at the latest

  std::optional<Gibibytes> memory;
  std::string_view memory_type;
  std::optional<int> memory_bus_bits;
  std::optional<GigabytesPerSecond> memory_bandwidth;

  std::optional<Teraflops> fp32;  // vector units, as the vendor counts
  bool fp32_dual_issue = false;   // fp32 counts dual issue or packed math: half is reached without
  std::optional<Teraflops> fp16_vector;
  std::optional<Teraflops> fp16_tensor;                  // FP16 in, FP32 accumulate: what mixed precision gets
  std::optional<Teraflops> fp16_tensor_fp16_accumulate;  // NVIDIA only
  std::optional<Teraflops> bf16_tensor;
  std::optional<Teraflops> tf32_tensor;
  std::optional<Teraops> int8;
  std::optional<Teraflops> fp8;
  std::optional<Teraflops> fp4;
  std::optional<Teraflops> matmul;  // reached by large 16-bit matrix products, as measured

  std::optional<int> tensor_cores;  // or matrix cores, XMX engines, matrix engines
  std::optional<int> shader_units;
  std::optional<Megahertz> boost_clock;
  std::optional<Megabytes> l2_cache;
  std::optional<Megabytes> infinity_cache;
  std::optional<Watts> tdp;              // board power; chip or module power where there is no board
  std::optional<Watts> idle_power;       // drawn without work
  std::optional<Watts> recommended_psu;  // the power supply that the vendor recommends for a system with one card
  std::optional<Watts> partner_psu;      // the largest supply that a maker of boards asks for at least
  std::optional<Watts> peak_power;       // the highest peak measured that lasts less than a millisecond
  std::string_view power_connectors;     // of the vendor's own or reference board, e.g. "2x 8-pin"
  std::string_view compute_capability;   // NVIDIA only, e.g. "8.0"
  std::string_view pcie_gen;             // e.g. "4.0"
  std::optional<int> pcie_lanes;         // wired, whatever the length of the connector
  std::optional<int> slots;
  std::optional<Millimetres> length;                   // of the vendor's own or reference board
  std::optional<Millimetres> shortest_partner_length;  // of the boards of all makers that a data base knows
  std::optional<Millimetres> longest_partner_length;   // the same
  std::optional<GigabytesPerSecond> nvlink;            // both directions together
  std::optional<int> devices;                          // GPUs that software sees on the board, where more than one

  std::span<const std::string_view> aliases;
  std::span<const std::string_view> misnomers;  // wrong names in use, which mean this GPU alone
  std::span<const std::string_view> notes;
  std::string_view source;                            // of every figure, unless `sources` says otherwise
  std::span<const FieldSource> sources;               // exceptions, by field key
  std::span<const std::string_view> further_sources;  // compared with, but not tied to one field

  std::optional<double> gpu_memory_share = std::nullopt;  // of its memory, as the asker set it; in no data file
};

template <>
inline constexpr auto k_fields<Gpu> = std::tuple{
    required("id", &Gpu::id),
    required("name", &Gpu::name),
    required("vendor", &Gpu::vendor),
    required("architecture", &Gpu::architecture),
    required("segment", &Gpu::segment),
    required("form", &Gpu::form),
    optional("cooling", &Gpu::cooling),
    optional("distinction", &Gpu::distinction),
    optional("released", &Gpu::released),
    optional("end_of_production", &Gpu::end_of_production),
    optional("memory_gb", &Gpu::memory),
    optional("memory_type", &Gpu::memory_type),
    optional("memory_bus_bits", &Gpu::memory_bus_bits),
    optional("memory_bandwidth_gbs", &Gpu::memory_bandwidth),
    optional("fp32_tflops", &Gpu::fp32),
    optional("fp32_dual_issue", &Gpu::fp32_dual_issue),
    optional("fp16_vector_tflops", &Gpu::fp16_vector),
    optional("fp16_tensor_tflops", &Gpu::fp16_tensor),
    optional("fp16_tensor_fp16_accumulate_tflops", &Gpu::fp16_tensor_fp16_accumulate),
    optional("bf16_tensor_tflops", &Gpu::bf16_tensor),
    optional("tf32_tensor_tflops", &Gpu::tf32_tensor),
    optional("int8_tops", &Gpu::int8),
    optional("fp8_tflops", &Gpu::fp8),
    optional("fp4_tflops", &Gpu::fp4),
    optional("matmul_tflops", &Gpu::matmul),
    optional("tensor_cores", &Gpu::tensor_cores),
    optional("shader_units", &Gpu::shader_units),
    optional("boost_clock_mhz", &Gpu::boost_clock),
    optional("l2_cache_mb", &Gpu::l2_cache),
    optional("infinity_cache_mb", &Gpu::infinity_cache),
    optional("tdp_w", &Gpu::tdp),
    optional("idle_w", &Gpu::idle_power),
    optional("recommended_psu_w", &Gpu::recommended_psu),
    optional("partner_psu_w", &Gpu::partner_psu),
    optional("peak_power_w", &Gpu::peak_power),
    optional("power_connectors", &Gpu::power_connectors),
    optional("compute_capability", &Gpu::compute_capability),
    optional("pcie_gen", &Gpu::pcie_gen),
    optional("pcie_lanes", &Gpu::pcie_lanes),
    optional("slots", &Gpu::slots),
    optional("length_mm", &Gpu::length),
    optional("shortest_partner_length_mm", &Gpu::shortest_partner_length),
    optional("longest_partner_length_mm", &Gpu::longest_partner_length),
    optional("nvlink_gbs", &Gpu::nvlink),
    optional("devices", &Gpu::devices),
    optional("aliases", &Gpu::aliases),
    optional("misnomers", &Gpu::misnomers),
    optional("notes", &Gpu::notes),
    required("source", &Gpu::source),
    optional("sources", &Gpu::sources),
    optional("further_sources", &Gpu::further_sources),
};

/// Fields that no source gives: our classification of the reference board, and the names it goes by.
inline constexpr auto k_editorial_fields = std::to_array<std::string_view>(
    {"vendor", "segment", "form", "cooling", "distinction", "aliases", "misnomers", "notes"});

/// The id of the source of one field: the exception if there is one, else the record's source.
[[nodiscard]] std::string_view source_of(const Gpu& gpu, std::string_view field_key);

/// The number that a field holds, in the unit of its key; nothing where it is unknown, or no figure.
[[nodiscard]] std::optional<double> figure(const Gpu& gpu, std::string_view field_key);

/// The keys of all figures: the fields whose values are numbers.
[[nodiscard]] std::vector<std::string_view> figure_keys();

/// Memory that one device of the GPU's board sees, which is what a model must fit in.
[[nodiscard]] std::optional<Gibibytes> memory_per_device(const Gpu& gpu);

/// The bandwidth of that memory.
[[nodiscard]] std::optional<GigabytesPerSecond> memory_bandwidth_per_device(const Gpu& gpu);

/// What sets a GPU apart from a card for desktops that is on sale, in a word or two: "mining card", "laptop"; empty of
/// such a card.
[[nodiscard]] std::string_view distinction_words(const Gpu& gpu);

/// The name without the vendor word: "GeForce RTX 2070".
[[nodiscard]] std::string_view short_name(const Gpu& gpu);

/// The vendor as the name spells it: "NVIDIA"; as the catalog does where the name does not begin with it.
[[nodiscard]] std::string_view vendor_name(const Gpu& gpu);

}  // namespace gpuadvisor
