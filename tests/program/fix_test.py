"""`check --fix`: brings files into canonical form, and changes nothing that they say.

    fix_test.py PROGRAM DATA_DIR
"""

import copy
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DATA = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
SORTED = {"sources", "gpus", "prices", "support", "models", "datasets", "score_models", "scores", "speedups"}


def shuffled(value, random_order):
    """The same value with its members in another order."""
    if isinstance(value, dict):
        members = list(value.items())
        random_order.shuffle(members)
        return {key: shuffled(item, random_order) for key, item in members}
    return [shuffled(item, random_order) for item in value] if isinstance(value, list) else value


class Fix(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def check(self, *arguments, text=None):
        return subprocess.run([PROGRAM, "check", *arguments], input=text, capture_output=True, text=True, cwd=self.folder,
                              check=False)

    def write(self, name, text):
        (self.folder / name).write_bytes(text.encode())
        return name

    def read(self, name):
        return (self.folder / name).read_bytes().decode()

    UNTIDY = ('{"prices":[{"gpu":"nvidia-geforce-rtx-3090","date":"2026-10-10","condition":"used","kind":"shop",'
              '"price_usd":1.240e3,"source":"gpupoet-listings-2026-10","region":"US"}]}')
    TIDY = ('{\n  "prices": [\n    {"gpu": "nvidia-geforce-rtx-3090", "date": "2026-10-10", "condition": "used", '
            '"kind": "shop", "price_usd": 1240, "region": "US", "source": "gpupoet-listings-2026-10"}\n  ]\n}\n')

    def test_a_file_is_mended_once(self):
        name = self.write("mine.json", self.UNTIDY)
        found = self.check(name, "--strict")
        self.assertEqual(found.returncode, 1)
        self.assertIn("mine.json:1: warning: not canonical from here on: the order of members, numbers and white space; "
                      "check --fix mends that [not-canonical]\n", found.stdout)
        self.assertEqual(self.read(name), self.UNTIDY)
        dry = self.check(name, "--strict", "--fix", "--dry-run")
        self.assertEqual(dry.returncode, 1)
        self.assertIn("mine.json: would be mended: the order of members, numbers and white space\n", dry.stdout)
        self.assertEqual(self.read(name), self.UNTIDY)
        done = self.check(name, "--strict", "--fix")
        self.assertEqual((done.returncode, done.stdout.splitlines()[0]),
                         (0, "mine.json: mended: the order of members, numbers and white space"))
        self.assertEqual(self.read(name), self.TIDY)
        stamp = (self.folder / name).stat().st_mtime_ns
        again = self.check(name, "--strict", "--fix")
        self.assertEqual((again.returncode, again.stdout), (0, "1 file and 1 price: 0 errors, 0 warnings and 0 notes\n"))
        self.assertEqual((self.folder / name).stat().st_mtime_ns, stamp)

    def test_machine_formats_tell_it_too(self):
        name = self.write("mine.json", self.UNTIDY)
        answer = json.loads(self.check(name, "--fix", "--format", "json", "-q").stdout)
        self.assertEqual(answer["mended"], [{"file": "mine.json", "faults": ["member-order", "numbers", "white-space"],
                                             "written": True}])
        self.assertEqual((answer["results"], answer["summary"]["warnings"]), ([], 0))
        self.write("mine.json", self.UNTIDY)
        for format_name in ("github", "sarif", "junit"):
            self.assertIn("gpuadvisor: mine.json: would be mended: ",
                          self.check(name, "--fix", "--dry-run", "--format", format_name).stderr)

    def test_files_with_errors_are_left_alone(self):
        broken = self.UNTIDY.replace("1.240e3", "-1")
        self.write("broken.json", broken)
        self.write("cut.json", self.UNTIDY[:-1])
        self.write("mine.json", self.UNTIDY)
        done = self.check("broken.json", "cut.json", "mine.json", "--fix")
        self.assertEqual(done.returncode, 1)
        self.assertIn("mine.json: mended", done.stdout)
        self.assertEqual((self.read("broken.json"), self.read("cut.json"), self.read("mine.json")),
                         (broken, self.UNTIDY[:-1], self.TIDY))

    def test_a_rule_that_is_left_out_mends_nothing(self):
        name = self.write("mine.json", self.UNTIDY)
        self.assertEqual(self.check(name, "--strict", "--fix", "--disable", "not-canonical").returncode, 0)
        self.assertEqual(self.read(name), self.UNTIDY)

    def test_wrong_usage(self):
        name = self.write("mine.json", self.UNTIDY)
        for arguments, said in ((["--fix", "-"], "standard input"), (["--fix", name, "-"], "standard input"),
                                (["--dry-run", name], "--dry-run goes with --fix"), (["--fix", "--rules"], "--fix goes with"),
                                (["--fix"], "expected PATH")):
            done = self.check(*arguments, text=self.UNTIDY)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(said, done.stderr)
        self.assertEqual(self.read(name), self.UNTIDY)
        self.assertEqual(self.check("-", "--strict", text=self.UNTIDY).returncode, 0)

    def test_shuffled_data_comes_back_byte_for_byte(self):
        order = random.Random(11)
        data = self.folder / "data"
        shutil.copytree(DATA, data)
        for path in [*data.rglob("*.json")]:
            if "schema" in path.parts or path.name == "check.json":  # which holds exceptions, and no data
                continue
            content = json.loads(path.read_text(encoding="utf-8"))
            mixed = shuffled(copy.deepcopy(content), order)
            for table in SORTED & mixed.keys():
                order.shuffle(mixed[table])
            # One line per item of lists and maps, where the shipped file has it so, is the author's choice: kept out here.
            path.write_text(json.dumps(mixed), encoding="utf-8")
        for path in data.glob("benchmarks/*.csv"):
            head, *rows = path.read_text(encoding="utf-8").splitlines()
            order.shuffle(rows)
            path.write_text("\r\n".join([head, *rows]), encoding="utf-8", newline="")
        before = subprocess.run([PROGRAM, "catalog", "export", "--catalog", data, "--catalog-only"], capture_output=True,
                                check=True).stdout
        done = self.check("data", "--strict", "--fix")
        self.assertEqual(done.returncode, 0, done.stdout[:2000])
        for path in sorted(DATA.rglob("*")):
            name = path.relative_to(DATA)
            if path.suffix == ".csv":
                self.assertEqual((data / name).read_bytes(), path.read_bytes(), name)
            elif path.suffix == ".json" and "schema" not in name.parts:
                shipped, mended = path.read_text(encoding="utf-8"), (data / name).read_text(encoding="utf-8")
                self.assertEqual(json.dumps(json.loads(mended)), json.dumps(json.loads(shipped)), name)
                self.assertEqual("".join(mended.split()), "".join(shipped.split()), name)
        after = subprocess.run([PROGRAM, "catalog", "export", "--catalog", data, "--catalog-only"], capture_output=True,
                               check=True).stdout
        self.assertEqual(before, after)
        self.assertIn("0 warnings", self.check("data", "--fix").stdout.splitlines()[0])

    def test_an_export_is_canonical(self):
        own = {"sources": [{"id": "me", "title": "My card", "publisher": "Me", "grade": "measurement"}],
               "gpus": [{"id": "nvidia-a100-pcie-80gb", "memory_bandwidth_gbs": 1940, "released": "2021-07", "source": "me"}]}
        self.write("own.json", json.dumps(own))
        for arguments in ([], ["--catalog", "own.json"]):
            text = subprocess.run([PROGRAM, "catalog", "export", *arguments], capture_output=True, text=True, check=True,
                                  cwd=self.folder).stdout
            self.write("catalog.json", text)
            found = self.check("catalog.json", "--strict", "--config", str(DATA / "check.json"),
                               "--disable", "differs-from-built-in")
            self.assertEqual(found.returncode, 0, found.stdout)

    def test_a_second_file_that_cannot_be_written(self):
        if os.geteuid() != 0:
            self.skipTest("needs root, to be another user")
        program = self.folder / "gpuadvisor"
        shutil.copy(PROGRAM, program)
        for name in ("a", "b"):
            (self.folder / name).mkdir()
            self.write(f"{name}/mine.json", self.UNTIDY.replace("1.240e3", "1.240e3" if name == "a" else "1.250e3"))
            (self.folder / name / "mine.json").chmod(0o666)
        (self.folder / "a").chmod(0o777)
        self.folder.chmod(0o755)
        done = subprocess.run([program, "check", "--fix", "a/mine.json", "b/mine.json"], capture_output=True, text=True,
                              cwd=self.folder, user=65534, group=65534, extra_groups=[], check=False)
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertEqual(done.stderr, "b/mine.json: cannot be written: Permission denied\nmended before that: a/mine.json\n")
        self.assertEqual(self.read("a/mine.json"), self.TIDY)
        self.assertIn("1.250e3", self.read("b/mine.json"))


if __name__ == "__main__":
    unittest.main()
