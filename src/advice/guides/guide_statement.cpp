#include "guide_statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "avoidance.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/catalog/build_rule.hpp"
#include "gpuadvisor/catalog/feature.hpp"
#include "gpuadvisor/catalog/persona.hpp"
#include "gpuadvisor/catalog/platform.hpp"
#include "guide_name.hpp"
#include "guide_ratio_text.hpp"
#include "statement_search.hpp"

namespace gpuadvisor {
namespace {

/// A sentence from one without its full stop.
std::string sentence(std::string text) {
  if (!text.empty() && text.back() != '.' && text.back() != '!' && text.back() != '?') text += '.';
  return text;
}

/// "fp8-rate-of-loading": an id of a feature and of what is said of it.
std::string hyphenated(std::string_view feature, std::string_view what) {
  std::string id(feature);
  bool is_apart = true;
  for (const char c : lower_case(what)) {
    const bool is_of_word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (is_of_word && is_apart) id += '-';
    if (is_of_word) id += c;
    is_apart = !is_of_word;
  }
  return id;
}

/// "Recommends a TPU in the cloud; for: cnn, training."
std::string verdict_text(Stance stance, std::string_view what, std::string_view before,
                         std::span<const std::string_view> conditions) {
  constexpr auto k_verdicts =
      std::to_array<std::string_view>({"Recommends", "Has reservations about", "Advises against"});
  static_assert(k_verdicts.size() == k_enum_names<Stance>.size());
  return fmt::format("{} {}{}{}.", k_verdicts[static_cast<std::size_t>(stance)], what, conditions.empty() ? "" : before,
                     joined(conditions, ", "));
}

std::string verdict_text(const PlatformRule& rule) {
  constexpr auto k_platforms = std::to_array<std::string_view>(
      {"a GPU of your own", "a GPU in the cloud", "a TPU in the cloud", "a CPU", "free GPUs and TPUs online"});
  static_assert(k_platforms.size() == k_enum_names<Platform>.size());
  std::vector<std::string_view> conditions(rule.workloads.begin(), rule.workloads.end());
  if (rule.phase) conditions.push_back(enum_name(*rule.phase));
  if (rule.need) conditions.push_back(enum_name(*rule.need));
  conditions.insert(conditions.end(), rule.frameworks.begin(), rule.frameworks.end());
  return verdict_text(rule.stance, k_platforms[static_cast<std::size_t>(rule.platform)], "; for: ", conditions);
}

/// The budget that a guide states. Requires one.
RuleFigure budget_of(const Persona& persona) {
  const auto magnitude = [](Usd usd) { return Magnitude{usd.value()}; };
  return {"budget",
          magnitude(*persona.budget),
          persona.budget_to ? std::optional(magnitude(*persona.budget_to)) : std::nullopt,
          "USD",
          {}};
}

/// Collects the statements of one guide.
class Collector {
 public:
  Collector(const Guide& guide, const Catalog& catalog) : m_guide(guide), m_catalog(catalog) {}

  void rules() {
    for_each(m_catalog.records<GuideRule>(), [&](const GuideRule& rule) {
      GuideStatement& said = add(StatementKind::rule, std::string(rule.id), rule.topic, rule);
      said.figures.assign(rule.figures.begin(), rule.figures.end());
      said.steps.assign(rule.steps.begin(), rule.steps.end());
      said.gpus = known(rule.gpus);
      said.workloads.assign(rule.workloads.begin(), rule.workloads.end());
      said.note = rule.note;
    });
  }

  void avoidances() {
    for_each(m_catalog.records<Avoidance>(), [&](const Avoidance& avoidance) {
      const std::string unless = avoidance.unless.empty() ? "" : fmt::format("; unless {}", avoidance.unless);
      GuideStatement& said =
          add(StatementKind::avoidance, std::string(avoidance.id), RuleTopic::selection,
              sentence(fmt::format("Advises against {}: {}{}", avoidance.what, avoidance.reason, unless)), avoidance);
      said.gpus = gpus_of(avoidance, m_catalog);
    });
  }

  void ratios() {
    for_each(m_catalog.records<GuideRatio>(), [&](const GuideRatio& ratio) {
      const RuleTopic topic = ratio.of == "value" ? RuleTopic::value : RuleTopic::performance;
      GuideStatement& said =
          add(StatementKind::ratio, std::string(ratio.id), topic, sentence(ratio_text(ratio, m_catalog)), ratio);
      said.figures = {{ratio.of, ratio.ratio, ratio.to, "times", {}}};
      const std::array names = {ratio.gpu, ratio.over};
      said.gpus = known(names);
      if (!ratio.workload.empty()) said.workloads = {ratio.workload};
    });
  }

