#include "price_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/decimal_from_chars.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_most_gpus_of_machine = 100'000;  // a pod of TPUs has fewer
constexpr std::size_t k_longest_text = 200;         // bytes of a name
constexpr double k_mib_per_gib = 1024;
constexpr double k_least_price = 0.001;  // USD an hour, as data files may have them
constexpr double k_most_price = 1e7;

enum Key : std::size_t {
  own_gpu,
  own_count,
  own_price,
  own_provider,
  own_terms,
  own_region,
  own_instance,
  own_date,
  own_memory,
  vast_gpu,
  vast_count,
  vast_memory,
  vast_price,
  vast_bid,
  vast_is_bid,
  vast_place,
  vast_id,
  vast_rentable,
  vast_rented,
};
constexpr auto k_keys = std::to_array<std::string_view>(
    {"gpu", "count", "usd_per_hour", "provider", "terms", "region", "instance", "date", "memory_gb", "gpu_name",
     "num_gpus", "gpu_ram", "dph_total", "min_bid", "is_bid", "geolocation", "id", "rentable", "rented"});
static_assert(k_keys.size() == vast_rented + 1 && k_keys.size() <= FlatObject::k_most_keys);

using Member = ScalarMember;

/// Whether the member is of that kind, absent or null.
bool is(const Member& member, Member::Kind kind) {
  return member.kind == kind || member.kind == Member::Kind::absent || member.kind == Member::Kind::null;
}

std::optional<double> number(const Member& member) {
  return member.kind == Member::Kind::number ? std::optional(member.number) : std::nullopt;
}

/// A fault where one of the members is of another kind.
std::optional<Refusal> fault_of_kind(const FlatObject& object, Member::Kind kind, std::initializer_list<Key> keys) {
  constexpr auto k_kinds = std::to_array<std::string_view>({"", "", "true or false", "a number", "a text", ""});
  for (const Key key : keys) {
    if (is(object.member(key), kind)) {
      if (kind == Member::Kind::text && object.member(key).text.size() > k_longest_text) {
        return Refusal(fmt::format(R"(a text of at most {} bytes in "{}")", k_longest_text, k_keys[key]));
      }
      continue;
    }
    return Refusal(fmt::format(R"({} in "{}")", k_kinds[static_cast<std::size_t>(kind)], k_keys[key]));
  }
  return std::nullopt;
}

/// What is wrong with a count, if anything is.
std::optional<RowRefusal> fault_of_count(double count) {
  if (count > 0 && count < 1) return RowRefusal::part_of_gpu;
  if (count >= 1 && count <= k_most_gpus_of_machine && count == std::floor(count)) return std::nullopt;
  return RowRefusal::bad_count;
}

/// The machine, or why nothing is asked for it.
Listed priced(ListedMachine machine) {
  if (machine.spot && *machine.spot == 0) machine.spot.reset();  // how lists write that there is none
  const auto is_bad = [](const auto& price) { return price && (*price < k_least_price || *price > k_most_price); };
  if (is_bad(machine.price) || is_bad(machine.spot)) return RowRefusal::bad_price;
  if (!machine.price && !machine.spot) return RowRefusal::no_price;
  return machine;
}

/// A list of our own, one object a line.
Listed own(const FlatObject& object) {
  const auto kind = [&](Key key) { return object.member(key).kind; };
  if (kind(own_gpu) != Member::Kind::text) return Refusal(R"(a text in "gpu")");
  if (kind(own_count) != Member::Kind::number) return Refusal(R"(a number in "count")");
  if (auto fault = fault_of_kind(object, Member::Kind::text,
                                 {own_gpu, own_provider, own_terms, own_region, own_instance, own_date})) {
    return *fault;
  }
  if (auto fault = fault_of_kind(object, Member::Kind::number, {own_price, own_memory})) return *fault;
  const auto text = [&](Key key) { return object.member(key).text; };
  ListedMachine machine;
  if (!text(own_terms).empty()) {
    const auto terms = enum_from_name<RentTerms>(text(own_terms));
    const bool is_of_lists = terms && (is_kept_while_paid(*terms) || *terms == RentTerms::spot);
    if (!is_of_lists) return Refusal(R"(on-demand, spot or marketplace in "terms")");
    machine.terms = *terms;
  }
  if (!text(own_date).empty() && !PartialDate::parse(text(own_date))) return Refusal(R"(a date in "date")");
  if (const auto fault = fault_of_count(object.member(own_count).number)) return *fault;
  if (text(own_gpu).empty()) return RowRefusal::no_gpu;
  machine.listed_name = text(own_gpu);
  machine.type = text(own_instance);
  machine.provider = text(own_provider);
  machine.region = text(own_region);
  machine.date = text(own_date);
  machine.count = static_cast<int>(object.member(own_count).number);
  machine.memory = number(object.member(own_memory));
  machine.is_memory_sure = true;
  machine.price = number(object.member(own_price));
  return priced(std::move(machine));
}

