#include "partial_tally.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "catalog/loading/file_text.hpp"
#include "core/text.hpp"
#include "formats/json_reader.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr NumberRange k_counts{0, 9007199254740992};  // whole numbers that JSON keeps
constexpr NumberRange k_positive{std::numeric_limits<double>::min(), 1e15};
constexpr NumberRange k_whole{1, 100'000};

constexpr std::string_view k_expected = "expected what `offers rank --partial` prints";

[[noreturn]] void refuse(const std::string& file, int line, std::string_view what) {
  throw Error(fmt::format("{}:{}: {}", printable(file), line, what));
}

bool are_equal(const Json& a, const Json& b) {
  const auto are_members_equal = [](const JsonMember& one, const JsonMember& other) {
    return one.key == other.key && are_equal(one.value, other.value);
  };
  return a.kind == b.kind && a.boolean == b.boolean && a.number == b.number && a.string == b.string &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), are_equal) &&
         std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(), are_members_equal);
}

/// Typed reading of an object of a part; null is absent.
class PartReader {
 public:
  PartReader(const Json& json, JsonPlace place, Problems& problems)
      : m_json(json), m_reader(json, std::move(place), problems) {}

  [[nodiscard]] bool has(std::string_view key) const {
    const Json* const found = m_json.find(key);
    return found != nullptr && found->kind != Json::Kind::null;
  }
  std::uint64_t count(std::string_view key) {
    return static_cast<std::uint64_t>(m_reader.number(key, k_counts).value_or(0));
  }
  std::optional<int> whole(std::string_view key) { return has(key) ? m_reader.integer(key, k_whole) : std::nullopt; }
  std::optional<double> positive(std::string_view key) {
    return has(key) ? m_reader.number(key, k_positive) : std::nullopt;
  }
  std::string text(std::string_view key) {
    return has(key) ? std::string(m_reader.text(key).value_or("")) : std::string();
  }
  bool boolean(std::string_view key) { return m_reader.boolean(key).value_or(false); }
  template <class E>
  std::optional<E> name(std::string_view key) {
    const auto found = has(key) ? m_reader.choice(key, k_enum_names<E>) : std::nullopt;
    return found ? enum_from_name<E>(*found) : std::nullopt;
  }
  std::vector<std::string_view> texts(std::string_view key) {
    std::vector<std::string_view> found;
    for (const auto& [json, place] : m_reader.array(key)) {
      if (json->kind != Json::Kind::string) problem(key, "expected texts, found " + description(*json));
      found.emplace_back(json->string);
    }
    return found;
  }
  std::vector<std::pair<const Json*, JsonPlace>> array(std::string_view key) { return m_reader.array(key); }
  std::optional<PartReader> object(std::string_view key) {
    const auto found = m_reader.object(key);
    return found ? std::optional(PartReader(*found->first, found->second, m_reader.problems())) : std::nullopt;
  }
  void problem(std::string_view key, std::string message) { m_reader.problem(key, std::move(message)); }
  [[nodiscard]] const Gpu* gpu(std::string_view id, std::string_view key, const Catalog& catalog) {
    const Gpu* const found = catalog.gpu(id);
    if (found == nullptr) problem(key, fmt::format("the catalog has no GPU \"{}\"", printable(id)));
    return found;
  }

 private:
  const Json& m_json;
  ObjectReader m_reader;
};

/// The unit of a run, as the catalog's networks keep it.
std::string_view unit_of(const Workload& workload, std::string_view unit) {
  const auto at = std::find_if(workload.networks.begin(), workload.networks.end(),
                               [&](const ReferenceNetwork& network) { return network.unit == unit; });
  return at == workload.networks.end() ? std::string_view() : at->unit;
}

OffersQuestion question_of(PartReader& query, const Catalog& catalog) {
  OffersQuestion question;
  question.workload = catalog.workload(query.text("workload"));
  if (question.workload == nullptr) {
    query.problem("workload", "the catalog has no such workload");
    return question;
  }
  question.precision = query.name<ScorePrecision>("precision").value_or(question.precision);
  question.order = query.name<OfferOrder>("rank_by").value_or(question.order);
  question.limit = static_cast<std::size_t>(query.whole("limit").value_or(1));
  question.is_per_gpu = query.boolean("per_gpu");
  if (query.has("run")) {
    if (auto run = query.object("run")) {
      question.run = TrainingRun{unit_of(*question.workload, run->text("unit")), run->positive("samples").value_or(1),
                                 std::nullopt};
    }
  }
  for (const auto id : query.texts("gpus")) question.gpus.push_back(query.gpu(id, "gpus", catalog));
  for (const auto vendor : query.texts("vendors")) question.vendors.emplace_back(vendor);
  if (const auto memory = query.positive("min_memory_gb")) question.memory = Gibibytes{*memory};
  question.count = {query.whole("min_count"), query.whole("max_count")};
  question.terms = query.name<RentTerms>("terms");
  question.provider = query.text("provider");
  question.region = query.text("region");
  if (const auto most = query.positive("max_usd_per_hour")) question.most = UsdPerHour{*most};
  question.includes_unsupported = query.boolean("unsupported");
  return question;
}

