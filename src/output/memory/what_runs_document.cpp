#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/text.hpp"
#include "job_words.hpp"
#include "memory_words.hpp"
#include "output/phrases/fact.hpp"
#include "output/phrases/fit_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"
#include "token_text.hpp"
#include "what_runs_view.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_room_for_context = 72;

constexpr auto k_use_titles =
    std::to_array<std::string_view>({"language", "language and images", "reading documents", "embeddings", "images",
                                     "video", "speech to text", "text to speech", "vision", "robotics"});
static_assert(k_use_titles.size() == k_enum_names<NetworkUse>.size());

std::string_view use_title(NetworkUse use) { return k_use_titles[static_cast<std::size_t>(use)]; }

bool runs(const NetworkThatFits& row) { return row.job.task == MemoryTask::run; }

/// "2x GeForce RTX 3090", "A card of 24 GiB".
std::string hardware_text(const Machine& gpus) {
  if (!gpus.kinds.empty()) {
    return first_of(
        mapped(gpus.kinds, [](const GpuGroup& kind) { return with_count(kind.count, brief_name(*kind.gpu)); }), 3,
        "and");
  }
  const std::string card = fmt::format("card of {:g} GB", gpus.memory.nominal.value());
  return gpus.count > 1 ? with_count(gpus.count, card) : "A " + card;
}

/// "of 25.3 GB on each"; of different ones that share a network, of all of them, or which of them do it alone.
std::string of_memory_text(const NetworkThatFits& row, const Machine& all) {
  if (row.on.is_mixed()) return fmt::format("of {} together", gigabytes_text(row.on.together()));
  return fmt::format("of {}{}{}", gigabytes_text(row.on.memory.usable), row.on.count > 1 ? " on each" : "",
                     all.is_mixed() ? fmt::format(", on the {} alone", hardware_text(row.on)) : "");
}

bool is_in_host(const NetworkThatFits& row) { return row.job.offloads_parts || row.job.layers_on_host > 0; }

/// Marks of a row, explained below the table.
std::string marks(const NetworkThatFits& row) {
  return std::string(row.verdict == FitVerdict::tight ? " tight" : "") + (is_in_host(row) ? "*" : "");
}

std::string need_text(const NetworkThatFits& row) {
  const Gigabytes on_host = row.on_host;
  return fmt::format("{}{:.1f}{}{}", row.is_shape_assumed ? "~" : "", row.need.total.value(),
                     on_host > Gigabytes{0} ? fmt::format(" (+{:.0f})", on_host.value()) : "", marks(row));
}

bool any_of_rows(const WhatRunsAnswer& answer, auto has) {
  return std::any_of(answer.rows.begin(), answer.rows.end(), has);
}

bool has_larger_formats(const WhatRunsAnswer& answer) {
  return any_of_rows(answer, [](const NetworkThatFits& row) { return row.largest_format != nullptr; });
}

/// Tokens that the needs of language models are told for; 0 where there are none.
int tokens_of(const WhatRunsAnswer& answer) {
  const auto row = std::find_if(answer.rows.begin(), answer.rows.end(),
                                [](const NetworkThatFits& one) { return runs(one) && one.largest_context > 0; });
  return row == answer.rows.end() ? 0 : row->job.tokens;
}

std::string need_title(const WhatRunsAnswer& answer) {
  const int tokens = tokens_of(answer);
  return tokens == 0 ? "GB" : "GB at " + context_text(tokens);
}

/// "chat, vision": what a model of an overview is for.
std::string purpose(const Network& network) {
  return std::string(enum_name(group_of(network))) + (network.use == NetworkUse::multimodal ? ", vision" : "");
}

/// The models that run: of an overview with what for, else under a bold row of each use.
Table run_table(const WhatRunsAnswer& answer, bool has_larger, bool has_context) {
  const bool is_overview = answer.question.is_overview;
  const std::string need = need_title(answer);
  Table table{{{"model", false, true}, {"format"}, {need, true}}, {}};
  if (has_context) table.columns.push_back({"context", true});
  table.columns.push_back({"tokens/s", true});
  table.columns.insert(table.columns.begin() + (is_overview ? 0 : 1),
                       is_overview ? TableColumn{"for"} : TableColumn{"size", true});
  if (has_larger) table.columns.push_back({"also in"});
  const std::optional<NetworkUse>* last = nullptr;
  for (const NetworkThatFits& row : answer.rows) {
    if (!runs(row)) continue;
    const auto& use = row.network->use;
    if (!is_overview && !answer.question.use && use && (last == nullptr || *last != use)) {
      const auto fit = answer.that_fit.find(*use);
      std::vector<std::string> title(table.columns.size());
      title.front() = fmt::format("{} ({} fit)", use_title(*use), fit == answer.that_fit.end() ? 0 : fit->second);
      table.add(std::move(title), Style::bold);
      last = &use;
    }
    std::vector<std::string> cells = {std::string(row.network->name), format_name(row.job.weights), need_text(row)};
    if (has_context) cells.push_back(row.largest_context == 0 ? "-" : context_text(row.largest_context));
    cells.push_back(row.rate ? rate_text(*row.rate) : "-");
    cells.insert(cells.begin() + (is_overview ? 0 : 1),
                 is_overview ? purpose(*row.network) : parameters_text(row.network->parameters));
    if (has_larger) cells.push_back(row.largest_format == nullptr ? "-" : format_name(*row.largest_format));
    table.add(std::move(cells));
  }
  return table;
}

