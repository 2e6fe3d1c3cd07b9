#include "token_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "memory_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// Two significant digits: "0.31", "3.1", "43", "1,200".
std::string two_digits(double figure) {
  constexpr double k_ten = 10;
  if (figure < 1) return fmt::format("{:.2g}", figure);
  if (figure < k_ten) return fmt::format("{:.1f}", figure);
  const double unit = std::pow(k_ten, std::floor(std::log10(figure)) - 1);
  return counted(static_cast<std::int64_t>(std::round(figure / unit) * unit));
}

/// The upper end of a rate, which rounding lifts above no roof.
std::string upper_end(const TokenRate& rate) {
  const bool ends_at_roof = rate.roof && rate.high >= *rate.roof;
  if (!ends_at_roof) return two_digits(rate.high);
  constexpr double k_slack = 1e-9;  // of figures that have two digits
  const double unit = std::pow(10.0, std::floor(std::log10(rate.high)) - 1);
  return two_digits(std::floor(rate.high / unit + k_slack) * unit);
}

/// The first row with rates, null where there is none; of a GPU that does the job alone, or of any.
const GpuFit* first_with_rates(const MemoryView& view, bool is_alone) {
  for (const GpuFit& fit : view.shown()) {
    if (fit.rates && (!is_alone || (!fit.is_in_host && !fit.layers))) return &fit;
  }
  return nullptr;
}

/// Where the host's memory holds a part: "1 / (1 / 48.3 + 5.98 GB / (89.6 GB/s * 0.41))".
void add_host_formula(Document& document, const MemoryView& view) {
  const auto& fits = view.answer.fits;
  const auto fit = std::find_if(fits.begin(), fits.end(),
                                [](const GpuFit& one) { return one.rates && one.rates->work.on_host > Gigabytes{0}; });
  if (fit == fits.end()) return;
  const HostShare& share = k_token_constants.host;
  document.item("with a part in RAM: 1 / (1 / tokens/s of the GPU + bytes read there / bandwidth)");
  document.item(fmt::format("{}: {:.2f} GB / ({:g} GB/s * {:g}, between {:g} and {:g} of which is reached)",
                            short_name(*fit->offer.gpu), fit->rates->work.on_host.value(),
                            view.answer.question.job.host->bandwidth.value(), share.middle, share.least, share.most),
                2);
}

std::string number_text(double rate) { return rate < 1000 ? rounded(rate) : counted(std::llround(rate)); }

/// "40 tokens/s".
std::string tokens_text(double rate) { return number_text(rate) + " tokens/s"; }

/// "40 tokens/s (26 to 63)".
std::string with_interval(const TokenRate& rate) {
  return fmt::format("{} ({} to {})", tokens_text(rate.middle), two_digits(rate.low), upper_end(rate));
}

/// Whether memory has the bandwidth for less than `predicted`, or than the upper end that goes with it.
bool is_at_roof(const TokenRate& rate, double predicted) {
  return rate.roof && (rate.middle < predicted || rate.high >= *rate.roof);
}

std::string index_text(const Performance& index) {
  return fmt::format("{:.3f} ({:.3f} to {:.3f}, {})", index.index, index.low, index.high, enum_name(index.basis));
}

/// "16.08 GFLOP / 34,000 GFLOP/s".
std::string computing_text(const TokenWork& work, const PhaseTime& time) {
  return fmt::format("{:.2f} GFLOP / {} GFLOP/s", work.gflops, counted(std::llround(time.rate)));
}

/// "1.10 ms * 80 / 32"; of networks with experts "1.10 ms * 1.5 * 80 / 32".
std::string overhead_text(const TokenWork& work, const PhaseTime& time, const ExpertFactors& experts) {
  constexpr double k_milli = 1e3;
  return fmt::format("{:.3g} ms * {}{} / {:g}", k_milli * time.overhead_seconds,
                     work.has_experts ? fmt::format("{:g} * ", experts.overhead) : "", work.layers, k_standard_layers);
}

std::string factor_text(const TokenWork& work, const ExpertFactors& experts) {
  return work.has_experts ? fmt::format("{:g} * ", experts.work) : "";
}

/// "weights read: 4.617 GB, all but the token embedding".
std::string weights_read_text(const MemoryView& view, const TokenWork& work) {
  const Network& network = *view.answer.question.network;
  std::string text = fmt::format("weights read: {:.3f} GB, ", work.weights.value());
  text += network.tied_embeddings ? "all of them" : "all but the token embedding";
  if (!network.parts.empty()) text += ", of the language model alone";
  if (network.experts) {
    text += fmt::format("; of the experts the {:.0f} % that one token uses", 100 * used_experts(network, 1));
  }
  return text;
}

