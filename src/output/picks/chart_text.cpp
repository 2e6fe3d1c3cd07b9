#include "chart_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"

namespace gpuadvisor {
namespace {

std::string_view name_of(const PricedChoice& choice) {
  return choice.gpu == nullptr ? choice.choice->gpu : short_name(*choice.gpu);
}

/// "used GeForce RTX 3090".
std::string choice_text(const PricedChoice& choice) {
  const auto& condition = choice.choice->condition;
  return condition ? fmt::format("{} {}", enum_name(*condition), name_of(choice)) : std::string(name_of(choice));
}

std::string alternatives(const std::vector<PricedChoice>& choices) {
  std::vector<std::string> names;
  names.reserve(choices.size());
  for (const PricedChoice& choice : choices) names.push_back(choice_text(choice));
  return enumeration(names, "or");
}

/// "80 % RTX 6000 Ada Generation or L40; 20 % H100 SXM5 80GB or H100 PCIe 80GB".
std::string mix_text(const std::vector<PricedChoice>& choices) {
  std::vector<std::vector<PricedChoice>> parts;
  for (const PricedChoice& choice : choices) {
    const bool is_same = !parts.empty() && parts.back().front().choice->share == choice.choice->share;
    if (!is_same) parts.emplace_back();
    parts.back().push_back(choice);
  }
  std::vector<std::string> texts;
  for (const auto& part : parts) {
    const auto& share = part.front().choice->share;
    texts.push_back((share ? fmt::format("{:.0f} % ", *share * 100) : "") + alternatives(part));
  }
  return enumeration(texts, "and");
}

std::string_view without_stop(std::string_view sentence) {
  return sentence.substr(0, sentence.size() - (sentence.ends_with('.') ? 1 : 0));
}

std::string providers_of(const ChartNode& node) {
  std::vector<std::string> names;
  for (const auto id : node.providers) names.emplace_back(provider_name(id));
  return enumeration(names, "or");
}

}  // namespace

std::string_view provider_name(std::string_view id) {
  constexpr auto k_names = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"aws-gpu", "AWS"}, {"azure-gpu", "Azure"}, {"lambda-cloud", "Lambda Cloud"}, {"vast-ai", "vast.ai"}});
  const auto* const at = std::find_if(k_names.begin(), k_names.end(), [&](const auto& one) { return one.first == id; });
  return at == k_names.end() ? id : at->second;
}

std::string dated_price_text(const std::optional<PriceEstimate>& price) {
  if (!price) return {};
  const std::string condition =
      price->condition == Condition::mixed ? "" : fmt::format(" {}", enum_name(price->condition));
  return fmt::format("{}{} in {}{}", money(price->today), condition, month_text(price->seen()),
                     price->age == PriceAge::current ? "" : ", old");
}

std::string chart_says(const ChartAnswer& answer) {
  const ChartNode& end = *answer.walk.at;
  const bool is_mix = std::any_of(end.choices.begin(), end.choices.end(),
                                  [](const ChartChoice& choice) { return choice.share.has_value(); });
  const std::string gpus = is_mix ? mix_text(answer.choices) : alternatives(answer.choices);
  if (end.providers.empty()) {
    return gpus.empty() ? fmt::format("no GPU: \"{}\".", without_stop(end.label)) : fmt::format("{}.", gpus);
  }
  if (gpus.empty()) return fmt::format("rent from {}.", providers_of(end));
  return fmt::format("rent {} from {}.", gpus, providers_of(end));
}

std::string equivalent_text(const ChartEquivalent& equivalent) {
  if (equivalent.type == nullptr) return "No recommendation of today: no known kind of buyer has these needs.";
  const PersonaType& type = *equivalent.type;
  if (type.buys_none) return fmt::format("Today no GPU to buy (\"{}\"). {}", type.title, type.reason);
  const std::string budget = equivalent.budget ? fmt::format(" within {}", money(*equivalent.budget)) : std::string();
  const std::string asked = fmt::format("\"{}\", {}{}", type.title, equivalent.workload->title, budget);
  if (!equivalent.pick) return fmt::format("Today nothing fits ({}).", asked);
  const Offer& offer = equivalent.pick->offer;
  const std::string second = equivalent.runner_up
                                 ? fmt::format("; next {}, {}", offer_phrase(equivalent.runner_up->offer),
                                               price_words(equivalent.runner_up->offer))
                                 : std::string();
  return fmt::format("Today buy {}, {}: the first for {}{}.", offer_phrase(offer), price_words(offer), asked, second);
}

std::string expected_answers(const ChartNode& node) {
  if (node.kind == ChartNodeKind::rung) return "yes or no";
  const auto answers = answers_of(node);
  return enumeration(std::vector<std::string>(answers.begin(), answers.end()), "or");
}

std::string question_line(const ChartNode& node, const std::optional<PriceEstimate>& price) {
  const std::string_view asked = node.question.empty() ? node.label : node.question;
  if (node.kind != ChartNodeKind::rung) return std::string(asked);
  return fmt::format("{}, {}: affordable?", asked, price ? dated_price_text(price) : "of no known price");
}

}  // namespace gpuadvisor
