#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "build_comparison_document.hpp"
#include "build_screen.hpp"
#include "build_verdict.hpp"
#include "build_view.hpp"
#include "build_words.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// The sections of one build.
class Sections {
 public:
  Sections(const Build& build, const BuildView& view) : m_build(build), m_view(view) {}

  Document all() {
    title("In short");
    m_document.items(verdict_texts(m_build));
    speed();
    memory();
    power();
    heat();
    links();
    cost();
    return std::move(m_document);
  }

 private:
  void title(std::string text) { m_document.heading(std::move(text)); }
  void item(std::string_view text) { m_document.item(std::string(text)); }
  void table(Table table) { m_document.table(std::move(table), 2); }

  void warnings(std::initializer_list<std::string_view> ids) {
    for (const Warning& warning : m_build.warnings) {
      if (contains(ids, warning.id)) item("Warning: " + warning.text + '.');
    }
  }

  void rules(RuleTopic topic) {
    for (const BuildStatement& statement : m_build.rules) {
      const GuideRule* rule = statement.rule;
      if (rule->topic == topic) {
        item(quoted(*rule) + measured_text(statement));
        for (const auto step : rule->steps) item(fmt::format("- {}.", step));
      }
    }
  }

  /// What was measured of training that a guide gives no factor of: " Measured since: 3.82 on 4 GPUs (233 pairs).".
  [[nodiscard]] static std::string measured_text(const BuildStatement& statement) {
    std::vector<std::string> found;
    for (const BuildSpeed& speed : statement.measured_since) {
      const ExpectedSpeedup& up = speed.speedup;
      found.push_back(fmt::format("{} for {} on {} GPUs ({} pairs{})", rounded(*up.factor), speed.workload->title,
                                  up.count, up.measurements,
                                  speed.is_vendor_measured ? "" : " of another vendor's GPUs"));
    }
    if (found.empty()) return {};
    return fmt::format(" Measured since: {}, where the model fits in one GPU.", enumeration(found));
  }

  /// What a rule says, and whose it is.
  template <class Rule>
  [[nodiscard]] std::string quoted(const Rule& rule) const {
    return attributed(rule.says, guide_text(rule.guide, m_build.guides));
  }

  [[nodiscard]] bool is_parallel() const { return m_build.question.mode == BuildMode::parallel; }

  void speed() {
    const int count = m_build.count();
    const bool is_divided = m_build.machines.size() > 1;
    if (count == 1) {
      title("Speed");
    } else if (is_parallel()) {
      title(is_divided ? "Speed, one training on each machine" : "Speed, one training on all GPUs");
    } else {
      title("Speed, an experiment on each GPU");
    }
    table(is_parallel() ? parallel_table() : experiments_table());
    warnings({"beyond-one-machine", "mixed-models", "mixed-vendors", "other-vendor"});
    item(legend());
    if (count > 1 && is_parallel()) {
      item(fmt::format("Or {} independent experiments at once, each at the speed of one GPU.", count));
    }
    rules(RuleTopic::several_gpus);
  }

  [[nodiscard]] static std::string basis_text(const BuildSpeed& speed) {
    if (speed.speedup.count == 1) return "-";
    return speed.is_vendor_measured ? std::string(enum_name(speed.speedup.basis)) : "other vendor";
  }

  [[nodiscard]] Table parallel_table() const {
    Table table{{{"workload", false, true},
                 {"one", true},
                 {"speed-up", true},
                 {"80 %", true},
                 {"basis"},
                 {"n", true},
                 {"guide", true},
                 {"all", true}},
                {}};
    for (const BuildSpeed& speed : m_build.speeds) {
      const ExpectedSpeedup& up = speed.speedup;
      const bool has_interval = up.count > 1 && up.low && up.high;
      table.rows.push_back({std::string(speed.workload->title), or_dash(speed.one_speed, rounded),
                            or_dash(up.factor, rounded),
                            has_interval ? fmt::format("{} to {}", rounded(*up.low), rounded(*up.high)) : "-",
                            basis_text(speed), up.measurements == 0 ? "-" : std::to_string(up.measurements),
                            or_dash(up.guide, rounded), or_dash(speed.speed, rounded)});
    }
    return table;
  }

  [[nodiscard]] Table experiments_table() const {
    Table table{{{"workload", false, true}, {"runs", true}, {"each", true}, {"all", true}}, {}};
    for (const BuildSpeed& speed : m_build.speeds) {
      table.rows.push_back({std::string(speed.workload->title), std::to_string(m_build.count()),
                            or_dash(speed.one_speed, rounded), or_dash(speed.speed, rounded)});
    }
    return table;
  }

