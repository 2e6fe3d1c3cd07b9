"""Every figure of `upgrade` follows from others that are printed, and the guides' rule says what it said.

    upgrade_test.py PROGRAM
"""

import csv
import functools
import io
import json
import math
import subprocess
import sys
import unittest

from figures import assert_same_figure

PROGRAM = sys.argv.pop(1)

QUESTIONS = [("GTX 1070",), ("3060 12GB",), ("3090", "--budget", "1000"), ("2080 ti", "--gain", "1.2"), ("titan v",),
             ("GTX 970", "--condition", "used"), ("5090", "--form", "any"), ("GTX 1070", "--as-of", "2019-04-03"),
             ("3060 12GB", "--large", "--min-memory", "0"), ("3080", "--precision", "fp32", "--vendor", "nvidia"),
             ("RX 580",), ("1080 ti", "--evidence", "specs")]


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


@functools.cache
def board_powers():
    rows = run("list", "--form", "any", "--support", "any", "-n", "0", "--fields", "id,tdp_w", "--format", "csv").stdout
    return {row["id"]: float(row["tdp_w"]) for row in csv.DictReader(io.StringIO(rows)) if row["tdp_w"]}


def asked(*arguments):
    done = run("upgrade", *arguments, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def advice(*arguments):
    return {row["workload"]: row["guides"] and row["guides"]["advice"]
            for row in asked(*arguments)["results"]}


class Arithmetic(unittest.TestCase):
    def test_every_figure_can_be_worked_out(self):
        steps = 0
        for question in QUESTIONS:
            with self.subTest(question):
                report = asked(*question)
                for row in report["results"]:
                    best = row["best"]
                    for option in row["options"] + ([best] if best and not best["second"] else []):
                        self.check_step(option["card"], row, report)
                        steps += 1
                    self.check_advice(row, report)
        self.assertGreater(steps, 60)

    def check_step(self, step, row, report):
        owned = report["owned"]
        powers = board_powers()
        if step["id"] in powers and owned["id"] in powers:
            self.assertEqual(step["more_power_w"], powers[step["id"]] - powers[owned["id"]])
        else:
            self.assertIsNone(step["more_power_w"])
        gain = step["gain"]
        assert_same_figure(gain["ratio"], step["speed"] / row["speed"])
        mine, other = row["performance"], step["performance"]
        if gain["low"] is not None:
            below = math.hypot(math.log(other["index"] / other["low"]), math.log(mine["high"] / mine["index"]))
            assert_same_figure(gain["low"], gain["ratio"] * math.exp(-below))
        resale = owned["sells_for_usd"] or 0
        assert_same_figure(step["cost_usd"], step["price"]["usd"] - resale)
        gained = step["speed"] - row["speed"]
        if step["cost_usd"] > 0 and gained > 0:
            assert_same_figure(step["cost_per_point_usd"], step["cost_usd"] / gained)
        else:
            self.assertIsNone(step["cost_per_point_usd"])
        budget = report["query"]["budget_usd"]
        self.assertEqual(step["within_budget"], budget is None or step["price"]["usd"] <= budget)

    def check_advice(self, row, report):
        self.assertEqual(row["choice"] == "open", row["speed"] is None)
        last = 1
        for step in (option["card"] for option in row["options"]):
            self.assertGreaterEqual(step["gain"]["ratio"], last * report["query"]["least_gain"] - 1e-9)
            last = step["gain"]["ratio"]
        if row["options"]:
            self.assertGreater(row["options"][0]["card"]["gain"]["low"] or 1.1, 1)
        elif row["best"]:
            self.assertFalse(row["best"]["pays"])
        guides = row["guides"]
        if guides and not guides["excepted"] and row["speed"]:
            self.assertEqual(guides["advice"], "wait" if row["speed"] >= guides["speed_of_that"] else "open")

    def test_the_smallest_step_is_the_cheapest_of_recommend_that_gains_enough(self):
        row = asked("GTX 1070", "-w", "cnn")["results"][0]
        rows = json.loads(run("recommend", "-w", "cnn", "-n", "0", "--format", "json").stdout)["results"]
        fast = [one for one in rows if one["speed"] and one["speed"] / row["speed"] >= 1.5 and one["id"] != "nvidia-geforce-gtx-1070"
                and one["price"] and not one["price"]["old"] and not one["price"]["no_offer"]]
        sure = []
        for one in fast:
            mine, other = row["performance"], one["performance"]
            below = math.hypot(math.log(other["index"] / other["low"]), math.log(mine["high"] / mine["index"]))
            if one["speed"] / row["speed"] * math.exp(-below) > 1:
                sure.append(one)
        cheapest = min(sure, key=lambda one: one["price"]["usd"])
        self.assertEqual(row["options"][0]["card"]["id"], cheapest["id"])
        self.assertEqual(row["options"][0]["card"]["price"]["usd"], cheapest["price"]["usd"])


class Guides(unittest.TestCase):
    """The guide of April 2019: keep a GTX 1070 or better, but for large transformers."""

    DAY = ("--as-of", "2019-04-03")

    def said(self, *arguments):
        return {workload: guides for workload, guides in advice(*arguments, *self.DAY).items()}

    def test_a_gtx_1070_or_better_waits(self):
        for gpu in ("GTX 1070", "GTX 1080", "RTX 2070", "GTX 1080 Ti"):
            self.assertEqual(set(self.said(gpu).values()), {"wait"}, gpu)

    def test_large_transformers_are_excepted(self):
        large = self.said("GTX 1070", "--large")
        self.assertEqual(large.pop("transformer"), "upgrade")
        self.assertEqual(set(large.values()), {"wait"})

    def test_slower_cards_do_not_wait(self):
        for gpu in ("GTX 1060 6GB", "GTX 1060 3GB", "GTX 970"):
            self.assertNotIn("wait", self.said(gpu).values(), gpu)
        done = run("upgrade", "GTX 1060", *self.DAY)
        self.assertEqual(done.returncode, 0)
        self.assertIn('"GTX 1060" is taken as the GeForce GTX 1060 6GB; there is also the GeForce GTX 1060 3GB', done.stderr)

    def test_nothing_is_said_before_the_guide(self):
        self.assertEqual(set(advice("GTX 980", "--as-of", "2018-01-01").values()), {None})

    def test_the_edition_and_its_source_are_named(self):
        guides = asked("GTX 1070", "-w", "cnn")["results"][0]["guides"]
        self.assertEqual((guides["guide"], guides["date"]), ("dettmers-2019-04", "2019-04-03"))
        self.assertEqual(guides["owned_at_least"], "nvidia-geforce-gtx-1070")


class Answers(unittest.TestCase):
    def test_flat_records_are_those_of_json(self):
        question = ("3060 12GB", "--budget", "600")
        rows = list(csv.DictReader(io.StringIO(run("upgrade", *question, "--format", "csv").stdout)))
        expected = [(row["workload"], option["card"]["id"]) for row in asked(*question)["results"]
                    for option in row["options"] or [{"card": {"id": ""}}]]
        self.assertEqual([(row["workload"], row["id"]) for row in rows], expected)

    def test_statuses(self):
        self.assertEqual(run("upgrade", "3090", "--as-of", "2019-04-03").returncode, 1)
        for arguments, said in ((("3060 12GB", "3070"), 'several in one machine as "3060 12GB + 3070", found 2'),
                                (("3060 12GB", "--gain", "1"), '--gain: expected how many times as fast, from 1.1 to 100'),
                                (("3060 12GB", "--gain", "a lot"), 'found "a lot"'),
                                ((), "GPU"),
                                (("abacus",), 'unknown GPU "abacus"')):
            done = run("upgrade", *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(said, done.stderr)


unittest.main()