std::string step_text(const TokenRates& rates) {
  const TokenWork& work = rates.work;
  const PhaseTime time = writing_time(rates.writing);
  const ExpertFactors& experts = k_token_constants.writing_experts;
  std::string text = fmt::format("{} + {}({:.3f} GB + {:.3f} GB) / {:.0f} GB/s", overhead_text(work, time, experts),
                                 factor_text(work, experts), work.weights.value(), work.keys_values.value(), time.rate);
  const double seconds = step_seconds(rates.writing, rates.reading, work, 1);
  const bool is_of_one = rates.split == GpuSplit::tensors;  // what several reach follows from it
  const bool is_limited = is_of_one || is_at_roof(rates.together.predicted, 1 / seconds);
  return fmt::format("{} = {:.5f} s; 1 / {:.5f} s = {}", text, seconds, seconds,
                     is_limited ? tokens_text(1 / seconds) : with_interval(rates.together.predicted));
}

/// What memory has the bandwidth for, where that is less than a step's time says: "limit: 273 GB/s / 42.5 GB = 6.42
/// tokens/s, ..."; empty elsewhere.
std::string limit_text(const TokenRates& rates) {
  const TokenWork& work = rates.work;
  const TokenRate& limited = rates.together.predicted;
  const double predicted = 1 / step_seconds(rates.writing, rates.reading, work, 1);
  if (!is_at_roof(limited, predicted)) return {};
  std::string text =
      fmt::format("limit: {:g} GB/s / {:.3f} GB = {}", rates.bandwidth->value(),
                  work.least_share * work.weights.value() + work.keys_values.value(), tokens_text(*limited.roof));
  if (limited.middle < predicted)
    text += fmt::format(", of which {:g} is reached at best", k_token_constants.roof_share);
  return fmt::format("{}: {} ({} to {})", text, tokens_text(limited.middle), two_digits(limited.low),
                     number_text(limited.high));
}

std::string prompt_text(const TokenRates& rates) {
  const TokenWork& work = rates.work;
  const double seconds = prompt_token_seconds(rates.reading, work);
  const PhaseTime time = reading_time(rates.reading);
  const ExpertFactors& experts = k_token_constants.reading_experts;
  return fmt::format("{} + {}{} = {:.6f} s; 1 / {:.6f} s = {}", overhead_text(work, time, experts),
                     factor_text(work, experts), computing_text(work, time), seconds, seconds,
                     with_interval(rates.prompt->predicted));
}

/// What was measured of the network on a GPU, and so is shown in place of what the formulas give: "written: 57.3
/// tokens/s (54 to 60), by llama.cpp CUDA, 1 measurement".
Document measured_text(const TokenRates& rates, int batch) {
  Document document;
  const auto add = [&](std::string_view what, const std::optional<NetworkRate>& rate) {
    if (!rate || !rate->measured) return;
    const MeasuredRate& measured = *rate->measured;
    document.item(fmt::format("{}: {}{}, {}{}", what, with_interval(*rate),
                              measured.engine.empty() ? "" : fmt::format(", by {}", measured.engine),
                              counted(static_cast<std::size_t>(measured.measurements), "measurement"),
                              measured.is_scaled ? ", carried over from other loads" : ""),
                  2);
  };
  add(batch > 1 ? "written together" : "written", rates.together);
  if (batch > 1) add("written alone", rates.alone);
  add("written with every layer split", rates.tensors_split);
  add("read", rates.prompt);
  return document;
}

/// How several sequences are served: the parts of a step, and what comes of them.
Document serving_formulas(const GpuFit& fit, const MemoryJob& job) {
  constexpr double k_milli = 1e3;
  const ServingRate& serving = *fit.rates->serving;
  const StepSeconds& step = serving.step;
  Document document;
  document.item(fmt::format("as on {}: {} of {} sequences at a time, {}",
                            with_count(fit.offer.count, std::string(short_name(*fit.offer.gpu))),
                            counted(serving.in_flight), counted(job.batch), layout_sentence(serving.layout)));
  document.item(
      fmt::format("a step: reading {:.2f} ms, computing {:.2f}, prompts of {} tokens {:.2f}, overhead {:.2f}, "
                  "links {:.2f}, so {:.2f} ms",
                  k_milli * step.reading, k_milli * step.computing, counted(prompt_of(job)), k_milli * step.prompts,
                  k_milli * step.overhead, k_milli * step.links, k_milli * step.total()),
      2);
  document.item("all together: " + with_interval(fit.rates->together.predicted), 2);
  document.item("one sequence alone: " + with_interval(fit.rates->alone.predicted), 2);
  return document.append(measured_text(*fit.rates, job.batch));
}

/// Which of them were measured at the very network, in a sentence with a blank before it; empty where none was.
std::string measured_rates_text(const std::vector<RateOfOffer>& rates) {
  constexpr std::size_t k_most = 3;
  std::vector<std::string> names;
  for (const auto& [offer, rate] : rates) {
    if (!rate.measured) continue;
    const std::string_view engine = rate.measured->engine;
    std::string text =
        fmt::format("{}{} ({}{})", offer->count == 1 ? "" : fmt::format("{}x ", offer->count), short_name(*offer->gpu),
                    two_digits(rate.middle), engine.empty() ? "" : fmt::format(" by {}", engine));
    if (!contains(names, text)) names.push_back(std::move(text));
  }
  if (names.empty()) return {};
  const std::size_t rest = names.size() - std::min(names.size(), k_most);
  if (rest > 0) {
    names.resize(k_most);
    names.push_back(fmt::format("{} more", rest));
  }
  return fmt::format(" Measured for this model and format, with the fastest engine: {}.", enumeration(names));
}

}  // namespace

