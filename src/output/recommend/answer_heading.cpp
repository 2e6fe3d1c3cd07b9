#include "answer_heading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "advice/plan/speech_speed.hpp"
#include "advice/request/constraint.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "need_text.hpp"
#include "output/memory/job_words.hpp"
#include "output/memory/memory_words.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/figure_words.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

using Parts = std::vector<std::string>;

/// "16 to 48 GB", "24 GB or more", "at most 12 GB", "8 GB"; an absent end is open.
template <class T, class Shown>
std::string range_text(const std::optional<T>& from, const std::optional<T>& to, Shown shown,
                       std::string_view unit = "") {
  if (from && to && *from == *to) return fmt::format("{}{}", shown(*from), unit);
  if (from && to) return fmt::format("{} to {}{}", shown(*from), shown(*to), unit);
  return from ? fmt::format("{}{} or more", shown(*from), unit) : fmt::format("at most {}{}", shown(*to), unit);
}

std::string figure(const auto& quantity) { return fmt::format("{}", quantity.value()); }

/// The lesser of two limits of which either may be absent.
template <class T>
std::optional<T> lesser(const std::optional<T>& a, const std::optional<T>& b) {
  return a && b ? std::min(a, b) : a ? a : b;
}

/// "added to the GeForce RTX 3090 that you have".
void add_own(Parts& parts, const WantedJob& job) {
  if (job.own().empty()) return;
  std::vector<std::string> names;
  for (const GpuGroup& own : job.own()) {
    names.push_back(fmt::format("{}{}", own.count > 1 ? fmt::format("{}x ", own.count) : "the ", short_name(*own.gpu)));
  }
  parts.push_back(fmt::format("added to {} that you have", enumeration(names)));
}

void add_target(Parts& parts, const Request& request) {
  if (!request.target) return;
  const int users = request.job->job().batch;
  const std::string each = users > 1 ? " per user" : "";
  if (const auto& written = request.target->tokens_per_second) {
    parts.push_back(fmt::format("at least {:g} tokens/s{}", *written, each));
  }
  if (const auto& first = request.target->seconds_to_first_token) {
    const std::string prompt =
        users > 1 ? "" : fmt::format(" of a prompt of {} tokens", counted(prompt_of(request.job->job())));
    parts.push_back(fmt::format("the first token within {:g} s{}", *first, prompt));
  }
  if (users == 1 && request.count.to > 1)
    parts.emplace_back("with engines that split every layer over several GPUs (vLLM and others)");
}

/// What ranks, where it is not what usually does.
void add_work(Parts& parts, const Request& request, std::string_view title) {
  if (request.job) {
    const MemoryNeed& need = request.job->need();
    const std::string doubt = need.is_complete() ? "" : fmt::format(" ({} is not known)", need.missing);
    parts.push_back(fmt::format("{}: {}{}{}", job_title(request.job->network(), request.job->job()),
                                doubt.empty() ? "" : "at least ", gigabytes_text(need.total), doubt));
    add_own(parts, *request.job);
    if (const auto& host = request.job->job().host) {
      parts.push_back(fmt::format("{:g} GB of RAM at {:g} GB/s", host->size.value(), host->bandwidth.value()));
    }
    add_target(parts, request);
    const bool is_by_tokens = request.rank_by == RankBy::performance && ranks_by_tokens(request);
    parts.push_back(is_by_tokens           ? "by tokens per second"
                    : request.takes_enough ? fmt::format("at {} times real time or more", k_enough_times_real_time)
                                           : fmt::format("by {} speed", title));
    if (request.is_unmeasured_network) {
      parts.push_back(fmt::format("since {} itself was not measured", request.job->network().name));
    }
  } else {
    parts.emplace_back(title);
  }
  if (request.rank_by == RankBy::cost) parts.emplace_back("by cost of the work");
  if (request.own_weights) parts.emplace_back("own weights");
  if (request.evidence == Evidence::specs) parts.emplace_back("by specs alone");
  if (!request.dataset.empty()) {
    parts.push_back("scores of " + request.dataset);
  } else if (request.evidence == Evidence::measured) {
    parts.emplace_back("measured GPUs only");
  }
  if (request.precision == ScorePrecision::fp32) parts.emplace_back("FP32");
  const auto [fewest, most] = request.count;
  if (most > 1 && request.takes_fewest) {
    const bool has_machines = most > k_most_gpus;
    parts.push_back(fmt::format("on the fewest identical GPUs, {}-{}{}", fewest, has_machines ? k_most_gpus : most,
                                has_machines ? fmt::format(", or machines of {}", k_most_gpus) : ""));
  } else if (most > 1) {
    parts.push_back(fewest == most ? fmt::format("{} equal GPUs", most)
                                   : fmt::format("{} to {} identical GPUs", fewest, most));
  }
}

