#!/usr/bin/env python3
"""Guards the catalog data.

    validate_data.py DATA_DIR

Prints every problem and a line "N passed, N failed"; exits with 1 on any problem. Needs python3-jsonschema.
"""

import csv
import fnmatch
import io
import json
import re
import sys
import warnings
from collections import defaultdict
from pathlib import Path

import jsonschema

from checks import Checks

SECTIONS = {"gpus": "gpus/*.json", "prices": "prices/*.json",
            "exchange_rates": "exchange_rates.json", "rents": "rents/*.json", "system_names": "system_names.json", "electricity": "electricity.json", "format_quality": "format_quality.json", "model_names": "model_names.json",
            "cost_assumptions": "cost_assumptions.json", "hosts": "hosts.json", "sources": "sources.json", "support": "support.json",
            "workloads": "workloads.json", "deployment_rules": "deployment_rules.json", "features": "features.json",
            "models": "models.json", "scores": "scores.json", "market": "market.json", "guides": "guides/*.json"}

GUIDE_TABLES = {  # table -> how many of the first fields of a record are its key
    "guides": 1, "guide_updates": 2, "guide_rules": 2, "avoidances": 2, "guide_ratios": 2, "upgrade_rules": 2,
    "persona_types": 1, "personas": 2, "chart_nodes": 2, "cooling_rules": 2, "power_limits": 3,
    "power_supply_rules": 5, "cluster_mixes": 2, "platform_rules": 2, "vendor_notes": 2, "free_tiers": 3}

# Data rate per pin in Gbit/s: what the standard defines, widened where products are clocked lower or higher.
DATA_RATES = {
    "GDDR5": (3.6, 9),     # JESD212: 4 to 8; fast parts 9
    "GDDR5X": (9, 14),     # JESD232: 10 to 14; Quadro boards run it at 9
    "GDDR6": (10, 20.15),  # JESD250: 12 to 16, parts up to 20; the 70 W Tesla T4 runs it at 10
    "GDDR6X": (19, 24),    # Micron: 19 to 24
    "GDDR7": (18, 32),     # JESD239: up to 32 in its first parts; boards of 70 W run it at 18
    "HBM2": (1.2, 2.5),    # JESD235B: up to 2.4; P100 and GP100 1.4, A100 40 GB 2.43
    "HBM2e": (2.4, 3.6),   # JESD235D: up to 3.2, parts 3.6; the A30 runs it at 2.43
    "HBM3": (4.8, 6.4),    # JESD238: up to 6.4
    "LPDDR4": (1.6, 4.27),   # JESD209-4: up to 4.266
    "LPDDR4X": (1.6, 4.27),  # JESD209-4-1: the same
    "HBM3e": (5.6, 9.8),   # vendors: 8 to 9.8; MI325X 5.9, H200 6.3
    "LPDDR5": (4, 6.4),      # JESD209-5: up to 6.4
    "LPDDR5X": (7.5, 10.7),  # JESD209-5C: 8.5, parts 10.7
}
NO_BANDWIDTH = {"amd-instinct-mi308x"}  # its source repeats that of another
NO_RATE = {"HBM", "HBM4", "MCDRAM"}  # no bus width is known for these products

# The documents the guides are read in: kept so that the advice can be traced, cited by the guide files.
GUIDE_DOCUMENTS = {"dettmers-2019-04-fr", "dettmers-2023-01", "dettmers-2023-01-zh", "guides-summary-zh",
                   "lambda-2020-02-zh"}

MEASUREMENT_COLUMNS = ("gpu gpu_count workload model precision framework kind value unit basis submissions version "
                       "batch context_tokens prompt_tokens output_tokens split setting published source").split()
MEASUREMENT_COUNTS_AT_WILL = ("batch", "context_tokens", "prompt_tokens", "output_tokens")
MEASUREMENT_COLUMNS_AT_WILL = {"submissions", "version", "split", "setting", *MEASUREMENT_COUNTS_AT_WILL}
MEASUREMENT_WORDS = {  # column -> its closed set
    "precision": {"fp32", "tf32", "fp16", "fp16-amp", "fp16-mixed", "fp16-storage", "fp16-on-rtx", "bf16", "mixed",
                  "quantised", "unstated"},
    "kind": {"throughput", "time", "normalised"},
    "basis": {"measured", "best-system", "third-party", "scaled"},
}
UNITS_OF_TIME = {"ms", "s", "min", "s/epoch", "s/image", "s/clip"}

VENDOR_WORDS = {"nvidia", "geforce", "amd", "radeon", "intel", "apple", "google", "aws"}


