"""`check` as a CI job runs it: exit statuses, formats that others read, exceptions, and the shipped data broken in one
place.

    check_test.py PROGRAM ROOT
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAM, ROOT = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
BAD = str(ROOT / "tests/golden/check-bad.json")


def run(*arguments, text=None, folder=None):
    return subprocess.run([PROGRAM, "check", *arguments], input=text, capture_output=True, text=True, cwd=folder)


def findings(*arguments, status=1, **more):
    done = run(*arguments, "--format", "json", "--severity", "note", "-q", **more)
    assert done.returncode == status, (done.returncode, done.stderr, done.stdout)
    return json.loads(done.stdout)["results"]


class Check(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return str(path)

    def broken_data(self, name, change):
        """A copy of the shipped data with one file changed."""
        copy = self.folder / "data"
        shutil.copytree(ROOT / "data", copy)
        before = (copy / name).read_text(encoding="utf-8")
        after = change(before)
        self.assertNotEqual(before, after)
        (copy / name).write_text(after, encoding="utf-8")
        return str(copy)

    def test_exit_statuses(self):
        warned = self.write("warned.json", {
            "sources": [{"id": "s", "title": "S", "publisher": "P", "grade": "shop"}],
            "gpus": [{"id": "nvidia-geforce-rtx-3090", "tdp_w": 400, "source": "s"}]})
        self.assertEqual(run(BAD).returncode, 1)
        self.assertEqual(run(warned, "--fix").returncode, 0)  # its form is not what is asked about here
        self.assertEqual(run(warned).returncode, 0)
        self.assertEqual(run(warned, "--strict").returncode, 1)
        self.assertEqual(run(warned, "--max-warnings", "1").returncode, 0)
        self.assertEqual(run(warned, "--max-warnings", "0").returncode, 1)
        self.assertEqual(run(warned, "--strict", "--disable", "differs-from-built-in").returncode, 0)
        self.assertEqual(run().returncode, 2)
        self.assertEqual(run(BAD, "--disable", "fp32-rat").returncode, 2)
        self.assertIn('did you mean "fp32-rate"?', run(BAD, "--disable", "fp32-rat").stderr)
        self.assertEqual(run(BAD, "--severity", "loud").returncode, 2)
        self.assertEqual(run(str(self.folder / "missing.json")).returncode, 3)
        self.assertEqual(run(str(self.folder / "missing")).returncode, 3)

    def test_standard_input(self):
        text = pathlib.Path(BAD).read_text(encoding="utf-8")
        found = findings("-", text=text)
        self.assertEqual({one["file"] for one in found}, {"standard input"})
        self.assertEqual([one["rule"] for one in found], [one["rule"] for one in findings(BAD)])

    def test_config(self):
        config = self.write("exceptions.json", {"exceptions": [
            {"rule": "memory-data-rate", "ids": ["amd-instinct-mi300x"], "reason": "both directions, on purpose"}]})
        with_it = [one["rule"] for one in findings(BAD, "--config", config)]
        self.assertNotIn("memory-data-rate", with_it)
        self.assertIn("no-matrix-units", with_it)
        broken = self.write("broken.json", {"exceptions": [{"rule": "memory-data-rate"}]})
        self.assertEqual(run(BAD, "--config", broken).returncode, 3)

    def test_formats_that_others_read(self):
        sarif = json.loads(run(BAD, "--format", "sarif").stdout)
        driver = sarif["runs"][0]["tool"]["driver"]
        for result in sarif["runs"][0]["results"]:
            self.assertEqual(driver["rules"][result["ruleIndex"]]["id"], result["ruleId"])
        suites = xml.etree.ElementTree.fromstring(run(BAD, "--format", "junit").stdout)
        failing = {case.get("name") for case in suites.iter("testcase") if case.find("failure") is not None}
        self.assertEqual(failing, {one["rule"] for one in findings(BAD) if one["severity"] == "error"})
        self.assertEqual(int(suites.get("failures")), len(failing))
        for line in run(BAD, "--format", "github").stdout.splitlines():
            self.assertRegex(line, r"^::(error|warning) file=[^:]*,line=\d+,col=\d+,title=[^:,]*::.+$")

    def test_the_place_is_where_the_value_stands(self):
        lines = pathlib.Path(BAD).read_text(encoding="utf-8").splitlines()
        for one in findings(BAD):
            if one["pointer"].count("/") < 3:
                continue
            key = one["pointer"].rpartition("/")[2]
            before = lines[one["line"] - 1][:one["column"] - 1]
            self.assertTrue(before.endswith(f'"{key}": '), (one, before))

    def test_single_files_of_each_kind_pass(self):
        for name in ("gpus/nvidia-volta.json", "prices/apple.json", "sources.json", "support.json", "workloads.json",
                     "features.json", "models.json", "guides/dettmers-2023-01.json", "scores.json",
                     "benchmarks/lambda-2020-02.csv", "benchmarks/datasets.json", "memory/measurements.csv", "memory/suites.csv",
                     "memory/datasets.csv", "deployment_rules.json"):
            with self.subTest(name):
                done = run(str(ROOT / "data" / name), "--strict", "-q")
                self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def test_single_broken_tables_are_found(self):
        text = (ROOT / "data/benchmarks/lambda-2020-02.csv").read_text(encoding="utf-8")
        path = self.write("lambda-2020-02.csv", text.replace("nvidia-geforce-rtx-2080-ti", "nvidia-geforce-rtx-2081", 1))
        self.assertEqual({one["rule"] for one in findings(path)}, {"reference"})
        path = self.write("measurements.csv", "network\n1\n")
        self.assertEqual({one["rule"] for one in findings(path)}, {"schema"})
        text = (ROOT / "data/memory/suites.csv").read_text(encoding="utf-8")
        path = self.write("suites.csv", text.replace(",yolov3,", ",yolov33,", 1))
        self.assertEqual([(one["rule"], one["line"]) for one in findings(path)], [("reference", 4)])

    def test_an_edited_score_is_out_of_date(self):
        scores = json.loads((ROOT / "data/scores.json").read_text(encoding="utf-8"))
        score = scores["scores"][10]
        score["index"] = round((score["index"] + score["high"]) / 2, 4)
        found = findings(self.broken_data("scores.json", lambda _: json.dumps(scores)))
        self.assertEqual([(one["rule"], one["subject"]) for one in found if one["severity"] == "error"],
                         [("scores-outdated", score["gpu"])])

    def test_measurements_that_contradict_the_others_are_found(self):
        def ten_times(text):
            head, *rows = text.splitlines()
            at = head.split(",").index("value")
            for i, row in enumerate(rows):
                if row.startswith("nvidia-geforce-rtx-2080,") and ",cnn," in row and '"' not in row:
                    cells = row.split(",")
                    cells[at] = str(float(cells[at]) * 10)
                    rows[i] = ",".join(cells)
            return "\n".join([head, *rows]) + "\n"

        found = findings(self.broken_data("benchmarks/lambda-2020-02.csv", ten_times))
        outliers = [one for one in found if one["rule"] == "measurement-outlier"]
        self.assertTrue(outliers)
        self.assertEqual({one["subject"] for one in outliers}, {"nvidia-geforce-rtx-2080"})
        self.assertTrue(all(one["file"].endswith("lambda-2020-02.csv") for one in outliers))


unittest.main(argv=[sys.argv[0], "-v"])
