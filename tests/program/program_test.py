"""What scripts and people rely on, asked of the real program."""

import collections
import csv
import io
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest

from figures import assert_same_figure

PROGRAM = sys.argv.pop(1)


def run(*arguments, text=None, env=None):
    return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, timeout=60,
                          env={**os.environ, **(env or {})})


def answer(*arguments, text=None):
    return json.loads(run(*arguments, "--format", "json", text=text).stdout)


def end_of(date):
    """The last day of a partial date, near enough for comparing texts."""
    return date + "-12-31"[(len(date) - 4):] if len(date) < 10 else date


class Recommend(unittest.TestCase):
    def test_every_row_is_within_the_budget_and_names_its_price(self):
        for budget in (400, 500, 2500):
            rows = answer("recommend", "--workload", "cnn", "--budget", str(budget), "-n", "0")["results"]
            self.assertGreater(len(rows), 5)
            for row in rows:
                self.assertLessEqual(row["price"]["usd"], budget)
                self.assertIn(row["condition"], ("new", "used", "mixed"))
                self.assertTrue(row["price"]["as_of"] and row["price"]["quotes"] and row["price"]["sources"])

    def test_minimum_memory(self):
        rows = answer("recommend", "--min-memory", "16", "-n", "0")["results"]
        self.assertTrue(rows)
        self.assertTrue(all(row["memory_gb"] >= 16 for row in rows))

    def test_a_need_known_for_32_bits(self):
        need = ("--min-memory", "12@fp32", "--as-of", "2019-05")
        for options, least in (((), 8), (("--fp16-factor", "2"), 6), (("--precision", "fp32"), 12)):
            for command in ("recommend", "list"):
                found = answer(command, *need, *options, "-n", "0")
                memory = min(row["memory_gb"] for row in found["results"])
                self.assertEqual((found["query"]["min_memory_gb"], memory), (least, least))
            self.assertEqual(found["query"]["need_in_32_bits"]["memory_gb"], 12)
        self.assertIsNone(answer("recommend", "--min-memory", "12")["query"]["need_in_32_bits"])
        self.assertEqual(answer("upgrade", "GTX 1060 6GB", *need)["results"][0]["query"]["min_memory_gb"], 8)

    def test_a_country_currency_and_price_of_a_kwh_go_alone_and_together(self):
        ask = "recommend", "--workload", "cnn", "--budget", "500", "-n", "2"
        in_us = answer(*ask)["results"]
        kwh = answer(*ask, "--kwh", "0.40")
        self.assertEqual([row["id"] for row in kwh["results"]], [row["id"] for row in in_us])  # ranked as without it
        self.assertEqual(kwh["query"]["owning"]["usd_per_kwh"], 0.4)
        for command in ask, ("cost", "3090"), ("upgrade", "3090"):
            for options in (), ("--kwh", "0.40"), ("--currency", "EUR"), ("--kwh", "0.40 EUR", "--currency", "EUR"):
                converted = ", converted to EUR" if "--currency" in options else ""
                for region, told in (("DE", "what GPUs cost in DE"), ("fr", "what GPUs and a kWh cost in FR")):
                    done = run(*command, *options, "--region", region)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn(f"{told} is not known: prices are those of the US{converted}\n", done.stderr)
        self.assertEqual(run(*ask, "--region", "foo").returncode, 2)

    def test_what_is_no_need_in_32_bits_is_told_once(self):
        for options, message in (
                (("--min-memory", "12@fp16"), "expected a positive number in GB, or one like 12@fp32"),
                (("--min-memory", "0@fp32"), "found \"0@fp32\""),
                (("--min-memory", "12@fp32", "--fp16-factor", "3"), "expected a number from 1 (16 bits save nothing) to 2"),
                (("--fp16-factor", "2"), "needs --min-memory with a need at 32 bits"),
                (("--min-memory", "12", "--fp16-factor", "2"), "needs --min-memory with a need at 32 bits"),
                (("--min-memory", "12@fp32", "--fp16-factor", "2", "--precision", "fp32"), "exclude each other"),
                (("--min-memory", "12@fp32", "--memory", "..7"), "exclude each other"),
                (("--min-memory", "12@fp32", "--as-of", "2018"), "no guide by 2018-12-31 says")):
            done = run("recommend", *options)
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, "", 2), options)
            self.assertIn(message, done.stderr)

    def test_exit_statuses(self):
        self.assertEqual(run("recommend", "--workload", "cnn", "--budget", "500").returncode, 0)
        self.assertEqual(run("recommend", "--workload", "cnn", "--budget", "1").returncode, 1)
        self.assertEqual(run("recommend", "--budget", "cheap").returncode, 2)
        self.assertEqual(run("recommend", "--catalog", "/does/not/exist.json").returncode, 3)

    def test_time_travel_knows_nothing_later(self):
        rows = answer("recommend", "--workload", "cnn", "--as-of", "2019-04-03", "-n", "0")["results"]
        released = {gpu["id"]: gpu.get("released") for gpu in json.loads(run("catalog", "export").stdout)["gpus"]}
        self.assertTrue(rows)
        for row in rows:
            self.assertLessEqual(end_of(released[row["id"]]), "2019-04-03")
            if row["price"]:
                self.assertLessEqual(end_of(row["price"]["as_of"]), "2019-04-03")

    def test_all_formats_have_the_same_rows(self):
        question = ("recommend", "--workload", "rnn", "--budget", "800", "-n", "25")
        rows = answer(*question)["results"]
        names = run(*question, "--format", "names").stdout.split()
        csv_ids = [line.split(",")[2] for line in run(*question, "--format", "csv", "--no-header").stdout.splitlines()]
        table = run(*question, "--no-header").stdout.splitlines()
        ids = [row["id"] for row in rows]
        self.assertEqual(names, ids)
        self.assertEqual(csv_ids, ids)
        self.assertEqual(len([row for row in table if not row.startswith(" -")]), len(ids))  # without near misses

    def test_output_does_not_depend_on_the_environment(self):
        for arguments in (("recommend", "--budget", "900"), ("list", "--format", "csv"), ("show", "3090")):
            plain = run(*arguments, env={"LC_ALL": "C", "TZ": "UTC", "COLUMNS": "80"}).stdout
            other = run(*arguments, env={"LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo", "COLUMNS": "80"}).stdout
            self.assertEqual(plain, other)

    def test_cut_rows_are_told_on_standard_error_only(self):
        cut = run("recommend", "-n", "3", "--format", "names")
        self.assertEqual(len(cut.stdout.split()), 3)
        self.assertRegex(cut.stderr, r"3 of \d+ rows shown; -n 0 shows all")
        self.assertEqual(run("recommend", "-n", "3", "-q").stderr, "")

    def test_evidence_decides_what_ranks(self):
        def with_speed(*arguments):  # of some, too little is known
            rows = answer("recommend", "--workload", "rnn", "--form", "any", "-n", "0", *arguments)["results"]
            return [row for row in rows if row["performance"]]

        everything = with_speed()
        measured = answer("recommend", "--workload", "rnn", "--form", "any", "-n", "0", "--evidence", "measured")
        self.assertEqual({r["performance"]["basis"] for r in measured["results"]}, {"measured"})
        expected = [r["id"] for r in everything if r["performance"]["basis"] == "measured"]
        self.assertEqual([r["id"] for r in measured["results"]], expected)
        self.assertGreater(len(everything) - len(expected), 50)
        self.assertGreater(measured["excluded"]["by_constraint"]["evidence"], 0)
        specs = answer("recommend", "--workload", "rnn", "--evidence", "specs")
        self.assertEqual({r["performance"] for r in specs["results"]}, {None})
        self.assertEqual(specs["query"]["speed"], "priority")
        in_fp32 = with_speed("--precision", "fp32")
        self.assertNotEqual([r["performance"]["index"] for r in in_fp32], [r["performance"]["index"] for r in everything])
        for row in everything + in_fp32:
            speed = row["performance"]
            self.assertTrue(0 < speed["low"] <= speed["index"] <= speed["high"], row)
            self.assertTrue(speed["sources"])
        for arguments in (["--evidence", "all"], ["--precision", "fp8"], ["--weights", "tensor=1", "--precision", "fp32"],
                          ["--priority", "tensor,flops,bandwidth,half", "--evidence", "measured"]):
            self.assertEqual(run("recommend", *arguments).returncode, 2, arguments)

    def test_one_dataset_alone_reproduces_the_guides_cost_efficiency(self):
        """The RTX 2060 gives more for the money than the others of its series, and over five times what a
        V100 does. Speeds and prices are both the guide's."""
        for workload in ("cnn", "rnn", "transformer"):
            rows = answer("recommend", "-w", workload, "--scores", "dettmers-2019-04", "--as-of", "2019-04-03",
                          "--form", "any", "--rank-by", "value", "-n", "0")["results"]
            best = {}
            for row in rows:
                best[row["id"]] = max(best.get(row["id"], 0), row["value"])
            first = best["nvidia-geforce-rtx-2060"]
            for other in ("rtx-2070", "rtx-2080", "rtx-2080-ti"):
                self.assertGreater(first, best["nvidia-geforce-" + other], workload)
            self.assertGreater(first, 5 * max(v for id, v in best.items() if "v100" in id), workload)
            if workload == "transformer":
                self.assertEqual(rows[0]["id"], "nvidia-geforce-rtx-2060")
        self.assertEqual({r["performance"]["basis"] for r in rows}, {"measured", "scaled"})
        for arguments, said in ((["--scores", "lambda-pytorch-v1"], "no fp16 figures of one"),
                                (["--scores", "lambda-2020-2"], "did you mean"),
                                (["--scores", "lambda-pytorch-v0a", "--as-of", "2019"], "published 2020-03"),
                                (["--scores", "lambda-2020-02", "--evidence", "specs"], "rank by specs"),
                                (["--scores", "lambda-2019-03"], "has no speeds for general; it has them for --workload cnn")):
            refused = run("recommend", *arguments)
            self.assertEqual(refused.returncode, 2, arguments)
            self.assertIn(said, refused.stderr)

    def test_an_earlier_day_has_the_speeds_of_its_measurements(self):
        early = answer("recommend", "--as-of", "2019-04-03")
        self.assertEqual(early["query"]["speed"], "priority")
        self.assertEqual({r["performance"] for r in early["results"]}, {None})
        later = answer("recommend", "-w", "cnn", "--as-of", "2022-01", "--form", "any", "-n", "0")
        self.assertEqual(later["query"]["speed"], "performance")
        speeds = {r["id"]: r["performance"] for r in later["results"]}
        self.assertEqual(speeds["nvidia-geforce-rtx-2080-ti"]["basis"], "measured")
        self.assertGreater(speeds["nvidia-geforce-rtx-3090"]["measurements"], 0)
        today = {r["id"]: r["performance"] for r in
                 answer("recommend", "-w", "cnn", "--form", "any", "--support", "any", "-n", "0")["results"]}
        self.assertLess(speeds["nvidia-geforce-rtx-3090"]["measurements"],
                        today["nvidia-geforce-rtx-3090"]["measurements"])
        self.assertEqual(run("recommend", "--as-of", "2022-01").stdout, run("recommend", "--as-of", "2022-01").stdout)
        both = answer("recommend", "-w", "cnn", "--as-of", "2024-12-31", "--count", "8", "--scores", "lambda-2020-02",
                      "--support", "any")["results"]
        self.assertEqual({r["speedup"]["basis"] for r in both}, {"measured"})

    def test_own_scores_count_from_the_date_of_their_source(self):
        own = {"sources": [{"id": "lab", "title": "Our lab", "publisher": "Us", "date": "2023-05", "grade": "measurement"}],
               "scores": [{"gpu": "nvidia-geforce-rtx-4070", "workload": "cnn", "precision": "fp16", "index": 1.25,
                           "low": 1.2, "high": 1.3, "measurements": 2, "sources": ["lab"]}]}
        for as_of, basis in (("2026-10-10", "measured"), ("2024-06", "measured"), ("2023-04-30", "estimated")):
            rows = answer("recommend", "-w", "cnn", "-n", "0", "--as-of", as_of, "--catalog", "-", text=json.dumps(own))
            found = {r["performance"]["basis"] for r in rows["results"] if r["id"] == "nvidia-geforce-rtx-4070"}
            self.assertEqual(found, {basis}, as_of)

    def test_own_priority_and_weights(self):
        by_order = answer("recommend", "--workload", "cnn", "--priority", "bandwidth,half,tensor,flops")
        by_workload = answer("recommend", "--workload", "rnn", "--evidence", "specs")
        self.assertEqual([r["id"] for r in by_order["results"]], [r["id"] for r in by_workload["results"]])
        weights = answer("recommend", "--weights", "tensor=3,bandwidth=1")["query"]["weights"]
        self.assertEqual(weights, {"tensor": 0.75, "flops": 0, "bandwidth": 0.25, "half": 0})


