#include "session.hpp"

#include <fmt/format.h>

#include "catalog/loading/embedded_benchmarks.hpp"
#include "core/text.hpp"
#include "gpuadvisor/sizing/network_work.hpp"

namespace gpuadvisor::cli {

void SessionOptions::add_to(OptionParser& parser, std::span<const Format> formats) {
  output.add_to(parser, formats);
  catalog.add_to(parser);
}

Session::Session(const SessionOptions& options)
    : m_options(options), m_all(options.catalog.merged()), m_catalog(options.catalog.known(m_all)) {}

Session::Session(const SessionOptions& options, ScorePrecision precision)
    : m_options(options),
      m_all(options.catalog.merged()),
      m_catalog(options.scores.known(options.catalog, m_all, precision)) {}

NetworkMeasurements Session::measurements(const Network& network, const MemoryJob& job) const {
  if (m_options.catalog.only || network.id.empty() || !writes_tokens(network, job)) return {};
  Benchmarks benchmarks = embedded_benchmarks(k_decode_workload);
  if (const std::string dataset = lower_case(m_options.scores.dataset); !dataset.empty()) {
    std::erase_if(benchmarks.measurements, [&](const Measurement& row) { return row.dataset != dataset; });
  }
  return {network, job.weights, benchmarks, m_catalog};
}

void Session::remark(std::string_view text) { m_remarks += fmt::format("gpuadvisor: {}\n", text); }

void Session::remark_on_answer(std::string_view text) { m_last_remarks += fmt::format("gpuadvisor: {}\n", text); }

void Session::remark_on_rows(std::size_t shown, std::size_t found) {
  if (shown < found) remark_on_answer(fmt::format("{} of {} rows shown; -n 0 shows all", shown, found));
}

Outcome Session::none(std::string_view why) {
  remark(why);
  return none();
}

Outcome Session::outcome(std::string results, bool is_answered) const {
  const bool quiet = m_options.output.quiet;
  return {std::move(results), quiet ? "" : m_remarks + m_options.catalog.stale_notice(m_catalog) + m_last_remarks,
          is_answered ? k_answered : k_none};
}

}  // namespace gpuadvisor::cli
