#!/usr/bin/env python3
"""Turns the collected training measurements (CSV) into data/benchmarks.

    convert_benchmarks.py FACTS_DIR DATA_DIR

Writes benchmarks/*.csv and benchmarks/datasets.json, and prints what is left out and how many rows each dataset
has. Values are copied as they stand, digit for digit. The same facts give the same bytes. The sources are those of
source_table.py, which convert_facts.py writes. Stops at a spelling that benchmark_table.py does not know.
"""

import csv
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

import source_table
from benchmark_table import (BASES, DATASETS, FRAMEWORKS, PRECISIONS, RESTATING_SOURCES, SOURCES, UNITS)
from catalog_files import ordered, write_records_by_field

COLUMNS = "gpu gpu_count workload model precision framework kind value unit basis published source".split()
IDENTITY = "dataset gpu gpu_count workload model precision framework".split()
DATASET_KEYS = "id title published kind_of_work repeats note source".split()
DATE_OF_SOURCE = {source["id"]: source.get("date") for source in source_table.SOURCES}


def main(facts, data):
    workloads = {workload["id"] for workload in load(data / "workloads.json")["workloads"]}
    gpus = {gpu["id"] for path in (data / "gpus").glob("*.json") for gpu in load(path)["gpus"]}
    with open(facts / "benchmarks.csv", encoding="utf-8", newline="") as file:
        measured = [measurement(row) for row in csv.DictReader(file)]
    left_out = Counter()
    rows = []
    for row in measured:
        reason = None
        if row["workload"] not in workloads:
            reason = f"workload {row['workload']}"
        elif row["gpu"] not in gpus:
            reason = f"GPU {row['gpu']} is not in the catalog"
        elif not float(row["value"]) > 0:
            reason = "value that is not positive"
        if reason:
            left_out[row["dataset"], reason] += 1
        else:
            rows.append(row)
    rows = without_restated(rows, left_out)
    rows = without_copies(rows, left_out)

    datasets = {dataset[0]: dataset for dataset in DATASETS}
    by_dataset = defaultdict(list)
    for row in rows:
        by_dataset[row["dataset"]].append(row)
    assert set(by_dataset) == set(datasets), set(by_dataset) ^ set(datasets)
    (data / "benchmarks").mkdir(exist_ok=True)
    for name, its_rows in sorted(by_dataset.items()):
        with open(data / "benchmarks" / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(sorted(its_rows, key=order))
        repeats = len({identity(row) for row in its_rows}) < len(its_rows)
        assert repeats == datasets[name][5], name
        print(f"{name}: {len(its_rows)} rows, {len({row['gpu'] for row in its_rows})} GPUs, "
              f"{len(its_rows) - len({identity(row) for row in its_rows})} repeated")
    write_records_by_field(data / "benchmarks" / "datasets.json", "datasets", [
        ordered({"id": id, "title": title, "published": published, "kind_of_work": kind, "source": source,
                 "repeats": repeats or None, "note": note}, DATASET_KEYS)
        for id, title, published, kind, source, repeats, note in sorted(DATASETS)])
    print(f"{len(measured)} rows read, {len(rows)} written")
    for (dataset, reason), count in sorted(left_out.items()):
        print(f"left out: {dataset}: {count}, {reason}")


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def measurement(row):
    """The row in our spelling. What a dataset's name says already is dropped from the model."""
    source = next(source for text, source in SOURCES if row["source"].startswith(text))
    dataset = row["dataset"].replace(".", "-")
    published = row["published"]
    model = row["model"]
    if source.startswith("mlperf-"):  # some stand among NVIDIA's examples in the facts, with that repository's date
        dataset = source
        published = next(dataset[2] for dataset in DATASETS if dataset[0] == source)
        model = re.sub(r"^MLPerf-v\d\.\d (\w+) \| MLPerf Training .*$", r"\1", model)
    else:
        model = model.split(" | ")[0]
    copied = DATE_OF_SOURCE[source]
    if copied and copied < published:  # what stands in a copy was published by then
        published = copied
    return {**row, "dataset": dataset, "published": published, "model": model, "source": source,
            "basis": BASES[row["basis"]], "precision": PRECISIONS.get(row["precision"], row["precision"]),
            "unit": UNITS.get(row["unit"], row["unit"]),
            "framework": FRAMEWORKS.get(row["framework"], row["framework"])}


def identity(row):
    return tuple(row[key] for key in IDENTITY)


def order(row):
    return (row["gpu"], int(row["gpu_count"]), *(row[key] for key in "workload model precision framework".split()),
            row["published"], row["source"], float(row["value"]))


def without_restated(rows, left_out):
    """Without rows of tables that restate what another source of the dataset gives."""
    given = {identity(row) for row in rows if row["source"] not in RESTATING_SOURCES}
    kept = []
    for row in rows:
        if row["source"] in RESTATING_SOURCES and identity(row) in given:
            left_out[row["dataset"], "restated in a table"] += 1
        else:
            kept.append(row)
    return kept


def without_copies(rows, left_out):
    """Without runs that a later copy of a repository repeats: all their values are those of the earlier copy."""
    runs = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))  # configuration -> source -> identity -> values
    for row in rows:
        runs[row["dataset"], row["gpu"], row["gpu_count"]][row["source"]][identity(row)].append(row["value"])
    copies = set()
    for configuration, by_source in runs.items():
        names = sorted(by_source, key=lambda source: (DATE_OF_SOURCE[source] or "", source))
        for at, late in enumerate(names):
            for early in names[:at]:
                shared = set(by_source[early]) & set(by_source[late])
                if len(shared) > 1 and all(by_source[early][key] == by_source[late][key] for key in shared):
                    copies |= {(*configuration, late, key) for key in shared}
    kept = []
    for row in rows:
        if (row["dataset"], row["gpu"], row["gpu_count"], row["source"], identity(row)) in copies:
            left_out[row["dataset"], "the same runs in a later copy"] += 1
        else:
            kept.append(row)
    return kept


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