def main(data):
    check = Checks()
    schemas = {path.name: load(path) for path in sorted((data / "schema").glob("*.json"))}
    files = {section: {path: read(path, check) for path in sorted(data.glob(pattern))}
             for section, pattern in SECTIONS.items()}
    for section, contents in files.items():
        check(contents, f"no {section} files under {data}")
        for path, content in contents.items():
            check_schema(path, content, schemas, f"{section}.schema.json", check)
            check_key_order(path, content, schemas, f"{section}.schema.json", check)
    check_schema("merged catalog", merged(files), schemas, "catalog.schema.json", check)

    records = {section: [record for content in contents.values() for record in content[section]]
               for section, contents in files.items() if section not in ("guides", "market", "hosts")}
    gpus, prices, sources = records["gpus"], records["prices"], records["sources"]
    check_ids(records, check)
    check_sources(data, records, files, check)
    for path, content in files["gpus"].items():
        order = [(gpu.get("released", ""), gpu["id"]) for gpu in content["gpus"]]
        check(order == sorted(order), f"{path}: GPUs are not sorted by release date, then id")
    for path, content in files["prices"].items():
        check_price_file(path, content["prices"], check)
    check([source["id"] for source in sources] == sorted(source["id"] for source in sources),
          "sources are not sorted by id")
    check([model["id"] for model in records["models"]] == sorted(model["id"] for model in records["models"]),
          "models are not sorted by id")
    known = {gpu["id"]: gpu for gpu in gpus}
    for price in prices:
        check(price["gpu"] in known, f"price of an unknown GPU: {price}")
    check(len({json.dumps(price) for price in prices}) == len(prices), "a price is entered twice")
    check_exchange(records["exchange_rates"], prices, check)
    for gpu in gpus:
        check_gpu(gpu, check)
    check_names(gpus, check)
    check_support(records["support"], gpus, check)
    check_deployment_rules(records["deployment_rules"], gpus, sources, check)
    check_workloads(next(iter(files["workloads"].values())), known, check)
    check_features(next(iter(files["features"].values())), gpus, check)
    workload_ids = {workload["id"] for workload in records["workloads"]}
    for section in ("workloads", "scores"):
        for path, content in files[section].items():
            check_scores(path, content, known, workload_ids, check)
    for path, content in files["hosts"].items():
        check_hosts(path, content, known, check)
    for path, content in files["market"].items():
        check_market(path, content, records["prices"], check)
    check_guides(files["guides"], schemas["guides.schema.json"], records, check)
    check_benchmarks(data, schemas, records, check)
    return check.report()


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def read(path, check, longest_line=120):
    text = path.read_bytes().decode("utf-8")
    check(text.endswith("}\n") and not text.endswith("\n\n") and "\r" not in text and "\t" not in text,
          f"{path}: must end with one newline and hold neither carriage returns nor tabs")
    check(not longest_line or path.parent.name in ("prices", "rents", "guides") or path.name in
          ("support.json", "workloads.json", "deployment_rules.json", "features.json", "models.json", "scores.json",
           "market.json", "exchange_rates.json", "electricity.json", "cost_assumptions.json", "format_quality.json", "hosts.json", "system_names.json",
           "model_names.json")
          or all(len(line) <= longest_line or "https://" in line for line in text.splitlines()),
          f"{path}: a line is longer than {longest_line} columns")
    return json.loads(text, object_pairs_hook=lambda pairs: no_doubles(pairs, path, check))


def no_doubles(pairs, path, check):
    check(len(dict(pairs)) == len(pairs), f"{path}: a key stands twice in {pairs}")
    return dict(pairs)


# --- schema -----------------------------------------------------------------------------------------------------

