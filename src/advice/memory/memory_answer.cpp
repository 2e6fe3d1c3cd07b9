#include "memory_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/text.hpp"
#include "economics/warranty.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/advice/wanted_job.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "sizing/layer_spread.hpp"

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

bool has_tokens(const MemoryJob& job) { return job.tokens > 0; }

GpuFit fit_of(const Offer& offer, const UsableMemory& memory, const MemoryAnswer& answer, const WantedJob& wanted) {
  const MemoryQuestion& question = answer.question;
  GpuFit fit;
  fit.offer = offer;
  fit.memory = memory;
  if (!answer.need.is_complete()) {
    if (answer.need.need.total > memory.usable) fit.verdict = FitVerdict::does_not_fit;
    return fit;
  }
  const JobFit found = wanted.fit(memory, question.job.gpus);
  const MemoryJob& job = found.way->job;
  const FittedJob way{job, found.way->need, found.verdict};
  fit.verdict = found.verdict;
  const bool is_in_host = job.layers_on_host > 0 || (job.offloads_parts && !question.job.offloads_parts);
  if (is_in_host && found.verdict != FitVerdict::does_not_fit) fit.in_host = way;
  const bool is_split_further = job.gpus != question.job.gpus || job.batch != question.job.batch;  // over machines
  if (is_split_further || (job.task != MemoryTask::run && job.gpus > 1)) fit.sharded = way;
  const bool grows_unseen = job.offloads_parts;  // a denoiser's work space, which is not known
  const bool grows = !grows_unseen && job.layers_on_host == 0;
  if (grows) fit.largest_batch = largest_batch(*question.network, job, memory.usable);
  if (has_tokens(job) && question.network->kind == NetworkKind::decoder) {
    fit.largest_context = largest_context(*question.network, job, memory.usable);
  }
  return fit;
}

/// The cheapest single GPU with room to spare that advice would name.
std::optional<Offer> cheapest_with_room(const MemoryAnswer& answer, const Catalog& catalog) {
  Request request = answer.question.request;
  request.min_memory = Gibibytes{0};
  MemoryJob job = answer.question.job;
  job.gpus = 1;
  const MemoryNeed need = memory_need(*answer.question.network, job);
  for (const Offer& offer : offers_by_price(with_defaults(request, catalog), 1, catalog)) {
    const auto memory = usable_memory(*offer.gpu);
    const bool has_room = memory && fit_verdict(need, memory->usable) == FitVerdict::fits;
    if (has_room && offer.price && price_tier(offer) == 0) return offer;
  }
  return std::nullopt;
}

void add_remedies(GpuFit& fit, const MemoryAnswer& answer, const Catalog& catalog) {
  if (fit.verdict != FitVerdict::does_not_fit || !answer.need.is_complete()) return;
  MemoryJob job = fit.sharded ? fit.sharded->job : answer.question.job;
  const bool offloads = !fit.memory.is_shared && can_offload_parts(*answer.question.network, job);
  job.offloads_parts |= offloads;  // as in_host_memory() tried
  for (RemedyOutcome& found : remedies(*answer.question.network, job, fit.memory)) {
    GpuRemedy remedy{std::move(found), std::nullopt};
    if (offloads) remedy.change += ", and one part of the network on the card at a time";
    if (remedy.verdict != FitVerdict::does_not_fit) {
      remedy.rate = TokenSpeed(*answer.question.network, remedy.job, catalog)
                        .decode_rate(*fit.offer.gpu, {remedy.job.gpus, remedy.job.layers_on_host});
    }
    fit.remedies.push_back(std::move(remedy));
  }
  fit.cheapest_with_room = cheapest_with_room(answer, catalog);
}

