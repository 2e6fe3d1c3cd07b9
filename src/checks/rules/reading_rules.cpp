#include <array>

#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_reading_rules = std::to_array<Rule>({
    {"syntax", Severity::error, "The file cannot be read as JSON or CSV",
     "A document must be JSON (RFC 8259) or a table (RFC 4180) in UTF-8, without duplicate keys, numbers beyond a "
     "double, and within limits that real data stays far below. Where reading stopped is where to look; the cause may "
     "stand a little before it, such as a comma too many."},
    {"schema", Severity::error, "A record is not as its kind wants it",
     "Each kind of record has its fields, with their types, units and bounds (docs/data.md): an unknown or a missing "
     "field, a text where a number is wanted, an id that is defined twice. What is not known is left out: 0 is not a "
     "way to say so, and is refused for figures that cannot be 0."},
    {"reference", Severity::error, "Records do not fit together",
     "A price names a GPU, a figure its source, a guide its workload: whatever is named must be in the data that is "
     "checked, or in the built-in data when a single file is checked. Parts of one record that contradict each other "
     "belong here too, such as an interval that does not hold its figure."},
});

}  // namespace

std::span<const Rule> reading_rules() { return k_reading_rules; }

}  // namespace gpuadvisor