/// With SUPER written out, for which Vast writes an S behind the number: "RTX 4070S Ti", "GTX 1660 S".
std::string with_super(std::string name) {
  for (std::size_t at = 4; at < name.size(); ++at) {
    const bool is_behind = is_digit(name[at - 1]) || (name[at - 1] == ' ' && is_digit(name[at - 2]));
    const bool is_word = at + 1 == name.size() || name[at + 1] == ' ';
    if (name[at] != 'S' || !is_behind || !is_word) continue;
    const bool has_blank = name[at - 1] == ' ';
    const std::string_view rest = std::string_view(name).substr(at + 1);
    const std::string begin = name.substr(0, has_blank ? at - 1 : at);
    // The word stands last in NVIDIA's own names: "RTX 4070 Ti SUPER".
    return fmt::format("{}{} SUPER", begin, rest);
  }
  return name;
}

/// An offer of vast.ai, as its search prints it.
Listed vast(const FlatObject& object) {
  if (object.member(own_gpu).kind != Member::Kind::absent) return Refusal(R"(either "gpu" or "gpu_name")");
  if (auto fault = fault_of_kind(object, Member::Kind::text, {vast_gpu, vast_place})) return *fault;
  if (auto fault =
          fault_of_kind(object, Member::Kind::number, {vast_count, vast_memory, vast_price, vast_bid, vast_id})) {
    return *fault;
  }
  if (auto fault = fault_of_kind(object, Member::Kind::boolean, {vast_is_bid, vast_rentable, vast_rented})) {
    return *fault;
  }
  const std::string_view name = object.member(vast_gpu).text;
  if (name.empty()) return RowRefusal::no_gpu;
  const bool is_rentable =
      object.member(vast_rentable).kind == Member::Kind::absent || object.member(vast_rentable).boolean;
  if (!is_rentable || object.member(vast_rented).boolean) return RowRefusal::not_for_rent;
  const auto count = number(object.member(vast_count));
  if (!count) return RowRefusal::bad_count;
  if (const auto fault = fault_of_count(*count)) return *fault;
  ListedMachine machine;
  machine.listed_name = name;
  if (name.find('S') != std::string_view::npos) {
    if (std::string whole = with_super(std::string(name)); whole != name) machine.taken_name = std::move(whole);
  }
  machine.provider = "vast.ai";
  machine.region = object.member(vast_place).text;
  if (const auto id = number(object.member(vast_id))) machine.number = json_number(*id);
  machine.count = static_cast<int>(*count);
  if (const auto memory = number(object.member(vast_memory))) machine.memory = *memory / k_mib_per_gib;
  machine.is_memory_sure = true;
  machine.terms = object.member(vast_is_bid).boolean ? RentTerms::spot : RentTerms::marketplace;
  machine.price = number(object.member(vast_price));
  if (!object.member(vast_is_bid).boolean) machine.spot = number(object.member(vast_bid));
  return priced(std::move(machine));
}

/// A field that is a number, or empty. Nothing at all where it is something else.
std::optional<std::optional<double>> number_in(std::string_view field) {
  if (field.empty()) return std::optional<double>();
  double value = 0;
  const auto [end, problem] = decimal_from_chars(field.data(), field.data() + field.size(), value);
  if (problem != std::errc() || end != field.data() + field.size() || !std::isfinite(value)) return std::nullopt;
  return std::optional(value);
}

