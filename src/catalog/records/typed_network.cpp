#include "typed_network.hpp"

#include <algorithm>
#include <compare>
#include <optional>
#include <string>
#include <tuple>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "network_name.hpp"
#include "network_words.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_far = 2;

/// By what factor a network has more or fewer parameters than a size tells, 1 or more; nothing for "a3b".
std::optional<double> times_off(std::string_view size, Millions parameters) {
  const auto millions = size_of(size);
  if (!millions || parameters <= Millions{0}) return std::nullopt;
  const double ratio = parameters.value() / millions->value();
  return std::max(ratio, 1 / ratio);
}

/// What is typed for a network's size: as its name says, or about its parameters where that says none ("DeepSeek R1").
bool is_of_size(std::string_view size, const NetworkWords& own, Millions parameters) {
  constexpr double k_rounding = 1.025;  // 671 billion for 671.03, 16 for 15.7
  return own.sizes.empty() ? times_off(size, parameters).value_or(k_rounding + 1) <= k_rounding
                           : contains(own.sizes, size);
}

/// What a typed name has to do with a name of a network.
enum class Likeness : unsigned char { other, begins_so, lacks_size, same };

struct Likening {
  Likeness likeness = Likeness::other;
  std::size_t dropped = 0;  // words that leave the shape, in the typed name alone
};

Likening likening(const NetworkWords& typed, const NetworkWords& own, Millions parameters) {
  std::size_t shared = 0;
  for (const std::string& word : typed.plain) {
    const bool is_next = shared < own.plain.size() && own.plain[shared] == word;
    if (!is_next && !is_tuning(word) && !is_format(word)) return {};
    shared += is_next ? 1 : 0;
  }
  const auto fits = [&](const std::string& size) { return is_of_size(size, own, parameters); };
  if (shared == 0 || !std::all_of(typed.sizes.begin(), typed.sizes.end(), fits)) return {};
  const bool lacks_size = typed.sizes.empty() && !own.sizes.empty();
  return {shared < own.plain.size() ? Likeness::begins_so
          : lacks_size              ? Likeness::lacks_size
                                    : Likeness::same,
          typed.plain.size() - shared};
}

/// The one network that was added, maybe several times; null of several.
class OnlyNetwork {
 public:
  void add(const Network& network) {
    m_is_one = m_network == nullptr || (m_is_one && m_network == &network);
    m_network = &network;
  }
  [[nodiscard]] const Network* get() const { return m_is_one ? m_network : nullptr; }

 private:
  const Network* m_network = nullptr;
  bool m_is_one = false;
};

/// What tells which of several people mean, the larger the likelier: how often it is fetched, then how new it is.
auto usage(const Catalog& catalog, const Network& network) {
  return std::tuple(downloads_of(catalog, network), network.released.value_or(PartialDate()));
}

const Network* network_of_words(const Catalog& catalog, std::string_view name) {
  const NetworkWords typed = network_words(name);
  std::size_t fewest = typed.plain.size();
  OnlyNetwork same;
  OnlyNetwork begins;
  const Network* usual = nullptr;  // of those that begin so and have the size that is typed
  OnlyNetwork lacks_size;
  for (const Network& network : catalog.records<Network>()) {
    for_each_name(network, [&](std::string_view own) {
      const auto [likeness, dropped] = likening(typed, network_words(own), network.parameters);
      if (likeness != Likeness::other) begins.add(network);
      const bool is_more_usual = usual == nullptr || usage(catalog, network) > usage(catalog, *usual);
      const bool is_name = own != network.id;  // ids have "3-5" for 3.5
      if (likeness != Likeness::other && !typed.sizes.empty() && is_name && is_more_usual) usual = &network;
      if (likeness == Likeness::lacks_size) lacks_size.add(network);
      if (likeness != Likeness::same || dropped > fewest) return;
      if (dropped < fewest) same = {};
      fewest = dropped;
      same.add(network);
    });
  }
  if (same.get() != nullptr) return same.get();
  if (begins.get() != nullptr && begins.get() == lacks_size.get()) return begins.get();
  return usual;
}

/// How far a network is from a name that means none, the most important first.
struct NearMiss {
  bool is_of_other_family = true;  // its first word is another
  bool is_of_other_size = true;
  std::size_t words_off = 0;      // typed behind those that both begin with
  std::size_t size_off = 0;       // in tenths
  std::size_t beginning_off = 0;  // letters, or k_far
  std::size_t distance = 0;
  std::string_view id;

  auto operator<=>(const NearMiss&) const = default;
};

/// What all that are named together have in common.
auto kinship(const NearMiss& miss) {
  const bool begins_so = miss.words_off == 0 || miss.beginning_off < k_far;
  return std::tuple(miss.is_of_other_family, miss.is_of_other_size, begins_so);
}

/// How far the sizes of a typed name are from a network's, in tenths; 0 where none was typed.
std::size_t size_off(const NetworkWords& typed, const NetworkWords& own, Millions parameters) {
  constexpr double k_most = 1e3;
  const auto is_own = [&](const std::string& size) { return contains(own.sizes, size); };
  if (typed.sizes.empty() || std::any_of(typed.sizes.begin(), typed.sizes.end(), is_own)) return 0;
  double least = k_most;
  for (const std::string& size : typed.sizes) least = std::min(least, times_off(size, parameters).value_or(k_most));
  return static_cast<std::size_t>(10 * (least - 1));
}

