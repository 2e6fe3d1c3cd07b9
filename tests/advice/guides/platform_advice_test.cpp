#include "advice/guides/platform_advice.hpp"

#include "support/catch2.hpp"
#include "support/test_guides.hpp"

using namespace gpuadvisor;

namespace {

std::string rule(const std::string& guide, const std::string& id, const std::string& platform,
                 const std::string& stance, const std::string& more = "") {
  return R"({"guide": ")" + guide + R"(", "id": ")" + id + R"(", "platform": ")" + platform + R"(", "stance": ")" +
         stance + R"(", "says": "S.", "source": "shop")" + more + "}";
}

Catalog with_rules(const std::vector<std::string>& rules) {
  std::string list;
  for (const auto& text : rules) list += (list.empty() ? "" : ", ") + text;
  return catalog_with_guides(R"("platform_rules": [)" + list + "]");
}

/// "own-gpu recommends: a b; cpu limited: c".
std::string told(const std::vector<PlatformAdvice>& advice) {
  std::string text;
  for (const PlatformAdvice& platform : advice) {
    text += std::string(text.empty() ? "" : "; ") + std::string(enum_name(platform.platform)) + ' ' +
            std::string(enum_name(platform.stance())) + ':';
    for (const auto& rule : platform.rules) text += ' ' + std::string(rule->id);
  }
  return text;
}

}  // namespace

TEST_CASE("a rule applies when all that it names is asked for", "[advice]") {
  const Catalog catalog =
      with_rules({rule("old", "any", "own-gpu", "recommends"),
                  rule("old", "rnn", "cloud-gpu", "recommends", R"(, "workloads": ["rnn"])"),
                  rule("old", "train-cnn", "cloud-tpu", "recommends", R"(, "workloads": ["cnn"], "phase": "training")"),
                  rule("old", "late", "cpu", "recommends", R"(, "need": "deadline", "frameworks": ["pytorch"])")});
  PlatformQuestion question;
  CHECK(told(platform_advice(question, catalog)) == "own-gpu recommends: any");
  question.workload = catalog.workload("cnn");
  CHECK(told(platform_advice(question, catalog)) == "own-gpu recommends: any");
  question.phase = Phase::training;
  CHECK(told(platform_advice(question, catalog)) == "cloud-tpu recommends: train-cnn; own-gpu recommends: any");
  question.phase = Phase::inference;
  question.need = Need::deadline;
  question.framework = "tensorflow";
  CHECK(told(platform_advice(question, catalog)) == "own-gpu recommends: any");
  question.framework = "pytorch";
  CHECK(told(platform_advice(question, catalog)) == "cpu recommends: late; own-gpu recommends: any");
}

TEST_CASE("of platforms that rank alike the one that the guide names first comes first", "[advice]") {
  const Catalog catalog =
      with_rules({rule("old", "one", "cloud-tpu", "recommends"), rule("old", "two", "cloud-gpu", "recommends")});
  CHECK(told(platform_advice({}, catalog)) == "cloud-tpu recommends: one; cloud-gpu recommends: two");
}

TEST_CASE("a rule for the parts of a mean is for the mean", "[advice]") {
  const Catalog catalog =
      with_rules({rule("old", "one", "own-gpu", "recommends", R"(, "workloads": ["cnn"])"),
                  rule("old", "both", "cloud-tpu", "recommends", R"(, "workloads": ["transformer", "cnn"])")});
  PlatformQuestion question;
  question.workload = catalog.workload("general");
  CHECK(told(platform_advice(question, catalog)) == "cloud-tpu recommends: both");
}

TEST_CASE("of a platform's rules the one that names most decides, then the newest, then the most reserved",
          "[advice]") {
  const Catalog catalog =
      with_rules({rule("old", "old-any", "cpu", "advises-against"), rule("new", "new-any", "cpu", "limited"),
                  rule("old", "phase", "cpu", "recommends", R"(, "phase": "prototype")"),
                  rule("old", "need", "cpu", "limited", R"(, "need": "no-money")")});
  PlatformQuestion question;
  CHECK(told(platform_advice(question, catalog)) == "cpu limited: new-any old-any");
  question.phase = Phase::prototype;
  CHECK(told(platform_advice(question, catalog)) == "cpu recommends: phase new-any old-any");
  question.need = Need::no_money;
  CHECK(told(platform_advice(question, catalog)) == "cpu limited: need phase new-any old-any");
}

TEST_CASE("platforms rank by stance, then by the date of the guide, then by how much the rule names", "[advice]") {
  const Catalog catalog =
      with_rules({rule("undated", "undated", "own-gpu", "recommends"), rule("old", "any", "cloud-gpu", "recommends"),
                  rule("old", "cnn", "cloud-tpu", "recommends", R"(, "workloads": ["cnn"])"),
                  rule("new", "against", "cpu", "advises-against"), rule("new", "free", "free-tier", "recommends")});
  PlatformQuestion question;
  question.workload = catalog.workload("cnn");
  CHECK(told(platform_advice(question, catalog)) ==
        "free-tier recommends: free; cloud-tpu recommends: cnn; cloud-gpu recommends: any; own-gpu recommends: "
        "undated; cpu advises-against: against");
}

TEST_CASE("rules that name something left open are told of, refuted ones are not", "[advice]") {
  const Catalog catalog =
      with_rules({rule("old", "any", "own-gpu", "recommends"),
                  rule("old", "train", "cloud-gpu", "recommends", R"(, "phase": "training")"),
                  rule("new", "train-cnn", "cloud-tpu", "limited", R"(, "phase": "training", "workloads": ["cnn"])"),
                  rule("new", "infer", "cpu", "limited", R"(, "phase": "inference", "workloads": ["cnn"])")});
  const auto ids = [&](const PlatformQuestion& question) {
    std::string text;
    for (const auto& rule : conditional_rules(question, catalog)) text += ' ' + std::string(rule->id);
    return text;
  };
  PlatformQuestion question;
  CHECK(ids(question) == " train-cnn infer train");
  question.phase = Phase::training;
  CHECK(ids(question) == " train-cnn");
  question.workload = catalog.workload("rnn");
  CHECK(ids(question).empty());
}

TEST_CASE("what guides say of vendors comes by date, and of one vendor alone", "[advice]") {
  const auto note = [](const std::string& guide, const std::string& vendor) {
    return R"({"guide": ")" + guide + R"(", "vendor": ")" + vendor +
           R"(", "stance": "limited", "says": "S.", "source": "shop"})";
  };
  const Catalog catalog =
      catalog_with_guides(R"("vendor_notes": [)" + note("old", "amd") + ", " + note("undated", "amd") + ", " +
                          note("old", "intel") + ", " + note("new", "amd") + "]");
  const auto told_of = [&](std::string_view vendor) {
    std::string text;
    for (const auto& said : vendor_notes(vendor, catalog)) {
      text += ' ' + std::string(said->guide) + '-' + std::string(said->vendor);
    }
    return text;
  };
  CHECK(told_of("amd") == " new-amd old-amd undated-amd");
  CHECK(told_of("") == " new-amd old-amd old-intel undated-amd");
  CHECK(told_of("apple").empty());
}