class Explanation(unittest.TestCase):
    """Every figure of --explain follows from the others that it prints, by other arithmetic than the program's."""

    QUESTIONS = [
        ("--workload", "cnn", "--budget", "500"),
        ("--workload", "cnn", "--budget", "1000", "-n", "1"),
        ("--workload", "rnn", "--budget", "900"),
        ("--budget", "300", "--rank-by", "price"),
        ("--priority", "bandwidth,half,tensor,flops", "--budget", "800"),
        ("--weights", "tensor=3,bandwidth=1"),
    ]

    def test_every_figure_can_be_worked_out(self):
        for question in self.QUESTIONS:
            with self.subTest(question):
                found = answer("recommend", *question, "--explain")
                explanation = found["explanation"]
                self.check_shares(explanation["first_shares"])
                self.assertEqual(explanation["first"]["id"], found["results"][0]["id"])
                self.assertEqual(len({rival["id"] for rival in explanation["rivals"]}), 2)
                for rival in explanation["rivals"]:
                    self.check_rival(rival, explanation["first"], explanation["first_shares"]["order"],
                                     found["query"]["weights"])

    def check_shares(self, shares):
        if shares["order"] is None:
            self.assertEqual((shares["no_order"], shares["contenders"]), ("own-weights", []))
            return
        assert_same_figure(sum(contender["share"] for contender in shares["contenders"]), 1)
        wins = dict.fromkeys((contender["id"] for contender in shares["contenders"]), 0)
        random.seed(1)
        samples = 4000
        for _ in range(samples):  # uniform among falling weights: the gaps of sorted uniform numbers, sorted
            cuts = [0, *sorted(random.random() for _ in range(3)), 1]
            weights = sorted((b - a for a, b in zip(cuts, cuts[1:])), reverse=True)
            wins[max(shares["contenders"], key=lambda contender: sum(
                weight * contender["log_ratios"][criterion] for weight, criterion in zip(weights, shares["order"])
            ))["id"]] += 1
        for contender in shares["contenders"]:
            self.assertLess(abs(contender["share"] - wins[contender["id"]] / samples), 0.04)  # five standard deviations

    def check_rival(self, rival, first, order, weights):
        flip = rival["price_flip"]
        assert_same_figure(rival["speed"] / flip["below_usd"], first["speed"] / first["price_usd"])
        if flip["overtakes"]:  # never by a price that is not current
            self.assertLess(rival["price_usd"], flip["below_usd"])
        lead = {criterion: rival["log_ratios"][criterion] - first["log_ratios"][criterion] for criterion in weights}
        if order is not None:
            corners = [sum(lead[criterion] for criterion in order[:n]) for n in range(1, 5)]
            least, most = min(corners), max(corners)
            none = 1e-7  # a lead that rounding leaves where there is none on paper
            self.assertEqual(rival["dominance"], "better" if least >= -none and most > none else
                             "worse" if most <= none and least < -none else None)
        if rival["weight_flip"]:
            flip = rival["weight_flip"]
            self.assertEqual(flip["from"], weights[flip["criterion"]])
            shrunk = (1 - flip["to"]) / (1 - flip["from"])
            tie = sum(lead[c] * (flip["to"] if c == flip["criterion"] else weight * shrunk)
                      for c, weight in weights.items())
            assert_same_figure(tie, 0)
        if rival["step"]:
            assert_same_figure(rival["step"]["factor"] * rival["speed"], rival["step"]["border"])
            self.assertLessEqual(rival["step"]["border"], first["speed"] * (1 + 1e-9))
            self.assertLess(first["speed"], rival["step"]["border"] * 1.1)

    def test_exit_statuses(self):
        self.assertEqual(run("recommend", "--budget", "500", "--explain").returncode, 0)
        self.assertEqual(run("recommend", "--budget", "1", "--explain").returncode, 1)
        self.assertEqual(run("recommend", "--budget", "500", "--explain", "--format", "csv").returncode, 2)

    def test_the_rest_of_the_answer_is_the_same_but_for_near_misses(self):
        question = ("recommend", "--workload", "cnn", "--budget", "500")
        explained, plain = answer(*question, "--explain"), answer(*question)
        self.assertGreaterEqual(len(plain["results"]), 5)
        self.assertEqual([miss["missing"][0]["constraint"] for miss in plain["near_misses"]], ["budget"])
        for member in ("explanation", "near_misses"):
            explained.pop(member), plain.pop(member, None)
        self.assertEqual(explained, plain)


