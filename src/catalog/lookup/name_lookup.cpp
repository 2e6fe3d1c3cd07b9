#include "gpuadvisor/catalog/name_lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <tuple>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "name_words.hpp"

namespace gpuadvisor {
namespace {

/// A word that vendors put in front of their products' names.
struct VendorWord {
  std::string_view word;
  std::string_view vendor;
};
constexpr auto k_vendor_words = std::to_array<VendorWord>({{"nvidia", "nvidia"},
                                                           {"geforce", "nvidia"},
                                                           {"amd", "amd"},
                                                           {"radeon", "amd"},
                                                           {"intel", "intel"},
                                                           {"apple", "apple"},
                                                           {"macbookpro", "apple"},
                                                           {"macbookair", "apple"},
                                                           {"macbook", "apple"},
                                                           {"macstudio", "apple"},
                                                           {"macmini", "apple"},
                                                           {"mac", "apple"},
                                                           {"studio", "apple"},
                                                           {"google", "google"},
                                                           {"aws", "aws"}});

constexpr std::size_t k_most_words = 12;  // in one name

/// A wrong name of an architecture that guides use, by key.
struct ArchitectureMisnomer {
  std::string_view key;
  std::string_view architecture;
};
constexpr auto k_architecture_misnomers = std::to_array<ArchitectureMisnomer>({{"turning", "Turing"}});

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/// `key` without the vendor words at its beginning.
std::string_view without_vendor_words(std::string_view key) {
  for (std::size_t i = 0; i < k_vendor_words.size();) {
    const std::string_view word = k_vendor_words[i].word;
    const bool is_first = key.size() > word.size() && key.starts_with(word);
    if (is_first) key.remove_prefix(word.size());
    i = is_first ? 0 : i + 1;
  }
  return key;
}

/// `key` without `word` wherever `is_dropped` holds for its position.
template <class Predicate>
std::string without(std::string_view key, std::string_view word, Predicate is_dropped) {
  std::string rest;
  std::size_t copied = 0;  // up to here
  for (auto at = key.find(word); at != std::string_view::npos; at = key.find(word, at + word.size())) {
    if (!is_dropped(at)) continue;
    rest += key.substr(copied, at - copied);
    copied = at + word.size();
  }
  rest += key.substr(copied);
  return rest;
}

template <class Matches>
bool has_misnomer(const Gpu& gpu, Matches matches) {
  return std::any_of(gpu.misnomers.begin(), gpu.misnomers.end(), matches);
}

template <class Matches>
bool has_spelling(const Gpu& gpu, Matches matches) {
  return matches(gpu.id) || matches(gpu.name) || std::any_of(gpu.aliases.begin(), gpu.aliases.end(), matches) ||
         has_misnomer(gpu, matches);
}

/// All GPUs with a spelling for which `matches` holds.
template <class Matches>
std::vector<const Gpu*> gpus_with_spelling(const Catalog& catalog, Matches matches) {
  std::vector<const Gpu*> found;
  for (const Gpu& gpu : catalog.gpus()) {
    if (has_spelling(gpu, matches)) found.push_back(&gpu);
  }
  return found;
}

/// In GB, as it stands in keys; empty when it is not known.
std::string memory_size(const Gpu& gpu) { return gpu.memory ? fmt::format("{}", gpu.memory->value()) : std::string(); }

/// `key` without the GPU's own memory size at its end; empty when that is not there.
std::string_view without_memory(std::string_view key, const Gpu& gpu) {
  const std::string size = memory_size(gpu);
  return !size.empty() && key.ends_with(size) ? key.substr(0, key.size() - size.size()) : std::string_view();
}

/// GPUs of which `key` is a spelling followed by the card's own memory size, as shops write it ("RTX 4090 24GB").
std::vector<const Gpu*> gpus_with_memory(const Catalog& catalog, std::string_view key) {
  std::vector<const Gpu*> found;
  for (const Gpu& gpu : catalog.gpus()) {
    const std::string_view rest = without_memory(key, gpu);
    const auto matches = [&](std::string_view spelling) { return name_key(spelling) == rest; };
    if (!rest.empty() && has_spelling(gpu, matches)) found.push_back(&gpu);
  }
  return found;
}

/// `name` without a memory size in GB at its end; empty when there is none.
std::string_view without_size(std::string_view name) {
  const auto drop = [&](std::string_view characters) {
    const std::size_t size = name.size();
    name = name.substr(0, name.find_last_not_of(characters) + 1);
    return name.size() < size;
  };
  (void)drop(" )");
  if (!drop("GBgb")) return {};
  (void)drop(" ");
  return drop("0123456789") ? name : std::string_view();
}

std::vector<std::string_view> all_spellings(const Catalog& catalog) {
  std::vector<std::string_view> spellings;
  for (const Gpu& gpu : catalog.gpus()) {
    spellings.insert(spellings.end(), {gpu.id, gpu.name, short_name(gpu)});
    spellings.insert(spellings.end(), gpu.aliases.begin(), gpu.aliases.end());
  }
  return spellings;
}

/// The vendor words that `name` begins with, as one.
std::string leading_vendor_words(std::string_view name) {
  std::string plain;
  for (const char c : lower_case(name)) {
    if (is_letter(c) || is_digit(c)) plain += c;
  }
  return plain.substr(0, plain.size() - without_vendor_words(plain).size());
}

/// Whether `name` begins with a word of another vendor than the GPU's, which its own name has not ("Radeon 3090").
bool is_of_other_vendor(std::string_view name, const Gpu& gpu) {
  const std::string leading = leading_vendor_words(name);
  const std::string own_name = lower_case(gpu.name);
  const std::string own_vendor = lower_case(gpu.vendor);
  return std::any_of(k_vendor_words.begin(), k_vendor_words.end(), [&](const VendorWord& known) {
    return known.vendor != own_vendor && leading.find(known.word) != std::string::npos &&
           own_name.find(known.word) == std::string::npos;
  });
}

std::vector<const Gpu*> without_other_vendors(std::vector<const Gpu*> gpus, std::string_view name) {
  std::erase_if(gpus, [&](const Gpu* gpu) { return is_of_other_vendor(name, *gpu); });
  return gpus;
}

/// The words of a name but those of vendors and units, by the alphabet.
std::vector<std::string> sorted_words(std::string_view name) {
  auto words = name_words(name);
  for (std::string& word : words) {
    const bool has_unit = word.size() > 2 && word.ends_with("gb") && is_digit(word[word.size() - 3]);
    if (has_unit) word.resize(word.size() - 2);
  }
  std::erase_if(words, [](const std::string& word) { return word == "gb" || is_vendor_word(word); });
  std::sort(words.begin(), words.end());
  return words;
}

/// GPUs that go by the words of `name`, two or more, in another order ("A100 80GB SXM4").
std::vector<const Gpu*> gpus_with_words(const Catalog& catalog, std::string_view name) {
  const auto words = sorted_words(name);
  if (words.size() < 2) return {};
  return gpus_with_spelling(catalog, [&](std::string_view spelling) { return sorted_words(spelling) == words; });
}

/// All GPUs that go by `name`, or by it with their own memory size behind, by id.
std::vector<const Gpu*> gpus_of_any_memory(const Catalog& catalog, std::string_view name) {
  const std::string key = name_key(name);
  std::vector<const Gpu*> found;
  for (const Gpu& gpu : catalog.gpus()) {
    const auto matches = [&](std::string_view spelling) {
      const std::string known = name_key(spelling);
      return known == key || without_memory(known, gpu) == key;
    };
    if (!key.empty() && has_spelling(gpu, matches)) found.push_back(&gpu);
  }
  return without_other_vendors(found, name);
}

/// GPUs whose names hold `name`, whose blanks are where theirs are; what has a number ("M1") begins where a word does.
/// A misnomer is no name.
std::vector<const Gpu*> gpus_containing(const Catalog& catalog, std::string_view name) {
  const std::string spaced = spaced_name(name);
  if (spaced.size() < 3) return {};
  const std::size_t from = numbered_words(name).empty() ? 1 : 0;
  const std::string_view wanted = std::string_view(spaced).substr(from, spaced.size() - 1 - from);
  std::vector<const Gpu*> found;
  for (const Gpu& gpu : catalog.gpus()) {
    const auto holds = [&](std::string_view spelling) {
      return spaced_name(spelling).find(wanted) != std::string::npos;
    };
    const bool any = holds(gpu.id) || holds(gpu.name) || std::any_of(gpu.aliases.begin(), gpu.aliases.end(), holds);
    if (any) found.push_back(&gpu);
  }
  return without_other_vendors(found, name);
}

/// GPUs of which one name has all `numbers` among its words; none of no numbers.
std::vector<const Gpu*> gpus_with_numbers(const Catalog& catalog, const std::vector<std::string>& numbers) {
  if (numbers.empty()) return {};
  std::vector<const Gpu*> found;
  for (const Gpu& gpu : catalog.gpus()) {
    const auto has_all = [&](std::string_view spelling) {
      const std::string spaced = spaced_name(spelling);
      return std::all_of(numbers.begin(), numbers.end(), [&](const std::string& number) {
        return spaced.find(' ' + number + ' ') != std::string::npos;
      });
    };
    if (has_all(gpu.name) || std::any_of(gpu.aliases.begin(), gpu.aliases.end(), has_all)) found.push_back(&gpu);
  }
  return found;
}

/// What to say of a wrong name that `gpu` goes by; nothing of a right one.
std::string misnomer_note(const Gpu& gpu, std::string_view name) {
  const std::string key = name_key(name);
  const std::string_view rest = without_memory(key, gpu);
  const auto matches = [&](std::string_view misnomer) {
    return name_key(misnomer) == key || (!rest.empty() && name_key(misnomer) == rest);
  };
  return has_misnomer(gpu, matches) ? fmt::format("\"{}\" is the {}", printable(name), short_name(gpu)) : std::string();
}

/// Whether a name of the GPU has the words of `name`, whole and in a row.
bool has_words(const Gpu& gpu, std::string_view name) {
  const std::string words = spaced_name(name);
  return has_spelling(
      gpu, [&](std::string_view spelling) { return spaced_name(spelling).find(words) != std::string::npos; });
}

/// The one of several of one architecture that most prices are known of; null where none is.
const Gpu* usual_of(const Catalog& catalog, const std::vector<const Gpu*>& gpus) {
  if (gpus.empty() || gpus.front()->architecture.empty()) return nullptr;
  const bool are_alike = std::all_of(gpus.begin(), gpus.end(), [&](const Gpu* gpu) {
    return gpu->architecture == gpus.front()->architecture && gpu->vendor == gpus.front()->vendor;
  });
  if (!are_alike) return nullptr;
  const Gpu* usual = *std::max_element(gpus.begin(), gpus.end(), [&](const Gpu* one, const Gpu* other) {
    return catalog.prices_of(*one).size() < catalog.prices_of(*other).size();
  });
  return catalog.prices_of(*usual).empty() ? nullptr : usual;
}

/// `"3060" is taken as the RTX 3060 12GB; there is also the RTX 3060 8GB`.
std::string usual_note(const Gpu& usual, const std::vector<const Gpu*>& gpus, std::string_view name) {
  constexpr std::size_t k_most_named = 3;
  std::vector<std::string> others;
  for (const Gpu* gpu : gpus) {
    if (gpu != &usual && others.size() < k_most_named) others.push_back(fmt::format("the {}", short_name(*gpu)));
  }
  return fmt::format("\"{}\" is taken as the {}{}", printable(name), short_name(usual),
                     others.empty() ? "" : "; there is also " + enumeration(others));
}

/// The keys of all names, also with the card's own memory size after them, sorted.
std::vector<std::string> all_keys(const Catalog& catalog) {
  std::vector<std::string> keys;
  for (const Gpu& gpu : catalog.gpus()) {
    const std::string size = memory_size(gpu);
    (void)has_spelling(gpu, [&](std::string_view spelling) {
      keys.push_back(name_key(spelling));
      if (!size.empty()) keys.push_back(keys.back() + size);
      return false;
    });
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

using IsName = std::function<bool(std::string_view)>;

/// How many of `words`, which begin no name, are one unknown name: all, as in "GTX 3080", unless the first is in no
/// name and nothing is near to all. Then those up to the next that is a name.
std::size_t unknown_words(const Catalog& catalog, std::span<const std::string> words, const IsName& is_name) {
  if (!gpus_containing(catalog, words.front()).empty() || is_vendor_word(lower_case(words.front())) ||
      nearest(joined_words(words), all_spellings(catalog))) {
    return words.size();
  }
  const auto next = std::find_if(words.begin() + 1, words.end(), is_name);
  return static_cast<std::size_t>(next - words.begin());
}

/// Their names in a sentence, of many the first: laptops last, the newest first.
std::string listing(std::vector<const Gpu*> gpus) {
  constexpr std::size_t k_most = 6;
  std::stable_sort(gpus.begin(), gpus.end(), [](const Gpu* a, const Gpu* b) {
    const auto is_laptop = [](const Gpu* gpu) { return gpu->form == Form::laptop; };
    return std::tuple(is_laptop(a), b->released) < std::tuple(is_laptop(b), a->released);
  });
  std::vector<std::string> names;
  names.reserve(gpus.size());
  for (const Gpu* gpu : gpus) names.emplace_back(short_name(*gpu));
  const auto told = std::span(gpus).first(std::min(gpus.size(), k_most));
  for (std::size_t i = 0; i < told.size(); ++i) {
    const auto alike =
        std::count_if(told.begin(), told.end(), [&](const Gpu* one) { return one->name == gpus[i]->name; });
    if (alike > 1) names[i] += fmt::format(" ({})", gpus[i]->id);
  }
  return first_of(std::move(names), k_most);
}

}  // namespace

std::string name_key(std::string_view name) {
  std::string key;
  for (const char c : lower_case(name)) {
    if (is_digit(c) || is_letter(c) || c == '+' || static_cast<unsigned char>(c) >= 0x80) key += c;
  }
  key = without(key, "\u2122", [](std::size_t) { return true; });  // trade mark and registered signs say nothing
  key = without(key, "\u00ae", [](std::size_t) { return true; });
  constexpr std::string_view k_super_in_short = "tis";  // "4070 TiS"
  if (key.size() > k_super_in_short.size() && key.ends_with(k_super_in_short)) key += "uper";
  key = std::string(without_vendor_words(key));
  return without(key, "gb", [&](std::size_t at) {  // as a unit
    return at > 0 && is_digit(key[at - 1]) && (at + 2 == key.size() || !is_digit(key[at + 2]));
  });
}

bool is_vendor_word(std::string_view word) {
  return std::any_of(k_vendor_words.begin(), k_vendor_words.end(),
                     [&](const VendorWord& known) { return known.word == word; });
}

std::vector<const Gpu*> gpus_named(const Catalog& catalog, std::string_view name) {
  auto found = gpus_with_spelling(catalog, [&](std::string_view spelling) { return spelling == name; });
  const std::string key = name_key(name);
  if (!found.empty() || key.empty()) return found;
  found = gpus_with_spelling(catalog, [&](std::string_view spelling) { return name_key(spelling) == key; });
  if (found.empty()) found = gpus_with_memory(catalog, key);
  if (found.empty()) found = gpus_with_words(catalog, name);
  return without_other_vendors(std::move(found), name);
}

std::vector<const Gpu*> gpus_meant(const Catalog& catalog, std::string_view name) {
  auto found = gpus_named(catalog, name);
  const bool is_number = std::all_of(name.begin(), name.end(), is_digit);
  if (!found.empty() || is_number || numbered_words(name).empty()) return found;
  const std::string_view sizeless = without_size(name);
  if (!sizeless.empty() && !gpus_of_any_memory(catalog, sizeless).empty()) return found;
  found = gpus_containing(catalog, name);
  std::erase_if(found, [&](const Gpu* gpu) { return !has_words(*gpu, name); });
  return found;
}

NameMatch find_by_name(const Catalog& catalog, std::string_view name) {
  NameMatch match;
  match.gpus = gpus_named(catalog, name);
  if (!match.gpus.empty()) return match;
  const std::string_view sizeless = without_size(name);
  if (!sizeless.empty()) match.of_other_memory = gpus_of_any_memory(catalog, sizeless);
  match.containing = gpus_containing(catalog, name);
  match.of_same_number = gpus_with_numbers(catalog, numbered_words(name));
  match.nearest = nearest(name, all_spellings(catalog));
  return match;
}

namespace {

/// The words of a list: commas part names as blanks do, and what joins them is none of them.
std::vector<std::string> listed_words(std::span<const std::string> given) {
  constexpr auto k_joining = std::to_array<std::string_view>({"vs", "vs.", "versus", "and", "or"});
  std::vector<std::string> words;
  for (const std::string& word : given) {
    for (const auto part : split(word, ',')) {
      const bool is_joining = contains(k_joining, lower_case(part));
      if (!is_joining && (!part.empty() || word.empty())) words.emplace_back(part);
    }
  }
  return words;
}

}  // namespace

ResolvedGpu resolved(const Catalog& catalog, std::string_view name) {
  const NameMatch match = find_by_name(catalog, name);
  if (match.gpus.size() == 1) return {match.gpus.front(), misnomer_note(*match.gpus.front(), name)};
  if (match.gpus.size() > 1) {
    throw UsageError(fmt::format("\"{}\" can mean {}", printable(name), listing(match.gpus)));
  }
  const std::string unknown = fmt::format("unknown GPU \"{}\"", printable(name));
  if (!match.of_other_memory.empty()) {
    throw UsageError(unknown + "; with other memory there is " + listing(match.of_other_memory));
  }
  if (const auto gpus = gpus_of_architecture(catalog, name); !gpus.empty()) {
    throw UsageError(fmt::format("{}; {} GPUs are {}", unknown, gpus.front()->architecture, listing(gpus)));
  }
  if (!match.containing.empty()) {
    throw UsageError(unknown + "; this is in the names of " + listing(match.containing));
  }
  if (!match.of_same_number.empty()) {
    std::vector<std::string> numbers = numbered_words(name);
    for (auto& number : numbers) number = '"' + printable(number) + '"';
    throw UsageError(
        fmt::format("{}; with {} there is {}", unknown, enumeration(numbers), listing(match.of_same_number)));
  }
  throw UsageError(unknown + (match.nearest ? fmt::format(", did you mean \"{}\"?", *match.nearest)
                                            : "; `gpuadvisor list -n 0` has all"));
}

ResolvedGpu resolved_or_usual(const Catalog& catalog, std::string_view name) {
  const auto meant = gpus_meant(catalog, name);
  if (meant.size() != 1) {
    const Gpu* usual = usual_of(catalog, meant);
    return usual == nullptr ? resolved(catalog, name) : ResolvedGpu{usual, usual_note(*usual, meant, name), true};
  }
  const Gpu& only = *meant.front();
  const bool is_own_name = only.id == name || name_key(short_name(only)).ends_with(name_key(name));
  const auto alike = is_own_name ? meant : gpus_of_any_memory(catalog, name);
  if (alike.size() > 1) return {&only, usual_note(only, alike, name), true};
  return gpus_named(catalog, name).empty() ? ResolvedGpu{&only, usual_note(only, meant, name), true}
                                           : ResolvedGpu{&only, misnomer_note(only, name)};
}

std::vector<std::string> names_in(const Catalog& catalog, std::span<const std::string> words) {
  const std::vector<std::string> listed = listed_words(words);
  words = listed;
  const std::vector<std::string> keys = all_keys(catalog);
  const IsName is_name = [&](std::string_view name) {
    const std::string key = name_key(name);
    return !key.empty() && std::binary_search(keys.begin(), keys.end(), key);
  };
  const std::string whole = joined_words(words);
  const auto is_reordered = [&](const std::string& name) { return !gpus_with_words(catalog, name).empty(); };
  if (is_name(whole) || is_name(without_size(whole)) || is_reordered(whole)) return {whole};
  std::vector<std::string> names;
  while (!words.empty()) {
    std::size_t count = std::min(words.size(), k_most_words);
    while (count > 0 && !is_name(joined_words(words.first(count)))) --count;
    if (count == 0 && is_reordered(words.front())) count = 1;
    if (count == 0) count = unknown_words(catalog, words, is_name);
    names.push_back(joined_words(words.first(count)));
    words = words.subspan(count);
  }
  return names;
}

std::vector<const Gpu*> gpus_of_architecture(const Catalog& catalog, std::string_view name) {
  std::string words = spaced_name(name);
  for (const auto& [slip, architecture] : k_architecture_misnomers) {
    if (name_key(name) == slip) words = spaced_name(architecture);
  }
  std::vector<const Gpu*> found;
  if (words.size() <= 4 || words == " gpu ") return found;  // between blanks
  const std::string key = name_key(name);
  for (const Gpu& gpu : catalog.gpus()) {
    const bool is_of_it =
        name_key(gpu.architecture) == key || spaced_name(gpu.architecture).find(words) != std::string::npos;
    if (is_of_it) found.push_back(&gpu);
  }
  return found;
}

}  // namespace gpuadvisor
