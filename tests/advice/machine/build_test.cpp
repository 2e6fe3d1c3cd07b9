#include "advice/machine/build.hpp"

#include <algorithm>

#include "advice/machine/cluster.hpp"
#include "support/catch2.hpp"
#include "support/test_builds.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

/// For CNNs, of which single cards have the score 1.
BuildQuestion question_of(const Catalog& catalog, const std::vector<std::pair<const char*, int>>& parts,
                          const char* workload = "cnn") {
  BuildQuestion question;
  for (const auto& [id, count] : parts) question.parts.push_back({catalog.gpu(id), count});
  question.workloads = {catalog.workload(workload)};
  return question;
}

Strings ids_of(const Build& build) {
  Strings ids;
  for (const Warning& warning : build.warnings) ids.emplace_back(warning.id);
  return ids;
}

Strings rules_of(const Build& build) {
  Strings ids;
  for (const BuildStatement& statement : build.rules) ids.emplace_back(statement.rule->id);
  return ids;
}

}  // namespace

TEST_CASE("a build is as fast as one of its GPUs times the speed-up", "[advice]") {
  const Catalog catalog = build_catalog();
  const Build found = build(question_of(catalog, {{"hot", 4}}), catalog);
  REQUIRE(found.speeds.size() == 1);
  const BuildSpeed& speed = found.speeds[0];
  CHECK_FALSE(speed.speed_kind == SpeedKind::index);
  CHECK_THAT(speed.one_speed.value(), WithinRel(1.0, 1e-12));
  CHECK(speed.speedup.guide == 3.5);
  CHECK_THAT(speed.speed.value(), WithinRel(3.6, 1e-12));
  CHECK(found.memory == Gibibytes{11});
  CHECK(found.total_memory == Gibibytes{44});
  CHECK(found.machines == std::vector<int>{4});
}

TEST_CASE("independent experiments are each as fast as one GPU", "[advice]") {
  const Catalog catalog = build_catalog();
  BuildQuestion question = question_of(catalog, {{"hot", 4}}, "rnn");
  question.mode = BuildMode::experiments;
  const Build found = build(question, catalog);
  CHECK(found.speeds[0].times == 4.0);
  CHECK_THAT(found.speeds[0].speed.value(), WithinRel(4.0, 1e-12));
  question.mode = BuildMode::parallel;  // nobody says how RNNs scale
  CHECK_FALSE(build(question, catalog).speeds[0].speed);
}

TEST_CASE("a power limit slows by what was measured there, and by nothing known elsewhere", "[advice]") {
  const Catalog catalog = build_catalog();
  BuildQuestion question = question_of(catalog, {{"hot", 4}});
  question.limit = Watts{200};
  const Build measured = build(question, catalog);
  CHECK_THAT(measured.speeds[0].speed.value(), WithinRel(3.6 * 0.93, 1e-12));
  CHECK(measured.power.need->gpus == Watts{800});
  CHECK(measured.power.saved == Watts{200});
  CHECK(measured.power.tried.empty());
  question.limit = Watts{225};
  const Build unknown = build(question, catalog);
  CHECK_FALSE(unknown.speeds[0].speed);
  CHECK_FALSE(unknown.speeds[0].limit_speed);
  CHECK(ids_of(unknown)[0] == "power-limit-unmeasured");
}

TEST_CASE("a power supply is judged at full power and at each limit that a guide tried", "[advice]") {
  const Catalog catalog = build_catalog();
  BuildQuestion question = question_of(catalog, {{"wide", 4}});
  question.supply = Watts{1600};
  const Build found = build(question, catalog);
  CHECK(found.power.need->total() == Watts{1500});
  CHECK(enum_name(found.power.supply->verdict) == "marginal");
  CHECK(found.power.advised == Watts{2000});
  REQUIRE(found.power.tried.size() == 1);
  const TriedLimit& tried = found.power.tried[0];
  CHECK(tried.need.total() == Watts{1300});
  CHECK(tried.saved == Watts{200});
  CHECK(enum_name(tried.supply->verdict) == "tight");
  CHECK(found.power.said.size() == 1);
  question.system = Watts{300};
  CHECK(ids_of(build(question, catalog))[0] == "supply-too-small");
}