class Sources(unittest.TestCase):
    """Where figures come from, counted a second way: from the exported catalog and the tables of measurements."""

    @classmethod
    def setUpClass(cls):
        cls.catalog = json.loads(run("catalog", "export").stdout)
        cls.told = {row["id"]: row for row in answer("sources")["results"]}

    def test_counts(self):
        ours = {"id", "name", "source", "sources", "further_sources", "vendor", "segment", "form", "cooling",
                "distinction", "aliases", "misnomers", "notes"}
        figures, prices, events = (collections.Counter() for _ in range(3))
        for gpu in self.catalog["gpus"]:
            figures.update(gpu.get("sources", {}).get(key, gpu["source"]) for key in gpu if key not in ours)
        prices.update(price["source"] for price in self.catalog["prices"])
        events.update(event["source"] for event in self.catalog["support"])
        grades = ["vendor", "measurement", "tracker", "shop", "article", "recalled"]
        by_grade = sorted(self.catalog["sources"], key=lambda source: (grades.index(source["grade"]), source["id"]))
        self.assertEqual(list(self.told), [source["id"] for source in by_grade])
        for source, row in self.told.items():
            supplies = row["supplies"]
            self.assertEqual((supplies["figures"], supplies["prices"], supplies["support_events"]),
                             (figures[source], prices[source], events[source]), source)
        self.assertEqual(sum(row["supplies"]["measurements"] for row in self.told.values()), 10952)  # docs/data.md

    def test_what_asks_for_credit_gets_it(self):
        licensed = {source["id"] for source in self.catalog["sources"] if "licence" in source}
        self.assertEqual({source for source, row in self.told.items() if row["attribution"]}, licensed)
        self.assertIn("CC BY 4.0", self.told["epoch-ai-hardware-2025-12"]["attribution"])

    def test_the_sources_of_a_gpu_are_those_of_its_sheet_and_of_its_software(self):
        sheet = answer("show", "3090")["results"][0]
        behind = answer("sources", "--gpu", "3090")["results"]
        scored = {source for record in sheet["performance"] for source in record["performance"]["sources"]}
        of_rates = {source for record in sheet["performance"] for rate in record["rates"] for source in rate["sources"]}
        expected = {source["id"] for source in sheet["sources"]} - of_rates | scored  # they are of other GPUs
        software = {row["id"] for row in behind if row["supplies"]["support_events"] or row["supplies"]["rules"]}
        measured = {row["id"] for row in behind if row["supplies"]["measurements"]}  # of several GPUs, or many users
        rented = {row["id"] for row in behind if row["supplies"]["rents"]}  # `rent` names them
        self.assertEqual({row["id"] for row in behind} - expected - software - measured - rented, set())
        self.assertEqual(expected - {row["id"] for row in behind}, set())
        self.assertEqual(sum(row["supplies"]["prices"] for row in behind), len(sheet["quotes"]))

    def test_a_sheet_names_every_source_that_it_cites(self):
        for name in ("3090", "2080 ti", "Radeon VII", "TPU v4", "M4 Max 64GB"):
            sheet = answer("show", name)["results"][0]
            cited = {sheet["gpu"]["source"], *sheet["gpu"].get("sources", {}).values(),
                     *sheet["gpu"].get("further_sources", []), *(quote["source"] for quote in sheet["quotes"])}
            for record in sheet["performance"]:
                cited.update(record["performance"]["sources"])
                cited.update(source for rate in record["rates"] for source in rate["sources"])
            cited.update(row["source"] for row in sheet["published_rates"])
            listed = [source["id"] for source in sheet["sources"]]
            self.assertEqual((set(listed), len(listed)), (cited, len(cited)), name)
            text = run("show", name, "--sources").stdout
            self.assertEqual(set(re.findall(r"^\[\d+\] [^(]*\(([a-z0-9-]+)\)$", text.replace("\n(", " ("), re.M)) - cited,
                             set(), name)
            for number in set(re.findall(r"\[(\d+)\]", text)):
                self.assertRegex(text, rf"(?m)^\[{number}\] ", name)

    def test_a_sheet_shows_the_quotes_of_its_prices_and_with_sources_all(self):
        def quotes(*arguments):
            section = run("show", "3090", *arguments).stdout.split("  quote  date")[1].split("\nSpeed\n")[0]
            return re.findall(r"^ +(\$[\d,]+)  (\d{4}\S*) +(new|used|any)", section, re.M)

        sheet = answer("show", "3090")["results"][0]
        told = [(f"${math.ceil(quote['price_usd']):,}", quote["date"], quote["condition"].replace("mixed", "any")) for quote in sheet["quotes"]]
        self.assertEqual(quotes("--sources"), told)
        short = quotes("--explain")
        behind = sum(price["price"]["quotes"] for price in sheet["prices"])
        listed = sum(quote["kind"] == "list" for quote in sheet["quotes"])
        self.assertEqual(len(short), behind + listed)
        self.assertEqual([quote for quote in told if quote in short], short)
        self.assertIn(f"{len(told) - len(short)} more quotes: --sources", run("show", "3090", "--explain").stdout)
        full = run("show", "3090", "--sources").stdout
        self.assertNotIn("more quotes", full)
        for line in ("address    github.com/", "grade      tracker: a data set", "licence    CC BY 4.0"):
            self.assertIn(line, full)

    def test_formats_have_the_same_rows(self):
        asked = ("sources", "--grade", "shop,recalled")
        ids = [row["id"] for row in answer(*asked)["results"]]
        self.assertTrue(ids)
        self.assertEqual(run(*asked, "--format", "names").stdout.split(), ids)
        self.assertEqual([json.loads(line)["id"] for line in run(*asked, "--format", "jsonl").stdout.splitlines()], ids)
        rows = list(csv.DictReader(io.StringIO(run(*asked, "--format", "csv").stdout)))
        self.assertEqual([row["id"] for row in rows], ids)
        self.assertEqual([line.split("\t")[0] for line in
                          run(*asked, "--format", "tsv", "--no-header").stdout.splitlines()], ids)
        items = run(*asked, "--format", "markdown", "--no-header").stdout.splitlines()
        self.assertEqual(sorted(line.split(":")[0] for line in items), sorted(f"  - {id}" for id in ids))

    def test_none(self):
        result = run("sources", "recalled", "--grade", "shop")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        later = run("sources", "--gpu", "5090", "--as-of", "2019")
        self.assertEqual((later.returncode, later.stdout), (1, ""))
        self.assertIn("was not on sale by 2019", later.stderr)


