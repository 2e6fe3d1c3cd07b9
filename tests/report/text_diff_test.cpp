#include "report/text_diff.hpp"

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

// What `diff -u` prints for the same texts, without its times.
TEST_CASE("a diff has one hunk with three lines around the change", "[report]") {
  struct Case {
    const char* name;
    const char* before;
    const char* after;
    const char* expected;
  };
  const Case cases[] = {
      {"a line in the middle", "1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nnew\n5\n6\n7\n8\n",
       "--- f\n+++ f\n@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+new\n 5\n 6\n 7\n"},
      {"a line behind all others, and the comma before it", "1\n2\n]\n", "1\n2,\n3\n]\n",
       "--- f\n+++ f\n@@ -1,3 +1,4 @@\n 1\n-2\n+2,\n+3\n ]\n"},
      {"a file that is new", "", "a\nb\n", "--- /dev/null\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n"},
      {"a last line without its end", "a", "a\nb",
       "--- f\n+++ f\n@@ -1,1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n"},
      {"a line among equal ones", "a\na\n", "a\na\na\n", "--- f\n+++ f\n@@ -1,2 +1,3 @@\n a\n a\n+a\n"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) { CHECK(unified_diff("f", c.before, c.after) == c.expected); }
  }
}

TEST_CASE("the name of a file reaches no terminal as control codes", "[report]") {
  CHECK(unified_diff("a\x1b[2J", "", "x\n") == "--- /dev/null\n+++ a\\x1b[2J\n@@ -0,0 +1,1 @@\n+x\n");
}

}  // namespace
}  // namespace gpuadvisor
