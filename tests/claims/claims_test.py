"""Every claim of the guides has what shows it, and docs/claims.md says so.

    claims_test.py PROGRAM DOCS [--write]

The records in *.json beside this file say which command shows a claim and what it prints (`expect`, see
expectations.py). With `mutate`, the command is run again on a catalog in which the datum behind the claim is changed,
and `then` must hold there. It must not hold on the catalog as it is, so that a change which changes nothing is found;
`still` is what the change must leave as it was, and `unmoved` are changes under which all of `expect` must hold.
`independent` takes out of the catalog what the guide says itself: `expect` and `then` must hold without it, too.
`measured` is what figures say against the claim. `shown_by` names tests elsewhere, on data of their own; `why` says why
a claim is outside of what the program is for.

What shows a claim is worked out here, never declared (statuses.py).
"""

import concurrent.futures
import difflib
import json
import pathlib
import re
import sys
import tempfile

from claims_page import page
from expectations import failure, failures
from runs import Runner
from statuses import Statuses

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent

# File, title, and how many claims of each prefix there are.
GROUPS = [
    ("priority", "What matters in a GPU: the guide of April 2019", {"PRI": 15}),
    ("several_gpus", "Several GPUs: the guide of April 2019", {"MG": 12}),
    ("vendors", "Vendors and platforms: the guide of April 2019", {"VEN": 24}),
    ("cost_efficiency", "Benchmarks and cost efficiency: the guide of April 2019", {"PERF": 16}),
    ("heat", "Heat: the guide of April 2019", {"HEAT": 8}),
    ("memory", "Memory and 16 bits: the guide of April 2019", {"MEM": 8}),
    ("general", "General recommendations: the guide of April 2019", {"GEN": 11}),
    ("cloud", "Cloud: the guide of April 2019", {"CLD": 9}),
    ("personas", "The short list: the guide of April 2019 and the summary", {"TLDR": 18}),
    ("history", "The change log of the guide of April 2019", {"HIST": 4}),
    ("features", "Features of GPUs: the guide of January 2023", {"T23": 14}),
    ("power", "Cooling and power: the guide of January 2023", {"PWR": 11}),
    ("choice", "Performance, value and choice: the guide of January 2023", {"CH23": 23}),
    ("lambda", "Lambda's benchmark of February 2020, and the summary", {"LAM": 28}),
    ("free_compute", "Free and rented compute: a Chinese report of Lambda's benchmark, and the summary", {"FREE": 17}),
    ("traps", "Where the texts disagree or slip", {"TRAP": 21}),
    ("invariants", "What must hold whatever the data", {"INV": 10}),
    ("chart", "Ways through the chart of January 2023", {"FLOW": 23}),
]
MEMBERS = set("id claim command expect mutate then still unmoved independent shown_by note measured why".split())


def load():
    return [{"title": title, "prefixes": list(counts), "counts": counts,
             "claims": json.loads((HERE / f"{file}.json").read_text(encoding="utf-8"))}
            for file, title, counts in GROUPS]


def list_problems(group):
    """The claims of a group are those that there are, in order, and each has what a record needs."""
    wanted = [f"{prefix}-{number:02}" for prefix, count in group["counts"].items() for number in range(1, count + 1)]
    found = [claim["id"] for claim in group["claims"]]
    problems = [] if wanted == found else [f"{group['title']}: expected {wanted}, found {found}"]
    for claim in group["claims"]:
        if unknown := set(claim) - MEMBERS:
            problems.append(f"{claim['id']}: unknown members {sorted(unknown)}")
        pairs = [("command", "expect"), ("mutate", "then")]
        if ("why" in claim) == ("command" in claim) or any((one in claim) != (other in claim) for one, other in pairs):
            problems.append(f"{claim['id']}: needs a command with expect, or why; and mutate with then")
    return problems


def names_of_tests():
    """What the sources of the tests call them: test cases in C++, methods in Python."""
    names = set()
    for path in TESTS.rglob("*_test.cpp"):
        text = path.read_text(encoding="utf-8")
        names.update("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', case))
                     for case in re.findall(r'TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+),', text))
    for path in TESTS.rglob("*_test.py"):
        names.update(re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8")))
    return names


def problems_of(claim, runner, tests):
    """What is wrong with a claim, in words."""
    try:
        return [] if "why" in claim else found_problems(claim, runner, tests)
    except ValueError as error:
        return [str(error)]


def found_problems(claim, runner, tests):
    built_in, command = runner.on(None), claim["command"]
    own = claim.get("independent", [])
    problems = failures(claim["expect"], command, built_in)
    if "measured" in claim:
        problems += failures(claim["measured"]["expect"], claim["measured"]["command"], built_in)
    problems += [f'no test "{name}"' for name in claim.get("shown_by", []) if name not in tests]
    for changes in (own, claim.get("unmoved")):
        if changes:
            problems += [f"without what the guide says: {text}" if changes is own else f"moved: {text}"
                         for text in failures(claim["expect"], command, runner.on(changes))]
    if "mutate" in claim:
        expected = [*claim["then"], *claim.get("still", [])]
        problems += [f"changed: {text}" for text in failures(expected, command, runner.on([*own, *claim["mutate"]]))]
        for run in (built_in, runner.on(own)):
            problems += [f"holds without the change: {json.dumps(expectation)}" for expectation in claim["then"]
                         if failure(expectation, command, run) is None]
        problems += invisible_change(claim, runner)
    return problems


def invisible_change(claim, runner):
    """A change that can be seen in JSON alone, in none of the commands that show the claim."""
    own = claim.get("independent", [])
    before, after = runner.on(own), runner.on([*own, *claim["mutate"]])
    commands = {tuple(one.get("command", claim["command"])) for one in claim["then"]}
    shown = any((before(command).text, before(command).remarks) != (after(command).text, after(command).remarks)
                for command in commands)
    return [] if shown else [f"nobody sees the change: {[' '.join(command) for command in commands]}"]


def main(program, docs, write):
    groups = load()
    problems = [problem for group in groups for problem in list_problems(group)]
    claims = [claim for group in groups for claim in group["claims"]]
    tests = names_of_tests()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(4) as pool:
        runner = Runner(program, folder)
        for claim, found in zip(claims, pool.map(lambda claim: problems_of(claim, runner, tests), claims)):
            problems += [f"{claim['id']}: {text}" for text in found]
        statuses = Statuses(runner.catalog)
    for problem in problems:
        print(problem)
    path = docs / "claims.md"
    before, after = path.read_text(encoding="utf-8") if path.exists() else "", page(groups, {
        claim["id"]: statuses.of(claim) for claim in claims})
    if write:
        path.write_text(after, encoding="utf-8", newline="\n")
    elif before != after:
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), "page", "records"))
        print("docs/claims.md is not what the records say: run this with --write")
    print(after.split("\n**In short:** ")[1].split("\n\n")[0].replace("\n", " "))
    return not problems and (write or before == after)


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1], pathlib.Path(sys.argv[2]), "--write" in sys.argv[3:]) else 1)
