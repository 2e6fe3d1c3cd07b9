#include "network_name.hpp"

#include <optional>

#include "core/text.hpp"

namespace gpuadvisor {
namespace {

/// A character as names are compared; nothing for one that does not count.
std::optional<char> folded(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  const bool counts = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '+';
  return counts ? std::optional(c) : std::nullopt;
}

/// Whether folded_name(name) is `wanted`. Makes no text: all names of networks are compared with hundreds of others.
bool folds_to(std::string_view name, std::string_view wanted) {
  for (const char c : name) {
    const auto next = folded(c);
    if (!next) continue;
    if (wanted.empty() || wanted.front() != *next) return false;
    wanted.remove_prefix(1);
  }
  return wanted.empty();
}

bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_small(c) || is_capital(c); }
/// Whether a word begins here: behind what is no letter or digit, at a capital behind a small letter, and at a digit
/// behind several letters ("StarCoder", "Qwen2.5", but not "A3B").
bool begins_word(std::string_view text, std::size_t at) {
  if (!folded(text[at])) return false;
  if (at == 0 || !folded(text[at - 1])) return true;
  if (is_capital(text[at])) return is_small(text[at - 1]);
  return is_digit(text[at]) && at > 1 && is_letter(text[at - 1]) && is_letter(text[at - 2]);
}

const Network* network_called(const Catalog& catalog, std::string_view name) {
  const std::string wanted = folded_name(name);
  if (wanted.empty()) return nullptr;
  for (const Network& network : catalog.records<Network>()) {
    bool is_called_so = false;
    for_each_name(network, [&](std::string_view own) { is_called_so = is_called_so || folds_to(own, wanted); });
    if (is_called_so) return &network;
  }
  return nullptr;
}

}  // namespace

std::string folded_name(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (const auto next = folded(c)) text += *next;
  }
  return text;
}

std::string_view without_publisher(std::string_view name) {
  const auto slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

bool has_word(std::string_view text, std::string_view word) {
  const std::string wanted = folded_name(word);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (begins_word(text, at) && folded_name(text.substr(at)).starts_with(wanted)) return true;
  }
  return false;
}

const Network* find_network(const Catalog& catalog, std::string_view name) {
  const Network* found = network_called(catalog, without_publisher(name));
  const bool has_slash = name.find('/') != std::string_view::npos;  // "ViT-B/16"
  return found == nullptr && has_slash ? network_called(catalog, name) : found;
}

}  // namespace gpuadvisor
