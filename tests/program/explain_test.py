"""Every figure that `explain` prints follows from others that it prints: recomputed here for twenty GPUs."""

import json
import math
import os
import re
import statistics
import subprocess
import sys

program = sys.argv[1]

# Measured and estimated ones, of every vendor and form, with and without prices, in and out of the answer.
GPUS = ["nvidia-geforce-gtx-1080-ti", "nvidia-geforce-rtx-2060", "nvidia-geforce-rtx-2080-ti", "nvidia-geforce-rtx-3060-12gb",
        "nvidia-geforce-rtx-3080", "nvidia-geforce-rtx-3080-12gb", "nvidia-geforce-rtx-3090", "nvidia-geforce-rtx-4070",
        "nvidia-geforce-rtx-4090", "nvidia-geforce-rtx-5090", "nvidia-titan-rtx", "nvidia-tesla-v100-sxm2-16gb",
        "nvidia-rtx-a6000", "nvidia-h100-sxm5-80gb", "nvidia-t4", "amd-radeon-rx-7900-xtx", "amd-radeon-rx-9070-xt",
        "amd-instinct-mi300x", "intel-arc-b580", "nvidia-geforce-rtx-4090-laptop"]
QUESTIONS = [["--workload", "cnn", "--budget", "800"], ["--workload", "rnn", "--rank-by", "value"],
             ["--workload", "transformer", "--precision", "fp32"], ["--workload", "general"],
             ["--workload", "cnn", "--priority", "bandwidth,half,tensor,flops"],
             ["--workload", "cnn", "--budget", "900", "--as-of", "2020-10-01"]]
TODAY = "2026-10-23"
LAST_DIGIT = 0.00005  # of a figure with four decimals


