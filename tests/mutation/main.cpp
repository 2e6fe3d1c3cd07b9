// Makes slips in the data, one at a time, and counts how many of them `check` finds: docs/check.md#proof.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/distinct_count.hpp"
#include "field_values.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "judgement.hpp"
#include "operators.hpp"

namespace gpuadvisor::mutation {
namespace {

struct Mutant {
  std::uint64_t draw = 0;
  const Operator* slip = nullptr;
  const FieldValue* value = nullptr;
  std::vector<Edit> edits;
  Judgement judgement;
};

/// One mutant for each kind of field and each slip that can be made there, in an order that looks random. Each is drawn
/// for itself: a table that comes to the data leaves those of all others as they are, and their order.
std::vector<Mutant> mutants_of(const std::vector<FieldValue>& values, unsigned seed) {
  std::map<std::string, std::vector<const FieldValue*>> kinds;
  for (const FieldValue& value : values) kinds[value.kind].push_back(&value);
  std::vector<Mutant> mutants;
  for (const auto& [kind, of_kind] : kinds) {
    for (const Operator& slip : operators()) {
      constexpr int k_tries = 20;
      const std::uint64_t draw = StableHash().add(std::to_string(seed)).add(kind).add(slip.name).value();
      std::mt19937 random(static_cast<std::uint32_t>(draw));
      for (int i = 0; i < k_tries; ++i) {
        const FieldValue* value = of_kind[random() % of_kind.size()];
        auto edits = slip.apply(*value, values, random);
        if (edits.empty()) continue;
        mutants.push_back({draw, &slip, value, std::move(edits), {}});
        break;
      }
    }
  }
  std::sort(mutants.begin(), mutants.end(), [](const Mutant& a, const Mutant& b) { return a.draw < b.draw; });
  return mutants;
}

void judge_all(std::vector<Mutant>& mutants, const Judge& judge, const CatalogLayer& documents) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < mutants.size(); i = next++) {
      Mutant& mutant = mutants[i];
      mutant.judgement = judge.judge(*mutant.value, edited(documents[mutant.value->document].text, mutant.edits),
                                     mutant.edits.front().text);
    }
  };
  std::vector<std::jthread> workers;
  const auto count = std::max(1U, std::thread::hardware_concurrency());
  workers.reserve(count);
  for (unsigned i = 0; i < count; ++i) workers.emplace_back(work);
}

struct Rate {
  int mutants = 0;
  int caught = 0;
  int advice = 0;
  int advice_caught = 0;
  int comparison = 0;  // caught with the comparison with the built-in data, too

  void add(const Judgement& judgement) {
    ++mutants;
    caught += judgement.is_caught() ? 1 : 0;
    comparison += judgement.is_caught() || judgement.is_known_to_differ ? 1 : 0;
    advice += judgement.changes_advice ? 1 : 0;
    advice_caught += judgement.changes_advice && judgement.is_caught() ? 1 : 0;
  }
};

double share(int part, int whole) { return whole == 0 ? 1 : static_cast<double>(part) / whole; }

void print(const std::string& title, const Rate& rate) {
  fmt::print("{:<44} {:>4} {:>4} {:>5.0f} % {:>5} {:>4} {}\n", title, rate.mutants, rate.caught,
             100 * share(rate.caught, rate.mutants), rate.advice, rate.advice_caught,
             rate.advice == 0 ? "      -" : fmt::format("{:>5.0f} %", 100 * share(rate.advice_caught, rate.advice)));
}

Rate print_report(const std::vector<Mutant>& mutants, const CatalogLayer& documents) {
  std::map<std::string, Rate> by_slip;
  std::map<std::string, Rate> by_kind;
  std::map<std::string, Rate> by_section;
  std::map<std::string, int> by_rule;
  Rate all;
  for (const Mutant& mutant : mutants) {
    all.add(mutant.judgement);
    by_slip[std::string(mutant.slip->name)].add(mutant.judgement);
    by_kind[mutant.value->kind].add(mutant.judgement);
    by_section[mutant.value->kind.substr(0, mutant.value->kind.find('/'))].add(mutant.judgement);
    if (mutant.judgement.is_caught()) ++by_rule[mutant.judgement.rule];
  }
  fmt::print("{:<44} {:>4} {:>11} {:>6} {:>11}\n", "", "all", "caught", "advice", "caught");
  for (const auto& [name, rate] : by_slip) print(name, rate);
  fmt::print("\n");
  for (const auto& [name, rate] : by_section) print(name, rate);
  fmt::print("\n");
  for (const auto& [name, rate] : by_kind) print(name, rate);
  fmt::print("\n");
  for (const auto& [name, count] : by_rule) fmt::print("{:<44} {:>4}\n", name, count);
  fmt::print("\nnot caught\n");
  for (const Mutant& mutant : mutants) {
    if (mutant.judgement.is_caught()) continue;
    const auto& document = documents[mutant.value->document];
    fmt::print(
        "{}{} {}: {}:{} {} -> {}{}\n", mutant.judgement.changes_advice ? "ADVICE " : "", mutant.value->kind,
        mutant.slip->name, document.file, mutant.value->first_line, mutant.value->text, mutant.edits.front().text,
        mutant.judgement.nearness == Nearness::elsewhere ? " (found elsewhere: " + mutant.judgement.rule + ")" : "");
  }
  fmt::print("\n");
  print("all", all);
  fmt::print("{} caught when compared with the built-in data, too\n", all.comparison);
  return all;
}

struct Options {
  std::string data;
  unsigned seed = 1;
  std::size_t mutants = 0;
  double least = 0;         // of all mutants
  double least_advice = 0;  // of those that change advice
};

/// Empty where the arguments are not `DATA SEED MUTANTS [LEAST LEAST_ADVICE]`.
std::optional<Options> options_of(const std::vector<std::string>& arguments) {
  constexpr std::size_t k_required = 3;
  constexpr std::size_t k_all = 5;
  if (arguments.size() != k_required && arguments.size() != k_all) return std::nullopt;
  Options options{arguments[0], static_cast<unsigned>(std::stoul(arguments[1])), std::stoul(arguments[2])};
  if (arguments.size() == k_all) {
    options.least = std::stod(arguments[3]);
    options.least_advice = std::stod(arguments[4]);
  }
  return options;
}

int run(const std::vector<std::string>& arguments) {
  const auto options = options_of(arguments);
  if (!options) {
    fmt::print(stderr, "usage: gpuadvisor_mutation DATA SEED MUTANTS [LEAST LEAST_ADVICE]\n");
    return 2;
  }
  const CatalogLayer documents = read_data_files(options->data);
  const auto values = field_values(documents);
  auto mutants = mutants_of(values, options->seed);
  const auto possible = mutants.size();
  mutants.resize(std::min(mutants.size(), options->mutants));
  fmt::print("{} values; {} of {} mutants, seed {}\n", values.size(), mutants.size(), possible, options->seed);
  judge_all(mutants, Judge(documents), documents);
  const Rate all = print_report(mutants, documents);
  const bool is_enough =
      share(all.caught, all.mutants) >= options->least && share(all.advice_caught, all.advice) >= options->least_advice;
  if (!is_enough)
    fmt::print("expected {:g} of all and {:g} of those that change advice\n", options->least, options->least_advice);
  return is_enough ? 0 : 1;
}

}  // namespace
}  // namespace gpuadvisor::mutation

int main(int count, char** arguments) { return gpuadvisor::mutation::run({arguments + 1, arguments + count}); }