void add_figures(Parts& parts, const Request& request) {
  if (request.budget) parts.push_back("budget " + money(*request.budget));
  if (request.price) parts.push_back("price " + range_text(request.price->from, request.price->to, money));
  const auto& floor = request.job ? std::nullopt : request.memory_floor;  // of a job it is one of several cards
  auto least = std::max(request.min_memory, floor ? std::optional(floor->memory) : std::nullopt);
  if (request.memory) least = std::max(least, request.memory->from);
  if (least == Gibibytes{0}) least.reset();
  std::optional<Gibibytes> most;
  if (request.memory) most = request.memory->to;
  const bool is_need = request.need && least == request.min_memory;
  if (is_need) parts.push_back(least_memory_text(*request.need));
  if (is_need) least.reset();
  if (least || most) parts.push_back(range_text(least, most, figure<Gibibytes>, " GB"));
  const Range<Watts> power = request.power.value_or(Range<Watts>());
  const auto most_power = lesser(request.max_power, power.to);
  if (power.from || most_power) parts.push_back(range_text(power.from, most_power, figure<Watts>, " W"));
  for (const Constraint& constraint : constraints()) {
    if (constraint.heading != nullptr && constraint.is_asked(request)) parts.push_back(constraint.heading(request));
  }
}

template <class E>
std::string names_of(const std::vector<E>& values) {
  std::vector<std::string> names;
  names.reserve(values.size());
  for (const E value : values) names.emplace_back(enum_name(value));
  return enumeration(names, "or");
}

std::string patterns_of(const NamedGpus& gpus) {
  std::vector<std::string> patterns;
  for (const auto& pattern : gpus.patterns()) patterns.push_back(printable(pattern));
  return enumeration(patterns, "or");
}

/// An end of a range of dates or versions; empty for an open one.
std::string end_text(const auto& end) { return end ? end->text() : std::string(); }

std::string span_text(const auto& range) {
  const auto& [from, to] = range;
  return from == to ? end_text(from) : end_text(from) + ".." + end_text(to);
}

void add_names(Parts& parts, const Request& request) {
  if (!request.vendors.empty()) parts.push_back(enumeration(mapped(request.vendors, vendor_title), "or"));
  if (!request.segments.empty()) parts.push_back(names_of(request.segments));
  if (request.only) parts.push_back("only " + patterns_of(*request.only));
  if (request.exclude) parts.push_back("not " + patterns_of(*request.exclude));
  if (request.released) parts.push_back("released " + span_text(*request.released));
  if (request.compute_capability) parts.push_back("compute capability " + span_text(*request.compute_capability));
  if (!request.features.empty()) parts.push_back("with " + enumeration(request.features));
  if (!request.cooling.empty()) parts.push_back(names_of(request.cooling) + " cooling");
  if (request.installable) parts.emplace_back("cards with their own cooling");
  if (request.forms && !request.forms->empty()) parts.push_back("form " + enumeration(*request.forms, "or"));
  if (request.deployment) {
    parts.emplace_back(*request.deployment == Deployment::desktop ? "for a desktop" : "for a data center");
  }
  if (request.support == Support::cuda) parts.emplace_back("current CUDA");
  if (request.support == Support::rocm) parts.emplace_back("current ROCm");
  if (request.support == Support::current) parts.emplace_back("any current software");
  const std::string_view conditions = request.condition ? enum_name(*request.condition) : "new and used";
  parts.push_back(fmt::format("{}{}", conditions, request.includes_rent ? ", and rented" : ""));
}

std::string line_of(const Parts& parts) {
  std::string line;
  for (const auto& part : parts) line += (line.empty() ? "" : ", ") + part;
  return line;
}

}  // namespace

std::string heading(const Request& request, std::string_view workload_title, const CatalogStamp& catalog) {
  Parts parts;
  add_work(parts, request, workload_title);
  add_figures(parts, request);
  add_names(parts, request);
  if (catalog.as_of) parts.push_back(data_day(catalog));
  return line_of(parts);
}

std::string constraints_text(const Request& request) {
  Parts parts;
  add_figures(parts, request);
  add_names(parts, request);
  return line_of(parts);
}

}  // namespace gpuadvisor
