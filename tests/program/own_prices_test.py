"""Prices of one's own, other currencies and tax: the options of all commands that tell prices.

    own_prices_test.py PROGRAM
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)

ANSWERED, NONE, USAGE, INVALID = 0, 1, 2, 3  # exit statuses


def run(*arguments, text=""):
    return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, encoding="utf-8")


def answer(*arguments):
    done = run("recommend", *arguments, "--format", "json", "-n", "0")
    assert done.returncode in (ANSWERED, NONE), done.stderr
    return json.loads(done.stdout)


def rows(*arguments):
    return [(row["count"], row["id"], row["price"]["usd"], row["price"]["basis"])
            for row in answer(*arguments)["results"] if row["price"]]


CNN = ("-w", "cnn", "--budget")
OWN = "nvidia-geforce-rtx-3090"


class MyPrice(unittest.TestCase):
    def test_it_lets_a_card_in_and_replaces_what_the_market_asks(self):
        self.assertNotIn(OWN, [id for _, id, _, _ in rows(*CNN, "1000")])
        mine = [row for row in rows(*CNN, "1000", "--my-price", "3090=900") if row[1] == OWN]
        self.assertEqual(mine, [(1, OWN, 900, "yours")])

    def test_without_it_nothing_changes(self):
        others = [row for row in rows(*CNN, "1000", "--my-price", "3090=900") if row[1] != OWN]
        self.assertEqual(others, rows(*CNN, "1000"))

    def test_it_passes_whatever_condition_is_asked_for(self):
        for condition in "new", "used":
            mine = rows(*CNN, "1000", "--condition", condition, "--my-price", "3090=900")
            self.assertIn(OWN, [id for _, id, _, _ in mine])

    def test_a_price_of_two_is_an_offer_of_two_beside_the_market(self):
        found = [row for row in rows("-w", "cnn", "--my-price", "2x 3090=1700") if row[1] == OWN]
        self.assertIn((2, OWN, 1700, "yours"), found)
        self.assertIn(1, [count for count, _, _, _ in found])

    def test_every_command_that_tells_prices_takes_it(self):
        for command in (("compare", "3090", "4090"), ("upgrade", "2070"), ("explain", "3090"), ("build", "2x 3090"),
                        ("picks",), ("memory", "llama-3-8b"), ("list", "--only", "3090")):
            done = run(*command, "--my-price", "3090=123")
            self.assertIn(done.returncode, (ANSWERED, NONE), done.stderr)
        self.assertIn("$123", run("compare", "3090", "4090", "--my-price", "3090=123").stdout)
        self.assertIn("$246", run("build", "2x 3090", "--my-price", "3090=123").stdout)

    def test_it_is_marked_in_the_row(self):
        row = next(line for line in run("recommend", "--only", "3090", "--my-price", "3090=900").stdout.splitlines() if "RTX 3090 " in line)
        self.assertIn("yours", row)
        self.assertIn("$900", row)


class Files(unittest.TestCase):
    def priced(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mine.txt"
            path.write_text(text, encoding="utf-8")
            return run("recommend", "--prices", str(path), "--format", "json", "-n", "0")

    def test_a_file_holds_many(self):
        found = json.loads(self.priced("# from the flea market\n\n3090 = 900\nRTX 4090=1.5k\r\n").stdout)
        mine = {row["id"]: row["price"]["usd"] for row in found["results"]
                if row["price"] and row["price"]["basis"] == "yours"}
        self.assertEqual(mine, {OWN: 900, "nvidia-geforce-rtx-4090": 1500})

    def test_standard_input_does_too(self):
        marked = run("recommend", "--prices", "-", "--format", "json", "-n", "0", text="\ufeff3090=900\r\n")
        self.assertEqual(marked.returncode, ANSWERED, marked.stderr)  # as spreadsheets and PowerShell write
        done = run("recommend", "--prices", "-", "--format", "json", "-n", "0", text="3090=900\n")
        self.assertIn('"yours"', done.stdout)

    def test_errors_tell_file_and_line(self):
        for text, expected in (("3090=900\n3090 900\n", "expected GPU=PRICE"), ("3090=900\n9999=1\n", "9999"),
                               ("3090=900\n3090=800\n", "again"), ("3090=900\n4090=-3\n", "positive")):
            done = self.priced(text)
            self.assertEqual((done.returncode, done.stdout), (INVALID, ""), done.stderr)
            self.assertIn("mine.txt:2: ", done.stderr)
            self.assertIn(expected, done.stderr)


class Currencies(unittest.TestCase):
    def order(self, *arguments):
        return [(row["count"], row["id"]) for row in answer(*arguments)["results"]]

    def test_the_same_budget_in_another_currency_gives_the_same_rows(self):
        euros = ("--currency", "EUR", "--rate", "1.08")
        self.assertEqual(self.order(*CNN, "500", *euros), self.order(*CNN, "540"))
        self.assertEqual(self.order(*CNN, "500eur", "--currency", "eur", "--rate", "1.08"), self.order(*CNN, "540"))

    def test_amounts_are_told_in_it(self):
        text = run("recommend", *CNN, "800eur").stdout
        self.assertNotIn("$", text)
        self.assertIn("EUR 800", text)
        self.assertIn("1 EUR = 1.1", text)  # 0.86 to 0.9 a dollar in 2026

    def test_answers_tell_the_rate_and_its_month(self):
        known = answer(*CNN, "800eur")["catalog"]["exchange"]
        self.assertEqual((known["currency"], known["rate_month"], known["tax_percent"]), ("EUR", "2026-08", 0))
        own = answer(*CNN, "800", "--currency", "CHF", "--rate", "1.25", "--tax", "8.1")["catalog"]["exchange"]
        self.assertEqual(own, {"currency": "CHF", "usd_per_unit": 1.25, "rate_month": None, "tax_percent": 8.1})
        self.assertIsNone(answer(*CNN, "800")["catalog"]["exchange"])

    def test_tax_is_part_of_the_budget(self):
        self.assertEqual(self.order(*CNN, "600", "--tax", "20"), self.order(*CNN, "500"))

    def test_ones_own_price_is_in_the_currency_and_with_the_tax(self):
        found = rows(*CNN, "1000", "--currency", "EUR", "--rate", "1.1", "--tax", "10", "--my-price", "3090=900")
        self.assertIn((1, OWN, 900, "yours"), [(c, id, round(usd), basis) for c, id, usd, basis in found])

    def test_amounts_as_people_write_them(self):
        for text in "1000", "1,000", "1k", "$1000", "1000 USD", "1000usd", "1.0K":
            self.assertEqual(self.order(*CNN, text), self.order(*CNN, "1000"), text)
        for text in "\u20ac900", "900 \u20ac", "900EUR", "0.9k eur", "900 euros":
            self.assertEqual(self.order(*CNN, text), self.order(*CNN, "900eur"), text)

    def test_what_cannot_be_meant_is_refused(self):
        for arguments, expected in ((("--budget", "many"), "found \"many\""), (("--budget", "900xyz"), "XYZ"),
                                    (("--currency", "XYZ"), "XYZ"), (("--currency", "EUR", "--rate", "0"), "--rate"),
                                    (("--rate", "1.1"), "--currency"), (("--tax", "-3"), "--tax"),
                                    (("--my-price", "3090"), "GPU=PRICE"), (("--my-price", "9999=1"), "--my-price"),
                                    (("--my-price", "3090=0"), "positive")):
            done = run("recommend", *arguments)
            self.assertEqual((done.returncode, done.stdout), (USAGE, ""), arguments)
            self.assertIn(expected, done.stderr)


if __name__ == "__main__":
    unittest.main()
