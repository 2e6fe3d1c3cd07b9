#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/record.hpp"

namespace gpuadvisor {

/// What a command prints as JSON, described: what is promised (docs/stability.md). Other answers have no schema.
struct AnswerSchema {
  std::string_view name;        // "picks-guide": of data/schema/output/picks-guide.schema.json
  std::string_view invocation;  // that prints it: "picks --guide"
  const RecordShape& (*shape)();
};

/// All of them, by name.
[[nodiscard]] std::span<const AnswerSchema> answer_schemas();

/// The JSON Schema of an answer (2020-12). Requires one of answer_schemas().
[[nodiscard]] std::string schema_text(const AnswerSchema& schema);

}  // namespace gpuadvisor