def check_schema(path, content, schemas, name, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer versions prefer another resolver
        resolver = jsonschema.RefResolver(base_uri=name, referrer=schemas[name], store=schemas)
        validator = jsonschema.Draft202012Validator(schemas[name], resolver=resolver)
        problems = [f"{path}: /{'/'.join(map(str, error.absolute_path))}: {error.message}"
                    for error in validator.iter_errors(content)]
    check(not problems, "\n".join(problems))


def merged(files):
    catalog = {"schema_version": 1}
    for section, contents in files.items():
        for content in contents.values():
            for key, value in content.items():
                catalog[key] = catalog.get(key, []) + value if isinstance(value, list) else value
    return catalog


def check_key_order(path, content, schemas, name, check):
    """Keys stand in the order in which the schema lists them."""
    for where, record, schema in walk(content, schemas[name], name, schemas):
        properties = list(schema.get("properties", ()))
        keys = [properties.index(key) for key in record if key in properties]
        check(keys == sorted(keys), f"{path}: {where}: keys are not in canonical order: {list(record)}")


def walk(value, schema, document, schemas, where=""):
    while "$ref" in schema:
        target, pointer = schema["$ref"].split("#")
        document = target or document
        schema = schemas[document]
        for part in pointer.strip("/").split("/"):
            schema = schema[part]
    if isinstance(value, dict):
        yield where or "/", value, schema
        for key, item in value.items():
            yield from walk(item, schema.get("properties", {}).get(key, {}), document, schemas, f"{where}/{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from walk(item, schema.get("items", {}), document, schemas, f"{where}/{index}")


# --- records ----------------------------------------------------------------------------------------------------

def check_ids(records, check):
    for section in ("gpus", "sources", "workloads", "features", "models"):
        ids = [record["id"] for record in records[section]]
        doubles = sorted({record_id for record_id in ids if ids.count(record_id) > 1})
        check(not doubles, f"{section}: ids used twice: {doubles}")


def check_sources(data, records, files, check):
    """Every source named anywhere is known, and every known source is named somewhere."""
    known = {source["id"] for source in records["sources"]}
    used = set()
    for path in data.rglob("*.json"):
        if "schema" not in path.relative_to(data).parts and path.name != "sources.json":
            for where, source in named_sources(load(path)):
                used.add(source)
                check(source in known, f"{path}: {where}: unknown source {source!r}")
    for path in sorted(data.glob("benchmarks/*.csv")):
        used |= {row.get("source") for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))}
    for path in sorted(data.glob("memory/*.csv")):
        used |= {row.get("source") for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))}
    for source in sorted(known):
        check(source in used or source in GUIDE_DOCUMENTS, f"source {source!r} is not used")
    for gpu in records["gpus"]:
        for key in gpu.get("sources", {}):
            check(key in gpu, f"{gpu['id']}: a source for {key}, which is absent")
        repeated = {gpu["source"], *gpu.get("sources", {}).values()} & set(gpu.get("further_sources", []))
        check(not repeated, f"{gpu['id']}: further_sources repeats {sorted(repeated)}")
        check(gpu["source"] not in gpu.get("sources", {}).values(), f"{gpu['id']}: sources repeats the main source")


def named_sources(value, where=""):
    if isinstance(value, dict):
        for key, item in value.items():
            place = f"{where}/{key}"
            if key == "source" and isinstance(item, str):
                yield place, item
            elif key == "sources" and isinstance(item, dict):
                yield from ((f"{place}/{field}", source) for field, source in item.items())
            elif key in ("sources", "further_sources") and isinstance(item, list) and all(isinstance(source, str) for source in item):
                yield from ((place, source) for source in item)
            else:
                yield from named_sources(item, place)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from named_sources(item, f"{where}/{index}")


def check_price_file(path, prices, check):
    check(prices, f"{path}: holds no price")
    keys = "gpu date condition kind price_usd source note".split()
    order = [tuple(price.get(key, "") for key in keys) for price in prices]
    check(order == sorted(order), f"{path}: prices are not sorted")
    gpu_file = path.parent.parent / "gpus" / path.name
    here = {gpu["id"] for gpu in load(gpu_file)["gpus"]} if gpu_file.exists() else set()
    strangers = sorted({price["gpu"] for price in prices} - here)
    check(not strangers, f"{path}: prices of GPUs of other files: {strangers}")
    for price in prices:
        check(price["kind"] != "list" or price["condition"] == "new", f"{path}: a list price must be new: {price}")
        check(("currency" in price) == ("amount" in price), f"{path}: a currency without an amount, or so: {price}")


def check_exchange(rates, prices, check):
    """Rates are sorted, one a month; a price follows from its amount by the rate of its month, or the newest."""
    keys = [(rate["currency"], rate["month"]) for rate in rates]
    check(keys == sorted(set(keys)), "exchange rates are not sorted, or one stands twice")
    for price in prices:
        known = [rate["per_usd"] for rate in rates
                 if rate["currency"] == price.get("currency") and rate["month"] <= max(price["date"][:7], "2025-01")]
        if known and "USD" not in price.get("note", ""):
            expected = price["amount"] / known[-1]
            check(abs(price["price_usd"] - expected) <= max(1, 0.02 * expected), f"expected {expected:.0f} USD: {price}")


