#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "field_options.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/report/document.hpp"
#include "gpuadvisor/report/records.hpp"
#include "gpuadvisor/report/table.hpp"
#include "option_parser.hpp"
#include "report/flat.hpp"

namespace gpuadvisor {
namespace cli {

enum class Format { table, wide, json, jsonl, csv, tsv, markdown, html, names, text, github, sarif, junit };
enum class Color { automatic, always, never };

}  // namespace cli

template <>
inline constexpr auto k_enum_names<cli::Format> = std::to_array<std::string_view>(
    {"table", "wide", "json", "jsonl", "csv", "tsv", "markdown", "html", "names", "text", "github", "sarif", "junit"});
template <>
inline constexpr auto k_enum_names<cli::Color> = std::to_array<std::string_view>({"auto", "always", "never"});

namespace cli {

/// Of commands whose answers people and programs read, the default first; of those whose rows have ids, with these
/// alone; of those that have no flat records.
inline constexpr auto k_formats = std::to_array({Format::table, Format::wide, Format::json, Format::jsonl, Format::csv,
                                                 Format::tsv, Format::markdown, Format::html});
inline constexpr auto k_formats_and_names =
    std::to_array({Format::table, Format::wide, Format::json, Format::jsonl, Format::csv, Format::tsv, Format::markdown,
                   Format::html, Format::names});
inline constexpr auto k_document_formats = std::to_array({Format::table, Format::json, Format::markdown, Format::html});

/// How an answer is printed.
struct OutputOptions {
  Format format = Format::table;
  Color color = Color::automatic;
  bool no_header = false;
  bool quiet = false;
  std::string file;  // that the answer is written to; empty: standard output
  FieldOptions fields;

  /// `formats` are those that the command knows, the default first; they must outlive it. With csv among them there is
  /// --fields.
  void add_to(OptionParser& parser, std::span<const Format> formats);
  /// --format and --color alone.
  void add_format_to(OptionParser& parser, std::span<const Format> formats);
  /// Throws UsageError where the format asked for is none of these, or fields were asked for.
  void require_one_of(std::span<const Format> formats) const;
  /// Throws UsageError naming the option where the format asked for is rows alone, which have no room for what it
  /// adds.
  void require_room_for(std::string_view option) const;
  /// The same where the answer is not lines of a terminal, which the option draws on, or fields were asked for.
  void require_lines_for(std::string_view option) const;
  /// Whether the answer is printed in this format, and not as the fields that were asked for.
  [[nodiscard]] bool is(Format wanted) const { return format == wanted && !fields.are_asked(); }
  /// The page that tables are printed on: that of the terminal, with all columns for the format `wide`, and styled
  /// where that is asked for and --color or the environment wants it.
  [[nodiscard]] Page page() const;
  /// Characters per row that columns of a document are chosen for: those of the page; Markdown and HTML have all.
  [[nodiscard]] std::size_t room() const;
  /// Whether the format asked for is for people, a document, and no fields were asked for.
  [[nodiscard]] bool is_for_people() const;
  /// A document in such a format.
  [[nodiscard]] std::string text_of(const Document& document) const;
  /// Flat records in the format asked for, with the fields asked for: json is an array of objects, names the first
  /// field. Throws UsageError for fields that are unknown, and where the format has none.
  [[nodiscard]] std::string text_of(const Records& all) const;
  /// A view in the format asked for: the JSON and the flat records that its type is described with, or what
  /// document_of() makes of it, maybe for so many characters per row.
  template <class View>
  [[nodiscard]] std::string text_of(const View& view) const {
    return text_of(view, [&] {
      if constexpr (requires { document_of(view, room()); }) {
        return document_of(view, room());
      } else {
        return document_of(view);
      }
    });
  }
  /// The same with another document.
  template <class View, class MakeDocument>
  [[nodiscard]] std::string text_of(const View& view, const MakeDocument& make_document) const {
    if (is(Format::json)) return json_text(value_of(view));
    if (is_for_people()) return text_of(make_document());
    const Records& rows = flat_records(view);  // may be more than records: what their fields are called
    return text_of(rows);
  }

 private:
  /// Takes the format that the ending of a file's name tells, if it has one. Throws UsageError naming the option where
  /// the command does not write such files.
  void take_format(std::string_view option, std::string_view name);
  void require(std::string_view option, bool (*has_room)(Format)) const;

  std::span<const Format> m_formats;
  bool m_is_format_given = false;
};

/// Makes an option's text one of these formats, whatever its case; throws UsageError.
struct OneOfFormats {
  std::span<const Format> formats;

  Format operator()(std::string_view option, std::string_view text) const;
  [[nodiscard]] std::vector<std::string_view> words() const;
};
/// `formats` must outlive it.
[[nodiscard]] inline OneOfFormats one_of(std::span<const Format> formats) { return {formats}; }

/// Throws UsageError: the option wants one of `known`, `found` was given.
[[noreturn]] void refuse(std::string_view option, std::string_view found, std::span<const std::string_view> known);

/// The same with a known word that the one found stands for elsewhere.
[[noreturn]] void refuse(std::string_view option, std::string_view found, std::span<const std::string_view> known,
                         std::string_view meant);

/// The finite number of 0 or more that `text` is, with its unit or without ("500", "$500", "24 GB"); else none.
[[nodiscard]] std::optional<double> number_from(std::string_view text, std::string_view unit = {});

/// Throws UsageError naming the option for an amount whose thousands are set apart by points: "1.200" is a slip for
/// 1200 by those who write it so, and no $1.20.
void refuse_points_between_thousands(std::string_view option, std::string_view text);

/// The end of a message about a price that is in another currency; empty for what is in none that is known.
[[nodiscard]] std::string currency_remark(std::string_view text);

/// The positive, finite number that `text` is, with its unit or without ("500", "$500", "24 GB"). Throws UsageError
/// naming the option.
[[nodiscard]] double positive_number(std::string_view option, std::string_view text, std::string_view unit = {});

/// The whole number from `low` to `high` that `text` is. Throws UsageError naming the option.
[[nodiscard]] std::size_t whole_number(std::string_view option, std::string_view text, std::size_t low,
                                       std::size_t high);

}  // namespace cli
}  // namespace gpuadvisor
