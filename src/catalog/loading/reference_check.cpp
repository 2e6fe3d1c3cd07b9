#include "reference_check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/contains.hpp"
#include "network_check.hpp"

namespace gpuadvisor {
namespace {

class ReferenceCheck {
 public:
  ReferenceCheck(const MergedRecords& read, Problems& problems) : m_read(read), m_problems(problems) {}

  void check_all() {
    for_each_table([&]<class Record>(const CatalogTable<Record>& table) {
      if constexpr (requires(const Record& record) { record.source; }) {
        if (table.rules.joining != Joining::in_place) check_sources(m_read.parsed<Record>());
      }
    });
    check_sources(m_read.parsed_references);
    for (const auto& price : m_read.parsed<Price>()) {
      check_reference(price, "gpu", price.record.gpu, m_read.index<Gpu>(), "GPU");
      const bool is_of_one = price.record.kind == QuoteKind::ask_second && price.record.asks == 1;
      if (is_of_one) m_problems.add(price.place, "expected a second-lowest ask of 2 asks or more, found 1");
    }
    for (const auto& name : m_read.parsed<SystemName>()) {
      check_reference(name, "gpu", name.record.gpu, m_read.index<Gpu>(), "GPU");
    }
    for (const auto& power : m_read.parsed<HostPowerReading>()) {
      check_reference(power, "gpu", power.record.gpu, m_read.index<Gpu>(), "GPU");
    }
    for (const auto& feature : m_read.parsed<Feature>()) check_feature(feature);
    for (const auto& said : m_read.parsed<ArchitectureFeature>()) check_architecture_feature(said);
    for (const auto& figure : m_read.parsed<FeatureFigure>()) {
      check_reference(figure, "feature", figure.record.feature, m_read.index<Feature>(), "feature");
      if (figure.record.to && *figure.record.to < figure.record.value) {
        m_problems.add(figure.place, "expected value <= to");
      }
    }
    check_networks(m_read, m_problems);
    for (const auto& name : m_read.parsed<ModelName>()) {
      check_reference(name, "network", name.record.network, m_read.index<Network>(), "network");
    }
    for (const auto& quality : m_read.parsed<FormatQuality>()) {
      check_reference(quality, "network", quality.record.network, m_read.index<Network>(), "network");
    }
    for (const auto& score : m_read.parsed<Score>()) {
      check_reference(score, "gpu", score.record.gpu, m_read.index<Gpu>(), "GPU");
    }
    check_scoring(m_read.parsed<Score>());
    for (const auto& score : m_read.parsed<Score>()) check_evidence(score);
    check_scoring(m_read.parsed<Speedup>());
    for (const auto& model : m_read.parsed<ScoreModel>()) check_model(model);
    for (const auto& level : m_read.parsed<PriceLevel>()) check_level(level);
    for (const auto& gpu : m_read.parsed<Gpu>()) check_gpu_sources(gpu);
    for (const auto& workload : m_read.parsed<Workload>()) check_workload(workload);
    if (const auto& id = m_read.default_workload; !id.empty() && !m_read.index<Workload>().contains(id)) {
      std::vector<std::string_view> ids;
      for (const Workload& workload : m_read.records<Workload>()) ids.push_back(workload.id);
      m_problems.add(m_read.default_workload_place,
                     fmt::format("unknown workload \"{}\"{}", printable(id), did_you_mean(id, ids)));
    }
  }

 private:
  template <class Record>
  void check_reference(const ParsedRecord<Record>& parsed, std::string_view key, std::string_view id,
                       const IdIndex& known, std::string_view kind) {
    if (id.empty() || known.contains(id)) return;
    if (m_problems.is_full()) return m_problems.add(parsed.place, "");
    std::vector<std::string_view> ids;
    ids.reserve(known.size());
    for (const auto& entry : known) ids.push_back(entry.first);
    ObjectReader(*parsed.node, parsed.place, m_problems)
        .problem(key, fmt::format("unknown {} \"{}\"{}", kind, printable(id), did_you_mean(id, ids)));
  }

  template <class Record>
  void check_sources(const std::vector<ParsedRecord<Record>>& parsed_records) {
    for (const auto& parsed : parsed_records) {
      check_reference(parsed, "source", parsed.record.source, m_read.index<Source>(), "source");
    }
  }