class Usage(unittest.TestCase):
    """Wrong usage says what was found, what was expected and the nearest known word."""

    CASES = [
        (["recomend"], 'unknown command "recomend", did you mean "recommend"?'),
        (["recommend", "--bugdet", "5"], 'unknown option "--bugdet", did you mean "--budget"?'),
        (["recommend", "--workload", "transfomer"], 'found "transfomer", did you mean "transformer"?'),
        (["recommend", "--budget", "-5"], "--budget: expected a positive amount like 500, 1.5k or 800eur, found \"-5\""),
        (["recommend", "--budget", ""], "expected a value, found an empty one"),
        (["recommend", "--budget=", "-q"], "--budget: expected a value, found an empty one"),
        (["recommend", "--budget", "5", "--budget", "6"], "--budget: expected one value"),
        (["list", "qzqz"], '"qzqz" is not understood'),
        (["recommend", "--released", "2026..2024"], "--released: 2026 is after 2024"),
        (["sources", "lambda-2020"], 'unknown source "lambda-2020", did you mean "lambda-2020-02"?'),
        (["sources", "--grade", "shops"], 'found "shops", did you mean "shop"?'),
        (["show", "3090", "--sources", "--format", "csv"],
         '--sources: expected --format table, json, markdown or html, found "csv"'),
        (["sources", ""], "SOURCE: expected a value, found an empty one"),
        (["show", "gaudi"], "Gaudi GPUs are Gaudi 3 OAM or Gaudi 2"),
        (["show", "Turning"], "Turing GPUs are "),
        (["show", "RTX"], "this is in the names of "),
        (["show", "rtx 6000"], "can mean RTX 6000 Ada Generation"),
        (["show", "4060ti", "--strict"], "there is also the GeForce RTX 4060 Ti"),
        (["show", "RTX 4090 32GB"], "with other memory there is GeForce RTX 4090"),
        (["show", "3090", "abacus"], 'unknown GPU "abacus"'),
        (["recommend", "--budget", "nan"], '--budget: expected a positive amount like 500, 1.5k or 800eur, found "nan"'),
        (["recommend", "--budget", "1e999"], '--budget: expected a positive amount like 500, 1.5k or 800eur, found "1e999"'),
        (["recommend", "-n", "many"], '--limit: expected a whole number from 0 to 100000, found "many"'),
        (["recommend", "--vendor", "nvidea"], 'did you mean "nvidia"?'),
        (["recommend", "--format", "jsn"], 'did you mean "json"?'),
        (["recommend", "--rank-by", "prize"], 'did you mean "price"?'),
        (["recommend", "--priority", "tensor,flops"], "expected each of tensor, flops, bandwidth and half once"),
        (["recommend", "--weights", "tensor=-1"], '--weights: expected a positive number, found "-1"'),
        (["recommend", "--as-of", "soon"], "--as-of: expected a date like 2026, 2026-03 or 2026-03-31"),
        (["recommend", "--released", "2020-2022"], "--released: expected FROM..TO"),
        (["recommend", "--catalog-only"], "--catalog-only needs --catalog PATH"),
        (["show", "rtx 9999"], 'unknown GPU "rtx 9999"'),
        (["recommend", "--form", "sxm3"], 'one of 14 others, found "sxm3", did you mean "sxm"?'),
        (["recommend", "--support", "cda"], '--support: expected cuda, rocm, current or any, found "cda", did you mean "cuda"?'),
        (["recommend", "--min-memory", "-1"], "--min-memory: expected a positive number in GB"),
        (["recommend", "-b", "500xyz"], '--budget: no exchange rate is known for "XYZ"'),
        (["recommend", "--price", "..\u00a3800"], "; prices are in US dollars"),
        (["recommend", "--rank-by", "speed"], 'found "speed", did you mean "performance"?'),
        (["recommend", "--memory", "16-48"],
         '--memory: expected FROM..TO in GB, like 16..48, 24.. or 12, found "16-48"'),
        (["recommend", "--memory", "48..16"], "--memory: 48 is more than 16"),
        (["recommend", "--memory", ".."], '--memory: expected FROM..TO in GB'),
        (["recommend", "--memory", "0"], '--memory: expected FROM..TO in GB'),
        (["recommend", "--memory", "1..2..3"], 'found "1..2..3"'),
        (["recommend", "--memory", "16W.."], 'found "16W.."'),
        (["recommend", "--price", "cheap"], '--price: expected FROM..TO in USD, like 300..800, 300.. or ..800'),
        (["list", "--power", "..-5"], '--power: expected FROM..TO in W, like 100..300, 100.. or ..300, found "..-5"'),
        (["list", "--compute-capability", "8"],
         '--compute-capability: expected FROM..TO of compute capabilities, like 8.0..8.9, 8.0.. or 8.6, found "8"'),
        (["list", "--compute-capability", "8.10..8.9"], "--compute-capability: 8.10 is later than 8.9"),
        (["list", "--min-memory", "24", "--memory", "..16"], "--min-memory and --memory exclude each other"),
        (["list", "--budget", "200", "--price", "300.."], "--budget and --price exclude each other"),
        (["list", "--max-power", "75", "--power", "100.."], "--max-power and --power exclude each other"),
        (["list", "--max-slots", "0"], '--max-slots: expected a whole number from 1 to 16, found "0"'),
        (["list", "--cooling", "open-air,water"], 'or liquid, found "water"'),
        (["list", "--deployment", "data-center"], 'found "data-center", did you mean "datacenter"?'),
        (["list", "--only", "rtx 3090,rtx 9999"], '--only: no GPU is called "rtx 9999"'),
        (["list", "--exclude", "*labtop*"], '--exclude: no GPU is called "*labtop*", did you mean "Laptop"?'),
        (["list", "--only", "3090,"], '--only: expected names or patterns like "rtx 30*"'),
        (["list", "--only", "rtx [30"], 'their brackets closed, found "rtx [30"'),
        (["list", "--only", "3090*"], '--only: no GPU is called "3090*", did you mean "*3090*"?'),
        (["recommend", "--budget", "1.200"], '--budget: expected an amount, found "1.200"; write 1200 or 1,200\n'),
        (["recommend", "--budget", "1.200.000 USD"], 'found "1.200.000"; write 1200000 or 1,200,000\n'),
        (["list", "--price", "1.200..2000"], '--price: expected an amount, found "1.200"; write 1200 or 1,200\n'),
        (["list", "--price", "500..1.200"], '--price: expected an amount, found "1.200"; write 1200 or 1,200\n'),
        (["show", "3090", "foo", "4090"], 'unknown GPU "foo"; `gpuadvisor list -n 0` has all\n'),
        (["list", "--only", "GTX 3080"], 'no GPU is called "GTX 3080", did you mean "GeForce RTX 3080'),
        (["show"], "name a GPU, like `gpuadvisor show 3090`"),
        (["recommend", "--explain", "--format", "csv"], '--explain: expected --format table, wide, json, markdown or html, found "csv"'),
        (["recommend", "--explain", "--format", "names"], 'json, markdown or html, found "names"'),
        (["list", "--explain"], 'unknown option "--explain"'),
    ]

    def test_messages(self):
        for arguments, expected in self.CASES:
            with self.subTest(arguments):
                result = run(*arguments)
                self.assertEqual(result.returncode, 2)
                self.assertEqual(result.stdout, "")
                self.assertIn(expected, result.stderr)

    def test_unusual_spellings_mean_the_same(self):
        plain = run("recommend", "--workload", "cnn", "--budget", "500", "-n", "3").stdout
        for arguments in (["--workload=cnn", "--budget=500", "-n", "3"], ["-w", "cnn", "-b", "500", "-n3"],
                          ["-wcnn", "-b500", "--limit", "3"]):
            self.assertEqual(run("recommend", *arguments).stdout, plain)

    def test_natural_spellings(self):
        plain = run("recommend", "--budget", "500", "--min-memory", "12", "-n", "3").stdout
        self.assertEqual(run("recommend", "--budget", "$500", "--min-memory", "12GB", "-n", "3").stdout, plain)
        self.assertEqual(run("recommend", "--budget", "$1,000").stdout, run("recommend", "--budget", "1000").stdout)
        self.assertEqual(run("recommend", "-b", "500USD", "-m", "12gb", "-n3").stdout, plain)
        self.assertEqual(run("recommend", "-b", "500 USD", "-m", "12 gb", "-n3").stdout, plain)
        self.assertEqual(run("recommend", "-b", "500.000000", "-m", "12.000", "-n3").stdout, plain)  # no thousands
        self.assertEqual(run("recommend", "--min-memory", "0 GB").stdout, run("recommend", "--min-memory", "0").stdout)
        self.assertEqual(run("list", "--price", "300 USD..800 USD").stdout, run("list", "--price", "300..800").stdout)
        self.assertEqual(run("recommend", "--priority", "HALF,Flops,tensor,bandwidth").stdout,
                         run("recommend", "--priority", "half,flops,tensor,bandwidth").stdout)
        self.assertEqual(run("recommend", "-w", "CNN", "-n", "1").stdout, run("recommend", "-w", "cnn", "-n", "1").stdout)
        self.assertEqual(run("show", "rtx", "3090").stdout, run("show", "RTX 3090").stdout)

    def test_a_misnomer_is_answered_with_a_note(self):
        note = '"gtx 2080 ti" is the GeForce RTX 2080 Ti'
        shown, quiet = run("show", "gtx 2080 ti"), run("show", "gtx 2080 ti", "-q")
        self.assertEqual((shown.returncode, shown.stderr), (0, f"gpuadvisor: {note}\n"))
        self.assertEqual((quiet.stdout, quiet.stderr), (shown.stdout, ""))
        self.assertEqual(run("show", "rtx 2080 ti").stderr, "")
        self.assertEqual(answer("show", "gtx 2080 ti")["warnings"], [{"id": "misnomer", "text": note}])
        self.assertEqual(answer("show", "rtx 2080 ti")["warnings"], [])

    def test_several_gpus_are_shown_one_after_another(self):
        both = run("show", "3090", "RTX", "4090", "--explain").stdout
        first, legend = run("show", "3090", "--explain").stdout.rsplit("\n\n", 1)
        self.assertEqual(both, first + "\n\n\n" + run("show", "4090", "--explain").stdout)
        self.assertTrue(both.endswith(legend))
        report = answer("show", "3090", "4090")
        ids = ["nvidia-geforce-rtx-3090", "nvidia-geforce-rtx-4090"]
        self.assertEqual([record["gpu"]["id"] for record in report["results"]], ids)
        self.assertEqual(report["query"]["gpus"], ids)
        self.assertEqual(report["results"][1], answer("show", "4090")["results"][0])
        self.assertEqual(run("show", "3090", "4090", "--format", "names").stdout.split(), ids)
        one_later = run("show", "3090", "4090", "--as-of", "2021", "--format", "names")
        self.assertEqual((one_later.returncode, one_later.stdout.split()), (0, ids[:1]))
        self.assertIn("RTX 4090 was not on sale by 2021", one_later.stderr)

    def test_every_command_that_answers_tells_of_old_data_unless_quiet(self):
        old = json.dumps({"sources": [{"id": "s", "title": "S", "publisher": "S", "grade": "shop"}],
                          "gpus": [{"id": "card", "name": "Card", "vendor": "maker", "architecture": "One",
                                    "segment": "consumer", "form": "pcie-card", "source": "s"}],
                          "prices": [{"gpu": "card", "date": "2020-01-01", "condition": "new", "kind": "shop",
                                      "price_usd": 5, "region": "US", "source": "s"}]})
        for command in (["recommend"], ["list"], ["show", "card"], ["sources"]):
            with self.subTest(command=command):
                arguments = [*command, "--catalog", "-", "--catalog-only"]
                self.assertRegex(run(*arguments, text=old).stderr,
                                 r"the newest price is \d+ days old \(2020-01-01\); a newer release may have newer ones\n")
                self.assertNotIn("days old", run(*arguments, "-q", text=old).stderr)

    def test_a_product_that_came_later_is_no_unknown_name(self):
        result = run("show", "5090", "--as-of", "2019")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("NVIDIA GeForce RTX 5090 was not on sale by 2019, only from 2025-01-30", result.stderr)

    def test_a_day_after_the_newest_price_is_told_with_both_days(self):
        for command in (["recommend"], ["compare", "3090", "4090"], ["sources"]):
            with self.subTest(command=command):
                text = " ".join(run(*command, "--as-of", "2127-06").stdout.split())
                self.assertRegex(text, r"as of 2127-06-30, prices to 20\d\d-\d\d-\d\d")

    def test_several_products_of_a_name_that_came_later_are_no_unknown_name(self):
        result = run("show", "3060", "--as-of", "2019-04")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertRegex(result.stderr, r'"3060" names NVIDIA GeForce RTX 3060 .*: none of them was on sale by 2019-04')

    def test_help(self):
        self.assertIn("Examples:", run("--help").stdout)
        for command in ("recommend", "list", "show", "sources", "catalog", ["catalog", "export"]):
            command = [command] if isinstance(command, str) else command
            result = run(*command, "--help")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertTrue(result.stdout)
        self.assertEqual((run().returncode, run().stdout), (0, run("--help").stdout))