OfferTally counts_of(PartReader& counts) {
  OfferTally tally;
  tally.rows = counts.count("rows");
  tally.offers = counts.count("offers");
  tally.passed = counts.count("passed");
  tally.without_form = counts.count("without_form");
  tally.unsupported = counts.count("unsupported");
  if (auto refused = counts.object("refused")) {
    for (std::size_t i = 0; i < tally.refused.size(); ++i) {
      const auto reason = k_enum_names<RowRefusal>[i];
      if (refused->has(reason)) tally.refused[i] = refused->count(reason);
    }
  }
  for (const auto& [json, place] : counts.array("unknown_names")) {
    Problems ignored;
    PartReader one(*json, place, ignored);
    tally.count_unknown(one.text("name"), one.count("rows"));
  }
  return tally;
}

KeptOffer offer_of(PartReader& reader, const Catalog& catalog) {
  KeptOffer offer;
  offer.gpu = reader.gpu(reader.text("gpu"), "gpu", catalog);
  offer.is_form_told = reader.boolean("form_told");
  offer.count = reader.whole("count").value_or(1);
  offer.price = UsdPerHour{reader.positive("usd_per_hour").value_or(1)};
  offer.terms = reader.name<RentTerms>("terms").value_or(RentTerms::on_demand);
  offer.provider = reader.text("provider");
  offer.region = reader.text("region");
  offer.instance = reader.text("instance");
  offer.date = reader.text("date");
  return offer;
}

std::uint64_t hash_of(std::string_view digits, PartReader& part) {
  constexpr int k_hexadecimal = 16;
  std::uint64_t hash = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), hash, k_hexadecimal);
  if (problem != std::errc() || end != digits.data() + digits.size()) {
    part.problem("machines", fmt::format("expected hexadecimal digits, found \"{}\"", printable(digits)));
  }
  return hash;
}

}  // namespace

void PartialTallies::read(const std::string& path) {
  const std::string text = file_text(path);
  const std::string file = path == "-" ? std::string(k_standard_input) : path;
  const std::size_t before = m_parts.size();
  int number = 0;
  for (const auto line : split(text, '\n')) {
    ++number;
    if (line.empty()) continue;
    if (!m_seen.insert(StableHash().add(line).value()).second) {
      m_session.remark(fmt::format("{}:{}: the same as a part before; it counts twice", printable(file), number));
    }
    try {
      add({file, number, parse_json(line, file)});
    } catch (const DataError&) {
      refuse(file, number, k_expected);
    }
  }
  if (m_parts.size() == before) refuse(file, 1, k_expected);
}

void PartialTallies::add(Part part) {
  const Json* const command = part.json.find("command");
  if (command == nullptr || command->string != "offers part") {
    refuse(part.file, part.line, k_expected);
  }
  for (const std::string_view key : {"catalog", "query"}) {
    const Json* const own = part.json.find(key);
    if (own == nullptr) refuse(part.file, part.line, k_expected);
    if (m_parts.empty() || are_equal(*own, *m_parts.front().json.find(key))) continue;
    refuse(part.file, part.line,
           key == "query" ? "was made for another question than the parts before"
                          : "was made with another catalog than the parts before");
  }
  m_parts.push_back(std::move(part));
}

OfferRanker PartialTallies::ranker() const {
  const Part& first = m_parts.front();
  Problems problems;
  PartReader reader(first.json, {first.file, "", first.line}, problems);
  auto query = reader.object("query");
  OffersQuestion question;
  if (query) question = question_of(*query, m_session.catalog());
  problems.throw_if_any();
  return {std::move(question), m_session.catalog()};
}

OfferTally PartialTallies::tally(const OfferRanker& ranker) const {
  OfferTally all;
  Problems problems;
  for (const Part& part : m_parts) {
    PartReader reader(part.json, {part.file, "", part.line}, problems);
    auto counts = reader.object("counts");
    OfferTally tally = counts ? counts_of(*counts) : OfferTally();
    for (const auto digits : reader.texts("machines")) tally.machines.add(hash_of(digits, reader));
    for (const auto& [json, place] : reader.array("results")) {
      PartReader one(*json, place, problems);
      KeptOffer offer = offer_of(one, ranker.catalog());
      if (offer.gpu != nullptr) ranker.keep(std::move(offer), tally);
    }
    all.merge(std::move(tally));
  }
  problems.throw_if_any();
  return all;
}

}  // namespace gpuadvisor::cli
