#include "gpu_sheet_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "advice/compare/published_rates.hpp"
#include "advice/request/board_length.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpu_fields_text.hpp"
#include "gpu_verdict.hpp"
#include "gpuadvisor/catalog/token_work.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/cost/own_or_rent_words.hpp"
#include "output/phrases/citations.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/fact.hpp"
#include "output/phrases/familiar_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/phrases/source_text.hpp"
#include "output/rent/rent_words.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// A row per condition, and one for renting.
Table offer_table(const GpuFacts& facts, const GpuAdvice& advice) {
  Table table{{{"offer"}, {"today", true}, {"likely"}, {"seen"}, {"by"}}, {}};
  for (const PriceEstimate& price : facts.prices) {
    table.add({std::string(condition_word(price)), today_text(price.today, price),
               price.low < price.high ? fmt::format("{}-{}", money(price.low), money(price.high)) : "-",
               month_text(price), by_words(price)});
  }
  if (const auto& rent = advice.rent) {
    table.add({"rent", hourly(rent->middle) + "/h",
               rent->low < rent->high ? fmt::format("{}-{}", hourly(rent->low), hourly(rent->high)) : "-",
               months_text(*rent), counted(static_cast<std::size_t>(rent->providers), "provider")});
  }
  return table;
}

/// Its workload, figure and interval; what else is known of it stands behind.
std::vector<std::string> speed_row(const WorkloadPerformance& one, std::initializer_list<std::string> further) {
  const Performance& speed = one.performance;
  std::vector<std::string> row = {
      std::string(one.workload->title), (speed.basis == Basis::measured ? "" : "~") + rounded(speed.index),
      speed.low < speed.high ? fmt::format("{}-{}", rounded(speed.low), rounded(speed.high)) : "-"};
  row.insert(row.end(), further);
  return row;
}

/// The workloads that most people ask for, as they are measured or estimated in 16 bits.
Table speed_table(const GpuFacts& facts) {
  constexpr auto k_asked_for = std::to_array<std::string_view>({"llm-inference", "image-generation"});
  Table table{{{"speed"}, {"", true}, {"likely"}, {"for example"}}, {}};
  for (const WorkloadPerformance& one : facts.performance) {
    const Workload& workload = *one.workload;
    const bool is_usual = (workload.mean_of.empty() && !workload.on_request) || contains(k_asked_for, workload.id);
    if (one.precision != ScorePrecision::fp16 || !is_usual) continue;
    const auto& familiar = one.familiar;
    table.add(
        speed_row(one, {familiar.empty() ? "-"
                                         : fmt::format("{} {} {}", familiar_text(familiar.front()),
                                                       rate_unit(familiar.front()), familiar.front().network->name)}));
  }
  return table;
}

std::string list_of(const std::vector<std::string>& texts) { return fmt::format("{}", fmt::join(texts, ", ")); }

std::string memory_words(const Gpu& gpu) {
  std::vector<std::string> found;
  if (gpu.memory)
    found.push_back(fmt::format("{} GB{}{}", json_number(gpu.memory->value()), gpu.memory_type.empty() ? "" : " ",
                                gpu.memory_type));
  if (gpu.memory_bandwidth) found.push_back(fmt::format("{} GB/s", json_number(gpu.memory_bandwidth->value())));
  return list_of(found);
}

/// "71.2 in 16 bits, 35.6 in 32 bits, 330 in FP8".
std::string rate_words(const Gpu& gpu) {
  std::vector<std::string> found;
  const auto add = [&](const auto& rate, std::string_view what) {
    if (rate) found.push_back(fmt::format("{} {}", three_digits(rate->value()), what));
  };
  add(gpu.fp16_tensor ? gpu.fp16_tensor : gpu.bf16_tensor ? gpu.bf16_tensor : gpu.fp16_vector, "in 16 bits");
  add(gpu.fp32, "in 32 bits");
  add(gpu.fp8, "in FP8");
  add(gpu.fp4, "in FP4");
  return list_of(found);
}

