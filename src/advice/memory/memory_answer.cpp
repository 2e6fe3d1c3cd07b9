#include "memory_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "advice/plan/memory_purchase.hpp"
#include "core/text.hpp"
#include "gpuadvisor/advice/planner.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "sizing/layer_spread.hpp"

namespace gpuadvisor {
namespace {

bool has_tokens(const MemoryJob& job) { return job.tokens > 0; }

/// Whether a job is done in another way than was asked: split further, or with a part in the host's memory.
bool is_other_way(const MemoryJob& way, const MemoryJob& asked) {
  const bool is_split = way.gpus > 1 && (way.task != MemoryTask::run || way.gpus != asked.gpus);
  return is_split || way.batch != asked.batch || way.layers_on_host > 0 || way.offloads_parts != asked.offloads_parts ||
         way.decoder_in_tiles != asked.decoder_in_tiles;
}

/// What tells how a job is done and what has to be bought for it.
struct Tellers {
  const Planner& planner;
  MachineParts parts;
};

GpuFit fit_of(const MemoryCandidate& candidate, const MemoryAnswer& answer, const Tellers& by, const Catalog& catalog) {
  const MemoryQuestion& question = answer.question;
  GpuFit fit;
  fit.offer = candidate.offer;
  fit.memory = candidate.machine.memory;
  fit.gpus_of_size = candidate.gpus_of_size;
  if (!answer.need.is_complete()) {
    if (answer.need.total > fit.memory.usable) fit.verdict = FitVerdict::does_not_fit;
    return fit;
  }
  Plan plan = by.planner.plan(candidate.machine);
  const MemoryJob& job = plan.way->job;
  fit.verdict = plan.verdict;
  if (plan.buys_memory) fit.offer.memory = memory_purchase(*job.host, by.parts, catalog);
  if (fit.offer.memory && !fit.offer.memory->total()) {  // nobody knows what that takes
    fit.offer.memory.reset();
    fit.verdict = FitVerdict::does_not_fit;
    return fit;
  }
  fit.rates = std::move(plan.rates);
  fit.training = std::move(plan.training);
  if (question.run && fit.training)
    fit.run = run_time(*question.run, *question.network, *fit.training, fit.offer.count, power(fit.offer));
  if (is_other_way(job, question.job)) fit.way = {job, plan.way->need, plan.verdict};
  const bool is_moved = job.layers_on_host > 0 || (job.offloads_parts && !question.job.offloads_parts);
  fit.is_in_host = is_moved && plan.verdict != FitVerdict::does_not_fit;
  const bool grows_unseen = job.offloads_parts;  // a denoiser's work space, which is not known
  const bool grows = !grows_unseen && job.layers_on_host == 0;
  if (grows) fit.largest_batch = largest_batch(*question.network, job, fit.memory.usable);
  if (has_tokens(job) && question.network->kind == NetworkKind::decoder) {
    fit.largest_context = largest_context(*question.network, job, fit.memory.usable);
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

void add_remedies(GpuFit& fit, const MemoryAnswer& answer, const MachineParts& parts, const Catalog& catalog) {
  if (fit.verdict != FitVerdict::does_not_fit || !answer.need.is_complete()) return;
  MemoryJob job = fit.way && fit.way->job.gpus > 1 ? fit.way->job : answer.question.job;
  const bool offloads = !fit.memory.is_shared && can_offload_parts(*answer.question.network, job);
  job.offloads_parts |= offloads;  // as in_host_memory() tried
  for (RemedyOutcome& found : remedies(*answer.question.network, job, fit.memory, memory_to_buy(catalog))) {
    GpuRemedy remedy{std::move(found), std::nullopt, std::nullopt, std::nullopt};
    if (remedy.remedy == Remedy::lower_quantisation) {
      remedy.quality = format_cost(*answer.question.network, remedy.job.weights.id, catalog);
    }
    if (remedy.remedy == Remedy::host_memory) remedy.memory = memory_purchase(*remedy.job.host, parts, catalog);
    if (offloads) remedy.change += ", and one part of the model on the card at a time";
    if (remedy.verdict != FitVerdict::does_not_fit) {
      remedy.rate =
          TokenSpeed(*answer.question.network, remedy.job, catalog)
              .decode_rate(*fit.offer.gpu, {.gpus = remedy.job.gpus, .layers_on_host = remedy.job.layers_on_host});
    }
    fit.remedies.push_back(std::move(remedy));
  }
  fit.cheapest_with_room = cheapest_with_room(answer, catalog);
}

/// Layers of each GPU that does it: where they are equal, as even as they come.
std::vector<int> layers_of(const Plan& plan, const Network& network) {
  if (plan.on.is_mixed()) return plan.layers;
  const int all = layer_count(network);
  std::vector<int> layers(static_cast<std::size_t>(plan.on.count), all / plan.on.count);
  for (int i = 0; i < all % plan.on.count; ++i) ++layers[static_cast<std::size_t>(i)];
  return layers;
}

/// A row of each GPU, with the verdict of all, and its layers where it takes part.
void add_together(MemoryAnswer& answer, const Tellers& by, const Catalog& catalog) {
  const MemoryQuestion& question = answer.question;
  std::vector<GpuGroup> groups;
  for (const Gpu* gpu : question.gpus) {
    if (!usable_memory(*gpu)) answer.unknown.push_back(gpu);
    groups.push_back({gpu, 1});
  }
  const auto machine = machine_of(groups, question.has_display);
  if (!machine) return;
  const Plan plan = by.planner.plan(*machine);
  const std::vector<int> layers = layers_of(plan, *question.network);
  auto next = layers.begin();
  for (const Gpu* gpu : question.gpus) {
    GpuFit fit;
    fit.offer = cheapest_offer(*gpu, 1, catalog);
    fit.memory = *usable_memory(*gpu, question.has_display && answer.fits.empty());
    fit.verdict = plan.verdict;
    const bool takes_part =
        std::any_of(plan.on.kinds.begin(), plan.on.kinds.end(), [&](const GpuGroup& kind) { return kind.gpu == gpu; });
    fit.layers = takes_part ? *next++ : 0;
    if (takes_part) {
      fit.rates = plan.rates;
      fit.is_in_host = plan.way->job.layers_on_host > 0;
      if (plan.buys_memory) fit.offer.memory = memory_purchase(*plan.way->job.host, by.parts, catalog);
      fit.way = with_layers(*question.network, plan.way->job, plan.on.count, *fit.layers, plan.verdict);
    }
    answer.fits.push_back(std::move(fit));
  }
}

/// The GPUs that a question in this scope is about.
GpuSearch search_of(const MemoryQuestion& question, MemoryScope scope) {
  return {scope, question.gpus, question.request, question.job.gpus, question.has_display};
}

/// The cheapest that is offered lately and has room for all of it.
std::optional<GpuFit> first_offered(const MemoryAnswer& answer, const Tellers& by, const Catalog& catalog) {
  for (const MemoryCandidate& candidate : candidates(search_of(answer.question, MemoryScope::each), catalog).gpus) {
    if (!is_offered(candidate.offer)) continue;
    GpuFit fit = fit_of(candidate, answer, by, catalog);
    if (fit.verdict != FitVerdict::does_not_fit && !fit.is_in_host) return fit;
  }
  return std::nullopt;
}

void add_candidates(MemoryAnswer& answer, const Tellers& by, const Catalog& catalog) {
  const MemoryScope scope = answer.question.scope;
  MemoryCandidates found = candidates(search_of(answer.question, scope), catalog);
  answer.unknown = std::move(found.unknown);
  for (const MemoryCandidate& candidate : found.gpus) {
    GpuFit fit = fit_of(candidate, answer, by, catalog);
    if (scope == MemoryScope::named) add_remedies(fit, answer, by.parts, catalog);
    if (scope == MemoryScope::sizes && fit.verdict == FitVerdict::does_not_fit) {
      answer.too_small += *fit.gpus_of_size;
      answer.largest_too_small = std::move(fit);
    } else {
      answer.fits.push_back(std::move(fit));
    }
  }
  if (answer.largest_too_small) add_remedies(*answer.largest_too_small, answer, by.parts, catalog);
  const GpuFit* cheapest = answer.cheapest();
  if (scope == MemoryScope::sizes && cheapest != nullptr && cheapest->offer.price && !is_offered(cheapest->offer))
    answer.offered = first_offered(answer, by, catalog);
}

/// Tells the need as training is split on the GPU that the answer names, or of those without room the first.
void tell_as_sharded(MemoryAnswer& answer) {
  const GpuFit* told = answer.has_room() ? answer.named() : answer.without_room();
  const bool is_split = told != nullptr && told->way && !told->is_in_host && told->way->job.gpus > 1;
  if (!is_split || answer.question.scope == MemoryScope::together) return;
  answer.question.job.zero_stage = told->way->job.zero_stage;
  answer.need = memory_need(*answer.question.network, told->way->job, k_memory_constants, NeedTexts::made);
}

}  // namespace

const GpuFit* MemoryAnswer::without_room() const {
  if (has_room()) return nullptr;
  if (!fits.empty()) return &fits.front();
  return largest_too_small ? &*largest_too_small : nullptr;
}

const GpuFit* MemoryAnswer::cheapest(bool with_room_to_spare) const {
  const GpuFit* found = nullptr;
  const auto cost = [](const GpuFit& fit) {
    return std::pair(price_tier(fit.offer), total_price(fit.offer).value_or(Usd{0}));
  };
  for (const GpuFit& fit : fits) {
    const bool counts = with_room_to_spare ? fit.verdict == FitVerdict::fits && !fit.is_in_host
                                           : fit.verdict != FitVerdict::does_not_fit;
    if (counts && (found == nullptr || cost(fit) < cost(*found))) found = &fit;
  }
  return found;
}

bool knows_weight_size(const MemoryQuestion& question) {
  return question.network->parameters > Millions{0} || (question.file != nullptr && question.file->stored);
}

MemoryNeed known_need(const MemoryQuestion& question) {
  MemoryNeed need = memory_need(*question.network, question.job, k_memory_constants, NeedTexts::made);
  if (question.network->parameters > Millions{0}) return need;
  constexpr double k_gigabyte = 1e9;
  const double bytes = question.file->stored->bytes;
  need.terms.insert(need.terms.begin(), {NeedPart::weights, Gigabytes{bytes / k_gigabyte}, "bytes in the file",
                                         fmt::format("{:.0f} B", bytes)});
  need.total = need.low = need.high = need.total + Gigabytes{bytes / k_gigabyte};
  return need;
}

MemoryAnswer memory_answer(const MemoryQuestion& question, const Catalog& catalog) {
  MemoryAnswer answer;
  answer.question = question;
  answer.need = known_need(question);
  const WantedJob wanted =
      answer.need.is_complete()
          ? with_usual_memory(WantedJob(*question.network, question.job, nullptr, question.zero_stage), catalog)
          : WantedJob(*question.network, question.job);
  const Planner planner(wanted, catalog, question.measurements);
  const Tellers by{planner, MachineParts(catalog)};
  if (question.scope == MemoryScope::together) {
    add_together(answer, by, catalog);
  } else {
    add_candidates(answer, by, catalog);
  }
  tell_as_sharded(answer);
  // Of a need that is not all known, the shape tells no work either.
  if (answer.need.is_complete() && writes_tokens(*question.network, question.job))
    answer.token_work = planner.speed().work();
  return answer;
}

}  // namespace gpuadvisor
