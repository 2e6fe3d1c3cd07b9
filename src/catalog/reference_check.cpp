#include "reference_check.hpp"

#include <fmt/format.h>

namespace gpuadvisor {
namespace {

class ReferenceCheck {
 public:
  ReferenceCheck(const MergedRecords& read, Problems& problems) : m_read(read), m_problems(problems) {}

  void check_all() {
    check_sources(m_read.parsed_gpus);
    check_sources(m_read.parsed_prices);
    check_sources(m_read.parsed_support);
    check_sources(m_read.parsed_workloads);
    check_sources(m_read.parsed_memory_floors);
    check_sources(m_read.parsed_references);
    for (const auto& price : m_read.parsed_prices) {
      check_reference(price, "gpu", price.record.gpu, m_read.gpus.index, "GPU");
    }
    for (const auto& floor : m_read.parsed_memory_floors) {
      check_reference(floor, "workload", floor.record.workload, m_read.workloads.index, "workload");
    }
    for (const auto& score : m_read.parsed_scores) {
      check_reference(score, "gpu", score.record.gpu, m_read.gpus.index, "GPU");
    }
    check_scoring(m_read.parsed_scores);
    check_scoring(m_read.parsed_speedups);
    for (const auto& model : m_read.parsed_score_models) {
      check_reference(model, "workload", model.record.workload, m_read.workloads.index, "workload");
    }
    for (const auto& gpu : m_read.parsed_gpus) check_gpu_sources(gpu);
    for (const auto& workload : m_read.parsed_workloads) check_workload(workload);
    if (const auto& id = m_read.default_workload; !id.empty() && !m_read.workloads.index.contains(id)) {
      std::vector<std::string_view> ids;
      for (const Workload& workload : m_read.workloads.records) ids.push_back(workload.id);
      m_problems.add(m_read.default_workload_place,
                     fmt::format("unknown workload \"{}\"{}", printable(id), did_you_mean(id, ids)));
    }
  }

 private:
  template <class Record>
  void check_reference(const ParsedRecord<Record>& parsed, std::string_view key, std::string_view id,
                       const std::map<std::string_view, std::size_t>& known, std::string_view kind) {
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
      check_reference(parsed, "source", parsed.record.source, m_read.sources.index, "source");
    }
  }

  template <class Record>
  void check_scoring(const std::vector<ParsedRecord<Record>>& parsed_records) {
    for (const auto& parsed : parsed_records) {
      check_reference(parsed, "workload", parsed.record.workload, m_read.workloads.index, "workload");
      for (const auto source : parsed.record.sources) {
        check_reference(parsed, "sources", source, m_read.sources.index, "source");
      }
      const auto low = parsed.record.low;
      const auto high = parsed.record.high;
      const auto middle = [&] {
        if constexpr (requires { parsed.record.index; })
          return parsed.record.index;
        else
          return parsed.record.speedup;
      }();
      const bool is_ordered = [&] {
        if constexpr (requires { low.has_value(); })
          return (!low || *low <= middle) && (!high || middle <= *high);
        else
          return low <= middle && middle <= high;
      }();
      if (!is_ordered) m_problems.add(parsed.place, "expected low <= the figure <= high");
    }
  }

  void check_gpu_sources(const ParsedRecord<Gpu>& gpu) {
    std::vector<std::string_view> keys;
    for_each_field<Gpu>([&](const auto& field, std::size_t) { keys.push_back(field.key); });
    for (const auto& [field, source] : gpu.record.sources) {
      check_reference(gpu, "sources", source, m_read.sources.index, "source");
      if (std::find(keys.begin(), keys.end(), field) != keys.end()) continue;
      if (m_problems.is_full()) {
        m_problems.add(gpu.place, "");
      } else {
        ObjectReader(*gpu.node, gpu.place, m_problems)
            .problem("sources", fmt::format("unknown field \"{}\"{}", printable(field), did_you_mean(field, keys)));
      }
    }
    for (const auto source : gpu.record.further_sources) {
      check_reference(gpu, "further_sources", source, m_read.sources.index, "source");
    }
  }

  void check_workload(const ParsedRecord<Workload>& parsed) {
    if (parsed.record.id.empty()) return;
    const Workload& workload = m_read.workloads.records[m_read.workloads.index.at(parsed.record.id)];
    const auto gives = [&](std::string_view key) { return parsed.node->find(key) != nullptr; };
    const bool has_order = workload.order.has_value() || gives("order");
    const bool has_mean = !workload.mean_of.empty();
    const bool unusable = gives("order") && !parsed.record.order;  // reported already
    if (has_order == has_mean && !unusable) {
      m_problems.add(parsed.place, R"(expected either "order" or "mean_of")");
    }
    for (const auto part : workload.mean_of) {
      const auto at = m_read.workloads.index.find(part);
      if (at == m_read.workloads.index.end() || !m_read.workloads.records[at->second].order) {
        ObjectReader(*parsed.node, parsed.place, m_problems)
            .problem("mean_of", fmt::format("expected a workload that has an order, found \"{}\"", printable(part)));
      }
    }
  }

  const MergedRecords& m_read;
  Problems& m_problems;
};

}  // namespace

void check_references(const MergedRecords& read, Problems& problems) { ReferenceCheck(read, problems).check_all(); }

}  // namespace gpuadvisor
