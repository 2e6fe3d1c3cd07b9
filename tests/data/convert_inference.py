#!/usr/bin/env python3
"""Adds the collected measurements of inference (CSV) to data/benchmarks and data/sources.json.

    convert_inference.py FACTS_DIR DATA_DIR

Writes the files of the datasets of inference_table.py, replaces their records in datasets.json and sources.json, and
prints what is left out and how many rows each dataset has. Values are copied as they stand, digit for digit.
"""

import csv
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from catalog_files import ordered, write_records_by_field
from inference_table import DATASETS, PRECISIONS, SOURCES, TOY_PARAMETERS_B, WORKLOADS

COLUMNS = "gpu gpu_count workload model precision framework kind value unit basis published source".split()
DATASET_KEYS = "id title published kind_of_work repeats note source".split()


def main(facts, data):
    gpus = {gpu["id"] for path in (data / "gpus").glob("*.json") for gpu in load(path)["gpus"]}
    by_dataset = defaultdict(list)
    left_out = Counter()
    with open(facts / "inference_benchmarks.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            dataset, source = next(found for start, found in SOURCES.items() if row["source"].startswith(start))
            if row["params_b"] and float(row["params_b"]) < TOY_PARAMETERS_B:
                left_out["toy model"] += 1
            elif row["gpu"] not in gpus:
                left_out[f"GPU {row['gpu']} is not in the catalog"] += 1
            else:
                by_dataset[dataset].append(measurement(row, source))
    assert set(by_dataset) == set(DATASETS), set(by_dataset) ^ set(DATASETS)
    for name, rows in sorted(by_dataset.items()):
        write_rows(data / "benchmarks" / f"{name}.csv", rows)
        repeated = len(rows) - len({identity(row) for row in rows})
        assert (repeated > 0) == DATASETS[name][1], (name, repeated)
        print(f"{name}: {len(rows)} rows, {len({row['gpu'] for row in rows})} GPUs, {repeated} repeated")
    merge(data / "benchmarks" / "datasets.json", "datasets", [dataset_record(name) for name in DATASETS])
    merge(data / "sources.json", "sources", [source for _, source in SOURCES.values()])
    for reason, count in sorted(left_out.items()):
        print(f"left out: {count}, {reason}")


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def measurement(row, source):
    """The row in our spelling. The bits of the weights, and a batch, belong to the name of the model; whether a front end
    ran CUDA or ROCm follows from the card."""
    model, framework = row["model"], row["framework"]
    if row["phase"] == "image":
        framework = re.sub(r"^(.*) \((?:CUDA|ROCm|other); (\w+)\)$", r"\1, \2", framework)
    else:
        model = f"{model} {row['quant_or_precision']}"
    if row["batch"] not in ("1", "best"):
        model = f"{model}, batch {row['batch']}"
    return {"gpu": row["gpu"], "gpu_count": row["gpu_count"], "workload": WORKLOADS[row["phase"]], "model": model,
            "precision": PRECISIONS.get(row["quant_or_precision"], "quantised"), "framework": framework,
            "kind": "throughput", "value": row["value"],
            "unit": {"tok/s": "tokens/s", "it/s": "steps/s"}[row["unit"]], "basis": "measured",
            "submissions": row["n"], "published": row["date"], "source": source["id"]}


def identity(row):
    return tuple(row[key] for key in "gpu gpu_count workload model precision framework".split())


def order(row):
    return (row["gpu"], int(row["gpu_count"]), *(row[key] for key in "workload model precision framework".split()),
            row["published"], row["source"], float(row["value"]))


def write_rows(path, rows):
    columns = list(COLUMNS)
    if any(row["submissions"] != "1" for row in rows):
        columns.insert(columns.index("published"), "submissions")
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows, key=order))


def dataset_record(name):
    title, repeats, note = DATASETS[name]
    source = next(record for dataset, record in SOURCES.values() if dataset == name)
    return ordered({"id": name, "title": title, "published": source["date"], "kind_of_work": "networks",
                    "repeats": repeats or None, "note": note, "source": source["id"]}, DATASET_KEYS)


def merge(path, key, records):
    """Replaces records of the same id, and keeps all sorted by id."""
    ids = {record["id"] for record in records}
    kept = [record for record in load(path)[key] if record["id"] not in ids]
    write_records_by_field(path, key, sorted(kept + records, key=lambda record: record["id"]))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