std::string rate_text(const TokenRate& rate) {
  return fmt::format("{}{}-{}", rate.basis == Basis::estimated ? "~" : "", two_digits(rate.low), upper_end(rate));
}

std::string layout_text(const ServingLayout& layout) {
  const int each = layout.tensors * layout.stages;
  if (each > 1) return fmt::format("{} over {}", layout.replicas, each);
  return layout.replicas == 1 ? "1 GPU" : fmt::format("{} copies", layout.replicas);
}

std::string layout_sentence(const ServingLayout& layout) {
  const auto& [tensors, stages, replicas] = layout;
  const std::string copies = replicas == 1 ? "one copy" : fmt::format("{} copies", replicas);
  if (tensors * stages == 1)
    return fmt::format("{} of the model, {}", copies, replicas == 1 ? "on one GPU" : "one on each GPU");
  const std::string how = stages == 1    ? "that split every layer"
                          : tensors == 1 ? "that hold layers in turn"
                                         : fmt::format("of which {} at a time split every layer, in turn", tensors);
  return fmt::format("{} of the model, {}over {} GPUs {}", copies, replicas == 1 ? "" : "each ", tensors * stages, how);
}

bool shows_rates(const MemoryView& view) { return first_with_rates(view, false) != nullptr; }

Document rate_formulas(const MemoryView& view) {
  Document document;
  add_host_formula(document, view);
  const GpuFit* const fit = first_with_rates(view, true);
  if (fit == nullptr) return document;
  const TokenRates& rates = *fit->rates;
  const MemoryJob& job = view.answer.question.job;
  if (rates.serving) return document.append(serving_formulas(*fit, job));
  document.item(fmt::format("as on the {}: its indices are {} for writing, {} for reading", short_name(*fit->offer.gpu),
                            index_text(rates.writing.performance), index_text(rates.reading.performance)));
  document.item(fmt::format(
      "a step: overhead * layers / {:g} + (weights read + keys and values of {} tokens) / bandwidth reached",
      k_standard_layers, counted(job.tokens / 2)));
  document.item(weights_read_text(view, rates.work), 2).item(step_text(rates), 2).item(limit_text(rates), 2);
  if (rates.prompt) {
    document.item(
        fmt::format("a token of a prompt: overhead * layers / {:g} + operations / rate reached", k_standard_layers));
    document.item(prompt_text(rates), 2);
  }
  const bool is_split = rates.split == GpuSplit::tensors;
  if (rates.tensors_split || is_split) {
    document.item("with every layer split over the GPUs: tokens/s / (fixed part + (1 - fixed part) / GPUs)");
    document.item(fmt::format("fixed part {:g} ({:g} to {:g}): {}", k_token_constants.fixed.middle,
                              k_token_constants.fixed.least, k_token_constants.fixed.most,
                              with_interval((is_split ? rates.together : *rates.tensors_split).predicted)),
                  2);
    if (const auto& read = is_split ? rates.prompt : rates.prompt_tensors_split)
      document.item("of prompts: " + with_interval(read->predicted), 2);
  }
  document.item(
      fmt::format("the range in brackets combines the GPU's uncertainty with {:.0f} % between machines and engines "
                  "({:.0f} % for prompts), up to a limit",
                  k_token_constants.writing_engines * 100, k_token_constants.reading_engines * 100));
  Document measured = measured_text(rates, job.batch);
  if (measured.blocks().empty()) return document;
  document.item("measured for this model in this format, and shown instead:");
  return document.append(std::move(measured));
}

std::string rates_text(std::string_view column, int batch, const std::vector<RateOfOffer>& rates) {
  const bool has_estimates =
      std::any_of(rates.begin(), rates.end(), [](const RateOfOffer& of) { return of.rate.basis == Basis::estimated; });
  return fmt::format("{}: written per second with {}{}; 80 % of measurements are in the range (scores backtest){}.{}",
                     column, k_told_engine, batch > 1 ? fmt::format(" by {} sequences together", counted(batch)) : "",
                     has_estimates ? "; ~: mostly from the GPU's specifications" : "", measured_rates_text(rates));
}

std::vector<Warning> rate_warnings(const MemoryView& view) {
  std::vector<Warning> warnings;
  if (!shows_rates(view)) return warnings;
  const MemoryJob& job = view.answer.question.job;
  if (job.gpus > 1 && job.engine != Engine::server && job.batch == 1) {
    const auto speedup = [&](double fixed) { return fmt::format("{:.1f}", split_speedup(job.gpus, fixed)); };
    warnings.push_back(
        {"layers-split", fmt::format("Layers are split over {} GPUs, which take turns: one answer comes no faster; "
                                     "engines that split every layer are {} times as fast ({} to {})",
                                     job.gpus, speedup(k_token_constants.fixed.middle),
                                     speedup(k_token_constants.fixed.most), speedup(k_token_constants.fixed.least))});
  }
  return warnings;
}

}  // namespace gpuadvisor
