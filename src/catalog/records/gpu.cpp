#include "gpuadvisor/catalog/gpu.hpp"

#include <type_traits>
#include <utility>

#include "core/text.hpp"

namespace gpuadvisor {

std::string_view source_of(const Gpu& gpu, std::string_view field_key) {
  for (const auto& exception : gpu.sources) {
    if (exception.field == field_key) return exception.source;
  }
  return gpu.source;
}

namespace {

template <class T>
constexpr bool k_is_figure = std::is_same_v<T, std::optional<int>>;
template <class Unit>
constexpr bool k_is_figure<std::optional<Quantity<Unit>>> = true;

double number(int member) { return member; }
template <class Unit>
double number(Quantity<Unit> member) {
  return member.value();
}

/// Calls `visit` with each field that holds a number.
template <class Visit>
void for_each_figure(Visit visit) {
  for_each_field<Gpu>([&](const auto& field, std::size_t) {
    using Member = std::remove_cvref_t<decltype(std::declval<const Gpu&>().*field.member)>;
    if constexpr (k_is_figure<Member>) visit(field);
  });
}

}  // namespace

std::optional<double> figure(const Gpu& gpu, std::string_view field_key) {
  std::optional<double> found;
  for_each_figure([&](const auto& field) {
    const auto& member = gpu.*field.member;
    if (field.key == field_key && member) found = number(*member);
  });
  return found;
}

std::vector<std::string_view> figure_keys() {
  std::vector<std::string_view> keys;
  for_each_figure([&](const auto& field) { keys.push_back(field.key); });
  return keys;
}

std::optional<Gibibytes> memory_per_device(const Gpu& gpu) {
  if (!gpu.memory) return std::nullopt;
  return *gpu.memory / gpu.devices.value_or(1);
}

std::optional<GigabytesPerSecond> memory_bandwidth_per_device(const Gpu& gpu) {
  if (!gpu.memory_bandwidth) return std::nullopt;
  return *gpu.memory_bandwidth / gpu.devices.value_or(1);
}

std::string_view distinction_words(const Gpu& gpu) {
  if (gpu.distinction) {
    switch (*gpu.distinction) {
      case Distinction::modified:
        return "modified";
      case Distinction::mining:
        return "mining card";
      case Distinction::exported:
        return "export version";
      case Distinction::announced:
        return "announced, not on sale";
    }
  }
  if (gpu.form == Form::laptop) return "laptop";
  return gpu.segment == Segment::unified ? "whole machine" : "";
}

std::string_view short_name(const Gpu& gpu) {
  const std::size_t length = gpu.vendor.size();
  const bool leads =
      gpu.name.size() > length + 1 && gpu.name[length] == ' ' && lower_case(gpu.name.substr(0, length)) == gpu.vendor;
  return leads ? gpu.name.substr(length + 1) : gpu.name;
}

std::string_view vendor_name(const Gpu& gpu) {
  const std::size_t rest = short_name(gpu).size();
  return rest == gpu.name.size() ? gpu.vendor : gpu.name.substr(0, gpu.vendor.size());
}

}  // namespace gpuadvisor