/// "BF16, TF32, INT8; no FP8, FP4"; what it has and other lines tell by figures is left out.
std::string feature_words(const std::vector<OwnFeature>& features) {
  constexpr auto k_told_by_figures = std::to_array<std::string_view>({"tensor-cores", "fp16", "nvlink"});
  const auto is_told = [&](const OwnFeature& one) {
    return one.has == HasFeature::yes && contains(k_told_by_figures, one.feature->id);
  };
  const auto having = [&](HasFeature has) {
    std::vector<std::string_view> found;
    for (const OwnFeature& one : features) {
      if (one.has == has && !is_told(one)) found.push_back(one.feature->title);
    }
    return joined(found, ", ");
  };
  const std::string has = having(HasFeature::yes);
  const std::string lacks = having(HasFeature::no);
  return lacks.empty() ? has : fmt::format("{}{}no {}", has, has.empty() ? "" : "; ", lacks);
}

std::string power_words(const Gpu& gpu) {
  std::vector<std::string> found;
  if (gpu.tdp) found.push_back(fmt::format("{:.0f} W", gpu.tdp->value()));
  if (gpu.idle_power) found.push_back(fmt::format("{:.0f} W idle", gpu.idle_power->value()));
  if (gpu.recommended_psu) found.push_back(fmt::format("supply of {:.0f} W or more", gpu.recommended_psu->value()));
  if (!gpu.power_connectors.empty()) found.emplace_back(gpu.power_connectors);
  return list_of(found);
}

/// What the board takes, and its links.
std::string board_words(const Gpu& gpu) {
  std::vector<std::string> found;
  if (gpu.slots) found.push_back(fmt::format("{} slot{}", *gpu.slots, *gpu.slots == 1 ? "" : "s"));
  if (const auto length = board_length_words(gpu); !length.empty()) found.push_back(length);
  if (!gpu.pcie_gen.empty())
    found.push_back(fmt::format("PCIe {}{}", gpu.pcie_gen, gpu.pcie_lanes ? fmt::format(" x{}", *gpu.pcie_lanes) : ""));
  if (gpu.nvlink) found.push_back(fmt::format("NVLink {} GB/s", json_number(gpu.nvlink->value())));
  return list_of(found);
}

std::string support_words(const Gpu& gpu, const GpuAdvice& advice) {
  std::string text = software_word(gpu, advice.support);
  if (text.starts_with("until") || text.starts_with("from")) text = fmt::format("{} {}", platform_name(gpu), text);
  if (text == "?") text = "not known";
  if (!gpu.compute_capability.empty()) text += fmt::format(", compute capability {}", gpu.compute_capability);
  return fmt::format("{} ({})", text, gpu.architecture);
}

/// What to know before buying that neither the verdict nor a table tells.
std::vector<std::string> cautions(const GpuFacts& facts, const GpuAdvice& advice) {
  const auto told = mapped(reasons_against(advice), &Rejection::reason);
  std::vector<std::string> found;
  for (const auto& [id, text] : facts.warnings) {
    const bool is_elsewhere = id == "avoided-by-guide" || id == "no-offer" || id == "no-score";
    if (!is_elsewhere && !contains(told, text)) found.push_back(text);
  }
  return found;
}

/// What guides said against it in their day; on the screen without their reasons.
std::vector<std::string> advised_against(const GpuFacts& facts, bool is_explained) {
  std::vector<std::string> found;
  for (const auto& [id, text] : facts.warnings) {
    if (id == "avoided-by-guide") found.push_back(is_explained ? text : text.substr(0, text.find(": ")));
  }
  return found;
}

/// What a quote is, where that is not a street price in the United States.
std::string quote_note(const Price& quote) {
  const bool says_so = quote.note.find("list price") != std::string_view::npos;
  std::string note = is_list_price(quote) && !says_so ? "list price" : "";
  if (quote.region != k_home_country) note += fmt::format("{}in {}", note.empty() ? "" : ", ", quote.region);
  if (!quote.note.empty()) note += fmt::format("{}{}", note.empty() ? "" : ", ", quote.note);
  return note;
}

