"""`scores` as a user of the data runs it: what it stores, reports that fit a terminal, exit statuses.

    scores_test.py PROGRAM
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)


def run(*arguments, env=None):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False,
                          env={**os.environ, **(env or {})})


class Scores(unittest.TestCase):
    DATA = pathlib.Path(__file__).resolve().parents[2] / "data"

    def test_stored_scores_are_those_of_the_measurements(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "data")
            shutil.copytree(self.DATA, copy)
            stored = (copy / "scores.json").read_bytes()
            first = run("scores", "fit", "--write", "--data", str(copy))
            self.assertEqual((first.returncode, "unchanged" in first.stdout), (0, True), first.stderr)
            (copy / "scores.json").write_text("no scores", encoding="utf-8")  # they follow from the rest
            second = run("scores", "fit", "--write", "--data", str(copy))
            self.assertEqual((second.returncode, "written" in second.stdout), (0, True), second.stderr)
            self.assertEqual((copy / "scores.json").read_bytes(), stored)
            self.assertEqual([path.name for path in copy.iterdir() if path.name.startswith(".")], [])

    def test_what_is_no_file_is_not_opened(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "data")
            shutil.copytree(self.DATA, copy)
            (copy / "scores.json").unlink()
            os.mkfifo(copy / "scores.json")
            self.assertEqual(run("scores", "fit", "--write", "--data", str(copy)).returncode, 3)
            (copy / "benchmarks" / "datasets.json").unlink()
            os.mkfifo(copy / "benchmarks" / "datasets.json")
            self.assertEqual(run("scores", "fit", "--data", str(copy)).returncode, 3)

    def test_reports_fit_a_terminal_and_name_every_model(self):
        for arguments in (("fit",), ("backtest",)):
            report = run("scores", *arguments, "--data", str(self.DATA), env={"COLUMNS": "80"})
            self.assertEqual(report.returncode, 0, report.stderr)
            self.assertLessEqual(max(map(len, report.stdout.splitlines())), 80)
            for workload in ("cnn", "rnn", "transformer"):
                self.assertIn(f"{workload}, fp16", report.stdout)
            rows = json.loads(run("scores", *arguments, "--data", str(self.DATA), "--format", "json").stdout)["results"]
            self.assertGreaterEqual(len(rows), 6)

    def test_statuses(self):
        data = str(self.DATA)
        self.assertEqual(run("scores", "fit", "--data", data, "--as-of", "2010").returncode, 1)
        self.assertEqual(run("scores", "fit", "--data", data, "--as-of", "2020", "--write").returncode, 2)
        self.assertEqual(run("scores", "backtest", "--data", data, "--precision", "fp8").returncode, 2)
        self.assertEqual(run("scores", "fit", "--data", "/does/not/exist").returncode, 3)


unittest.main()
