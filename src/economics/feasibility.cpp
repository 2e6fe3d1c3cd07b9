#include "feasibility.hpp"

#include <algorithm>
#include <cmath>

#include "build_cooling.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_desktop = "desktop";
constexpr std::string_view k_workstation = "workstation";
constexpr std::string_view k_server = "server";
constexpr std::string_view k_module_server = "module-server";

constexpr int k_most_in_frame = 3;   // that an ordinary board has slots for, one on the processor's lanes
constexpr int k_slots_of_board = 8;  // widths of a board for four GPUs (docs/builds.md#slots)
constexpr int k_slots_unless_known = 2;
constexpr int k_most_months_of_memory = 6;  // memory doubled in price within a year

bool is_at_home(const HostPart& part) { return part.region.empty() || part.region == k_home_country; }

/// Whether `a` says more of today: at home before abroad, then the newest, then the lowest.
bool is_better(const HostPart& a, const HostPart& b, double a_each, double b_each) {
  if (is_at_home(a) != is_at_home(b)) return is_at_home(a);
  const Day newer = a.date.first_day();
  const Day older = b.date.first_day();
  return newer != older ? newer > older : a_each < b_each;
}

/// Of the parts that `is` takes the one that says most of today; null where there is none. `each` is what prices are
/// compared by.
template <class Is, class Each>
const HostPart* best_of(const Catalog& catalog, Is is, Each each) {
  const HostPart* found = nullptr;
  for (const HostPart& part : catalog.records<HostPart>()) {
    if (is(part) && (found == nullptr || is_better(part, *found, each(part), each(*found)))) found = &part;
  }
  return found;
}

double price_of(const HostPart& part) { return part.price.value(); }

int cards_of(std::span<const SupplyPart> parts) {
  int cards = 0;
  for (const auto& part : parts) cards += part.count;
  return cards;
}

bool is_whole_machine(const Gpu& gpu) { return gpu.form == Form::laptop || gpu.form == Form::soc; }

bool is_module(const Gpu& gpu) {
  return !takes_desktop_supply(gpu) && !is_whole_machine(gpu) && gpu.form != Form::cloud_chip;
}

template <class Is>
bool any(std::span<const SupplyPart> parts, Is is) {
  return std::any_of(parts.begin(), parts.end(), [&](const SupplyPart& part) { return is(*part.gpu); });
}

Obstacle obstacle_of(std::span<const SupplyPart> parts, bool in_desktop) {
  const int count = cards_of(parts);
  if (any(parts, [](const Gpu& gpu) { return gpu.form == Form::cloud_chip; })) return Obstacle::rented_only;
  if (count > 1 && any(parts, is_whole_machine)) return Obstacle::whole_machines;
  if (count > (in_desktop ? k_gpus_per_board : k_most_gpus)) return Obstacle::too_many;
  const auto is_passive = [](const Gpu& gpu) { return gpu.cooling == Cooling::passive || is_module(gpu); };
  return in_desktop && any(parts, is_passive) ? Obstacle::passive_in_desktop : Obstacle::none;
}

/// The widths of all cards; those whose width is not known take two slots.
int slots_of(std::span<const SupplyPart> parts) {
  int slots = 0;
  for (const auto& [gpu, count] : parts) slots += gpu->slots.value_or(k_slots_unless_known) * count;
  return slots;
}

/// The smallest circuit for homes here that bears so much for hours; null where none does, or the least one does.
const Circuit* circuit_for(Watts power, const Catalog& catalog) {
  const Circuit* least = nullptr;
  const Circuit* found = nullptr;
  for (const Circuit& circuit : catalog.records<Circuit>()) {
    if (!circuit.id.starts_with("us-") || !circuit.continuous) continue;  // of the country that prices are of
    const auto is_smaller = [&](const Circuit* other) { return !other || *circuit.continuous < *other->continuous; };
    if (is_smaller(least)) least = &circuit;
    if (*circuit.continuous >= power && is_smaller(found)) found = &circuit;
  }
  return found == least ? nullptr : found;
}

}  // namespace

