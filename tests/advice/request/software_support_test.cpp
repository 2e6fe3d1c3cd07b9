#include "gpuadvisor/advice/software_support.hpp"

#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_support.hpp"

using namespace gpuadvisor;

namespace {

/// A catalog with these support events, made on 2026-06-30, as it was on `day`.
Catalog with_events(const std::vector<std::string>& events, PartialDate day = PartialDate(2026, 6, 30)) {
  std::string list;
  for (const auto& event : events) list += (list.empty() ? "" : ",") + event;
  return catalog_from(test_document("\"gpus\": [" + test_gpu("clock") + "], \"support\": [" + list +
                                    "], \"prices\": [" + test_price("clock", "2026-06-30", "used", 1) + "]"))
      .known_by(day.last_day());
}

Gpu of_vendor(std::string_view vendor, std::string_view capability = "") {
  Gpu gpu;
  gpu.vendor = vendor;
  gpu.architecture = "Test";
  gpu.compute_capability = capability;
  return gpu;
}

std::string remark(const Gpu& gpu, const Catalog& catalog) { return support_remark(gpu, support_status(gpu, catalog)); }

const std::string k_begin = test_event("cuda-toolkit", "supported-from", "2020-01");

}  // namespace

TEST_CASE("support begins with the toolkit and ends with the first stack to drop the architecture", "[advice]") {
  struct Case {
    const char* name;
    std::vector<std::string> events;
    PartialDate day;
    SupportState expected;
  };
  const PartialDate today(2026, 6, 30);
  const std::string deprecated = test_event("cuda-toolkit", "deprecated", "2025-01");
  const std::string dropped = test_event("cuda-toolkit", "dropped", "2025-08");
  const Case cases[] = {
      {"nothing is known", {}, today, SupportState::unknown},
      {"the toolkit has it", {k_begin}, today, SupportState::supported},
      {"a month is known on its last day", {k_begin}, PartialDate(2020, 1, 31), SupportState::supported},
      {"and not the day before", {k_begin}, PartialDate(2020, 1, 30), SupportState::not_yet},
      {"its end is announced", {k_begin, deprecated, dropped}, PartialDate(2025, 3, 1), SupportState::deprecated},
      {"its end is not announced yet", {k_begin, deprecated}, PartialDate(2025, 1, 30), SupportState::supported},
      {"the toolkit drops it", {k_begin, deprecated, dropped}, PartialDate(2025, 8, 31), SupportState::ended},
      {"the driver drops it", {k_begin, test_event("nvidia-driver", "dropped", "2025")}, today, SupportState::ended},
      {"the driver will",
       {k_begin, test_event("nvidia-driver", "deprecated", "2026-07")},
       today,
       SupportState::supported},
      {"the driver is about to",
       {k_begin, test_event("nvidia-driver", "deprecated", "2025")},
       today,
       SupportState::deprecated},
      {"PyTorch drops it", {k_begin, test_event("pytorch-binaries", "dropped", "2025")}, today, SupportState::ended},
      {"PyTorch will drop it",
       {k_begin, test_event("pytorch-binaries", "dropped", "2026-10-28")},
       today,
       SupportState::supported},
      {"another stack drops it",
       {k_begin, test_event("tensorflow", "dropped", "2025")},
       today,
       SupportState::supported},
      {"others build it, though the toolkit dropped it",
       {k_begin, dropped, test_event("cuda-toolkit", "community", "2026-02")},
       today,
       SupportState::community},
      {"the toolkit has it again",
       {k_begin, dropped, test_event("cuda-toolkit", "supported", "2026-02")},
       today,
       SupportState::supported},
      {"code is built for it, and not tested",
       {k_begin, dropped, test_event("cuda-toolkit", "build-only", "2026-02")},
       today,
       SupportState::ended},
      {"nothing else is known", {test_event("cuda-toolkit", "build-only", "2020")}, today, SupportState::unknown},
      {"known only to be deprecated later", {deprecated}, PartialDate(2019, 4, 3), SupportState::supported},
      {"the driver alone is not enough",
       {test_event("nvidia-driver", "supported-from", "2020")},
       today,
       SupportState::unknown},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const Catalog catalog = with_events(c.events, c.day);
      CHECK(static_cast<int>(support_status(of_vendor("nvidia", "8.6"), catalog).state) ==
            static_cast<int>(c.expected));
    }
  }
}

