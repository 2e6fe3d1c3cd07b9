#include "price_entry_view.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "report/text_diff.hpp"

namespace gpuadvisor {

std::string price_entry_text(const PriceEntryView& view) {
  const PriceEntry& entry = view.entry;
  if (view.dry_run) return unified_diff(entry.file, entry.before, entry.after);
  const Price& price = view.price;
  return fmt::format("{}:{}: added {}, {}, {}, {} on {} in {}, from {}\n", printable(entry.file), entry.line,
                     view.gpu.name, enum_name(price.condition), enum_name(price.kind), money_exact(price.price),
                     price.date.text(), price.region, price.source);
}

}  // namespace gpuadvisor
