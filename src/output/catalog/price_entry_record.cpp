#include "output/phrases/catalog_records.hpp"
#include "output/phrases/shared_records.hpp"
#include "price_entry_view.hpp"

namespace gpuadvisor {
namespace {

struct PriceEntryQuery {
  const PriceEntryView* view = nullptr;
};

/// Where the price was put.
struct PriceEntryResult {
  const PriceEntryView* view = nullptr;
};

}  // namespace

template <>
const Record<PriceEntryQuery>& record() {
  static const auto k_record =
      Record<PriceEntryQuery>("query", "What was asked")
          .member("data", "Folder of the data files, as given", [](const auto& query) { return query.view->data; })
          .member("dry_run", "Nothing is written", [](const auto& query) { return query.view->dry_run; })
          .member("gpu", "Id of the GPU", [](const auto& query) { return query.view->price.gpu; })
          .id()
          .member("date", "When the price was seen", [](const auto& query) { return query.view->price.date; })
          .member("condition", "As in the data files", [](const auto& query) { return query.view->price.condition; })
          .member("kind", "As in the data files", [](const auto& query) { return query.view->price.kind; })
          .member("price_usd", "Of one GPU, US dollars", [](const auto& query) { return query.view->price.price; })
          .positive()
          .member("region", "Country by ISO 3166", [](const auto& query) { return query.view->price.region; })
          .pattern("^[A-Z]{2}$")
          .member("source", "Id of the source", [](const auto& query) { return query.view->price.source; })
          .id()
          .member("note", "What kind of quote it is; null: none given",
                  [](const auto& query) { return unless_empty(query.view->price.note); });
  return k_record;
}

template <>
const Record<PriceEntryResult>& record() {
  static const auto k_record =
      Record<PriceEntryResult>("result", "Where the price stands")
          .member("file", "That holds the price", [](const auto& result) { return result.view->entry.file; })
          .member("line", "Of the price, from 1", [](const auto& result) { return result.view->entry.line; })
          .least(1)
          .member("new_file", "Whether there was no such file",
                  [](const auto& result) { return result.view->entry.is_new_file(); })
          .member("written", "False of a dry run", [](const auto& result) { return !result.view->dry_run; })
          .member(
              "record", "The price as the file has it",
              [](const auto& result) -> const auto& { return result.view->price; });
  return k_record;
}

template <>
const Record<PriceEntryView>& record() {
  static const auto k_record =
      answer_record<PriceEntryView>("catalog-add-price", "catalog add-price", "A price that was put into data files")
          .member("query", "What was asked", [](const auto& view) { return PriceEntryQuery{&view}; })
          .member("results", "The price", [](const auto& view) { return std::vector<PriceEntryResult>{{&view}}; })
          .fewest(1)
          .member<&PriceEntryView::warnings>(
              "warnings",
              "What the rules of `check` say of the price, by their ids; `newest-price`: it makes the catalog younger");
  return k_record;
}

std::string price_entry_json(const PriceEntryView& view) { return json_text(value_of(view)); }

}  // namespace gpuadvisor
