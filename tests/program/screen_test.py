"""Answers on one screen: 80 columns by 24 lines, first what to buy.

    screen_test.py PROGRAM
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import terminal
from terminal import HEIGHT, WIDTH

PROGRAM = sys.argv.pop(1)

QUESTIONS = [[], ["-w", "cnn", "-b", "500"], ["-w", "cnn", "-b", "1000"], ["-w", "rnn", "-b", "2500"],
             ["-w", "transformer", "-b", "300"], ["-w", "transformer", "-b", "10000"], ["-w", "general", "-b", "50000"],
             ["-w", "llm-inference", "-m", "24"], ["--model", "llama-3-8b", "-b", "1000"],
             ["-w", "cnn", "-b", "500", "--as-of", "2019-04-03"], ["-w", "cnn", "-b", "800", "--rank-by", "cost"]]
WITH_RENT = [["-w", "cnn", "-b", "800"], ["-w", "cnn", "-b", "800", "--hours-per-day", "12"],
             ["-w", "transformer", "-b", "300000", "--count", "8", "--only", "*h100*", "--deployment", "datacenter"],
             ["--model", "llama-3.3-70b", "--hours-per-day", "2"], ["--model", "llama-3.1-8b", "--users", "50", "-n", "4"]]
MEMORY = [["llama-3-70b"], ["llama-3-70b", "--context", "8192"], ["llama-3-8b"], ["llama-3-8b", "--gpu", "3090", "--gpu", "4060"],
          ["llama-3-8b", "--task", "train", "--gpu", "3090"], ["llama-3-70b", "--gpu", "2x 3090"], ["flux-1"], ["flux-2-dev", "--gpu", "3090"],
          ["gpt-oss-120b"], ["deepseek-v3"], ["mistral-7b", "--task", "qlora", "--batch", "4"], ["qwen3-14b", "--gpu", "3060-12gb", "--context", "32k"],
          ["resnet-50", "--task", "train", "--batch", "64", "--only", "*40*"], ["llama-3.3-70b", "--gpu", "3090 + 2x 5060 ti 16gb"],
          ["qwen3-235b-a22b", "--gpu", "3090", "--gpu", "5090", "--ram", "192"], ["bert-large", "--task", "train"]]
WHAT_RUNS = [["--gpu", "3090"], ["--gpu", "2x 3090"], ["--memory", "8"], ["--gpu", "3090", "--use", "language"], ["--gpu", "m4 max 128gb"],
             ["--memory", "12", "--task", "qlora"], ["--gpu", "rtx pro 6000"], ["--gpu", "3090", "--ram", "128"]]
UPGRADE = [["RTX 3070"], ["3090"], ["4090"], ["5090"], ["GTX 1080 Ti"], ["2070"], ["RX 580"], ["rtx 3070 laptop"], ["h100-pcie"],
           ["3090", "--budget", "1000", "-w", "transformer"], ["3070", "--hours-per-day", "0.3"], ["3090", "-w", "llm-inference"],
           ["GTX 1070", "--as-of", "2019-04-03"], ["GTX 1070", "-w", "transformer", "--large"], ["titan v", "--form", "any", "--support", "any"]]

COMPARE = [["3090", "4090"], ["4080", "4070 ti super"], ["1080 ti", "5090"], ["3060 12gb", "4060 ti 8gb"], ["rx 7900 xtx", "4090"],
           ["h100 sxm", "mi300x", "-w", "llm-inference"], ["2070", "2080 ti", "--as-of", "2019-04-03"], ["a100 pcie 80gb", "rtx pro 6000"],
           ["m3 ultra 512gb", "3090"], ["tpu v4", "a100 sxm 80"], ["1070", "1060 6gb"], ["rtx pro 6000 blackwell max-q", "rtx pro 6000"]]

EXPLAIN = [["3080", "-w", "cnn", "-b", "500"], ["3090"], ["rx 9070 xt", "-w", "transformer", "--rank-by", "value"], ["1080 ti"],
           ["h100 sxm", "-w", "llm-serving"], ["3060 12gb", "--rank-by", "cost"], ["4090", "-w", "rnn", "--as-of", "2023-03"], ["tpu v4"]]

BUILD = [["4x 3090"], ["4x 3090", "--psu", "1600"], ["2x 3090"], ["5090", "--psu", "850"], ["8x h100 sxm"], ["3090 + rx 7900 xtx"], ["8x rtx 2060"],
         ["4x rtx 3090", "--psu", "1200"], ["2x rtx 3090 + 1x rtx 4090"], ["3x 4090", "--mode", "experiments"], ["4x rtx pro 6000"],
         ["4x RTX 2080 Ti", "--compare", "8x RTX 2060", "--system-cost", "1500", "--as-of", "2019-04-03"],
         ["2x 3090", "--compare", "4090", "--system-cost", "1200"]]

SHOWN = ["3090", "4090", "5090", "rtx pro 6000", "h100 sxm", "h200 nvl", "mi300x", "1080 ti", "tesla k80", "tpu v4", "m3 ultra 512gb", "gtx 960"]

GUIDES = [[], ["dettmers-2019-04"], ["dettmers-2023-01"], ["lambda-2020-02"], ["mercatus-2026-03"], ["--search", "heat"], ["--search", "1.4"],
          ["--search", "24gb"], ["--topic", "memory"], ["dettmers-2023-01", "--topic", "feature"], ["--gpu", "3090"], ["--gpu", "titan rtx", "--search", "avoid"],
          ["--rule", "three-principles"], ["--rule", "connector-4090"], ["--rule", "max-batch-stylegan"], ["dettmers-2019-04", "--history"]]

CAPTURES = pathlib.Path(__file__).resolve().parent.parent / "devices" / "captures"

CHART = ["n,y,y,n,y", "n,y,n,n,n,n,y", "y,n,n", "n,n,n,n,n,n,y", "y,y,poor"]


# Of each command, what stands on one screen.
ONE_SCREEN = ["recommend", "recommend --form any", "recommend --form machine", "recommend --deployment datacenter", "recommend --count 1-4",
              "recommend -w cnn -b 500", "recommend -m 0 -b 200 -w cnn", "recommend -b 20", "recommend --model gpt-oss-120b -b 3000",
              "recommend --model llama-3.3-70b --users 20", "list", "list --form any", "picks", "picks --persona kaggle", "rent", "rent h100",
              "rent 4090", "cost 3090", "cost 4090 --against rent", "cost --free", "upgrade 3070", "build '4x rtx 3090' --psu 1600",
              "memory llama-3-70b", "memory --gpu 3090", "memory llama-3-8b --task train", "chart --answers n,y,y,n,y", "guides", "", "recommend -h"]
TALLER = ["compare 3090 4090", "explain 3080 -w cnn -b 500", "show 3090", "show 4090", "show 'm3 ultra 96gb'"]
MOST_LINES = 28
FIGURES = ["recommend --model llama-3.3-70b --users 20", "rent", "rent h100", "memory llama-3-8b --task train"]  # columns that cannot wrap
NARROW = 60
LONGER = ["memory --suite lambda-2020-02", "prices --market", "prices 3090", "show 3090 --explain", "memory --list qwen", "memory --backtest",
          "recommend --explain", "upgrade 3070 --explain", "build '4x rtx 3090' --explain", "memory llama-3-70b --gpu 2x3090 --explain",
          "chart --paths", "guides --explain", "picks --list", "compare 3090 4090 5090 3080", "prices backtest", "recommend --help", "memory --help",
          "offers rank --help"]


def piped(columns, question):
    """The lines of an answer as on a terminal of that width."""
    environment = {**os.environ, "COLUMNS": str(columns)}
    done = subprocess.run([PROGRAM, *shlex.split(question)], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), (question, done.stderr)
    return done.stdout.splitlines()


def on_a_terminal(*arguments):
    return terminal.on_a_terminal(PROGRAM, *arguments)


PRICE = r"(?:(?:about|asked from|one offer,|list price|the three cheapest asked) \$[\d,]+|\$[\d,]+ at )"

class Widths(unittest.TestCase):
    def check(self, lines, columns):
        """Examples of help are to be copied as they are."""
        wide = [line for line in lines if len(line) > columns and not re.match(r"  +(\S+ )?gpuadvisor |  +(zcat|parallel|ssh) |  +--", line)]
        self.assertEqual(wide, [])

    def test_no_line_is_wider_than_80_columns(self):
        for question in ONE_SCREEN + TALLER + LONGER:
            with self.subTest(question):
                self.check(piped(80, question), 80)

    def test_wide_and_narrow_pages(self):
        for columns in NARROW, 120:
            for question in ONE_SCREEN + TALLER:
                if columns < 80 and (question.endswith("-h") or not question or question in FIGURES):
                    continue  # help is 80 wide
                with self.subTest(question, columns=columns):
                    self.check(piped(columns, question), columns)

    def test_answers_are_a_screen(self):
        for questions, most in (ONE_SCREEN, HEIGHT), (TALLER, MOST_LINES):
            for question in questions:
                with self.subTest(question):
                    lines = piped(80, question)
                    self.assertLessEqual(len(lines), most, "\n".join(lines))


class Screen(unittest.TestCase):
    def check_screen(self, lines):
        self.assertLessEqual(len(lines), HEIGHT, "\n".join(lines))
        self.assertLessEqual(max(map(len, lines)), WIDTH, "\n".join(lines))

    def test_free_tiers(self):
        for question in ([], ["--as-of", "2020-12"]):
            with self.subTest(question=question):
                lines = on_a_terminal("cost", "--free", *question)
                self.check_screen(lines)
                self.assertRegex(lines[0], "^Free: ")

    def check_rows(self, lines, rank):
        """Each row begins with its rank: a name that wraps would make a line that does not."""
        table = lines[lines.index("") + 1:]
        table = table[1:table.index("")]
        for line in table:
            self.assertRegex(line, rank)

    def test_recommend(self):
        for question in QUESTIONS:
            with self.subTest(question=question):
                lines = on_a_terminal("recommend", *question)
                self.check_screen(lines)
                if lines[0].startswith("No GPU"):
                    continue
                self.assertRegex(" ".join(lines[:2]), r"^(Buy|Without a budget:|No matching GPU is on sale right now. Nearest:) (a (new|used)|the|\d+x) .+[:,] .*\$[\d,]+.*, .+\.")
                self.check_rows(lines, r"^ *(\d+|=|-)  \S")

    def test_a_plot_is_a_screen_in_any_characters(self):
        for question in QUESTIONS:
            for locale, characters in (("C", r"[ -~]"), ("C.UTF-8", r"[ -~★●○×╌╎┘│┊─┤┬└]")):
                with self.subTest(question=question, locale=locale), unittest.mock.patch.dict(os.environ, {"LC_ALL": locale}):
                    lines = on_a_terminal("recommend", *question, "--plot")
                    self.check_screen(lines)
                    for line in lines:
                        self.assertRegex(line, f"^{characters}*$")
                    if not any("both axes are logarithmic" in line for line in lines):
                        self.assertEqual(lines[-1], "Nothing to plot: no row has both a speed and a price of today.")
                        continue
                    key = " ".join(lines[lines.index("") + 1:])
                    self.assertRegex(key, "[*★] best buy, .*[.╌] fastest for the price")
                    if "-b" in question:
                        self.assertRegex(key, "[:┊] budget[.]")

    def test_a_plot_that_is_piped_depends_on_no_locale(self):
        command = [PROGRAM, "recommend", "-w", "cnn", "-b", "500", "--plot"]
        texts = {subprocess.run(command, env={**os.environ, "COLUMNS": "80", "LC_ALL": locale}, capture_output=True, check=True).stdout
                 for locale in ("C", "C.UTF-8", "tr_TR.UTF-8")}
        self.assertEqual(len(texts), 1)
        self.assertTrue(texts.pop().isascii())

    def test_a_plot_is_no_wider_than_can_be_seen(self):
        """Memory goes by the square of the width."""
        for columns in 1000, 9999:
            drawn = subprocess.Popen([PROGRAM, "recommend", "-w", "cnn", "--plot", "-q"], stdout=subprocess.PIPE, text=True,
                                     env={**os.environ, "COLUMNS": str(columns)})
            with drawn.stdout as shown:
                picture = shown.read().split("both axes are logarithmic\n")[1].split("\n\n")[0]
            _, status, usage = os.wait4(drawn.pid, 0)
            self.assertEqual(status, 0)
            self.assertEqual(max(map(len, picture.splitlines())), 200)
            self.assertLess(usage.ru_maxrss, 32 * 1024)

    def test_a_plot_is_for_terminals(self):
        for arguments, message in ((["--format", "csv"], 'expected --format table or wide, found "csv"'),
                                   (["--json"], 'expected --format table or wide, found "json"'),
                                   (["--explain"], "--plot and --explain exclude each other: both take the place of the table"),
                                   (["--fields", "id"], "--plot and --fields exclude each other"),
                                   (["--include-rent"], "--plot and --include-rent exclude each other: the plot shows prices, not rents"),
                                   (["--emit", "dstack"], "--plot and --emit exclude each other: a request is one row")):
            with self.subTest(arguments=arguments):
                done = subprocess.run([PROGRAM, "recommend", "--plot", *arguments], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(message, done.stderr)

    def test_what_is_rented_is_told_in_one_screen(self):
        for question in WITH_RENT:
            with self.subTest(question=question):
                lines = on_a_terminal("recommend", *question, "--include-rent")
                self.check_screen(lines)
                self.assertRegex(" ".join(lines[:6]), r"^(Buy|Rent) .+\$[\d.]+ an hour.*\.")

    def test_the_first_sentence_names_what_is_offered_now(self):
        for question in QUESTIONS[:9]:
            with self.subTest(question=question):
                lines = on_a_terminal("recommend", *question)
                if not lines[0].startswith("No GPU"):
                    self.assertRegex(" ".join(lines[:2]), PRICE)
                    self.assertNotIn("last seen in", " ".join(lines[:2]))

    def test_picks(self):
        lines = on_a_terminal("picks")
        self.check_screen(lines)
        self.assertRegex(" ".join(lines[:2]), r"^\w[\w ]+: (new|used) .+, " + PRICE + r".*: .+\.")
        self.check_rows(lines, r"^(\w|  then)")
        kinds = [re.split(r"  +", line)[0] for line in lines]
        self.assertIn("Kaggle competitions", kinds)

    def test_memory(self):
        for question in MEMORY:
            with self.subTest(question=question):
                lines = on_a_terminal("memory", *question)
                self.check_screen(lines)
                begin = " ".join(lines[:lines.index("")])
                self.assertRegex(begin, r" takes [\d.,]+ GB .*(fits?|is large enough)\b.*\$[\d,]+")
                gpus = lines[lines.index("") + 2:]
                if re.match(" *GB ", lines[lines.index("") + 1]):  # not the changes alone where no card has room
                    self.check_rows(["", *gpus[:gpus.index("") + 1]], r"^ *\d+ +(fits|tight|no)")
                self.assertLessEqual(len(lines) - max(i for i, line in enumerate(lines) if not line) - 1, 3)

    def test_detect(self):
        for capture in sorted(path for path in CAPTURES.iterdir() if path.suffix in (".csv", ".xml", ".json")):
            with self.subTest(capture=capture.name):
                lines = on_a_terminal("detect", "--from", str(capture))
                self.check_screen(lines)
                self.assertRegex(lines[0], r"^You have (an? |4x )\S")

    def test_detect_of_many_gpus(self):
        names = ["RTX 3090", "RTX 4090", "RTX 3080 Ti", "GTX 1080 Ti", "RTX 2080 Ti", "TITAN RTX", "RTX 3060 Laptop GPU", "Nothing 5000"]
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as capture:
            capture.write("name, driver_version, power.limit [W]\n")
            for name in names:
                capture.write(f"NVIDIA GeForce {name}, 590.48.01, 123.00 W\n" * 2)
            capture.flush()
            lines = on_a_terminal("detect", "--from", capture.name)
            self.check_screen(lines)
            self.assertIn("and 4 more rows: -n 0", " ".join(lines))

    def test_upgrade(self):
        for question in UPGRADE:
            with self.subTest(question=question):
                lines = on_a_terminal("upgrade", *question)
                self.check_screen(lines)
                begin = " ".join(lines[:lines.index("")])
                self.assertRegex(begin, r"^(Keep your|Add a second|Sell your|Replace your) .*[.:,] .*\$[\d,]+.*\.")
                self.assertNotRegex("\n".join(lines), r"\bwait\b")
                self.assertLessEqual(len(lines) - max(i for i, line in enumerate(lines) if not line) - 1, 3)

    def test_an_upgrade_is_decided_by_money(self):
        for card, words in (("RTX 3070", "Add a second RTX 3070"), ("RTX 4090", "Add a second RTX 4090"), ("h100-pcie", "Keep your H100")):
            self.assertTrue(on_a_terminal("upgrade", card)[0].startswith(words), card)

    def test_compare(self):
        for question in COMPARE:
            with self.subTest(question=question):
                lines = on_a_terminal("compare", *question)
                self.assertLessEqual(len(lines), 40, "\n".join(lines))
                self.assertLessEqual(max(map(len, lines)), WIDTH, "\n".join(lines))
                begin = " ".join(lines[:lines.index("")])
                self.assertRegex(begin, r"^(Take|The|For|No clear choice|No verdict)\b.*(\$[\d,]+|price unknown).*\.$")
                names = lines[lines.index("") + 1]
                self.assertEqual(len(re.split("   *", names.strip())), 2, names)
                self.assertTrue(lines[lines.index("") + 2].startswith("price today"), "a name wraps")
                self.assertLessEqual(len(lines) - max(i for i, line in enumerate(lines) if not line) - 1, 3)

    def test_explain(self):
        for question in EXPLAIN:
            with self.subTest(question=question):
                lines = on_a_terminal("explain", *question)
                self.assertLessEqual(len(lines), 40, "\n".join(lines))
                self.assertLessEqual(max(map(len, lines)), WIDTH, "\n".join(lines))
                self.assertRegex(" ".join(lines[:3]), r"^The .+, (" + PRICE + r".*|.* at launch|price unknown), (ranks \d+ of \d+|is (left out|hidden|not among the default answers))")
                self.assertLessEqual(len(lines) - max(i for i, line in enumerate(lines) if not line) - 1, 4)

    def test_a_bandwidth_has_all_its_digits(self):
        for gpu, bandwidth in (("4090", "1,008 GB/s"), ("h100 sxm", "3,350 GB/s")):
            self.assertIn(bandwidth, "\n".join(on_a_terminal("explain", gpu, "-w", "cnn", "--form", "any")))

    def test_build(self):
        for question in BUILD:
            with self.subTest(question=question):
                lines = on_a_terminal("build", *question)
                self.check_screen(lines)
                begin = " ".join(lines[:lines.index("")])
                self.assertRegex(begin, r"^(\d+x|A) .+, (" + PRICE + r".*|price unknown): (works?|do(es)? not work)\b.*\.$"
                                 if "--compare" not in question else r"^(CNN training: |Take ).+\$[\d,]+.+ (per dollar|for the money).*\.")
                self.assertLessEqual(len(lines) - max(i for i, line in enumerate(lines) if not line) - 1, 3)

    def test_show(self):
        """Of a tenth of the catalog, the same ones each time, and of those that people ask for."""
        ids = on_a_terminal("list", "-n", "0", "--format", "names")
        for gpu in ids[::10] + SHOWN:
            with self.subTest(gpu=gpu):
                lines = on_a_terminal("show", gpu)
                self.assertLessEqual(len(lines), 40, "\n".join(lines))
                self.assertLessEqual(max(map(len, lines)), WIDTH, "\n".join(lines))
                begin = " ".join(lines[:lines.index("")])
                self.assertRegex(begin, r"^The .+, an? .+, (costs? (about )?\$[\d,]+|has no known price|rents from \$).* "
                                 r"(and is today's pick for \"|and is not among the default answers, |and ranks \d+ of \d+ by speed for |and would be about \d+\w+ of )")
                self.assertLessEqual(len(lines) - max(i for i, line in enumerate(lines) if not line) - 1, 3)

    def test_show_fits_on_a_screen_mostly(self):
        ids = on_a_terminal("list", "-n", "0", "--format", "names")[::10]
        short = [gpu for gpu in ids if len(on_a_terminal("show", gpu)) <= HEIGHT]
        self.assertGreater(len(short), 0.6 * len(ids))

    def test_show_of_several_is_a_screen_for_each(self):
        lines = on_a_terminal("show", "3090", "4090")
        self.assertLessEqual(len(lines), 60)
        self.assertTrue(any(line.startswith("The RTX 4090, a card of 2022") for line in lines))
        self.assertEqual(sum("GeForce RTX 2080 Ti = 1.00" in line for line in lines), 1, "one legend")

    def test_all_that_is_known_is_behind_explain(self):
        text = "\n".join(on_a_terminal("show", "3090", "--explain"))
        for word in ("fp16_tensor_fp16_accumulate_tflops", "Sources", "Priority score", "   quote  date ", "image-generation-xl"):
            self.assertIn(word, text)

    def test_guides(self):
        for question in GUIDES:
            with self.subTest(question=question):
                lines = on_a_terminal("guides", *question)
                self.check_screen(lines)
                self.assertRegex(lines[0], r"^(\d+ (editions|statements?) |\w.* (statements|advice) |\w)")

    def test_guides_are_searched_in_their_figures(self):
        for words, said in (("1.4", "1.4 times the speed"), ("0.66 pflops", "0.66 PFLOPS"), ("24gb", "24 GB"), ("fp8 cache", "twice the elements"),
                            ("kaggle 8gb", "Kaggle competitions need 8 GB")):
            self.assertIn(said, " ".join(line.strip() for line in on_a_terminal("guides", "--search", words, "-n", "0")), words)

    def test_what_no_guide_says(self):
        done = subprocess.run([PROGRAM, "guides", "--search", "warp drive"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, "")
        self.assertIn('no guide has a statement with "warp drive"; try fewer or other words', done.stderr)

    def test_chart(self):
        for question in CHART:
            with self.subTest(question=question):
                lines = on_a_terminal("chart", "--answers", question)
                self.check_screen(lines)
                begin = " ".join(lines[:lines.index("")])
                self.assertRegex(begin, r"^Today (buy .+, " + PRICE + r".*: the first for|no GPU to buy) .+The chart of .+ says: ")

    def test_what_a_card_runs(self):
        for question in WHAT_RUNS:
            with self.subTest(question=question):
                lines = on_a_terminal("memory", *question)
                self.check_screen(lines)
                self.assertRegex(" ".join(lines[:2]), r"^\w.+ (runs|trains) .+ of [\d.,]+ GB")

    def test_words_that_nobody_knows_are_not_shown(self):
        for question in (["explain", "1080 ti"], ["compare", "3090", "4090"], ["memory", "llama-3-70b", "--explain"], ["memory", "flux-1"], ["upgrade", "3070", "--explain"], ["upgrade", "3090"]):
            text = "\n".join(on_a_terminal(*question))
            for word in ("installable", "memory-floor", "recalled", "step of 10 %", "mixed"):
                self.assertNotIn(word, text)

    def test_a_model_with_a_count(self):
        self.check_screen(on_a_terminal("recommend", "--model", "llama-3-70b", "--count", "1-8"))


if __name__ == "__main__":
    unittest.main()
