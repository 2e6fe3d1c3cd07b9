"""What people type is understood.

    typed_words_test.py PROGRAM

tests/words holds command lines: `as_buyers_type` was written by somebody who knew neither the program nor its words,
`as_tried` by people who tried to buy with it. Of each at least 95 % are answered rightly, or with the line that leads
on; the expected words are loose about prices. No line is ever answered with what its last column has.
"""

import csv
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
LISTS = pathlib.Path(__file__).parent.parent / "words"
LEAST = 0.95
MOST_LINES = 4  # of a refusal, at 80 columns


def run(arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)


def lines_at_80(text):
    return sum(1 + max(0, len(line) - 1) // 80 for line in text.splitlines())


class TypedWords(unittest.TestCase):
    def check(self, name):
        wrong = []
        with open(LISTS / f"{name}.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        with tempfile.TemporaryDirectory() as folder:
            for row in rows:
                done = run(shlex.split(row["arguments"].replace("{folder}", folder)))
                text = done.stdout + done.stderr
                with self.subTest(row["arguments"]):
                    self.assertIn(done.returncode, (0, 1, 2))
                    if row["never"]:
                        self.assertNotRegex(text, re.compile(row["never"], re.IGNORECASE))
                    if done.returncode == 2:
                        self.assertLessEqual(lines_at_80(done.stderr), MOST_LINES, done.stderr)
                is_right = str(done.returncode) in row["status"].split("|")
                if not is_right or not re.search(row["expect"], text, re.IGNORECASE):
                    wrong.append(f"{row['arguments']}: status {done.returncode}: {text[:200]}")
        self.assertLessEqual(len(wrong), (1 - LEAST) * len(rows), "\n".join(wrong))

    def test_as_buyers_type(self):
        self.check("as_buyers_type")

    def test_as_tried(self):
        self.check("as_tried")

    def test_an_understood_line_says_the_same(self):
        for typed, meant in (("recommend amd 24gb llm 1500", "recommend --vendor AMD -m 24 -w llm-inference -b 1500"),
                             ("recommend 'under 580'", "recommend -b 580"),
                             ("recommend llama 70b -b 3k", "recommend --model 'llama 70b' -b 3000"),
                             ("recommend llama-3-8b qlora 2000", "recommend --model llama-3-8b --task qlora -b 2000"),
                             ("memory llama-3-8b 3090", "memory llama-3-8b --gpu 3090"),
                             ("build 4 3090", "build '4x 3090'"), ("build 3090 3090", "build '2x 3090'"),
                             ("upgrade from 3060 12gb to 4090", "upgrade 'rtx 3060 12gb' --only 4090"),
                             ("list --arch ada", "list --only 'ada'"), ("memory --vram 24", "memory --memory 24"),
                             ("recommend cnn 2000 -m 24GiB --length 30cm", "recommend cnn 2000 -m 24 --length 300"),
                             ("3090 vs 4090", "compare 3090 4090"), ("rent aws", "rent --provider aws")):
            with self.subTest(typed):
                said, same = run(shlex.split(typed)), run(shlex.split(meant))
                self.assertEqual((said.returncode, said.stdout), (same.returncode, same.stdout))
                self.assertEqual(same.returncode, 0, same.stderr)

    def test_strict_takes_nothing_that_is_guessed(self):
        for guessed in ("show 3060", "memory 'gemma 3'", "recommend -w chatbot", "recommend deepfake 600", "show 3080"):
            done = run([*shlex.split(guessed), "--strict"])
            self.assertEqual((done.returncode, done.stdout), (2, ""), guessed)
            self.assertIn("--strict", done.stderr)
        for certain in ("show 'rtx 3060 12gb'", "memory gemma-3-4b", "recommend cnn 500", "memory Qwen/Qwen3-8B", "show 3090"):
            done = run([*shlex.split(certain), "--strict"])
            self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