  static bool is_ordered(const Score& score) { return score.low <= score.index && score.index <= score.high; }
  static bool is_ordered(const Speedup& speedup) {
    if (speedup.low.has_value() != speedup.high.has_value()) return false;
    return !speedup.low || (*speedup.low <= speedup.speedup && speedup.speedup <= *speedup.high);
  }

  /// Whether the figures that must be ordered were all usable; what was not is reported already.
  template <class Record>
  static bool has_figures(const ParsedRecord<Record>& parsed) {
    bool usable = true;
    for_each_field<Record>([&](const auto& field, std::size_t index) {
      const bool is_figure =
          field.key == "index" || field.key == "speedup" || field.key == "low" || field.key == "high";
      if (is_figure && parsed.node->find(field.key) != nullptr) usable = usable && parsed.present[index];
      if (is_figure && field.required) usable = usable && parsed.present[index];
    });
    return usable;
  }

  /// Scores and speed-ups: what they rest on, and an interval around the figure, or none.
  template <class Record>
  void check_scoring(const std::vector<ParsedRecord<Record>>& parsed_records) {
    for (const auto& parsed : parsed_records) {
      check_measured_workload(parsed);
      for (const auto source : parsed.record.sources) {
        check_reference(parsed, "sources", source, m_read.index<Source>(), "source");
      }
      if (parsed.node->find("sources") != nullptr && parsed.record.sources.empty()) {
        m_problems.add(parsed.place, "expected at least one source");
      }
      if (has_figures(parsed) && !is_ordered(parsed.record)) {
        m_problems.add(parsed.place, "expected low <= the figure <= high");
      }
    }
  }

  /// What an index is made of cannot be more than all of it.
  void check_evidence(const ParsedRecord<Score>& parsed) {
    constexpr double k_rounding = 0.01;  // of many shares
    double sum = 0;
    for (const ScoreEvidence& part : parsed.record.evidence) {
      sum += part.share;
      if (part.share < 0) m_problems.add(parsed.place, "expected shares of evidence of 0 or more");
    }
    if (sum > 1 + k_rounding) m_problems.add(parsed.place, "expected shares of evidence that add up to 1 at most");
  }

  /// The mean of other workloads has the mean of their speeds, none of its own.
  template <class Record>
  void check_measured_workload(const ParsedRecord<Record>& parsed) {
    check_reference(parsed, "workload", parsed.record.workload, m_read.index<Workload>(), "workload");
    const auto* workload = m_read.find<Workload>(parsed.record.workload);
    if (workload == nullptr || workload->mean_of.empty()) return;
    ObjectReader(*parsed.node, parsed.place, m_problems)
        .problem("workload",
                 fmt::format("expected a workload that has an order, found \"{}\"", printable(parsed.record.workload)));
  }

  void check_model(const ParsedRecord<ScoreModel>& parsed) {
    check_measured_workload(parsed);
    const ScoreModel& model = parsed.record;
    for (const double slope : {model.tensor, model.bandwidth, model.compute}) {
      if (slope < 0) return m_problems.add(parsed.place, "expected coefficients of 0 or more");
    }
    if (model.adds_times) check_times(parsed);
    constexpr double k_widest = 5;  // a factor of 150 either way
    for (const double spread : {model.spread, model.spread_elsewhere, model.spread_other_vendor}) {
      if (spread >= 0 && spread <= k_widest) continue;
      return m_problems.add(parsed.place, fmt::format("expected spreads from 0 to {}", k_widest));
    }
  }

  /// Times are not negative, and some must be known: else nothing would take any.
  void check_times(const ParsedRecord<ScoreModel>& parsed) {
    const ScoreModel& model = parsed.record;
    const bool is_usable = model.intercept >= 0 && model.intercept + model.tensor + model.bandwidth + model.compute > 0;
    if (!is_usable) m_problems.add(parsed.place, "expected times of 0 or more, not all 0");
  }

  void check_level(const ParsedRecord<PriceLevel>& parsed) {
    const PriceLevel& level = parsed.record;
    check_reference(parsed, "gpu", level.gpu, m_read.index<Gpu>(), "GPU");
    const bool has_figures = parsed.present[2] && parsed.present[3] && parsed.present[4];
    if (has_figures && (level.today < level.low || level.high < level.today)) {
      m_problems.add(parsed.place, "expected low_usd <= today_usd <= high_usd");
    }
  }