constexpr auto k_ways_of_training = std::to_array<std::pair<MemoryTask, std::string_view>>(
    {{MemoryTask::qlora, "QLoRA"}, {MemoryTask::lora, "LoRA"}, {MemoryTask::train, "all weights"}});

/// The largest with memory to spare that is trained in a way, else the largest; null where there is none.
const NetworkThatFits* largest_trained(const WhatRunsAnswer& answer, MemoryTask task) {
  const auto key = [](const NetworkThatFits& row) {
    return std::pair(row.verdict == FitVerdict::fits, row.network->parameters);
  };
  const NetworkThatFits* largest = nullptr;
  for (const NetworkThatFits& row : answer.rows) {
    if (row.job.task == task && (largest == nullptr || key(row) > key(*largest))) largest = &row;
  }
  return largest;
}

}  // namespace

std::string what_they_train(const WhatRunsAnswer& answer) {
  std::vector<std::string> ways;
  for (const auto& [task, title] : k_ways_of_training) {
    if (const NetworkThatFits* row = largest_trained(answer, task)) {
      ways.push_back(
          fmt::format("{} up to {}{}", title, row->network->name, row->verdict == FitVerdict::tight ? " (tight)" : ""));
    }
  }
  return ways.empty() ? std::string() : fmt::format("Trains: {}.", enumeration(ways));
}

namespace {

/// The same; another format that fits as well is told where it has room, and on narrow pages no context.
Table narrow_run_table(const WhatRunsAnswer& answer, std::size_t room) {
  Table table = run_table(answer, has_larger_formats(answer), true);
  return natural_width(table) <= room ? table : run_table(answer, false, room >= k_room_for_context);
}

/// What is trained; with the way of it, unless that was asked for.
Table trained_table(const WhatRunsAnswer& answer) {
  const bool has_way = !answer.question.task;
  Table table{{{"model", false, true}, {"size", true}, {"weights"}, {"GB", true}, {"released"}}, {}};
  if (has_way) table.columns.push_back({"task"});
  for (const NetworkThatFits& row : answer.rows) {
    if (runs(row)) continue;
    std::vector<std::string> cells = {
        std::string(row.network->name), parameters_text(row.network->parameters), format_name(row.job.weights),
        need_text(row), or_dash(row.network->released, [](const PartialDate& date) { return date.text(); })};
    if (has_way) cells.emplace_back(enum_name(row.job.task));
    table.add(std::move(cells));
  }
  return table;
}

/// "Seed-OSS 36B in Q4_K_M, 24.0 of 25.3 GB on each, 18-42 tokens/s".
std::string fit_text(const NetworkThatFits& row, const Machine& all) {
  return fmt::format("{} in {}, {:.1f} {}{}", row.network->name, format_name(row.job.weights), row.need.total.value(),
                     of_memory_text(row, all), row.rate ? fmt::format(", {} tokens/s", rate_text(*row.rate)) : "");
}

}  // namespace

std::string what_they_run(const WhatRunsAnswer& answer) {
  const Machine& gpus = answer.question.gpus;
  if (answer.rows.empty()) return fmt::format("None of these models fits {}.", hardware_text(gpus));
  const NetworkThatFits& first = answer.rows.front();
  const auto is_alike = [&](const NetworkThatFits& row) {
    return runs(row) == runs(first) && group_of(*row.network) == group_of(*first.network);
  };
  const auto roomy = std::find_if(answer.rows.begin(), answer.rows.end(), [&](const NetworkThatFits& row) {
    return row.verdict == FitVerdict::fits && is_alike(row);
  });
  const std::string_view verb = runs(first) ? (gpus.is_mixed() ? "run" : "runs") : gpus.is_mixed() ? "train" : "trains";
  if (roomy == answer.rows.end()) {
    return fmt::format("{} {} {}: tight.", hardware_text(gpus), verb, fit_text(first, gpus));
  }
  const NetworkThatFits* largest = &*roomy;
  for (const NetworkThatFits& row : answer.rows) {
    if (is_alike(row) && row.network->parameters > largest->network->parameters) largest = &row;
  }
  std::string more;
  if (largest != &*roomy) {
    more = fmt::format("; the largest is {}{}", largest->network->name,
                       largest->verdict == FitVerdict::tight ? ", which only just fits" : "");
  }
  return fmt::format("{} {} {}{}{}.", hardware_text(gpus), verb, roomy->downloads > 0 ? "" : "models up to ",
                     fit_text(*roomy, gpus), more);
}