NearMiss near_miss(std::string_view wanted, const NetworkWords& typed, std::string_view name, const Network& network) {
  constexpr std::size_t k_other_size = 3;  // 8 billion for 6.5 to 10.4
  constexpr std::size_t k_short = 4;       // letters of a word that bears no slip
  const NetworkWords own = network_words(name);
  const auto is_alike = [&](std::size_t at) {
    const bool is_slip =
        at == 0 && typed.plain[at].size() >= k_short && edit_distance(typed.plain[at], own.plain[at]) <= 1;
    return is_slip || typed.plain[at] == own.plain[at];
  };
  std::size_t shared = 0;
  while (shared < std::min(typed.plain.size(), own.plain.size()) && is_alike(shared)) ++shared;
  const std::string folded = folded_name(name);
  NearMiss miss;
  miss.is_of_other_family = shared == 0;
  miss.words_off = typed.plain.size() - shared;
  miss.size_off = size_off(typed, own, network.parameters);
  miss.is_of_other_size = miss.size_off >= k_other_size;
  miss.beginning_off = folded.starts_with(wanted)                                        ? 0
                       : edit_distance(folded.substr(0, wanted.size() + 1), wanted) <= 1 ? 1
                                                                                         : k_far;
  miss.distance = edit_distance(folded, wanted);
  miss.id = network.id;
  return miss;
}

bool is_likely(const NearMiss& miss, std::string_view wanted) {
  if (!miss.is_of_other_family) return true;
  const bool is_spelt_so = miss.beginning_off < k_far || miss.distance <= wanted.size() / 3;
  return is_spelt_so && (!miss.is_of_other_size || miss.distance <= 1);
}

}  // namespace

const Network* network_meant(const Catalog& catalog, std::string_view name) {
  const std::string_view own = without_publisher(name);
  const auto joint = own.find('_');
  const Network* found = network_of_words(catalog, own);
  return found != nullptr || joint == std::string_view::npos ? found : network_of_words(catalog, own.substr(joint + 1));
}

const Network* usual_member(const Catalog& catalog, std::string_view name) {
  constexpr std::string_view k_latest = ":latest";
  if (name.ends_with(k_latest)) name.remove_suffix(k_latest.size());
  const std::string wanted = folded_name(without_publisher(name));
  for (const ModelName& one : catalog.records<ModelName>()) {
    if (folded_name(without_publisher(one.name)) == wanted) return catalog.network(one.network);
  }
  return nullptr;
}

const Network* network_of_size(const Catalog& catalog, std::string_view name) {
  const NetworkWords typed = network_words(name);
  if (!typed.plain.empty() || typed.sizes.size() != 1) return nullptr;
  const Network* found = nullptr;
  for (const Network& network : catalog.records<Network>()) {
    const bool is_so_large =
        network.use == NetworkUse::language && contains(network_words(network.name).sizes, typed.sizes.front());
    if (is_so_large && (found == nullptr || usage(catalog, network) > usage(catalog, *found))) found = &network;
  }
  return found;
}

const Network* typed_network(const Catalog& catalog, std::string_view name) {
  for (const auto find : {find_network, usual_member, network_meant, network_of_size}) {
    if (const Network* found = find(catalog, name)) return found;
  }
  return nullptr;
}

int counted_downloads(const Catalog& catalog, const ModelName& name) {
  const bool is_known = !catalog.as_of() || catalog.known_on(name.date) <= *catalog.as_of();
  return is_known ? name.downloads.value_or(0) : 0;
}

int downloads_of(const Catalog& catalog, const Network& network) {
  int most = 0;
  for (const ModelName& one : catalog.records<ModelName>()) {
    if (one.network == network.id) most = std::max(most, counted_downloads(catalog, one));
  }
  return most;
}

bool is_tuned_alike(const Network& one, const Network& other) {
  const auto base = [](const Network& network) {
    NetworkWords words = network_words(network.name);
    std::erase_if(words.plain, is_tuning);
    return words;
  };
  return one.id == other.id || (one.parameters == other.parameters && base(one) == base(other));
}

std::vector<std::string_view> similar_networks(const Catalog& catalog, std::string_view name, std::size_t limit) {
  const std::string wanted = folded_name(without_publisher(name));
  if (wanted.empty()) return {};
  const NetworkWords typed = network_words(without_publisher(name));
  std::vector<NearMiss> near;
  for (const Network& network : catalog.records<Network>()) {
    NearMiss nearest = near_miss(wanted, typed, network.id, network);
    for_each_name(network,
                  [&](std::string_view own) { nearest = std::min(nearest, near_miss(wanted, typed, own, network)); });
    if (is_likely(nearest, wanted)) near.push_back(nearest);
  }
  std::sort(near.begin(), near.end());
  std::vector<std::string_view> ids;
  for (const NearMiss& miss : near) {
    if (ids.size() < limit && kinship(miss) == kinship(near.front())) ids.push_back(miss.id);
  }
  return ids;
}

}  // namespace gpuadvisor