/// What stands behind `key` in the text of a dictionary, as Python or JSON writes it; empty without that.
std::string_view behind_key(std::string_view text, std::string_view key) {
  for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const auto end = at + key.size();
    const bool is_quoted = at > 0 && end < text.size() && text[end] == text[at - 1];
    if (is_quoted && (text[end] == '\'' || text[end] == '"')) return text.substr(end + 1);
  }
  return {};
}

/// The number behind `key`: "{'Count': 8, 'SizeInMiB': 81920}".
std::optional<double> number_behind(std::string_view text, std::string_view key) {
  text = behind_key(text, key);
  text.remove_prefix(std::min(text.size(), text.find_first_of("0123456789")));
  double value = 0;
  return decimal_from_chars(text.data(), text.data() + text.size(), value).ec == std::errc() ? std::optional(value)
                                                                                             : std::nullopt;
}

/// The text behind `key`: "{'Name': 'A100 PCIe'}".
std::string_view text_behind(std::string_view text, std::string_view key) {
  text = behind_key(text, key);
  const auto begin = text.find_first_of("'\"");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin + 1, text.find_first_of("'\"", begin + 1) - begin - 1);
}

/// What stands behind "8x" or "8x-" at the beginning; nothing without that.
std::optional<std::string_view> behind_count(std::string_view type) {
  const auto digits = static_cast<std::size_t>(std::find_if_not(type.begin(), type.end(), is_digit) - type.begin());
  if (digits == 0 || digits + 1 >= type.size() || type[digits] != 'x') return std::nullopt;
  return type.substr(digits + 1);
}

std::string with_blanks(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

enum class Writer : unsigned char { vast, runpod, lambda, prime, other };  // who made a SkyPilot catalog, by its types

/// Who calls machines so, and the GPU's name in it: "1x-RTX_4070S_Ti-32-65536" of Vast, "gpu_8x_a100_80gb_sxm4" of
/// Lambda. A type of Vast ends with the machine's memory in MiB; with its GiB, `memory`, it is Hyperbolic's. Source:
/// docs/offers.md#formats.
std::pair<Writer, std::string> writer_of(std::string_view type, std::string_view memory) {
  if (type.find("__") != std::string_view::npos) return {Writer::prime, {}};
  if (type.starts_with("gpu_")) {
    if (const auto rest = behind_count(type.substr(4)); rest && rest->starts_with('_'))
      return {Writer::lambda, with_blanks(rest->substr(1))};
  }
  const auto rest = behind_count(type);
  if (!rest) return {Writer::other, {}};
  if (rest->starts_with('_')) return {Writer::runpod, {}};
  const auto memory_at = rest->rfind('-');
  const auto processors =
      memory_at == 0 || memory_at == std::string_view::npos ? memory_at : rest->rfind('-', memory_at - 1);
  if (!rest->starts_with('-') || processors == 0 || processors == std::string_view::npos) return {Writer::other, {}};
  if (number_in(rest->substr(memory_at + 1)) == number_in(memory)) return {Writer::other, {}};
  return {Writer::vast, with_super(with_blanks(rest->substr(1, processors - 1)))};
}

std::string_view provider_of(Writer writer) {
  switch (writer) {
    case Writer::vast:
      return "vast.ai";
    case Writer::runpod:
      return "runpod";
    case Writer::lambda:
      return "lambda";
    case Writer::prime:
    case Writer::other:
      break;
  }
  return {};
}

/// Of one GPU, in GiB, by what each catalog writes; it tells variants apart, and nothing else. Some write GiB in spite
/// of the name, which are too few for MiB, and some those of all GPUs.
double skypilot_memory(Writer writer, double size, double count) {
  const bool is_of_all = writer == Writer::vast || writer == Writer::prime;
  return (size < k_mib_per_gib ? size : size / k_mib_per_gib) / (is_of_all ? count : 1);
}

struct TpuSlice {
  std::string name;
  int chips = 0;
};

/// "tpu-v6e-8" are 8 chips, "v2-8" 8 cores, of which a chip has two. Nothing where the name is no TPU's.
std::optional<TpuSlice> tpu_slice(std::string_view name) {
  if (name.starts_with("tpu-")) name.remove_prefix(4);
  const auto dash = name.rfind('-');
  if (!name.starts_with('v') || dash == std::string_view::npos) return std::nullopt;
  const std::string_view version = name.substr(0, dash);
  const auto count = number_in(name.substr(dash + 1)).value_or(std::nullopt);
  if (!count || fault_of_count(*count)) return std::nullopt;
  const bool counts_chips = version == "v5litepod" || version == "v5e" || version == "v6e";
  const bool counts_cores = version == "v2" || version == "v3" || version == "v4" || version == "v5p";
  if (!counts_chips && !counts_cores) return std::nullopt;
  const int chips = static_cast<int>(*count) / (counts_chips ? 1 : 2);
  if (chips < 1) return std::nullopt;
  return TpuSlice{"TPU " + std::string(version == "v5litepod" ? "v5e" : version), chips};
}

constexpr double k_unknown_tpu_price = 700;  // what SkyPilot's catalog of Google writes where it knows none

/// The GPUs of a row, as `name` and `count` tell them.
std::optional<RowRefusal> take_accelerator(ListedMachine& machine, std::string_view name, double count) {
  if (const auto fault = fault_of_count(count)) return fault;
  if (const auto slice = tpu_slice(name)) {
    machine.taken_name = slice->name;
    count *= slice->chips;
    if (const auto fault = fault_of_count(count)) return fault;
  }
  machine.count = static_cast<int>(count);
  return std::nullopt;
}

constexpr auto k_skypilot = std::to_array<std::string_view>(
    {"InstanceType", "AcceleratorName", "AcceleratorCount", "GpuInfo", "Price", "SpotPrice", "Region"});
constexpr auto k_gpuhunt = std::to_array<std::string_view>(
    {"instance_name", "location", "price", "gpu_count", "gpu_name", "gpu_memory", "spot"});
constexpr auto k_full_stack =
    std::to_array<std::string_view>({"Cloud", "GPU Type", "GPUs", "GPU RAM", "On-demand", "Spot", "Name"});

}  // namespace

