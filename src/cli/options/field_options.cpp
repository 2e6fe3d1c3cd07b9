#include "field_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {
namespace {

const OfferField& require_field(std::string_view name) {
  const auto known = offer_fields();
  const std::string wanted = lower_case(name);
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const OfferField& field) { return field.key == wanted; });
  if (found != known.end()) return *found;
  std::vector<std::string_view> keys;
  for (const OfferField& field : known) keys.push_back(field.key);
  const std::string suggestion = did_you_mean(name, keys);
  throw UsageError(fmt::format("--fields: unknown field \"{}\"{} --fields alone lists all", printable(name),
                               suggestion.empty() ? ";" : suggestion));
}

}  // namespace

void FieldOptions::add_to(OptionParser& parser) {
  parser.add_optional("--fields", list, is_alone, "A,B", "Only these fields, in this order; alone: list them");
}

std::vector<const OfferField*> FieldOptions::fields(Format format) const {
  std::vector<const OfferField*> found;
  if (list.empty()) return found;
  if (format == Format::names) {
    throw UsageError("--fields: expected a --format other than names, which prints ids alone");
  }
  for (const auto name : split(list, ',')) {
    const OfferField& field = require_field(name);
    if (std::find(found.begin(), found.end(), &field) != found.end()) {
      throw UsageError(fmt::format("--fields: expected each field once, found {} twice", field.key));
    }
    found.push_back(&field);
  }
  return found;
}

}  // namespace gpuadvisor::cli
