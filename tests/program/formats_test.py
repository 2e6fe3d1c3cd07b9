"""What every format promises, asked of the real program: the same rows, whole lines, nothing but what it says."""

import csv
import datetime
import fcntl
import io
import json
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import termios
import unittest

PROGRAM = sys.argv.pop(1)
STYLE = re.compile(r"\x1b\[[0-9;]*m")
SETTINGS = ("COLUMNS", "NO_COLOR", "CLICOLOR_FORCE", "TERM")


def environment(**settings):
    """That of the test without what decides on looks, and with these."""
    return {**{key: value for key, value in os.environ.items() if key not in SETTINGS}, **settings}


def run(*arguments, **settings):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, encoding="utf-8",
                          env=environment(**settings))


def output(*arguments, **settings):
    result = run(*arguments, **settings)
    assert result.returncode in (0, 1), result.stderr
    return result.stdout


def on_terminal(*arguments, columns=80, stream="stdout", **settings):
    """What the program writes to a terminal of so many columns on one of its streams."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    other = {"stdout": "stderr", "stderr": "stdout"}[stream]
    with subprocess.Popen([PROGRAM, *arguments], env=environment(**{"TERM": "xterm", **settings}),
                          **{stream: theirs, other: subprocess.DEVNULL}) as process:
        os.close(theirs)
        text = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the terminal has lost its last writer
                break
            if not part:
                break
            text += part
        process.wait(60)
    os.close(ours)
    return text.decode().replace("\r\n", "\n")


def markdown_cells(line):
    """The cells of a row of a GFM table as a reader shows them; none of the rule below the titles."""
    if set(line) <= set("|-: "):
        return []
    parts = re.split(r"(?<!\\)\|", line)[1:-1]
    shown = [re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", part.strip()) for part in parts]
    return [cell.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") for cell in shown]


def markdown_rows(text):
    """The rows of all GFM tables of a text, titles included."""
    rows = [markdown_cells(line) for line in text.splitlines() if line.startswith("|")]
    return [row for row in rows if row]


QUESTIONS = [
    ("recommend",),
    ("recommend", "-w", "cnn", "-b", "500"),
    ("recommend", "-w", "rnn", "-m", "24", "--condition", "used", "-n", "0"),
    ("recommend", "-w", "transformer", "--rank-by", "value", "-n", "25"),
    ("recommend", "-w", "cnn", "-b", "1500", "--count", "1-4"),
    ("recommend", "--as-of", "2019-04-03", "-b", "500"),
    ("recommend", "--form", "any", "--support", "any", "-m", "0", "-n", "0"),
    ("recommend", "--vendor", "amd", "-b", "700"),
    ("recommend", "-b", "1"),
    ("recommend", "--evidence", "specs", "--rank-by", "efficiency"),
    ("list", "-n", "0"),
    ("list", "--segment", "cloud", "--rank-by", "price"),
    ("list", "--vendor", "intel", "--released", "2022..", "-n", "3"),
]


class Rows(unittest.TestCase):
    def test_every_format_has_the_same_rows_in_the_same_order(self):
        for question in QUESTIONS:
            with self.subTest(question):
                rows = json.loads(output(*question, "--format", "json"))["results"]
                expected = [(row["id"], row["condition"] or "") for row in rows]
                lines = [json.loads(line) for line in output(*question, "--format", "jsonl").splitlines()]
                self.assertEqual(lines, rows)
                records = list(csv.DictReader(io.StringIO(output(*question, "--format", "csv"))))
                self.assertEqual([(row["id"], row["condition"]) for row in records], expected)
                tabbed = output(*question, "--format", "tsv").splitlines()
                self.assertEqual([dict(zip(tabbed[0].split("\t"), line.split("\t"))) for line in tabbed[1:]], records)
                self.assertEqual(output(*question, "--format", "names").split(), [id for id, _ in expected])
                self.check_tables(question, rows, expected)

    def check_tables(self, question, rows, expected):
        words = {"mixed": "any", None: "-"}
        shown = [(row["count"], words.get(row["condition"], row["condition"])) for row in rows]
        for form in ("table", "wide"):
            lines = output(*question, "--format", form, "--no-header").splitlines()
            ranked = [line for line in lines if not re.match(r" *-  ", line)]  # without near misses
            self.assertEqual(len(ranked), len(rows))
            for (_, condition), line in zip(shown, ranked):
                self.assertIn(f"  {condition} ", line)
        table = output(*question, "--format", "markdown", "--no-header")
        if not rows:
            self.assertEqual(table, "")
            return
        titles, *cells = markdown_rows(table)
        cells = [row for row in cells if row[0] != "-"]
        self.assertEqual([row[titles.index("cond")] for row in cells], [condition for _, condition in shown])
        names = [re.sub(r"^\dx ", "", row[titles.index("GPU")]) for row in cells]
        for name, row in zip(names, rows):
            self.assertLessEqual(set(name.split()), set(row["name"].split()))

    def test_machine_formats_have_nothing_but_rows(self):
        for form in ("csv", "tsv", "names", "jsonl", "json"):
            result = run("recommend", "-n", "2", "--format", form)
            if form == "json":
                json.loads(result.stdout)
            else:
                self.assertEqual(len(result.stdout.splitlines()), 3 if form in ("csv", "tsv") else 2)
            self.assertRegex(result.stderr, r"^gpuadvisor: 2 of \d+ rows shown; -n 0 shows all\n$")

    def test_numbers_are_the_same_in_every_format(self):
        for question in QUESTIONS:
            rows = json.loads(output(*question, "--format", "json"))["results"]
            records = list(csv.DictReader(io.StringIO(output(*question, "--format", "csv"))))
            for row, record in zip(rows, records):
                price, performance = row["price"] or {}, row["performance"] or {}
                for key, value in (("speed", row["speed"]), ("price_usd", price.get("usd")), ("value", row["value"]),
                                   ("performance_low", performance.get("low")), ("memory_gb", row["memory_gb"])):
                    self.assertEqual(record[key], "" if value is None else record[key])
                    if value is not None:
                        self.assertEqual(float(record[key]), value)

    def test_without_a_header_only_rows_are_left(self):
        question = ("recommend", "-w", "cnn", "-b", "500")
        for form in ("csv", "tsv"):
            self.assertEqual(output(*question, "--format", form).split("\n", 1)[1],
                             output(*question, "--format", form, "--no-header"))
        for form in ("table", "wide", "markdown"):
            text = output(*question, "--format", form)
            rows = output(*question, "--format", form, "--no-header")
            self.assertIn([line.split() for line in rows.splitlines()][-8:],
                          [[line.split() for line in block.splitlines()][-8:] for block in text.split("\n\n")])
            self.assertEqual(len(rows.splitlines()), 10 if form == "markdown" else 8)

    def test_wide_has_all_columns_and_notes_of_the_width_of_the_page(self):
        text = output("recommend", "-b", "500", "--format", "wide")
        _, table, notes = text.split("\n\n", 2)
        for title in ("80 %", "from-to", "GB/s", "released"):
            self.assertIn(title, table.splitlines()[0])
        self.assertGreater(max(map(len, table.splitlines())), 100)
        self.assertLessEqual(max(map(len, notes.splitlines())), 80)
        self.assertEqual(table, output("recommend", "-b", "500", "--format", "wide", COLUMNS="200").split("\n\n")[1])


class Fields(unittest.TestCase):
    ASKED = "price_usd,id,architecture,compute_capability,slots,price_old,released,condition"

    def test_exactly_those_in_that_order(self):
        keys = self.ASKED.split(",")
        question = ("recommend", "-n", "4", "--fields", self.ASKED, "-q")
        answer = json.loads(output(*question, "--format", "json"))
        self.assertEqual([list(row) for row in answer["results"]], [keys] * 4)
        self.assertIn("excluded", answer)
        lines = [json.loads(line) for line in output(*question, "--format", "jsonl").splitlines()]
        self.assertEqual(lines, answer["results"])
        for form, separator in (("csv", ","), ("tsv", "\t")):
            text = output(*question, "--format", form).splitlines()
            self.assertEqual(text[0].split(separator), keys)
            self.assertEqual([line.split(separator)[1] for line in text[1:]], [row["id"] for row in lines])
        for form in ("table", "wide"):
            self.assertEqual(output(*question, "--format", form, COLUMNS="200").split("\n\n")[1].splitlines()[0].split(),
                             keys)
        titles, *rows = markdown_rows(output(*question, "--format", "markdown"))
        self.assertEqual(titles, keys)
        self.assertEqual([row[1] for row in rows], [row["id"] for row in lines])
        self.assertTrue({row[5] for row in rows} <= {"yes", "no"})

    def test_alone_it_lists_all_fields(self):
        fields = list(csv.DictReader(io.StringIO(output("recommend", "--fields", "--format", "csv"))))
        self.assertEqual(list(fields[0]), ["field", "type", "meaning"])
        keys = [field["field"] for field in fields]
        usual = output("list", "--format", "csv").splitlines()[0].split(",")
        self.assertEqual(keys[:len(usual)], usual)
        for arguments in (("--fields",), ("--fields", "-n", "3"), ("-n3", "--fields"), ("--format=table", "--fields", "-q")):
            result = run("list", *arguments)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual([line.split()[0] for line in result.stdout.splitlines()], ["field", *keys])
        self.assertEqual(output("list", "--fields", "--format", "names").split(), keys)
        rows = json.loads(output("list", "-n", "2", "-q", "--format", "json", "--fields", ",".join(keys)))["results"]
        types = {field["field"]: field["type"] for field in fields}
        for row in rows:
            for key, value in row.items():
                kind = {"number": (int, float), "boolean": bool, "text": str}[types[key]]
                self.assertTrue(value is None or isinstance(value, kind), key)

    def test_what_cannot_be_is_refused(self):
        for arguments, message in (
                (["--fields", "id,prce_usd"], '--fields: unknown field "prce_usd", did you mean "price_usd"?'),
                (["--fields", "zzzzzzzz"], '--fields: unknown field "zzzzzzzz"; --fields alone lists all'),
                (["--fields", "id,"], '--fields: unknown field ""'),
                (["--fields", "id,vendor,ID"], "--fields: expected each field once, found id twice"),
                (["--fields="], "--fields: expected a value, found an empty one"),
                (["-n3", "--fields="], "--fields: expected a value, found an empty one"),
                (["--fields", "id", "--fields", "name"], "--fields: expected one value"),
                (["--fields", "id", "--format", "names"], "--fields: expected a --format other than names")):
            result = run("list", *arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""), arguments)
            self.assertIn(message, result.stderr)

    FLAT = [("chart", "--paths"), ("compare", "3090", "4090"), ("explain", "3090"), ("guides",), ("guides", "--gpu", "3090"),
            ("guides", "--history"), ("memory", "llama-3-8b"), ("memory", "--list"), ("memory", "--suite", "lambda-2020-02"), ("picks",),
            ("picks", "--list"), ("picks", "--guide", "dettmers-2019-04"), ("cost", "--free"),
            ("show", "3090"), ("sources",), ("upgrade", "1070"),
            ("detect", "--from", str(pathlib.Path(__file__).resolve().parent.parent / "devices" / "captures" / "rocm_smi_mi100_rocm602.json"))]

    def test_every_command_with_flat_records_knows_them(self):
        for command in self.FLAT:
            with self.subTest(" ".join(command)):
                whole = list(csv.DictReader(io.StringIO(output(*command, "--format", "csv"))))
                listed = list(csv.DictReader(io.StringIO(output(*command, "--format", "csv", "--fields"))))
                keys = list(whole[0])
                self.assertEqual([field["field"] for field in listed], keys)
                last, first = keys[-1], keys[0]
                picked = list(csv.DictReader(io.StringIO(output(*command, "--format", "csv", "--fields", f"{last},{first}"))))
                self.assertEqual(picked, [{last: row[last], first: row[first]} for row in whole])
                self.assertEqual(output(*command, "--fields", f"{last},{first}").split()[:2], [last, first])
                refused = run(*command, "--fields", "zzzzzzzz")
                self.assertEqual((refused.returncode, refused.stdout), (2, ""))
                self.assertIn('--fields: unknown field "zzzzzzzz"', refused.stderr)
                self.assertEqual(run(*command, "--format", "json", "--fields", first).returncode, 2)

    def test_a_single_unknown_field_is_no_empty_line(self):
        text = output("list", "-n", "0", "--fields", "cooling", "--format", "csv")
        self.assertIn('\n""\n', text)
        self.assertEqual(len(list(csv.DictReader(io.StringIO(text)))), len(output("list", "-n", "0", "--format", "names").split()))


class Rows(unittest.TestCase):
    """What a script needs to see what is wrong with a row."""

    PRICED = [(("recommend", "-w", "cnn", "-b", "800"), ""), (("list", "-n", "0"), ""), (("picks",), ""), (("picks",), "runner_up_"),
              (("upgrade", "3070"), ""), (("memory", "llama-3-70b"), ""), (("chart", "--paths"), "pick_"), (("cost", "3090"), "")]

    @staticmethod
    def age(text, day):
        """Days from a date to a day; a month or a year counts from its last day."""
        year, month, date = (*(int(part) for part in text.split("-")), 0, 0)[:3]
        following = datetime.date(year + (month in (0, 12)), 1 if month in (0, 12) else month + 1, 1)
        last = datetime.date(year, month, date) if date else following - datetime.timedelta(1)
        return max(0, (day - last).days)

    def rows(self, *question):
        answer = json.loads(output(*question, "--format", "json"))
        day = datetime.date.fromisoformat(answer.get("day") or answer["catalog"]["as_of"])  # rents have a day of their own
        return day, list(csv.DictReader(io.StringIO(output(*question, "--format", "csv"))))

    def test_each_tells_how_old_its_price_is_and_how_it_is_known(self):
        for question, prefix in self.PRICED:
            for more in ((), ("--as-of", "2025-06-30")):
                with self.subTest(question=question + more, prefix=prefix):
                    day, rows = self.rows(*question, *more)
                    priced = [row for row in rows if row[f"{prefix}price_as_of"]]
                    self.assertTrue(priced)
                    for row in priced:
                        self.assertEqual(int(row[f"{prefix}price_age_days"]), self.age(row[f"{prefix}price_as_of"], day), row)
                        self.assertIn(row[f"{prefix}price_basis"], ("seen", "carried", "list"))
                        self.assertIn(row[f"{prefix}price_age"], ("current", "old", "unusable"))

    def test_prices_and_rents_tell_the_age_of_the_quote(self):
        for question, seen in ((("prices", "3090"), "date"), (("rent", "h100 sxm"), "seen"), (("rent", "-w", "cnn"), "seen")):
            day, rows = self.rows(*question)
            for row in rows:
                self.assertEqual(int(row["age_days"]), self.age(row[seen], day), row)

    def test_prices_say_the_condition_of_each_price_of_today_in_the_words_of_show(self):
        (history,) = json.loads(output("prices", "3090", "--format", "json"))["results"]
        (sheet,) = json.loads(output("show", "3090", "--format", "json"))["results"]
        self.assertEqual([(price.get("condition"), price["usd"]) for price in history["prices"]],
                         [(price["condition"], price["price"]["usd"]) for price in sheet["prices"]])
        self.assertEqual([price.get("condition") for price in history["prices"]], ["new", "used"])

    def test_compare_tells_it_by_condition(self):
        day, rows = self.rows("compare", "3090", "4090")
        for row in rows:
            self.assertEqual(int(row["price_used_age_days"]), self.age(row["price_used_as_of"], day))
            self.assertEqual(row["price_used_basis"], "seen")

    def test_speeds_tell_their_basis_and_rows_their_warnings(self):
        for question in (("recommend",), ("list",), ("picks",), ("upgrade", "1080 ti")):
            _, rows = self.rows(*question)
            self.assertTrue({row["performance_basis"] for row in rows} <= {"measured", "estimated", "scaled", ""})
            self.assertTrue(any(row["performance_basis"] for row in rows))
            self.assertIn("warnings", rows[0])


class Show(unittest.TestCase):
    def test_figures_are_the_same_in_csv_and_tsv(self):
        records = list(csv.reader(io.StringIO(output("show", "3090", "--format", "csv"))))
        self.assertEqual([line.split("\t") for line in output("show", "3090", "--format", "tsv").splitlines()], records)
        without = list(csv.reader(io.StringIO(output("show", "3090", "--format", "csv", "--no-header"))))
        self.assertEqual(without, records[1:])

    def test_markdown_holds_what_the_table_holds(self):
        text = output("show", "3090", "--explain", "--format", "markdown")
        self.assertTrue(text.startswith("# The RTX 3090, a card of 2020 with 24 GB, costs "))
        self.assertFalse(text.endswith("\n\n"))
        cells = {cell for row in markdown_rows(text) for cell in row}
        self.assertGreater(len(cells), 50)
        table = output("show", "3090", "--explain", COLUMNS="300")
        for cell in cells:
            self.assertIn(cell, table)

    def test_without_a_header_only_rows_are_left(self):
        rows = output("show", "3090", "--explain", "--no-header")
        table = output("show", "3090", "--explain")
        lines = [line.split() for line in table.splitlines()]
        for line in rows.splitlines():
            self.assertTrue(line == "" or line.split() in lines, line)
        self.assertNotIn("Price", rows)
        self.assertNotIn("condition", rows)
        self.assertRegex(rows, r"^(new|used) +~?\$")
        for line in output("show", "3090", "--explain", "--format", "markdown", "--no-header").splitlines():
            self.assertTrue(line == "" or line.startswith("|"), line)


def has_pseudo_terminals():
    """Not where /dev/pts is not mounted, as in some containers."""
    try:
        for descriptor in pty.openpty():
            os.close(descriptor)
        return True
    except OSError:
        return False


@unittest.skipUnless(has_pseudo_terminals(), "this machine has no pseudo-terminals")
class Terminal(unittest.TestCase):
    COMMANDS = [("recommend", "-n", "3"), ("list", "-n", "3"), ("show", "3090"), ("recommend", "--fields", "id,name")]

    def test_a_terminal_gets_emphasis_that_changes_no_text(self):
        for command in self.COMMANDS:
            styled = on_terminal(*command)
            self.assertRegex(styled, STYLE)
            self.assertEqual(STYLE.sub("", styled), output(*command, COLUMNS="80"))
            for line in styled.splitlines():
                codes = STYLE.findall(line)
                self.assertTrue(codes in ([], ["\x1b[1m", "\x1b[0m"], ["\x1b[2m", "\x1b[0m"]), line)

    def test_what_decides_on_emphasis(self):
        command = ("recommend", "-n", "2")
        cases = [  # on a terminal, options, environment, whether styled
            (True, [], {}, True),
            (True, ["--color", "auto"], {}, True),
            (False, [], {}, False),
            (True, [], {"TERM": "dumb"}, False),
            (True, [], {"NO_COLOR": "1"}, False),
            (True, [], {"NO_COLOR": ""}, True),
            (False, [], {"CLICOLOR_FORCE": "1"}, True),
            (False, [], {"CLICOLOR_FORCE": "1", "TERM": "dumb"}, True),
            (False, [], {"CLICOLOR_FORCE": "0"}, False),
            (True, [], {"CLICOLOR_FORCE": "0"}, True),
            (True, [], {"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, False),
            (True, ["--color", "never"], {"CLICOLOR_FORCE": "1"}, False),
            (False, ["--color", "always"], {"NO_COLOR": "1", "TERM": "dumb"}, True),
            (False, ["--color=ALWAYS"], {}, True),
        ]
        for terminal, options, settings, styled in cases:
            with self.subTest(f"{terminal} {options} {settings}"):
                text = (on_terminal if terminal else output)(*command, *options, **settings)
                self.assertEqual("\x1b" in text, styled)

    def test_machine_formats_have_no_emphasis(self):
        for form in ("json", "jsonl", "csv", "tsv", "markdown", "names"):
            for command in (("recommend", "-n", "2"), ("show", "3090")):
                if (command[0], form) != ("show", "jsonl"):
                    self.assertNotIn("\x1b", output(*command, "--format", form, "--color", "always"))

    def test_a_color_that_is_none_is_refused_in_every_format(self):
        for form in ("table", "csv"):
            result = run("recommend", "--color", "alway", "--format", form)
            self.assertEqual(result.returncode, 2)
            self.assertIn('--color: expected auto, always or never, found "alway", did you mean "always"?', result.stderr)

    def test_a_table_has_the_width_of_the_terminal(self):
        for columns in (60, 80, 120, 160):
            text = STYLE.sub("", on_terminal("recommend", "-b", "500", columns=columns))
            self.assertLessEqual(max(map(len, text.splitlines())), columns)
            self.assertGreater(max(map(len, text.splitlines())), columns - 30)
        wide = STYLE.sub("", on_terminal("recommend", "-b", "500", "--format", "wide", columns=60))
        self.assertGreater(max(map(len, wide.splitlines())), 100)

    def test_messages_are_wrapped_on_a_terminal_only(self):
        for arguments in (("list", "--form", "x"), ("list", "--bugdet", "5"), ("list", "--format", "x")):
            plain = run(*arguments).stderr
            self.assertEqual(len(plain.splitlines()), 2)
            shown = on_terminal(*arguments, stream="stderr", columns=80)
            self.assertLessEqual(max(map(len, shown.splitlines())), 80)
            self.assertEqual(shown.split(), plain.split())
            self.assertNotIn("\x1b", shown)


class Environment(unittest.TestCase):
    def test_the_locale_changes_no_byte(self):
        for question in QUESTIONS[:6]:
            for form in ("table", "wide", "json", "jsonl", "csv", "tsv", "markdown", "names"):
                plain = output(*question, "--format", form, LC_ALL="C", LANG="C")
                german = output(*question, "--format", form, LC_ALL="de_DE.UTF-8", LANG="de_DE.UTF-8",
                                LC_NUMERIC="de_DE.UTF-8")
                self.assertEqual(german, plain)

    def test_a_closed_pipe_ends_quietly(self):
        for form in ("table", "wide", "json", "jsonl", "csv", "tsv", "markdown", "names"):
            result = subprocess.run(["bash", "-c", f"set -o pipefail; '{PROGRAM}' list -n 0 --form any --format {form} | head -1"],
                                    capture_output=True, text=True, timeout=60, env=environment())
            self.assertEqual(result.stderr, "", form)
            self.assertEqual(len(result.stdout.splitlines()), 1)
            self.assertIn(result.returncode, (0, 141), form)


unittest.main(verbosity=1)