TEST_CASE("cards that do not fit side by side, or run hot there, are warned of", "[advice]") {
  const Catalog catalog = build_catalog();
  const auto has = [&](const BuildQuestion& question, const char* id) {
    const Strings ids = ids_of(build(question, catalog));
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  BuildQuestion question = question_of(catalog, {{"wide", 4}});
  CHECK_FALSE(has(question, "heat"));  // 12 slots: they stand apart on risers
  CHECK_FALSE(has(question, "slots"));
  CHECK(has(question_of(catalog, {{"hot", 4}}), "heat"));  // 8 slots, and nobody said that they stand apart
  question.spacing = 0;
  CHECK(has(question, "heat"));
  CHECK(has(question, "slots"));
  question.spacing = 1;
  CHECK_FALSE(has(question, "heat"));
  question.cooling = Cooling::blower;
  question.spacing = 0;
  CHECK_FALSE(has(question, "heat"));
  CHECK(has(question, "slots"));
  CHECK_FALSE(has(question_of(catalog, {{"hot", 4}}), "slots"));
  CHECK_FALSE(has(question_of(catalog, {{"hot", 1}}), "heat"));
}

TEST_CASE("more GPUs than a board holds are several machines, unless one is asked for", "[advice]") {
  const Catalog catalog = build_catalog();
  BuildQuestion question = question_of(catalog, {{"hot", 7}});
  const Build found = build(question, catalog);
  CHECK(found.machines == std::vector<int>{4, 3});
  CHECK(ids_of(found).front() == "heat");
  // 3: efficiencies 0.95 and 0.9 of 2 and 4, so 3 (0.95 - 0.5849625 * 0.05) = 2.7622556.
  CHECK_THAT(found.speeds[0].speed.value(), WithinRel(3.6 + 2.7622556, 1e-7));
  CHECK(found.power.need->gpus == Watts{1000});
  question.machines = 1;
  const Build server = build(question, catalog);
  CHECK(server.machines == std::vector<int>{7});
  CHECK_FALSE(server.speeds[0].speed);  // nothing is extrapolated
}

TEST_CASE("GPUs of several models wait for the slowest, and their memory is that of the least", "[advice]") {
  const Catalog catalog = build_catalog();
  const Build found = build(question_of(catalog, {{"wide", 2}, {"hot", 2}}), catalog);
  CHECK(found.memory == Gibibytes{11});
  CHECK(found.total_memory == Gibibytes{70});
  CHECK(found.power.need->gpus == Watts{1200});
  CHECK_FALSE(found.slots);  // 10 slots: on risers
  CHECK(std::any_of(found.feasibility.needs.begin(), found.feasibility.needs.end(),
                    [](const Accessory& need) { return need.kind == AccessoryKind::riser && need.count == 4; }));
  const Strings ids = ids_of(found);
  CHECK(std::count(ids.begin(), ids.end(), "mixed-models") == 1);
  REQUIRE(found.prices.size() == 1);  // new: not of both
  CHECK(found.prices[0].gpus == Usd{2000});
}

TEST_CASE("an unknown power or price leaves unknown what rests on it", "[advice]") {
  const Catalog catalog = build_catalog();
  const Build found = build(question_of(catalog, {{"plain", 2}}), catalog);
  CHECK_FALSE(found.power.need);
  CHECK(found.prices.empty());
  CHECK_FALSE(found.deciding);
  CHECK_FALSE(found.memory);
  CHECK(ids_of(found).front() == "power-unknown");
}

TEST_CASE("rules of guides are told where GPUs, number and workload are theirs", "[advice]") {
  const Catalog catalog = build_catalog();
  CHECK(rules_of(build(question_of(catalog, {{"hot", 2}}), catalog)) == Strings{"hot"});
  CHECK(rules_of(build(question_of(catalog, {{"hot", 3}}), catalog)) == Strings{"many", "hot"});
  CHECK(rules_of(build(question_of(catalog, {{"wide", 4}}, "rnn"), catalog)) == Strings{"many", "rnn"});
  CHECK(rules_of(build(question_of(catalog, {{"wide", 5}}), catalog)).empty());
}

TEST_CASE("the licence is a policy risk in a data center only", "[advice]") {
  const Catalog catalog = build_catalog();
  BuildQuestion question = question_of(catalog, {{"hot", 1}});
  CHECK(build(question, catalog).licence.size() == 1);
  CHECK(ids_of(build(question, catalog)).empty());
  question.deployment = Deployment::datacenter;
  const Build found = build(question, catalog);
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0].text == "licence risk: Not there");
}

