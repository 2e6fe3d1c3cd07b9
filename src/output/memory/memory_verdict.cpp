#include "memory_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "job_words.hpp"
#include "memory_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"
#include "token_text.hpp"

namespace gpuadvisor {
namespace {

/// "Llama 3 70B in Q4_K_M takes 44.9 GB (43.1 to 46.7)".
std::string taken(const MemoryAnswer& answer) {
  const MemoryNeed& need = answer.need;
  const int gpus = answer.question.job.gpus;
  const std::string subject = job_subject(*answer.question.network, answer.question.job);
  const std::string each = gpus == 1 ? "" : fmt::format(" on each of {} GPUs", gpus);
  if (!answer.need.is_complete())
    return fmt::format("{} takes at least {}{}", subject, gigabytes_text(need.total), each);
  return fmt::format("{} takes {} ({} to {}){}", subject, gigabytes_text(need.total), rounded(need.low.value()),
                     rounded(need.high.value()), each);
}

/// "a used RTX 3090 (24 GB)"; where its name says how much, without.
std::string sized_goods(const Offer& offer, const UsableMemory& memory) {
  if (offer.count == 1 && brief_name(*offer.gpu).ends_with("GB")) return offer_phrase(offer);
  Offer bare = offer;
  bare.memory.reset();
  return fmt::format("{} ({} GB{}){}", offer_phrase(bare), json_number(memory.nominal.value()),
                     offer.count > 1 ? " each" : "", memory_words(offer));
}

std::string_view fits_words(const std::optional<FitVerdict>& verdict) {
  if (!verdict) return "may fit";
  return *verdict == FitVerdict::tight ? "just fits" : "fits";
}

std::string_view in_host_words(const GpuFit& fit) {
  if (!fit.is_in_host || fit.offer.memory) return {};
  return fit.way->job.layers_on_host > 0 ? ", the rest in RAM" : ", idle parts in RAM";
}

/// "RTX 3090 and 2x RTX 4090" of those that hold a part, or of those that hold none.
std::string names_of(const MemoryAnswer& answer, bool is_idle) {
  std::vector<std::pair<std::string, int>> counts;
  for (const GpuFit& fit : answer.fits) {
    if ((*fit.layers == 0) != is_idle) continue;
    const std::string name = brief_name(*fit.offer.gpu);
    if (counts.empty() || counts.back().first != name) counts.emplace_back(name, 0);
    ++counts.back().second;
  }
  return enumeration(mapped(counts, [](const auto& one) { return with_count(one.second, one.first); }));
}

/// Different GPUs that share it: "just fits the RTX 3090 and RTX 4090 together, about $5,000"; where some do it better
/// without others: "fits the RTX 3090, better without the GTX 1660".
std::string together_words(const MemoryAnswer& answer) {
  const auto& verdict = answer.fits.front().verdict;
  const std::string_view fits =
      verdict == FitVerdict::does_not_fit ? std::string_view("does not fit") : fits_words(verdict);
  const std::string idle = names_of(answer, true);
  const auto vendor_of = [](const GpuFit& fit) { return fit.offer.gpu->vendor; };
  const bool is_of_one = std::all_of(answer.fits.begin(), answer.fits.end(), [&](const GpuFit& fit) {
    return vendor_of(fit) == vendor_of(answer.fits.front());
  });
  if (!idle.empty()) {
    const std::string_view why = is_of_one ? ", better without the " : " alone: it cannot share a model with the ";
    return fmt::format("{} the {}{}{}{}", fits, names_of(answer, false), why, idle,
                       is_of_one ? "" : ", of another vendor");
  }
  std::optional<Usd> price = Usd{0};
  for (const GpuFit& fit : answer.fits)
    price = price && fit.offer.price ? std::optional(*price + fit.offer.price->today) : std::nullopt;
  return fmt::format("{} the {} together{}, {}", fits, names_of(answer, false), in_host_words(answer.fits.front()),
                     price ? "about " + money(*price) : "price unknown");
}

/// What it does not fit.
std::string no_room_words(const MemoryAnswer& answer) {
  if (answer.fits.size() == 1) {
    const GpuFit& fit = answer.fits.front();
    return fmt::format("does not fit {}, {}", sized_goods(fit.offer, fit.memory), price_words(fit.offer));
  }
  if (!answer.fits.empty()) return fmt::format("fits none of these {} GPUs", answer.fits.size());
  const auto& largest = answer.largest_too_small;
  if (!largest) return "no GPU matches your filters";
  return fmt::format("no {} is large enough; the largest is {}, {}",
                     answer.question.job.gpus > 1 ? "number of equal cards" : "card",
                     sized_goods(largest->offer, largest->memory), price_words(largest->offer));
}

/// What would do, where nothing has room.
std::string way_out(const GpuFit& fit) {
  const auto at = std::find_if(fit.remedies.begin(), fit.remedies.end(),
                               [](const GpuRemedy& one) { return one.verdict != FitVerdict::does_not_fit; });
  std::string text;
  if (at != fit.remedies.end() && at == fit.remedies.begin()) {
    text = fmt::format(" What makes it fit: {} ({}{}).", at->change, gigabytes_text(at->need.total),
                       at->job.gpus > 1 ? " on each" : "");
  }
  if (const auto& other = fit.cheapest_with_room) {
    text += fmt::format(" The cheapest that holds it: {}, {}.", offer_phrase(*other), price_words(*other));
  }
  return text;
}

}  // namespace

std::string memory_verdict(const MemoryView& view) {
  const MemoryAnswer& answer = view.answer;
  const std::string begin = taken(answer) + ": ";
  if (answer.question.scope == MemoryScope::together && !answer.fits.empty())
    return begin + together_words(answer) + '.';
  const GpuFit* best = answer.named();
  if (best == nullptr) return begin + no_room_words(answer) + '.';
  return fmt::format("{}{} {}{}, {}.", begin, fits_words(best->verdict), sized_goods(best->offer, best->memory),
                     in_host_words(*best), price_words(best->offer));
}

std::string memory_terms(const MemoryView& view) {
  const MemoryAnswer& answer = view.answer;
  const MemoryJob& job = answer.question.job;
  const std::string layout = layout_words(*answer.question.network, job);
  std::string text = fmt::format("{} in {}{}{}", capitalised(job_size(*answer.question.network, job)),
                                 engine_title(job), layout.empty() ? "" : ", ", layout);
  const GpuFit* best = answer.named();
  if (best != nullptr && best->rates && !layout.empty()) text += ',';
  if (best != nullptr && best->rates)
    text += fmt::format(" it runs at {} tokens/s there", rate_text(best->rates->together));
  text += '.';
  if (const GpuFit* fit = answer.without_room()) return text + way_out(*fit);
  const GpuFit* roomy = answer.cheapest(true);
  const bool is_enough = best == nullptr || (best->verdict == FitVerdict::fits && !best->is_in_host);
  if (is_enough) roomy = nullptr;
  const auto say = [&](std::string_view what, const GpuFit& fit) {
    text += fmt::format(" {}: {}, {}.", what, sized_goods(fit.offer, fit.memory), price_words(fit.offer));
  };
  const GpuFit* cheaper = answer.offered ? answer.cheapest() : nullptr;
  const bool is_one = cheaper != nullptr && roomy != nullptr && cheaper->offer.gpu == roomy->offer.gpu;
  if (cheaper != nullptr) say(is_one ? "Cheaper, and with memory to spare" : "Cheaper", *cheaper);
  if (roomy != nullptr && !is_one) say("With memory to spare", *roomy);
  return text;
}

}  // namespace gpuadvisor
