#pragma once

#include <optional>
#include <string>

#include "cli/session.hpp"
#include "request_options.hpp"
#include "training_run_options.hpp"
#include "wanted_job_options.hpp"

namespace gpuadvisor::cli {

/// The options of a request that is answered with ranked rows.
struct AnswerOptions {
  RequestOptions request;
  WantedJobOptions job;
  TrainingRunOptions run;
  SessionOptions session;
  std::optional<std::size_t> limit;  // of rows, where one is asked for; 0: all

  /// All but those of the session that stand behind a command's own. `takes_count`: whether several GPUs can be asked
  /// for. `takes_job`: whether a model can, with what is done with it.
  void add_to(OptionParser& parser, bool takes_count, bool takes_job, std::size_t default_limit);
  [[nodiscard]] Session opened() const;
  /// What was asked of the catalog of such a session. Throws UsageError.
  [[nodiscard]] Request asked(Session& opened) const;

 private:
  std::string m_limit_help;  // the parser views it
};

}  // namespace gpuadvisor::cli
