"""The pictures of docs/scoring.md are what the program's JSON says.

    pictures_test.py PROGRAM REPOSITORY [--write]: with --write, docs/pictures is renewed.
"""

import html
import json
import math
import pathlib
import subprocess
import sys

PROGRAM, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
WRITES = "--write" in sys.argv[3:]
FOLDER = ROOT / "docs" / "pictures"
WIDTH = 560  # a phone shows it at two thirds
STYLE = """
  .paper { fill: #ffffff; stroke: #d9dee3 } text { font: 14px system-ui, sans-serif; fill: #1f2933 } .soft { fill: #52606d; font-size: 13px }
  .head { font-weight: 600 } .line { stroke: #cbd2d9; fill: none } .bar { fill: #00796b } .other { fill: #b45309 } .ends { stroke: #00796b; stroke-width: 2.5 }
  .measured { fill: #00796b; stroke: #00796b; stroke-width: 2 } .estimated { fill: #ffffff; stroke: #00796b; stroke-width: 2 }
  .stairs { stroke: #b45309; stroke-width: 2; fill: none } .limit { stroke: #b45309; stroke-dasharray: 5 4 } .pale { opacity: .45 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #1f2229; stroke: #3b4252 } text { fill: #e8ebee } .soft { fill: #a9b4c0 } .line { stroke: #4a5363 } .bar { fill: #4db6ac }
    .other { fill: #f0a04b } .ends { stroke: #4db6ac } .measured { fill: #4db6ac; stroke: #4db6ac } .estimated { fill: #1f2229; stroke: #4db6ac }
    .stairs, .limit { stroke: #f0a04b }
  }"""


def asked(*arguments):
    done = subprocess.run([PROGRAM, *arguments, "--format", "json", "--quiet"], capture_output=True, text=True, check=True, encoding="utf-8")
    return json.loads(done.stdout)


def text(x, y, words, kind="", anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{html.escape(words)}</text>'


def line(x1, y1, x2, y2, kind="line"):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def rect(x, y, width, height, kind="bar"):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="2" class="{kind}"/>'


def dot(x, y, kind, radius=5.0):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" class="{kind}"/>'


def picture(height, title, marks):
    body = "\n".join(f"  {mark}" for mark in marks)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">\n'
            f"  <title>{html.escape(title)}</title>\n  <style>{STYLE}\n  </style>\n"
            f'  <rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="6" class="paper"/>\n{body}\n</svg>\n')


def log_scale(low, high, begin, end):
    return lambda value: begin + (end - begin) * math.log(value / low) / math.log(high / low)


def short(name):
    return name.removeprefix("NVIDIA ").removeprefix("GeForce ")


CRITERIA = {"tensor": "tensor cores", "flops": "FLOPS", "bandwidth": "bandwidth", "half": "16 bits"}


def weights():
    """What counts how much, for two kinds of work whose orders differ."""
    marks, y = [], 34
    for workload, title in ("cnn", "Convolutional networks"), ("rnn", "Recurrent networks"):
        given = asked("recommend", "--workload", workload)["query"]["weights"]
        marks.append(text(20, y, title, "head"))
        for name, weight in sorted(given.items(), key=lambda item: -item[1]):
            y += 27
            marks += [text(126, y, CRITERIA[name], anchor="end"), rect(136, y - 14, 640 * weight, 18),
                      text(142 + 640 * weight, y, f"{100 * weight:.0f} %", "soft")]
        y += 44
    return picture(y - 22, "How much each property counts", marks)


def priority():
    """The score of a GPU: a product, step by step."""
    found = asked("explain", "4090", "--workload", "cnn")["results"][0]["priority"]
    scale = log_scale(0.9, 4.2, 200, 530)
    bottom = 62 + 36 * len(found["terms"])
    marks = [text(20, 30, "GeForce RTX 4090, times an RTX 2080 Ti", "head")]
    for tick in (1, 1.5, 2, 3, 4):
        marks += [line(scale(tick), 46, scale(tick), bottom), text(scale(tick), bottom + 18, f"{tick:g}", "soft", "middle")]
    reached, y = 1.0, 70
    for term in found["terms"]:
        factor = math.exp(term["log_contribution"])
        marks += [text(20, y, CRITERIA[term["criterion"]]), text(190, y, f"{term['ratio']:.2f}^{term['weight']:.2f}", "soft", "end"),
                  rect(scale(reached), y - 14, scale(reached * factor) - scale(reached), 18),
                  text(scale(reached * factor) + 6, y, f"x {factor:.2f}", "soft")]
        reached *= factor
        y += 36
    assert abs(reached - found["score"]) < 1e-6, (reached, found["score"])
    marks += [text(20, bottom + 46, "The product of all is the score", "head"), text(WIDTH - 30, bottom + 46, f"{reached:.2f}", "head", "end")]
    return picture(bottom + 64, "How a score is made of four properties", marks)


