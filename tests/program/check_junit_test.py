"""What `check --format junit` prints is read by junitparser, which many services and tools use, and says there what
`--format json` says: totals, names, messages, what was skipped and why.

    check_junit_test.py PROGRAM ROOT

Exit status 77 where junitparser is not installed.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from check_findings import told

sys.path.append("/usr/lib/python3/dist-packages")  # of Debian's packages, where another Python comes first
try:
    import junitparser
except ImportError:
    print("skipped: junitparser is not installed")
    sys.exit(77)

PROGRAM, ROOT = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
BAD = str(ROOT / "tests/golden/check-bad.json")
READING = {"syntax", "schema", "reference", "not-canonical"}  # rules that are applied to what cannot be read


def run(*arguments, text=None):
    done = subprocess.run([PROGRAM, "check", *arguments], input=text, capture_output=True, encoding="utf-8")
    assert done.returncode in (0, 1), (arguments, done.returncode, done.stderr)
    return done.stdout


class JUnit(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.rules = [one["rule"] for one in json.loads(run("--rules", "--format", "json"))["results"]]

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def judged(self, *arguments, failing=("error",), skipped=(), text=None):
        """The cases by name, after all that holds of any report was checked against the findings of `--format json`:
        those of the severities `failing` are failures, the others remarks."""
        whole = junitparser.JUnitXml.fromstring(run(*arguments, "--format", "junit", text=text).encode())
        (suite,) = list(whole)
        cases = {case.name: case for case in suite}
        told = json.loads(run(*arguments, "--format", "json", text=text))["results"]
        self.assertEqual(list(cases), self.rules)
        failed = {one["rule"] for one in told if one["severity"] in failing}
        for counted in (whole, suite):  # the attributes, as written
            self.assertEqual((counted.tests, counted.failures, counted.errors, counted.skipped),
                             (len(self.rules), len(failed), 0, len(skipped)))
        for name, case in cases.items():
            of_rule = [one for one in told if one["rule"] == name]
            self.check_case(case, [one for one in of_rule if one["severity"] in failing],
                            [one for one in of_rule if one["severity"] not in failing], name in skipped)
        whole.update_statistics()  # now as the consumer counts: failures, rather than tests that fail
        self.assertEqual((whole.tests, whole.errors, whole.skipped), (len(self.rules), 0, len(skipped)))
        self.assertEqual(whole.failures, sum(len(self.results(case, junitparser.Failure)) for case in cases.values()))
        return cases

    @staticmethod
    def results(case, kind):
        return [one for one in case.result if isinstance(one, kind)]

    def check_case(self, case, failures, remarks, is_skipped):
        self.assertEqual(case.classname, "gpuadvisor.check")
        self.assertEqual([(one.type, one.message) for one in self.results(case, junitparser.Failure)],
                         [(one["severity"], self.shown(told(one))) for one in failures])
        for result, finding in zip(self.results(case, junitparser.Failure), failures):
            self.assertEqual(result.text, self.line(finding))
        self.assertEqual((case.system_out or "").splitlines(), [self.line(one) for one in remarks])
        self.assertEqual(len(self.results(case, junitparser.Skipped)), 1 if is_skipped else 0)
        self.assertEqual(self.results(case, junitparser.Error), [])

    def line(self, finding):
        place = [finding["file"]] + [str(finding[key]) for key in ("line", "column") if finding[key] is not None]
        return f"{self.shown(':'.join(place))}: {self.shown(told(finding))}"

    @staticmethod
    def shown(text):
        """Names of files without line breaks; XML 1.0 has no place for two characters."""
        return text.replace("\n", "\\x0a").replace("\ufffe", "?").replace("\uffff", "?")

    def test_data_that_passes(self):
        cases = self.judged(str(ROOT / "data"))
        self.assertTrue(all(case.result == [] for case in cases.values()))

    def test_errors_fail_and_warnings_where_they_fail_the_run(self):
        self.judged(BAD)
        self.judged(BAD, "--strict", failing=("error", "warning"))
        self.judged(BAD, "--max-warnings", "0", failing=("error", "warning"))
        warned = self.write("warned.json", json.dumps({
            "sources": [{"id": "s", "title": "S", "publisher": "P", "grade": "shop"}],
            "gpus": [{"id": "nvidia-geforce-rtx-3090", "tdp_w": 400, "source": "s"}]}))
        run("--fix", warned)
        self.judged(warned, "--severity", "note")
        self.judged(warned, "--max-warnings", "1")
        self.judged(warned, "--max-warnings", "0", failing=("error", "warning"))

    def test_what_was_not_applied_is_skipped_and_says_why(self):
        unreadable = self.write("none.json", '{"gpus": {}}')
        cases = self.judged(unreadable, skipped=set(self.rules) - READING)
        self.assertEqual(cases["fp32-rate"].result[0].message, "the data cannot be read")
        cases = self.judged(BAD, "--disable", "fp32-rate", skipped={"fp32-rate"})
        self.assertEqual(cases["fp32-rate"].result[0].message, "left out by an exception")
        config = self.write("exceptions.json", json.dumps({"exceptions": [
            {"rule": "price-jump", "reason": "our market"}, {"rule": "memory-size", "ids": ["x"], "reason": "some"}]}))
        self.judged(BAD, "--config", config, skipped={"price-jump"})
        table = self.write("lambda-2020-02.csv", "gpu\nx\n")
        self.judged(table, skipped={"measurement-outlier", "scores-outdated"})

    def test_hostile_text(self):
        name = '<![CDATA[ ]]> &amp; "\u202e\ufffe\uffff\U0001f600\u0007'
        card = {"id": "a<b", "name": name, "form": name, "nme&": 1}
        for text in (json.dumps({"gpus": [card]}), json.dumps({"gpus": [card]}, ensure_ascii=False), "", '{"a": [}'):
            self.judged("-", text=text)
        self.judged(self.write("a&<>\"'\n.json", json.dumps({"gpus": [card]})))


unittest.main()
