"""The worked examples of docs/cost.md: worked out here from the figures that they start from, and held against the program.

    own_or_rent_test.py PROGRAM ROOT [--write]
"""

import json
import pathlib
import subprocess
import sys

PROGRAM, ROOT = (pathlib.Path(one).resolve() for one in sys.argv[1:3])
PAGE = ROOT / "docs/cost.md"
BEGIN, END = "| GPUs | hours |", "\nA test holds this table"
HEAD = """| GPUs | hours | price | electricity | sold for | owned | rent an hour | rented | verdict |
|---|---|---|---|---|---|---|---|---|
"""
GPUS = ["RTX 3070", "RTX 3090", "RTX 4090", "H100 SXM", "8x H100 SXM"]
ALL_DAY = ["--hours-per-day", "24"]
EXAMPLES = [(gpu, []) for gpu in GPUS] + [("8x H100 SXM", ["--months", "3", "--use", "60%"])] + [(gpu, ALL_DAY) for gpu in GPUS]


def verdict(owned, rented, providers):
    clearly = 1.2 if providers >= 3 else 1.3
    return "own" if owned * clearly < rented else "rent" if rented * clearly < owned else "about the same"


def row(gpu, use):
    told = json.loads(subprocess.run([PROGRAM, "cost", gpu, "--against", "rent", *use, "--format", "json"], capture_output=True,
                                     check=True, text=True).stdout)
    asked, found = told["query"], told["own_or_rent"]
    hours = asked["years"] * 365 * asked["hours_per_day"]
    electricity = asked["power_w"] / 1000 * hours * asked["usd_per_kwh"]
    sold = asked["resale_now_usd"] * (1 - asked["yearly_loss"]) ** asked["years"]
    owned = told["purchase_usd"] + electricity - sold
    rented = found["usd_per_hour"] * hours
    said = verdict(owned, rented, found["providers"])
    for figure, own in ((found["owned_usd"], owned), (found["rented_usd"], rented)):
        assert abs(figure / own - 1) < 0.002, (gpu, use, figure, own)
    assert found["verdict"].replace("-", " ") == said, (gpu, use, found, said)
    providers = f"{found['providers']} provider" + "s" * (found["providers"] > 1)
    return (f"| {gpu} | {hours:,.0f} | ${told['purchase_usd']:,.0f} | {asked['power_w']:,.0f} W: ${electricity:,.0f} | ${sold:,.0f} | "
            f"${owned:,.0f} | ${found['usd_per_hour']:.3g} ({providers}) | ${rented:,.0f} | **{said}** |\n")


def main():
    table = HEAD + "".join(row(*one) for one in EXAMPLES)
    page = PAGE.read_text()
    if "--write" in sys.argv:
        begin = page.index("@@TABLE@@\n") if "@@TABLE@@\n" in page else page.index(BEGIN)
        PAGE.write_text(page[:begin] + table + page[page.index(END):])
    elif table not in page:
        print(f"docs/cost.md has another table than this; --write puts it there:\n{table}", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
