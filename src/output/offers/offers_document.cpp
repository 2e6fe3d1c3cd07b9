#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "core/two_digits.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "offers_view.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/rent/rent_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_room_for_regions = 100;  // characters per row
constexpr std::size_t k_room_for_instances = 130;
constexpr std::size_t k_longest_cell = 22;
constexpr std::size_t k_names_told = 4;

std::string machine_text(const KeptOffer& offer) {
  return with_count(offer.count, brief_name(*offer.gpu) + (offer.is_form_told ? "" : "?"));
}

/// Lists write a city that they do not know as nothing: ", US, NA".
std::string region_text(const KeptOffer& offer) {
  return offer.region.substr(std::min(offer.region.size(), offer.region.find_first_not_of(", ")));
}

/// At most so many characters of it.
std::string shortened(const std::string& text, std::size_t most) {
  if (display_width(text) <= most) return text;
  const std::string_view begin = std::string_view(text).substr(0, most - 1);
  return std::string(begin.substr(0, utf8_prefix(begin))) + "…";
}

/// "us-east-1 +16": the first region with that price, and how many others.
std::string regions_text(const OfferRow& row) {
  const std::string first = region_text(row.offer);
  if (row.regions < 2) return shortened(first, k_longest_cell);
  const std::string others = fmt::format(" +{}", row.regions - 1);
  return shortened(first, k_longest_cell - others.size()) + others;
}

std::string thousands(std::uint64_t count) { return with_commas(std::to_string(count)); }

std::string_view order_text(OfferOrder order) {
  switch (order) {
    case OfferOrder::value:
      return "by speed for the money";
    case OfferOrder::cost:
      return "by what the run costs";
    case OfferOrder::price:
      return "by price of a GPU";
    case OfferOrder::speed:
      break;
  }
  return "by speed";
}

/// "Rent 4x RTX 4090 from vast.ai, Norway: $1.20 an hour; 5.3 times an RTX 2080 Ti."
std::string answer_text(const OffersView& view) {
  const OfferRow& first = view.answer.rows.front();
  const KeptOffer& offer = first.offer;
  std::string text = "Rent " + machine_text(offer);
  if (!offer.provider.empty()) text += " from " + offer.provider;
  const std::string more = first.regions < 2    ? ""
                           : first.regions == 2 ? " and another region"
                                                : fmt::format(" and {} other regions", first.regions - 1);
  if (const std::string region = region_text(offer); !region.empty()) text += fmt::format(" ({}{})", region, more);
  text += fmt::format(": {} an hour, {}", hourly(offer.price), terms_word(offer.terms));
  if (first.cost) {
    text += fmt::format("; the run takes {} hours and costs {}",
                        json_number(two_digits(*first.hours, Rounding::nearest)), money(*first.cost));
  } else if (first.performance) {
    text += fmt::format("; {} times {}", rounded(first.performance->index), view.catalog.reference_name);
  } else {
    text += "; its speed is unknown";
  }
  return text + '.';
}

Table offers_table(const OffersView& view, std::size_t room) {
  const bool has_run = view.answer.question.run.has_value();
  const bool has_regions = room >= k_room_for_regions;
  Table table{{{"#", true}, {"machine"}, {"$/h", true}, {"speed", true}}, {}};
  if (has_run) {
    table.columns.push_back({"hours", true});
    table.columns.push_back({"cost", true});
  } else {
    table.columns.push_back({"speed/$", true});
  }
  table.columns.push_back({"provider"});
  table.columns.push_back({"terms"});
  if (has_regions) table.columns.push_back({"GB", true});
  if (has_regions) table.columns.push_back({"region"});
  if (room >= k_room_for_instances) table.columns.push_back({"instance"});
  for (const OfferRow& row : view.answer.rows) {
    const KeptOffer& offer = row.offer;
    std::vector<std::string> cells = {std::to_string(row.rank), shortened(machine_text(offer), k_longest_cell),
                                      hourly(offer.price), row.performance ? rounded(row.performance->index) : "-"};
    if (has_run) {
      cells.push_back(row.hours ? json_number(two_digits(*row.hours, Rounding::nearest)) : "-");
      cells.push_back(row.cost ? money(*row.cost) : "-");
    } else {
      cells.push_back(row.value ? rounded(*row.value) : "-");
    }
    cells.push_back(shortened(offer.provider, has_regions ? k_longest_cell : k_longest_cell / 2));
    cells.emplace_back(enum_name(offer.terms));
    if (has_regions) cells.push_back(offer.gpu->memory ? json_number(offer.gpu->memory->value()) : "-");
    if (has_regions) cells.push_back(regions_text(row));
    if (room >= k_room_for_instances) cells.push_back(shortened(offer.instance, k_longest_cell));
    table.add(std::move(cells));
  }
  return table;
}

