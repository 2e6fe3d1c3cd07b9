"""The bytes of answers are the same on processors with and without fused multiply-add, whose exp and log differ in the last bits.

Usage: machines_test.py PROGRAM ROOT
"""

import os
import pathlib
import subprocess
import sys
import unittest

PROGRAM, ROOT = sys.argv.pop(1), sys.argv.pop(1)
OLDER = {**os.environ, "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2"}
COMMANDS = [
    "recommend --workload cnn --limit 0 --explain",
    "recommend --workload transformer --limit 0 --as-of 2022-10-10",
    "recommend --model llama-3.1-8b --budget 2000 --limit 0",
    "memory llama-3-70b --limit 0",
    "explain 3090 --workload rnn",
    "compare 3090 4090 7900xtx",
    "cost 4090 --against rent",
    "prices 3090",
    "scores fit",
]


def answer(command, environment):
    words = [PROGRAM, *command.split(), "--format", "json"]
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, check=True).stdout


class Machines(unittest.TestCase):
    def test_an_older_processor_prints_the_same_bytes(self):
        for command in COMMANDS:
            with self.subTest(command):
                self.assertEqual(answer(command, os.environ), answer(command, OLDER))


if __name__ == "__main__":
    cpu = pathlib.Path("/proc/cpuinfo")
    if not cpu.exists() or " fma " not in cpu.read_text():
        print("no processor with fused multiply-add")
        sys.exit(77)
    unittest.main()
