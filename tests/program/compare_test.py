"""Every figure of `compare` follows from the others that it prints, by other arithmetic than the program's.

    compare_test.py PROGRAM
"""

import csv
import io
import json
import math
import subprocess
import sys
import unittest

from figures import assert_same_figure

PROGRAM = sys.argv.pop(1)

QUESTIONS = [
    ("3090", "4090"),
    ("3060 12gb", "4060 ti 16gb"),
    ("2080 ti", "3080", "--precision", "fp32"),
    ("mi300x", "h100 sxm"),
    ("3080", "4070", "5070"),
    ("1080 ti", "rx 7900 xtx", "titan v", "m3 ultra 512gb", "radeon vii", "tpu v4"),
    ("2070", "2080 ti", "--as-of", "2019-04-03"),
    ("3090", "a100 pcie 80gb", "--workload", "general"),
]


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


def compared(*arguments):
    done = run("compare", *arguments, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Arithmetic(unittest.TestCase):
    def test_every_figure_can_be_worked_out(self):
        for question in QUESTIONS:
            with self.subTest(question):
                found = compared(*question)
                gpus = {row["id"]: row for row in found["results"]}
                for row in gpus.values():
                    self.check_values(row)
                for i, verdict in enumerate(found["verdicts"]):
                    figures = {name: row["workloads"][i] for name, row in gpus.items()}
                    self.check_verdict(verdict, figures, gpus, list(gpus))

    def check_values(self, row):
        price = row["value_price"]
        if price is not None:
            offers = [p for p in row["prices"] if p["price"]["age"] == price["age"] and not p["price"]["no_offer"]]
            least = min(p["price"]["usd"] for p in offers)
            self.assertLessEqual(least, price["usd"])
            self.assertLess(price["usd"] * 0.95, least * 1.0001)  # a new one may cost 5 % more: it has a warranty
            if price["age"] == "old":
                self.assertNotIn("current", [p["price"]["age"] for p in row["prices"] if not p["price"]["no_offer"]])
        watts = row["figures"]["tdp_w"]["value"]
        for figures in row["workloads"]:
            speed = figures["speed"]
            for key, known, of in (("value", price and price["usd"], 1000), ("efficiency", watts, 1000)):
                if speed is None or not known:
                    self.assertIsNone(figures[key])
                else:
                    assert_same_figure(figures[key], speed * of / known)

    def check_verdict(self, verdict, figures, gpus, order):
        for duel in verdict["to_first"]:
            self.assertEqual(duel["against"], order[0])
            self.check_duel(duel, figures, "speed")
        for key in ("speed", "value", "efficiency"):
            duels = verdict[key]
            known = sorted((name for name in figures if figures[name][key] is not None),
                           key=lambda name: -figures[name][key])
            self.assertEqual([duel["against"] for duel in duels], known[1:])
            for duel in duels:
                self.assertEqual(duel["gpu"], known[0])
                self.check_duel(duel, figures, key)
        priced = [name for name in figures if figures[name]["value"] is not None]
        if priced:
            best = max(priced, key=lambda name: figures[name]["value"])
            flips = {flip["gpu"]: flip["below_usd"] for flip in verdict["price_flips"]}
            self.assertEqual(set(flips), {name for name in figures if figures[name]["speed"] and name != best})
            for name, below in flips.items():
                assert_same_figure(1000 * figures[name]["speed"] / below, figures[best]["value"])
        floor = verdict["memory_floor_gb"]
        self.assertEqual(verdict["below_floor"], [name for name in order if floor is not None and (
            gpus[name]["memory_per_device_gb"] or 0) < floor])

    def check_duel(self, duel, figures, key):
        one, other = figures[duel["gpu"]], figures[duel["against"]]
        assert_same_figure(duel["ratio"], one[key] / other[key])
        a, b = one["performance"], other["performance"]
        if duel["low"] is not None:
            below = math.hypot(math.log(a["index"] / a["low"]), math.log(b["high"] / b["index"]))
            above = math.hypot(math.log(a["high"] / a["index"]), math.log(b["index"] / b["low"]))
            assert_same_figure(duel["low"], duel["ratio"] * math.exp(-below))
            assert_same_figure(duel["high"], duel["ratio"] * math.exp(above))
        low, high = duel["low"] or duel["ratio"], duel["high"] or duel["ratio"]
        call = "ahead" if duel["ratio"] >= 1.1 and low > 1 else "behind" if duel["ratio"] <= 1 / 1.1 and high < 1 else \
            "too-close"
        self.assertEqual(duel["call"], call)


class Formats(unittest.TestCase):
    def test_flat_records_are_those_of_json(self):
        rows = list(csv.DictReader(io.StringIO(run("compare", "3090", "4090", "2070", "--format", "csv").stdout)))
        found = compared("3090", "4090", "2070")
        self.assertEqual([row["id"] for row in rows], [row["id"] for row in found["results"]])
        for row, full in zip(rows, found["results"]):
            self.assertEqual(float(row["memory_gb"]), full["figures"]["memory_gb"]["value"])
            for figures in full["workloads"]:
                prefix = figures["workload"]
                self.assertEqual(float(row[f"{prefix}_speed"]), figures["speed"])
                self.assertEqual(float(row[f"{prefix}_low"]), figures["performance"]["low"])
                self.assertEqual(row[f"{prefix}_basis"], figures["performance"]["basis"])
            for feature in full["features"]:
                self.assertEqual(row["has_" + feature["id"].replace("-", "_")], feature["has"])
            for price in full["prices"]:
                self.assertEqual(float(row[f"price_{price['condition']}_usd"]), price["price"]["usd"])
        lines = run("compare", "3090", "4090", "2070", "--format", "jsonl").stdout.splitlines()
        self.assertEqual([json.loads(line)["id"] for line in lines], [row["id"] for row in rows])
        self.assertEqual(run("compare", "3090", "4090", "2070", "--format", "names").stdout.split(),
                         [row["id"] for row in rows])

    def test_markdown_and_table_say_the_same(self):
        table = run("compare", "3090", "4090", "--explain").stdout
        markdown = run("compare", "3090", "4090", "--explain", "--format", "markdown").stdout
        for text in (verdict["text"] for verdict in compared("3090", "4090")["texts"]):
            self.assertIn(" ".join(text.split()), " ".join(table.split()))
            self.assertIn(text, markdown.replace("\\", ""))

    def test_no_header_leaves_the_rows(self):
        rows = run("compare", "3090", "4090", "--no-header").stdout
        self.assertIn("bandwidth, GB/s", rows)
        self.assertNotIn("In brackets", rows)
        self.assertNotIn("leads with", rows)


class Refusals(unittest.TestCase):
    def test_wrong_questions_are_refused(self):
        for arguments, said in ((["3090"], "name 2 to 6 different GPUs, found 1"),
                                (["3090", "4090", "3080", "4080", "2080", "2070", "4070"], "found 7"),
                                (["3090", "RTX 3090"], "different GPUs, found 1"),
                                (["3090", "4091"], "4091"),
                                (["3090", "4090", "--workload", "cn"], 'did you mean "cnn"?'),
                                (["3090", "4090", "--precision", "fp8"], "--precision: expected fp16 or fp32"),
                                ([], "GPU")):
            done = run("compare", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(said, done.stderr)

    def test_what_was_not_on_sale_cannot_be_compared(self):
        done = run("compare", "3090", "2080 ti", "--as-of", "2019-04-03")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("NVIDIA GeForce RTX 3090 was not on sale by 2019-04-03", done.stderr)


unittest.main()
