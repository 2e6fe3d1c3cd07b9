#!/usr/bin/env python3
"""Turns the collected facts (CSV) into the data files of the catalog.

    convert_facts.py FACTS_DIR DATA_DIR

Writes gpus/*.json, prices/*.json, sources.json, support.json and workloads.json, and prints what a reviewer
should look at: rows left out, doubles, list prices that differ, shared spellings. The same facts give the
same bytes. Sentences are not taken over: notes come from the tables beside this file.
"""

import csv
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

import alias_table
import gpu_table
from catalog_files import (GPU_KEYS, PRICE_KEYS, SUPPORT_KEYS, ordered, write_records_by_field, write_records_by_line,
                           write_workloads)
from price_sources import source_and_note
from source_table import SOURCES, SPEC_SOURCES
from support_table import RECALLED_DATE, SUPPORT

TEXT_COLUMNS = {  # column of gpu_specs.csv -> key
    "id": "id", "name": "name", "architecture": "architecture", "segment": "segment", "form_factor": "form",
    "release_date": "released", "memory_type": "memory_type", "cuda_compute_capability": "compute_capability",
    "pcie_gen": "pcie_gen",
}
NUMBER_COLUMNS = {
    "memory_gb": "memory_gb", "memory_bus_bits": "memory_bus_bits", "memory_bandwidth_gbs": "memory_bandwidth_gbs",
    "fp32_tflops": "fp32_tflops", "fp16_vector_tflops": "fp16_vector_tflops",
    "tensor_fp16_tflops_dense": "fp16_tensor_tflops",
    "tensor_fp16_fp16acc_tflops_dense": "fp16_tensor_fp16_accumulate_tflops",
    "tensor_bf16_tflops_dense": "bf16_tensor_tflops", "tensor_tf32_tflops_dense": "tf32_tensor_tflops",
    "int8_tops_dense": "int8_tops", "fp8_tflops_dense": "fp8_tflops", "fp4_tflops_dense": "fp4_tflops",
    "tensor_cores": "tensor_cores", "shader_units": "shader_units", "boost_clock_mhz": "boost_clock_mhz",
    "l2_cache_mb": "l2_cache_mb", "tdp_w": "tdp_w", "slots": "slots", "nvlink_gbs": "nvlink_gbs",
}
KEY_OF_COLUMN = {**TEXT_COLUMNS, **NUMBER_COLUMNS}
TENSOR_KEYS = ("fp16_tensor_tflops fp16_tensor_fp16_accumulate_tflops bf16_tensor_tflops tf32_tensor_tflops int8_tops "
               "fp8_tflops fp4_tflops").split()
PRICE_KINDS = {  # kind in the facts -> condition, kind
    "msrp": ("new", "msrp"), "street_new": ("new", "street"), "used": ("used", "street"),
    "street_mixed": ("mixed", "street"),
}
WIKIPEDIA = "wikipedia-gpu-info-2025-06"
EPOCH = "epoch-ai-hardware-2025-12"
TECHPOWERUP = "rightnow-gpu-database"
NOT_IN_CATALOG = {"apple-m4-pro-64gb"}  # a GPU of the guides without specifications
DOUBTFUL_SPELLINGS = {"M3 Ultra 192 GB"}  # no such product: an alias would give a wrong memory size


