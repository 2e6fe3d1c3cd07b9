"""`check` as a CI job runs it: exit statuses, formats that others read, exceptions, and the shipped data broken in one
place.

    check_test.py PROGRAM ROOT Check|Slips
"""

import json
import pathlib
import re
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


class Holder(unittest.TestCase):
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


class Check(Holder):
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
        self.assertEqual(run("--rules", "--explain", "fp32-rate").returncode, 2)
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

    def test_exceptions_and_schemas_are_no_data(self):
        config = self.write("a/check.json", {"exceptions": [{"rule": "fp32-rat", "reason": "x"}]})
        self.assertEqual([(one["rule"], one["pointer"]) for one in findings(config)],
                         [("schema", "/exceptions/0/rule")])
        self.assertEqual(findings(str(ROOT / "data/check.json"), status=0), [])
        found = findings(str(ROOT / "data/schema"))
        self.assertEqual({one["message"] for one in found}, {"expected data, found a JSON schema"})
        self.assertEqual(len(found), len(list((ROOT / "data/schema").rglob("*.json"))))

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

    def test_messages_of_formats_without_a_pointer_tell_the_record_and_the_member(self):
        told = "amd-instinct-mi300x, /gpus/1/memory_bandwidth_gbs: found 10300; the built-in data has 5300"
        for form in ("github", "sarif", "junit"):
            self.assertIn(told, run(BAD, "--format", form).stdout, form)

    def test_a_reference_that_leads_nowhere_is_one_line_of_text_for_each_file(self):
        price = {"gpu": "nvidia-gone", "condition": "new", "kind": "shop", "region": "US", "source": "s"}
        source = {"id": "s", "title": "S", "publisher": "P", "date": "2026-05", "grade": "shop"}
        for name in ("a.json", "b.json"):
            self.write("data/" + name, {"sources": [source] if name == "a.json" else [], "prices": [
                {**price, "date": f"2026-0{month}", "price_usd": 500} for month in (1, 2, 3)]})
        folder = str(self.folder / "data")
        self.assertEqual(len(findings(folder)), 6)
        lines = run(folder).stdout.splitlines()
        self.assertEqual([line.count('unknown GPU "nvidia-gone", and at 2 more places of this file [reference]')
                          for line in lines[:3]], [1, 1, 0])

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

    def test_a_single_file_stands_under_the_exceptions_of_its_folder(self):
        self.write("data/gpus/cards.json", (ROOT / "data/gpus/amd-rdna-4.json").read_text(encoding="utf-8"))
        card = str(self.folder / "data/gpus/cards.json")
        self.assertIn("memory-rate-step", {one["rule"] for one in findings(card, status=0)})
        shutil.copy(ROOT / "data/check.json", self.folder / "data")
        self.assertNotIn("memory-rate-step", {one["rule"] for one in findings(card, status=0)})

    def test_the_documents_name_every_rule(self):
        text = (ROOT / "docs/check.md").read_text(encoding="utf-8")
        for one in json.loads(run("--rules", "--format", "json").stdout)["results"]:
            self.assertIn(f"`{one['rule']}`", text)


class Slips(Holder):
    def test_slips_in_the_shipped_data_are_told_where_they_are(self):
        def once(old, new):
            def change(text):
                self.assertIn(old, text)
                return text.replace(old, new, 1)
            return change

        def member(record, key, new):
            """Another value of a member that stands on the line of its record, or on one below it."""
            def change(text):
                at = text.index(f'"{key}": ', text.index(record)) + len(key) + 4
                end = re.compile(r"[,}\n]").search(text, at).start()
                return text[:at] + new + text[end:]
            return change

        slips = [
            ("scores-outdated", "scores.json", member('"score_models"', "bandwidth", "0.5")),
            ("scores-outdated", "scores.json", member('"basis": "measured"', "speedup", "1.95")),
            ("reference-figures", "workloads.json", member('"reference"', "bandwidth_gbs", "672")),
            ("memory-floor", "workloads.json", member('"memory_floors"', "memory_gb", "12")),
            ("guide-figure", "guides/dettmers-2020-09.json", member('"power_supply_rules"', "supply_w", "1500")),
            ("guide-power", "guides/dettmers-2023-01.json", member('"power_limits"', "limit_w", "4")),
            ("speedup-above-count", "workloads.json", member('"count": 3', "speedup", "3.2")),
            ("guide-date", "guides/dettmers-2018-08.json", once('"2018-08-21"', '"2018-08-22"')),
            ("guide-source", "guides/dettmers-2018-08.json",
             once('"source": "dettmers-2018-08"\n    }\n  ]\n}', '"source": "dettmers-2019-04"\n    }\n  ]\n}')),
            ("memory-of-card", "memory/largest_batches.csv",
             once("nvidia-geforce-rtx-2060,6,", "nvidia-geforce-rtx-2060,12,")),
            ("memory-of-card", "gpus/nvidia-turing.json", member('"nvidia-quadro-rtx-6000"', "memory_gb", "48")),
            ("nearly-the-usual-word", "gpus/nvidia-turing.json",
             member('"nvidia-quadro-rtx-6000"', "architecture", '"Turnig"')),
            ("memory-outlier", "memory/measurements.csv", once(",unsloth,yes,1,,,,,8,query-value,37\n", ",unsloth,yes,1,,,,,8,query-value,370\n")),
            ("measurement-date", "benchmarks/lambda-2020-02.csv", once(",2020-02,", ",2010-02,")),
            ("released-apart", "gpus/nvidia-hopper.json", member('"nvidia-h20"', "released", '"2013-11-13"')),
            ("network-work", "models.json", member('"alexnet"', "activations_m", "4900")),
            ("date-order", "support.json", member('"support"', "date", '"2036-01"')),
        ]
        for rule, name, change in slips:
            with self.subTest(rule=rule, name=name):
                shutil.rmtree(self.folder / "data", ignore_errors=True)
                data = self.broken_data(name, change)
                found = json.loads(run(data, "--format", "json").stdout)["results"]
                told = [one for one in found if one["rule"] == rule]
                self.assertTrue(told, found)
                self.assertEqual({one["file"] for one in told}, {f"{data}/{name}"})
                text, before = [(root / name).read_text(encoding="utf-8").splitlines()
                                for root in (pathlib.Path(data), ROOT / "data")]
                changed = [i + 1 for i, (old, new) in enumerate(zip(before, text)) if old != new]
                self.assertIn(changed[0], [one["line"] for one in told] + [one["line"] + 1 for one in told])


unittest.main(argv=[sys.argv[0], "-v", sys.argv.pop(1)])