class Overlay(unittest.TestCase):
    SOURCE = '"sources": [{"id": "mine", "title": "My shop", "publisher": "Me", "date": "2026-10", "grade": "shop"}]'

    def lay(self, text, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "mine.json")
            path.write_text(text, encoding="utf-8")
            return run(*arguments, "--catalog", str(path))

    def test_a_new_price_changes_the_answer(self):
        def today(*catalog, text=None):
            row = answer("list", "--only", "3090", *catalog, text=text)["results"][0]
            return row["price"]["today_usd"], row["price"]["seen"]

        def with_quote(usd):
            price = {"gpu": "nvidia-geforce-rtx-3090", "date": "2026-11", "condition": "used", "kind": "ask-mean-of-lowest",
                     "price_usd": usd, "region": "US", "source": "mine"}
            return today("--catalog", "-", text="{" + self.SOURCE + ', "prices": ' + json.dumps([price]) + "}")

        before, seen = today()
        self.assertEqual(seen, "2026-10")
        lower, seen = with_quote(before * 0.8)
        self.assertEqual(seen, "2026-11")
        self.assertAlmostEqual(lower, before * 0.8, places=2)  # what the newest month asks is the price
        absurd, _ = with_quote(5)
        self.assertGreater(absurd, before * 0.9)  # it weighs next to nothing

    def test_standard_input(self):
        text = "{" + self.SOURCE + ', "gpus": [{"id": "nvidia-geforce-rtx-3090", "memory_gb": 48, "source": "mine"}]}'
        gpu = json.loads(run("show", "3090", "--format", "json", "--catalog", "-", text=text).stdout)["results"][0]["gpu"]
        self.assertEqual(gpu["memory_gb"], 48)
        self.assertEqual(gpu["sources"]["memory_gb"], "mine")

    def test_a_catalog_of_ones_own_replaces_the_built_in_one(self):
        text = "{" + self.SOURCE + (', "gpus": [{"id": "mine-1", "name": "Mine 1", "vendor": "mine", "architecture": "A",'
                                    '"segment": "consumer", "form": "pcie-card", "source": "mine"}]}')
        result = self.lay(text, "list", "--catalog-only", "--format", "names")
        self.assertEqual(result.stdout, "mine-1\n")

    def test_standard_input_is_read_once(self):
        result = run("show", "5090", "--as-of", "2019", "--catalog", "-", text="{" + self.SOURCE + "}")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("was not on sale by 2019", result.stderr)