TEST_CASE("an event is about the targets it names, and about later ones of their major version that none names",
          "[advice]") {
  struct Case {
    const char* target;
    const char* change;
    const char* capability;
    bool expected;
  };
  const Case cases[] = {
      {"8.6", "supported-from", "8.6", true},   {"8.0", "supported-from", "8.6", true},
      {"8.9", "supported-from", "8.6", false},  {"7.5", "supported-from", "8.6", false},
      {"12.0", "supported-from", "12.1", true}, {"1.0", "supported-from", "12.0", false},
      {"1.2", "supported-from", "12.0", false}, {"10.0", "supported-from", "10.3", true},
      {"8.0", "supported-from", "", true},      {"8.6", "dropped", "8.6", true},
      {"7.0", "dropped", "7.2", true},          {"7.0", "deprecated", "7.2", true},
      {"8.6", "dropped", "8.0", false},         {"8.6", "deprecated", "9.0", false},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.target << ' ' << c.change << " and a GPU of " << c.capability) {
      const std::string targets = R"(, "targets": [")" + std::string(c.target) + R"("])";
      const Catalog catalog = with_events({test_event("cuda-toolkit", c.change, "2020", targets)});
      CHECK((support_status(of_vendor("nvidia", c.capability), catalog).state != SupportState::unknown) == c.expected);
    }
  }
}

TEST_CASE("the end of a target is not that of a later one that has events of its own", "[advice]") {
  const auto event = [](const char* change, const char* date, const char* target) {
    return test_event("cuda-toolkit", change, date, R"(, "targets": [")" + std::string(target) + R"("])");
  };
  const std::vector<std::string> events = {event("supported-from", "2018", "7.0"), event("dropped", "2025", "7.0")};
  const Catalog without = with_events(events);
  CHECK(support_status(of_vendor("nvidia", "7.2"), without).state == SupportState::ended);
  const Catalog with = with_events({events[0], event("supported-from", "2019", "7.5"), events[1]});
  CHECK(support_status(of_vendor("nvidia", "7.5"), with).state == SupportState::supported);
  CHECK(support_status(of_vendor("nvidia", "7.0"), with).state == SupportState::ended);
}

TEST_CASE("an event that names products is about them alone, and goes before those of the architecture", "[advice]") {
  const std::string community = test_event("rocm", "community", "2026-03", "", "amd");
  const auto named = [](const char* change, const char* date) {
    return test_event("rocm", change, date, R"(, "gpus": ["amd-card"])", "amd");
  };
  Gpu card = of_vendor("amd");
  Gpu other = of_vendor("amd");
  card.id = "amd-card";
  other.id = "amd-other";
  const Catalog listed = with_events({community, named("supported", "2026-04")});
  CHECK(support_status(card, listed).state == SupportState::supported);
  CHECK(support_status(other, listed).state == SupportState::community);
  CHECK(remark(other, listed) == "ROCm by community builds, not on the vendor's list (2026-03)");
  const Catalog never = with_events({named("dropped", "2026-01"), community});
  CHECK(support_status(card, never).state == SupportState::ended);
  CHECK(remark(card, never) == "ROCm does not run on it (2026-01)");
  CHECK(support_status(other, never).state == SupportState::community);
  const Catalog to_come = with_events({community, named("dropped", "2026-09")});
  CHECK(support_status(card, to_come).state == SupportState::community);
}

