#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "peers.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

void judge_releases(const CheckedData& data, Findings& findings) {
  constexpr int k_apart = 36;  // months between two products of one architecture: the longest so far is 24
  const auto peers_of =
      peers_by(data.catalog, [](const Gpu& gpu) { return fmt::format("{}\n{}", gpu.vendor, gpu.architecture); });
  for (const auto& [architecture, peers] : peers_of) {
    for (const Gpu* gpu : peers) {
      if (!gpu->released || !data.is_checked(*gpu)) continue;
      const Day day = gpu->released->first_day();
      std::size_t others = 0;
      const bool is_apart = std::all_of(peers.begin(), peers.end(), [&](const Gpu* other) {
        if (other == gpu || !other->released) return true;
        ++others;
        const Day its = other->released->first_day();
        return months_before(std::max(day, its), k_apart) > std::min(day, its);
      });
      if (!is_apart || others == 0) continue;
      findings.add(*gpu, "released",
                   fmt::format("found {}; no other product of {} is within {} months of it", gpu->released->text(),
                               gpu->architecture, k_apart));
    }
  }
}

/// The year that an id ends with: "dettmers-2019-04", "wikipedia-2025".
std::string year_of_id(std::string_view id) {
  constexpr std::size_t k_year = 4;
  std::string year;
  for (std::size_t at = id.find("-20"); at != std::string_view::npos; at = id.find("-20", at + 1)) {
    const auto found = id.substr(at + 1, k_year);
    const auto after = at + 1 + k_year;
    const bool is_whole = found.size() == k_year && found.find_first_not_of("0123456789") == std::string_view::npos &&
                          (after == id.size() || id[after] == '-');
    if (is_whole) year = found;
  }
  return year;
}

void judge_source_years(const CheckedData& data, Findings& findings) {
  for (const Source& source : data.catalog.records<Source>()) {
    const std::string id(source.id);
    const std::string year = year_of_id(id);
    if (year.empty() || !data.index.has("sources", id)) continue;
    if (source.date && source.date->text().starts_with(year)) continue;
    findings.add(id, data.index.place("sources", id, "date"),
                 fmt::format("found {}, but its id says {}", source.date ? source.date->text() : "no date", year));
  }
}

/// Something cannot be known before it is said: nothing is later than its source, or than all prices by a year.
void judge_order(const CheckedData& data, Findings& findings) {
  struct Dated {
    std::string_view section;
    std::string_view key;
  };
  constexpr auto k_dated = std::to_array<Dated>({{"gpus", "released"},
                                                 {"models", "released"},
                                                 {"support", "date"},
                                                 {"host_parts", "date"},
                                                 {"host_power", "date"},
                                                 {"guide_updates", "date"},
                                                 {"free_tiers", "as_of"},
                                                 {"memory_floors", "from"}});
  const auto newest = data.catalog.as_of();
  for (const Dated& dated : k_dated) {
    data.index.for_each(dated.section, [&](const Place& place, const Json& record) {
      const Json* value = record.find(dated.key);
      const auto date = value == nullptr ? std::nullopt : PartialDate::parse(value->string);
      if (!date) return;
      const Json* id = record.find("source");
      const Source* source = id == nullptr ? nullptr : data.catalog.source(id->string);
      const bool is_own =
          dated.section != "gpus" && dated.section != "models";  // whose date the source of the record gives
      const auto known = is_own && source != nullptr && source->date ? std::optional(source->date->last_day()) : newest;
      constexpr int k_announced = 12;
      if (!known || months_before(date->first_day(), k_announced) <= *known) return;
      const Json* subject = record.find("id");
      findings.add(
          subject == nullptr ? "" : subject->string,
          {place.file, value->line, value->column, fmt::format("{}/{}", place.pointer, dated.key)},
          fmt::format("found {}, more than a year later than {}, when it was said", date->text(), text(*known)));
    });
  }
}

void judge_networks(const CheckedData& data, Findings& findings) {
  constexpr Day k_attention{std::chrono::year{2017}, std::chrono::June, std::chrono::day{1}};
  for (const Network& network : data.catalog.records<Network>()) {
    const std::string id(network.id);
    const bool is_older = network.kind == NetworkKind::convolutional || network.kind == NetworkKind::recurrent;
    if (is_older || !network.released || !data.index.has("models", id)) continue;
    if (network.released->last_day() >= k_attention) continue;
    findings.add(id, data.index.place("models", id, "released"),
                 fmt::format("found {}; models of attention layers came in June 2017", network.released->text()));
  }
}

