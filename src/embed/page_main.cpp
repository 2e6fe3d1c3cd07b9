// Turns the page of reports, with the files that it includes, into constants: what the program prints needs no other
// file.

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gpuadvisor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_longest_literal = 60'000;  // bytes; compilers need not take more than 65,536
constexpr std::string_view k_include = "include ";

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error(file.string() + ": cannot be read");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// An escape of three digits, which no digit behind it can be taken for a part of.
std::string octal(unsigned char byte) {
  const auto digit = [byte](int shift) { return static_cast<char>('0' + ((byte >> shift) & 7)); };
  return {'\\', digit(6), digit(3), digit(0)};
}

/// A C++ literal of any bytes.
std::string literal_of(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte >= ' ' && byte < 127 && c != '"' && c != '\\' && c != '?';
    literal += is_plain ? std::string(1, c) : c == '\n' ? "\\n" : octal(byte);
  }
  return literal + '"';
}

/// Elements of k_parts, the last of which is followed by what `slot` stands for.
std::string parts_of(std::string_view text, std::string_view slot) {
  std::string code;
  do {
    const std::string_view part = text.substr(0, k_longest_literal);
    text.remove_prefix(part.size());
    code += "    {{" + literal_of(part) + ",\n      " + std::to_string(part.size()) + "}, " +
            literal_of(text.empty() ? slot : "") + "},\n";
  } while (!text.empty());
  return code;
}

/// What `{{include FILE}}` names, from the folder of the page, stands in its place; any other `{{name}}` is a slot.
/// What is included has neither.
std::string generated_page(const fs::path& page) {
  const std::string text = text_of(page);
  std::string code;
  std::string pending;
  std::size_t at = 0;
  for (std::size_t begin = 0; (begin = text.find("{{", at)) != std::string::npos;) {
    const std::size_t end = std::min(text.find("}}", begin), text.size());
    const std::string_view name = std::string_view(text).substr(begin + 2, end - begin - 2);
    pending.append(text, at, begin - at);
    if (name.starts_with(k_include)) {
      pending += text_of(page.parent_path() / name.substr(k_include.size()));
    } else {
      code += parts_of(pending, name);
      pending.clear();
    }
    at = end + 2;
  }
  pending.append(text, at);
  code += parts_of(pending, "");
  return "// Generated from src/output/report/page.html; do not edit.\n\n#include \"output/report/page_parts.hpp\"\n\n"
         "#include <array>\n\nnamespace gpuadvisor {\nnamespace {\n\nconstexpr auto k_parts = "
         "std::to_array<PagePart>({\n" +
         code +
         "});\n\n}  // namespace\n\nstd::span<const PagePart> page_parts() { return k_parts; }\n\n}  // namespace "
         "gpuadvisor\n";
}

}  // namespace
}  // namespace gpuadvisor

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: gpuadvisor_embed_page PAGE OUTPUT\n", stderr);
    return 2;
  }
  try {
    const std::string code = gpuadvisor::generated_page(argv[1]);
    std::ofstream out(argv[2], std::ios::binary);
    out << code;
    out.close();
    if (!out) throw std::runtime_error(std::string(argv[2]) + ": cannot be written");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