/// Quotes that make a price, and list prices; all with `sources_in_full`.
std::vector<const Price*> shown_quotes(const GpuSheet& sheet) {
  std::vector<const Price*> shown = sheet.facts.quotes;
  if (sheet.sources_in_full) return shown;
  const PriceEstimates& prices = sheet.facts.prices;
  std::erase_if(shown, [&](const Price* quote) {
    const auto makes = [quote](const PriceEstimate& price) {
      return std::any_of(price.quotes.begin(), price.quotes.end(), [quote](const Price& q) { return &q == quote; });
    };
    return !is_list_price(*quote) && std::none_of(prices.begin(), prices.end(), makes);
  });
  return shown;
}

/// "vLLM, 128 at a time, 512 in, 256 out".
std::string way_text(const Measurement& row) {
  const std::string setting = setting_text(row);
  return setting.empty() ? std::string(row.framework) : fmt::format("{}, {}", row.framework, setting);
}

/// The priority score for each workload, with the ids of these.
Table score_table(std::span<const WorkloadScore> scores) {
  Table table{{{"score", true}, {"workload"}, {"title"}}, {}};
  for (const auto& [workload, priority] : scores) {
    table.add({or_dash(priority, [](const auto& p) { return fmt::format("{:.3f}", p.score); }),
               std::string(workload->id), std::string(workload->title)});
  }
  return table;
}

/// The facts of one GPU. What belongs below one is made where it is asked for: only then are its sources cited.
class FactsOfGpu {
 public:
  FactsOfGpu(const GpuSheet& asked, const GpuAdvice& advice, const Depth& depth)
      : m_asked(asked),
        m_gpu(asked.gpu),
        m_facts(asked.facts),
        m_advice(advice),
        m_depth(depth),
        m_fields(field_texts(asked.gpu)),
        m_citations(asked.facts.catalog_sources) {}

  /// With the sources that it cites.
  [[nodiscard]] Document document(Document lead) {
    m_sheet.lead(std::move(lead));
    add_prices();
    add_speeds();
    if (begins(Fact::rates)) add_rates();
    if (begins(Fact::serving)) add_published();
    if (begins(Fact::score)) {
      m_sheet.more(fmt::format("Priority score, {} = 1: a ranking, not a speed.", m_asked.catalog.reference_name));
      m_sheet.more(score_table(m_facts.scores));
    }
    add_parts();
    add_warnings(Fact::beware, cautions(m_facts, m_advice));
    add_warnings(Fact::guides, advised_against(m_facts, m_depth.is_explained));
    if (begins(Fact::product)) add_product();
    return m_sheet.document(m_depth).append(sources());
  }

 private:
  /// Whether what belongs below the fact that begins here is asked for.
  bool begins(Fact fact, std::string text = {}) {
    m_sheet.fact(fact, std::move(text));
    return m_depth.wants(enum_name(fact));
  }
  /// The same of one that the screen has as a table.
  bool begins(Fact fact, Table on_screen) {
    if (m_depth.is_explained) return begins(fact);
    m_sheet.fact(fact, Document().table(std::move(on_screen)).gap());
    return false;
  }

  void add_prices() {
    if (!begins(Fact::price, offer_table(m_facts, m_advice))) return;
    m_sheet.more(offer_table(m_facts, m_advice));
    m_sheet.more("likely: the 80 % interval; ~: not offered since last month.");
    Table table{{{"quote", true}, {"date"}, {"condition"}, {"source"}, {"what", false, true}}, {}};
    const auto shown = shown_quotes(m_asked);
    for (const Price* quote : shown) {
      table.add({money(quote->price), quote->date.text(), std::string(condition_word(quote->condition)),
                 m_citations.cite(quote->source), quote_note(*quote)});
    }
    m_sheet.more(std::move(table));
    const std::size_t others = m_facts.quotes.size() - shown.size();
    if (others > 0) m_sheet.more(counted(others, "more quote") + ": --sources");
  }

