"""Help on one screen, and words that people type.

    words_test.py PROGRAM
"""

import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import unittest

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())

COMMANDS = ["recommend", "report", "picks", "explain", "list", "show", "compare", "upgrade", "detect", "build", "memory", "chart", "guides", "cost",
            "rent", "offers rank", "offers quotes", "sources", "check", "catalog export", "catalog diff",
            "catalog add-price", "schema", "prices", "scores fit", "scores backtest"]
GROUPS = ["Options:", "What for:", "The model and how it runs:", "Limits:", "Ranking:", "Owning and renting:",
          "Your prices and currency:", "Output:", "Data:"]


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, **options)


def answer(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout


class Help(unittest.TestCase):
    def test_the_short_help_is_a_screen(self):
        for command in COMMANDS:
            with self.subTest(command):
                lines = answer(*command.split(), "-h").splitlines()
                self.assertLessEqual(len(lines), 24, "\n".join(lines))
                self.assertEqual(lines[-1], f"All options: gpuadvisor {command} --help")

    def test_the_long_help_has_the_same_groups_in_the_same_order(self):
        for command in COMMANDS:
            with self.subTest(command):
                text = answer(*command.split(), "--help")
                found = [line for line in text.splitlines() if line in GROUPS]
                self.assertEqual(found, [group for group in GROUPS if group in found])
                self.assertNotIn("\n\n\n", text)
                self.assertEqual(answer("help", *command.split()), text)

    def test_options_that_people_use_are_in_the_short_help(self):
        for command, options in (("recommend", ("--workload", "--budget", "--min-memory", "--model", "--rank-by", "priority")),
                                 ("memory", ("--gpu", "--task", "--quant", "--context")), ("compare", ("--workload", "--explain"))):
            text = answer(command, "-h")
            for option in options:
                self.assertIn(option, text)

    def test_how_an_answer_is_read(self):
        text = answer("help", "reading")
        self.assertLessEqual(len(text.splitlines()), 34)
        for word in ("speed", "likely", "meas", "est", "~", "tight", "per $1000"):
            self.assertIn(word, text)

    def test_no_such_command(self):
        done = run("help", "recomend")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn('did you mean "recommend"?', done.stderr)


class Words(unittest.TestCase):
    SAME = [
        (("recommend", "cnn", "500"), ("recommend", "-w", "cnn", "-b", "500")),
        (("recommend", "500"), ("recommend", "-b", "500")),
        (("recommend", "$1,500", "-w", "rnn"), ("recommend", "-w", "rnn", "-b", "1500")),
        (("recommend", "--vram", "24"), ("recommend", "--min-memory", "24")),
        (("recommend", "--min-vram=24"), ("recommend", "--min-memory", "24")),
        (("recommend", "--max-price", "500"), ("recommend", "--budget", "500")),
        (("recommend", "--max-tdp", "300"), ("recommend", "--max-power", "300")),
        (("recommend", "--used"), ("recommend", "--condition", "used")),
        (("recommend", "--sort", "price"), ("recommend", "--rank-by", "price")),
        (("recommend", "--brand", "amd"), ("recommend", "--vendor", "amd")),
        (("recommend", "--json"), ("recommend", "--format", "json")),
        (("recommend", "--arch", "ada"), ("recommend", "--only", "ada")),
        (("recommend", "--generation=rdna 3"), ("recommend", "--only", "rdna 3")),
        (("list", "--architecture", "Blackwell"), ("list", "--only", "Blackwell")),
        (("list", "--csv"), ("list", "--format", "csv")),
        (("recommend", "-w", "llm"), ("recommend", "-w", "llm-inference")),
        (("recommend", "-w", "LSTM"), ("recommend", "-w", "rnn")),
        (("recommend", "-w", "stable-diffusion"), ("recommend", "-w", "image-generation")),
        (("memory", "llama-3-8b", "--ctx", "8192", "--batch-size", "4"), ("memory", "llama-3-8b", "--context", "8192", "--batch", "4")),
        (("compare", "3090,4090"), ("compare", "3090", "4090")),
        (("compare", "3090", "vs", "4090"), ("compare", "3090", "4090")),
        (("compare", "RTX 3090, RTX 4090"), ("compare", "3090", "4090")),
        (("build", "RTX 3090 x4"), ("build", "4x RTX 3090")),
        (("build", "3090", "x4"), ("build", "4x RTX 3090")),
        (("picks", "--guide", "2023"), ("picks", "--guide", "dettmers-2023-01")),
        (("--format", "csv", "list"), ("list", "--format", "csv")),
        (("-q", "list"), ("list", "-q")),
        (("-V",), ("--version",)),
        (("version",), ("--version",)),
    ]

    def test_words_are_understood(self):
        for said, meant in self.SAME:
            with self.subTest(said):
                self.assertEqual(answer(*said), answer(*meant))

    def test_nothing_asks_for_help(self):
        asked, silent = run("help"), run()
        self.assertEqual((silent.returncode, silent.stdout, silent.stderr), (0, asked.stdout, ""))

    def test_other_words_get_the_right_hint(self):
        for said, hint in ((("recommend", "--arch", "amper"), "no GPU is called"), (("recommend", "--gpu", "3090"), "--only 3090"), (("validate",), 'did you mean "check"?'),
                           (("recommend", "-o", "json"), "use --format json"), (("--foo",), "expected a command before"),
                           (("-b", "500"), "expected a command before"), (("recommend", "cnnn"), 'did you mean "cnn"?'),
                           (("show",), "name a GPU, like `gpuadvisor show 3090`"), (("compare", "3090", "versus"), "name 2 to 6 different GPUs, found 1")):
            with self.subTest(said):
                done = run(*said)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(hint, done.stderr)

    def test_a_gpu_is_neither_a_budget_nor_a_workload(self):
        for said, hint in ((("recommend", "3090"), "is a GPU, GeForce RTX 3090: `gpuadvisor show 3090`"),
                           (("recommend", "3090"), "for $3,090: --budget 3090"), (("recommend", "cnn", "4090"), "RTX 4090"),
                           (("report", "5090"), "--budget 5090"), (("recommend", "980"), "for $980: --budget 980"),
                           (("recommend", "3090", "--as-of", "2019-04-03"), "--budget 3090"),
                           (("recommend", "rtx 3090"), '`gpuadvisor upgrade "rtx 3090"`'), (("recommend", "h100"), "H100 PCIe 80GB or H100 SXM5 80GB"), (("recommend", "580"), "Radeon RX 580 8GB or GeForce GTX 580")):
            with self.subTest(said):
                done = run(*said)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(hint, done.stderr)
        for amount in "$3090", "3,090", "3090usd", "3090.00":
            self.assertEqual(answer("recommend", amount), answer("recommend", "-b", "3090"))
        for budget in "300", "500", "750", "900", "1000", "1500", "2000", "3000", "4000", "5000", "6000", "8000":
            self.assertEqual(answer("recommend", budget), answer("recommend", "-b", budget))

    def test_names_of_gpus_with_such_words_in_them_stay_whole(self):
        self.assertIn("7900 XTX", answer("show", "rx", "7900", "xtx"))
        self.assertEqual(answer("compare", "RX 7900 XTX", "x2", "--help"), answer("compare", "--help"))


class Case(unittest.TestCase):
    """What a case and a supply at hand leave of the cards."""

    def test_cards_that_fit_a_case(self):
        rows = json.loads(answer("recommend", "--psu", "650", "--length", "300", "--slots", "2", "--json", "-n", "0"))["results"]
        self.assertGreater(len(rows), 5)
        boards = {gpu["id"]: gpu for gpu in json.loads(answer("catalog", "export"))["gpus"]}
        for row in rows:
            board = boards[row["id"]]
            lengths = [board[key] for key in ("length_mm", "shortest_partner_length_mm") if key in board]
            self.assertLessEqual(min(lengths), 300, row["id"])
            self.assertLessEqual(board["slots"], 2)
        self.assertIn("left out: 252 to 356 mm long, at most 250 wanted",
                      " ".join(answer("explain", "3090", "--length", "250").split()))
        self.assertIn("252 to 356 mm long", answer("recommend", "--only", "rtx 3090", "--length", "300"))
        self.assertNotIn("mm long", answer("recommend", "--only", "rtx 3090", "--length", "356"))


class Files(unittest.TestCase):
    def test_the_answer_is_written_to_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "answer.json"
            done = run("recommend", "--json", "-q", "-o", str(path))
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            self.assertEqual(json.loads(path.read_text())["command"], "recommend")
            done = run("recommend", "-o", folder + "/no/such/place")
            self.assertEqual((done.returncode, done.stdout), (3, ""))
            self.assertIn("no/such/place", done.stderr)


    def test_the_format_is_that_of_the_ending(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.b").mkdir()

            def written(name, *more):
                path = pathlib.Path(folder) / name
                done = run("recommend", "-w", "cnn", "-b", "500", "-n", "3", "-q", "-o", str(path), *more)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), name)
                return path.read_text()

            for name, form in (("a.json", "json"), ("a.jsonl", "jsonl"), ("a.ndjson", "jsonl"), ("a.csv", "csv"), ("a.tsv", "tsv"),
                               ("a.md", "markdown"), ("A.HTML", "html"), ("a.txt", "table"), ("a.b/c", "table"), ("a", "table"), (".a", "table")):
                self.assertEqual(written(name), answer("recommend", "-w", "cnn", "-b", "500", "-n", "3", "--format", form), name)
            # What is asked for counts, wherever it stands.
            self.assertEqual(written("b.json", "--format", "csv"), written("b.csv"))
            path = str(pathlib.Path(folder) / "c.json")
            self.assertEqual(run("recommend", "--format", "csv", "-n", "3", "-w", "cnn", "-b", "500", "-o", path).returncode, 0)
            self.assertEqual(pathlib.Path(path).read_text(), written("b.csv"))

    def test_an_ending_that_the_answer_does_not_have(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.csv"
            done = run("build", "2x 3090", "-o", str(path))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn('asks for csv, which this answer does not have; expected --format table, json, markdown or html', done.stderr)
            self.assertFalse(path.exists())

    def test_an_ending_that_nothing_is_written_in(self):
        with tempfile.TemporaryDirectory() as folder:
            for command, name in (("recommend", "x.pdf"), ("recommend", "x.docx"), ("report", "report.pdf"), ("list", "a.json.bak")):
                path = pathlib.Path(folder) / name
                done = run(command, "-o", str(path))
                self.assertEqual((done.returncode, done.stdout), (2, ""), name)
                self.assertIn(f"asks for {path.suffix}, which this answer does not have; expected --format", done.stderr)
                self.assertFalse(path.exists())
            path = pathlib.Path(folder) / "x.log"
            self.assertEqual(run("list", "-o", str(path), "--format", "csv", "-q").returncode, 0)
            self.assertEqual(path.read_text(), answer("list", "--format", "csv"))


def on_a_terminal(arguments, stderr=False, **environment):
    ours, theirs = pty.openpty()
    done = subprocess.Popen([PROGRAM, *arguments], stdin=theirs, stdout=theirs, stderr=theirs if stderr else subprocess.DEVNULL,
                            preexec_fn=lambda: os.system("stty rows 10 cols 80"), env={**os.environ, **environment})
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    return done.wait(), shown.decode().replace("\r\n", "\n")


class Terminal(unittest.TestCase):
    def test_a_megabyte_is_not_for_a_terminal(self):
        for arguments, instead in ((["report", "cnn", "500"], "-o report.html"), (["catalog", "export"], "> catalog.json")):
            self.assertEqual(on_a_terminal(arguments), (2, ""))
            self.assertIn(f"too long for a terminal; keep it with {instead}", on_a_terminal(arguments, stderr=True)[1])
            self.assertGreater(len(answer(*arguments)), 500_000)

    def test_a_report_goes_to_a_file_from_a_terminal_too(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "r.html"
            self.assertEqual(on_a_terminal(["report", "cnn", "500", "-o", str(path)]), (0, ""))
            self.assertEqual(path.read_text(), answer("report", "cnn", "500"))


class Pager(unittest.TestCase):
    def test_what_is_longer_than_the_terminal_goes_through_the_pager(self):
        status, shown = on_a_terminal(["recommend", "--no-header", "-n", "20"], PAGER="sed s/^/paged:/", NO_COLOR="1")
        self.assertEqual(status, 0)
        self.assertTrue(all(line.startswith("paged:") for line in shown.splitlines()), shown)

    def test_what_fits_does_not(self):
        _, shown = on_a_terminal(["--version"], PAGER="sed s/^/paged:/")
        self.assertFalse(shown.startswith("paged:"), shown)

    def test_without_a_pager_and_with_one_that_is_not_there_it_is_printed(self):
        plain = on_a_terminal(["help", "reading"], PAGER="")
        self.assertIn("How to read an answer", plain[1])
        self.assertIn("How to read an answer", on_a_terminal(["help", "reading"], PAGER="/nowhere/pager")[1])
        paged = on_a_terminal(["help", "reading"], PAGER="cat", GPUADVISOR_PAGER="sed s/^/own:/")
        self.assertTrue(paged[1].startswith("own:"), paged[1])


if __name__ == "__main__":
    unittest.main()
