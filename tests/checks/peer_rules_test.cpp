#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_checks.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

/// Five cards of a line of its own, of which the first differs in `changes`: each 4 % larger than the one before.
std::string five_cards(const Members& changes) {
  std::vector<Members> cards;
  const std::string names = "12345";
  for (const char digit : names) {
    Members card = changed(good_card(), {{"id", std::string(R"("nvidia-peer-)") + digit + '"'},
                                         {"name", std::string(R"("NVIDIA Peer )") + digit + '"'},
                                         {"l2_cache_mb", std::string("4") + digit}});
    cards.push_back(digit == '1' ? changed(card, changes) : card);
  }
  return check_document(cards);
}

std::string without_lines(const std::string& place) {
  const auto space = place.find(' ');
  return place.substr(0, space) + place.substr(place.find(' ', space + 1));
}

Strings found_in(const std::string& text) {
  Strings found;
  for (const auto& place : places_in(report_of(text))) found.push_back(without_lines(place));
  return found;
}

TEST_CASE("a figure unlike those of all products akin is found", "[checks]") {
  CHECK(found_in(five_cards({})) == Strings());
  // Others have 42 to 45 MB for the same rates: 41 is near, 10 times as much or a tenth is not.
  CHECK(found_in(five_cards({{"l2_cache_mb", "410"}})) == Strings{"unlike-peers /gpus/0/l2_cache_mb"});
  CHECK(found_in(five_cards({{"l2_cache_mb", "4.1"}})) == Strings{"unlike-peers /gpus/0/l2_cache_mb"});
  CHECK(found_in(five_cards({{"l2_cache_mb", "80"}})) == Strings());
}

TEST_CASE("a figure that all products akin have is missed", "[checks]") {
  CHECK(found_in(five_cards({{"tdp_w", ""}})) == Strings{"figure-missing /gpus/0"});
  CHECK(found_in(five_cards({{"l2_cache_mb", ""}})) == Strings());  // no answer rests on it
}

TEST_CASE("a word unlike that of its line is found", "[checks]") {
  CHECK(found_in(five_cards({{"segment", R"("consumer")"}})) == Strings{"unlike-its-line /gpus/0/segment"});
}

TEST_CASE("where a rule explains a record, peers are not asked", "[checks]") {
  // Twice the rate of GDDR6 is no rate of it, which says all: the same figure is unlike those of the others, too.
  CHECK(found_in(five_cards({{"memory_bandwidth_gbs", "8640"}})) ==
        Strings{"memory-data-rate /gpus/0/memory_bandwidth_gbs"});
}

}  // namespace
}  // namespace gpuadvisor