  void upgrades() {
    for_each(m_catalog.records<UpgradeRule>(), [&](const UpgradeRule& rule) {
      const std::array names = {rule.owned};
      add(StatementKind::upgrade, std::string(rule.id), RuleTopic::upgrade, rule).gpus = known(names);
    });
  }

  void builds() {
    for_each(m_catalog.records<CoolingRule>(), [&](const CoolingRule& rule) {
      add(StatementKind::cooling, std::string(rule.id), RuleTopic::heat, rule).gpus =
          rule.gpus.empty() ? cards_of(rule) : known(rule.gpus);
    });
    for_each(m_catalog.records<PowerLimit>(), [&](const PowerLimit& limit) {
      const std::array names = {limit.gpu};
      add(StatementKind::power_limit, fmt::format("{}-{}w", limit.gpu, json_number(limit.limit.value())),
          RuleTopic::power, limit)
          .gpus = known(names);
    });
    for_each(m_catalog.records<PowerSupplyRule>(), [&](const PowerSupplyRule& rule) {
      const std::array names = {rule.gpu};
      add(StatementKind::power_supply,
          fmt::format("{}x-{}-{}w", rule.count, rule.gpu, json_number(rule.supply.value())), RuleTopic::power, rule)
          .gpus = known(names);
    });
    for_each(m_catalog.records<ClusterMix>(), [&](const ClusterMix& mix) {
      GuideStatement& said = add(StatementKind::cluster, std::string(mix.id), RuleTopic::cluster, mix);
      for (const MixPart& part : mix.parts) {
        const auto gpus = known(part.gpus);
        said.gpus.insert(said.gpus.end(), gpus.begin(), gpus.end());
      }
    });
  }

  void platforms() {
    for_each(m_catalog.records<PlatformRule>(), [&](const PlatformRule& rule) {
      const RuleTopic topic = rule.platform == Platform::free_tier ? RuleTopic::free : RuleTopic::cloud;
      GuideStatement& said = add(StatementKind::platform, std::string(rule.id), topic, rule);
      said.workloads.assign(rule.workloads.begin(), rule.workloads.end());
      said.note = verdict_text(rule);
    });
    for_each(m_catalog.records<VendorNote>(), [&](const VendorNote& note) {
      GuideStatement& said = add(StatementKind::vendor, std::string(note.vendor), RuleTopic::vendor, note);
      said.steps.assign(note.reasons.begin(), note.reasons.end());
      said.note = verdict_text(note.stance, note.vendor, "; good for: ", note.good_for);
    });
  }

  /// What it says of features in numbers.
  void features() {
    for (const FeatureFigure& figure : m_catalog.records<FeatureFigure>()) {
      if (figure.source != m_guide.source) continue;
      const Feature* feature = m_catalog.feature(figure.feature);
      const std::string_view title = feature == nullptr ? figure.feature : feature->title;
      GuideStatement said;
      said.guide = &m_guide;
      said.kind = StatementKind::feature;
      said.id = hyphenated(figure.feature, figure.what);
      said.topic = RuleTopic::feature;
      said.says = sentence(figure.what.starts_with(title) ? std::string(figure.what)
                                                          : fmt::format("{}: {}", title, figure.what));
      said.figures = {{figure.what, figure.value, figure.to, figure.unit, {}}};
      said.note = figure.note;
      said.source = figure.source;
      m_found.push_back(std::move(said));
    }
  }

  /// What it advises each kind of buyer.
  void buyers() {
    for_each(m_catalog.records<Persona>(), [&](const Persona& persona) {
      std::vector<std::string> names;
      std::vector<const Gpu*> gpus;
      for (const PersonaPick& pick : persona.picks) {
        const Gpu* gpu = m_catalog.gpu(pick.gpu);
        if (gpu == nullptr) continue;
        gpus.push_back(gpu);
        names.emplace_back(short_name(*gpu));
      }
      std::string says = fmt::format("For \"{}\": {}", persona.title, names.empty() ? "" : enumeration(names, "or"));
      if (!persona.advice.empty()) says += fmt::format("{}{}", names.empty() ? "" : ". ", persona.advice);
      GuideStatement& said =
          add(StatementKind::pick, std::string(persona.id), RuleTopic::selection, sentence(says), persona);
      said.gpus = std::move(gpus);
      if (persona.budget) said.figures = {budget_of(persona)};
    });
  }

  /// What the guide names the GPU for.
  void picks(const Gpu& gpu) {
    for_each(m_catalog.records<Persona>(), [&](const Persona& persona) {
      for (const PersonaPick& pick : persona.picks) {
        if (pick.gpu != gpu.id) continue;
        const std::string many = pick.count.value_or(1) > 1 ? fmt::format("{}x, ", *pick.count) : "";
        add(StatementKind::pick, std::string(persona.id), RuleTopic::selection,
            sentence(fmt::format("Named for \"{}\" ({}{})", persona.title, many, enum_name(pick.role))), persona)
            .gpus = {&gpu};
        return;
      }
    });
  }