TEST_CASE("a remark tells what began or ended support, and when", "[advice]") {
  const auto version = [](const char* text) { return R"(, "version": ")" + std::string(text) + "\""; };
  const std::string deprecated = test_event("cuda-toolkit", "deprecated", "2025-01", version("12.8"));
  const std::string dropped = test_event("cuda-toolkit", "dropped", "2025-08", version("13.0"));
  const std::string by_driver = test_event("nvidia-driver", "dropped", "2025-12-02", version("590"));
  const std::string early_driver = test_event("nvidia-driver", "dropped", "2021-10", version("495"));
  const std::string by_pytorch = test_event("pytorch-binaries", "dropped", "2024-03");
  const Gpu nvidia = of_vendor("nvidia");
  const auto said = [&](const std::vector<std::string>& events) { return remark(nvidia, with_events(events)); };
  CHECK(said({k_begin}).empty());
  CHECK(said({}) == "no CUDA support of Test is known");
  CHECK(said({test_event("cuda-toolkit", "supported-from", "2026-09")}) == "CUDA supports Test only from 2026-09");
  CHECK(said({k_begin, deprecated}) == "CUDA 12.8 deprecated Test (2025-01)");
  CHECK(said({k_begin, deprecated, dropped}) == "CUDA 13.0 dropped Test (2025-08)");
  CHECK(said({k_begin, dropped, by_driver}) == "CUDA 13.0 dropped Test (2025-08)");  // the first to drop it
  CHECK(said({k_begin, dropped, early_driver}) == "NVIDIA's driver 495 dropped Test (2021-10)");
  CHECK(said({k_begin, by_pytorch}) == "PyTorch's builds dropped Test (2024-03)");

  const Gpu amd = of_vendor("amd");
  CHECK(remark(amd, with_events({})) == "no ROCm support of Test is known");
  CHECK(remark(amd, with_events({test_event("rocm", "supported-from", "2023", "", "amd")})) == "runs ROCm, not CUDA");
  CHECK(remark(amd, with_events({test_event("rocm", "dropped", "2025-04-11", version("6.4"), "amd")})) ==
        "ROCm 6.4 dropped Test (2025-04-11)");
  CHECK(remark(of_vendor("intel"), with_events({})) == "neither CUDA nor ROCm");
}

TEST_CASE("CUDA is NVIDIA's alone, ROCm is AMD's, what is current is of either, any takes all", "[advice]") {
  struct Case {
    const char* vendor;
    bool cuda;
    bool rocm;
    bool current;
  };
  const Case cases[] = {{"nvidia", true, false, true},
                        {"amd", false, true, true},
                        {"intel", false, false, false},
                        {"apple", false, false, false}};
  const Catalog catalog = with_events({k_begin, test_event("rocm", "supported-from", "2023", "", "amd"),
                                       test_event("cuda-toolkit", "supported-from", "2023", "", "intel")});
  const Catalog empty = with_events({});
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.vendor) {
      const Gpu gpu = of_vendor(c.vendor);
      CHECK(runs(gpu, Support::cuda, catalog) == c.cuda);
      CHECK(runs(gpu, Support::rocm, catalog) == c.rocm);
      CHECK(runs(gpu, Support::current, catalog) == c.current);
      CHECK(runs(gpu, Support::any, catalog));
      CHECK_FALSE(runs(gpu, Support::rocm, empty));
      CHECK_FALSE(runs(gpu, Support::current, empty));
      CHECK(runs(gpu, Support::any, empty));
    }
  }
  const Gpu amd = of_vendor("amd");  // whose community builds are not what its vendor supports
  const Catalog community = with_events({test_event("rocm", "community", "2026", "", "amd")});
  CHECK(runs(amd, Support::rocm, community));
  CHECK_FALSE(runs(amd, Support::current, community));

  SupportCheck check(Support::cuda, catalog);  // the name of an architecture does not tell the vendor
  const Gpu neighbours[] = {of_vendor("nvidia"), of_vendor("amd"), of_vendor("nvidia")};
  CHECK(check.runs(neighbours[0]));
  CHECK_FALSE(check.runs(neighbours[1]));
  CHECK(check.runs(neighbours[2]));
}