std::span<const std::string_view> offer_keys() { return k_keys; }

Listed listed(const FlatObject& object) {
  return object.member(vast_gpu).kind == Member::Kind::absent ? own(object) : vast(object);
}

std::optional<PriceTable> PriceTable::with_columns(std::vector<std::string> columns) {
  const auto has = [&](std::span<const std::string_view> wanted) {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](std::string_view one) { return std::count(columns.begin(), columns.end(), one) == 1; });
  };
  if (has(k_skypilot)) return PriceTable(Kind::skypilot, std::move(columns));
  if (has(k_gpuhunt)) return PriceTable(Kind::gpuhunt, std::move(columns));
  if (has(k_full_stack)) return PriceTable(Kind::full_stack, std::move(columns));
  return std::nullopt;
}

Listed PriceTable::listed(std::span<const std::string> row) const {
  switch (m_kind) {
    case Kind::skypilot:
      return of_skypilot(row);
    case Kind::gpuhunt:
      return of_gpuhunt(row);
    case Kind::full_stack:
      break;
  }
  return of_full_stack(row);
}

std::string_view PriceTable::field(std::span<const std::string> row, std::string_view column) const {
  const auto place = static_cast<std::size_t>(std::ranges::find(m_columns, column) - m_columns.begin());
  return place < row.size() ? std::string_view(row[place]) : std::string_view();
}