class Filters(unittest.TestCase):
    """Every filter against the catalog's own records."""

    GPUS = json.loads(run("catalog", "export").stdout)["gpus"]

    def listed(self, *arguments):
        result = run("list", "-n", "0", "--format", "names", *arguments)
        self.assertEqual(result.stderr, "")
        return set(result.stdout.split())

    def where(self, holds):
        return {gpu["id"] for gpu in self.GPUS if holds(gpu)}

    def test_names_and_patterns(self):
        self.assertEqual(self.listed("--only", "3090,4090"), {"nvidia-geforce-rtx-3090", "nvidia-geforce-rtx-4090"})
        series = self.where(lambda gpu: gpu["name"].startswith("NVIDIA GeForce RTX 30"))
        self.assertGreater(len(series), 8)
        for pattern in ("rtx 30*", "RTX-30*", "rtx30*", "geforce rtx 30??*", "nvidia-geforce-rtx-30*"):
            others = {"nvidia-rtx-3000-ada-laptop"} if pattern[0] in "rR" else set()  # the "RTX 3000 Ada Laptop"
            self.assertEqual(self.listed("--only", pattern), series | others, pattern)
        without = self.where(lambda gpu: "laptop" not in gpu["id"] and "max-q" not in gpu["id"])
        self.assertEqual(self.listed("--exclude", "*laptop*,*max-q*"), without)
        self.assertEqual(self.listed("--exclude", "*laptop*", "--exclude", "*max-q*"), without)
        self.assertEqual(self.listed("--only", "rtx 309*", "--exclude", "3090"), {"nvidia-geforce-rtx-3090-ti"})

    def test_ranges(self):
        def memory(gpu):
            return gpu.get("memory_gb", math.nan) / gpu.get("devices", 1)

        self.assertEqual(self.listed("--memory", "16..48"), self.where(lambda gpu: 16 <= memory(gpu) <= 48))
        self.assertEqual(self.listed("--memory", "24"), self.where(lambda gpu: memory(gpu) == 24))
        self.assertEqual(self.listed("--memory", "..12GB"), self.where(lambda gpu: memory(gpu) <= 12))
        self.assertEqual(self.listed("--memory", "24.."), self.listed("--min-memory", "24"))
        self.assertEqual(self.listed("--power", "100..300"), self.where(lambda gpu: 100 <= gpu.get("tdp_w", 0) <= 300))
        self.assertEqual(self.listed("--power", "..300w"), self.listed("--max-power", "300"))
        self.assertEqual(self.listed("--price", "..800"), self.listed("--budget", "800"))
        self.assertEqual(self.listed("--price", "$300..$800"), self.listed("--price", "300..800"))
        self.assertEqual(self.listed("--price", "300..800") | self.listed("--price", "..300"),
                         self.listed("--price", "..800"))
        ampere_on = self.where(lambda gpu: float(gpu.get("compute_capability", 0)) >= 8)  # none has two digits there
        self.assertIn("nvidia-geforce-rtx-5090", ampere_on)  # 12.0 comes after 8.0
        self.assertEqual(self.listed("--compute-capability", "8.0.."), ampere_on)
        self.assertEqual(self.listed("--compute-capability", "8.6"),
                         self.where(lambda gpu: gpu.get("compute_capability") == "8.6"))

    def test_power_supplies(self):
        fed = self.listed("--psu", "750")
        for name in ("nvidia-geforce-rtx-3090", "nvidia-geforce-rtx-3080-12gb", "amd-radeon-rx-9070-xt"):
            self.assertIn(name, fed)
        for name in ("nvidia-geforce-rtx-4090", "nvidia-geforce-rtx-5080", "nvidia-h100-sxm5-80gb", "apple-m3-ultra-512gb"):
            self.assertNotIn(name, fed)
        self.assertLessEqual(self.listed("--psu", "650"), fed)
        two = json.loads(run("recommend", "--psu", "1000", "--count", "2", "--only", "3090,3070", "--format", "json").stdout)
        found = {row["id"] for row in two["results"]}
        self.assertEqual(found, {"nvidia-geforce-rtx-3070"})  # 650 + 220; 750 + 350 are too much

    def test_boards(self):
        self.assertEqual(self.listed("--max-slots", "1"), self.where(lambda gpu: gpu.get("slots") == 1))
        self.assertEqual(self.listed("--cooling", "blower,liquid"),
                         self.where(lambda gpu: gpu.get("cooling") in ("blower", "liquid")))

    def test_deployment(self):
        cards = ("pcie-card", "pcie-low-profile")
        self.assertEqual(self.listed("--deployment", "desktop"),
                         self.where(lambda gpu: gpu["form"] in cards and gpu.get("cooling") != "passive"))

        def fits_a_server(gpu):
            return gpu["form"] not in ("laptop", "soc", "cloud-chip")

        def is_allowed(gpu):
            return gpu["vendor"] != "nvidia" or gpu["segment"] != "consumer"

        self.assertEqual(self.listed("--deployment", "datacenter"),
                         self.where(lambda gpu: fits_a_server(gpu) and is_allowed(gpu)))
        before = self.listed("--deployment", "datacenter", "--as-of", "2019-04-02", "-q")  # the guide is of the next day
        after = self.listed("--deployment", "datacenter", "--as-of", "2019-04-03", "-q")
        self.assertIn("nvidia-geforce-rtx-2080-ti", before - after)
        rows = json.loads(run("recommend", "--deployment", "datacenter", "--format", "json", "-n", "0").stdout)
        ids = {row["id"] for row in rows["results"]}
        self.assertIn("nvidia-h100-sxm5-80gb", ids)
        self.assertFalse([gpu_id for gpu_id in ids if "geforce" in gpu_id or "titan" in gpu_id])
        warning = next(warning for warning in rows["warnings"] if warning["id"] == "policy-risk")
        self.assertIn("Licence risk", warning["text"])
        self.assertNotIn("illegal", json.dumps(rows))

    def test_own_ids_with_capitals_can_be_named(self):
        document = json.dumps({
            "sources": [{"id": "s", "title": "S", "publisher": "S", "grade": "shop"}],
            "workloads": [{"id": "MyNet", "title": "My net", "order": ["tensor", "flops", "bandwidth", "half"],
                           "source": "s"}],
            "gpus": [{"id": "Mine", "name": "Mine", "vendor": "MyVendor", "architecture": "A", "segment": "consumer",
                      "form": "pcie-card", "source": "s"}]})
        for vendor in ("MyVendor", "myvendor"):
            for workload in ("MyNet", "mynet"):
                result = run("list", "-w", workload, "--vendor", vendor, "--format", "names", "--catalog", "-",
                             text=document)
                self.assertEqual((result.stdout, result.returncode), ("Mine\n", 0), result.stderr)
                compared = run("compare", "3090", "4090", "-w", workload, "--catalog", "-", text=document)
                self.assertEqual(compared.returncode, 0, compared.stderr)
        for source in ("MySource", "mysource", "MYSOURCE"):
            named = run("sources", source, "--format", "names", "--catalog", "-",
                        text=document.replace('"s"', '"MySource"'))
            self.assertEqual((named.stdout, named.returncode), ("MySource\n", 0), named.stderr)

    def test_only_some_gpus_means_no_other(self):
        for asked, nearest, change in ((["--only", "V100"], "used Tesla V100", "--form any and --support any"),
                                       (["--only", "3090", "--exclude", "3090"], "used GeForce RTX 3090", "without --exclude")):
            result = run("recommend", *asked)
            self.assertEqual(result.returncode, 1, result.stderr)
            text = " ".join(result.stdout.split())
            self.assertIn(f"The nearest that works: {nearest}", text)
            self.assertIn(f": try {change}.", text)
            self.assertNotIn("without --only", text)

    def test_a_product_of_another_day_is_no_unknown_name(self):
        result = run("recommend", "--only", "5090", "--as-of", "2019")
        self.assertEqual(result.returncode, 1, result.stderr)


