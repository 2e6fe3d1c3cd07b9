"""What `check --format sarif` prints is SARIF 2.1.0 by the schema that OASIS publishes, and means what it says: its
places lie in the files, its references to files lead there, and its findings are those of `--format json`.

    sarif_test.py PROGRAM ROOT
"""

import copy
import csv
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

import jsonschema

from check_findings import told

PROGRAM, ROOT = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
SCHEMA = pathlib.Path(__file__).parent / "sarif" / "sarif-schema-2.1.0.json"
STANDARD_INPUT = "file:///dev/stdin"
REFERENCE = re.compile(r"(file://)?([A-Za-z0-9._~/-]|%[0-9A-F]{2})+")  # RFC 3986: what a path may have

SOURCE = {"id": "s", "title": "S", "publisher": "P", "date": "2024", "grade": "shop"}
CARD = {"id": "card", "name": "Card", "vendor": "maker", "architecture": "One", "segment": "consumer",
        "form": "pcie-card", "source": "s"}


def catalog(**changes):
    return json.dumps({"sources": [SOURCE], "gpus": [{**CARD, **changes}]}, ensure_ascii=False)


def run(arguments, folder, text):
    done = subprocess.run([PROGRAM, "check", *arguments], input=text, cwd=folder, capture_output=True, encoding="utf-8")
    assert done.returncode in (0, 1), (arguments, done.returncode, done.stderr)
    return json.loads(done.stdout)


def shown(text):
    """As places and messages show control characters."""
    return re.sub(r"[\x00-\x1f]", lambda found: f"\\x{ord(found.group()):02x}", text)


def at_pointer(document, pointer):
    for part in pointer.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        if isinstance(document, list):
            document = document[int(part)]
        else:
            document = {shown(key): value for key, value in document.items()}[part]
    return document


