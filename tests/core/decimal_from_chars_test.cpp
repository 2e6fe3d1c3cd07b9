#include "core/decimal_from_chars.hpp"

#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

#ifdef __cpp_lib_to_chars
void check_alike(const std::string& text) {
  for (const auto format : {std::chars_format::general, std::chars_format::fixed}) {
    double expected = 7;
    double actual = 7;
    const auto theirs = std::from_chars(text.data(), text.data() + text.size(), expected, format);
    const auto ours = portable_from_chars(text.data(), text.data() + text.size(), actual, format);
    INFO(text);
    CHECK(ours.ec == theirs.ec);
    CHECK(ours.ptr == theirs.ptr);
    CHECK(std::bit_cast<std::uint64_t>(actual) == std::bit_cast<std::uint64_t>(expected));
  }
}

TEST_CASE("portable_from_chars reads what std::from_chars reads", "[core]") {
  for (const char* const text : {"",
                                 "1",
                                 "-1",
                                 "+1",
                                 " 1",
                                 "1 ",
                                 "-",
                                 ".",
                                 "-.",
                                 ".5",
                                 "5.",
                                 "1.e5",
                                 "1e",
                                 "1e+",
                                 "1e+5",
                                 "1E-5",
                                 "1e5.5",
                                 "0x10",
                                 "00012",
                                 "-0",
                                 "1,000",
                                 "1e999",
                                 "-1e999",
                                 "1e-999",
                                 "0e999",
                                 "5e-324",
                                 "2e-324",
                                 "1e-310",
                                 "1.5e3x",
                                 "inf",
                                 "INF",
                                 "-Infinity",
                                 "infin",
                                 "infinity",
                                 "infx",
                                 "nan",
                                 "-nan",
                                 "nan(a1)",
                                 "nan(a-b)",
                                 "nan(",
                                 "0.1",
                                 "1e23",
                                 "8.5e22",
                                 "--1",
                                 "1..2",
                                 "1e99999999999999999999",
                                 "0.0e99999999999999999999",
                                 "2.2250738585072011e-308",
                                 "1.7976931348623159e308",
                                 "9007199254740993",
                                 "0.500000000000000166533453693773481063544750213623046875"}) {
    check_alike(text);
  }
}

TEST_CASE("portable_from_chars rounds as std::from_chars does", "[core]") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const auto digits = std::to_string(random());
    const auto point = random() % digits.size();
    const auto exponent = static_cast<int>(random() % 700) - 360;
    check_alike(digits.substr(0, point) + "." + digits.substr(point) + "e" + std::to_string(exponent));
  }
}
#endif

}  // namespace
}  // namespace gpuadvisor