TEST_CASE("two builds have the same value at one cost of a machine", "[advice]") {
  // 2 of "wide" used: $1400, speed 1.9, one machine. 5 of "hot": $1500, two machines of 3 and 2, 2.7622556 + 1.9.
  // 1.9 (1500 + 2 S) = 4.6622556 (1400 + S): S (3.8 - 4.6622556) = 6527.15784 - 2850, S < 0: never.
  const Catalog catalog = build_catalog();
  BuildQuestion wide = question_of(catalog, {{"wide", 2}});
  wide.system_cost = Usd{1000};
  const auto never = build_comparisons(build(wide, catalog), build(question_of(catalog, {{"hot", 5}}), catalog));
  REQUIRE(never.size() == 1);
  CHECK_FALSE(never[0].break_even);
  CHECK(never[0].costs[1] == Usd{3500});
  CHECK_THAT(never[0].values[0].value(), WithinRel(1.9 / 2.4, 1e-12));
  // Four of "wide": $2800, 3.6. Eight of "hot": $2400, two machines, 7.2. 3.6 (2400 + 2 S) = 7.2 (2800 + S): never.
  // Four of "wide" against six of "hot": $1800, 2 x 2.7622556 = 5.5245112, two machines:
  // 3.6 (1800 + 2 S) = 5.5245112 (2800 + S), S = (15468.63136 - 6480) / (7.2 - 5.5245112) = 5364.78.
  const auto once = build_comparisons(build(question_of(catalog, {{"wide", 4}}), catalog),
                                      build(question_of(catalog, {{"hot", 6}}), catalog));
  CHECK_THAT(once[0].break_even->value(), WithinRel(5364.78, 1e-5));
  CHECK(once[0].first_leads_above == true);
  const auto turned = build_comparisons(build(question_of(catalog, {{"hot", 6}}), catalog),
                                        build(question_of(catalog, {{"wide", 4}}), catalog));
  CHECK_THAT(turned[0].break_even->value(), WithinRel(5364.78, 1e-5));
  CHECK(turned[0].first_leads_above == false);
}

TEST_CASE("mixes of guides are told for clusters of their size, in whole nodes", "[advice]") {
  const Catalog catalog = build_catalog();
  const std::vector<const Guide*> both = {catalog.guide("one"), catalog.guide("other")};
  const auto fifteen = cluster_plans(15, both, catalog);
  REQUIRE(fifteen.size() == 2);
  CHECK(fifteen[0].counts->front().to == 12);
  CHECK_FALSE(fifteen[1].counts);  // no whole nodes of 8
  CHECK(fifteen[1].next == 24);    // three nodes: 16 and 8
  const auto more = cluster_plans(24, both, catalog);
  REQUIRE(more.size() == 3);
  CHECK(more[1].counts->front().chosen == 16);
  CHECK_FALSE(more[2].counts);  // shares of the budget
  CHECK(cluster_plans(128, both, catalog).size() == 2);
  CHECK(cluster_plans(128, std::vector{catalog.guide("other")}, catalog).size() == 1);
}