bool Feasibility::has_frame() const {
  return std::any_of(needs.begin(), needs.end(),
                     [](const Accessory& need) { return need.kind == AccessoryKind::frame; });
}

bool Feasibility::is_in_server() const { return host != nullptr && is_server(*host); }

Usd Feasibility::price() const {
  Usd sum{0};
  for (const Accessory& need : needs) sum = sum + need.price.value_or(Usd{0});
  return sum;
}

const Host* host_called(std::string_view id, const Catalog& catalog) {
  const auto& hosts = catalog.records<Host>();
  const auto at = std::find_if(hosts.begin(), hosts.end(), [&](const Host& host) { return host.id == id; });
  return at == hosts.end() ? nullptr : &*at;
}

bool is_desktop(const Host& host) { return host.id == k_desktop; }
bool is_server(const Host& host) { return host.id == k_server || host.id == k_module_server; }

const Host* host_for(std::span<const SupplyPart> parts, const Catalog& catalog, bool in_desktop) {
  if (in_desktop) return host_called(k_desktop, catalog);
  if (any(parts, is_whole_machine)) return nullptr;
  if (any(parts, is_module)) return host_called(k_module_server, catalog);
  const bool is_passive = any(parts, [](const Gpu& gpu) { return gpu.cooling == Cooling::passive; });
  const int count = cards_of(parts);
  const Host* const workstation = host_called(k_workstation, catalog);
  const bool is_large = workstation != nullptr && count > workstation->gpus;
  if (is_passive || is_large) return host_called(k_server, catalog);
  return count > k_most_in_frame ? workstation : host_called(k_desktop, catalog);
}

Watts gpu_power(std::span<const SupplyPart> parts, std::optional<Watts> limit) {
  Watts sum{0};
  for (const auto& [gpu, count] : parts) {
    if (gpu->tdp) sum = sum + std::min(*gpu->tdp, limit.value_or(*gpu->tdp)) * count;
  }
  return sum;
}

HostPower host_power(std::span<const SupplyPart> parts, std::optional<Watts> asked, const Catalog& catalog,
                     bool is_shared) {
  int modules = 0;
  for (const auto& [gpu, count] : parts) modules += is_module(*gpu) ? count : 0;
  if (asked) return {*asked, {}, modules};
  const Host* host = host_for(parts, catalog);
  if (host == nullptr) return {Watts{0}, {}, modules};
  const double share = modules > 0 || (is_shared && is_server(*host))
                           ? static_cast<double>(cards_of(parts)) / std::max(host->gpus, 1)
                           : 1;
  return {host->power * share, host->power_source, modules};
}

MachineParts::MachineParts(const Catalog& catalog) : m_catalog(catalog), m_supplies(catalog) {
  for (const HostPart& part : catalog.records<HostPart>()) {
    if (part.item != "power-supply" || !part.watts || part.condition != Condition::brand_new || !is_at_home(part))
      continue;
    const HostPart*& best = m_supply_prices[*part.watts];
    if (best == nullptr || is_better(part, *best, price_of(part), price_of(*best))) best = &part;
  }
}

/// Equal power supplies that deliver so much together; one of a size without a price costs what the next one does.
std::optional<Accessory> MachineParts::supply(Watts total, int count) const {
  const auto size = standard_supply(total / count);
  if (!size) return std::nullopt;
  Accessory found{AccessoryKind::power_supply, count, *size};
  const auto priced = m_supply_prices.lower_bound(*size);
  if (priced == m_supply_prices.end()) return found;
  found.quote = priced->second;
  found.price = found.quote->price * count;
  return found;
}

/// As few as feed them all.
std::optional<Accessory> MachineParts::supply_for(std::span<const SupplyPart> parts, std::optional<Watts> limit) const {
  const auto recommended = m_supplies.of(parts, limit);
  if (!recommended) return std::nullopt;
  const PowerNeed need{gpu_power(parts, limit), host_power(parts, std::nullopt, m_catalog).power, recommended->total()};
  if (const auto advised = advised_supply(need)) return supply(*advised, 1);
  constexpr double k_used = 0.8;  // of it, as by advised_supply()
  const Watts total = std::max(recommended->total(), need.total() / k_used);
  return supply(total, static_cast<int>(std::ceil(total.value() / k_largest_supply.value())));
}