  std::vector<GuideStatement> take() { return std::move(m_found); }

 private:
  /// The records of the guide.
  template <class Record, class Visit>
  void for_each(std::span<const Record> records, Visit visit) {
    for (const Record& record : records) {
      if (record.guide == m_guide.id) visit(record);
    }
  }

  template <class Record>
  GuideStatement& add(StatementKind kind, std::string id, RuleTopic topic, std::string says, const Record& record) {
    m_found.push_back({&m_guide, kind, std::move(id), topic, std::move(says), {}, {}, {}, {}, {}, record.source});
    return m_found.back();
  }
  template <class Record>
  GuideStatement& add(StatementKind kind, std::string id, RuleTopic topic, const Record& record) {
    return add(kind, std::move(id), topic, std::string(record.says), record);
  }

  /// Those that the catalog has: as of an early day, not all.
  [[nodiscard]] std::vector<const Gpu*> known(std::span<const std::string_view> ids) const {
    std::vector<const Gpu*> gpus;
    for (const auto id : ids) {
      if (const Gpu* gpu = m_catalog.gpu(id)) gpus.push_back(gpu);
    }
    return gpus;
  }

  /// The cards that a cooling rule without ids is about.
  [[nodiscard]] std::vector<const Gpu*> cards_of(const CoolingRule& rule) const {
    std::vector<const Gpu*> gpus;
    for (const Gpu& gpu : m_catalog.gpus()) {
      const bool is_card = gpu.segment == Segment::consumer && gpu.form == Form::pcie_card && gpu.tensor_cores;
      const bool is_of_vendor = rule.vendor.empty() || gpu.vendor == rule.vendor;
      const auto& wanted = rule.architectures;
      const bool is_of_architecture = wanted.empty() || contains(wanted, gpu.architecture);
      if (is_card && is_of_vendor && is_of_architecture) gpus.push_back(&gpu);
    }
    return gpus;
  }

  const Guide& m_guide;
  const Catalog& m_catalog;
  std::vector<GuideStatement> m_found;
};

bool is_wanted(const GuideStatement& said, const StatementFilter& filter, const StatementSearch& search) {
  if (filter.topic && said.topic != *filter.topic) return false;
  if (!filter.id.empty() && said.id != filter.id) return false;
  if (filter.gpu != nullptr && !contains(said.gpus, filter.gpu)) {
    return false;
  }
  return search.finds(said);
}

}  // namespace

std::vector<GuideStatement> statements_of(const Guide& guide, const Catalog& catalog, const StatementFilter& filter) {
  Collector collector(guide, catalog);
  collector.rules();
  collector.avoidances();
  collector.ratios();
  collector.upgrades();
  collector.builds();
  collector.platforms();
  collector.features();
  if (filter.gpu != nullptr) collector.picks(*filter.gpu);
  if (filter.gpu == nullptr && !filter.word.empty()) collector.buyers();
  std::vector<GuideStatement> found = collector.take();
  const StatementSearch search(filter.word);
  std::erase_if(found, [&](const GuideStatement& said) { return !is_wanted(said, filter, search); });
  for (GuideStatement& said : found) said.is_recalled = catalog.is_recalled(said.source);
  std::stable_sort(found.begin(), found.end(), [](const GuideStatement& a, const GuideStatement& b) {
    return std::tie(a.topic, a.kind) < std::tie(b.topic, b.kind);
  });
  return found;
}

std::vector<const Guide*> guides_newest_first(const Catalog& catalog) {
  std::vector<const Guide*> found;
  for (const Guide& guide : catalog.records<Guide>()) found.push_back(&guide);
  std::stable_sort(found.begin(), found.end(), [](const Guide* a, const Guide* b) {
    if (is_newer(*a, *b) || is_newer(*b, *a)) return is_newer(*a, *b);
    return a->id < b->id;
  });
  return found;
}

std::vector<const GuideUpdate*> updates_of(const Guide& guide, const Catalog& catalog, const Gpu* gpu) {
  std::vector<const GuideUpdate*> found;
  for (const GuideUpdate& update : catalog.records<GuideUpdate>()) {
    const bool names_it = gpu == nullptr || contains(update.gpus, gpu->id);
    if (update.guide == guide.id && names_it) found.push_back(&update);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const GuideUpdate* a, const GuideUpdate* b) { return a->date > b->date; });
  return found;
}

}  // namespace gpuadvisor