def check_hosts(path, content, known, check):
    """Size and power of a part are in its words, machines have known GPUs, circuits bear what follows from their rating."""
    keys = {"host_parts": "item date spec condition price_usd region amount source note",
            "host_power": "system gpu gpu_count workload what date watts source note", "circuits": "id", "hosts": "id"}
    for table, fields in keys.items():
        order = [[(key in record, record.get(key)) for key in fields.split()] for record in content[table]]
        check(order == sorted(order), f"{path}: {table} are not sorted")
        check(len({str(key) for key in order}) == len(order), f"{path}: a record of {table} is entered twice")
    for part in content["host_parts"]:
        numbers = re.findall(r"[0-9]+", part["spec"])
        is_memory = part["item"].startswith("ram")
        check(is_memory == ("memory_gb" in part) == ("generation" in part), f"{path}: memory or not: {part}")
        check(not is_memory or part["generation"].upper() in part["spec"], f"{path}: another generation: {part}")
        check("watts" not in part or part["item"] == "power-supply" and str(part["watts"]) in numbers,
              f"{path}: another power: {part}")
        sizes = {str(part.get("memory_gb")), *(f"{part.get('memory_gb', 0) // int(n)}" for n in numbers if int(n))}
        check(not is_memory or sizes & set(numbers), f"{path}: another size: {part}")
    for power in content["host_power"]:
        check(power.get("gpu") in {None, *known}, f"{path}: an unknown GPU: {power}")
    for circuit in content["circuits"]:
        check(circuit["peak_w"] == circuit["volts"] * circuit["amperes"]
              and circuit.get("continuous_w", 0) <= circuit["peak_w"], f"{path}: another power: {circuit}")


def check_gpu(gpu, check):
    name = gpu["id"]
    check(name.startswith(gpu["vendor"] + "-"), f"{name}: the id must start with the vendor")
    check("tensor_cores" not in gpu or "gtx-16" not in name, f"{name}: GTX 16 boards have no tensor cores")
    is_nvidia = gpu["vendor"] == "nvidia"
    check(("compute_capability" in gpu) == (is_nvidia and gpu.get("distinction") != "announced"),
          f"{name}: compute capability is for NVIDIA, and for all of it that is on sale")
    check("fp32_dual_issue" not in gpu or gpu["vendor"] == "amd", f"{name}: dual issue is counted by AMD only")
    check("infinity_cache_mb" not in gpu or gpu["vendor"] == "amd", f"{name}: Infinity Cache is AMD's")
    if {"memory_bus_bits", "memory_bandwidth_gbs"} <= set(gpu):
        rate = gpu["memory_bandwidth_gbs"] * 8 / gpu["memory_bus_bits"]
        low, high = DATA_RATES.get(gpu["memory_type"], (0, 0))
        check(low <= rate * 1.002 and rate <= high * 1.002,
              f"{name}: {rate:.2f} Gbit/s per pin does not suit {gpu['memory_type']} ({low} to {high})")
    else:
        check("memory_bus_bits" not in gpu or gpu["memory_type"] in NO_RATE or name in NO_BANDWIDTH, f"{name}: bus width without bandwidth")
    if {"fp32_tflops", "shader_units", "boost_clock_mhz"} <= set(gpu):
        per_clock = gpu["fp32_tflops"] * 1e6 / gpu["shader_units"] / gpu["boost_clock_mhz"]
        expected = 4 if "fp32_dual_issue" in gpu else 2
        check(abs(per_clock / expected - 1) < 0.03,
              f"{name}: FP32 is {per_clock:.2f} operations per unit and clock, not {expected}")
    accumulate16, accumulate32 = gpu.get("fp16_tensor_fp16_accumulate_tflops"), gpu.get("fp16_tensor_tflops")
    if accumulate16 and accumulate32:
        check(round(accumulate16 / accumulate32) in (1, 2),
              f"{name}: FP16 accumulate must be once or twice the FP32-accumulate rate")


def normalised(name):
    """As the program matches names: letters, digits and "+", without vendor words in front and without "GB"."""
    key = re.sub(r"[^a-z0-9+]", "", name.lower())
    word = True
    while word:
        word = next((word for word in VENDOR_WORDS if key.startswith(word) and key != word), None)
        key = key.removeprefix(word or "")
    return re.sub(r"(?<=\d)gb(?!\d)", "", key)