void add_named(MemoryAnswer& answer, const WantedJob& wanted, const Catalog& catalog) {
  for (const Gpu* gpu : answer.question.gpus) {
    const auto memory = usable_memory(*gpu, answer.question.has_display);
    if (!memory) {
      answer.unknown.push_back(gpu);
      continue;
    }
    answer.fits.push_back(fit_of(cheapest_offer(*gpu, answer.question.job.gpus, catalog), *memory, answer, wanted));
    add_remedies(answer.fits.back(), answer, catalog);
  }
}

/// GPUs that share the layers. A row of each, with the verdict of all.
void add_together(MemoryAnswer& answer, const Catalog& catalog) {
  const MemoryQuestion& question = answer.question;
  std::vector<Gigabytes> usable;
  for (const Gpu* gpu : question.gpus) {
    const auto memory = usable_memory(*gpu, question.has_display && usable.empty());
    if (!memory) {
      answer.unknown.push_back(gpu);
      answer.fits.clear();
      return;
    }
    usable.push_back(memory->usable);
    GpuFit fit;
    fit.offer = cheapest_offer(*gpu, 1, catalog);
    fit.memory = *memory;
    answer.fits.push_back(std::move(fit));
  }
  const int count = static_cast<int>(usable.size());
  const LayerSpread spread = LayerSizes(*question.network, question.job).spread(usable);
  for (std::size_t i = 0; i < answer.fits.size(); ++i) {
    answer.fits[i].verdict = spread.verdict;
    answer.fits[i].layers = with_layers(*question.network, question.job, count, spread.layers[i], spread.verdict);
  }
}

void add_each(MemoryAnswer& answer, const WantedJob& wanted, const Catalog& catalog) {
  for (const Offer& offer : offers_by_price(answer.question.request, answer.question.job.gpus, catalog)) {
    const auto memory = usable_memory(*offer.gpu, answer.question.has_display);
    if (memory) answer.fits.push_back(fit_of(offer, *memory, answer, wanted));
  }
}

/// Of offers in the order of their prices the first that is offered lately and has room for all of it.
std::optional<GpuFit> first_offered(const std::vector<Offer>& offers, const MemoryAnswer& answer,
                                    const WantedJob& wanted) {
  for (const Offer& offer : offers) {
    const auto memory = usable_memory(*offer.gpu, answer.question.has_display);
    if (!memory || !is_offered(offer)) continue;
    GpuFit fit = fit_of(offer, *memory, answer, wanted);
    if (fit.verdict != FitVerdict::does_not_fit && !fit.in_host) return fit;
  }
  return std::nullopt;
}

