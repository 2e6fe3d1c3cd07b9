"""`catalog add-price`: one record more in the right file, all else as it was, and nothing written that is refused.

    add_price_test.py PROGRAM DATA_DIR
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DATA = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
QUOTE = ["--usd", "1240", "--condition", "used", "--kind", "ask-mean-of-lowest", "--date", "2026-10-10",
         "--source", "gpupoet-listings-2026-10"]


class AddPrice(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.data = self.folder / "data"
        shutil.copytree(DATA, self.data)

    def run_in(self, *arguments, name="RTX 3090"):
        return subprocess.run([PROGRAM, "catalog", "add-price", name, *arguments], capture_output=True, text=True,
                              cwd=self.folder, check=False)

    def texts(self, folder=None):
        folder = folder or self.data
        return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
                for path in folder.rglob("*") if path.is_file()}

    def changed(self):
        """The files that differ from the shipped ones."""
        now, then = self.texts(), self.texts(DATA)
        return sorted(name for name in now.keys() | then.keys() if now.get(name) != then.get(name))

    def test_one_line_more_at_its_place(self):
        done = self.run_in(*QUOTE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.changed(), ["prices/nvidia-ampere.json"])
        old = (DATA / "prices/nvidia-ampere.json").read_text(encoding="utf-8").splitlines(keepends=True)
        new = (self.data / "prices/nvidia-ampere.json").read_text(encoding="utf-8").splitlines(keepends=True)
        self.assertEqual(len(new), len(old) + 1)
        file, line, said = done.stdout.split(":", 2)
        self.assertEqual(file, "data/prices/nvidia-ampere.json")
        self.assertEqual(said, " added NVIDIA GeForce RTX 3090, used, ask-mean-of-lowest, $1,240 on 2026-10-10 in US, from "
                               "gpupoet-listings-2026-10\n")
        added = new.pop(int(line) - 1)
        self.assertEqual(new, old)
        self.assertEqual(json.loads(added.strip().rstrip(",")), {
            "gpu": "nvidia-geforce-rtx-3090", "date": "2026-10-10", "condition": "used", "kind": "ask-mean-of-lowest",
            "price_usd": 1240, "region": "US", "source": "gpupoet-listings-2026-10"})
        subprocess.run([PROGRAM, "prices", "fit", "--write", "--data", self.data], capture_output=True, check=True)
        checked = subprocess.run([PROGRAM, "check", "--strict", self.data], capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        shown = subprocess.run([PROGRAM, "show", "3090", "--catalog", self.data, "--catalog-only", "--format", "json"],
                               capture_output=True, text=True, check=True)
        self.assertIn(("2026-10-10", 1240), [(quote["date"], quote["price_usd"])
                                             for quote in json.loads(shown.stdout)["results"][0]["quotes"]])

    def test_what_is_not_given_keeps_its_default_beside_a_note_that_begins_like_an_option(self):
        done = self.run_in(*QUOTE, "--note", "-5 % with a coupon")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("RTX 3090, used, ask-mean-of-lowest, $1,240 on 2026-10-10 in US", done.stdout)

    def test_refusals_name_the_command(self):
        self.assertTrue(self.run_in("--frob").stderr.endswith("Try `gpuadvisor catalog add-price --help`.\n"))

    def test_twice_is_refused_unless_the_note_tells_them_apart(self):
        self.assertEqual(self.run_in(*QUOTE).returncode, 0)
        before = self.texts()
        again = self.run_in(*QUOTE)
        self.assertEqual(again.returncode, 2)
        self.assertRegex(again.stderr, r"has this price already, in line \d+ of data/prices/nvidia-ampere.json")
        self.assertEqual(self.texts(), before)
        self.assertEqual(self.run_in(*QUOTE, "--note", "another seller").returncode, 0)
        self.assertEqual(self.run_in(*QUOTE, "--note", "another seller").returncode, 2)

    def test_what_is_refused_writes_nothing(self):
        for name, change, said in (
                ("RTX 3095", [], "unknown GPU"),
                ("RTX 4060 Ti", [], "RTX 4060 Ti 16GB"),
                ("RTX 3090", ["--source", "gpupoet-listing-2026-10"], 'did you mean "gpupoet-listings-2026-10"?'),
                ("RTX 3090", ["--date", "2019-10-09"], "price-before-release"),
                ("RTX 3090", ["--date", "2026-10-32"], "expected a date like"),
                ("RTX 3090", ["--date", "09.10.2026"], "expected a date like"),
                ("RTX 3090", ["--date", "2026-11-09"], "cannot have seen that price"),
                ("RTX 3090", ["--condition", "usd"], 'did you mean "used"?'),
                ("RTX 3090", ["--kind", "street"], "--kind: expected shop, shop-mean-of-lowest, sold, sold-low, sold-high or one of 8 others"),
                ("RTX 3090", ["--usd", "0"], "--usd: expected a positive number"),
                ("RTX 3090", ["--usd", "450 EUR"], "not converted"),
                ("RTX 3090", ["--region", "usa"], "--region: expected a country"),
                ("RTX 3090", ["--note", "\x1b[2J"], "without control characters"),
                ("RTX 3090", ["--format", "csv"], "--format: expected table or json")):
            options = dict(zip(QUOTE[::2], QUOTE[1::2])) | dict(zip(change[::2], change[1::2]))
            done = self.run_in(*[word for pair in options.items() for word in pair], name=name)
            self.assertEqual((done.returncode, done.stdout), (2, ""), (name, change))
            self.assertIn(said, done.stderr)
            self.assertNotIn("\x1b", done.stderr)
            self.assertEqual(self.changed(), [], (name, change))
        for left_out in range(0, len(QUOTE), 2):
            done = self.run_in(*QUOTE[:left_out], *QUOTE[left_out + 2:])
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{QUOTE[left_out]}: expected ", done.stderr)

    def test_a_list_price_may_be_announced_before_its_day(self):
        before_release = ["--usd", "1499", "--condition", "new", "--date", "2020-09-01", "--source", "3dcenter"]
        self.assertEqual(self.run_in(*before_release, "--dry-run", "--kind", "shop").returncode, 2)
        self.assertEqual(self.run_in(*before_release, "--dry-run", "--kind", "list").returncode, 0)

    def test_what_may_be_a_slip_is_written_with_a_warning(self):
        done = self.run_in("--usd", "12", "--condition", "used", "--kind", "sold", "--date", "2026-10-30", "--source", "3dcenter")
        self.assertEqual(done.returncode, 0)
        self.assertIn("price-jump: found $12", done.stderr)
        self.assertIn("newest-price: the catalog's day moves from 2026-10-23 to 2026-10-30", done.stderr)
        self.assertEqual(self.changed(), ["prices/nvidia-ampere.json"])

    def test_a_dry_run_is_a_diff_that_patch_applies(self):
        for name in ("RTX 3090", "AMD Instinct MI300X", "TPU v4", "GTX TITAN X"):
            done = self.run_in(*QUOTE, "--dry-run", name=name)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.changed(), [])
            if not shutil.which("patch"):
                self.skipTest("needs patch")
            subprocess.run(["patch", "-s", "-p0"], input=done.stdout, text=True, check=True, cwd=self.folder)
            patched = self.texts()
            shutil.rmtree(self.data)
            shutil.copytree(DATA, self.data)
            self.assertEqual(self.run_in(*QUOTE, name=name).returncode, 0)
            self.assertEqual(self.texts(), patched, name)
            shutil.rmtree(self.data)
            shutil.copytree(DATA, self.data)

    def test_first_price_of_a_generation_makes_its_file(self):
        answer = json.loads(self.run_in(*QUOTE, "--format", "json", name="TPU v4").stdout)["results"][0]
        self.assertEqual((answer["file"], answer["line"], answer["new_file"], answer["written"]),
                         ("data/prices/google-tpu.json", 3, True, True))
        self.assertEqual(self.changed(), ["prices/google-tpu.json"])
        os_mask = os.umask(0)
        os.umask(os_mask)
        self.assertEqual((self.data / "prices/google-tpu.json").stat().st_mode & 0o777, 0o666 & ~os_mask)

    def test_data_of_ones_own_lies_over_the_built_in(self):
        own = self.folder / "own"
        own.mkdir()
        source = {"sources": [{"id": "me", "title": "Quotes", "publisher": "Me", "grade": "shop"}]}
        (own / "mine.json").write_text(json.dumps(source), encoding="utf-8")
        done = self.run_in(*QUOTE[:-1], "me", "--data", "own")
        self.assertEqual((done.returncode, done.stdout.split(":")[0]), (0, "own/prices.json"), done.stderr)
        self.assertEqual(json.loads((own / "mine.json").read_text(encoding="utf-8")), source)
        self.assertEqual(self.run_in(*QUOTE[:-1], "me", "--data", "own").returncode, 2)

    def test_data_that_does_not_load_is_left_alone(self):
        path = self.data / "prices/nvidia-ampere.json"
        path.write_text(path.read_text(encoding="utf-8").replace('"used"', '"usde"', 1), encoding="utf-8")
        before = self.texts()
        done = self.run_in(*QUOTE)
        self.assertEqual(done.returncode, 3)
        self.assertIn('expected new, used or mixed, found "usde"', done.stderr)
        self.assertEqual(self.texts(), before)
        self.assertEqual(self.run_in(*QUOTE, "--data", "nowhere").returncode, 3)

    def test_permissions_and_links_stay(self):
        path = self.data / "prices/nvidia-ampere.json"
        elsewhere = self.folder / "elsewhere.json"
        path.rename(elsewhere)
        elsewhere.chmod(0o640)
        path.symlink_to("../../elsewhere.json")
        self.assertEqual(self.run_in(*QUOTE).returncode, 0)
        self.assertTrue(path.is_symlink())
        self.assertEqual(os.readlink(path), "../../elsewhere.json")
        self.assertEqual(elsewhere.stat().st_mode & 0o777, 0o640)
        self.assertIn('"2026-10-10", "condition": "used", "kind": "ask-mean-of-lowest", "price_usd": 1240,',
                      elsewhere.read_text(encoding="utf-8"))
        self.assertEqual(sorted(one.name for one in self.folder.iterdir()), ["data", "elsewhere.json"])


if __name__ == "__main__":
    unittest.main()
