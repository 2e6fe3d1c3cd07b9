#include "gpuadvisor/advice/request.hpp"

#include <algorithm>

#include "core/contains.hpp"
#include "economics/owning.hpp"
#include "form_group.hpp"
#include "gpuadvisor/scoring/reference_throughput.hpp"
#include "gpuadvisor/sizing/network_work.hpp"

namespace gpuadvisor {
namespace {

/// Whether the catalog knows the vendors, but no card of theirs that has its own cooling.
bool make_no_cards(const std::vector<std::string>& vendors, const Catalog& catalog) {
  if (vendors.empty()) return false;
  bool is_known = false;
  for (const Gpu& gpu : catalog.gpus()) {
    if (!contains(vendors, gpu.vendor)) continue;
    is_known = true;
    if (form_group(gpu) == FormGroup::card) return false;
  }
  return is_known;
}

bool has_cards(Segment segment) { return segment == Segment::consumer || segment == Segment::workstation; }
bool has_cards(Cooling cooling) { return cooling != Cooling::passive; }

/// Whether what is named leaves room for the default that a GPU is a card with its own cooling.
bool leaves_installable(const Request& request) {
  return !request.forms && !request.deployment &&
         std::all_of(request.segments.begin(), request.segments.end(), [](Segment s) { return has_cards(s); }) &&
         std::all_of(request.cooling.begin(), request.cooling.end(), [](Cooling c) { return has_cards(c); }) &&
         *request.makes_cards;
}

/// Whether machines with unified memory compete beside cards: a language model is to run that none of the cards at home
/// holds, on what was not asked for by its vendor, segment or software.
bool takes_machines(const Request& asked) {
  if (!asked.job || !asked.job->own().empty() || !is_beyond_cards(*asked.job)) return false;
  const bool names_others = !asked.vendors.empty() || !asked.segments.empty() || !asked.cooling.empty() ||
                            asked.support || asked.only || asked.supply || asked.max_slots || asked.max_length;
  return !names_others;
}

}  // namespace

Support default_support(const std::vector<std::string>& vendors, const Workload* work) {
  if (vendors.empty()) return work != nullptr && work->any_software ? Support::current : Support::cuda;
  const auto of = [&](std::string_view vendor) { return std::count(vendors.begin(), vendors.end(), vendor); };
  const auto all = static_cast<std::ptrdiff_t>(vendors.size());
  if (of("nvidia") + of("amd") < all) return Support::any;
  return of("nvidia") == all ? Support::cuda : of("amd") == all ? Support::rocm : Support::current;
}

namespace {

/// Those asked for; of GPUs that are named, theirs, unless NVIDIA is among them.
std::vector<std::string> asked_vendors(const Request& request, const Catalog& catalog) {
  if (!request.vendors.empty() || !request.only) return request.vendors;
  std::vector<std::string> vendors;
  for (const Gpu& gpu : catalog.gpus()) {
    const bool is_new = request.only->pattern_of(gpu) != nullptr && !contains(vendors, gpu.vendor);
    if (is_new) vendors.emplace_back(gpu.vendor);
  }
  return contains(vendors, "nvidia") ? std::vector<std::string>() : vendors;
}

}  // namespace

std::optional<MemoryFloor> memory_floor_of(std::string_view workload, const Catalog& catalog) {
  std::optional<MemoryFloor> in_force;
  for (const MemoryFloor& floor : catalog.records<MemoryFloor>()) {  // by date
    const bool has_begun = !catalog.as_of() || floor.from.first_day() <= *catalog.as_of();
    if (floor.workload == workload && has_begun) in_force = floor;
  }
  return in_force;
}

SpeedKind speed_kind_of(const Request& request, const Catalog& catalog) {
  const Workload* workload = catalog.workload(request.workload);
  const bool has_index = request.evidence != Evidence::specs && !request.own_weights && workload != nullptr &&
                         PerformanceIndex(catalog, *workload, request.precision).is_known();
  return has_index ? SpeedKind::index : SpeedKind::score;
}

std::shared_ptr<const OwningBasis> owning_for(const Request& request, const Catalog& catalog) {
  if (request.rank_by != RankBy::cost || request.owning) return request.owning;
  return std::make_shared<OwningBasis>(owning_basis({}, catalog));
}

bool ranks_by_tokens(const Request& request) {
  if (!request.job || request.speed_kind != SpeedKind::index) return false;
  const Network& network = request.job->network();
  const MemoryJob& job = request.job->job();
  return (writes_tokens(network, job) || trains_tokens(network, job)) &&
         request.workload == workload_of(network.kind, job.task);
}

Request with_bought_memory(Request request, const Catalog& catalog) {
  request.job = std::make_shared<const WantedJob>(request.job->with_memory_of(memory_to_buy(catalog)));
  return request;
}

Request with_defaults(Request request, const Catalog& catalog) {
  if (!request.makes_cards) request.makes_cards = !make_no_cards(request.vendors, catalog);
  if (request.supply && !request.supplies) request.supplies = std::make_shared<RecommendedSupplies>(catalog);
  request.owning = owning_for(request, catalog);
  request.installable = leaves_installable(request);
  const bool takes_any_form = request.forms && request.forms->empty();
  request.with_machines = (request.installable || takes_any_form) && takes_machines(request);
  if (request.job && request.job->hosts().empty()) {
    request.job = std::make_shared<const WantedJob>(with_usual_memory(*request.job, catalog));
  }
  const WantedJob* job = request.job.get();
  const Workload* workload = catalog.workload(request.workload);
  const Workload* work = job != nullptr ? workload_for(job->network(), job->job().task, catalog) : workload;
  if (workload != nullptr && job != nullptr) {
    const bool makes_images = job->network().kind == NetworkKind::diffusion && job->job().task == MemoryTask::run;
    request.is_unmeasured_network = makes_images && !tells_speed(job->network(), *workload);
  }
  // How fast other software makes images with a network that was not measured is not known.
  if (!request.support)
    request.support = default_support(asked_vendors(request, catalog), request.is_unmeasured_network ? nullptr : work);
  request.speed_kind = speed_kind_of(request, catalog);
  const bool names_least_memory = request.min_memory || (request.memory && request.memory->from);
  if (!names_least_memory && (!request.job || request.count.to > 1))
    request.memory_floor = memory_floor_of(request.workload, catalog);
  return request;
}

}  // namespace gpuadvisor
