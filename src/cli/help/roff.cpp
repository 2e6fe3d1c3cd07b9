#include "roff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gpuadvisor::cli {
namespace {

/// A line that begins so would be a request.
std::string guarded(std::string line) {
  if (line.starts_with('.') || line.starts_with('\'')) line.insert(0, "\\&");
  return line;
}

/// The first line, which is taken off.
std::string_view next_line(std::string_view& text) {
  const auto line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

}  // namespace

std::string roff(std::string_view text) {
  std::string found;
  for (const char c : text) {
    switch (c) {
      case '\\':
        found += "\\e";
        break;
      case '-':
        found += "\\-";
        break;
      case '`':
        found += "\\(ga";
        break;
      case '\'':
        found += "\\(aq";
        break;
      case '^':
        found += "\\(ha";
        break;
      case '~':
        found += "\\(ti";
        break;
      default:
        found += c;
    }
  }
  return found;
}

std::string roff_prose(std::string_view text) {
  std::string found;
  bool is_bold = false;
  for (const char c : text) {
    if (c == '`') {
      is_bold = !is_bold;
      found += is_bold ? "\\fB" : "\\fR";
    } else {
      found += c == '\n' ? " " : roff(std::string_view(&c, 1));
    }
  }
  return guarded(std::move(found));
}

std::string roff_paragraphs(std::string_view text) {
  std::string found;
  std::string prose;
  std::string verbatim;
  const auto end_prose = [&] {
    if (!prose.empty()) found += fmt::format(".PP\n{}\n", roff_prose(prose));
    prose.clear();
  };
  const auto end_verbatim = [&] {
    if (!verbatim.empty()) found += roff_verbatim(verbatim);
    verbatim.clear();
  };
  while (!text.empty()) {
    const auto line = next_line(text);
    if (line.starts_with("  ")) {
      end_prose();
      verbatim += std::string(line) + '\n';
      continue;
    }
    end_verbatim();
    if (line.empty()) {
      end_prose();
    } else {
      prose += (prose.empty() ? "" : "\n") + std::string(line);
    }
  }
  end_prose();
  end_verbatim();
  return found;
}

std::string roff_verbatim(std::string_view lines) {
  std::string found = ".PP\n.EX\n";
  while (!lines.empty()) found += guarded(roff(next_line(lines))) + '\n';
  return found + ".EE\n";
}

std::string roff_item(std::string_view tag, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}\n", tag, roff_prose(meaning));
}

}  // namespace gpuadvisor::cli