def speed():
    """A measured speed: what each dataset says, what the specifications predict, and what comes of it."""
    found = asked("explain", "3080", "--workload", "cnn")["results"][0]
    part = found["speeds"][0]
    rows = [(one["dataset"], one["index"], one["share"], "measured") for one in part["evidence"]]
    rows.append(("from specifications", part["estimate"]["index"], part["estimate_share"], "estimated"))
    scale = log_scale(0.85, 1.65, 180, 455)
    bottom = 62 + 34 * (len(rows) + 1)
    marks = [text(20, 30, f"{short(found['name'])}, CNN training", "head")]
    for tick in (0.9, 1, 1.2, 1.4, 1.6):
        marks += [line(scale(tick), 46, scale(tick), bottom), text(scale(tick), bottom + 18, f"{tick:g}", "soft", "middle")]
    y = 70
    for name, index, share, kind in rows:
        marks += [text(20, y, name), dot(scale(index), y - 5, kind, 3 + 12 * math.sqrt(share)),
                  text(scale(index) + 10 + 12 * math.sqrt(share), y, f"{index:.2f}, weight {100 * share:.0f} %", "soft")]
        y += 34
    index, low, high = (found["performance"][key] for key in ("index", "low", "high"))
    marks += [text(20, y, "speed, 80 % interval", "head"), line(scale(low), y - 5, scale(high), y - 5, "ends"), dot(scale(index), y - 5, "measured"),
              text(scale(high) + 8, y, f"{index:.2f}", "head")]
    return picture(bottom + 34, "What a measured speed is made of", marks)


def intervals():
    """Measured and estimated speeds with what they may be off."""
    rows = asked("recommend", "--workload", "cnn", "--budget", "500", "--limit", "8")["results"]
    scale = log_scale(0.5, 1.6, 170, 500)
    bottom = 58 + 28 * len(rows)
    marks = [text(20, 30, "CNN training up to $500: speed and 80 % interval", "head")]
    for tick in (0.5, 0.7, 1, 1.4):
        marks += [line(scale(tick), 44, scale(tick), bottom), text(scale(tick), bottom + 18, f"{tick:g}", "soft", "middle")]
    y = 66
    for row in rows:
        found = row["performance"]
        marks += [text(20, y, short(row["name"])), line(scale(found["low"]), y - 5, scale(found["high"]), y - 5, "ends"),
                  dot(scale(found["index"]), y - 5, found["basis"]), text(WIDTH - 20, y, f"{found['index']:.2f}", "soft", "end")]
        y += 28
    marks += [dot(28, bottom + 40, "measured"), text(40, bottom + 45, "measured"), dot(128, bottom + 40, "estimated"), text(140, bottom + 45, "estimated"),
              text(WIDTH - 20, bottom + 45, "an RTX 2080 Ti is 1", "soft", "end")]
    return picture(bottom + 62, "Measured and estimated speeds with their intervals", marks)


def frontier():
    """Price against speed, and the most speed that each amount of money buys."""
    budget = 1500
    offers = [one for one in asked("report", "--workload", "cnn", "--budget", str(budget))["offers"]
              if one["current"] and (one["speed"] or 0) >= 0.45 and 150 <= one["price_usd"] <= 2200]
    x, y = log_scale(150, 2200, 60, 535), log_scale(0.45, 2.2, 330, 50)
    marks = [text(20, 28, "CNN training: speed by price of today", "head")]
    for tick in (200, 300, 500, 1000, 2000):
        marks += [line(x(tick), 50, x(tick), 330), text(x(tick), 348, f"${tick:,}", "soft", "middle")]
    for tick in (0.5, 0.7, 1, 1.4, 2):
        marks += [line(60, y(tick), 535, y(tick)), text(52, y(tick) + 5, f"{tick:g}", "soft", "end")]
    marks += [line(x(budget), 50, x(budget), 330, "limit"), text(x(budget) + 5, 326, "budget", "soft")]
    best = sorted((one for one in offers if one["on_frontier"]), key=lambda one: one["price_usd"])
    path, reached = "", 330.0
    for one in best:
        path += f"{'L' if path else 'M'}{x(one['price_usd']):.1f},{reached:.1f} L{x(one['price_usd']):.1f},{y(one['speed']):.1f} "
        reached = y(one["speed"])
    marks.append(f'<path d="{path}L535,{reached:.1f}" class="stairs"/>')
    bases = {(row["id"], row["condition"]): row["performance"]["basis"]
             for row in asked("recommend", "--workload", "cnn", "--limit", "0")["results"] if row["performance"]}
    for one in offers:
        kind = bases.get((one["id"], one["condition"]), "estimated")
        marks.append(dot(x(one["price_usd"]), y(one["speed"]), kind if one["on_frontier"] else f"{kind} pale", 4.5))
    for one in best:
        name = f"{short(one['name'])} {one['condition'] if one['condition'] == 'new' else ''}".strip()
        marks.append(text(x(one["price_usd"]) - 8, y(one["speed"]) - 7, name, "soft", "end"))
    marks += [dot(28, 372, "measured"), text(40, 377, "measured"), dot(128, 372, "estimated"), text(140, 377, "estimated"),
              line(240, 372, 266, 372, "stairs"), text(274, 377, "most speed for that money")]
    return picture(394, "Price against speed, with the frontier", marks)


def main():
    outdated = []
    for draw in (weights, priority, speed, intervals, frontier):
        path, drawn = FOLDER / f"{draw.__name__}.svg", draw()
        if WRITES:
            path.write_text(drawn, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != drawn:
            outdated.append(f"{path.relative_to(ROOT)} is not what the program says: {pathlib.Path(__file__).name} --write renews it")
    if outdated:
        sys.exit("\n".join(outdated))


main()
