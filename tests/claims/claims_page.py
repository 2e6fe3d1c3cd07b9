"""docs/claims.md: what became of each claim, from what the test found."""

import re
import shlex

from statuses import KINDS

INTRODUCTION = """\
# Claims of the guides

The buying guides that this program grew out of make {total} claims and have a chart of {paths} ways: Tim Dettmers'
guide of April 2019 in its French and Chinese versions, its edition of January 2023, Lambda's benchmark of February
2020, and a summary of 2022, of the first and the last. This page lists each claim, in our words, with what shows it.
It is written by `tests/claims/claims_test.py --write` from the records beside it, and that test fails when it is not
up to date.

A claim listed here is what a guide says, not what is true.

What shows a claim is worked out by the test, which changes data in a copy of the catalog and runs the command again:

- **computed**: from data that no guide is the source of: specifications, prices, measured speeds, networks, software.
  Change them, and a person who runs the command sees another answer.
- **rule**: a rule or a figure of the guide, which code applies to the case at hand. Change it, and the answer changes.
- **shown**: stored and printed. The guide's words, the GPUs that it names for a buyer or at an end of its chart, figures that
  are only repeated. What is worked out for the same buyer today is `picks`; how well the guides' picks did, `picks --backtest`.
- **contradicted**: the program shows the claim, and its own figures say otherwise. What they say stands beside it.
- **outside**: not a matter for this program, with the reason.

The prices of April 2019 are worked out from two charts of the guide itself, its speeds and its speed per dollar; claims
about value are therefore computed without them, from list prices and a shop's of October 2018, or else count as *rule*.
`gpuadvisor` stands for the installed program.

"""


def page(groups, statuses):
    claims = [claim for group in groups for claim in group["claims"]]
    paths = sum(group["prefixes"] == ["FLOW"] and len(group["claims"]) for group in groups)
    text = INTRODUCTION.format(total=len(claims) - paths, paths=paths)
    text += summary(groups, statuses)
    for group in groups:
        text += f"\n## {group['title']}\n\n| id | claim | status | shown by |\n|---|---|---|---|\n"
        text += "".join(row(claim, statuses[claim["id"]]) for claim in group["claims"])
    return text


def summary(groups, statuses):
    text = "| claims | " + " | ".join(KINDS) + " | all |\n|---|" + "---:|" * (len(KINDS) + 1) + "\n"
    total = [0] * len(KINDS)
    for group in groups:
        found = [statuses[claim["id"]] for claim in group["claims"]]
        counts = [found.count(kind) for kind in KINDS]
        total = [a + b for a, b in zip(total, counts)]
        text += f"| {group['title']} | " + " | ".join(str(count or "") for count in counts) + f" | {len(found)} |\n"
    text += "| **all** | " + " | ".join(f"**{count}**" for count in total) + f" | **{sum(total)}** |\n"
    computed, rule, shown, contradicted, outside = total
    return text + (f"\n**In short:** of {sum(total)} claims, {computed} are computed from independent data, {rule} are a "
                   f"guide's rule or figure applied, {shown} are stored and shown, {contradicted} are contradicted by "
                   f"figures, and {outside} is outside of what the program is for.\n")


def row(claim, status):
    return f"| {claim['id']} | {cell(claim['claim'])} | {status} | {cell(shown(claim))} |\n"


def shown(claim):
    """The command, what holds it beside, and what measurements say against it."""
    if "why" in claim:
        return claim["why"]
    text = as_typed(claim["command"])
    if "note" in claim:
        text += f": {claim['note']}"
    if "shown_by" in claim:
        text += "; test " + " and ".join(f"“{name}”" for name in claim["shown_by"])
    if "measured" in claim:
        text += f". **Figures say otherwise:** {claim['measured']['says']}: {as_typed(claim['measured']['command'])}"
    return text


def as_typed(command):
    return "`gpuadvisor " + shlex.join(command).replace("'", '"') + "`"


def cell(text):
    return re.sub(r"\|", r"\\|", text)