class Sarif(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
        cls.validator = jsonschema.Draft4Validator(cls.schema)

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.outside = pathlib.Path(holder.name).resolve()
        self.folder = self.outside / "work"
        self.folder.mkdir()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return name

    def judged(self, *arguments, text=None):
        """The findings of a run, after all that holds of any was checked."""
        log = run([*arguments, "--format", "sarif"], self.folder, text)
        self.assertEqual([f"{one.json_path}: {one.message}" for one in self.validator.iter_errors(log)], [])
        self.assertEqual(log["$schema"], self.schema["id"])
        (found,) = log["runs"]
        self.assertEqual(found["columnKind"], "unicodeCodePoints")
        rules = found["tool"]["driver"]["rules"]
        self.assertEqual([rule["id"] for rule in rules], sorted(rule["id"] for rule in rules))
        told = run([*arguments, "--format", "json"], self.folder, text)["results"]
        self.assertEqual(len(found["results"]), len(told))
        for result, finding in zip(found["results"], told):
            self.check_result(result, finding, rules)
            self.check_place(result["locations"][0], finding, text)
        return told

    def check_result(self, result, finding, rules):
        rule = rules[result["ruleIndex"]]
        self.assertEqual((rule["id"], result["ruleId"]), (finding["rule"], finding["rule"]))
        self.assertEqual((result["level"], rule["defaultConfiguration"]["level"]),
                         (finding["severity"], finding["severity"]))
        self.assertEqual(result["message"]["text"], told(finding))
        self.assertNotRegex(result["message"]["text"], r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
        self.assertEqual(len(result["locations"]), 1)

    def check_place(self, location, finding, text):
        physical = location["physicalLocation"]
        content = self.content(physical["artifactLocation"]["uri"], finding["file"], text)
        self.assertEqual(physical.get("region"), None if finding["line"] is None else
                         {"startLine": finding["line"]} if finding["column"] is None else
                         {"startLine": finding["line"], "startColumn": finding["column"]})
        names = [one["fullyQualifiedName"] for one in location.get("logicalLocations", [])]
        self.assertEqual(names, [finding["pointer"]] if finding["pointer"] else [])
        if finding["line"] is None:
            return
        lines = content.split("\n")
        self.assertLessEqual(finding["line"], len(lines))
        if finding["column"] is None:
            return
        line = lines[finding["line"] - 1]
        self.assertLessEqual(finding["column"], len(line) + 1)
        if finding["pointer"] is None:
            return
        rest = line[finding["column"] - 1:]
        if finding["pointer"].startswith("column "):  # the field that stands in that column
            row = dict(zip(next(csv.reader([lines[0]])), next(csv.reader([line]))))
            self.assertEqual(next(csv.reader([rest]))[0], row[finding["pointer"].removeprefix("column ")])
        else:  # the value that the pointer means
            value, _ = json.JSONDecoder().raw_decode("\n".join([rest, *lines[finding["line"]:]]))
            self.assertEqual(value, at_pointer(json.loads(content), finding["pointer"]))

    def content(self, uri, file, text):
        """What stands where a reference leads to, from the folder that the program was called in."""
        self.assertRegex(uri, REFERENCE)
        self.assertEqual(REFERENCE.fullmatch(uri).group(), uri)
        if file == "standard input":
            self.assertEqual(uri, STANDARD_INPUT)
            return text
        whole = urllib.parse.urlsplit(urllib.parse.urljoin(self.folder.as_uri() + "/", uri))
        self.assertEqual((whole.scheme, whole.netloc, whole.query, whole.fragment), ("file", "", "", ""))
        path = pathlib.Path(urllib.parse.unquote(whole.path))
        self.assertTrue(path.samefile(self.folder / file), (uri, file))
        return path.read_text(encoding="utf-8")

    def test_the_schema_is_the_published_one(self):
        digest = hashlib.sha256(SCHEMA.read_bytes()).hexdigest()
        self.assertIn(f"`{digest}`", (SCHEMA.parent / "README.md").read_text(encoding="utf-8"))
        self.assertTrue(self.schema["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/"))
        jsonschema.Draft4Validator.check_schema(self.schema)

    def test_the_schema_refuses_what_is_wrong(self):
        log = run([str(ROOT / "tests/golden/check-bad.json"), "--format", "sarif"], self.folder, None)

        def refused(change):
            changed = copy.deepcopy(log)
            change(changed["runs"][0])
            return not self.validator.is_valid(changed)

        self.assertTrue(refused(lambda run: run.update(columnKind="bytes")))
        self.assertTrue(refused(lambda run: run["results"][0].update(level="fatal")))
        self.assertTrue(refused(lambda run: run["results"][0].pop("message")))
        self.assertTrue(refused(lambda run: run["results"][0].update(subject="x")))
        self.assertTrue(refused(lambda run: run["tool"]["driver"].pop("name")))
        region = ("locations", 0, "physicalLocation", "region")
        self.assertTrue(refused(lambda run: self.inside(run["results"][0], region).update(startLine=0)))
        self.assertTrue(refused(lambda run: self.inside(run["results"][0], region).pop("startLine")))

    @staticmethod
    def inside(value, path):
        for part in path:
            value = value[part]
        return value

    def test_the_shipped_data(self):
        self.assertEqual(self.judged(str(ROOT / "data")), [])
        self.judged(str(ROOT / "data"), "--severity", "note")

    def test_errors_warnings_and_notes(self):
        shutil.copy(ROOT / "tests/golden/check-bad.json", self.folder)
        told = self.judged("check-bad.json", "--severity", "note")
        self.assertEqual({one["severity"] for one in told}, {"error", "warning"})
        undated = json.dumps({"sources": [{key: SOURCE[key] for key in ("id", "title", "publisher", "grade")}]})
        told = self.judged(self.write("undated.json", undated), "--severity", "note", "--disable", "not-canonical")
        self.assertEqual([one["severity"] for one in told], ["note"])

    def test_files_as_a_whole(self):
        told = self.judged(self.write("empty.json", ""), self.write("none.json", "[]"), self.write("empty.csv", ""))
        self.assertIn(None, [one["line"] for one in told])

    def test_syntax_errors(self):
        told = self.judged(self.write("a.json", '{"gpus": [}'),
                           self.write("b.json", '{"gpus": [{"name": "\u00e9\U0001f600",, }]}'),
                           self.write("c.json", '{\n"gpus": ['))
        self.assertEqual([one["rule"] for one in told], ["syntax"] * 3)
        self.assertEqual([(one["line"], one["column"]) for one in told][:2], [(1, 11), (1, 25)])

    def test_tables(self):
        head, first, second, *_ = (ROOT / "data/benchmarks/lambda-2020-02.csv").read_text(encoding="utf-8").splitlines()
        cells = next(csv.reader([first]))
        at = {name: i for i, name in enumerate(head.split(","))}
        wrong = [cells[:], cells[:]]
        wrong[0][at["model"]], wrong[0][at["value"]] = '"M\u00fcller, \U0001f600"', "-1"
        wrong[1][at["gpu"]], wrong[1][at["kind"]] = "nobody", "speed"
        rows = [",".join(row) for row in wrong]
        told = self.judged(self.write("lambda-2020-02.csv", "\n".join([head, *rows, second + ",more", ""])))
        places = [(one["line"], one["column"], one["pointer"]) for one in told]
        before_value = ",".join(wrong[0][:at["value"]]) + ","
        self.assertEqual(places, [(2, len(before_value) + 1, "column value"), (3, 1, "column gpu"),
                                  (3, len(",".join(wrong[1][:at["kind"]])) + 2, "column kind"), (4, None, None)])
        told = self.judged(self.write("measurements.csv", "network\n1\n"), self.write("largest_batches.csv", 'a,"b\n'))
        self.assertIn(("largest_batches.csv", 1, 3), [(one["file"], one["line"], one["column"]) for one in told])

    def test_exceptions(self):
        shutil.copy(ROOT / "tests/golden/check-bad.json", self.folder)
        config = self.write("exceptions.json", json.dumps({"exceptions": [
            {"rule": "memory-data-rate", "ids": ["amd-instinct-mi300x"], "reason": "both directions"}]}))
        excepted = {"no-matrix-units", "memory-data-rate"}
        form = ("--disable", "not-canonical")  # told only where a file has no other error
        rules = {one["rule"] for one in self.judged("check-bad.json", *form)}
        told = self.judged("check-bad.json", "--disable", "no-matrix-units", "--config", config, *form)
        self.assertLess(excepted, rules)
        self.assertEqual({one["rule"] for one in told}, rules - excepted)
        self.write("data/check.json", json.dumps({"exceptions": [{"rule": "no-such-rule", "reason": "x"}]}))
        self.write("data/cards.json", catalog())
        self.assertEqual([one["file"] for one in self.judged("data", *form)], ["data/check.json"])

    def test_control_characters_and_text_beyond_ascii(self):
        hostile = catalog(name="\u202e\U0001f600\u0301\u00e9", vendor="m\u00e4ker", form="\U0001f600\x1b[2J\x07")
        told = self.judged(self.write("hostile.json", hostile))
        self.assertIn("/gpus/0/form", [one["pointer"] for one in told])
        told = self.judged(self.write("keys.json", '{"gpus": [{"\\u001b[2J\U0001f600": 1, "na/me~": 2}]}'))
        self.assertTrue({"/gpus/0/\\x1b[2J\U0001f600", "/gpus/0/na~1me~0"} <= {one["pointer"] for one in told})

    def test_names_of_files(self):
        for name in ("a b.json", "50%25.json", "a#b?c.json", "a:b.json", "M\u00fcller/\U0001f600.json", 'q"\'&<>.json',
                     "new\nline.json", "./x//y/./z.json"):
            with self.subTest(name):
                self.assertTrue(self.judged(self.write(name, catalog(memory_gb=0))))

    def test_files_outside_the_folder(self):
        shutil.copy(ROOT / "tests/golden/check-bad.json", self.outside)
        self.assertEqual({one["file"] for one in self.judged("../check-bad.json")}, {"../check-bad.json"})
        absolute = str(self.outside / "check-bad.json")
        self.assertEqual({one["file"] for one in self.judged(absolute)}, {absolute})
        uri = run([absolute, "--format", "sarif"], self.folder, None)["runs"][0]["results"][0]["locations"][0]
        self.assertTrue(uri["physicalLocation"]["artifactLocation"]["uri"].startswith("file:///"))

    def test_standard_input(self):
        text = (ROOT / "tests/golden/check-bad.json").read_text(encoding="utf-8")
        self.assertTrue(self.judged("-", text=text))
        self.assertTrue(self.judged("-", text="gpu,value\nx,1\n"))
        self.assertTrue(self.judged("-", text=""))
        # A file that is called so is a file.
        self.write("standard input", text)
        uri = run(["standard input", "--format", "sarif"], self.folder, None)["runs"][0]["results"][0]["locations"][0]
        self.assertEqual(uri["physicalLocation"]["artifactLocation"]["uri"], "standard%20input")


unittest.main()