/// An architecture is supported once it is known, and dropped after it was supported.
void judge_support(const CheckedData& data, Findings& findings) {
  data.index.for_each("support", [&](const Place& place, const Json& record) {
    const auto word = [&](std::string_view key) {
      const Json* value = record.find(key);
      return value == nullptr ? std::string() : value->string;
    };
    const auto date = PartialDate::parse(word("date"));
    if (!date) return;
    std::optional<Day> first;
    for (const Gpu& gpu : data.catalog.gpus()) {
      if (gpu.vendor != word("vendor") || gpu.architecture != word("architecture") || !gpu.released) continue;
      if (!first || gpu.released->first_day() < *first) first = gpu.released->first_day();
    }
    constexpr int k_early = 18;  // months that software may come before the first product
    if (!first || date->last_day() >= months_before(*first, k_early)) return;
    findings.add(word("architecture"), place,
                 fmt::format("an event of {}; the first product of {} is of {}", date->text(), word("architecture"),
                             text(*first)));
  });
}

void judge_events(const CheckedData& data, Findings& findings) {
  judge_order(data, findings);
  judge_networks(data, findings);
  judge_support(data, findings);
}

/// Of rows that are checked, or laid beside what is.
void judge_measurement_dates(const CheckedData& data, Findings& findings) {
  if (data.benchmarks == nullptr) return;
  std::map<std::pair<std::string_view, std::string_view>, std::vector<const Measurement*>> tables;
  for (const Measurement& one : data.benchmarks->measurements) tables[{one.file, one.source}].push_back(&one);
  const auto report = [&](const Measurement& one, std::string message) {
    findings.add(one.gpu, {std::string(one.file), one.line, 0, "column published"}, std::move(message));
  };
  for (const auto& [table, rows] : tables) {
    const Source* source = data.catalog.source(table.second);
    for (const Measurement* row : rows) {
      if (source != nullptr && source->date && row->published.first_day() > source->date->last_day()) {
        report(*row, fmt::format("found {}, from a source of {}", row->published.text(), source->date->text()));
      }
      const PartialDate usual = (rows.front() == row && rows.size() > 1 ? rows[1] : rows.front())->published;
      const bool is_alone = rows.size() > k_fewest_peers && row->published != usual &&
                            std::all_of(rows.begin(), rows.end(), [&](const Measurement* other) {
                              return other == row || other->published == usual;
                            });
      if (!is_alone) continue;
      report(*row, fmt::format("found {}; all {} other rows from {} have {}", row->published.text(), rows.size() - 1,
                               row->source, usual.text()));
    }
  }
  constexpr int k_written_later = 48;  // months that a page may be later than what it tells
  for (const Dataset& dataset : data.benchmarks->datasets) {
    const Source* source = data.catalog.source(dataset.source);
    if (source == nullptr || !source->date) continue;
    const Day day = dataset.published.first_day();
    const bool is_between = day <= source->date->last_day() &&
                            dataset.published.last_day() >= months_before(source->date->first_day(), k_written_later);
    if (is_between) continue;
    data.index.for_each("datasets", [&](const Place& place, const Json& record) {
      const Json* id = record.find("id");
      if (id == nullptr || id->string != dataset.id) return;
      findings.add(dataset.id, place,
                   fmt::format("published {}, from a source of {}", dataset.published.text(), source->date->text()));
    });
  }
}

constexpr auto k_date_rules = std::to_array<Rule>({
    {"released-apart", Severity::warning, "A product was released years apart from all others of its architecture",
     "Products of one architecture follow each other within three years. One that is farther from all others has the "
     "year, or the architecture, of another product.",
     judge_releases},
    {"source-year", Severity::warning, "A source is not of the year that its id says",
     "An id that ends with a year, or a year and a month, names the edition of a page; its date must be of that year. "
     "Else figures count as older or newer than they are.",
     judge_source_years},
    {"date-order", Severity::warning, "A date contradicts others",
     "Nothing is known more than a year before it is said, software does not support an architecture years before its "
     "first product, and models of attention layers came in June 2017.",
     judge_events},
    {"measurement-date", Severity::warning, "Measurements are not of the day of their source",
     "What a source tells was published before it, at most four years, and rows that one source gives a table are "
     "mostly "
     "of one day: one row that alone differs is a slip.",
     judge_measurement_dates},
});

}  // namespace

std::span<const Rule> date_rules() { return k_date_rules; }

}  // namespace gpuadvisor