  void add_speeds() {
    if (!begins(Fact::speed, speed_table(m_facts))) return;
    Table table{{{"speed"}, {"", true}, {"likely"}, {"in"}, {"by"}, {"source", false, true}}, {}};
    for (const WorkloadPerformance& one : m_facts.performance) {
      const Performance& speed = one.performance;
      const std::string by = speed.basis == Basis::measured ? fmt::format("measured {}", speed.measurements)
                                                            : std::string(enum_name(speed.basis));
      table.add(speed_row(one, {std::string(enum_name(one.precision)), by, m_citations.cite(speed.sources)}));
    }
    m_sheet.more(std::move(table));
  }

  /// Samples per second of networks that people know.
  void add_rates() {
    Table table{{{"rate", true}, {"likely"}, {"basis"}, {"in"}, {"of"}, {"batch", true}}, {}};
    std::vector<std::string_view> sources;
    for (const WorkloadPerformance& one : m_facts.performance) {
      for (const ReferenceThroughput& rate : one.familiar) {
        const std::string interval = familiar_interval(rate);
        table.add({familiar_text(rate), interval.empty() ? "-" : interval, familiar_basis(rate),
                   std::string(enum_name(one.precision)), familiar_unit(rate),
                   or_dash(rate.batch, [](int batch) { return std::to_string(batch); })});
        for (const auto source : rate.reference->sources) {
          if (!contains(sources, source)) sources.push_back(source);
        }
      }
    }
    m_sheet.more(std::move(table));
    if (!sources.empty()) m_sheet.more(fmt::format("~: predicted from the speed. From {}.", m_citations.cite(sources)));
  }

  /// Fine-tuning of language models, of which too little is measured for an index, and the fastest serving of each.
  void add_published() {
    if (m_facts.published.empty()) return;
    m_sheet.more("Language models as published, each with its own settings, per GPU; for serving, the fastest.");
    Table table{{{"rate", true}, {"unit"}, {"of"}, {"GPUs", true}, {"how", false, true}, {"source"}}, {}};
    const auto add = [&](const Measurement& row, std::string_view unit) {
      table.add({measured_text(row.value), std::string(unit), std::string(row.model), std::to_string(row.gpu_count),
                 way_text(row), m_citations.cite(row.source)});
    };
    for (const Measurement& row : m_facts.published) {
      if (row.workload == k_fine_tuning_workload) add(row, row.unit);
    }
    for (const Measurement* row : fastest_served(m_facts.published)) add(*row, "tokens/s");
    m_sheet.more(std::move(table));
  }

  /// A line of what it is made of, and the figures of the data files whose keys begin so.
  void add_part(Fact fact, std::string text, std::initializer_list<std::string_view> keys) {
    const auto is_other = [&](const FieldText& field) {
      return std::none_of(keys.begin(), keys.end(), [&](auto key) { return field.key.starts_with(key); });
    };
    const auto own = std::stable_partition(m_fields.begin(), m_fields.end(), is_other);
    const std::span moved(m_fields.data() + (own - m_fields.begin()), m_fields.data() + m_fields.size());
    if (begins(fact, std::move(text))) m_sheet.more(figure_table(moved));
    m_fields.erase(own, m_fields.end());
  }

  void add_parts() {
    add_part(Fact::memory, memory_words(m_gpu), {"memory_", "l2_", "infinity_"});
    add_part(Fact::tflops, rate_words(m_gpu), {"fp", "bf16_", "tf32_", "int8_", "tensor_", "shader_", "boost_"});
    add_part(Fact::features, feature_words(m_advice.features), {});
    add_part(Fact::power, power_words(m_gpu),
             {"tdp_", "idle_", "peak_", "recommended_psu_", "partner_psu_", "power_connectors"});
    add_part(Fact::board, board_words(m_gpu),
             {"form", "cooling", "slots", "length_", "shortest_", "longest_", "pcie_", "nvlink_"});
    add_part(Fact::software, support_words(m_gpu, m_advice), {"architecture", "compute_capability"});
  }

  /// On the screen one line of all, explained one for each.
  void add_warnings(Fact fact, const std::vector<std::string>& texts) {
    if (begins(fact, m_depth.is_explained ? "" : fmt::format("{}", fmt::join(texts, "; ")))) m_sheet.more(texts);
  }

