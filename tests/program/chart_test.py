"""The 2023 decision chart, way by way, as its image has it; and how answers are given.

    chart_test.py PROGRAM
"""

import csv
import io
import json
import os
import pty
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)

RTX = "nvidia-geforce-rtx-"
H100, A100 = "nvidia-h100-sxm5-80gb", "nvidia-a100-sxm4-80gb"
MIX = [("nvidia-rtx-6000-ada-generation", None, 0.8), ("nvidia-l40", None, 0.8), (H100, None, 0.2),
       ("nvidia-h100-pcie-80gb", None, 0.2)]
RENT = (["vast-ai", "lambda-cloud"], [])
ELSE, READ = "Sorry, do something else", "Complicated. Read entire blog post and decide based on that information."


def gpus(*names, condition=None):
    return [], [(RTX + name, condition, None) for name in names]


# Answers, and where they lead: providers and GPUs with condition and share, or the words of an end without any.
WAYS = {
    "y,y,rich": (["azure-gpu"], [(A100, None, None), (H100, None, None)]),
    "y,y,not-rich-not-poor": (["aws-gpu"], [(A100, None, None), (H100, None, None)]),
    "y,y,poor": ELSE,
    "y,n,y": ([], [(H100, None, None)]),
    "y,n,n": ([], MIX),
    "n,y,y,y": gpus("4090"),
    "n,y,y,n,y": gpus("3090", "3090-ti", condition="used"),
    "n,y,y,n,n": ELSE,
    "n,y,n,y": gpus("4080"),
    "n,y,n,n,y": gpus("4070-ti"),
    "n,y,n,n,n,y": gpus("2080-ti", condition="used"),
    "n,y,n,n,n,n,y": gpus("3060-12gb", condition="used"),
    "n,y,n,n,n,n,n,y": RENT,
    "n,y,n,n,n,n,n,n": READ,
    "n,n,y,y": gpus("4090"),
    "n,n,y,n,y": gpus("3090", "3090-ti", condition="used"),
    "n,n,y,n,n,y": RENT,
    "n,n,y,n,n,n": READ,
    "n,n,n,y": gpus("4070-ti", "4080"),
    "n,n,n,n,y": gpus("2080-ti", condition="used"),
    "n,n,n,n,n,y": gpus("3060-12gb", condition="used"),
    "n,n,n,n,n,n,y": RENT,
    "n,n,n,n,n,n,n": READ,
}


def run(*arguments, text=None):
    return subprocess.run([PROGRAM, "chart", *arguments], input=text or "", capture_output=True, text=True, check=False)


def answered(*arguments, text=None):
    done = run(*arguments, "--format", "json", text=text)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def result_of(*arguments):
    return answered(*arguments)["results"][0]


def led_to(result):
    choices = [(choice["id"], choice["condition"], choice["share"]) for choice in result["choices"]]
    return (result["providers"], choices) if choices or result["providers"] else result["end"]["label"]


class Ways(unittest.TestCase):
    def test_each_of_the_23_ways_leads_where_the_chart_says(self):
        self.assertEqual(len(WAYS), 23)
        for answers, expected in WAYS.items():
            with self.subTest(answers):
                result = result_of("--answers", answers)
                self.assertEqual(led_to(result), expected)
                self.assertEqual(result["answers"], answers)
                table = run("--answers", answers)
                self.assertEqual(table.returncode, 0)
                self.assertIn("The chart of Dettmers, January 2023 says: ", " ".join(table.stdout.split()))
                self.assertRegex(table.stdout, "^(Today|Nothing is computed)")
                if isinstance(expected, str):
                    self.assertIn("no GPU:", table.stdout)

    def test_paths_are_these_and_no_others(self):
        report = answered("--paths")
        self.assertEqual({result["answers"]: led_to(result) for result in report["results"]}, WAYS)
        self.assertEqual(len(report["results"]), 23)
        rows = list(csv.DictReader(io.StringIO(run("--paths", "--format", "csv").stdout)))
        self.assertEqual([row["answers"] for row in rows], [result["answers"] for result in report["results"]])
        for row, result in zip(rows, report["results"]):
            self.assertEqual(row["gpus"], ";".join(choice["id"] for choice in result["choices"]))

    def test_each_gpu_has_its_price_then_and_now(self):
        for result in answered("--paths")["results"]:
            for choice in result["choices"]:
                for when, day in (("then", "2023-01-16"), ("now", "2026-12-31")):
                    price = choice[when]
                    if price is None:
                        continue
                    self.assertLessEqual(price["price"]["as_of"], day)
                    if choice["condition"]:
                        self.assertEqual(price["condition"], choice["condition"])
            if result["end"]["kind"] == "rung":
                self.assertTrue(any(choice["then"] for choice in result["choices"]), result["end"])
                for choice in result["choices"]:  # a price of today is an offer
                    self.assertFalse(choice["now"] and choice["now"]["price"]["no_offer"], result["end"])


