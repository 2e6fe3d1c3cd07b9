#include "picks_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"

namespace gpuadvisor {
namespace {

struct Fallback {
  std::string_view id;
  std::string_view text;
};

constexpr auto k_fallbacks = std::to_array<Fallback>({
    {"aws-gpu", "a GPU at AWS"},
    {"aws-gpu-spot", "a spot GPU at AWS"},
    {"azure-gpu", "a GPU at Azure"},
    {"baidu-ai-studio", "Baidu AI Studio"},
    {"cpu", "the processor"},
    {"free-cloud-credits", "free credits of clouds"},
    {"google-cloud-tpu", "Google's TPUs"},
    {"google-colab", "Google Colab"},
    {"gpu-cloud", "a GPU cloud"},
    {"kaggle-kernels", "Kaggle's notebooks"},
    {"lambda-cloud", "Lambda's cloud"},
    {"vast-ai", "vast.ai"},
});

std::string card_memory(Gibibytes memory) { return fmt::format("{:g} GB", memory.value()); }

std::string months(const NextStep& step) {
  if (step.to_months && *step.to_months != step.after_months) {
    return fmt::format("{} to {} months", step.after_months, *step.to_months);
  }
  return fmt::format("{} months", step.after_months);
}

}  // namespace

std::string pick_text(const PersonaPick& pick, const Gpu& gpu) {
  std::string text = pick.count.value_or(1) > 1 ? fmt::format("{}x ", *pick.count) : std::string();
  text += short_name(gpu);
  if (pick.condition) text += fmt::format(", {}", enum_name(*pick.condition));
  return text;
}

std::string picks_text(const GuideAdvice& advice) {
  std::string text;
  for (const PricedPick& priced : advice.picks) {
    if (!text.empty()) text += priced.pick->role == PickRole::primary ? "; " : " or ";
    text += pick_text(*priced.pick, *priced.gpu);
  }
  return text;
}

std::string_view fallback_text(std::string_view id) {
  const auto* const at =
      std::find_if(k_fallbacks.begin(), k_fallbacks.end(), [&](const Fallback& one) { return one.id == id; });
  return at == k_fallbacks.end() ? id : at->text;
}

std::string fallbacks_text(const Persona& persona) {
  std::vector<std::string> names;
  names.reserve(persona.fallbacks.size());
  for (const auto id : persona.fallbacks) names.emplace_back(fallback_text(id));
  return names.empty() ? std::string() : enumeration(names, "or");
}

std::string quoted_price(const PriceEstimate& price) {
  return fmt::format("{} ({} to {})", money(price.today), counted(price.quotes.size(), "quote"), price.seen().text());
}

std::string offer_text(const Offer& offer) {
  std::string text(short_name(*offer.gpu));
  if (const auto memory = memory_per_device(*offer.gpu)) text += ", " + card_memory(*memory);
  if (offer.price) text += fmt::format(", {}, {}", condition_word(*offer.price), quoted_price(*offer.price));
  return text;
}

std::string request_text(const Request& request) {
  std::string text = request.workload;
  if (request.budget) text += fmt::format(", up to {}", money(*request.budget));
  if (request.min_memory) text += fmt::format(", {} or more", card_memory(*request.min_memory));
  if (!request.segments.empty()) text += fmt::format(", {} cards", enum_name(request.segments.front()));
  if (request.condition) text += fmt::format(", {}", enum_name(*request.condition));
  if (request.deployment) text += fmt::format(", in a {}", enum_name(*request.deployment));
  if (request.exclude != nullptr) text += ", none that guides advise against";
  return text + fmt::format(", by {}", enum_name(request.rank_by));
}

std::string budget_text(const Persona& persona) {
  if (!persona.budget) return std::string(persona.budget_text);
  if (!persona.budget_to) return money(*persona.budget);
  return fmt::format("{} to {}", money(*persona.budget), money(*persona.budget_to));
}

std::string next_step_text(const NextStep& step) { return fmt::format("After {}: {}", months(step), step.action); }

std::string date_text(const Guide& guide) { return guide.date ? guide.date->text() : std::string("-"); }

}  // namespace gpuadvisor
