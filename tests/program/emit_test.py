"""Requests to systems that start jobs are what those systems read (--emit).

    emit_test.py PROGRAM DATA yaml|slurm

yaml: SkyPilot tasks and dstack configurations, as YAML, hold what `rent` and `recommend` answer. slurm: a cluster of one
node, started in a temporary folder and stopped, accepts the batch scripts. Exit status 77 where what this needs is not
installed, or does not start.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from slurm_cluster import Cluster, require_slurm, skip

PROGRAM, DATA, PART = sys.argv[1:]
NAMES = json.loads((Path(DATA) / "system_names.json").read_text())["system_names"]


def run(*arguments, status=0):
    result = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    assert result.returncode == status, f"{arguments}: {result.returncode}: {result.stderr}"
    return result


def same(found, expected):
    assert found == expected, f"found {found}\nexpected {expected}"


def names_of(system, gpu, provider):
    return {one["name"] for one in NAMES if one["system"] == system and one.get("gpu") == gpu
            and one.get("provider", provider) == provider}


def provider_of(system, provider):
    return [one["name"] for one in NAMES
            if one["system"] == system and "gpu" not in one and one.get("provider") == provider]


# --- YAML -------------------------------------------------------------------------------------------------------

RENTS = [["8x h100 sxm"], ["h100", "--terms", "spot"], ["4090"], ["4x 4090", "--max-price", "9.5"],
         ["a100", "--provider", "aws"], ["a6000"], ["h200", "--provider", "lambda"], ["b200"], ["mi300x"]]


def expected_offer(system, question):
    """The first offer that lasts of those whose names are known, else the first of them; null: there is none."""
    answer = subprocess.run([PROGRAM, "rent", *question, "-n", "0", "-q", "--format", "json"], capture_output=True,
                            text=True)
    if answer.returncode != 0:
        return None
    known = [one for one in json.loads(answer.stdout)["results"]
             if provider_of(system, one["provider"]) and names_of(system, one["gpu"], one["provider"])]
    lasting = [one for one in known if not one["old"] and one["machines"] != "larger" and one["terms"] != "spot"]
    return (lasting or known or [None])[0]


def test_rents(yaml, system):
    asked = 0
    for question in RENTS:
        offer = expected_offer(system, question)
        result = run("rent", *question, "--emit", system, status=0 if offer else 1)
        if not offer:
            same(result.stdout, "")
            assert "--emit-name" in result.stderr or "no offer passes" in result.stderr, result.stderr
            continue
        asked += 1
        task = yaml.safe_load(result.stdout)
        names = names_of(system, offer["gpu"], offer["provider"])
        provider = provider_of(system, offer["provider"])[0]
        most = float(question[question.index("--max-price") + 1]) if "--max-price" in question else None
        if system == "skypilot":
            resources = task["resources"]
            name, count = resources["accelerators"].split(":")
            same((name in names, resources["infra"], resources["use_spot"], resources.get("max_hourly_cost")),
                 (True, provider, offer["terms"] == "spot", most))
        else:
            gpu = task["resources"]["gpu"]
            name, count = gpu["name"], gpu["count"]
            same((name in names, task["backends"], task["spot_policy"], task.get("max_price"), task["type"]),
                 (True, [provider], "spot" if offer["terms"] == "spot" else "on-demand", most, "task"))
        wanted = int(question[0].split("x ")[0]) if "x " in question[0] else 1
        same(int(count), offer["count"] if offer["machines"] == "larger" else wanted)
    assert asked > 1, system


REGIONS = ["Sweden, SE", "us-east-1], commands: [rm -rf /", "X: y # z, {a: b}", "null", "~", "yes", "1:30", 'a"b\\c', "&a *b",
           "Zürich 🏔", "- x", "'"]


def test_text_of_price_lists_is_one_string(yaml):
    """What others wrote into a price list, as cloud services do or on purpose, stays one string of the request."""
    source = {"id": "export", "title": "An export", "publisher": "Vast.ai", "date": "2026-11-25", "grade": "tracker"}
    with tempfile.TemporaryDirectory() as folder:
        for region in REGIONS:
            written, quoted = Path(folder) / "written.json", Path(folder) / "quoted.json"
            rent = {"gpu": "nvidia-geforce-rtx-4090", "date": "2026-11-25", "provider": "vast.ai", "terms": "on-demand",
                    "count": 1, "usd_per_hour": 0.01, "region": region, "source": "export"}
            written.write_text(json.dumps({"sources": [source], "rents": [rent]}))
            quoted.write_text(json.dumps({"sources": [source]}))
            offers = json.dumps({"gpu_name": "RTX 4090", "num_gpus": 1, "dph_total": 0.01, "geolocation": region})
            subprocess.run([PROGRAM, "offers", "quotes", "-", "--into", quoted, "--per-region", "--date", "2026-11-25",
                            "--source", "export", "-q"], input=offers, text=True, check=True, capture_output=True)
            for catalog in (written, quoted):
                ask = ("rent", "4090", "--catalog", str(catalog), "--region", region, "-q", "--emit")
                same(yaml.safe_load(run(*ask, "skypilot").stdout)["resources"]["infra"], f"vast/{region}")
                task = yaml.safe_load(run(*ask, "dstack").stdout)
                same((task["backends"], task["regions"], task["commands"]), (["vastai"], [region], ["nvidia-smi"]))
        hostile = Path(folder) / "names.json"
        for name in ("null", "true", "a: b", "a], b: [c", "# x"):
            names = [{"system": system, "provider": "vast.ai", "name": name, **gpu, "source": "export"}
                     for system in ("skypilot", "dstack") for gpu in ({}, {"gpu": "nvidia-geforce-rtx-4090"})]
            hostile.write_text(json.dumps({"sources": [source], "rents": [rent], "system_names": names}))
            ask = ("rent", "4090", "--catalog", str(hostile), "-q", "--emit")
            resources = yaml.safe_load(run(*ask, "skypilot").stdout)["resources"]
            same((resources["infra"], f"{name}:1" in resources["accelerators"]), (name, True))
            task = yaml.safe_load(run(*ask, "dstack").stdout)
            same(task["backends"], [name])
    for word in ("null", "yes", "true", "no", "on", "4090", "1e3", "0x10", "1.5", "-", "."):
        gpu = yaml.safe_load(run("rent", "4090", "--emit", "dstack", f"--emit-name={word}").stdout)["resources"]["gpu"]
        same(gpu["name"], word)
        task = yaml.safe_load(run("rent", "4090", "--emit", "skypilot", f"--emit-name={word}").stdout)
        same(task["resources"]["accelerators"], f"{word}:1")


def test_yaml():
    try:
        import yaml
    except ImportError:
        skip("python3-yaml is not installed")
    for system in ("skypilot", "dstack"):
        test_rents(yaml, system)
    test_text_of_price_lists_is_one_string(yaml)
    same(yaml.safe_load(run("rent", "4090", "--emit", "dstack", "--emit-name", "4090").stdout)["resources"]["gpu"],
         {"name": "4090", "count": 1, "memory": "24GB"})
    # More GPUs than a machine holds: full machines, where somebody offers such.
    task = yaml.safe_load(run("rent", "16x h100 sxm", "--emit", "dstack").stdout)
    same((task["nodes"], task["resources"]["gpu"]["count"]), (2, 8))
    offers = json.loads(run("rent", "8x h100 sxm", "-n", "0", "-q", "--format", "json").stdout)["results"]
    full = [one for one in offers if one["count"] == 8 and one["terms"] == "on-demand" and not one["old"]
            and provider_of("dstack", one["provider"]) and names_of("dstack", one["gpu"], one["provider"])]
    same(task["backends"], provider_of("dstack", full[0]["provider"]))
    # Providers differ in their names: all of them.
    task = yaml.safe_load(run("recommend", "--only", "RTX A6000", "--emit", "skypilot").stdout)
    same(task["resources"], {"accelerators": ["A6000:1", "RTXA6000:1"]})
    # What was typed cannot leave its comment.
    plain, hostile = (yaml.safe_load(run("rent", f"RTX{blank}A6000", "--emit", "skypilot").stdout)
                      for blank in (" ", "\n-\n: {"))
    same(hostile, plain)
    # Refused, or none.
    for option in (["--format", "json"], ["--fields", "id"], ["--emit-name", "a b"]):
        run("recommend", "--emit", "skypilot", *option, status=2)
    run("recommend", "--emit-name", "x", status=2)
    for nothing in (["--budget", "1"], ["--only", "RTX 3080"]):
        same(run("recommend", *nothing, "--emit", "skypilot", status=1).stdout, "")


# --- Slurm ------------------------------------------------------------------------------------------------------

def test_slurm():
    require_slurm()
    # As Slurm derives a type from the driver's name.
    types = sorted(one["name"].lower().replace(" ", "_") for one in NAMES if one["system"] == "nvml")
    with tempfile.TemporaryDirectory() as folder, Cluster(folder, types, 8) as cluster:
        for question in (["recommend", "--only", "RTX 3080"], ["recommend", "--only", "RTX A6000", "--count", "4"],
                         ["rent", "8x h200 sxm"], ["rent", "l40s"], ["rent", "t4"]):
            script = run(*question, "--emit", "slurm").stdout
            assert script.startswith("#!/bin/bash\n"), script
            assert cluster.accepts(script), script
        script = run("rent", "8x h200 sxm", "--emit", "slurm").stdout
        assert not cluster.accepts(script.replace(":8\n", ":9\n")), "the cluster judges counts"
        assert not cluster.accepts(script.replace("nvidia_h200", "nvidia_h300")), "the cluster judges types"
        own = run("rent", "8x h200 sxm", "--emit", "slurm", "--emit-name", "h200").stdout
        assert "--gres=gpu:h200:8\n" in own and not cluster.accepts(own), own
        run("rent", "b200", "--emit", "slurm", status=1)


{"yaml": test_yaml, "slurm": test_slurm}[PART]()
print(f"{PART}: as expected")
