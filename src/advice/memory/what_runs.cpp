#include "what_runs.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

#include "catalog/records/model_name.hpp"
#include "catalog/records/network_name.hpp"
#include "catalog/records/typed_network.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "gpuadvisor/sizing/network_work.hpp"
#include "sizing/assumed_shape.hpp"
#include "sizing/memory_limits.hpp"
#include "sizing/memory_remedies.hpp"

namespace gpuadvisor {

namespace {

constexpr std::size_t k_trained_rows = 2;  // of each use and way of training, where running is what was asked

class WhatRuns {
 public:
  WhatRuns(const WhatRunsQuestion& question, const Catalog& catalog) : m_catalog(catalog) {
    m_answer.question = question;
    for (const ModelName& name : catalog.records<ModelName>()) {
      m_usual.insert(name.network);
      if (counted_downloads(catalog, name) > 0)
        m_answer.counted = std::max(m_answer.counted.value_or(name.date), name.date);
    }
  }

  [[nodiscard]] WhatRunsAnswer take() {
    if (const auto task = m_answer.question.task) {
      add(*task, m_answer.question.limit);
    } else {
      add(MemoryTask::run, m_answer.question.limit);
      const std::size_t most = m_answer.question.limit == 0 ? 0 : k_trained_rows;
      for (const MemoryTask way : {MemoryTask::qlora, MemoryTask::lora, MemoryTask::train}) add(way, most);
    }
    return std::move(m_answer);
  }

 private:
  /// Which networks are tried: adapters and training of all weights are told for what writes language.
  [[nodiscard]] bool is_asked(const Network& network, MemoryTask task) const {
    const auto& use = m_answer.question.use;
    if (use == NetworkUse::language) return network.use == use || network.use == NetworkUse::multimodal;
    if (use) return network.use == use;
    return task == MemoryTask::run || (network.kind == NetworkKind::decoder && writes_language(network));
  }

  /// The same job in another format.
  [[nodiscard]] static MemoryJob in_format(MemoryJob job, const WeightFormat& format) {
    job.weights = format;
    if (format.is_gguf && !job.engine_is_stated) job.engine = Engine::llama_cpp;
    return job;
  }

  [[nodiscard]] Plan plan_of(const Network& network, const MemoryJob& job) const {
    const WantedJob wanted(network, job, nullptr, m_answer.question.zero_stage);
    return Planner(wanted, m_catalog).plan(m_answer.question.gpus);
  }

  /// Whether a job fits; the row then has it as it is done.
  bool fits(NetworkThatFits& row, const Network& network, const MemoryJob& job) const {
    Plan plan = plan_of(network, job);
    row.job = plan.way->job;
    row.verdict = plan.verdict;
    row.rate = plan.rates ? std::optional(plan.rates->together) : std::nullopt;
    row.on = std::move(plan.on);
    if (row.on.is_mixed()) {  // the need is that of all together
      row.job.gpus = 1;
      row.job.layers_here = 0;
      row.need = memory_need(network, row.job);
    } else {
      row.need = plan.way->need;
    }
    return row.verdict != FitVerdict::does_not_fit;
  }

  /// As is usual; with idle parts or experts in the host's memory; in a smaller format; with whole layers there, which
  /// every token waits for.
  bool fits_somehow(NetworkThatFits& row, const Network& network, const MemoryJob& job) const {
    MemoryJob on_gpus = job;
    on_gpus.host.reset();
    const bool is_whole = network.kind == NetworkKind::decoder && !network.experts;
    if (fits(row, network, is_whole ? on_gpus : job)) return true;
    if (fits_smaller(row, network, on_gpus)) return true;
    row.is_format_smaller = false;
    return is_whole && job.host && fits(row, network, job);
  }

