#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "catalog/records/rent.hpp"
#include "gpuadvisor/catalog/gpu.hpp"

namespace gpuadvisor {

/// Why a row of a list of prices is no offer.
enum class RowRefusal : unsigned char {
  malformed,        // not what its format says: --on-error decides
  no_gpu,           // a machine without one
  unknown_gpu,      // of a name that the catalog does not have
  ambiguous_gpu,    // of a name that several GPUs have, which nothing in the row tells apart
  other_memory,     // with more or less memory than the GPU of that name
  bad_count,        // no whole number of GPUs, 1 or more
  part_of_gpu,      // a slice
  no_price,         // for all that is told
  bad_price,        // 0 or below
  placeholder,      // a figure that stands for an unknown price
  without_machine,  // the price of the accelerator alone
  not_for_rent,     // taken, or not offered
};

template <>
inline constexpr auto k_enum_names<RowRefusal> = std::to_array<std::string_view>(
    {"malformed", "no-gpu", "unknown-gpu", "ambiguous-gpu", "other-memory", "bad-count", "part-of-gpu", "no-price",
     "bad-price", "placeholder-price", "without-machine", "not-for-rent"});

/// Why a row is no offer; of a malformed one also what was expected: `a text in "gpu"`.
struct Refusal {
  RowRefusal why;
  std::string expected;

  Refusal(RowRefusal reason) : why(reason) {}  // NOLINT(google-explicit-constructor): mostly that is all
  explicit Refusal(std::string what) : why(RowRefusal::malformed), expected(std::move(what)) {}
};

/// A machine as a list of prices tells it, whatever the list. Views the row, but for what was taken apart.
struct ListedMachine {
  std::string taken_name{};      // of the accelerator, taken out of the machine's, or put right
  std::string_view listed_name;  // else, as it is written
  std::string further_name{};    // another one, which may tell more
  std::string_view type;         // what the provider calls such machines: "p5.48xlarge"
  std::string number{};          // of this machine, where there is no type
  std::string_view provider;
  std::string_view region;
  std::string_view date;
  int count = 1;                 // GPUs
  std::optional<double> memory;  // GiB of each GPU
  bool is_memory_sure = false;   // else it only tells variants of a name apart
  RentTerms terms = RentTerms::on_demand;
  std::optional<double> price{};  // USD per hour of the machine
  std::optional<double> spot{};   // the same where it may be taken back

  [[nodiscard]] std::string_view name() const {
    return taken_name.empty() ? listed_name : std::string_view(taken_name);
  }
};

/// What somebody asks for an hour of a machine. Views the row that it is from, and the catalog.
struct MarketOffer {
  const Gpu* gpu = nullptr;
  bool is_form_told = true;  // else it is one of several that differ in their form, and this the slowest
  int count = 1;
  UsdPerHour price;  // of the machine
  RentTerms terms = RentTerms::on_demand;
  std::string_view provider;
  std::string_view region;    // empty: not told
  std::string_view instance;  // empty: not told
  std::string_view date;      // empty: not told
};

}  // namespace gpuadvisor