def check_names(gpus, check):
    owner = defaultdict(set)
    for gpu in gpus:
        for name in (gpu["id"], gpu["name"]):
            owner[normalised(name)].add(gpu["id"])
    carriers = defaultdict(set)
    for name, ids in owner.items():
        check(len(ids) == 1, f"{sorted(ids)} have the same id or name to the program: {name}")
    for gpu in gpus:
        forms = [normalised(alias) for alias in gpu.get("aliases", [])]
        check(len(forms) == len(set(forms)),
              f"{gpu['id']}: aliases differ only in what matching ignores: {gpu['aliases']}")
        check("aliases" in gpu, f"{gpu['id']}: no aliases")
        laptop = gpu["form"] == "laptop"
        for alias, form in zip(gpu.get("aliases", []), forms):
            carriers[form].add(gpu["id"])
            check(owner[form] <= {gpu["id"]},
                  f"{gpu['id']}: alias {alias!r} is the id or name of {sorted(owner[form])}")
            says_laptop = bool(re.search(r"laptop|mobile|(?<!6000 )(?<!blackwell )max-q|\dm( xt)?$", alias.lower()))
            check(says_laptop == laptop or gpu["form"] == "soc",  # "780M" is graphics inside a processor
                  f"{gpu['id']}: alias {alias!r} {'hides' if laptop else 'claims'} a laptop part")
    for gpu in gpus:
        for misnomer in gpu.get("misnomers", []):
            form = normalised(misnomer)
            others = carriers[form] | owner[form]
            check(not others, f"{gpu['id']}: misnomer {misnomer!r} is a name of {sorted(others)}")
            carriers[form].add(gpu["id"])
    expected = {"nvidia-quadro-rtx-6000", "nvidia-rtx-a6000", "nvidia-rtx-6000-ada-generation"}
    check(carriers[normalised("RTX 6000")] == expected, f"RTX 6000 must mean any of {sorted(expected)}")
    for short in ("A100", "H100", "H200", "V100", "P100", "GTX 1060"):
        check(len(carriers[normalised(short)]) > 1, f"{short} must be ambiguous")


def check_support(support, gpus, check):
    architectures = {(gpu["vendor"], gpu["architecture"]) for gpu in gpus}
    order = [[str(event.get(key, "")) for key in "vendor architecture stack date event".split()] for event in support]
    check(order == sorted(order), "support.json is not sorted")
    for event in support:
        check((event["vendor"], event["architecture"]) in architectures, f"support of an unknown architecture: {event}")
        check(event["source"] != "recalled" or "date_grade" not in event, f"date_grade repeats the source: {event}")
    covered = {(event["vendor"], event["architecture"]) for event in support}
    on_sale = {(gpu["vendor"], gpu["architecture"]) for gpu in gpus if gpu.get("distinction") != "announced"}
    nothing_published = {("amd", "CDNA 5"), ("huawei", "Da Vinci"), ("intel", "Xe2-LPG"), ("intel", "Xe3 (Panther Lake)"),
                         ("lisuan", "7G100"), ("moore-threads", "MUSA (Chunxiao)"),
                         ("moore-threads", "MUSA (QY102AA-800)"), ("tenstorrent", "Blackhole"),
                         ("tenstorrent", "Wormhole")}
    for vendor, architecture in sorted(on_sale - nothing_published):
        check((vendor, architecture) in covered, f"nothing is known of the software support of {vendor} {architecture}")


def check_deployment_rules(rules, gpus, sources, check):
    order = [tuple(rule[key] for key in ("deployment", "vendor", "segment")) for rule in rules]
    check(order == sorted(set(order)), "deployment_rules.json is not sorted, or has two rules for one")
    dated = {source["id"] for source in sources if "date" in source}
    for rule in rules:
        check(any(gpu["vendor"] == rule["vendor"] and gpu["segment"] == rule["segment"] for gpu in gpus),
              f"rule about no GPU: {rule}")
        check(rule["source"] in dated, f"rule that no date is known for: {rule}")
        check(not rule["terms"].endswith("."), f"terms with a full stop: {rule}")


def check_workloads(content, known, check):
    card, reference = known[content["reference"]["gpu"]], content["reference"]
    expected = {"tensor_tflops": card["fp16_tensor_tflops"], "flops_tflops": card["fp32_tflops"],
                "bandwidth_gbs": card["memory_bandwidth_gbs"],
                "half_tflops": max(card["fp16_vector_tflops"], card["fp32_tflops"])}
    for key, value in expected.items():
        check(reference[key] == value, f"reference: {key} is {reference[key]}, the card's row says {value}")
    ids = {workload["id"] for workload in content["workloads"]}
    check(content["default_workload"] in ids, f"unknown default workload {content['default_workload']!r}")
    for workload in content["workloads"]:
        unknown = set(workload.get("mean_of", [])) - ids
        check(not unknown, f"{workload['id']}: mean of unknown workloads {sorted(unknown)}")
    for floor in content["memory_floors"]:
        check(floor["workload"] in ids, f"memory floor of an unknown workload: {floor}")
        check(floor.get("advised_gb", floor["memory_gb"]) >= floor["memory_gb"], f"advised below the floor: {floor}")


def check_evidence(path, score, check):
    """What a measured index is the mean of adds up to at most the whole of it, and to all of its measurements."""
    evidence = score.get("evidence", [])
    names = [part["dataset"] for part in evidence]
    check(names == sorted(set(names)), f"{path}: evidence is not sorted by dataset, or one stands twice: {score}")
    check(sum(part["share"] for part in evidence) <= 1.0005, f"{path}: shares of more than 1: {score}")
    check(not evidence or sum(part["measurements"] for part in evidence) == score["measurements"],
          f"{path}: the evidence has other measurements than the score: {score}")


