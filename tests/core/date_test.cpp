#include "gpuadvisor/core/date.hpp"

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

Day day(int year, unsigned month, unsigned of_month) {
  return Day{std::chrono::year{year}, std::chrono::month{month}, std::chrono::day{of_month}};
}

TEST_CASE("a date is read as a year, a month or a day and stands for its whole span", "[core]") {
  struct Case {
    const char* text;
    int year;
    unsigned month;
    unsigned day;
    const char* first;
    const char* last;
  };
  const Case cases[] = {
      {"2026", 2026, 0, 0, "2026-01-01", "2026-12-31"},        {"2026-03", 2026, 3, 0, "2026-03-01", "2026-03-31"},
      {"2026-04", 2026, 4, 0, "2026-04-01", "2026-04-30"},     {"2026-12", 2026, 12, 0, "2026-12-01", "2026-12-31"},
      {"2026-03-31", 2026, 3, 31, "2026-03-31", "2026-03-31"}, {"2023-02", 2023, 2, 0, "2023-02-01", "2023-02-28"},
      {"2024-02", 2024, 2, 0, "2024-02-01", "2024-02-29"},     {"2024-02-29", 2024, 2, 29, "2024-02-29", "2024-02-29"},
      {"2000-02", 2000, 2, 0, "2000-02-01", "2000-02-29"},  // divisible by 400: leap
      {"2100-02", 2100, 2, 0, "2100-02-01", "2100-02-28"},  // divisible by 100: not
      {"1970", 1970, 0, 0, "1970-01-01", "1970-12-31"},        {"2199-12-31", 2199, 12, 31, "2199-12-31", "2199-12-31"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.text) {
      const auto date = PartialDate::parse(c.text);
      REQUIRE(date.has_value());
      CHECK(date->year() == c.year);
      CHECK(date->month() == c.month);
      CHECK(date->day() == c.day);
      CHECK(text(date->first_day()) == c.first);
      CHECK(text(date->last_day()) == c.last);
      CHECK(date->text() == c.text);
    }
  }
}

TEST_CASE("what is not a date of 1970 to 2199 is refused", "[core]") {
  const std::string_view refused[] = {
      "",
      " ",
      "2023-02-29",
      "2100-02-29",
      "2024-02-30",
      "2024-04-31",
      "2024-00",
      "2024-13",
      "2024-01-00",
      "2024-01-32",
      "2024-00-01",
      "24-1",
      "24",
      "24-01-01",
      "2024-1",
      "2024-1-1",
      "2024-01-1",
      "1969",
      "1969-12-31",
      "2200",
      "0000",
      "9999-12-31",
      "March 2026",
      "unknown",
      "2024 ",
      " 2024",
      "2024-01 ",
      "2024-01-01 ",
      "2024-01-01\n",
      "2024-",
      "2024-01-",
      "2024/01",
      "2024-01/01",
      "2024.01.01",
      "20240101",
      "+024",
      "-024",
      "2024--1",
      "2024-+1",
      "2024-01--1",
      "2024-01-01T00:00:00Z",
      "31.03.2026",
      "12024",
      "2024-01-011",
      "２０２６",
      "2o24",
      "2024-0a",
  };
  for (const auto text : refused) {
    DYNAMIC_SECTION('"' << text << '"') { CHECK_FALSE(PartialDate::parse(text).has_value()); }
  }
}

TEST_CASE("dates order by first day, and of two that start together the shorter comes last", "[core]") {
  const PartialDate ascending[] = {
      PartialDate(2025),    PartialDate(2025, 12),   PartialDate(2025, 12, 31),
      PartialDate(2026),    PartialDate(2026, 1),    PartialDate(2026, 1, 1),
      PartialDate(2026, 2), PartialDate(2026, 2, 1), PartialDate(2027),
  };
  for (std::size_t i = 0; i < std::size(ascending); ++i) {
    for (std::size_t j = 0; j < std::size(ascending); ++j) {
      INFO(ascending[i].text() << " and " << ascending[j].text());
      CHECK((ascending[i] < ascending[j]) == (i < j));
      CHECK((ascending[i] == ascending[j]) == (i == j));
    }
  }
}

TEST_CASE("a day is written with four, two and two digits", "[core]") {
  CHECK(text(day(2026, 3, 5)) == "2026-03-05");
  CHECK(text(day(1999, 12, 31)) == "1999-12-31");
}

TEST_CASE("months before a day keep the day of the month where it exists", "[core]") {
  struct Case {
    Day from;
    int months;
    const char* expected;
  };
  const Case cases[] = {
      {day(2026, 3, 31), 0, "2026-03-31"},  {day(2026, 3, 31), 1, "2026-02-28"},   {day(2024, 3, 31), 1, "2024-02-29"},
      {day(2026, 3, 28), 1, "2026-02-28"},  {day(2026, 5, 31), 1, "2026-04-30"},   {day(2026, 3, 31), 2, "2026-01-31"},
      {day(2026, 1, 15), 1, "2025-12-15"},  {day(2026, 10, 10), 12, "2025-10-10"}, {day(2024, 2, 29), 12, "2023-02-28"},
      {day(2024, 2, 29), 48, "2020-02-29"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.months << " months before " << text(c.from)) {
      CHECK(text(months_before(c.from, c.months)) == c.expected);
    }
  }
}

}  // namespace
}  // namespace gpuadvisor