class Advice(unittest.TestCase):
    """What a default answer never offers, judged by the catalog's own records."""

    GPUS = {gpu["id"]: gpu for gpu in json.loads(run("catalog", "export").stdout)["gpus"]}
    ENDED = {"Fermi", "Kepler", "Maxwell", "Pascal", "Volta"}  # by CUDA 13.0 and its predecessors
    BUDGETS = [["--budget", str(budget)] for budget in (300, 500, 1000, 2500, 10000, 50000)] + [[]]

    def answers(self, *arguments):
        for workload in ("cnn", "rnn", "transformer", "general"):
            for budget in self.BUDGETS:
                yield self.answer("--workload", workload, *budget, *arguments)

    @staticmethod
    def answer(*arguments):
        return json.loads(run("recommend", "-n", "0", "--format", "json", *arguments).stdout)

    def test_a_default_answer_holds_cards_that_one_can_plug_in_and_train_on(self):
        for answer in self.answers():
            for row in answer["results"]:
                gpu = self.GPUS[row["id"]]
                self.assertIn(gpu["form"], ("pcie-card", "pcie-low-profile"), row["id"])
                self.assertNotEqual(gpu.get("cooling"), "passive", row["id"])
                self.assertEqual(gpu["vendor"], "nvidia", row["id"])
                self.assertNotIn(gpu["architecture"], self.ENDED, row["id"])
                self.assertGreaterEqual(row["memory_gb"] / gpu.get("devices", 1), 8, row["id"])

    def test_list_prices_are_those_of_young_products(self):
        for day, first in (("2026-10-10", "2025-10-10"), ("2023-01-30", "2022-01-30"), ("2019-04-03", "2018-04-03")):
            for answer in self.answers("--as-of", day):
                for row in answer["results"]:
                    if row["price"] and row["price"]["basis"] == "list":
                        self.assertGreaterEqual(self.GPUS[row["id"]]["released"], first, row["id"])

    def test_what_is_hidden_is_what_lifting_brings_in(self):
        asked = ["--workload", "cnn", "--budget", "500"]
        answer = self.answer(*asked)
        shown = {row["id"] for row in answer["results"]}
        for hidden in (answer["hidden"][one] for one in ("installable", "support", "memory-floor")
                       if one in answer["hidden"]):
            lifted = self.answer(*asked, *hidden["lift"].split())["results"]
            added = [row["id"] for row in lifted if row["id"] not in shown]
            self.assertEqual(len(set(added)), hidden["gpus"])
            self.assertEqual(added[0], hidden["best"]["id"])

    def test_five_hundred_dollars_buy_a_choice(self):
        for workload in ("cnn", "rnn", "transformer", "general"):
            self.assertGreaterEqual(len(self.answer("--workload", workload, "--budget", "500")["results"]), 2)

    def test_the_changes_of_a_near_miss_let_it_in(self):
        for asked in (["--budget", "1"], ["--budget", "500", "--min-memory", "24"], ["--max-power", "20"],
                      ["--vendor", "apple"], ["--workload", "transformer", "--budget", "300"],
                      ["--budget", "20", "--vendor", "google"], ["--form", "sxm4", "--budget", "100"],
                      ["--price", "1..2"], ["--memory", "1000.."], ["--memory", "..3", "--budget", "100"],
                      ["--power", "1..10"], ["--only", "k80"], ["--deployment", "datacenter", "--only", "3090"],
                      ["--cooling", "liquid"], ["--compute-capability", "99.0.."], ["--exclude", "*"],
                      ["--max-slots", "1", "--budget", "100"], ["--psu", "300"], ["--psu", "450", "--count", "2"]):
            for miss in self.answer(*asked)["near_misses"]:
                with self.subTest(f"{asked} {miss['changes']}"):
                    changed = list(asked)
                    for change in miss["changes"]:
                        name, *value = change.removeprefix("without ").split()
                        if name in changed:
                            del changed[changed.index(name):changed.index(name) + 2]
                        changed += [name, *value] if value else []
                    offers = [(row["id"], row["condition"]) for row in self.answer(*changed)["results"]]
                    if miss["changes"]:
                        self.assertIn((miss["offer"]["id"], miss["offer"]["condition"]), offers)

    def test_asking_by_name_widens_what_is_in_force(self):
        self.assertEqual(self.answer()["query"]["support"], "cuda")
        self.assertEqual(self.answer("--vendor", "nvidia,amd")["query"]["support"], "current")
        self.assertEqual(self.answer("--vendor", "intel")["query"]["support"], "any")
        self.assertFalse(self.answer("--segment", "datacenter")["query"]["installable"])
        self.assertIsNone(self.answer("--min-memory", "0")["query"]["memory_floor_gb"])


