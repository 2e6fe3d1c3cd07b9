#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "asked_money.hpp"
#include "economics/owning.hpp"
#include "option_parser.hpp"

namespace gpuadvisor::cli {

class Session;

/// The options of how GPUs are owned and used.
struct OwningOptions {
  OwningTerms asked;
  std::optional<AskedMoney> host, electricity;
  std::optional<double> hours, use, years;
  std::optional<int> months, days;
  bool no_resale = false;

  /// The first one given but --kwh, which tells other things too, puts its name into `first_given`, if that is not
  /// null.
  void add_to(OptionParser& parser, std::string_view* first_given = nullptr);
  /// Throws UsageError.
  [[nodiscard]] OwningTerms terms(const Session& session) const;
};

/// "60%", "60 %" or "0.6", from `least` to `most`; throws UsageError.
[[nodiscard]] double share_from(std::string_view option, std::string_view text, double most, double least = 0);
[[nodiscard]] inline auto share_up_to(double most) {
  return [most](std::string_view option, std::string_view text) { return share_from(option, text, most); };
}

}  // namespace gpuadvisor::cli
