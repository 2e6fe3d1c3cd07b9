#!/usr/bin/env python3
"""The answers in docs/answers.md are what the program says, and each has a judgement: answers_test.py PROGRAM PAGE [--write]

With --write, the answers are brought up to date and the judgements kept; an answer that changed must be read and judged
again by hand. What people type, in the section on them, stands in its blocks behind "$"; of what a terminal then shows a
block has as many lines as it has, or all where it does not end with "...".
"""

import difflib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from terminal import on_a_terminal

DATES = [("2026-10-10", "Today, 2026-10-10"), ("2023-01-30", "As of 2023-01-30"), ("2019-04-03", "As of 2019-04-03")]
WORKLOADS = [("cnn", "CNN training"), ("rnn", "RNN training"), ("transformer", "Transformer training"),
             ("general", "Deep-learning training")]
BUDGETS = [300, 500, 1000, 2500, 10000, 50000, None]
PEOPLE = "\n## Five people\n"
ROWS = 5


def main(program, page, write):
    before = page.read_text(encoding="utf-8")
    preamble = before.split("\n## ")[0]
    people, rest = split_at_next_section(before.split(PEOPLE)[1])
    answers = "".join(section(program, judgements(rest), *date) for date in DATES)
    after = preamble.rstrip("\n") + "\n" + PEOPLE + with_screens(program, people) + answers
    unjudged = re.findall(r"```\n\n(?!>)", answers)
    if write:
        page.write_text(after, encoding="utf-8", newline="\n")
    if before != after:
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), "page", "program"))
        print("the page is not what the program says: run this with --write, read what changed and judge it")
    print(f"{len(unjudged)} answers without a judgement")
    return not unjudged and (write or before == after)


def split_at_next_section(text):
    end = text.index("\n## ")
    return text[:end], text[end:]


def with_screens(program, text):
    """The section on people, with what the program shows to each."""
    return re.sub(r"```\n\$ gpuadvisor (.*)\n((?s:.*?))```\n", lambda block: screen(program, *block.groups()), text)


def screen(program, typed, shown):
    lines = on_a_terminal(program, *shlex.split(typed))
    kept = shown.splitlines()
    if kept[-1:] == ["..."]:
        lines = lines[:len(kept) - 1] + ["..."]
    return "```\n" + "\n".join([f"$ gpuadvisor {typed}", *lines]) + "\n```\n"


def section(program, judged, date, title):
    text, seen = f"\n## {title}\n", {}
    for workload, name in WORKLOADS:
        answers = [(budget, *answer(program, date, workload, budget)) for budget in BUDGETS]
        text += f"\n### {name}, {date}\n\n{answers[-1][1]}\n"
        for budget, _, block in answers:
            text += f"\n#### {label(budget)}\n\n"
            judgement = judged.get((date, name, label(budget)), "")
            same = rows_of(block)
            if same in seen:
                text += f"As for {seen[same]}.\n" + ("\n" + judgement if judgement else "")
                continue
            seen[same] = f"{name.removesuffix(' training')}, {label(budget)}"
            text += f"```\n{block}```\n\n{judgement}"
    return text


def rows_of(block):
    """The rows of an answer, and how fast the best new card is: without the words that a budget is in. Of an answer
    without rows all of it."""
    table, _, new = block.partition("#  GPU")[2].partition("new only: ")
    speed = re.search(r"\n((?:[\d.]+ times|Score)(?s:.*))", new)
    return (table, speed and speed[1]) if table else block


def label(budget):
    return f"${budget:,}" if budget else "no budget"


def answer(program, date, workload, budget):
    """What was asked without the budget; the verdict, the first rows with what nearly fits, and the verdict on new cards
    only, as a screen shows them."""
    asked = ["--workload", workload, "--as-of", date] + (["--budget", str(budget)] if budget else [])
    verdict, table, about = parts(run(program, asked + ["-n", str(ROWS)]))
    block = verdict + table
    if table:
        new, _, _ = parts(run(program, asked + ["--condition", "new", "-n", "1"]))
        block += "new only: " + new
    return about, block


def run(program, arguments):
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return subprocess.run([program, "recommend", "--quiet", *arguments], capture_output=True, text=True,
                          encoding="utf-8", env=environment, check=False).stdout


def parts(output):
    """The verdict and the rows, each as lines; what was asked, on one line."""
    blocks = output.rstrip("\n").split("\n\n")
    if len(blocks) < 3:
        nearest = blocks[1].split("\nMore: ")[0] if len(blocks) > 1 else ""
        sentences = " ".join(nearest.splitlines()).split(". ")
        return blocks[0] + "\n" + nearest + "\n" if nearest else blocks[0] + "\n", "", sentences[0]
    verdict, table, notes = blocks
    return verdict + "\n", table + "\n", re.sub(r"\. (Speed|speed|Score|score).*", ".", " ".join(notes.splitlines()))


def judgements(text):
    """The quoted lines under each answer, by date, workload and budget."""
    found, place = {}, [None, None, None]
    for line in text.splitlines():
        if line.startswith("### "):
            place[1], place[0] = line.removeprefix("### ").rsplit(", ", 1)
        elif line.startswith("#### "):
            place[2] = line.removeprefix("#### ")
        elif line.startswith(">"):
            found[tuple(place)] = found.get(tuple(place), "") + line + "\n"
    return found


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(0 if main(sys.argv[1], Path(sys.argv[2]), "--write" in sys.argv[3:]) else 1)
