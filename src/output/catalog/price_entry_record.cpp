#include "output/phrases/catalog_records.hpp"
#include "output/phrases/shared_records.hpp"
#include "price_entry_view.hpp"

namespace gpuadvisor {
namespace {

Record<PriceEntryView> entry_query_record() {
  return Record<PriceEntryView>("query", "What was asked")
      .member<&PriceEntryView::data>("data", "Folder of the data files, as given")
      .member<&PriceEntryView::dry_run>("dry_run", "Nothing is written")
      .member("gpu", "Id of the GPU", id(), [](const PriceEntryView& view) { return view.price.gpu; })
      .member("date", "When the price was seen", [](const PriceEntryView& view) { return view.price.date; })
      .member("condition", "As in the data files", [](const PriceEntryView& view) { return view.price.condition; })
      .member("kind", "As in the data files", [](const PriceEntryView& view) { return view.price.kind; })
      .member("price_usd", "Of one GPU, US dollars", positive(),
              [](const PriceEntryView& view) { return view.price.price; })
      .member("region", "Country by ISO 3166", pattern("^[A-Z]{2}$"),
              [](const PriceEntryView& view) { return view.price.region; })
      .member("source", "Id of the source", id(), [](const PriceEntryView& view) { return view.price.source; })
      .member("note", "What kind of quote it is; null: none given",
              [](const PriceEntryView& view) { return unless_empty(view.price.note); });
}

Record<PriceEntryView> entry_result_record() {
  return Record<PriceEntryView>("result", "Where the price stands")
      .member("file", "That holds the price", [](const PriceEntryView& view) { return view.entry.file; })
      .member("line", "Of the price, from 1", least(1), [](const PriceEntryView& view) { return view.entry.line; })
      .member("new_file", "Whether there was no such file",
              [](const PriceEntryView& view) { return view.entry.is_new_file(); })
      .member("written", "False of a dry run", [](const PriceEntryView& view) { return !view.dry_run; })
      .member("record", "The price as the file has it", [](const PriceEntryView& view) { return view.price; });
}

}  // namespace

template <>
Record<PriceEntryView> description() {
  return answer_record<PriceEntryView>("catalog-add-price", "catalog add-price", "A price that was put into data files")
      .member<as<entry_query_record>>("query", "What was asked")
      .member("results", "The price", fewest(1),
              [](const auto& view) { return std::vector{as<entry_result_record>(view)}; })
      .member<&PriceEntryView::warnings>(
          "warnings",
          "What the rules of `check` say of the price, by their ids; `newest-price`: it makes the catalog younger");
}

}  // namespace gpuadvisor
