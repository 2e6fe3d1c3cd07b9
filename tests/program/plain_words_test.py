"""Words that only we know are not printed where people read.

    plain_words_test.py PROGRAM REPOSITORY
"""

import pathlib
import re
import subprocess
import sys
import unittest

from command_help import all_commands, printed

REPOSITORY = pathlib.Path(sys.argv.pop(2))
PROGRAM = sys.argv.pop(1)

# What may not stand in a line, and what may all the same: ids that an option or a command takes.
# docs/glossary.md has one word for each meaning: these are others for it.
BANNED = {
    "a model is no network": r"(?<!neural )(?<!no )(?<!a )\bnetworks?\b(?! (file|request|access))",
    "a number, not so many": r"\b[Ss]o many\b",
    "one, not sole": r"\b[Ss]ole\b",
    "not known, not told": r"\b(not|cannot be) told\b",
    "nobody": r"\b[Nn]obody\b",
    "ranks, not stands": r"\bstands? (where|so)\b",
    "RAM": r"\bhost's memory\b|\bmemory of the host\b|\bhost memory\b",
    "a ranking": r"\ban order,? (and|not|no)\b",
    "whole sentences": r"At any price:|Smallest change that|Left out by|may rest on|Age of a (price|product)|Times that",
    "recalled": r"\b(?<!-)recalled\b(?!\)|: \w+ of|: \d+ )",  # the id of a source: "(recalled)", "recalled: specs of 61 GPUs"
    "mixed as a basis": r"\bmixed\b(?! precision)",
    "installable": r"\binstallable\b",
    "memory-floor": r"\bmemory-floor\b",
    "step of 10 %": r"\bstep of 10 %",
    "ids of constraints": r"\b(power-supply|compute-capability)\b(?<!--power-supply)(?<!--compute-capability)",
    "room of memory": r"\b(has|have|with|without|no) room\b(?! (at|for (more )?(columns|rows|slots)))|\broom (for|to spare)\b",
}
FOR_PROGRAMS = re.compile(r"--format (json|jsonl|csv|tsv|names|sarif|junit|github)\b|--fields|\bschema\b|^check\b")
NAMES_VALUES = re.compile(r"--help|^catalog")  # of options and data files, which are spelt so

USUAL = ["recommend -w cnn -b 500", "recommend -w transformer -b 300 --include-rent", "recommend --model llama-3.3-70b --count 1-4", "picks",
         "picks --persona kaggle", "picks --guide dettmers-2019-04", "explain 3090", "explain 1080ti", "explain gtx960", "explain --feature fp8",
         "list --only *40*", "list -n 0 --form any", "show 3090", "show k80", "compare 3090 4090", "compare m3ultra512gb 3090", "upgrade 3070",
         "upgrade 1080ti", "build 4x3090", "build 8xh100sxm", "memory llama-3-70b", "memory llama-3-70b --context 8192", "memory deepseek-v3",
         "memory flux-1", "memory --gpu 3090", "memory --gpu gtx960", "memory --list", "memory llama-3-70b --gpu 2x3090",
         "chart --answers n,y,y,n,y", "guides", "guides --search heat", "guides dettmers-2019-04", "cost --free",
         "cost 3090", "cost 3090 --against rent", "rent h100sxm", "rent -w cnn", "sources", "sources --gpu 3090",
         "prices 3090", "prices titanv", "prices 1080ti", "scores backtest", "help reading", "--help"]


# What guides say is in their words.
QUOTES = re.compile(r"guides|picks|chart|explain --feature|show .*--explain|sources")


def told(text, exempt=()):
    """The banned words in a text, each with its line."""
    return [f"{name}: {line.strip()}" for line in text.splitlines() for name, pattern in BANNED.items()
            if name not in exempt and re.search(pattern, line)]


class PlainWords(unittest.TestCase):
    def test_no_golden_for_people_has_them(self):
        golden = REPOSITORY / "tests" / "golden"
        runs = re.findall(r"^golden\((\S+) \d (.*)\)$", (golden / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertGreater(len(runs), 200)
        looked_at = 0
        for name, arguments in runs:
            if "--explain" in arguments or FOR_PROGRAMS.search(arguments):
                continue
            looked_at += 1
            exempt = {"mixed as a basis", "ids of constraints"} if NAMES_VALUES.search(arguments) else set()
            exempt |= {"a model is no network", "nobody"} if QUOTES.search(arguments) else set()
            with self.subTest(name):
                self.assertEqual(told((golden / f"{name}.txt").read_text(encoding="utf-8"), exempt), [])
        self.assertGreater(looked_at, 120)

    def test_no_usual_answer_has_them(self):
        for question in USUAL:
            with self.subTest(question):
                done = subprocess.run([PROGRAM, *question.split()], capture_output=True, text=True, check=False, cwd=REPOSITORY)
                self.assertIn(done.returncode, (0, 1), done.stderr)
                exempt = {"a model is no network", "nobody"} if QUOTES.search(question) else set()
                self.assertEqual(told(done.stdout + done.stderr, exempt), [])

    def test_no_help_and_no_manual_page_has_them(self):
        for command in [[], *all_commands(PROGRAM)]:
            texts = [printed(PROGRAM, *command, "-h"), printed(PROGRAM, *command, "--help"), printed(PROGRAM, "man", *command).replace("\\-", "-")]
            with self.subTest(command):
                self.assertEqual([one for text in texts for one in told(text, {"mixed as a basis", "ids of constraints", "recalled"})], [])

    def test_hearsay_is_explained_where_it_stands(self):
        for question in ["show titanv", "show 2080ti", "help reading"]:
            said = subprocess.run([PROGRAM, *question.split()], capture_output=True, text=True, check=True).stdout
            if "hearsay" in said:
                self.assertIn("no actual offer found", " ".join(said.split()))

    def test_the_glossary_has_the_words_of_the_screens(self):
        glossary = (REPOSITORY / "docs" / "glossary.md").read_text(encoding="utf-8")
        for word in ("model", "fits", "tight", "does not fit", "asked", "last seen", "measured", "estimated", "hearsay", "speed index", "per $1000",
                     "likely", "machine", "card", "module"):
            self.assertIn(f"| {word} |", glossary.replace("old, expired", "old"), word)
        words = [line.split("|")[1].strip() for line in glossary.splitlines() if line.startswith("| ") and not line.startswith("| word")]
        self.assertEqual(len(words), len(set(words)))


if __name__ == "__main__":
    unittest.main()