  /// What it is called, and all figures that are no part's.
  void add_product() {
    m_sheet.more(fmt::format("{} ({})", m_gpu.name, m_gpu.id));
    if (!m_gpu.aliases.empty()) m_sheet.more("Also called: " + joined(m_gpu.aliases, ", "));
    for (const auto note : m_gpu.notes) m_sheet.more(std::string(note));
    m_sheet.more(figure_table(m_fields));
    if (!m_gpu.further_sources.empty())
      m_sheet.more(fmt::format("Compared with {}.", m_citations.cite(m_gpu.further_sources)));
  }

  [[nodiscard]] Table figure_table(std::span<const FieldText> fields) {
    Table table{{{"figure"}, {"value"}, {"source"}}, {}};
    for (const auto& [key, value, source] : fields) {
      if (key == "name" || key == "aliases" || key == "misnomers" || key == "notes") continue;  // said as text
      table.add({std::string(key), value, source.empty() ? "ours" : m_citations.cite(source)});
    }
    return table;
  }

  /// What is cited; each in full with address, licence and what it supplies, where that is asked for.
  [[nodiscard]] Document sources() const {
    Document document;
    const auto lines = m_citations.lines();
    if (lines.empty()) return document;
    document.heading("Sources");
    if (!m_asked.sources_in_full) return document.paragraphs(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto usage =
          std::ranges::find(m_facts.usage, m_citations.ids()[i], [](const SourceUsage& one) { return one.source->id; });
      if (usage == m_facts.usage.end()) {
        document.heading(lines[i], 3);
      } else {
        document.heading(fmt::format("[{}] {} ({})", i + 1, usage->source->title, usage->source->id), 3);
        document.table(source_table(*usage, true), 4);
      }
    }
    return document;
  }

  const GpuSheet& m_asked;
  const Gpu& m_gpu;
  const GpuFacts& m_facts;
  const GpuAdvice& m_advice;
  const Depth& m_depth;
  std::vector<FieldText> m_fields;  // that no fact has yet
  Citations m_citations;
  Sheet m_sheet{"part", "figures"};
};

/// What the GPUs are, cost and are good for, before their facts.
Document lead_of(const GpuSheet& sheet, const GpuAdvice& advice, bool is_title) {
  Document document;
  if (is_title) {
    document.title(verdict(sheet.gpu, advice));
  } else {
    document.gap().paragraph(verdict(sheet.gpu, advice));
  }
  document.paragraph(elaboration(sheet.gpu, advice));
  if (const auto& found = sheet.facts.own_or_rent) document.paragraph(own_or_rent_verdict(*found));
  return document.gap();
}

std::string legend(std::span<const GpuSheet> sheets, bool is_explained) {
  const CatalogStamp& catalog = sheets.front().catalog;
  const std::string day = data_day(catalog);
  const bool has_hearsay = std::any_of(sheets.begin(), sheets.end(), [](const GpuSheet& sheet) {
    const PriceEstimates& prices = sheet.facts.prices;
    return std::any_of(prices.begin(), prices.end(),
                       [](const PriceEstimate& price) { return price.no_offer == NoOffer::hearsay; });
  });
  std::string said = fmt::format("speed: {} = 1.00, ~ estimated{}{}.{}", catalog.reference_name,
                                 day.empty() ? "" : "; ", day, has_hearsay ? " hearsay: no actual offer found." : "");
  if (is_explained) return said;
  return fmt::format("{} All figures, quotes and sources: --explain; {}.", said,
                     sheets.size() > 1 ? "`compare` puts them side by side" : "what it runs: `memory --gpu`");
}

}  // namespace

Document gpu_sheets_document(std::span<const GpuSheet> sheets, std::span<const GpuAdvice> advice, const Depth& depth) {
  Document document;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    if (!depth.fact.empty() && sheets.size() > 1) document.title(std::string(sheets[i].gpu.name));
    const bool is_title = i == 0 || depth.is_explained;
    document.append(FactsOfGpu(sheets[i], advice[i], depth).document(lead_of(sheets[i], advice[i], is_title)));
  }
  return depth.fact.empty() ? document.gap().paragraph(legend(sheets, depth.is_explained)) : document;
}

}  // namespace gpuadvisor