def run(*arguments):
    environment = {**os.environ, "COLUMNS": "200"}
    done = subprocess.run([program, *arguments], capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout, done.stderr


def figures(text):
    return [float(figure.replace(",", "")) for figure in re.findall(r"[-+]?[\d,]*\.?\d+(?:e[-+]\d+)?", text)]


def half_digit(text):
    """Half a unit of the last digit that is printed."""
    return 0.5 * 10.0 ** -len(text.partition(".")[2])


def close(found, expected, tolerance):
    assert abs(found - expected) <= tolerance, f"{found} is not {expected} within {tolerance}"


def check_sum(rows, tolerance=LAST_DIGIT):
    """The last rows are the sum of the others, and its exponential; each row ends with its part."""
    *parts, total, result = rows
    assert total.startswith("sum") and result.startswith("exp(sum)"), rows
    log_sum, result = figures(total)[-1], figures(result)[-1]
    found = [figures(part)[-1] for part in parts]
    close(sum(found), log_sum, (len(found) + 1) * tolerance)
    close(math.exp(log_sum), result, result * tolerance + LAST_DIGIT)
    return result


def table(lines, title):
    """The rows below a column title, up to and with the exponential of the sum."""
    at = next(i for i, line in enumerate(lines) if line.split()[:1] == [title])
    end = next(i for i in range(at, len(lines)) if lines[i].split()[:1] == ["exp(sum)"])
    return [line.strip() for line in lines[at + 1:end + 1]]


def check_estimate(lines):
    rows = table(lines, "estimate")
    for row in rows[:-2]:
        name = row.split()[0]
        if name in ("intercept", "other-vendor"):
            slope, product = figures(row)[-2:]
            close(slope, product, 2 * LAST_DIGIT)
            continue
        log, slope, product = figures(row)[-3:]
        own = figures(row)[:-3]
        logs = {"tensor": lambda: math.log(own[0] / own[1]), "bandwidth": lambda: math.log(own[0] / own[1]),
                "compute": lambda: math.log(own[0] / own[1] * own[2] / own[3]) / 2,
                "memory": lambda: -1 / own[-1]}
        close(log, logs[name](), 2 * LAST_DIGIT)
        close(log * slope, product, LAST_DIGIT * (abs(log) + abs(slope) + 2))
    return check_sum(rows)


def check_speed(block):
    """One workload: evidence and estimate, each adding up to the next."""
    lines = block.splitlines()
    title = lines[0]
    if "1 by definition" in title:
        return 1.0
    speed, low, high = [figures(part)[-1] for part in re.match(r".*speed (\S+) \(80 %: (\S+) to (\S+)\)", title).groups()]
    assert low <= speed <= high, title
    has_estimate = any(line.split()[:2] == ["estimate", "figures"] for line in lines)
    estimate = check_estimate(lines[next(i for i, line in enumerate(lines) if "figures" in line):]) if has_estimate else None
    if any(line.split()[:1] == ["dataset"] for line in lines):
        rows = table(lines, "dataset")
        shares = 0
        for row in rows[:-2]:
            index, share, product = figures(row)[-3:]
            close(share * math.log(index), product, LAST_DIGIT * 4)
            shares += share
            if row.startswith("estimate"):
                close(index, estimate, 2 * LAST_DIGIT)
        close(shares, 1, 0.001)
        close(check_sum(rows), speed, speed * 0.0005)
        values = sum(int(row.split()[1]) for row in rows[:-2] if not row.startswith("estimate"))
        assert f"{values} measurements:" in block, block
    else:
        close(estimate, speed, LAST_DIGIT * 2)
        spread = figures(re.search(r"divided by exp\((\S+)\)", block).group(1))[0]
        close(low, speed * math.exp(-spread), (speed + 2) * LAST_DIGIT)
        close(high, speed * math.exp(spread), (high + high / speed + 1) * LAST_DIGIT)
    return speed


def check_score(block):
    lines = block.splitlines()
    score = figures(lines[0])[0]
    rows = table(lines, "criterion")
    for row in rows[:-2]:
        value, reference = figures(row.replace("*", ""))[:2]
        ratio, weight, part = figures(row)[-3:]
        close(value / reference, ratio, ratio * 1e-4 + LAST_DIGIT)
        close(weight * math.log(ratio), part, LAST_DIGIT * (2 + 1 / ratio + abs(math.log(ratio))))
    close(sum(figures(row)[-2] for row in rows[:-2]), 1, 4 * LAST_DIGIT)
    close(check_sum(rows), score, score * 2 * LAST_DIGIT)
    return score


def dollars(text):
    return float(text.replace(",", ""))


def prices_of(block):
    """The cells of the offers and of their quotes, by condition."""
    lines = [re.split(r"  +", line.strip()) for line in block.splitlines()]
    conditions = ("new", "used", "any")
    offers = {cells[0]: cells[1:] for cells in lines if cells[0] in conditions}
    quoted = {}
    for cells in lines:
        if len(cells) > 2 and cells[2] in conditions:
            quoted.setdefault(cells[2], []).append(figures(cells[0])[0])
    return offers, quoted


def check_prices(block, speed, levels):
    """Prices of today, or medians of the quotes where no level is stored, and speed by price and by power. Returns the
    prices by condition."""
    text = " ".join(block.split())
    today = {}
    offers, quotes = prices_of(block)
    for condition, (price, likely, *_, per_1000) in offers.items():
        told = figures(price.replace("~", "")) + figures(likely.replace("-", " "))
        told = told if len(told) == 3 else told * 3
        quoted = quotes[condition]
        level = levels.get("mixed" if condition == "any" else condition)
        expected = level or [statistics.median(quoted), min(quoted), max(quoted)]
        if len(quoted) == 1 and abs(told[0] - quoted[0]) <= 1:  # what was asked
            expected = [quoted[0], min([quoted[0], *(level or [])[1:2]]), max([quoted[0], *(level or [])[2:]])]
        for one, other in zip(told, expected):
            close(one, other, 1)  # in whole dollars, rounded up
        today[condition] = told[0]
        if per_1000 != "-":
            close(1000 * speed / told[0], figures(per_1000)[0],
                  figures(per_1000)[0] * (LAST_DIGIT / speed + 1 / told[0]) + half_digit(per_1000) * 1.01)
    for index, watts, per_kilowatt in re.findall(r"([\d.]+) / (\S+) W x 1000 = (\d+\.?\d*)", text):
        close(float(index), speed, LAST_DIGIT)
        close(1000 * float(index) / float(watts), float(per_kilowatt), float(per_kilowatt) * 1e-3 + half_digit(per_kilowatt))
    return today


def check_place(text, gpu, today, rows):
    """Rank and price are those of the answer of `recommend`."""
    mine = {row["condition"]: row for row in rows if row["id"] == gpu}
    text = " ".join(text.split())
    places = re.findall(r"The (new|used) [^$]*?\$([\d,.]+)[^$]*?, (ranks|is left out|is not)(?: (\d+) of (\d+))?", text)
    for condition, price, place, rank, count in places:
        if condition not in today or abs(dollars(price) - today[condition]) > 1:
            continue  # of another GPU
        assert (place == "ranks") == (condition in mine), text
        if rank:
            assert mine[condition]["rank"] == int(rank) and len(rows) == int(count), text


EXPORT = json.loads(run("catalog", "export")[1])


MADE_NO_MORE = {gpu["id"] for gpu in EXPORT["gpus"] if "end_of_production" in gpu}  # new, below used ones: no offer
LEVELS = {}
for level in EXPORT["price_levels"]:
    LEVELS.setdefault(level["gpu"], {})[level["condition"]] = [level["today_usd"], level["low_usd"], level["high_usd"]]


def row_at(gpu, condition, usd, question):
    """The rank of an offer if it had one price of today, by a catalog that says so; none without a row."""
    prices = [price for price in EXPORT["prices"] if (price["gpu"], price["condition"]) != (gpu, condition)]
    prices.append({"gpu": gpu, "date": TODAY, "condition": condition, "kind": "shop", "price_usd": usd,
                   "region": "US", "source": prices[0]["source"]})
    levels = [level for level in EXPORT["price_levels"] if (level["gpu"], level["condition"]) != (gpu, condition)]
    levels.append({"gpu": gpu, "condition": condition, "today_usd": usd, "low_usd": usd, "high_usd": usd})
    catalog = json.dumps({**EXPORT, "prices": prices, "price_levels": levels})
    done = subprocess.run([program, "recommend", *question, "-n", "0", "--format", "json", "--catalog-only", "--catalog",
                           "-"], input=catalog, capture_output=True, text=True)
    rows = json.loads(done.stdout)["results"]
    return next((row["rank"] for row in rows if (row["id"], row["condition"]) == (gpu, condition)), None)


def check_promises(gpu, question):
    """What would let an offer in does, at the rank told; and the price told puts it first, one dollar more does not."""
    global promises
    record = json.loads(run("explain", gpu, *question, "--format", "json")[1])["results"][0]
    gpu = record["id"]
    for place in record["places"]:
        absence, contest = place["absence"], place["contest"]
        changed = changed_question(question, absence["changes"]) if absence else question
        if absence and absence["rank_then"]:
            rows = json.loads(run("recommend", *changed, "--format", "json", "-n", "0")[1])["results"]
            found = [row["rank"] for row in rows if (row["id"], row["condition"]) == (gpu, place["condition"])]
            assert found == [absence["rank_then"]] and len(rows) == absence["rows_then"], (gpu, question, absence, found)
            promises += 1
        if not contest or contest["behind"]["id"] != gpu or not place["condition"] or contest["ahead"]["id"] == gpu:
            continue
        below = contest["price_to_win"]["below_usd"]
        winning = contest["price_to_win"]["winning"]
        if winning == "none":
            assert row_at(gpu, place["condition"], 1, changed) != 1, (gpu, changed, contest)
        elif winning == "below" and not (place["condition"] == "new" and gpu in MADE_NO_MORE):
            assert row_at(gpu, place["condition"], below * 0.999, changed) == 1, (gpu, changed, contest)
            assert row_at(gpu, place["condition"], below * 1.001, changed) != 1, (gpu, changed, contest)
        promises += 1


def changed_question(question, changes):
    """The question with options as `changes` say: a later value takes the place of an earlier one."""
    options = dict(zip(question[::2], question[1::2]))
    for change in changes:
        words = change.removeprefix("without ").split()
        if change.startswith("without "):
            options.pop(words[0].rstrip(","))
        else:
            options[words[0]] = words[1]
    return [word for option in options.items() for word in option]


promises = 0
checked = 0
for question in QUESTIONS:
    _, recommended, _ = run("recommend", *question, "--format", "json", "-n", "0")
    rows = json.loads(recommended)["results"]
    for gpu in GPUS:
        status, text, errors = run("explain", gpu, *question, "--explain")
        if status == 1 and "was not on sale by" in errors and "--as-of" in question:
            continue
        assert status == 0, (gpu, question, errors)
        blocks = re.sub(r"\n\n(Place|Price|Speed|Score)\n", r"\n\n", text).split("\n\n")
        speeds = [check_speed(block) for block in blocks if re.match(r"\s*[^\n]*training: (speed|1 by)", block)]
        means = [block for block in blocks if "the geometric mean" in block]
        for block in means:
            product = math.prod(speeds) ** (1 / len(speeds))
            mean = figures(re.search(r"\)\^\(1/\d\) = (\d+\.\d+)", block).group(1))[0]
            close(mean, product, product * 2e-4)
            speeds = [mean]
        scores = [check_score(block) for block in blocks if block.startswith("Priority score")]
        assert len(scores) == 1 or "  None: no " in text, text
        ranking = speeds[0] if speeds else scores[0] if scores else None
        prices = next((block for block in blocks if re.match("  offer ", block)), "")
        levels = {} if "--as-of" in question else LEVELS.get(re.search(r"\((\S+)\)\n", text).group(1), {})
        today = check_prices(prices, ranking, levels)
        check_place(text, gpu, today, rows)
        if "--as-of" not in question:
            check_promises(gpu, question)
        checked += 1
assert promises >= 100, promises
assert checked >= 100, checked
print(f"{checked} explanations recomputed, {promises} promises kept")
