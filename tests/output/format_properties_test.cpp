// What holds for every catalog and every request, tried on random ones. A failure names its round and request, which
// are the same each time.

#include <string>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "output/recommend/offer_fields.hpp"
#include "support/answer_text.hpp"
#include "support/catch2.hpp"
#include "support/random_catalog.hpp"

using namespace gpuadvisor;

namespace {

AnswerView view_of(const Answer& answer, const AnswerDetails& details, const RandomRound& round,
                   std::size_t limit = 0) {
  return {"recommend", stamp_of(round.catalog, "1.0"), answer, details, limit};
}

/// The answer to a request in every format.
Strings bytes(const RandomRound& round, const Request& asked) {
  const Answer answer = recommend(round.catalog, asked);
  const AnswerDetails details = answer_details(answer, round.catalog);
  const AnswerView view = view_of(answer, details, round);
  return {answer_table(view, {80, true}, true), answer_table(view, {200, false}, true), answer_json(view),
          records_csv(answer_records(view), true), answer_names(view)};
}

/// `part` of each line.
template <class Part>
Strings of_lines(std::string_view text, Part part) {
  Strings found;
  while (!text.empty()) {
    found.emplace_back(part(text.substr(0, text.find('\n'))));
    text.remove_prefix(text.find('\n') + 1);
  }
  return found;
}

std::string_view third_field(std::string_view record) { return split(record, ',')[2]; }

/// The columns are two blanks apart; the first one is aligned to the right and has none.
std::string_view second_cell(std::string_view line) {
  line.remove_prefix(line.find_first_not_of(' '));
  line.remove_prefix(line.find(' ') + 2);
  return line.substr(0, line.find("  "));
}

}  // namespace

TEST_CASE("the same records in any order give the same bytes in every format", "[output][properties]") {
  for_each_random_request(
      [](const RandomRound& round, const Request& request, Dice& dice) {
        const Strings expected = bytes(round, request);
        REQUIRE(bytes(round, request) == expected);
        RandomRound shuffled = round;
        shuffled.records.shuffle(dice);
        shuffled.catalog = shuffled.records.catalog();
        REQUIRE(bytes(shuffled, request) == expected);
      },
      10);
}

TEST_CASE("every format has the same rows in the same order", "[output][properties]") {
  for_each_random_request(
      [](const RandomRound& round, const Request& request, Dice& dice) {
        const Answer answer = dice.one_in(3) ? list(round.catalog, request) : recommend(round.catalog, request);
        for (const std::size_t limit : {0U, 1U, 3U}) {
          const AnswerDetails details = answer_details(answer, round.catalog, limit);
          const AnswerView view = view_of(answer, details, round, limit);
          Strings ids;
          Strings names;
          for (const auto& row : answer.rows) {
            if (limit > 0 && ids.size() == limit) break;
            ids.emplace_back(row.offer.gpu->id);
            const int count = row.offer.count;
            names.push_back((count > 1 ? std::to_string(count) + "x " : "") + std::string(short_name(*row.offer.gpu)));
          }
          Strings json_ids;
          const Json json = parse_json(answer_json(view), "answer");
          for (const Json& row : json.find("results")->items) json_ids.push_back(row.find("id")->string);
          REQUIRE(json_ids == ids);
          REQUIRE(of_lines(records_csv(answer_records(view), false), third_field) == ids);
          REQUIRE(of_lines(answer_names(view), [](auto line) { return line; }) == ids);
          if (ids.empty()) continue;
          Strings shown = of_lines(answer_table(view, {300, false}, false), second_cell);
          REQUIRE(shown.size() >= names.size());
          shown.resize(names.size());  // without near misses
          REQUIRE(shown == names);
        }
      },
      10);
}