def check_features(content, gpus, check):
    """Features are told by figures that GPUs have, and of architectures that there are, each once."""
    ids = {feature["id"] for feature in content["features"]}
    figures = {key for gpu in gpus for key, value in gpu.items() if type(value) in (int, float)}
    architectures = {(gpu["vendor"], gpu["architecture"]) for gpu in gpus}
    for feature in content["features"]:
        told_by = {*feature.get("fields", []), *(feature[key] for key in ("rate", "not_below") if key in feature)}
        check(told_by <= figures, f"{feature['id']}: no GPU has {sorted(told_by - figures)}")
    told = []
    for record in content["architecture_features"]:
        check(record["feature"] in ids, f"an unknown feature: {record}")
        for architecture in record["architectures"]:
            check((record["vendor"], architecture) in architectures, f"{architecture} is no architecture: {record}")
            told.append((record["feature"], record["vendor"], architecture))
    doubles = sorted({key for key in told if told.count(key) > 1})
    check(not doubles, f"told twice: {doubles}")
    for figure in content["feature_figures"]:
        check(figure["feature"] in ids, f"an unknown feature: {figure}")
        check(figure.get("to", figure["value"]) >= figure["value"], f"a range that ends below its beginning: {figure}")


def check_market(path, content, prices, check):
    """A price of today has quotes in its condition, and lies within its interval; both tables are sorted by key."""
    quoted = {(price["gpu"], price["condition"]) for price in prices if price["kind"] != "list"}
    for level in content["price_levels"]:
        check((level["gpu"], level["condition"]) in quoted, f"{path}: nothing was quoted: {level}")
        check(level["low_usd"] <= level["today_usd"] <= level["high_usd"], f"{path}: outside its interval: {level}")
    for section, keys in (("price_levels", ("gpu", "condition")), ("market_months", ("market", "month"))):
        order = [tuple(record[key] for key in keys) for record in content[section]]
        check(order == sorted(set(order)), f"{path}: {section} are not sorted, or one stands twice")


def check_scores(path, content, known, workload_ids, check):
    """Scores, models and speed-ups: sorted, one per key, about what is known, each inside its interval."""
    keys = {"score_models": ("workload", "precision", "vendor", "architecture", "memory"), "scores": ("workload", "precision", "gpu"),
            "speedups": ("workload", "basis", "count")}
    for section, key in keys.items():
        found = content.get(section, [])
        # "basis" sorts as the program lists it: measured, guide
        order = [tuple("measured guide".index(record[part]) if part == "basis" else record.get(part, "") for part in key)
                 for record in found]
        check(order == sorted(set(order)), f"{path}: {section} are not sorted, or one stands twice")
        for record in found:
            figure = record.get("index", record.get("speedup"))
            check(record["workload"] in workload_ids, f"{path}: unknown workload: {record}")
            check(record.get("gpu") in known or section != "scores", f"{path}: unknown GPU: {record}")
            check(section == "score_models" or record.get("low", figure) <= figure <= record.get("high", figure),
                  f"{path}: the figure is outside its interval: {record}")
            check(record.get("sources", []) == sorted(record.get("sources", [])), f"{path}: unsorted sources: {record}")
    for score in content.get("scores", []):
        check_evidence(path, score, check)
    known_architectures = {(gpu["vendor"], gpu["architecture"]) for gpu in known.values()}
    for model in content.get("score_models", []):
        strange = {(model["vendor"], name) for name in model["architectures"]} - known_architectures
        check(not strange, f"{path}: a model of unknown architectures: {sorted(strange)}")
        check(model["spread"] <= model["spread_elsewhere"] <= model["spread_other_vendor"],
              f"{path}: less is known of what is like the measured GPUs: {model}")


# --- guides -----------------------------------------------------------------------------------------------------

