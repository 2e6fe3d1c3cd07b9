#include "price_entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

#include "catalog_writer.hpp"
#include "core/text.hpp"
#include "file_order.hpp"
#include "formats/json_tokens.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_table = "prices";

struct ReadDocument {
  const CatalogDocument* document;
  Json json;
};

std::string written(const Price& price) {
  JsonWriter json;
  write_price_quote(json, price);
  std::string text = json.take();
  text.pop_back();  // the line's end
  return text;
}

/// Whether a table of the document has a record whose `member` is `value`.
bool has_record(const ReadDocument& read, std::string_view table, std::string_view member, std::string_view value) {
  const Json* records = read.json.find(table);
  if (records == nullptr) return false;
  return std::any_of(records->items.begin(), records->items.end(), [&](const Json& record) {
    const Json* found = record.find(member);
    return found != nullptr && found->string == value;
  });
}

/// The path of the file that the price belongs into.
std::string file_of(const std::vector<ReadDocument>& documents, const std::string& folder, const Price& price) {
  const auto first = [&](auto&& fits) {
    const auto found = std::find_if(documents.begin(), documents.end(), fits);
    return found == documents.end() ? nullptr : found->document;
  };
  const auto* same = first([&](const ReadDocument& one) { return has_record(one, k_table, "gpu", price.gpu); });
  if (same != nullptr) return same->file;
  if (const auto* own = first([&](const ReadDocument& one) { return has_record(one, "gpus", "id", price.gpu); })) {
    const fs::path path = own->file;
    if (path.parent_path().filename() == "gpus") {
      return (path.parent_path().parent_path() / k_table / path.filename()).generic_string();
    }
  }
  const auto* any = first([](const ReadDocument& one) { return one.json.find(k_table) != nullptr; });
  return any != nullptr ? any->file : (fs::path(folder) / "prices.json").generic_string();
}

/// The text with `record` put before the item at `at` of the list, or behind all of them. What separates items is the
/// file's own: the blanks before the neighbour.
struct Insertion {
  std::string text;
  std::size_t begin;  // of the record
};
Insertion with_record(const std::string& text, const ListSpans& spans, std::size_t at, const std::string& record) {
  const auto& items = spans.items;
  if (items.empty()) {
    const std::string lead = "[\n    ";
    return {text.substr(0, spans.list.begin) + lead + record + "\n  ]" + text.substr(spans.list.end),
            spans.list.begin + lead.size()};
  }
  const std::size_t neighbour = items.size() == 1 ? 0 : std::clamp(at, std::size_t{1}, items.size() - 1);
  const std::size_t blanks = text.find_last_not_of(" \t\r\n", items[neighbour].begin - 1) + 1;
  const std::string separator = text.substr(blanks, items[neighbour].begin - blanks);
  if (at < items.size()) {
    const std::size_t begin = items[at].begin;
    return {text.substr(0, begin) + record + ',' + separator + text.substr(begin), begin};
  }
  const std::size_t end = items.back().end;
  return {text.substr(0, end) + ',' + separator + record + text.substr(end), end + 1 + separator.size()};
}

int line_of(std::string_view text, std::size_t offset) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

}  // namespace

PriceEntry price_entry(const CatalogLayer& data, const std::string& folder, const Price& price) {
  std::vector<ReadDocument> documents;
  documents.reserve(data.size());
  for (const auto& document : data) documents.push_back({&document, parse_json(document.text, document.file)});

  const std::string record = written(price);
  const std::string file = file_of(documents, folder, price);
  const auto found = std::find_if(documents.begin(), documents.end(),
                                  [&](const ReadDocument& one) { return one.document->file == file; });
  if (found == documents.end())
    return {file, "", fmt::format("{{\n  \"{}\": [\n    {}\n  ]\n}}\n", k_table, record), 3};

  const auto& members = found->json.members;
  const auto list = std::find_if(members.begin(), members.end(), [](const auto& one) { return one.key == k_table; });
  if (list == members.end()) {
    throw Error(fmt::format("{}: expected a list \"{}\" to put the price into, found none", printable(file), k_table));
  }
  const auto& items = list->value.items;
  const Json added = parse_json(record, file);
  const auto next = std::find_if(items.begin(), items.end(),
                                 [&](const Json& item) { return comes_before(added, item, sort_members(k_table)); });
  const std::string& text = found->document->text;
  const auto spans = list_spans(text, static_cast<std::size_t>(std::distance(members.begin(), list)));
  Insertion insertion = with_record(text, spans, static_cast<std::size_t>(std::distance(items.begin(), next)), record);
  const int line = line_of(insertion.text, insertion.begin);
  return {file, text, std::move(insertion.text), line};
}

}  // namespace gpuadvisor