def main(facts, data):
    rows = read_csv(facts / "gpu_specs.csv")
    gpus = [gpu_record(row) for row in rows]
    prices, left_out, doubles = price_records(facts, {gpu["id"] for gpu in gpus})
    added, differing = list_prices_missing_in(prices, rows)
    prices += added

    stem = {gpu["id"]: gpu_table.FILES[gpu["architecture"]] for gpu in gpus}
    for name in sorted(set(stem.values())):
        write_records_by_field(data / "gpus" / f"{name}.json", "gpus",
                               sorted((gpu for gpu in gpus if stem[gpu["id"]] == name), key=age))
        quotes = sorted((price for price in prices if stem[price["gpu"]] == name), key=price_order)
        if quotes:
            write_records_by_line(data / "prices" / f"{name}.json", "prices", quotes)
    write_records_by_field(data / "sources.json", "sources", SOURCES)
    write_records_by_line(data / "support.json", "support", support_records(facts))
    write_workloads(data / "workloads.json", *workloads(gpus))

    print(f"{len(gpus)} GPUs, {len(prices)} prices, {len(SOURCES)} sources, {len(SUPPORT)} support facts")
    report("Doubles collapsed", doubles)
    report("Price rows without a GPU in the catalog", left_out)
    report("List prices added from the specifications", [f"{p['gpu']} {p['price_usd']} {p['source']}" for p in added])
    report("List prices that differ from the price row, which stands", differing)
    report("FP32 figures that do not fit dual issue as marked", dual_issue_misfits(gpus))
    report("Prices dated before the release", before_release(prices, gpus))
    report("Spellings shared by several GPUs", shared_spellings(gpus))
    report("Spellings of the guides that lead nowhere", unresolved_spellings(facts, gpus))


# --- GPUs -------------------------------------------------------------------------------------------------------

def gpu_record(row):
    gpu = {key: row[column] for column, key in TEXT_COLUMNS.items()}
    gpu.update({key: number(row[column]) for column, key in NUMBER_COLUMNS.items()})
    gpu_id, facts_notes = row["id"], row["notes"]
    gpu["vendor"] = row["vendor"].lower()
    gpu["cooling"] = None if row["cooling"] == "n/a" else row["cooling"]
    gpu["released"] = row["release_date"] or gpu_table.RELEASED_IN_NOTES[gpu_id]
    gpu["fp32_dual_issue"] = row["architecture"] in gpu_table.DUAL_ISSUE or None
    infinity_cache = re.search(r"Infinity Cache (\d+) MB", facts_notes)
    gpu["infinity_cache_mb"] = infinity_cache and number(infinity_cache[1])
    gpu["devices"] = gpu_table.DEVICES.get(gpu_id)
    gpu["aliases"] = alias_table.aliases_of(gpu_id, row["name"])
    gpu["misnomers"] = alias_table.MISNOMERS.get(gpu_id)
    gpu["notes"] = notes(gpu_id, facts_notes)
    gpu["source"], gpu["sources"], gpu["further_sources"] = spec_sources(row, gpu)
    return ordered(gpu, GPU_KEYS)


def notes(gpu_id, facts_notes):
    common = [note for words, note in gpu_table.COMMON_NOTES if words in facts_notes]
    apple = re.search(r"(\d+)-core GPU", facts_notes)
    cores = [f"{apple[1]} GPU cores."] if apple else []
    return cores + common + gpu_table.NOTES.get(gpu_id, [])


def spec_sources(row, gpu):
    """Main source, sources of single fields, and the other sources named for the row."""
    named, recalled = [], []
    for part in row["source"].split("; "):
        if part.startswith("recalled: "):
            recalled = [KEY_OF_COLUMN[column] for column in part.removeprefix("recalled: ").split(", ")
                        if column != "launch_msrp_usd"]
        elif SPEC_SOURCES[part] not in named:
            named.append(SPEC_SOURCES[part])
    main_source = named[0]

    fields = {}
    derived = next((source for source in named if source.endswith("-derived")), None)
    published = [source for source in (EPOCH, WIKIPEDIA) if source in named and main_source == TECHPOWERUP]
    tensor_source = derived or next(iter(published), main_source)
    fields.update({key: tensor_source for key in TENSOR_KEYS})
    if row["vendor"] == "NVIDIA":
        fields["fp16_vector_tflops"] = "nvidia-vector-rates-derived"
        if row["architecture"] in ("Pascal", "Volta") or "gtx-16" in row["id"]:
            fields["int8_tops"] = "nvidia-vector-rates-derived"
    if WIKIPEDIA in named:
        fields["released"] = WIKIPEDIA
    if "llmfit" in named:
        fields["memory_bandwidth_gbs"] = "llmfit"
    if "ga102-nvlink-text" in named:
        fields["nvlink_gbs"] = "ga102-nvlink-text"
    for source, keys in gpu_table.FIELD_SOURCES.get(row["id"], {}).items():
        fields.update({key: source for key in keys})
    fields.update({key: "recalled" for key in recalled})

    fields = {key: fields[key] for key in GPU_KEYS
              if fields.get(key, main_source) != main_source and gpu.get(key) is not None}
    further = [source for source in named[1:] if source not in fields.values()]
    return main_source, fields, further


