#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "option_parser.hpp"
#include "output/recommend/offer_fields.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {

/// Which fields the rows of an answer have.
struct FieldOptions {
  std::string list;
  bool is_alone = false;  // --fields without a value: all of them are to be listed

  void add_to(OptionParser& parser);
  /// Those asked for, in order; none: those that the format has by itself. Throws UsageError for an unknown one, for
  /// one named twice, and for a format that has no fields.
  [[nodiscard]] std::vector<const OfferField*> fields(Format format) const;
};

}  // namespace gpuadvisor::cli
