"""Requests that make no sense: 500 command lines of real options with values that nobody means.

    hostile_requests_test.py PROGRAM DATA_DIR
"""

import pathlib
import random
import re
import unittest

import hostile

COUNT = 500
SEED = 1
COMMANDS = ["report", "recommend", "memory", "cost", "rent", "upgrade", "build", "compare", "explain"]
MARK = "<script>alert(1)</script>"  # may be shown as text, never as a part of a page
VALUES = [
    "", " ", "-", "--", "-1", "0", "1e308", "1e999", "-1e-320", "nan", "inf", "0x10", "1,5", "99999999999999999999", "1..", "..",
    "9..1", "..-3", "1..2..3", "..." * 500, "a" * 100_000, "9" * 5000, "=", "a=b", "3090=", "=900", "3090=nan", "3090=-5", MARK, "'\"&<>",
    "{}", "%s%n%p", "$(reboot)", "; ls", "../../../../etc/passwd", "/dev/null/x", "/", "\n\n", "\t", "\x1b[31m", "\u202e0903", "\u200b3090",
    "GPU" * 3000, ",".join(["3090"] * 400), "100x 3090", "0x 3090", "3090+" * 200, "*" * 3000, "rtx*" * 300, "cnn", "transformer", "3090", "H100",
    "llama-3-8b", "16", "500", "800eur", "12@fp32", "auto", "any", "json", "2022-02-30", "2019-04-03", "9999-12-31", "0.5", "150%", "-15%",
]
SENSIBLE = ["--workload=cnn", "--workload=rnn", "--model=llama-3-8b", "--budget=800", "--budget=1e9", "--min-memory=0", "--count=1-8", "--own=3090",
            "--support=any", "--form=any", "--condition=used", "--years=1", "--kwh=0.3", "--only=rtx*", "--currency=EUR", "--as-of=2019-04-03"]


def options_of(command):
    """Each long option with whether it takes a value."""
    text = hostile.run(f"help of {command}", [command, "--help"]).stdout.decode()
    return [(name, bool(value)) for name, value in re.findall(r"(--[a-z][a-z0-9-]+)((?: [A-Z][^\s]*)?)  ", text)
            if name not in ("--help", "--output", "--catalog", "--catalog-only", "--prices", "--from")]


class Requests(hostile.Hostile):
    def test_senseless_requests_are_answered_or_refused(self):
        draw = random.Random(SEED)
        options = {command: options_of(command) for command in COMMANDS}
        statuses = []
        for number in range(COUNT):
            command = COMMANDS[0] if number % 3 == 0 else draw.choice(COMMANDS)
            words = [command]
            if draw.random() < 0.3:
                words.append(draw.choice(VALUES))
            for name, takes_value in draw.sample(options[command], draw.randint(1, 4)):
                words += [f"{name}={draw.choice(VALUES)}"] if takes_value else [name]
                if draw.random() < 0.6:
                    words[-1] = draw.choice(SENSIBLE)
            written = pathlib.Path(self.path("answer.html"))
            if command == "report":
                words.append(f"--output={written}")
            with self.subTest(number=number, words=[word[:60] for word in words]):
                self.check(hostile.run(f"request {number}", words), written)
                statuses.append(hostile.RUNS[f"request {number}"].status)
            written.unlink(missing_ok=True)
        self.assertGreater(statuses.count(hostile.USAGE), COUNT / 4)
        self.assertGreater(statuses.count(hostile.ANSWERED), 20)

    def check(self, done, written):
        self.assertIn(done.status, (hostile.ANSWERED, hostile.NONE, hostile.USAGE, hostile.DATA_ERROR))
        said = done.stderr.decode("utf-8")
        self.assertEqual([character for character in said if hostile.is_unsafe(character)], [])
        self.assertLess(len(said), 2000)
        if not hostile.SANITIZED:
            self.assertLess(done.megabytes, hostile.MOST_MEGABYTES)
        if done.status in (hostile.USAGE, hostile.DATA_ERROR):
            self.assertTrue(said.startswith("gpuadvisor: "), said)
            self.assertEqual(done.stdout, b"")
            self.assertFalse(written.exists())
        elif written.exists():
            self.assertNotIn(MARK, written.read_text("utf-8"))


if __name__ == "__main__":
    unittest.main()
