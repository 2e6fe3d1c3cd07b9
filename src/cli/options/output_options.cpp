#include "output_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <utility>
#include <vector>

#include "core/contains.hpp"
#include "core/decimal_from_chars.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "named_value.hpp"
#include "report/mapped.hpp"
#include "report/markdown.hpp"
#include "terminal.hpp"

namespace gpuadvisor::cli {
namespace {

/// `text` without commas between groups of three digits: "1,000", but not "1,5".
std::string without_separators(std::string_view text) {
  const auto groups = split(text, ',');
  bool is_grouped = groups.front().size() <= 3 && text.find_first_not_of("0123456789,") == std::string_view::npos;
  std::string digits(groups.front());
  for (std::size_t i = 1; i < groups.size(); ++i) {
    is_grouped = is_grouped && groups[i].size() == 3;
    digits += groups[i];
  }
  return is_grouped && !groups.front().empty() ? digits : std::string(text);
}

/// `text` without the unit at its end, whatever its case, and the blanks before that.
std::string_view without_unit(std::string_view text, std::string_view unit) {
  if (unit.empty() || !lower_case(text).ends_with(lower_case(unit))) return text;
  text.remove_suffix(unit.size());
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

/// Dollars as text without their sign and unit.
std::string_view dollar_digits(std::string_view text) {
  if (text.starts_with('$')) text.remove_prefix(1);
  return without_unit(text, "USD");
}

std::vector<std::string_view> names_of(std::span<const Format> formats) { return mapped(formats, enum_name<Format>); }

/// Whether tables are styled. An explicit wish wins, then NO_COLOR (https://no-color.org), then CLICOLOR_FORCE
/// (https://bixense.com/clicolors), then whether standard output is a terminal that shows it.
bool wants_color(Color color) {
  if (color != Color::automatic) return color == Color::always;
  if (!environment_variable("NO_COLOR").empty()) return false;
  const auto force = environment_variable("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return environment_variable("TERM") != "dumb" && prints_to_terminal();
}

/// The format of --format, with a note that it was given.
struct NotedFormat {
  OneOfFormats from;
  bool* is_given;

  Format operator()(std::string_view option, std::string_view text) const {
    *is_given = true;
    return from(option, text);
  }
  [[nodiscard]] auto words() const { return from.words(); }
};

/// A format is a slip for --format.
std::string file_from(std::string_view option, std::string_view text) {
  const auto& formats = k_enum_names<Format>;
  if (!contains(formats, text)) return std::string(text);
  throw UsageError(fmt::format("{}: expected the name of a file, found \"{}\"; use --format {}", option, text, text));
}

/// The format that files with such a name are in; nothing where the ending is none of these.
std::optional<Format> format_of(std::string_view file) {
  constexpr auto k_endings = std::to_array<std::pair<std::string_view, Format>>({{".json", Format::json},
                                                                                 {".jsonl", Format::jsonl},
                                                                                 {".ndjson", Format::jsonl},
                                                                                 {".csv", Format::csv},
                                                                                 {".tsv", Format::tsv},
                                                                                 {".md", Format::markdown},
                                                                                 {".html", Format::html},
                                                                                 {".txt", Format::table}});
  const std::string name = lower_case(file);
  const auto* const at =
      std::find_if(k_endings.begin(), k_endings.end(), [&](const auto& one) { return name.ends_with(one.first); });
  return at == k_endings.end() ? std::nullopt : std::optional(at->second);
}

/// The texts of the first field, one per line.
std::string first_fields(Records records) {
  records.fields.resize(1);
  for (auto& row : records.rows) row.resize(1);
  return records_tsv(records, false);
}

}  // namespace

void OutputOptions::add_to(OptionParser& parser, std::span<const Format> formats) {
  add_format_to(parser, formats);
  if (contains(formats, Format::csv)) fields.add_to(parser);
  parser.add_flag("--no-header", no_header, "Rows only: no titles, no notes");
  parser.add_flag("-q,--quiet", quiet, "No remarks on standard error");
  parser.add(
      "-o,--output", file, "FILE",
      "Write to this file, in the format of its ending (.json, .jsonl, .csv, .tsv, .md, .html, .txt) or of --format",
      [this](std::string_view option, std::string_view text) {
        std::string name = file_from(option, text);
        if (!m_is_format_given) take_format(option, name);
        return name;
      });
}

void OutputOptions::add_format_to(OptionParser& parser, std::span<const Format> formats) {
  format = formats.front();
  m_formats = formats;
  parser.add("--format", format, "FORMAT", "", NotedFormat{one_of(formats), &m_is_format_given});
  parser.add("--color", color, "WHEN", "Emphasis in tables: auto, always or never", named<Color>);
}

void OutputOptions::take_format(std::string_view option, std::string_view name) {
  const auto guessed = format_of(name);
  const std::string ending = std::filesystem::path(name).extension().string();
  if (!guessed && ending.size() <= 1) return;
  if (!guessed || !contains(m_formats, *guessed)) {
    throw UsageError(
        fmt::format("{}: \"{}\" asks for {}, which this answer does not have; expected --format {}", option,
                    printable(name), guessed ? std::string(enum_name(*guessed)) : printable(ending),
                    enumeration(mapped(m_formats, [](Format one) { return std::string(enum_name(one)); }), "or")));
  }
  format = *guessed;
}

void OutputOptions::require_one_of(std::span<const Format> formats) const {
  if (fields.are_asked()) throw UsageError("--fields: this answer has no flat records");
  if (contains(formats, format)) return;
  refuse("--format", enum_name(format), names_of(formats));
}

void OutputOptions::require(std::string_view option, bool (*has_room)(Format)) const {
  if (has_room(format)) return;
  std::vector<std::string> names;
  for (const Format one : m_formats) {
    if (has_room(one)) names.emplace_back(enum_name(one));
  }
  throw UsageError(
      fmt::format("{}: expected --format {}, found \"{}\"", option, enumeration(names, "or"), enum_name(format)));
}

void OutputOptions::require_room_for(std::string_view option) const {
  require(option, [](Format one) {
    return one != Format::jsonl && one != Format::csv && one != Format::tsv && one != Format::names;
  });
}

void OutputOptions::require_lines_for(std::string_view option) const {
  require(option, [](Format one) { return one == Format::table || one == Format::wide; });
  if (fields.are_asked()) throw UsageError(fmt::format("{} and --fields exclude each other", option));
}

Page OutputOptions::page() const {
  Page page = terminal_page();
  if (format == Format::wide) {
    page.rows_wrap = false;
    page.room = std::string::npos;
  }
  page.is_styled = wants_color(color);
  return page;
}

std::size_t OutputOptions::room() const {
  return format == Format::markdown || format == Format::html ? std::string::npos : page().column_room();
}

bool OutputOptions::is_for_people() const {
  return is(Format::table) || is(Format::wide) || is(Format::markdown) || is(Format::html);
}

std::string OutputOptions::text_of(const Document& document) const {
  if (format == Format::markdown) return markdown_text(document, !no_header);
  if (format == Format::html) return html_text(document, !no_header);
  return terminal_text(document, page(), !no_header);
}

std::string OutputOptions::text_of(const Records& all) const {
  if (!fields.list.empty() && (format == Format::names || format == Format::json)) {
    throw UsageError(fmt::format("--fields: expected a --format other than {}, which {}", enum_name(format),
                                 format == Format::names ? "prints ids alone" : "has all members"));
  }
  const Records records = fields.applied_to(all);
  switch (format) {
    case Format::json:
      return records_json(records);
    case Format::jsonl:
      return records_json_lines(records);
    case Format::csv:
      return records_csv(records, !no_header);
    case Format::tsv:
      return records_tsv(records, !no_header);
    case Format::markdown:
      return markdown_table(records_table(records));
    case Format::html:
      return html_text(Document().table(records_table(records)), !no_header);
    case Format::names:
      return first_fields(records);
    default:
      return render(records_table(records), page(), !no_header);
  }
}

Format OneOfFormats::operator()(std::string_view option, std::string_view text) const {
  const auto format = enum_from_name<Format>(lower_case(text));
  if (format && contains(formats, *format)) return *format;
  refuse(option, text, words());
}

std::vector<std::string_view> OneOfFormats::words() const { return names_of(formats); }

void refuse(std::string_view option, std::string_view found, std::span<const std::string_view> known) {
  refuse(option, found, known, nearest(found, known).value_or(""));
}

void refuse(std::string_view option, std::string_view found, std::span<const std::string_view> known,
            std::string_view meant) {
  constexpr std::size_t k_all = 9;
  constexpr std::size_t k_some = 5;
  std::vector<std::string> shown;
  for (const auto name : known) shown.push_back(printable(name));
  const bool are_many = known.size() > k_all;
  if (are_many) {  // those that begin like what was found, then the first
    const auto alike = [&](const std::string& name) {
      return std::mismatch(name.begin(), name.end(), found.begin(), found.end()).first - name.begin();
    };
    std::stable_sort(shown.begin(), shown.end(), [&](auto& a, auto& b) { return alike(a) > alike(b); });
  }
  throw UsageError(fmt::format("{}: expected {}, found \"{}\"{}", option,
                               first_of(std::move(shown), are_many ? k_some : k_all), printable(found),
                               meant.empty() ? "" : fmt::format(", did you mean \"{}\"?", meant)));
}

std::optional<double> number_from(std::string_view text, std::string_view unit) {
  std::string plain = without_separators(unit == "USD" ? dollar_digits(text) : without_unit(text, unit));
  if (unit == "GB") plain = without_unit(without_unit(plain, "GiB"), "G");
  const bool is_in_cm = unit == "mm" && without_unit(plain, "cm").size() < plain.size();
  if (is_in_cm) plain = without_unit(plain, "cm");
  double number = 0;
  const auto [end, error] = decimal_from_chars(plain.data(), plain.data() + plain.size(), number);
  const bool is_whole = error == std::errc() && end == plain.data() + plain.size();
  return is_whole && std::isfinite(number) && number >= 0 ? std::optional(is_in_cm ? 10 * number : number)
                                                          : std::nullopt;
}

std::string currency_remark(std::string_view text) {
  constexpr auto k_others =
      std::to_array<std::string_view>({"\u20ac", "\u00a3", "\u00a5", "\u20b9", "eur", "euro", "euros", "gbp", "jpy",
                                       "cny", "rmb", "inr", "chf", "cad", "aud"});
  const std::string lower = lower_case(text);
  const bool is_other = std::any_of(k_others.begin(), k_others.end(), [&](std::string_view currency) {
    return lower.find(currency) != std::string::npos;
  });
  return is_other ? "; prices are in US dollars, other currencies are not converted" : "";
}

void refuse_points_between_thousands(std::string_view option, std::string_view text) {
  std::string by_commas(dollar_digits(text));
  if (by_commas.starts_with('0') || by_commas.find(',') != std::string::npos) return;
  std::replace(by_commas.begin(), by_commas.end(), '.', ',');
  const std::string plain = without_separators(by_commas);
  if (plain == by_commas) return;
  throw UsageError(
      fmt::format("{}: expected an amount, found \"{}\"; write {} or {}", option, printable(text), plain, by_commas));
}

double positive_number(std::string_view option, std::string_view text, std::string_view unit) {
  if (unit == "USD") refuse_points_between_thousands(option, text);
  if (const auto number = number_from(text, unit); number && *number > 0) return *number;
  throw UsageError(fmt::format("{}: expected a positive number{}{}, found \"{}\"{}", option, unit.empty() ? "" : " in ",
                               unit, printable(text), unit == "USD" ? currency_remark(text) : ""));
}

std::size_t whole_number(std::string_view option, std::string_view text, std::size_t low, std::size_t high) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number >= low && number <= high) return number;
  throw UsageError(
      fmt::format("{}: expected a whole number from {} to {}, found \"{}\"", option, low, high, printable(text)));
}

PartialDate partial_date(std::string_view option, std::string_view text) {
  if (const auto date = PartialDate::parse(text)) return *date;
  throw UsageError(
      fmt::format("{}: expected a date like 2026, 2026-03 or 2026-03-31, found \"{}\"", option, printable(text)));
}

}  // namespace gpuadvisor::cli