class Answers(unittest.TestCase):
    def test_words_and_beginnings_of_them(self):
        self.assertEqual(result_of("--answers", "no, YES,yes,cheaper,afford")["answers"], "n,y,y,n,y")
        self.assertEqual(result_of("--answers", "y,y,not")["end"]["node"], "end-aws")
        self.assertEqual(result_of("--answers", "y,y,r")["end"]["node"], "end-azure")

    def test_wrong_answers_name_what_was_expected(self):
        for answers, said in (
                ("maybe", 'expected yes or no to "Is it for an organisation?", found "maybe"'),
                ("y,y,n", 'expected rich, not-rich-not-poor or poor to "What is the budget like?", found "n"'),
                ("y,y,riche", 'found "riche", did you mean "rich"?'),
                ("y,y,rich,y", 'expected 3 on this way, found 4: "y" answers nothing'),
                ("n,y", "after n,y the chart asks: Will they be transformers? Expected one more answer, yes or no"),
                ("n,y,y,", 'found ""')):
            done = run("--answers", answers)
            self.assertEqual(done.returncode, 2, answers)
            self.assertEqual(done.stdout, "")
            self.assertIn(said, done.stderr)

    def test_without_a_terminal_the_next_question_is_told(self):
        done = run(text="y\n")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the chart asks: Is it for an organisation? Expected one more answer, yes or no", done.stderr)

    def test_before_the_chart_there_is_none(self):
        done = run("--answers", "n", "--as-of", "2022-12-31")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no guide of that day has a decision chart", done.stderr)

    def test_paths_take_no_answers(self):
        self.assertEqual(run("--paths", "--answers", "y").returncode, 2)
        self.assertEqual(run("--paths", "--budget", "500").returncode, 2)


class Budget(unittest.TestCase):
    def test_a_budget_takes_the_first_gpus_that_cost_no_more(self):
        seen = set()
        for way in ("n,y,n", "n,y,y", "n,n,y", "n,n,n"):
            rungs_asked = []
            for budget in (1, 150, 500, 800, 1300, 2000, 9000):
                done = run("--answers", way, "--budget", str(budget), "--format", "json")
                if done.returncode == 2:  # nothing is affordable: the chart asks about the data
                    self.assertIn("Is the data set small, or streamed?", done.stderr)
                    done = run("--answers", way + ",y", "--budget", str(budget), "--format", "json")
                result = json.loads(done.stdout)["results"][0]
                rungs = [step for step in result["steps"] if step["kind"] == "rung"]
                for step in rungs:
                    self.assertTrue(step["by_budget"])
                    self.assertEqual(step["answer"] == "affordable",
                                     step["price"] is not None and step["price"]["usd"] <= budget, (way, budget))
                rungs_asked.append(len(rungs))
                seen.add(result["end"]["node"])
            self.assertEqual(rungs_asked, sorted(rungs_asked, reverse=True), way)  # more money, an earlier rung
        self.assertGreater(len(seen), 8)

    def test_prices_are_those_of_the_day(self):
        then = result_of("--answers", "n,y,y", "--budget", "1200", "--as-of", "2023-01-31")
        rung = [step for step in then["steps"] if step["node"] == "tt-2"][0]
        self.assertLessEqual(rung["price"]["as_of"], "2023-01-31")
        self.assertEqual(then["end"]["node"], "tt-2")


