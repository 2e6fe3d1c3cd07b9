#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "job_words.hpp"
#include "memory_words.hpp"
#include "output/phrases/data_day.hpp"
#include "report/number_text.hpp"
#include "token_text.hpp"
#include "what_runs_view.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_use_titles =
    std::to_array<std::string_view>({"language", "language and images", "reading documents", "embeddings", "images",
                                     "video", "speech to text", "text to speech", "vision", "robotics"});
static_assert(k_use_titles.size() == k_enum_names<NetworkUse>.size());

std::string_view use_title(NetworkUse use) { return k_use_titles[static_cast<std::size_t>(use)]; }

bool runs(const NetworkThatFits& row) { return row.job.task == MemoryTask::run; }

/// "2x GeForce RTX 3090", "A card of 24 GiB".
std::string hardware_text(const GpusAtHand& gpus) {
  const std::string one =
      gpus.gpu == nullptr ? "card of " + gibibytes_text(gpus.memory.nominal) : std::string(short_name(*gpus.gpu));
  if (gpus.count > 1) return fmt::format("{}x {}", gpus.count, one);
  return gpus.gpu == nullptr ? "A " + one : one;
}

/// Marks of a row, explained below the table.
std::string marks(const NetworkThatFits& row) {
  return std::string(row.verdict == FitVerdict::tight ? " tight" : "") + (row.offloads_parts ? "*" : "");
}

std::vector<std::string> cells(const NetworkThatFits& row) {
  return {std::string(row.network->name),
          parameters_text(row.network->parameters),
          format_name(row.job.weights),
          fmt::format("{}{:.1f}{}", row.is_shape_assumed ? "~" : "", row.need.total.value(), marks(row)),
          row.largest_context == 0 ? "-" : context_text(row.largest_context),
          row.rate ? rate_text(*row.rate) : "-",
          row.largest_format == nullptr ? "-" : format_name(*row.largest_format)};
}

/// The networks that run, a bold row above those of each use.
Table run_table(const WhatRunsAnswer& answer) {
  Table table{{{"network", false, true},
               {"size", true},
               {"format"},
               {"GB", true},
               {"context", true},
               {"tokens/s", true},
               {"up to"}},
              {}};
  const std::optional<NetworkUse>* last = nullptr;
  for (const NetworkThatFits& row : answer.rows) {
    if (!runs(row)) continue;
    const auto& use = row.network->use;
    if (use && (last == nullptr || *last != use)) {
      const auto fit = answer.that_fit.find(*use);
      table.add({fmt::format("{} ({} fit)", use_title(*use), fit == answer.that_fit.end() ? 0 : fit->second), "", "",
                 "", "", "", ""},
                Style::bold);
      last = &use;
    }
    table.add(cells(row));
  }
  return table;
}

/// "QLoRA: Qwen3 32B (21.3 GB), ..."
std::string trained_text(const WhatRunsAnswer& answer, MemoryTask task, std::string_view title) {
  std::string text;
  for (const NetworkThatFits& row : answer.rows) {
    if (row.job.task != task) continue;
    text += fmt::format("{}{} ({:.1f} GB{})", text.empty() ? "" : ", ", row.network->name, row.need.total.value(),
                        marks(row));
  }
  return text.empty() ? fmt::format("{}: none", title) : fmt::format("{}: {}", title, text);
}

/// Of one way of training, where that was asked for.
Table trained_table(const WhatRunsAnswer& answer) {
  Table table{{{"network", false, true}, {"size", true}, {"weights"}, {"GB", true}, {"released"}}, {}};
  for (const NetworkThatFits& row : answer.rows) {
    table.add({std::string(row.network->name), parameters_text(row.network->parameters), format_name(row.job.weights),
               fmt::format("{}{:.1f}{}", row.is_shape_assumed ? "~" : "", row.need.total.value(), marks(row)),
               or_dash(row.network->released, [](const PartialDate& date) { return date.text(); })});
  }
  return table;
}

/// What is the largest, in a sentence.
std::string lead(const WhatRunsAnswer& answer) {
  const std::string hardware = hardware_text(answer.question.gpus);
  if (answer.rows.empty()) return fmt::format("{} has room for no network that was asked for.", hardware);
  const NetworkThatFits& first = answer.rows.front();
  const std::string speed = first.rate ? fmt::format(", {} tokens/s", rate_text(*first.rate)) : "";
  return fmt::format("{} {} networks up to {} in {}: {:.1f} GB of {}{}.", hardware, runs(first) ? "runs" : "trains",
                     first.network->name, format_name(first.job.weights), first.need.total.value(),
                     gigabytes_text(answer.question.gpus.memory.usable), speed);
}

std::string legend(const WhatRunsView& view) {
  const WhatRunsAnswer& answer = view.answer;
  const auto any = [&](auto has) { return std::any_of(answer.rows.begin(), answer.rows.end(), has); };
  std::string text = "GB: what it needs on each GPU; ";
  if (any([](const NetworkThatFits& row) { return row.is_shape_assumed; })) {
    text += "~: its shape is not known, that of a network of its size is assumed; ";
  }
  if (any([](const NetworkThatFits& row) { return row.verdict == FitVerdict::tight; })) {
    text += "tight: less than a tenth is left, or the need's interval reaches beyond; ";
  }
  if (!any(runs)) {
    text.resize(text.size() - 2);
    return text + '.';
  }
  text += "context: tokens that fit; tokens/s: written, an 80 % interval; up to: the largest format that fits too.";
  if (any([](const NetworkThatFits& row) { return row.offloads_parts; })) text += ' ' + std::string(k_offload_legend);
  return text;
}

/// "Also fit: 4 documents, 27 vision": what an overview passes over.
std::string other_uses(const WhatRunsAnswer& answer) {
  std::vector<std::string> others;
  for (const auto& [use, count] : answer.that_fit) {
    const bool is_shown = std::any_of(answer.rows.begin(), answer.rows.end(),
                                      [&, use = use](const NetworkThatFits& row) { return row.network->use == use; });
    if (!is_shown) others.push_back(fmt::format("{} {}", count, enum_name(use)));
  }
  return others.empty() ? std::string() : fmt::format("Also fit: {}; --use USE lists them. ", enumeration(others));
}

std::string left_out(const WhatRunsAnswer& answer) {
  std::string text =
      other_uses(answer) +
      fmt::format("Networks of the last two years come first, the largest first; {} are too large", answer.too_large);
  if (answer.too_slow > 0) text += fmt::format(", {} too slow or of unknown speed", answer.too_slow);
  if (answer.untold > 0) text += fmt::format(", of {} the need is not known", answer.untold);
  return text + ". More: -n 0, or `memory NETWORK` for one.";
}

}  // namespace

Document what_runs_document(const WhatRunsView& view) {
  const WhatRunsAnswer& answer = view.answer;
  Document document;
  document.title(lead(answer)).gap();
  if (answer.rows.empty()) return document;
  const auto& task = answer.question.task;
  if (task && *task != MemoryTask::run) return document.table(trained_table(answer)).gap().paragraph(legend(view));
  document.table(run_table(answer)).gap();
  if (!task) {
    document.paragraph("Trains, one sequence of 2,048 tokens at a time:");
    document.item(trained_text(answer, MemoryTask::qlora, "QLoRA"));
    document.item(trained_text(answer, MemoryTask::lora, "LoRA"));
    document.item(trained_text(answer, MemoryTask::train, "all weights"));
  }
  return document.gap().paragraph(left_out(answer)).paragraph(legend(view));
}

}  // namespace gpuadvisor