Accessory MachineParts::part(AccessoryKind kind, int count, std::string_view item) const {
  Accessory found{kind, count};
  found.quote = best_of(
      m_catalog, [&](const HostPart& part) { return part.item == item; }, price_of);
  if (found.quote != nullptr) found.price = found.quote->price * count;
  return found;
}

Accessory MachineParts::machine(const Host& host) const {
  Accessory found{AccessoryKind::host, 1};
  found.quote = best_of(
      m_catalog, [&](const HostPart& part) { return !host.spec.empty() && part.spec == host.spec; }, price_of);
  if (found.quote != nullptr) found.price = found.quote->price;
  return found;
}

const HostPart* MachineParts::memory(const Host& host) const {
  const auto today = m_catalog.as_of();
  const bool is_unbuffered = host.module == RamModule::unbuffered;
  const auto is_of_it = [&](const HostPart& part) {
    if ((part.item != "ram-kit" && part.item != "ram-module") || !part.memory || part.generation != host.generation)
      return false;
    const bool is_for_desktops = !part.module || *part.module == RamModule::unbuffered;
    const bool is_recent = !today || part.date.last_day() >= months_before(*today, k_most_months_of_memory);
    constexpr Gibibytes k_usual{32};  // larger and smaller ones cost more for each GB
    return is_for_desktops == is_unbuffered && is_recent && (!is_unbuffered || part.memory == k_usual);
  };
  const auto per_gb = [](const HostPart& part) { return part.price.value() / part.memory->value(); };
  return best_of(m_catalog, is_of_it, per_gb);
}

Feasibility MachineParts::feasibility(std::span<const SupplyPart> parts, bool in_desktop,
                                      std::optional<Watts> limit) const {
  Feasibility found;
  found.obstacle = obstacle_of(parts, in_desktop);
  found.host = host_for(parts, m_catalog, found.obstacle == Obstacle::passive_in_desktop);
  if (found.obstacle != Obstacle::none) {
    found.verdict = Buildable::cannot;
    return found;
  }
  const int count = cards_of(parts);
  const bool is_of_cards =
      std::all_of(parts.begin(), parts.end(), [](const SupplyPart& part) { return takes_desktop_supply(*part.gpu); });
  const bool is_a_desktop = found.host == nullptr || is_desktop(*found.host);
  if (!is_a_desktop) found.needs.push_back(machine(*found.host));
  if (is_of_cards && count > 1 && !found.is_in_server()) {
    if (count >= k_most_in_frame && (is_a_desktop || slots_of(parts) > k_slots_of_board)) {
      found.needs.push_back(part(AccessoryKind::frame, 1, "open-frame"));
      found.needs.push_back(part(AccessoryKind::riser, count, "riser"));
    }
    if (const auto supply = supply_for(parts, limit)) found.needs.push_back(*supply);
    const Watts power = gpu_power(parts, limit) + host_power(parts, std::nullopt, m_catalog).power;
    if (const Circuit* circuit = circuit_for(power, m_catalog)) {
      found.needs.push_back({AccessoryKind::circuit});
      found.needs.back().circuit = circuit;
    }
  }
  if (!found.needs.empty()) found.verdict = Buildable::works_with;
  return found;
}

Usd MachineParts::further_cards(const Gpu& gpu, int count) const {
  if (count < 2 || !takes_desktop_supply(gpu)) return Usd{0};
  const auto of = [&](int cards) { return std::array{SupplyPart{&gpu, cards}}; };
  const auto first = supply_for(of(1), std::nullopt);
  const Usd had = first && first->price ? *first->price : Usd{0};
  // A server has no price here: it costs no less than a machine for fewer.
  const Host* workstation = host_called(k_workstation, m_catalog);
  const int priced = workstation == nullptr ? count : std::min(count, workstation->gpus);
  return std::max(feasibility(of(priced)).price() * machines_for(count) - had, Usd{0});
}

}  // namespace gpuadvisor