def check_guides(files, schema, records, check):
    """Records of the guides: each once, about what is known, with sound ranges, shares and charts."""
    tables = {table: [record for content in files.values() for record in content.get(table, [])]
              for table in GUIDE_TABLES}
    known = {key: {record["id"] for record in of} for key, of in (
        ("gpu", records["gpus"]), ("workload", records["workloads"]), ("guide", tables["guides"]),
        ("type", tables["persona_types"]))}
    for table, key_fields in GUIDE_TABLES.items():
        definition = schema["properties"][table]["items"]["$ref"].split("/")[-1]
        fields = list(schema["$defs"][definition]["properties"])[:key_fields]
        keys = [tuple(record.get(field) for field in fields) for record in tables[table]]
        doubles = sorted({str(key) for key in keys if keys.count(key) > 1})
        check(not doubles, f"{table}: records of the same key: {doubles}")
        for record in tables[table]:
            for what, name in references(record):
                check(name in known[what], f"{table}: unknown {what} {name!r} in {record}")
            check_ranges(table, record, check)
    check_guide_sources(tables, records["sources"], check)
    check_guide_words(tables, records["gpus"], check)
    for table, parts, share in (("cluster_mixes", "parts", "gpus"), ("personas", "picks", "share"),
                                ("chart_nodes", "choices", "share")):
        for record in tables[table]:
            check_mix(record, record.get(parts, []), share, check)
    for guide in sorted({node["guide"] for node in tables["chart_nodes"]}):
        check_chart(guide, [node for node in tables["chart_nodes"] if node["guide"] == guide], check)


REFERENCES = {"guide": "guide", "gpu": "gpu", "gpus": "gpu", "over": "gpu", "owned": "gpu", "workload": "workload",
              "workloads": "workload", "except_workload": "workload", "type": "type"}


def references(value):
    """What a record and the records in it name: pairs of a kind and an id."""
    for key, item in value.items():
        items = item if isinstance(item, list) else [item]
        yield from ((REFERENCES[key], name) for name in items if key in REFERENCES)
        for part in items:
            if isinstance(part, dict):
                yield from references(part)


RANGES = (("value", "to"), ("ratio", "to"), ("share", "share_to"), ("budget_usd", "budget_to_usd"),
          ("after_months", "to_months"), ("gpus_from", "gpus_below"))


def check_ranges(table, record, check):
    for low, high in RANGES:
        if low in record and high in record:
            check(record[low] < record[high], f"{table}: {high} is not above {low}: {record}")
    for item in record.values():
        for part in item if isinstance(item, list) else []:
            if isinstance(part, dict):
                check_ranges(table, part, check)


def check_guide_sources(tables, sources, check):
    """What a dated guide says is dated: a question asked as of a day must know whether it was said by then."""
    dated = {source["id"] for source in sources if "date" in source}
    dated_guides = {guide["id"] for guide in tables["guides"] if "date" in guide}
    for table, records in tables.items():
        for record in records:
            guide = record["id"] if table == "guides" else record.get("guide")
            check(guide not in dated_guides or record["source"] in dated, f"{table}: a source without a date: {record}")


def check_guide_words(tables, gpus, check):
    """Patterns mean some GPU, architectures exist, and clauses that stand in a sentence have no full stop."""
    architectures = {(gpu["vendor"], gpu["architecture"]) for gpu in gpus}
    for record in tables["avoidances"]:
        pattern = record.get("names", "*").lower()
        check(any(fnmatch.fnmatchcase(without_vendor(gpu["name"]), pattern) for gpu in gpus),
              f"a pattern of no GPU's name: {record}")
        check(not record["reason"].endswith("."), f"a reason with a full stop: {record}")
        check(not {"names", "gpus"} <= set(record), f"both a pattern and GPUs: {record}")
    for record in tables["cooling_rules"]:
        check(not {"gpus", "architectures"} <= set(record), f"both GPUs and architectures: {record}")
        for name in record.get("architectures", []):
            check((record["vendor"], name) in architectures, f"{name} is no architecture: {record}")
    for table, records in tables.items():
        for record in records:
            says = record.get("says", record.get("advice", "."))
            check(table == "guide_ratios" or says.endswith("."), f"{table}: a sentence without its full stop: {record}")


def without_vendor(name):
    """In lower case and without vendor words in front."""
    words = name.lower().split()
    while len(words) > 1 and words[0] in VENDOR_WORDS:
        words.pop(0)
    return " ".join(words)


def check_mix(record, parts, alternatives, check):
    """Shares can sum to 1. Parts with the same `alternatives` and share stand for one another and count once."""
    shares = {(str(part.get(alternatives)), part["share"], part.get("share_to", part["share"]))
              for part in parts if "share" in part}
    low, high = sum(share[1] for share in shares), sum(share[2] for share in shares)
    # A guide writes a third as 33 %.
    check(not shares or low <= 1.01 and high >= 0.99, f"shares of {low} to {high} are no whole: {record}")


def check_chart(guide, nodes, check):
    """Edges lead to nodes, every node but the first is led to, and each kind has the edges that it needs."""
    ids = {node["id"] for node in nodes}
    reached = {nodes[0]["id"]} | {edge["to"] for node in nodes for edge in node.get("edges", [])}
    check(reached == ids, f"{guide}: nodes that are not reached or not there: {sorted(reached ^ ids)}")
    for node in nodes:
        edges = len(node.get("edges", []))
        check({"question": edges > 1, "rung": edges == 1, "end": edges == 0}[node["kind"]],
              f"{guide}: a {node['kind']} with {edges} edges: {node}")
        check((node["kind"] == "rung") <= ("choices" in node), f"{guide}: a rung without GPUs: {node}")