class Output(unittest.TestCase):
    def test_a_row_in_a_pipe_is_one_line(self):
        environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
        table = subprocess.run([PROGRAM, "list", "-n", "0", "--no-header"], capture_output=True, text=True, env=environment)
        self.assertEqual(len(table.stdout.splitlines()), len(answer("list", "-n", "0")["results"]))

    def test_a_closed_pipe_ends_quietly(self):
        result = subprocess.run(f"'{PROGRAM}' list -n 0 -q | head -1", shell=True, capture_output=True, text=True)
        self.assertEqual(result.stderr, "")

    def test_a_pipe_that_does_not_block_gets_all(self):
        """As those that Node hands on: where its reader is slow, a write fails instead of waiting."""
        whole = subprocess.run([PROGRAM, "catalog", "export"], capture_output=True, check=True).stdout
        ours, theirs = os.pipe()
        os.set_blocking(theirs, False)
        program = subprocess.Popen([PROGRAM, "catalog", "export"], stdout=theirs, stderr=subprocess.PIPE)
        os.close(theirs)
        time.sleep(0.2)  # until the pipe is full
        with open(ours, "rb") as reader:
            found = reader.read()
        self.assertEqual((program.wait(), program.stderr.read()), (0, b""))
        program.stderr.close()
        self.assertEqual(found, whole)
        self.assertGreater(len(whole), 1_000_000)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 3)
        self.assertIn("standard output", result.stderr)


unittest.main(verbosity=1)
