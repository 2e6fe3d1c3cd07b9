#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "gpuadvisor/advice/planner.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"

namespace gpuadvisor {

/// Networks as old as so many years come before older ones.
inline constexpr int k_recent_years = 2;

/// Which networks they run and train.
struct WhatRunsQuestion {
  Machine gpus;
  std::optional<int> zero_stage;     // of training on several, where one is stated
  std::optional<MemoryTask> task;    // absent: running, and the largest networks of each way of training
  std::optional<NetworkUse> use;     // absent: all; language includes language with images
  std::optional<double> least_rate;  // tokens per second that a language model writes, by the middle of its interval
  std::size_t limit = 0;             // rows of each use and task, 0: all
  bool is_overview = false;          // the groups that most people ask for: others are counted
  std::function<MemoryJob(const Network&, MemoryTask)> job;  // as is usual, or as was asked
};

/// What people look for a model for, where many are asked about at once.
enum class ModelGroup : unsigned char { chat, code, images, video, speech, other };

template <>
inline constexpr auto k_enum_names<ModelGroup> = std::to_array<std::string_view>({"chat", "code", "images", "video",
                                                                                  "speech", "other"});

/// By its use; a language model, with images or without, is one for code where its name says so, else for chat.
[[nodiscard]] ModelGroup group_of(const Network& network);

/// A network that fits, in a format in which it does.
struct NetworkThatFits {
  const Network* network = nullptr;  // of the catalog
  MemoryJob job;
  MemoryNeed need;  // on each GPU; of different ones that share it, on all of them
  FitVerdict verdict = FitVerdict::fits;
  int downloads = 0;  // in 30 days, of all its sizes; 0: not known
  bool is_shape_assumed = false;
  Machine on;                                    // those that do it: all, or the kinds that are best at it
  bool is_format_smaller = false;                // than the usual one, in which it does not fit
  Gigabytes on_host;                             // of weights, keys and values, in the host's memory
  std::optional<NetworkRate> rate;               // tokens written per second, of language models that run
  int largest_context = 0;                       // tokens; 0: not a matter of it
  const WeightFormat* largest_format = nullptr;  // of those that fit too; null: none is larger
};

struct WhatRunsAnswer {
  WhatRunsQuestion question;
  std::vector<NetworkThatFits> rows;   // by task and group, those that are fetched most first, then the largest
  std::optional<PartialDate> counted;  // the newest day of such a count
  std::map<NetworkUse, int> that_fit;  // networks that run, shown or not
  int too_large = 0;
  int too_slow = 0;
  int untold = 0;  // of which the need cannot be told
};

/// Of each group the networks that are fetched most come first, half of the rows; then those of the last two years
/// before older ones, those in their usual format before others, the largest first: what people ask for. Where the
/// usual format does not fit, the largest of llama.cpp's with 3 bits or more that does is taken. A network fits where
/// its need is within the usable memory, tightly where its interval is not.
[[nodiscard]] WhatRunsAnswer what_runs(const WhatRunsQuestion& question, const Catalog& catalog);

}  // namespace gpuadvisor
