#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_checks.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

Strings findings_about_source(const Members& changes) {
  const Members source = {{"id", R"("page")"},
                          {"title", R"("A page")"},
                          {"publisher", R"("Somebody")"},
                          {"date", R"("2024-05")"},
                          {"grade", R"("article")"}};
  return places_in(report_of("{\"sources\": [" + record_text(changed(source, changes)) + "]}"));
}

TEST_CASE("a source without a date is noted, unless it is general knowledge", "[checks]") {
  CHECK(findings_about_source({}) == Strings());
  CHECK(findings_about_source({{"date", ""}}) == Strings{"source-date 1 /sources/0"});
  CHECK(findings_about_source({{"date", ""}, {"grade", R"("recalled")"}}) == Strings());
}

TEST_CASE("a source that is later than the newest price is found", "[checks]") {
  CHECK(findings_about_source({{"date", R"("2062-05")"}}) == Strings{"source-from-the-future 5 /sources/0/date"});
}

TEST_CASE("a source is of the year that its id tells", "[checks]") {
  CHECK(findings_about_source({{"id", R"("page-2024-05")"}}) == Strings());
  CHECK(findings_about_source({{"id", R"("page-2024")"}}) == Strings());
  CHECK(findings_about_source({{"id", R"("page-2014-05")"}}) == Strings{"source-year 5 /sources/0/date"});
  CHECK(findings_about_source({{"id", R"("rtx-20800")"}}) == Strings());  // no year
}

}  // namespace
}  // namespace gpuadvisor
