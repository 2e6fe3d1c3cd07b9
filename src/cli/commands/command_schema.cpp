#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/option_parser.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/schemas.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

/// A line for each answer: the name of its schema, and what prints it.
std::string list_of_names() {
  std::string text;
  for (const AnswerSchema& schema : answer_schemas()) {
    text += fmt::format("{:<18} gpuadvisor {} --format json\n", schema.name, schema.invocation);
  }
  return text;
}

std::vector<std::string_view> schema_names() { return mapped(answer_schemas(), &AnswerSchema::name); }

const AnswerSchema& asked_schema(std::string_view name) {
  const auto schemas = answer_schemas();
  const auto found = std::find_if(schemas.begin(), schemas.end(), [&](const auto& one) { return one.name == name; });
  if (found != schemas.end()) return *found;
  refuse("NAME", name, schema_names());
}

}  // namespace

Outcome run_schema(Arguments arguments) {
  std::vector<std::string> names;
  OptionParser parser("schema",
                      "The JSON Schema (2020-12) of what a command prints as JSON, with the meaning of\n"
                      "every member. Without a name: the names, and which command prints what. Answers\n"
                      "that are not listed may change with any version.\n\n"
                      "Examples:\n"
                      "  gpuadvisor schema\n"
                      "  gpuadvisor schema recommend\n");
  parser.add_each("[NAME]", names, "", "Whose schema", offering(schema_names(), as_typed));
  parser.parse(arguments);
  if (names.empty()) return {list_of_names(), "", k_answered};
  if (names.size() > 1) throw UsageError(fmt::format("NAME: expected one, found {}", names.size()));
  return {schema_text(asked_schema(names.front())), "", k_answered};
}

}  // namespace gpuadvisor::cli