/// What rows of a reason are.
std::string_view reason_text(RowRefusal reason) {
  switch (reason) {
    case RowRefusal::malformed:
      return "malformed";
    case RowRefusal::no_gpu:
      return "without a GPU";
    case RowRefusal::unknown_gpu:
      return "of unknown GPUs";
    case RowRefusal::ambiguous_gpu:
      return "with an ambiguous name";
    case RowRefusal::other_memory:
      return "whose memory is not that of the GPU";
    case RowRefusal::bad_count:
      return "without a usable number of GPUs";
    case RowRefusal::part_of_gpu:
      return "for a part of a GPU";
    case RowRefusal::no_price:
      return "without a price";
    case RowRefusal::bad_price:
      return "with an impossible price";
    case RowRefusal::placeholder:
      return "with a placeholder as price";
    case RowRefusal::without_machine:
      return "priced without a machine";
    case RowRefusal::not_for_rent:
      break;
  }
  return "that are taken";
}

/// "RTX 7777: 12, …", the most frequent first.
std::string names_text(const OfferTally& tally) {
  std::vector<std::pair<std::string, std::uint64_t>> names(tally.unknown_names.begin(), tally.unknown_names.end());
  std::stable_sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> texts;
  for (const auto& [name, rows] : names) {
    if (texts.size() == k_names_told) break;
    texts.push_back(fmt::format("{}: {}", name, thousands(rows)));
  }
  if (names.size() > k_names_told) texts.emplace_back("…");
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// "1,000 rows: 800 offers, 300 as asked for, 12 duplicates. Left out: 100 without a GPU; …"
std::string counts_text(const OffersAnswer& answer) {
  const OfferTally& tally = answer.tally;
  std::string text = fmt::format("{} {} read: {} {}, {} {}", thousands(tally.rows), tally.rows == 1 ? "row" : "rows",
                                 thousands(tally.offers), tally.offers == 1 ? "offer" : "offers",
                                 thousands(tally.passed), tally.passed == 1 ? "matches" : "match");
  if (const auto duplicates = answer.duplicates(); duplicates > 0) {
    text += fmt::format(", {}{} {}", tally.machines.is_exact() ? "" : "about ", thousands(duplicates),
                        duplicates == 1 ? "duplicate" : "duplicates");
  }
  std::vector<std::string> reasons;
  if (tally.unsupported > 0) {
    reasons.push_back(thousands(tally.unsupported) + " of GPUs without current software (--unsupported)");
  }
  for (std::size_t i = 0; i < tally.refused.size(); ++i) {
    if (tally.refused[i] == 0) continue;
    const auto reason = static_cast<RowRefusal>(i);
    std::string one = fmt::format("{} {}", thousands(tally.refused[i]), reason_text(reason));
    if (reason == RowRefusal::unknown_gpu) one += fmt::format(" ({})", names_text(tally));
    reasons.push_back(std::move(one));
  }
  return text + (reasons.empty() ? "." : fmt::format(". Left out: {}.", fmt::join(reasons, "; ")));
}

bool has_terms(const OffersAnswer& answer, RentTerms terms) {
  return std::any_of(answer.rows.begin(), answer.rows.end(),
                     [terms](const OfferRow& row) { return row.offer.terms == terms; });
}

}  // namespace

std::string offers_counts_text(const OffersAnswer& answer) { return counts_text(answer); }

std::string offers_none_text(const OffersAnswer& answer) { return "no offer matches; " + counts_text(answer); }

Document document_of(const OffersView& view, std::size_t room) {
  const OffersAnswer& answer = view.answer;
  Document document;
  document
      .title(fmt::format("Offers for {}, {}{}", answer.question.workload->title, order_text(answer.question.order),
                         answer.question.is_per_gpu ? ", the best of each GPU" : ""))
      .gap();
  document.paragraph(answer_text(view)).gap();
  document.table(offers_table(view, room)).gap();
  const bool has_run = answer.question.run.has_value();
  const bool has_doubt =
      std::any_of(answer.rows.begin(), answer.rows.end(), [](const OfferRow& row) { return !row.offer.is_form_told; });
  document.paragraph(counts_text(answer));
  return document.paragraph(
      fmt::format("speed: times {}{}. $/h: of the machine.{}{}{}", view.catalog.reference_name,
                  has_run ? "" : "; speed/$: per dollar and hour",
                  has_doubt ? " ?: PCIe or SXM is not stated; counted as the slower one." : "",
                  has_terms(answer, RentTerms::spot) ? " spot: may be taken back at any time." : "",
                  has_terms(answer, RentTerms::marketplace) ? " marketplace: from private hosts." : ""));
}

}  // namespace gpuadvisor