  bool fits_smaller(NetworkThatFits& row, const Network& network, const MemoryJob& job) const {
    if (job.task != MemoryTask::run || network.kind != NetworkKind::decoder || !writes_language(network)) return false;
    if (job.weights_from == WeightsFrom::asked) return false;
    row.is_format_smaller = true;
    for (const WeightFormat& format : weight_formats()) {
      const bool is_tried = format.is_gguf && !format.is_rare && !format.experts_only && format.bits >= k_least_bits;
      if (is_tried && format.bits < job.weights.bits && fits(row, network, in_format(job, format))) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_recent(const Network& network) const {
    const auto today = m_catalog.as_of();
    return today && network.released && network.released->year() + k_recent_years >= static_cast<int>(today->year());
  }

  /// The largest of the usual formats that fits as well; null where the one that is taken is as large.
  [[nodiscard]] const WeightFormat* largest_format(const Network& network, const MemoryJob& job) const {
    if (!job.weights.is_gguf || job.layers_on_host > 0 || job.weights.experts_only ||
        job.weights_from == WeightsFrom::asked)
      return nullptr;
    for (const char* const id : {"fp16", "q8-0", "q6-k", "q5-k-m"}) {
      const WeightFormat& format = *weight_format(id);
      if (format.bits <= job.weights.bits) return nullptr;
      NetworkThatFits tried;
      if (fits(tried, network, in_format(job, format)) && tried.verdict == FitVerdict::fits) return &format;
    }
    return nullptr;
  }

  /// By group; of each first the networks that are fetched most and those that a family's name means, half of the rows,
  /// and of these those that fit and need at least half of the memory: smaller ones say little of the card. Then the
  /// largest of recent years.
  void put_in_order(std::vector<NetworkThatFits>& rows, MemoryTask task, std::size_t limit) const {
    const auto month = [](const Network& network) {
      return network.released ? 12 * network.released->year() + static_cast<int>(network.released->month()) : 0;
    };
    const auto sort_by = [&](auto key) {
      std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    };
    sort_by([&](const NetworkThatFits& row) {
      const bool is_apt = row.verdict == FitVerdict::fits && row.need.total >= row.on.memory.usable * 0.5;
      return std::tuple(group(row), row.downloads == 0, !is_apt, -row.downloads, !m_usual.contains(row.network->id),
                        -month(*row.network));
    });
    std::map<Group, std::size_t> looked_for;
    std::map<std::string_view, std::size_t> places;  // by id, of those that come first
    for (const NetworkThatFits& row : rows) {
      const bool is_looked_for = row.downloads > 0 || m_usual.contains(row.network->id);
      if (task != MemoryTask::run || !is_looked_for || !is_recent(*row.network)) continue;
      const std::size_t place = looked_for[group(row)]++;
      if (limit == 0 || place < (limit + 1) / 2) places[row.network->id] = place;
    }
    sort_by([&](const NetworkThatFits& row) {
      const Network& network = *row.network;
      const auto first = places.find(network.id);
      return std::tuple(group(row), first == places.end() ? rows.size() : first->second, !is_recent(network),
                        row.is_format_smaller, -network.parameters.value(), network.id);
    });
  }

  /// In an overview what people look for; else the use that was asked for, or each.
  using Group = std::pair<ModelGroup, std::optional<NetworkUse>>;
  [[nodiscard]] Group group(const NetworkThatFits& row) const {
    if (m_answer.question.is_overview) return {group_of(*row.network), {}};
    return {ModelGroup::other, m_answer.question.use ? m_answer.question.use : row.network->use};
  }

  void add(MemoryTask task, std::size_t limit) {
    std::vector<NetworkThatFits> rows;
    for (const Network& network : m_catalog.records<Network>()) {
      if (is_asked(network, task)) try_network(rows, network, task);
    }
    put_in_order(rows, task, limit);
    // Of each group those, and of these one at least that has memory to spare, where there is any.
    std::map<Group, std::size_t> shown;
    std::map<Group, int> roomy;  // not yet passed
    for (const NetworkThatFits& row : rows) roomy[group(row)] += row.verdict == FitVerdict::fits ? 1 : 0;
    std::map<Group, bool> has_roomy;
    for (NetworkThatFits& row : rows) {
      const Group of_it = group(row);
      if (m_answer.question.is_overview && of_it.first == ModelGroup::other) continue;
      const bool is_roomy = row.verdict == FitVerdict::fits;
      const std::size_t most =
          limit > 1 && m_answer.question.is_overview && of_it.first != ModelGroup::chat ? limit - 1 : limit;
      const bool is_last = most != 0 && shown[of_it] + 1 == most;
      if (is_last && !is_roomy && !has_roomy[of_it] && roomy[of_it] > 0) continue;
      if (most != 0 && ++shown[of_it] > most) continue;
      has_roomy[of_it] = has_roomy[of_it] || is_roomy;
      complete(row);
      m_answer.rows.push_back(std::move(row));
    }
  }

  void try_network(std::vector<NetworkThatFits>& rows, const Network& network, MemoryTask task) {
    const bool runs = task == MemoryTask::run;
    const Network whole = with_assumed_shape(network, m_catalog);
    const MemoryJob job = m_answer.question.job(whole, task);
    if (!missing_shape(whole, job).empty()) {
      m_answer.untold += runs ? 1 : 0;
      return;
    }
    NetworkThatFits& row = rows.emplace_back();
    const bool is_kept = fill(row, network, whole, job);
    if (!is_kept) rows.pop_back();
  }

  /// Whether a network fits, and is fast enough.
  bool fill(NetworkThatFits& row, const Network& network, const Network& whole, const MemoryJob& job) {
    const bool runs = job.task == MemoryTask::run;
    row.network = &network;
    row.downloads = downloads_of(m_catalog, network);
    row.is_shape_assumed = !whole.shape_from.empty();
    if (!fits_somehow(row, whole, job)) {
      m_answer.too_large += runs ? 1 : 0;
      return false;
    }
    row.on_host = host_need(whole, row.job);
    const auto& least = m_answer.question.least_rate;
    if (runs && least && (!row.rate || row.rate->middle < *least)) {
      ++m_answer.too_slow;
      return false;
    }
    if (runs && network.use) ++m_answer.that_fit[*network.use];
    return true;
  }

  /// What takes longer to find, for a row that is shown.
  void complete(NetworkThatFits& row) const {
    if (row.job.task != MemoryTask::run || row.network->kind != NetworkKind::decoder) return;
    const Network whole = with_assumed_shape(*row.network, m_catalog);
    row.largest_context = !row.on.is_mixed()
                              ? largest_context(whole, row.job, row.on.memory.usable)
                              : largest_context(whole, row.job, [&](const MemoryJob& job) {
                                  return WantedJob(whole, job).fit(row.on).verdict != FitVerdict::does_not_fit;
                                });
    row.largest_format = largest_format(whole, row.job);
  }

  const Catalog& m_catalog;
  std::set<std::string_view> m_usual;  // ids of networks that people call by another name
  WhatRunsAnswer m_answer;
};

}  // namespace

ModelGroup group_of(const Network& network) {
  switch (network.use.value_or(NetworkUse::robotics)) {
    case NetworkUse::language:
    case NetworkUse::multimodal: {
      const auto is_said = [&](std::string_view word) { return has_word(network.name, word); };
      constexpr auto k_words = std::to_array<std::string_view>({"Coder", "Code", "Codestral", "Devstral", "StarCoder"});
      return std::any_of(k_words.begin(), k_words.end(), is_said) ? ModelGroup::code : ModelGroup::chat;
    }
    case NetworkUse::images:
      return ModelGroup::images;
    case NetworkUse::video:
      return ModelGroup::video;
    case NetworkUse::speech_to_text:
    case NetworkUse::text_to_speech:
      return ModelGroup::speech;
    default:
      return ModelGroup::other;
  }
}

WhatRunsAnswer what_runs(const WhatRunsQuestion& question, const Catalog& catalog) {
  return WhatRuns(question, catalog).take();
}

}  // namespace gpuadvisor
