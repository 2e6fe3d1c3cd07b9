#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/named_value.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/picks/chart_view.hpp"

namespace gpuadvisor::cli {
namespace {

/// The options of the command.
struct ChartOptions {
  std::string answers;
  std::optional<Usd> budget;
  bool all_paths = false;

  void add_to(OptionParser& parser) {
    parser.add("--answers", answers, "A,B,...", "Answers in order, in full or abbreviated: y, n, rich, ...");
    parser.add("-b,--budget", budget, "USD", "Answers the questions about money from today's prices", dollars);
    parser.add_flag("--paths", all_paths, "List every path through the chart and where it leads");
  }
};

/// What a person at the terminal types, without the end of the line; nothing at the end of input.
std::optional<std::string> typed_line() {
  std::string line;
  for (int character = std::getc(stdin); character != '\n'; character = std::getc(stdin)) {
    if (character == EOF) return line.empty() ? std::nullopt : std::optional(line);
    line += static_cast<char>(character);
  }
  return line;
}

/// Answers nodes by the budget, then from --answers, then, at a terminal, by asking.
class Answerer {
 public:
  Answerer(const ChartOptions& options, const Catalog& now)
      : m_budget(options.budget), m_now(now), m_asks(isatty(STDIN_FILENO) == 1) {
    if (!options.answers.empty()) m_answers = split(options.answers, ',');
  }

  std::optional<ChartReply> operator()(const ChartNode& node) {
    if (m_budget && node.kind == ChartNodeKind::rung) return reply_by_budget(node, *m_budget, m_now);
    if (m_used < m_answers.size()) return {{given(node)}};
    if (m_asks) return asked(node);
    return std::nullopt;
  }

  /// Whether a person is asked for what no option answers.
  [[nodiscard]] bool asks() const { return m_asks; }

  /// Throws UsageError where an answer was given for nothing.
  void check_all_used() const {
    if (m_used == m_answers.size()) return;
    throw UsageError(fmt::format("--answers: expected {} on this way, found {}: \"{}\" answers nothing", m_used,
                                 m_answers.size(), printable(m_answers[m_used])));
  }

 private:
  std::string_view given(const ChartNode& node) {
    const std::string_view text = m_answers[m_used++];
    if (const auto answer = answer_meant(node, text)) return *answer;
    throw UsageError(fmt::format(R"(--answers: expected {} to "{}", found "{}"{})", expected_answers(node),
                                 question(node), printable(text), did_you_mean(text, answers_of(node))));
  }

  [[nodiscard]] std::string question(const ChartNode& node) const {
    return question_line(node, price_of_rung(node, m_now));
  }

  /// Asks until there is an answer, or no more input.
  std::optional<ChartReply> asked(const ChartNode& node) {
    while (true) {
      (void)std::fputs(prompt(fmt::format("{} [{}]", question(node), expected_answers(node))).c_str(), stderr);
      const auto line = typed_line();
      if (!line) {
        (void)std::fputs("\n", stderr);
        return std::nullopt;
      }
      const auto text = split(*line, ',').front();
      if (const auto answer = answer_meant(node, text)) return {{*answer}};
      (void)std::fputs(fmt::format("Expected {}, found \"{}\".\n", expected_answers(node), printable(*line)).c_str(),
                       stderr);
    }
  }

  /// A question in lines of a terminal's usual width, with room for the answer at its end.
  static std::string prompt(std::string_view question) {
    constexpr std::size_t k_width = 76;
    std::string lines = wrapped(question, k_width);
    if (lines.ends_with('\n')) lines.pop_back();
    return lines + ' ';
  }

  std::optional<Usd> m_budget;
  const Catalog& m_now;
  bool m_asks;
  std::vector<std::string_view> m_answers;
  std::size_t m_used = 0;
};

/// The way that answers lead. Throws UsageError where they do not lead to an end.
ChartWalk answered_walk(const DecisionChart& chart, const ChartOptions& options, const Catalog& now) {
  Answerer answerer(options, now);
  ChartWalk found = walk(chart, std::ref(answerer));
  if (!found.is_complete) {
    const std::string so_far = answers_text(found);
    if (answerer.asks()) {
      throw UsageError(fmt::format("the input ended before an answer to \"{}\": expected {}",
                                   question_line(*found.at, price_of_rung(*found.at, now)),
                                   expected_answers(*found.at)));
    }
    throw UsageError(fmt::format("--answers: {}the chart asks: {} Expected one more answer, {}",
                                 so_far.empty() ? "" : fmt::format("after {} ", so_far),
                                 question_line(*found.at, price_of_rung(*found.at, now)), expected_answers(*found.at)));
  }
  answerer.check_all_used();
  return found;
}

}  // namespace

Outcome run_chart(Arguments arguments) {
  ChartOptions options;
  SessionOptions common;
  OptionParser parser(
      "chart",
      "Answer the questions of the newest guide's decision chart, on a terminal or with\n--answers. Shows what the "
      "chart says, with prices then and now, and what to buy\ntoday in the same case.\n\n"
      "Examples:\n"
      "  gpuadvisor chart\n"
      "  gpuadvisor chart --answers n,y,y,n,y\n"
      "  gpuadvisor chart --answers n,y,n --budget 600\n"
      "  gpuadvisor chart --paths\n");
  options.add_to(parser);
  common.add_to(parser, k_formats);
  parser.parse(arguments);
  if (options.all_paths && !(options.answers.empty() && !options.budget)) {
    throw UsageError("--paths shows every path: leave out --answers and --budget");
  }

  Session session(common, ScorePrecision::fp16);
  const Catalog& catalog = session.catalog();
  const auto chart = newest_chart(catalog);
  if (!chart) return session.none("no guide of that day has a decision chart");
  const auto& published = chart->guide->date;
  const Catalog then = published ? session.all().known_by(session.all().known_on(*published)) : catalog;
  const ChartDays days{catalog, then};
  std::vector<ChartAnswer> answers;
  if (options.all_paths) {
    for (ChartWalk& way : all_walks(*chart)) answers.push_back(chart_answer(std::move(way), days, options.budget));
  } else {
    answers.push_back(chart_answer(answered_walk(*chart, options, catalog), days, options.budget));
  }
  return session.answer(ChartView{session.stamp(), *chart, answers, options.budget, options.all_paths});
}

}  // namespace gpuadvisor::cli