def age(gpu):
    return gpu["released"], gpu["id"]


def dual_issue_misfits(gpus):
    """GPUs whose FP32 figure is not units x clock x 2 (or x 4 where dual issue is counted), within 3 %."""
    misfits = []
    for gpu in gpus:
        if {"fp32_tflops", "shader_units", "boost_clock_mhz"} <= set(gpu):
            factor = gpu["fp32_tflops"] * 1e6 / (gpu["shader_units"] * gpu["boost_clock_mhz"])
            if abs(factor / (4 if "fp32_dual_issue" in gpu else 2) - 1) > 0.03:
                misfits.append(f"{gpu['id']}: {factor:.2f} operations per unit and clock")
    return misfits


# --- prices -----------------------------------------------------------------------------------------------------

def price_records(facts, known_gpus):
    prices, left_out, doubles, seen = [], [], [], set()
    for row in read_csv(facts / "prices_buy.csv") + read_csv(facts / "prices_buy_2026.csv"):
        text = f"{row['gpu']} {row['as_of']} {row['kind']} {row['price_usd']}"
        if row["gpu"] not in known_gpus:
            left_out.append(text)
            continue
        condition, kind = PRICE_KINDS[row["kind"]]
        source, note = source_and_note(row["source"])
        if kind == "msrp":
            note = note or gpu_table.LIST_PRICE_NOTES.get(row["gpu"])
        price = ordered({"gpu": row["gpu"], "date": row["as_of"], "condition": condition, "kind": kind,
                         "price_usd": number(row["price_usd"]), "region": row["region"], "source": source,
                         "note": note}, PRICE_KEYS)
        identity = tuple(price.items())
        if identity in seen:
            doubles.append(f"{text} {source}")
        else:
            seen.add(identity)
            prices.append(price)
    return prices, left_out, doubles


def list_prices_missing_in(prices, rows):
    """Launch prices of the specifications without a price row, as rows; and those that differ from theirs."""
    known = defaultdict(set)
    for price in prices:
        if price["kind"] == "msrp":
            known[price["gpu"]].add(price["price_usd"])
    added, differing = [], []
    for row in rows:
        gpu_id, launch_price = row["id"], number(row["launch_msrp_usd"])
        if launch_price is None or launch_price in known[gpu_id]:
            continue
        if known[gpu_id]:
            assert gpu_id in gpu_table.LAUNCH_PRICES_ROUNDED, gpu_id
            differing.append(f"{gpu_id}: {launch_price} in the specifications, {sorted(known[gpu_id])} in the prices")
            continue
        recalled = re.search(r"recalled: .*\blaunch_msrp_usd\b", row["source"])
        source = "recalled" if recalled else gpu_table.LAUNCH_PRICE_SOURCES[gpu_id]
        released = row["release_date"] or gpu_table.RELEASED_IN_NOTES[gpu_id]
        added.append(ordered({"gpu": gpu_id, "date": released, "condition": "new", "kind": "msrp",
                              "price_usd": launch_price, "region": "US", "source": source,
                              "note": gpu_table.LAUNCH_PRICE_NOTES.get(gpu_id)}, PRICE_KEYS))
    return added, differing


def price_order(price):
    return tuple(price.get(key, "") for key in "gpu date condition kind price_usd source note".split())


def before_release(prices, gpus):
    released = {gpu["id"]: gpu["released"] for gpu in gpus}
    return [f"{price['gpu']} {price['date']} {price['kind']} {price['price_usd']}: released {released[price['gpu']]}"
            for price in prices
            if price["date"] < released[price["gpu"]] and not released[price["gpu"]].startswith(price["date"])]