namespace {

/// A mark that some rows have: what it says on the screen, and explained.
struct Mark {
  std::string_view brief;
  std::string_view meaning;
};

std::vector<Mark> marks_of(const WhatRunsAnswer& answer) {
  std::vector<Mark> found;
  if (any_of_rows(answer, [](const NetworkThatFits& row) { return row.verdict == FitVerdict::tight; })) {
    found.push_back({k_tight_in_brief, k_tight_meaning});
  }
  const bool has_layers = any_of_rows(answer, [](const NetworkThatFits& row) { return row.job.layers_on_host > 0; });
  if (any_of_rows(answer, is_in_host)) {
    found.push_back({"*: part of it in RAM (+GB)",
                     has_layers ? "*: with experts, layers or idle parts in RAM; its size is in brackets"
                                : "*: with text encoders and other idle parts in RAM"});
  }
  if (any_of_rows(answer, [](const NetworkThatFits& row) { return row.is_shape_assumed; })) {
    found.push_back(
        {"~: roughly", "~: roughly; its layers are not known, and those of a model of its size are assumed"});
  }
  return found;
}

/// What columns and marks mean, a line each.
std::vector<std::string> legend(const WhatRunsAnswer& answer) {
  const Machine& gpus = answer.question.gpus;
  const int tokens = tokens_of(answer);
  std::vector<std::string> lines;
  lines.push_back(fmt::format("GB: needed{}{}, in 10^9 bytes; {} leave {} to programs",
                              tokens > 0 ? fmt::format(" with {} tokens", counted(tokens)) : "",
                              gpus.is_mixed()  ? " on each card, or where different ones share a model on all"
                              : gpus.count > 1 ? " on each card"
                                               : "",
                              gibibytes_text(gpus.memory.nominal), gigabytes_text(gpus.memory.usable)));
  for (const Mark& mark : marks_of(answer)) lines.emplace_back(mark.meaning);
  if (tokens > 0) {
    lines.emplace_back("context: the most tokens that fit; A3B in a name: 3 billion parameters are used per token");
    lines.emplace_back("tokens/s: written; 80 % of measured speeds are in such a range");
  }
  if (has_larger_formats(answer)) lines.emplace_back("also in: the largest format that fits as well");
  return lines;
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

std::string left_out(const WhatRunsView& view) {
  const WhatRunsAnswer& answer = view.answer;
  std::string text = other_uses(answer);
  if (answer.counted) {
    text += fmt::format("Those that are fetched most come first, by counts to {}, then the largest. ",
                        answer.counted->text());
  }
  text += fmt::format("{} models are too large", answer.too_large);
  if (answer.too_slow > 0) text += fmt::format(", {} too slow or of unknown speed", answer.too_slow);
  if (answer.untold > 0) text += fmt::format(", {} could not be estimated", answer.untold);
  return text + ". More: -n 0, or `memory MODEL` for one.";
}

/// Marks that stand in the rows, and where more is to be had.
std::string short_legend(const WhatRunsAnswer& answer) {
  std::string text;
  for (const Mark& mark : marks_of(answer)) text += fmt::format("{}. ", mark.brief);
  if (answer.too_large > 0) text += fmt::format("{} models are too large. ", answer.too_large);
  return text + "More: --explain, -n 0, --use USE; `memory MODEL` for one.";
}

}  // namespace

Document document_of(const WhatRunsView& view, std::size_t room) {
  const WhatRunsAnswer& answer = view.answer;
  const auto& task = answer.question.task;
  Sheet sheet;
  sheet.lead(Document().title(what_they_run(answer)).gap());
  if (answer.rows.empty()) return sheet.document({});
  if (task && *task != MemoryTask::run) {
    sheet.fact(Fact::training, Document().table(trained_table(answer)).gap()).more(legend(answer));
  } else {
    sheet.fact(Fact::models, Document().table(narrow_run_table(answer, room)).gap());
    sheet.more(left_out(view)).more(legend(answer));
  }
  if (!task) {
    sheet.last_on_screen(what_they_train(answer)).fact(Fact::training);
    sheet.more(fmt::format("one sequence of 2,048 tokens at a time{}",
                           answer.question.gpus.count > 1 ? ", split over the cards as far as needed" : ""));
    sheet.more(trained_table(answer));
  }
  return sheet.last_on_screen(short_legend(answer)).document(view.depth);
}

}  // namespace gpuadvisor
