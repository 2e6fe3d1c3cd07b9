"""Other people's tools read the output.

    tools_test.py PROGRAM TOOL

TOOL is jq, mlr (Miller) or column. Exit status 77 where it is not installed.
"""

import json
import shutil
import subprocess
import sys

PROGRAM, TOOL = sys.argv[1:]
SKIPPED = 77
QUESTION = ["recommend", "-w", "cnn", "-b", "700", "-n", "0", "-q"]


def output(*arguments):
    return subprocess.run([PROGRAM, *QUESTION, *arguments], capture_output=True, text=True, check=True).stdout


def piped(text, *command):
    result = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, f"{command}: {result.stderr}"
    return result.stdout


ROWS = json.loads(output("--format", "json"))["results"]
IDS = [row["id"] for row in ROWS]
PRICES = [row["price"]["usd"] for row in ROWS]


def same(found, expected):
    assert found == expected, f"found {found}\nexpected {expected}"


def test_jq():
    same(piped(output("--format", "json"), "jq", "-r", ".results[].id").split(), IDS)
    same(piped(output("--format", "jsonl"), "jq", "-r", ".id").split(), IDS)
    cheap = piped(output("--format", "jsonl", "--fields", "id,price_usd"), "jq", "-r", "select(.price_usd < 300) | .id")
    same(cheap.split(), [id for id, price in zip(IDS, PRICES) if price < 300])
    assert cheap
    lengths = piped(output("--format", "tsv"), "jq", "-R", 'split("\\t") | length').split()
    same(set(lengths), {"30"})


def test_mlr():
    for form, reads in (("csv", "--icsv"), ("tsv", "--itsv"), ("jsonl", "--ijsonl")):
        records = piped(output("--format", form, "--fields", "id,price_usd,price_old"), "mlr", reads, "--ojson", "cat")
        rows = json.loads(records)
        same([row["id"] for row in rows], IDS)
        same([row["price_usd"] for row in rows], PRICES)
    least = piped(output("--format", "csv"), "mlr", "--icsv", "--onidx", "sort", "-nf", "price_usd", "then", "head", "-n",
                  "1", "then", "cut", "-f", "price_usd")
    same(float(least), min(PRICES))


def test_column():
    aligned = piped(output("--format", "tsv", "--fields", "name,price_usd,condition"), "column", "-t", "-s", "\t")
    lines = aligned.splitlines()
    same(len(lines), len(ROWS) + 1)
    same(len({line.index(condition) for line, condition in zip(lines[1:], (row["condition"] for row in ROWS))}), 1)


if not shutil.which(TOOL):
    print(f"skipped: {TOOL} is not installed")
    sys.exit(SKIPPED)
{"jq": test_jq, "mlr": test_mlr, "column": test_column}[TOOL]()
print(f"{TOOL} reads {len(ROWS)} rows")
