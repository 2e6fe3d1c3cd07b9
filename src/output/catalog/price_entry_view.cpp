#include "price_entry_view.hpp"

#include <fmt/format.h>

#include "catalog/form/catalog_writer.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/catalog_json.hpp"
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

std::string price_entry_json(const PriceEntryView& view) {
  const Price& price = view.price;
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "catalog add-price", view.catalog, view.version);
  json.key("query").begin_object().key("data").text(view.data).key("dry_run").boolean(view.dry_run);
  json.key("gpu").text(price.gpu).key("date").text(price.date.text());
  json.key("condition").text(enum_name(price.condition)).key("kind").text(enum_name(price.kind));
  json.key("price_usd").number(price.price.value()).key("region").text(price.region);
  json.key("source").text(price.source).key("note");
  write_text_or_null(json, price.note);
  json.end_object();

  json.key("results").begin_array().begin_object();
  json.key("file").text(view.entry.file).key("line").number(view.entry.line);
  json.key("new_file").boolean(view.entry.is_new_file()).key("written").boolean(!view.dry_run);
  json.key("record");
  write_price_quote(json, price);
  json.end_object().end_array().key("warnings");
  write_warnings(json, view.warnings);
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
