// The program as a module for pages: the words of a command line in, what the program would print out.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cli/program.hpp"
#include "output/report/page_parts.hpp"

/// Of a report: the page has the charts, and what draws them, itself.
std::span<const gpuadvisor::PagePart> gpuadvisor::page_parts() {
  static constexpr auto k_parts = std::to_array<PagePart>(
      {{"<main>", "answer"}, {"</main><script type=\"application/json\" id=\"data\">", "data"}, {"</script>", ""}});
  return k_parts;
}

namespace {

/// What a page reads, at these offsets: whole numbers of 32 bits, pointers as well.
struct AnswerOnPage {
  std::int32_t status = 0;
  const char* results = nullptr;
  std::size_t results_size = 0;
  const char* remarks = nullptr;
  std::size_t remarks_size = 0;
};
static_assert(sizeof(AnswerOnPage) == 5 * sizeof(std::int32_t));

}  // namespace

/// Answers a command line: words with a zero behind each, without the program's name. The answer stays until the next
/// one.
extern "C" __attribute__((export_name("answer"))) const AnswerOnPage* answer(const char* words, std::size_t size) {
  static gpuadvisor::cli::Outcome outcome;
  static AnswerOnPage on_page;
  std::vector<const char*> arguments;
  for (std::string_view rest(words, size); !rest.empty();) {
    arguments.push_back(rest.data());
    rest.remove_prefix(std::min(rest.size(), rest.find('\0') + 1));
  }
  outcome = gpuadvisor::cli::outcome_of(arguments);
  on_page = {outcome.status, outcome.results.data(), outcome.results.size(), outcome.remarks.data(),
             outcome.remarks.size()};
  return &on_page;
}
