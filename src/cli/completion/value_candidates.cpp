#include "value_candidates.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "advice/guides/guide_statement.hpp"
#include "calibration/memory/memory_suites.hpp"
#include "catalog/loading/embedded_benchmarks.hpp"
#include "catalog/records/electricity.hpp"
#include "catalog/records/exchange_rate.hpp"
#include "catalog/records/rent.hpp"
#include "checks/rules/rule.hpp"
#include "gpu_candidates.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/catalog/feature.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/catalog/persona.hpp"

namespace gpuadvisor::cli {
namespace {

using Candidates = std::vector<Candidate>;

/// Records by their ids, which their titles explain.
template <class Records>
Candidates titled(const Records& records) {
  Candidates found;
  for (const auto& record : records) found.push_back({std::string(record.id), std::string(record.title)});
  return found;
}

/// Each once, in alphabetical order.
template <class Records, class Member>
Candidates distinct(const Records& records, Member member) {
  std::set<std::string_view> words;
  for (const auto& record : records) words.insert(record.*member);
  Candidates found;
  for (const auto word : words) found.push_back({std::string(word), ""});
  return found;
}

Candidates networks() {
  const Catalog catalog = embedded_catalog();
  Candidates found;
  for (const Network& network : catalog.records<Network>()) {
    found.push_back({std::string(network.id), std::string(network.name)});
  }
  return found;
}

Candidates buyers() {
  const Catalog catalog = embedded_catalog();
  Candidates found = titled(catalog.records<PersonaType>());
  for (const Persona& persona : catalog.records<Persona>()) {
    const auto is_same = [&](const Candidate& one) { return one.word == persona.id; };
    if (std::none_of(found.begin(), found.end(), is_same)) {
      found.push_back({std::string(persona.id), std::string(persona.title)});
    }
  }
  return found;
}

Candidates statements() {
  const Catalog catalog = embedded_catalog();
  std::set<std::string> ids;
  for (const Guide& guide : catalog.records<Guide>()) {
    for (const auto& statement : statements_of(guide, catalog, {})) ids.insert(std::string(statement.id));
  }
  Candidates found;
  for (const auto& id : ids) found.push_back({id, ""});
  return found;
}

Candidates rules_of_check() {
  Candidates found;
  for (const Rule* rule : rules()) found.push_back({std::string(rule->id), std::string(rule->title)});
  return found;
}

Candidates suites() {
  const MemorySuites all = embedded_memory_suites();
  Candidates found;
  for (const MemorySuite& suite : all.suites) found.push_back({std::string(suite.id), ""});
  return found;
}

/// What the catalog knows of a kind of value.
struct Kind {
  std::string_view name;  // in the help
  Candidates (*known)();
  Beside beside = Beside::nothing;
};

constexpr std::string_view k_gpu = "GPU";

constexpr auto k_kinds = std::to_array<Kind>({
    {"MODEL", networks, Beside::files},
    {"WORKLOAD", [] { return titled(embedded_catalog().records<Workload>()); }},
    {"VENDOR", [] { return distinct(embedded_catalog().gpus(), &Gpu::vendor); }},
    {"FEATURE", [] { return titled(embedded_catalog().records<Feature>()); }},
    {"GUIDE", [] { return titled(embedded_catalog().records<Guide>()); }},
    {"BUYER", buyers},
    {"STATEMENT", statements},
    {"SOURCE", [] { return titled(embedded_catalog().records<Source>()); }},
    {"PROVIDER", [] { return distinct(embedded_catalog().records<Rent>(), &Rent::provider); }},
    {"REGION", [] { return distinct(embedded_catalog().records<ElectricityPrice>(), &ElectricityPrice::region); }},
    {"CODE", [] { return distinct(embedded_catalog().records<ExchangeRate>(), &ExchangeRate::currency); }},
    {"DATASET", [] { return titled(embedded_benchmarks().datasets); }},
    {"SUITE", suites},
    {"RULE", rules_of_check},
    {"FILE", [] { return Candidates(); }, Beside::files},
    {"PATH", [] { return Candidates(); }, Beside::files},
    {"OLD",
     [] {
       return Candidates{{"built-in", "The built-in catalog"}};
     },
     Beside::files},
    {"DIR", [] { return Candidates(); }, Beside::folders},
});

/// "GPU" of "GPUS", "[GPU]", "GPU,..." and "GPU=PRICE", "OLD" of "OLD NEW".
std::string_view kind_of(const DescribedOption& option) {
  std::string_view text = is_positional(option.names) ? without_brackets(option.names) : std::string_view(option.type);
  text = text.substr(0, text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
  return text == "GPUS" ? k_gpu : text;
}

/// How much of a text of several GPUs comes before the last name: "3090 + 2x ".
std::size_t before_last_name(std::string_view text) {
  std::size_t at = text.rfind('+');
  at = at == std::string_view::npos ? 0 : std::min(text.find_first_not_of(' ', at + 1), text.size());
  const std::size_t digits = std::min(text.find_first_not_of("0123456789", at), text.size());
  const bool has_count = digits > at && digits < text.size() && (text[digits] == 'x' || text[digits] == 'X');
  return has_count ? std::min(text.find_first_not_of(' ', digits + 1), text.size()) : at;
}

/// Those that begin as typed, spelt so: a person who types in lower case goes on in lower case.
Candidates matching(Candidates all, std::string_view typed) {
  std::erase_if(all, [&](const Candidate& one) { return !begins_as_typed(one.word, typed); });
  for (Candidate& one : all) {
    if (one.word.starts_with(typed)) continue;
    if (typed == lower_case(typed)) one.word = lower_case(one.word);
    one.word.replace(0, typed.size(), typed);
  }
  return all;
}

void put_before(std::string_view head, Completion& completion) {
  for (Candidate& one : completion.candidates) one.word.insert(0, head);
}

Completion gpu_completion(const DescribedOption& option, std::string_view typed) {
  const auto head = before_last_name(typed);
  const auto name = typed.substr(head);
  Completion completion{matching(gpu_candidates(embedded_catalog(), name), name), Beside::nothing};
  put_before(typed.substr(0, head), completion);
  if (option.type.find('=') != std::string::npos) {  // a price follows
    completion.beside = Beside::same_word;
    for (Candidate& one : completion.candidates) one.word += '=';
  }
  return completion;
}

Completion item_completion(const DescribedOption& option, std::string_view typed) {
  if (!option.words.empty()) {
    Candidates words;
    for (const auto& word : option.words) words.push_back({word, ""});
    return {matching(std::move(words), typed), Beside::nothing};
  }
  const auto name = kind_of(option);
  if (name == k_gpu) return gpu_completion(option, typed);
  const auto* const kind =
      std::find_if(k_kinds.begin(), k_kinds.end(), [&](const Kind& one) { return one.name == name; });
  if (kind == k_kinds.end()) return {};
  return {matching(kind->known(), typed), kind->beside};
}

}  // namespace

Completion value_completion(const DescribedOption& option, std::string_view typed) {
  if (!takes_list(option)) return item_completion(option, typed);
  const std::size_t head = typed.rfind(',') + 1;  // npos + 1 is 0
  Completion completion = item_completion(option, typed.substr(head));
  const auto given = split(typed.substr(0, head), ',');
  std::erase_if(completion.candidates, [&](const Candidate& one) {
    return std::any_of(given.begin(), given.end(), [&](auto item) { return lower_case(item) == lower_case(one.word); });
  });
  put_before(typed.substr(0, head), completion);
  return completion;
}

}  // namespace gpuadvisor::cli