# --- measurements -----------------------------------------------------------------------------------------------

def check_benchmarks(data, schemas, records, check):
    path = data / "benchmarks" / "datasets.json"
    content = read(path, check, longest_line=None)
    check_schema(path, content, schemas, "datasets.schema.json", check)
    check_key_order(path, content, schemas, "datasets.schema.json", check)
    datasets = content["datasets"]
    ids = [dataset["id"] for dataset in datasets]
    check(ids == sorted(set(ids)), f"{path}: datasets are not sorted by id, or one stands twice")
    files = sorted(path.stem for path in data.glob("benchmarks/*.csv"))
    check(files == sorted(ids), f"benchmarks: files and datasets differ: {sorted(set(files) ^ set(ids))}")
    known = {"gpu": {gpu["id"] for gpu in records["gpus"]}, "source": {source["id"] for source in records["sources"]},
             "workload": {workload["id"] for workload in records["workloads"]}, **MEASUREMENT_WORDS}
    for dataset in datasets:
        if dataset["id"] in files:
            check_measurements(data / "benchmarks" / f"{dataset['id']}.csv", dataset, known, check)


def check_measurements(path, dataset, known, check):
    text = path.read_bytes().decode("utf-8")
    check(text.endswith("\n") and "\r" not in text and "\t" not in text,
          f"{path}: must end with a newline and hold neither carriage returns nor tabs")
    table = list(csv.reader(io.StringIO(text), strict=True))
    columns = [name for name in MEASUREMENT_COLUMNS if name not in MEASUREMENT_COLUMNS_AT_WILL or name in table[0]]
    check(table and table[0] == columns, f"{path}: the first line must be {','.join(columns)}")
    check(len(table) > 1, f"{path}: holds no measurement")
    check(all(len(fields) == len(table[0]) for fields in table), f"{path}: a row has other columns")
    rows = [dict(zip(table[0], fields)) for fields in table[1:]]
    for row in rows:
        for column, words in known.items():
            check(row[column] in words, f"{path}: unknown {column}: {row}")
        check(re.fullmatch(r"[1-9][0-9]*", row["gpu_count"]), f"{path}: no positive count: {row}")
        check(re.fullmatch(r"[1-9][0-9]*", row.get("submissions", "1")), f"{path}: no positive submissions: {row}")
        for column in MEASUREMENT_COUNTS_AT_WILL:
            check(re.fullmatch(r"([1-9][0-9]*)?", row.get(column, "")), f"{path}: no positive {column}: {row}")
        check(row.get("split", "") in {"", "layers", "tensors", "experts-in-ram"}, f"{path}: unknown split: {row}")
        check(re.fullmatch(r"[0-9]+(\.[0-9]+)?", row["value"]) and float(row["value"]) > 0,
              f"{path}: no positive value: {row}")
        check((row["kind"] == "time") == (row["unit"] in UNITS_OF_TIME) and row["unit"],
              f"{path}: kind and unit differ: {row}")
        check(row["model"] and all(field == field.strip() for field in row.values()),
              f"{path}: no model, or blanks around a field: {row}")
        check(re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", row["published"])
              and row["published"][:len(dataset["published"])] <= dataset["published"],
              f"{path}: published no date, or after its dataset: {row}")
    if check.failed:
        return  # what follows needs sound rows
    def configuration(row):
        return (row["gpu"], int(row["gpu_count"]), *(row[key] for key in "workload model precision framework".split()),
                row.get("version", ""), *(int(row.get(key) or 0) for key in MEASUREMENT_COUNTS_AT_WILL),
                row.get("split", ""), row.get("setting", ""))

    order = [(*configuration(row), row["published"], row["source"], float(row["value"])) for row in rows]
    check(order == sorted(order), f"{path}: rows are not sorted")
    measured = defaultdict(list)
    for row in rows:
        measured[configuration(row)].append(row)
    repeated = [identity for identity, its_rows in measured.items() if len(its_rows) > 1]
    check(bool(repeated) == dataset.get("repeats", False),
          f"{path}: {len(repeated)} configurations stand more than once, \"repeats\" in datasets.json says otherwise: "
          f"{repeated[:3]}")
    for identity, its_rows in measured.items():
        check(len({(row["kind"], row["unit"]) for row in its_rows}) == 1, f"{path}: several units for {identity}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(0 if main(Path(sys.argv[1])) else 1)