  [[nodiscard]] std::string legend() const {
    const bool is_index = m_build.speeds.front().speed_kind == SpeedKind::index;
    std::string text = fmt::format("{} = 1.00{}.", m_view.catalog.reference_name,
                                   is_index ? "" : "; scores, which are an order, stand in for speeds");
    const std::string slowest = m_build.is_mixed() ? ", the slowest" : "";
    if (!is_parallel()) {
      return text + fmt::format(
                        " each: a single GPU{}. Each run has a speed-up of 1; results come sooner because "
                        "several run at once.",
                        slowest);
    }
    text += fmt::format(
        " one: a single GPU{}; speed-up: against it, with the interval that holds eight of ten of n "
        "pairs measured; guide: what a guide says.",
        slowest);
    const bool is_pooled = std::any_of(m_build.speeds.begin(), m_build.speeds.end(),
                                       [](const BuildSpeed& speed) { return speed.speedup.measurements > 0; });
    if (is_pooled) {
      text += " Speed-ups are pooled over the GPUs that were timed in such numbers, not of this one alone.";
    }
    if (m_build.machines.size() == 1) return text;
    return text + fmt::format(" speed-up: of a machine of {}; all: {}, each training on its own.", m_build.largest(),
                              machines_text(m_build));
  }

  void memory() {
    title("Memory");
    if (!m_build.memory) return item("Not known.");
    const std::string each = json_number(m_build.memory->value());
    if (m_build.count() == 1) return item(fmt::format("{} GB.", each));
    item(fmt::format("{} GB per GPU{}: a model must fit in it. The {} GB of all are not pooled.", each,
                     m_build.is_mixed() ? " at least" : "", json_number(m_build.total_memory->value())));
  }

  void power() {
    title(m_build.machines.size() > 1 ? fmt::format("Power of a machine of {}", m_build.largest()) : "Power");
    const BuildPower& power = m_build.power;
    if (!power.need) return warnings({"power-unknown"});
    const auto& limit = m_build.question.limit;
    item(fmt::format("{} for the GPUs{} and {} for the rest of the {}: {}.", watts_text(power.need->gpus),
                     limit ? fmt::format(", limited to {} each,", watts_text(*limit)) : "",
                     watts_text(power.need->system), host_text(), watts_text(power.need->total())));
    if (limit) limit_effect();
    if (power.supply) {
      std::string text =
          fmt::format("A supply of {} {}.", watts_text(power.supply->supply), judged_supply_text(*power.supply, power));
      for (const PowerSupplyRule* rule : refusals(m_build)) {
        text += " Not enough for a guide: " + quoted(*rule);
      }
      item(text);
    }
    if (m_build.is_of_desktop_cards()) {
      item(advised_supply_text(power) +
           (power.recommended ? fmt::format(" ({}).", recommendation_text(m_build)) : std::string(".")));
    } else {
      item(own_supply_text(m_build));
    }
    peaks();
    table(tried_table());
    for (const TriedLimit& tried : power.tried) {
      if (tried.limit->count.value_or(m_build.largest()) != m_build.largest()) continue;
      item(quoted(*tried.limit));
    }
    if (!power.tried.empty()) item("Between the limits that guides tried, nothing is known of the speed.");
    for (const PowerSupplyRule* rule : power.said) {
      const auto refusing = refusals(m_build);
      const bool is_told = contains(refusing, rule);
      if (!is_told && !is_implied(*rule)) item(quoted(*rule));
    }
    rules(RuleTopic::power);
  }

  /// "machine (source; --system-power)", or what a server takes.
  [[nodiscard]] std::string host_text() const {
    const HostPower& host = m_build.host;
    if (host.source.empty()) return host.modules > 0 ? "server" : "machine";
    if (host.modules > 0) {
      return fmt::format("server ({} per GPU, as in a DGX H100: source {}; --system-power)",
                         watts_text(host.power / host.modules), host.source);
    }
    return fmt::format("machine (source {}; --system-power)", host.source);
  }

  void peaks() {
    for (const GpuGroup& part : m_build.question.parts) {
      if (!part.gpu->peak_power) continue;
      item(fmt::format("Short peaks: up to {:.0f} W for under 1 ms, for each {} (source {}).",
                       part.gpu->peak_power->value(), short_name(*part.gpu), source_of(*part.gpu, "peak_power_w")));
    }
  }

  /// Whether the same guide says as much of a larger supply that is too little, or of a smaller one that is enough.
  [[nodiscard]] bool is_implied(const PowerSupplyRule& rule) const {
    const auto& said = m_build.power.said;
    return std::any_of(said.begin(), said.end(), [&](const PowerSupplyRule* other) {
      const bool is_stronger = rule.enough ? other->supply < rule.supply : other->supply > rule.supply;
      return is_stronger && other->guide == rule.guide && other->limit == rule.limit && other->enough == rule.enough;
    });
  }

  void limit_effect() {
    if (m_build.power.saved > Watts{0}) item(fmt::format("The limit saves {}.", watts_text(m_build.power.saved)));
    warnings({"power-limit-unmeasured"});
    const auto& speed = m_build.speeds.front().limit_speed;
    if (!speed || *speed == 1) return;
    const auto measured = m_build.power.measured;
    item(fmt::format("Speed at the limit: {} of that at full power{}.", rounded(*speed),
                     measured.empty() ? "" : fmt::format(", measured on {}; taken for training too", measured)));
  }

