#include "guide_check.hpp"

#include <fmt/format.h>

#include <set>

#include "core/contains.hpp"
#include "core/glob.hpp"

namespace gpuadvisor {

namespace {

using Ids = std::set<std::string_view>;

template <class Record>
Ids ids_of(const std::vector<Record>& records) {
  Ids ids;
  for (const Record& record : records) ids.insert(record.id);
  return ids;
}

class GuideCheck {
 public:
  GuideCheck(const MergedRecords& read, Problems& problems)
      : m_read(read),
        m_problems(problems),
        m_sources(ids_of(read.records<Source>())),
        m_gpus(ids_of(read.records<Gpu>())),
        m_workloads(ids_of(read.records<Workload>())),
        m_guides(ids_of(read.records<Guide>())),
        m_types(ids_of(read.records<PersonaType>())) {
    for (const ChartNode& node : read.records<ChartNode>()) m_nodes.emplace(node.guide, node.id);
  }

  void check_all() {
    for_each_table([&]<class Record>(const CatalogTable<Record>& table) {
      if (table.rules.joining != Joining::in_place) return;
      for (const auto& parsed : m_read.parsed<Record>()) {
        check_fields(parsed, "", parsed.record);
        if constexpr (requires { check_own(parsed); }) check_own(parsed);
      }
    });
  }

 private:
  template <class Record>
  void unknown(const ParsedRecord<Record>& parsed, std::string_view key, std::string_view id, const Ids& known,
               std::string_view kind) {
    if (id.empty() || known.contains(id)) return;
    if (m_problems.is_full()) return m_problems.add(parsed.place, "");
    const std::vector<std::string_view> ids(known.begin(), known.end());
    problem(parsed, key, fmt::format("unknown {} \"{}\"{}", kind, printable(id), did_you_mean(id, ids)));
  }

  template <class Record>
  void problem(const ParsedRecord<Record>& parsed, std::string_view key, const std::string& message) {
    ObjectReader(*parsed.node, parsed.place, m_problems).problem(key, message);
  }

  /// What the ids in a field are of, by its key; null when they are none.
  [[nodiscard]] std::pair<const Ids*, std::string_view> referred_to(std::string_view key) const {
    if (is_gpu_key(key)) return {&m_gpus, "GPU"};
    if (key == "source") return {&m_sources, "source"};
    if (key == "guide") return {&m_guides, "guide"};
    if (key == "workload" || key == "workloads" || key == "except_workload") return {&m_workloads, "workload"};
    if (key == "type") return {&m_types, "kind of buyer"};
    return {nullptr, ""};
  }

  /// References and shares of a record and its parts; problems name the member of the parsed record that they are in.
  template <class Record, class Part>
  void check_fields(const ParsedRecord<Record>& parsed, std::string_view member, const Part& part) {
    for_each_field<Part>([&](const auto& field, std::size_t) {
      const std::string_view key = member.empty() ? field.key : member;
      const auto& value = part.*field.member;
      const auto [ids, kind] = referred_to(field.key);
      if constexpr (std::is_same_v<decltype(value), const std::string_view&>) {
        if (ids != nullptr) unknown(parsed, key, value, *ids, kind);
      } else if constexpr (std::is_same_v<decltype(value), const std::span<const std::string_view>&>) {
        for (const auto id : value) {
          if (ids != nullptr) unknown(parsed, key, id, *ids, kind);
        }
      } else if constexpr (requires { typename std::decay_t<decltype(value)>::element_type; }) {
        for (const auto& nested : value) check_fields(parsed, key, nested);
      } else if constexpr (requires { std::optional<double>(value); }) {
        const std::optional<double> share = value;
        const bool is_share = field.key.find("share") != std::string_view::npos;
        if (is_share && share && !(*share >= 0 && *share <= 1)) problem(parsed, key, "expected a share from 0 to 1");
      }
    });
  }

  void check_own(const ParsedRecord<GuideRule>& parsed) {
    for (const RuleFigure& figure : parsed.record.figures) {
      if (figure.to && *figure.to < figure.value) problem(parsed, "figures", "expected value <= to");
      const bool is_factor = figure.means == FigureMeaning::fp16_memory_factor;
      if (is_factor && (figure.value < Magnitude{1} || figure.value > Magnitude{2})) {
        problem(parsed, "figures", "expected an fp16-memory-factor from 1 to 2");
      }
    }
    const GuideRule& rule = parsed.record;
    if (rule.count_from && rule.count_to && *rule.count_to < *rule.count_from) {
      problem(parsed, "count_to", "expected count_from <= count_to");
    }
  }

  void check_own(const ParsedRecord<Avoidance>& parsed) {
    const auto names = parsed.record.names;
    if (!names.empty() && !Glob::parse(names)) {
      problem(parsed, "names", "expected a pattern of names: `*`, `?` and closed brackets, of at most 63 bytes");
    }
  }

  void check_own(const ParsedRecord<GuideRatio>& parsed) {
    const GuideRatio& ratio = parsed.record;
    if (ratio.to && *ratio.to < ratio.ratio) problem(parsed, "to", "expected ratio <= to");
    if (!ratio.of.empty() && ratio.of != "speed" && ratio.of != "value") {
      problem(parsed, "of", fmt::format("expected speed or value, found \"{}\"", printable(ratio.of)));
    }
  }

  void check_own(const ParsedRecord<PersonaType>& parsed) {
    const PersonaType& type = parsed.record;
    if (type.count && *type.count > k_most_gpus) {
      problem(parsed, "count", fmt::format("expected at most {}, found {}", k_most_gpus, *type.count));
    }
    if (type.budget && type.budget_share) problem(parsed, "budget_share", R"(expected "budget_usd" or this, not both)");
    if (type.min_memory && type.memory_share) {
      problem(parsed, "memory_share", R"(expected "min_memory_gb" or this, not both)");
    }
  }

  void check_own(const ParsedRecord<ClusterMix>& parsed) {
    constexpr auto k_wholes = std::to_array<std::string_view>({"GPUs", "nodes", "budget"});
    const std::string_view whole = parsed.record.shares_of;
    if (whole.empty() || contains(k_wholes, whole)) return;
    problem(parsed, "shares_of", fmt::format("expected GPUs, nodes or budget, found \"{}\"", printable(whole)));
  }

  void check_own(const ParsedRecord<ChartNode>& parsed) {
    const ChartNode& node = parsed.record;
    for (const ChartEdge& edge : node.edges) {
      if (edge.to.empty() || m_nodes.contains({node.guide, edge.to})) continue;
      problem(parsed, "edges", fmt::format("unknown node \"{}\" of that chart", printable(edge.to)));
    }
    if (node.kind == ChartNodeKind::end && !node.edges.empty()) problem(parsed, "edges", "an end leads nowhere");
    if (node.kind == ChartNodeKind::question && node.edges.size() < 2) {
      problem(parsed, "edges", "expected at least two answers to a question");
    }
    if (node.kind == ChartNodeKind::rung && (node.edges.size() != 1 || node.choices.empty())) {
      problem(parsed, "edges", "expected GPUs and one way on for who finds them too dear");
    }
  }

  const MergedRecords& m_read;
  Problems& m_problems;
  Ids m_sources;
  Ids m_gpus;
  Ids m_workloads;
  Ids m_guides;
  Ids m_types;
  std::set<std::pair<std::string_view, std::string_view>> m_nodes;  // guide, node
};

}  // namespace

void check_guides(const MergedRecords& read, Problems& problems) { GuideCheck(read, problems).check_all(); }

}  // namespace gpuadvisor