  void check_gpu_sources(const ParsedRecord<Gpu>& gpu) {
    std::vector<std::string_view> keys;
    for_each_field<Gpu>([&](const auto& field, std::size_t) { keys.push_back(field.key); });
    for (const auto& [field, source] : gpu.record.sources) {
      check_reference(gpu, "sources", source, m_read.index<Source>(), "source");
      if (contains(keys, field)) continue;
      if (m_problems.is_full()) {
        m_problems.add(gpu.place, "");
      } else {
        ObjectReader(*gpu.node, gpu.place, m_problems)
            .problem("sources", fmt::format("unknown field \"{}\"{}", printable(field), did_you_mean(field, keys)));
      }
    }
    for (const auto source : gpu.record.further_sources) {
      check_reference(gpu, "further_sources", source, m_read.index<Source>(), "source");
    }
  }

  /// Figures that tell a feature are numbers of a GPU.
  void check_feature(const ParsedRecord<Feature>& parsed) {
    const auto figures = figure_keys();
    const auto check_field = [&](std::string_view key, std::string_view field) {
      if (field.empty() || contains(figures, field)) return;
      ObjectReader(*parsed.node, parsed.place, m_problems)
          .problem(key, fmt::format("expected a figure of GPUs, found \"{}\"{}", printable(field),
                                    did_you_mean(field, figures)));
    };
    for (const auto field : parsed.record.fields) check_field("fields", field);
    check_field("rate", parsed.record.rate);
    check_field("not_below", parsed.record.not_below);
    const auto* feature = m_read.find<Feature>(parsed.record.id);
    if (feature != nullptr && feature->rate.empty() != feature->not_below.empty()) {
      m_problems.add(parsed.place, R"(expected both "rate" and "not_below", or neither)");
    }
  }

  void check_architecture_feature(const ParsedRecord<ArchitectureFeature>& parsed) {
    const ArchitectureFeature& said = parsed.record;
    check_reference(parsed, "feature", said.feature, m_read.index<Feature>(), "feature");
    if (parsed.node->find("architectures") != nullptr && said.architectures.empty()) {
      m_problems.add(parsed.place, "expected at least one architecture");
    }
    const auto* feature = m_read.find<Feature>(said.feature);
    if (said.has == Presence::where_listed && feature != nullptr && feature->fields.empty()) {
      m_problems.add(parsed.place, fmt::format("no figure tells \"{}\", so it is listed nowhere", said.feature));
    }
  }

  void check_workload(const ParsedRecord<Workload>& parsed) {
    if (parsed.record.id.empty()) return;
    const Workload& workload = *m_read.find<Workload>(parsed.record.id);
    const auto gives = [&](std::string_view key) { return parsed.node->find(key) != nullptr; };
    const bool has_order = workload.order.has_value() || gives("order");
    const bool has_mean = !workload.mean_of.empty();
    const bool unusable = gives("order") && !parsed.record.order;  // reported already
    if (has_order == has_mean && !unusable) {
      m_problems.add(parsed.place, R"(expected either "order" or "mean_of")");
    }
    check_shares(parsed, workload);
    for (const auto feature : workload.features) {
      check_reference(parsed, "features", feature, m_read.index<Feature>(), "feature");
    }
    for (const ReferenceNetwork& told : workload.networks) {
      check_reference(parsed, "networks", told.network, m_read.index<Network>(), "model");
    }
    for (const auto part : workload.mean_of) {
      const auto* known = m_read.find<Workload>(part);
      if (known == nullptr || !known->order) {
        ObjectReader(*parsed.node, parsed.place, m_problems)
            .problem("mean_of", fmt::format("expected a workload that has an order, found \"{}\"", printable(part)));
      }
    }
  }

  void check_shares(const ParsedRecord<Workload>& parsed, const Workload& workload) {
    if (workload.shares.empty()) return;
    constexpr double k_rounding = 1e-6;
    double sum = 0;
    bool is_usable = workload.shares.size() == workload.mean_of.size();
    for (const double share : workload.shares) {
      is_usable = is_usable && share > 0;
      sum += share;
    }
    if (is_usable && std::abs(sum - 1) < k_rounding) return;
    ObjectReader(*parsed.node, parsed.place, m_problems)
        .problem("shares", "expected a positive share for each workload of \"mean_of\", adding up to 1");
  }

  const MergedRecords& m_read;
  Problems& m_problems;
};

}  // namespace

void check_references(const MergedRecords& read, Problems& problems) { ReferenceCheck(read, problems).check_all(); }

}  // namespace gpuadvisor