  [[nodiscard]] Table tried_table() const {
    const auto& supply = m_build.question.supply;
    Table table{{{"limit", true}, {"speed"}, {"GPUs", true}, {"together", true}, {"saved", true}}, {}};
    if (supply) table.columns.push_back({watts_text(*supply) + " supply"});
    for (const TriedLimit& tried : m_build.power.tried) {
      const auto& speed = tried.limit->speed;
      table.rows.push_back({watts_text(tried.limit->limit), speed ? rounded(speed->value()) : "not known",
                            watts_text(tried.need.gpus), watts_text(tried.need.total()), watts_text(tried.saved)});
      if (tried.supply) table.rows.back().push_back(supply_text(*tried.supply));
    }
    return table;
  }

  void heat() {
    title("Heat and slots");
    const bool is_of_modules = m_build.is_of_modules();
    for (const GpuGroup& part : m_build.question.parts) {
      const auto& asked = m_build.question.cooling;
      const auto cooling = asked ? asked : part.gpu->cooling;
      std::string slots = part.gpu->slots ? fmt::format("{} slots each", *part.gpu->slots) : "slots not known";
      if (is_of_modules) slots = "a module without slots, on a board made for it and others";
      if (part.gpu->slots && asked && part.gpu->cooling != asked) {
        slots += " on the reference board, not known with that cooler";
      }
      item(fmt::format("{}: {}, {}.", short_name(*part.gpu),
                       !cooling
                           ? "cooler not known"
                           : fmt::format("{} cooler{}", enum_name(*cooling), asked ? "" : " (the reference board's)"),
                       slots));
    }
    const auto& spacing = m_build.question.spacing;
    if (m_build.slots && m_build.largest() > 1) {
      item(fmt::format(
          "Together {} slots{}{}; boards for {} GPUs have {}.", m_build.slots->needed,
          m_build.has_other_cooler() ? " at the reference boards' width" : "",
          spacing.value_or(0) > 0 ? fmt::format(" with {} free between two cards", *spacing) : " side by side",
          k_gpus_per_board, m_build.slots->available));
    }
    warnings({"heat", "slots"});
    const auto& parts = m_build.question.parts;
    const bool is_cooler_known =
        m_build.question.cooling ||
        std::all_of(parts.begin(), parts.end(), [](const GpuGroup& part) { return part.gpu->cooling.has_value(); });
    if (is_cooler_known && m_build.largest() > 1 && m_build.slots && m_build.heat.empty()) {
      item(spacing.value_or(0) > 0 ? "No guide warns of cards that stand apart."
                                   : "No guide warns of these cards side by side.");
    }
    rules(RuleTopic::heat);
  }

  void links() {
    title("PCIe, NVLink, licence");
    for (const GpuGroup& part : m_build.question.parts) {
      const Gpu& gpu = *part.gpu;
      item(fmt::format("{}: PCIe {}, {}.", short_name(gpu), gpu.pcie_gen.empty() ? "not known" : gpu.pcie_gen,
                       gpu.nvlink
                           ? fmt::format("NVLink {} GB/s, both directions together", json_number(gpu.nvlink->value()))
                           : "no NVLink known"));
    }
    rules(RuleTopic::host);
    warnings({"form", "policy-risk"});
    if (m_build.question.deployment) return;
    for (const DeploymentRule* rule : m_build.licence) {
      item(fmt::format("In a data center a policy risk: {}.", rule->terms));
    }
  }

  void cost() {
    title("Cost");
    warnings({"avoided-by-guide"});
    if (m_build.is_of_modules()) item("Of the modules alone, without the board that holds them.");
    if (m_build.prices.empty()) item("No price is known.");
    for (const BuildPrice& price : m_build.prices) {
      item(fmt::format("{} {} ({}).",
                       price.condition == Condition::brand_new ? "New:"
                       : price.condition == Condition::used    ? "Used:"
                                                               : "Mixed:",
                       money(price.gpus), price_text(m_build, price)));
    }
    warnings({"new-below-used", "list-price", "no-offer"});
    if (!m_build.deciding) return;
    if (!m_build.question.system_cost) return;
    item(fmt::format("With {} at {} besides its GPUs: {}.", machines_text(m_build),
                     money(*m_build.question.system_cost), money(m_build.deciding->total)));
    std::vector<std::string> values;
    for (const BuildSpeed& speed : m_build.speeds) {
      if (speed.value) values.push_back(fmt::format("{} {}", speed.workload->title, rounded(*speed.value)));
    }
    if (!values.empty()) item(fmt::format("Speed per $1000 of the whole: {}.", enumeration(values)));
  }

  const Build& m_build;
  const BuildView& m_view;
  Document m_document;
};

std::string heading(const BuildView& view) {
  const std::string day = data_day(view.catalog);
  const Build& build = view.builds.front();
  return fmt::format("{} in {}{}{}", build_name(build), machines_text(build), day.empty() ? "" : ", ", day);
}

}  // namespace

Document build_document(const BuildView& view) {
  if (view.builds.size() == 2) return build_comparison_document(view);
  if (!view.is_explained) return build_screen(view);
  Document document;
  document.title(heading(view)).gap();
  return document.append(Sections(view.builds.front(), view).all());
}

}  // namespace gpuadvisor