Listed PriceTable::of_skypilot(std::span<const std::string> row) const {
  const std::string_view name = field(row, "AcceleratorName");
  const auto count = number_in(field(row, "AcceleratorCount"));
  const auto price = number_in(field(row, "Price"));
  const auto spot = number_in(field(row, "SpotPrice"));
  if (!count || !price || !spot) return Refusal("numbers in AcceleratorCount, Price and SpotPrice");
  if (name.empty()) return RowRefusal::no_gpu;
  if (!*count) return RowRefusal::bad_count;
  const std::string_view info = field(row, "GpuInfo");
  if (number_behind(info, "GpuPartitionSize").value_or(1) < 1) return RowRefusal::part_of_gpu;
  ListedMachine machine;
  machine.type = field(row, "InstanceType");
  machine.region = field(row, "Region");
  const auto [writer, own_name] = writer_of(machine.type, field(row, "MemoryGiB"));
  machine.listed_name = name;
  if (writer == Writer::vast) {
    machine.taken_name = own_name;
  } else {
    machine.further_name = own_name.empty() ? std::string(text_behind(info, "Name")) : own_name;
  }
  if (const auto fault = take_accelerator(machine, name, **count)) return *fault;
  const bool is_tpu = tpu_slice(name).has_value();
  if (machine.type.empty() && !is_tpu) return RowRefusal::without_machine;
  if (is_tpu && *price == k_unknown_tpu_price) return RowRefusal::placeholder;
  const auto size = number_behind(info, "SizeInMiB");
  if (size && *size > 0) machine.memory = skypilot_memory(writer, *size, **count);
  machine.is_memory_sure = writer == Writer::vast;
  machine.provider = provider_of(writer);
  if (writer == Writer::vast || writer == Writer::runpod) {  // made of the GPU and the size: no type that is known
    machine.number = machine.type;
    machine.type = {};
  }
  if (writer == Writer::prime) {  // which tells what the cloud behind it calls the machine
    machine.number = machine.type;
    machine.type = field(row, "UpstreamCloudId");
  }
  machine.terms = writer == Writer::vast ? RentTerms::marketplace : RentTerms::on_demand;
  machine.price = *price;
  machine.spot = *spot;
  return priced(std::move(machine));
}

Listed PriceTable::of_gpuhunt(std::span<const std::string> row) const {
  const std::string_view name = field(row, "gpu_name");
  const std::string_view spot = field(row, "spot");
  const auto count = number_in(field(row, "gpu_count"));
  const auto memory = number_in(field(row, "gpu_memory"));
  const auto price = number_in(field(row, "price"));
  if (!count || !memory || !price) return Refusal("numbers in gpu_count, gpu_memory and price");
  if (spot != "True" && spot != "False") return Refusal("True or False in spot");
  if (name.empty()) return RowRefusal::no_gpu;
  if (!*count) return RowRefusal::bad_count;
  ListedMachine machine;
  machine.type = field(row, "instance_name");
  machine.region = field(row, "location");
  machine.listed_name = name;
  if (const auto fault = take_accelerator(machine, name, **count)) return *fault;
  const bool is_tpu = tpu_slice(name).has_value();
  if (is_tpu && *price == k_unknown_tpu_price) return RowRefusal::placeholder;
  if (!is_tpu) machine.memory = *memory;
  machine.is_memory_sure = true;
  machine.terms = spot == "True" ? RentTerms::spot : RentTerms::on_demand;
  machine.price = *price;
  return priced(std::move(machine));
}

Listed PriceTable::of_full_stack(std::span<const std::string> row) const {
  const std::string_view name = field(row, "GPU Type");
  const auto count = number_in(field(row, "GPUs"));
  const auto memory = number_in(field(row, "GPU RAM"));
  const auto price = number_in(field(row, "On-demand"));
  const auto spot = number_in(field(row, "Spot"));
  if (!count || !memory || !price || !spot) return Refusal("numbers in GPUs, GPU RAM, On-demand and Spot");
  if (name.empty()) return RowRefusal::no_gpu;
  if (!*count) return RowRefusal::bad_count;
  ListedMachine machine;
  machine.listed_name = name.substr(0, name.find(" ("));
  machine.provider = field(row, "Cloud");
  machine.type = field(row, "Name");
  if (const auto fault = take_accelerator(machine, machine.listed_name, **count)) return *fault;
  if (*memory) machine.memory = **memory / **count;
  machine.is_memory_sure = true;
  machine.price = *price;
  machine.spot = *spot;
  return priced(std::move(machine));
}

}  // namespace gpuadvisor