/// The cheapest of each size: offers come in the order of their prices, so the first of a size is it.
void add_sizes(MemoryAnswer& answer, const WantedJob& wanted, const Catalog& catalog) {
  std::map<Gigabytes, GpuFit> sizes;  // by usable memory
  const auto offers = offers_by_price(answer.question.request, answer.question.job.gpus, catalog);
  for (const Offer& offer : offers) {
    const auto memory = usable_memory(*offer.gpu, answer.question.has_display);
    if (!memory || !may_stand_for_size(offer)) continue;
    const auto [at, is_new] = sizes.try_emplace(memory->usable);
    if (is_new) {
      at->second = fit_of(offer, *memory, answer, wanted);
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
  if (answer.largest_too_small) add_remedies(*answer.largest_too_small, answer, catalog);
  const GpuFit* cheapest = answer.cheapest();
  if (cheapest != nullptr && cheapest->offer.price && !is_offered(cheapest->offer))
    answer.offered = first_offered(offers, answer, wanted);
}

/// Tells the need as training is split on the GPU that the answer names, or of those without room the first.
void tell_as_sharded(MemoryAnswer& answer) {
  const GpuFit* told = answer.offered ? &*answer.offered : answer.cheapest();
  if (told == nullptr && !answer.fits.empty()) told = &answer.fits.front();
  if (told == nullptr && answer.largest_too_small) told = &*answer.largest_too_small;
  if (told == nullptr || !told->sharded) return;
  answer.question.job.zero_stage = told->sharded->job.zero_stage;
  answer.need.need = memory_need(*answer.question.network, told->sharded->job, k_memory_constants, NeedTexts::made);
}

/// How fast the GPUs are on which the job fits. Of a need that is not all known, the shape tells no work either.
void add_rates(MemoryAnswer& answer, const Catalog& catalog) {
  const MemoryQuestion& question = answer.question;
  if (!answer.need.is_complete() || !writes_tokens(*question.network, question.job)) return;
  const TokenSpeed speed(*question.network, question.job, catalog, question.measurements);
  answer.token_work = speed.work();
  if (question.scope == MemoryScope::together) {
    std::vector<GpuShare> shares;
    for (const GpuFit& fit : answer.fits) shares.push_back({fit.offer.gpu, fit.layers->job.layers_here});
    const bool fits = answer.has_room();
    for (GpuFit& fit : answer.fits) fit.rates = fits ? speed.shared_rates(shares) : std::nullopt;
    return;
  }
  const auto add = [&](GpuFit& fit) {
    if (fit.verdict == FitVerdict::does_not_fit) return;
    Placement placement{fit.offer.count, fit.in_host ? fit.in_host->job.layers_on_host : 0};
    if (fit.sharded) placement = {std::min(fit.offer.count, k_most_gpus), 0, fit.sharded->job.batch};  // of one machine
    fit.rates = speed.rates(*fit.offer.gpu, placement);
  };
  std::for_each(answer.fits.begin(), answer.fits.end(), add);
  if (answer.offered) add(*answer.offered);
}

}  // namespace

bool MemoryAnswer::has_room() const {
  return std::any_of(fits.begin(), fits.end(),
                     [](const GpuFit& fit) { return fit.verdict != FitVerdict::does_not_fit; });
}

const GpuFit* MemoryAnswer::cheapest(bool with_room_to_spare) const {
  const GpuFit* found = nullptr;
  const auto cost = [](const GpuFit& fit) {
    return std::pair(price_tier(fit.offer), fit.offer.price ? fit.offer.price->today : Usd{0});
  };
  for (const GpuFit& fit : fits) {
    const bool counts =
        with_room_to_spare ? fit.verdict == FitVerdict::fits && !fit.in_host : fit.verdict != FitVerdict::does_not_fit;
    if (counts && (found == nullptr || cost(fit) < cost(*found))) found = &fit;
  }
  return found;
}

bool knows_weight_size(const MemoryQuestion& question) {
  return question.network->parameters > Millions{0} || (question.file != nullptr && question.file->stored);
}

PartialNeed known_need(const MemoryQuestion& question) {
  const bool is_known = question.network->parameters > Millions{0};
  if (!is_known || !missing_shape(*question.network, question.job).empty()) return part_of_need(question);
  return {memory_need(*question.network, question.job, k_memory_constants, NeedTexts::made), ""};
}

Offer cheapest_offer(const Gpu& gpu, int count, const Catalog& catalog) {
  Offer best{&gpu};
  best.count = count;
  for (const PriceEstimate& price : price_estimates(gpu, catalog)) {
    Offer offer{&gpu, price};
    offer.count = count;
    if (!price.is_for(count)) continue;
    const bool is_better = !best.price || std::pair(price_tier(offer), deciding_amount(*offer.price)) <
                                              std::pair(price_tier(best), deciding_amount(*best.price));
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
  const WantedJob wanted(*question.network, question.job, nullptr, question.zero_stage);
  switch (question.scope) {
    case MemoryScope::named:
      add_named(answer, wanted, catalog);
      break;
    case MemoryScope::together:
      add_together(answer, catalog);
      break;
    case MemoryScope::each:
      add_each(answer, wanted, catalog);
      break;
    case MemoryScope::sizes:
      add_sizes(answer, wanted, catalog);
      break;
  }
  tell_as_sharded(answer);
  add_rates(answer, catalog);
  return answer;
}

}  // namespace gpuadvisor
