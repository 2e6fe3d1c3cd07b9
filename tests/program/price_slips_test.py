"""`check` finds slips in prices where they are: every tenth quote is spoilt in turn, a few dozen at a time.

    price_slips_test.py PROGRAM ROOT
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, ROOT = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()

EVERY = 60  # of the quotes are spoilt at once: one in so many, and only one of a GPU
STARTS = range(0, EVERY, 10)


def quotes():
    """File, line and record of every price."""
    for path in sorted((ROOT / "data/prices").glob("*.json")):
        for index, record in enumerate(json.loads(path.read_text(encoding="utf-8"))["prices"]):
            yield path.name, index + 3, record  # a line each, below the two that open the file


def swapped(price):
    """The price with two neighbouring digits swapped, so that it changes by a factor of two or more; None: it cannot."""
    digits = str(price)
    for i in range(len(digits) - 1):
        text = digits[:i] + digits[i + 1] + digits[i] + digits[i + 2:]
        if "." in digits[i:i + 2] or text.startswith("0"):
            continue
        if max(float(text) / price, price / float(text)) >= 2:
            return float(text)
    return None


SLIPS = {  # what a slip makes of a price, and the share of them that must be found
    "ten times too high": (lambda price: price * 10, 0.95),
    "ten times too low": (lambda price: price / 10, 0.95),
    "three times too high": (lambda price: round(price * 3), 0.75),
    "three times too low": (lambda price: round(price / 3), 0.75),
    "digits swapped": (swapped, 0.80),
}


class PriceSlips(unittest.TestCase):
    def spoil(self, folder, slip, start, field="price_usd"):
        """Spoils quotes in a copy of the data; their files and lines."""
        shutil.copytree(ROOT / "data", folder, dirs_exist_ok=True)
        able = [(name, line, record) for name, line, record in quotes() if slip(record[field])]
        spoilt, gpus = set(), set()
        for name, line, record in able[start::EVERY]:
            if record["gpu"] in gpus:
                continue
            gpus.add(record["gpu"])
            path = folder / "prices" / name
            lines = path.read_text(encoding="utf-8").split("\n")
            before = f'"{field}": {json.dumps(record[field])},'
            self.assertIn(before, lines[line - 1])
            lines[line - 1] = lines[line - 1].replace(before, f'"{field}": {json.dumps(slip(record[field]))},')
            path.write_text("\n".join(lines), encoding="utf-8")
            spoilt.add((name, line))
        return spoilt

    def found(self, slip, starts=STARTS, field="price_usd"):
        """How many slips are found, and of how many."""
        found = total = 0
        for start in starts:
            with tempfile.TemporaryDirectory() as holder:
                folder = pathlib.Path(holder) / "data"
                spoilt = self.spoil(folder, slip, start, field)
                done = subprocess.run([PROGRAM, "check", folder, "--strict", "--format", "json", "-q"],
                                      capture_output=True, text=True)
                places = {(pathlib.Path(one["file"]).name, one["line"])
                          for one in json.loads(done.stdout)["results"]}
                found += len(spoilt & places)
                total += len(spoilt)
        return found, total

    def test_slips_are_found_where_they_are(self):
        for name, (slip, least) in SLIPS.items():
            found, total = self.found(slip)
            print(f"{name}: {found} of {total}")
            self.assertGreaterEqual(found / total, least, name)

    def test_wrong_years_are_counted(self):
        """Without a target: between two years a price hardly differs."""
        for name, years in ("a year too early", -1), ("a year too late", 1):
            found, total = self.found(lambda date: str(int(date[:4]) + years) + date[4:], [0, 30], "date")
            print(f"{name}: {found} of {total}")

    def test_few_shipped_quotes_are_excepted_by_name(self):
        config = json.loads((ROOT / "data/check.json").read_text(encoding="utf-8"))
        ids = [id for one in config["exceptions"] if one["rule"] == "price-off-market" for id in one["ids"]]
        self.assertLessEqual(len(ids), 20)


if __name__ == "__main__":
    unittest.main()
