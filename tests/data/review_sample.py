#!/usr/bin/env python3
"""Compares a sample of GPUs in the data with the facts they were converted from, field by field.

    review_sample.py FACTS_DIR DATA_DIR

Shares no code with the conversion. Writes review_sample.txt beside this file and prints its totals; exits
with 1 on a mismatch without an explanation.
"""

import csv
import json
import random
import re
import sys
from collections import Counter
from pathlib import Path

SEED = 20261120
SAMPLE = {"NVIDIA": 34, "AMD": 13, "Intel": 5, "Apple": 4, "Google": 2, "AWS": 2}  # 60

# key in the data -> column in the facts. Everything in the record is compared or listed in OUR_WORDS.
FIELD_MAP = dict(
    id="id", name="name", vendor="vendor", architecture="architecture", segment="segment", form="form_factor",
    cooling="cooling", released="release_date", memory_gb="memory_gb", memory_type="memory_type",
    memory_bus_bits="memory_bus_bits", memory_bandwidth_gbs="memory_bandwidth_gbs", fp32_tflops="fp32_tflops",
    fp16_vector_tflops="fp16_vector_tflops", fp16_tensor_tflops="tensor_fp16_tflops_dense",
    fp16_tensor_fp16_accumulate_tflops="tensor_fp16_fp16acc_tflops_dense",
    bf16_tensor_tflops="tensor_bf16_tflops_dense",
    tf32_tensor_tflops="tensor_tf32_tflops_dense", int8_tops="int8_tops_dense", fp8_tflops="fp8_tflops_dense",
    fp4_tflops="fp4_tflops_dense", tensor_cores="tensor_cores", shader_units="shader_units",
    boost_clock_mhz="boost_clock_mhz", l2_cache_mb="l2_cache_mb", tdp_w="tdp_w",
    compute_capability="cuda_compute_capability", pcie_gen="pcie_gen", slots="slots", nvlink_gbs="nvlink_gbs")
TEXT = {"id", "name", "vendor", "architecture", "segment", "form", "cooling", "released", "memory_type",
        "compute_capability", "pcie_gen"}
OUR_WORDS = {"aliases", "misnomers", "notes", "source", "sources", "further_sources"}  # written or mapped, not copied

EXPLAINED = {  # differences that are meant
    ("nvidia-quadro-rtx-5000", "launch price"): "2300 is the rounded 2299 of the price row",
    ("nvidia-quadro-rtx-6000", "launch price"): "6300 is the rounded 6299 of the price row",
}


class Review:
    def __init__(self):
        self.lines, self.totals, self.unexplained = [], Counter(), 0

    def gpu(self, row, record, quotes, fact_quotes):
        compared, mismatches = 0, []

        def compare(what, found, expected):
            nonlocal compared
            compared += 1
            if found != expected:
                mismatches.append((what, found, expected))

        for key, column in FIELD_MAP.items():
            compare(key, record.get(key), expected_value(key, row[column], row["notes"]))
        cache = re.search(r"Infinity Cache (\d+) MB", row["notes"])
        compare("infinity_cache_mb", record.get("infinity_cache_mb"), int(cache[1]) if cache else None)
        counted_twice = "dual-issue" in row["notes"] or row["architecture"] in ("CDNA 3", "CDNA 4")
        compare("fp32_dual_issue", record.get("fp32_dual_issue"), True if counted_twice else None)
        boards = re.search(r"(two GPUs on one board|two dies)|(four GPUs on one board)", row["notes"])
        compare("devices", record.get("devices"), (4 if boards[2] else 2) if boards else None)
        compare("keys of ours", set(record) - set(FIELD_MAP) - OUR_WORDS
                <= {"infinity_cache_mb", "fp32_dual_issue", "devices"}, True)
        recalled = re.search(r"recalled: (.*)", row["source"])
        columns = set(recalled[1].split(", ")) - {"launch_msrp_usd"} if recalled else set()
        marked = {FIELD_MAP[key] for key, source in record.get("sources", {}).items() if source == "recalled"}
        compare("cells marked recalled", marked, columns)

        launch_price = row["launch_msrp_usd"]
        if launch_price:
            list_prices = {quote["price_usd"] for quote in quotes if quote["kind"] == "msrp"}
            compare("launch price", float(launch_price) in list_prices, True)
        conditions = {"msrp": ("new", "msrp"), "street_new": ("new", "street"), "used": ("used", "street"),
                      "street_mixed": ("mixed", "street")}
        ours = Counter((quote["date"], quote["condition"], quote["kind"], quote["price_usd"], quote["region"])
                       for quote in quotes)
        theirs = Counter((fact["as_of"], *conditions[fact["kind"]], float(fact["price_usd"]), fact["region"])
                         for fact in fact_quotes)
        for quote in set(ours) | set(theirs):
            if quote[2] == "msrp" and launch_price and quote not in theirs and quote[3] == float(launch_price):
                continue  # added from the specifications, compared above
            compare(f"price {quote[0]} {quote[1]} {quote[2]} {quote[3]}", bool(ours[quote]), bool(theirs[quote]))

        self.totals.update(gpus=1, fields=compared, prices=len(quotes), mismatches=len(mismatches))
        self.lines.append(f"{row['id']}: {compared} compared, {len(quotes)} prices, {len(mismatches)} mismatches")
        for what, found, expected in mismatches:
            reason = EXPLAINED.get((row["id"], what))
            self.unexplained += reason is None
            self.lines.append(f"    {what}: data {found!r}, facts {expected!r}: {reason or 'NOT EXPLAINED'}")


def expected_value(key, cell, notes):
    if key == "released" and not cell:
        cell = re.search(r"released (\d{4})", notes)[1]
    if not cell or cell == "n/a":
        return None
    if key == "vendor":
        return cell.lower()
    return cell if key in TEXT else float(cell)


def read_rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_section(data, name):
    return [record for path in sorted((data / name).glob("*.json"))
            for record in json.loads(path.read_text(encoding="utf-8"))[name]]


def main(facts, data):
    rows = read_rows(facts / "gpu_specs.csv")
    records = {gpu["id"]: gpu for gpu in read_section(data, "gpus")}
    quotes = read_section(data, "prices")
    fact_quotes = read_rows(facts / "prices_buy.csv") + read_rows(facts / "prices_buy_2026.csv")
    chance = random.Random(SEED)
    sample = [row for vendor, count in SAMPLE.items()
              for row in chance.sample([row for row in rows if row["vendor"] == vendor], count)]

    review = Review()
    for row in sorted(sample, key=lambda row: row["id"]):
        gpu = row["id"]
        review.gpu(row, records[gpu], [quote for quote in quotes if quote["gpu"] == gpu],
                   [quote for quote in fact_quotes if quote["gpu"] == gpu])
    total = (f"{review.totals['gpus']} GPUs, {review.totals['fields']} values compared, of them prices: "
             f"{review.totals['prices']}; {review.totals['mismatches']} mismatches, {review.unexplained} not explained")
    heading = (f"Sample of the data against the facts it was converted from, seed {SEED}.\n"
               f"By vendor: {', '.join(f'{vendor} {count}' for vendor, count in SAMPLE.items())}.\n{total}\n")
    Path(__file__).with_name("review_sample.txt").write_text(heading + "\n" + "\n".join(review.lines) + "\n")
    print(f"seed {SEED}: {total}")
    return review.unexplained == 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(0 if main(Path(sys.argv[1]), Path(sys.argv[2])) else 1)
