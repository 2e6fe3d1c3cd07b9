#include "memory_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/text.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_gigabyte = 1e9;

/// The shape's figures that a need takes and that are not known, by the names of options.
std::vector<std::string> missing_figures(const Network& network) {
  std::vector<std::string> missing;
  const auto want = [&](const std::optional<int>& figure, const char* name) {
    if (!figure) missing.emplace_back(name);
  };
  want(network.layers, "layers");
  want(network.hidden, "hidden size");
  want(network.heads, "heads");
  if (!network.feed_forward && !network.expert_feed_forward) missing.emplace_back("feed-forward width");
  return missing;
}

NeedTerm weights_term(const MemoryQuestion& question) {
  const Network& network = *question.network;
  NeedTerm term;
  term.part = NeedPart::weights;
  if (network.parameters > Millions{0}) {
    constexpr double k_million = 1e6;
    const double bits = question.job.weights.bits;
    term.memory = Gigabytes{network.parameters.value() * k_million * bits / 8 / k_gigabyte};
    term.formula = "parameters * bits / 8";
    term.calculation = fmt::format("{:.2f} M * {:.6g} / 8 B", network.parameters.value(), bits);
  } else {
    term.memory = Gigabytes{question.file->stored->bytes / k_gigabyte};
    term.formula = "bytes in the file";
    term.calculation = fmt::format("{:.0f} B", question.file->stored->bytes);
  }
  return term;
}

/// What can be told of a network whose shape is not all known.
PartialNeed part_of_need(const MemoryQuestion& question) {
  const Network& network = *question.network;
  PartialNeed known;
  known.need.terms = {weights_term(question)};
  const bool has_cache =
      question.job.task == MemoryTask::run && network.layers && network.heads && (network.hidden || network.head_dim);
  if (has_cache) {
    const double bytes = kv_cache_bytes(network, question.job.tokens, question.job.kv) * question.job.batch;
    known.need.terms.push_back(
        {NeedPart::kv_cache, Gigabytes{bytes / k_gigabyte},
         "2 * kv_heads * head_dim * bits / 8 * layers * tokens * batch",
         fmt::format("2 * {} * {:.6g} / 8 B * {} * {} * {}", key_width(network), kv_bits(question.job.kv),
                     *network.layers, question.job.tokens, question.job.batch)});
  }
  for (const NeedTerm& term : known.need.terms) known.need.total = known.need.total + term.memory;
  known.need.low = known.need.total;
  known.need.high = known.need.total;
  const auto missing = missing_figures(network);
  known.missing = missing.empty() ? std::string(missing_shape(network, question.job)) : enumeration(missing);
  return known;
}

std::optional<FitVerdict> verdict_of(const PartialNeed& known, Gigabytes usable) {
  if (known.is_complete()) return fit_verdict(known.need, usable);
  return known.need.total > usable ? std::optional(FitVerdict::does_not_fit) : std::nullopt;
}

bool has_tokens(const MemoryJob& job) { return job.tokens > 0; }

/// Where a network of parts does not fit as a whole: how it does with those that are idle in the host's memory.
void offload_parts(GpuFit& fit, const MemoryQuestion& question) {
  if (fit.verdict != FitVerdict::does_not_fit || !can_offload_parts(*question.network, question.job)) return;
  MemoryJob job = question.job;
  job.offloads_parts = true;
  fit.verdict = fit_verdict(memory_need(*question.network, job), fit.memory.usable);
  fit.offloads_parts = fit.verdict != FitVerdict::does_not_fit;
}

GpuFit fit_of(const Offer& offer, const UsableMemory& memory, const MemoryAnswer& answer) {
  const MemoryQuestion& question = answer.question;
  GpuFit fit;
  fit.offer = offer;
  fit.memory = memory;
  fit.verdict = verdict_of(answer.need, memory.usable);
  if (!answer.need.is_complete()) return fit;
  offload_parts(fit, question);
  const bool grows_unseen =
      question.job.offloads_parts || fit.offloads_parts;  // a denoiser's work space, which is not known
  if (!grows_unseen) fit.largest_batch = largest_batch(*question.network, question.job, memory.usable);
  if (has_tokens(question.job) && question.network->kind == NetworkKind::decoder) {
    fit.largest_context = largest_context(*question.network, question.job, memory.usable);
  }
  return fit;
}

void add_remedies(GpuFit& fit, const MemoryAnswer& answer) {
  if (fit.verdict != FitVerdict::does_not_fit || !answer.need.is_complete()) return;
  MemoryJob job = answer.question.job;
  job.offloads_parts |= can_offload_parts(*answer.question.network, job);  // as offload_parts() tried
  fit.remedies = remedies(*answer.question.network, job, fit.memory.usable);
}

