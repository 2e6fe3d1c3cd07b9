"""docs/claims.md: what became of each claim, from what the test found."""

import re
import shlex

INTRODUCTION = """\
# Claims of the guides

The buying guides that this program grew out of make {total} claims and have a chart of {paths} ways: Tim Dettmers'
guide of April 2019 in its French and Chinese versions, its edition of January 2023, Lambda's benchmark of February
2020, and a summary of 2022, of the first and the last. This page lists each claim, in our words, with what shows it.
It is written by `tests/claims/claims_test.py --write` from the records beside it, and that test fails when it is not
up to date.

A claim listed here is what a guide says, not what is true. Where measurements or specifications say otherwise, the
claim is reproduced under its guide, and what they say stands beside it.

The status is worked out by the test:

- **datum changed**: a command shows the claim, and when the datum behind it is changed in a copy of the catalog, the
  command shows the opposite. Both are run. A price, a rate, an edge of the chart or a stance is a datum; words are
  none, nor are figures that are only repeated.
- **pick changed**: the same, where the datum is what the guide names for a buyer or at an end of its chart. The command
  looks that up and works nothing out; what is worked out for the same buyer is `picks --backtest`.
- **tested**: a command shows the claim, and a test of the code behind it, on data of its own, holds it.
- **shown**: a command prints it, in the guide's words or figures, or nothing behind it was changed to see it change.
- **outside**: not a matter for this program, with the reason.

The first three are claims *reproduced*. `gpuadvisor` stands for the installed program.

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
    kinds = ["datum changed", "pick changed", "tested", "shown", "outside"]
    text = "| claims | " + " | ".join(kinds) + " | all |\n|---|" + "---:|" * (len(kinds) + 1) + "\n"
    total = [0] * len(kinds)
    for group in groups:
        found = [statuses[claim["id"]] for claim in group["claims"]]
        counts = [found.count(kind) for kind in kinds]
        total = [a + b for a, b in zip(total, counts)]
        text += f"| {group['title']} | " + " | ".join(str(count or "") for count in counts) + f" | {len(found)} |\n"
    text += "| **all** | " + " | ".join(f"**{count}**" for count in total) + f" | **{sum(total)}** |\n"
    reproduced = sum(total[:3])
    return text + (f"\nReproduced: {reproduced}, of these {total[0]} with the datum changed and {total[1]} with the "
                   f"guide's pick changed; reproduced or shown: {reproduced + total[3]} of {sum(total)}.\n")


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