# --- support, workloads -----------------------------------------------------------------------------------------

def support_records(facts):
    records = []
    for row in read_csv(facts / "software_support.csv"):
        version, note, source = SUPPORT[row["architecture"], row["stack"], row["event"], row["version"]]
        recalled = any(words in row["source"] for words in RECALLED_DATE)
        records.append(ordered({
            "vendor": row["vendor"].lower(), "architecture": row["architecture"],
            "targets": targets(row["compute_capability_or_gfx"]), "stack": row["stack"], "event": row["event"],
            "version": version, "date": row["date"], "date_grade": "recalled" if recalled else None, "note": note,
            "source": source}, SUPPORT_KEYS))
    return sorted(records, key=lambda record: [str(record.get(key, "")) for key in (
        "vendor", "architecture", "stack", "date", "event", "targets", "version")])


def targets(text):
    """"3.5;3.7" as a list; "gfx1030-gfx1036" spelled out."""
    span = re.fullmatch(r"gfx(\d+)-gfx(\d+)", text)
    if span:
        return [f"gfx{number}" for number in range(int(span[1]), int(span[2]) + 1)]
    return text.split(";") if text else None


def workloads(gpus):
    card = next(gpu for gpu in gpus if gpu["id"] == "nvidia-geforce-rtx-2080-ti")
    reference = {"gpu": card["id"], "tensor_tflops": card["fp16_tensor_tflops"], "flops_tflops": card["fp32_tflops"],
                 "bandwidth_gbs": card["memory_bandwidth_gbs"],
                 "half_tflops": max(card["fp16_vector_tflops"], card["fp32_tflops"]), "source": card["source"]}
    compute_bound, memory_bound = ["tensor", "flops", "bandwidth", "half"], ["bandwidth", "half", "tensor", "flops"]
    guide = {"source": "dettmers-2019-04"}
    return reference, "general", [
        {"id": "cnn", "title": "CNN training", "order": compute_bound, **guide},
        {"id": "rnn", "title": "RNN training", "order": memory_bound, **guide},
        {"id": "transformer", "title": "Transformer training", "order": compute_bound, **guide},
        {"id": "general", "title": "Deep-learning training", "mean_of": ["cnn", "transformer"], **guide},
    ], [{"workload": workload, "from": "2020-02", "memory_gb": 8, "source": "lambda-2020-02"}
        for workload in ("cnn", "rnn", "transformer", "general")] + [
        {"workload": "transformer", "from": "2023-01-16", "memory_gb": 12, "advised_gb": 24,
         "source": "dettmers-2023-01"}]


# --- spellings --------------------------------------------------------------------------------------------------

def shared_spellings(gpus):
    owners = defaultdict(list)
    for gpu in gpus:
        for alias in gpu["aliases"]:
            owners[alias_table.normalised(alias)].append((alias, gpu["id"]))
    return [f"{found[0][0]}: {', '.join(gpu_id for _, gpu_id in found)}" for found in owners.values() if len(found) > 1]


def unresolved_spellings(facts, gpus):
    spellings = {gpu["id"]: {alias_table.normalised(name)
                             for name in [gpu["id"], gpu["name"], *gpu["aliases"], *gpu.get("misnomers", [])]}
                 for gpu in gpus}
    guides = json.loads((facts / "gpu_names_in_guides.json").read_text(encoding="utf-8"))["gpus"]
    return [f"{spelling} ({entry['id']})" for entry in guides for spelling in entry["guide_spellings"]
            if entry["id"] not in NOT_IN_CATALOG and spelling not in DOUBTFUL_SPELLINGS
            and alias_table.normalised(spelling) not in spellings[entry["id"]]]


# --- helpers ----------------------------------------------------------------------------------------------------

def read_csv(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(text):
    """The number a cell holds, 8 rather than 8.0; None for an empty cell."""
    if not text:
        return None
    value = float(text)
    return int(value) if value.is_integer() else value


def report(title, lines):
    print(f"\n{title}: {len(lines)}")
    for line in lines:
        print(f"  {line}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