class Equivalent(unittest.TestCase):
    """The kinds of buyers are laid over, so that the test does not hang on how they are told in data/."""

    def overlay(self):
        exported = json.loads(subprocess.run([PROGRAM, "catalog", "export"], capture_output=True, text=True,
                                             check=True).stdout)
        kinds = {"tt-2": {"type": "one"}, "end-rent": {"type": "none"}, "end-else-transformer": {}}
        nodes = [{key: value for key, value in node.items() if key != "type"} | kinds[node["id"]]
                 for node in exported["chart_nodes"] if node["id"] in kinds]
        types = [{"id": "one", "title": "One", "workload": "transformer", "rank_by": "performance", "reason": "R."},
                 {"id": "none", "title": "None", "workload": "cnn", "rank_by": "value", "buys_none": True,
                  "reason": "They rent."}]
        return json.dumps({"persona_types": types, "chart_nodes": nodes})

    def asked(self, *arguments):
        return answered(*arguments, "--catalog", "-", text=self.overlay())["results"][0]["equivalent"]

    def test_a_rung_is_answered_within_what_it_costs(self):
        found = self.asked("--answers", "n,y,y,n,y")
        rung = result_of("--answers", "n,y,y,n,y")["steps"][-1]
        self.assertEqual(found["budget_usd"], rung["price"]["usd"])
        rows = json.loads(subprocess.run(
            [PROGRAM, "recommend", "-w", "transformer", "-b", str(found["budget_usd"]), "--format", "json"],
            capture_output=True, text=True, check=True).stdout)["results"]
        self.assertEqual(found["pick"]["id"], rows[0]["id"])
        self.assertEqual(found["pick"]["price_usd"], rows[0]["price"]["usd"])
        others = [row["id"] for row in rows if row["id"] != rows[0]["id"]]
        self.assertEqual(found["runner_up"]["id"], others[0])
        self.assertEqual(self.asked("--answers", "n,y,y", "--budget", "1400")["budget_usd"], 1400)

    def test_who_rents_is_told_so(self):
        found = self.asked("--answers", "n,n,n,n,n,n,y")
        self.assertTrue(found["buys_none"])
        self.assertIsNone(found["pick"])
        self.assertIn("They rent.", found["text"])

    def test_every_end_has_its_kind_of_buyer(self):
        for result in answered("--paths")["results"]:
            equivalent = result["equivalent"]
            self.assertIsNotNone(equivalent["type"], result["end"])
            if equivalent["pick"] and equivalent["budget_usd"] and result["end"]["kind"] == "rung":
                self.assertLessEqual(equivalent["pick"]["price_usd"], equivalent["budget_usd"])
            self.assertEqual(equivalent["buys_none"], not any(c["id"] for c in result["choices"]), result["end"])

    def test_an_end_of_no_known_kind_says_so(self):
        found = self.asked("--answers", "n,y,y,n,n")
        self.assertIsNone(found["type"])
        self.assertIn("no known kind of buyer has these needs", found["text"])


class Prompts(unittest.TestCase):
    def typed(self, text, *arguments):
        """The exit status, results and remarks of a run at a terminal where `text` is typed."""
        try:
            terminal, end = pty.openpty()
        except OSError as error:
            self.skipTest(f"no pseudo-terminal: {error}")
        with subprocess.Popen([PROGRAM, "chart", *arguments], stdin=end, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as process:
            os.close(end)
            os.write(terminal, text.encode())
            results, remarks = process.communicate(timeout=30)
        os.close(terminal)
        return process.returncode, results, remarks

    def test_questions_are_asked_one_per_line(self):
        status, results, remarks = self.typed("n\ny\nyes\nn\ny\n", "--format", "json", "-q")
        self.assertEqual(status, 0, remarks)
        self.assertEqual(json.loads(results)["results"][0]["answers"], "n,y,y,n,y")
        self.assertIn("Is it for an organisation? [yes or no] ", remarks)
        self.assertRegex(remarks, r"RTX 4090, \$[0-9,]+ (new|used) in 20\d\d-\d\d: affordable\? \[yes or no\] ")

    def test_a_wrong_answer_is_asked_again_and_the_end_of_input_ends_it(self):
        status, results, remarks = self.typed("what?\nn\n\x04", "--answers", "")
        self.assertEqual((status, results), (2, ""))
        status, results, remarks = self.typed("what?\nn\n\x04")
        self.assertEqual((status, results), (2, ""))
        self.assertIn('Expected yes or no, found "what?".', remarks)
        self.assertIn('the input ended before an answer to "Will you train models?"', remarks)

    def test_answers_given_are_not_asked_again(self):
        status, results, remarks = self.typed("y\n", "--answers", "n,y,y", "--format", "json", "-q")
        self.assertEqual(status, 0, remarks)
        self.assertEqual(json.loads(results)["results"][0]["end"]["node"], "tt-1")
        self.assertNotIn("organisation", remarks)


unittest.main()
