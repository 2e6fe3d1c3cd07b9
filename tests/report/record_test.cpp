#include "report/record.hpp"

#include "report/flat.hpp"
#include "report/record_schema.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

enum class Advice { wait, upgrade };

struct Gain {
  double ratio = 0;
  std::optional<double> low;
};

struct Step {
  std::string_view id;
  Gain gain;
  std::optional<Usd> price;
  std::vector<std::string_view> sources;
};

struct Plan {
  Advice advice = Advice::wait;
  std::vector<Step> steps;
  std::optional<std::string_view> remark;
};

struct Plans {
  std::vector<Plan> plans;
};

}  // namespace

template <>
inline constexpr auto k_enum_names<Advice> = std::to_array<std::string_view>({"wait", "upgrade"});

template <>
Record<Gain> description() {
  return Record<Gain>("gain", "How many times as fast", JsonWriter::Layout::one_line)
      .member<&Gain::ratio>("ratio", "In the middle", positive())
      .member<&Gain::low>("low", "Lower end");
}

template <>
Record<Step> description() {
  return Record<Step>("step", "A card to buy")
      .member<&Step::id>("id", "Of the card", id())
      .member<&Step::gain>("gain", "Over the owned card")
      .member<&Step::price>("price_usd", "What it costs")
      .member<&Step::sources>("sources", "Where the price is from", ids())
      .member("known", "Whether it has a price", flat_only(), [](const Step& step) { return step.price.has_value(); });
}

template <>
Record<Plan> description() {
  return Record<Plan>("plan", "What to do")
      .member<&Plan::advice>("advice", "In a word")
      .member<&Plan::steps>("steps", "The cards")
      .member<&Plan::remark>("remark", "Where there is one", omitted_when_empty());
}

template <>
Record<Plans> description() {
  return Record<Plans>("plans", "All plans")
      .constant("command", "What was asked", {std::string("plans")})
      .member<&Plans::plans>("plans", "One by one", fewest(1));
}

namespace {

Plans two_plans() {
  const Step step{"rtx-3090", {1.5, {}}, Usd{900}, {"shop", "tracker"}};
  return {{{Advice::upgrade, {step}, "old"}, {Advice::wait, {}, {}}}};
}

TEST_CASE("a described result as JSON has its members in order, null for what is unknown", "[report]") {
  CHECK(json_text(value_of(two_plans())) == R"({
  "command": "plans",
  "plans": [
    {
      "advice": "upgrade",
      "steps": [
        {
          "id": "rtx-3090",
          "gain": {"ratio": 1.5, "low": null},
          "price_usd": 900,
          "sources": ["shop", "tracker"]
        }
      ],
      "remark": "old"
    },
    {
      "advice": "wait",
      "steps": []
    }
  ]
}
)");
}

TEST_CASE("its schema follows from the types of the members", "[report]") {
  CHECK(json_schema(record<Plans>().shape(), "plans.schema.json", "Plans") == R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "plans.schema.json",
  "title": "Plans",
  "type": "object",
  "description": "All plans",
  "properties": {
    "command": {"description": "What was asked", "const": "plans"},
    "plans": {"description": "One by one", "type": "array", "items": {"$ref": "#/$defs/plan"}, "minItems": 1}
  },
  "required": ["command", "plans"],
  "additionalProperties": false,
  "$defs": {
    "plan": {
      "type": "object",
      "description": "What to do",
      "properties": {
        "advice": {"description": "In a word", "enum": ["wait", "upgrade"]},
        "steps": {"description": "The cards", "type": "array", "items": {"$ref": "#/$defs/step"}},
        "remark": {"description": "Where there is one", "type": "string", "minLength": 1}
      },
      "required": ["advice", "steps"],
      "additionalProperties": false
    },
    "step": {
      "type": "object",
      "description": "A card to buy",
      "properties": {
        "id": {"description": "Of the card", "type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
        "gain": {"description": "Over the owned card", "$ref": "#/$defs/gain"},
        "price_usd": {"description": "What it costs", "type": ["number", "null"]},
        "sources": {"description": "Where the price is from", "type": "array", "items": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}}
      },
      "required": ["id", "gain", "price_usd", "sources"],
      "additionalProperties": false
    },
    "gain": {
      "type": "object",
      "description": "How many times as fast",
      "properties": {
        "ratio": {"description": "In the middle", "type": "number", "exclusiveMinimum": 0},
        "low": {"description": "Lower end", "type": ["number", "null"]}
      },
      "required": ["ratio", "low"],
      "additionalProperties": false
    }
  }
}
)");
}

TEST_CASE("flat records take their fields from paths, and may keep a parent without items", "[report]") {
  const Value plans = value_of(two_plans());
  const RecordShape& shape = record<Plans>().shape();
  const auto fields =
      std::to_array<std::string_view>({"advice", "step: steps#", "id", "gain: gain.ratio", "sources", "known"});
  const auto of_plans = std::to_array<std::string_view>({"first: steps[0].sources[; ]", "all: steps[;].id"});
  CHECK(records_csv(flat_records(plans, shape, "plans[].steps[]?", fields), true) ==
        "advice,step,id,gain,sources,known\n"
        "upgrade,1,rtx-3090,1.5,shop tracker,true\n"
        "wait,,,,,\n");
  CHECK(flat_records(plans, shape, "plans[].steps[]", fields).rows.size() == 1);
  CHECK(records_json_lines(flat_records(plans, shape, "plans[]", of_plans)) ==
        "{\"first\": \"shop; tracker\", \"all\": \"rtx-3090\"}\n"
        "{\"first\": null, \"all\": null}\n");
  CHECK(flat_records(plans, shape, "plans[].steps[]", fields).fields[3].meaning == "In the middle");
  CHECK_THROWS_AS(flat_records(plans, shape, "plans[]", std::to_array<std::string_view>({"nothing"})),
                  std::logic_error);
}

}  // namespace
}  // namespace gpuadvisor