void add_named(MemoryAnswer& answer, const Catalog& catalog) {
  for (const Gpu* gpu : answer.question.gpus) {
    const auto memory = usable_memory(*gpu, answer.question.has_display);
    if (!memory) {
      answer.unknown.push_back(gpu);
      continue;
    }
    answer.fits.push_back(fit_of(cheapest_offer(*gpu, answer.question.job.gpus, catalog), *memory, answer));
    add_remedies(answer.fits.back(), answer);
  }
}

void add_each(MemoryAnswer& answer, const Catalog& catalog) {
  for (const Offer& offer : offers_by_price(answer.question.request, answer.question.job.gpus, catalog)) {
    const auto memory = usable_memory(*offer.gpu, answer.question.has_display);
    if (memory) answer.fits.push_back(fit_of(offer, *memory, answer));
  }
}

/// The cheapest of each size: offers come in the order of their prices, so the first of a size is it.
void add_sizes(MemoryAnswer& answer, const Catalog& catalog) {
  std::map<Gigabytes, GpuFit> sizes;  // by usable memory
  for (const Offer& offer : offers_by_price(answer.question.request, answer.question.job.gpus, catalog)) {
    const auto memory = usable_memory(*offer.gpu, answer.question.has_display);
    if (!memory) continue;
    const auto [at, is_new] = sizes.try_emplace(memory->usable);
    if (is_new) {
      at->second = fit_of(offer, *memory, answer);
      at->second.gpus_of_size = 0;
    }
    ++*at->second.gpus_of_size;
  }
  for (auto& [usable, fit] : sizes) {
    if (fit.verdict == FitVerdict::does_not_fit) {
      answer.too_small += *fit.gpus_of_size;
      answer.largest_too_small = std::move(fit);
    } else {
      answer.fits.push_back(std::move(fit));
    }
  }
  if (answer.largest_too_small) add_remedies(*answer.largest_too_small, answer);
}

/// How fast the GPUs are on which the job fits. Of a need that is not all known, the shape tells no work either.
void add_rates(MemoryAnswer& answer, const Catalog& catalog) {
  const MemoryQuestion& question = answer.question;
  if (!answer.need.is_complete() || !writes_tokens(*question.network, question.job)) return;
  const TokenSpeed speed(*question.network, question.job, catalog, question.measurements);
  answer.token_work = speed.work();
  for (GpuFit& fit : answer.fits) {
    if (fit.verdict != FitVerdict::does_not_fit) fit.rates = speed.rates(*fit.offer.gpu, fit.offer.count);
  }
}

}  // namespace

bool MemoryAnswer::has_room() const {
  return std::any_of(fits.begin(), fits.end(),
                     [](const GpuFit& fit) { return fit.verdict != FitVerdict::does_not_fit; });
}

bool knows_weight_size(const MemoryQuestion& question) {
  return question.network->parameters > Millions{0} || (question.file != nullptr && question.file->stored);
}

PartialNeed known_need(const MemoryQuestion& question) {
  const bool is_known = question.network->parameters > Millions{0};
  if (!is_known || !missing_shape(*question.network, question.job).empty()) return part_of_need(question);
  return {memory_need(*question.network, question.job), ""};
}

Offer cheapest_offer(const Gpu& gpu, int count, const Catalog& catalog) {
  Offer best{&gpu};
  best.count = count;
  for (const PriceEstimate& price : price_estimates(gpu, catalog)) {
    Offer offer{&gpu, price};
    offer.count = count;
    if (!price.is_for(count)) continue;
    const bool is_better = !best.price || std::pair(price_tier(offer), offer.price->today) <
                                              std::pair(price_tier(best), best.price->today);
    if (is_better) best = offer;
  }
  return best;
}

std::vector<Offer> offers_by_price(Request request, int count, const Catalog& catalog) {
  request.rank_by = RankBy::price;
  std::vector<Offer> offers;
  const Answer all = list(catalog, request);
  offers.reserve(all.rows.size());
  for (const RankedOffer& row : all.rows) offers.push_back(row.offer);
  std::stable_sort(offers.begin(), offers.end(),
                   [](const Offer& a, const Offer& b) { return price_tier(a) < price_tier(b); });
  for (Offer& offer : offers) offer.count = count;
  return offers;
}

MemoryAnswer memory_answer(const MemoryQuestion& question, const Catalog& catalog) {
  MemoryAnswer answer;
  answer.question = question;
  answer.need = known_need(question);
  switch (question.scope) {
    case MemoryScope::named:
      add_named(answer, catalog);
      break;
    case MemoryScope::each:
      add_each(answer, catalog);
      break;
    case MemoryScope::sizes:
      add_sizes(answer, catalog);
      break;
  }
  add_rates(answer, catalog);
  return answer;
}

}  // namespace gpuadvisor
