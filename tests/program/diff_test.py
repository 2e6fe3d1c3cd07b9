"""`catalog diff`: what it says of two catalogs is what the other commands say of each.

    diff_test.py PROGRAM DATA_DIR
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DATA = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))


def run(*arguments, text=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], input=text, capture_output=True, text=True, check=False)


def answer(*arguments, text=None):
    done = run(*arguments, "--format", "json", text=text)
    assert done.returncode == 0, (arguments, done.stderr)
    return json.loads(done.stdout)


def diff(*arguments, text=None):
    return answer("catalog", "diff", *arguments, text=text)


class Diff(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.export = self.folder / "old.json"
        self.export.write_text(run("catalog", "export").stdout, encoding="utf-8")

    def changed(self, change, name="new.json"):
        """The built-in catalog after `change`, as a file."""
        catalog = json.loads(self.export.read_text(encoding="utf-8"))
        change(catalog)
        path = self.folder / name
        path.write_text(json.dumps(catalog), encoding="utf-8")
        return path

    def cheaper_5090(self):
        """Every quote of the RTX 5090 at a tenth of what it is."""
        def change(catalog):
            for price in catalog["prices"]:
                if price["gpu"] == "nvidia-geforce-rtx-5090":
                    price["price_usd"] /= 10
            del catalog["price_levels"], catalog["market_months"]  # they follow from the quotes
        return self.changed(change)

    def test_equal_catalogs_do_not_differ(self):
        for sides in (("built-in", "built-in"), ("built-in", DATA), (DATA, self.export), ("-", "built-in")):
            text = self.export.read_text(encoding="utf-8") if "-" in sides else None
            found = diff(*sides, "--exit-code", text=text)
            self.assertEqual((found["differs"], found["reordered"], found["results"]), (False, False, []), sides)
            self.assertTrue(found["advice"])
            self.assertEqual([one for one in found["advice"] if one["moves"] or one["first_changed"]], [])
            self.assertEqual([one for one in found["affordability"] if one["gained"] or one["lost"]], [])

    def test_exit_status(self):
        other = self.cheaper_5090()
        self.assertEqual(run("catalog", "diff", self.export, other).returncode, 0)
        self.assertEqual(run("catalog", "diff", self.export, other, "--exit-code").returncode, 1)
        self.assertEqual(run("catalog", "diff", self.export, self.export, "--exit-code").returncode, 0)
        for wrong in (["built-in"], ["-", "-"], ["built-in", "built-in", "-b", "free"],
                      ["built-in", "built-in", "-w", "cnm"], ["built-in", "built-in", "-n", "-1"]):
            self.assertEqual(run("catalog", "diff", *wrong).returncode, 2, wrong)
        (self.folder / "broken.json").write_text('{"gpus": [}', encoding="utf-8")
        for unreadable in ("broken.json", "missing.json"):
            done = run("catalog", "diff", "built-in", self.folder / unreadable)
            self.assertEqual((done.returncode, done.stdout), (3, ""))
            self.assertIn(unreadable, done.stderr)

    def test_ranks_are_those_of_recommend(self):
        other = self.cheaper_5090()
        found = diff(self.export, other)
        self.assertEqual(found["query"]["budgets_usd"], [None, 300, 500, 1000, 2000, 5000])
        moved = 0
        for one in found["advice"]:
            budget = [] if one["budget_usd"] is None else ["--budget", str(one["budget_usd"])]
            ranks = []
            for side in (self.export, other):
                done = run("recommend", "-w", one["workload"], *budget, "-n", "0", "--catalog", side, "--catalog-only",
                           "--format", "json")
                rows = json.loads(done.stdout)["results"]
                ranks.append({(row["id"], row["condition"]): row["rank"] for row in rows})
            old, new = ranks
            self.assertEqual((len(old), len(new)), (one["old_rows"], one["new_rows"]))
            expected = {key: (old.get(key), new.get(key)) for key in {*old, *new} if old.get(key) != new.get(key)}
            told = {(move["id"], move["condition"]): tuple((move[side] or {}).get("rank") for side in ("old", "new"))
                    for move in one["moves"]}
            self.assertEqual(told, expected, (one["workload"], one["budget_usd"]))
            moved += len(told)
        self.assertGreater(moved, 0)

    def test_affordability_is_that_of_list(self):
        other = self.cheaper_5090()
        for one in diff(self.export, other)["affordability"]:
            within = []
            for side in (self.export, other):
                rows = answer("list", "--budget", one["budget_usd"], "-n", "0", "--catalog", side, "--catalog-only")
                within.append({row["id"] for row in rows["results"]})
            self.assertEqual({row["id"] for row in one["gained"]}, within[1] - within[0])
            self.assertEqual({row["id"] for row in one["lost"]}, within[0] - within[1])

    def test_what_is_new_one_way_is_gone_the_other(self):
        def change(catalog):
            gone = "nvidia-geforce-rtx-3080"
            for table, key in (("gpus", "id"), ("prices", "gpu"), ("scores", "gpu")):
                catalog[table] = [record for record in catalog[table] if record[key] != gone]
            for table in list(catalog):  # what guides say of it
                if isinstance(catalog[table], list) and table not in ("gpus", "prices", "scores"):
                    catalog[table] = [record for record in catalog[table] if gone not in json.dumps(record)]
        without = self.changed(change)
        done = run("catalog", "diff", self.export, without, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        there, back = json.loads(done.stdout), diff(without, self.export)
        for gone, new in zip(there["results"], back["results"], strict=True):
            self.assertEqual((gone["table"], gone["removed"], gone["changed"]), (new["table"], new["added"], new["changed"]))
            self.assertEqual([change["key"] for change in gone["changes"]], [change["key"] for change in new["changes"]])
        tables = {table["table"]: table for table in there["results"]}
        self.assertEqual(tables["gpus"]["removed"], 1)
        quotes = [price for price in json.loads(self.export.read_text(encoding="utf-8"))["prices"]
                  if price["gpu"] == "nvidia-geforce-rtx-3080"]
        self.assertEqual(tables["prices"]["removed"], len(quotes))

    def test_prices_alone_need_the_built_in_catalog_below(self):
        quote = {"sources": [{"id": "my-shop", "title": "Quote by mail", "publisher": "My shop", "grade": "shop"}],
                 "prices": [{"gpu": "nvidia-geforce-rtx-3090", "date": "2026-10-09", "condition": "used", "kind": "shop",
                             "price_usd": 480, "region": "US", "source": "my-shop"}]}
        self.assertEqual(run("catalog", "diff", "built-in", "-", text=json.dumps(quote)).returncode, 3)
        found = diff("built-in", "-", "--overlay", text=json.dumps(quote))
        self.assertEqual([(table["table"], table["added"], table["removed"]) for table in found["results"]],
                         [("sources", 1, 0), ("prices", 1, 0)])
        self.assertEqual(found["catalog"]["version"].partition("+")[2], "overlay")
        price = found["results"][1]["changes"][0]
        self.assertEqual(price["key"], {"gpu": "nvidia-geforce-rtx-3090", "condition": "used", "kind": "shop",
                                        "date": "2026-10-09", "source": "my-shop"})
        self.assertEqual({field["field"]: field["new"] for field in price["fields"]}, {"price_usd": 480, "region": "US"})

    def test_tables_are_cut_and_json_is_not(self):
        other = self.cheaper_5090()
        short = run("catalog", "diff", self.export, other, "-n", "1")
        self.assertIn("entries left out; -n 0 shows all", short.stderr)
        whole = run("catalog", "diff", self.export, other, "-n", "0")
        self.assertEqual(whole.stderr, "")
        self.assertGreater(len(whole.stdout), len(short.stdout))
        self.assertEqual(run("catalog", "diff", self.export, other, "-n", "1", "-q").stderr, "")
        self.assertEqual(diff(self.export, other, "-n", "1"), diff(self.export, other))
        for line in run("catalog", "diff", self.export, other).stdout.splitlines():
            self.assertLessEqual(len(line), 80)

    def test_named_questions(self):
        found = diff("built-in", "built-in", "-w", "cnn", "-w", "CNN", "-b", "700", "-b", "none", "-b", "$700")
        self.assertEqual((found["query"]["workloads"], found["query"]["budgets_usd"]), (["cnn"], [None, 700]))
        self.assertEqual([(one["workload"], one["budget_usd"]) for one in found["advice"]], [("cnn", None), ("cnn", 700)])
        self.assertEqual([one["budget_usd"] for one in found["affordability"]], [700])

    def test_markdown_shows_what_data_says_letter_for_letter(self):
        def change(catalog):
            catalog["gpus"][0]["notes"] = ["<b>[x](y)</b> | *z*"]
        shown = run("catalog", "diff", self.export, self.changed(change), "--format", "markdown").stdout
        self.assertNotIn("<b>", shown)
        self.assertNotIn("[x](y)", shown)
        self.assertIn("## gpus: 1 changed", shown)

    def test_same_bytes_twice(self):
        other = self.cheaper_5090()
        for shape in ("table", "json", "markdown"):
            first, second = (run("catalog", "diff", self.export, other, "--format", shape).stdout for _ in range(2))
            self.assertEqual(first, second)

    def test_a_folder_that_lacks_a_file(self):
        copy = self.folder / "data"
        shutil.copytree(DATA, copy)
        (copy / "guides" / "free_tiers.json").unlink()
        tables = diff("built-in", copy, "-w", "cnn", "-b", "500")["results"]
        self.assertIn("free_tiers", [table["table"] for table in tables])
        self.assertEqual([table["removed"] for table in tables if table["table"] == "free_tiers"], [33])


unittest.main()
