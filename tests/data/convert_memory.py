#!/usr/bin/env python3
"""Turns the collected measurements of memory (CSV) into data/memory.

    convert_memory.py FACTS_DIR DATA_DIR

Writes memory/measurements.csv (what a job took, and jobs that did not fit) and memory/largest_batches.csv (the largest
batch that fits a card), and prints how many rows it leaves out, and why. Figures are copied as they stand; what the
facts say in words (method, software) becomes columns. memory/datasets.csv is written by hand.
"""

import csv
import re
import sys
from collections import Counter
from pathlib import Path

MEASURED = "dataset network kind task weights batch tokens checkpointing engine loss_in_chunks gpus memory_gb".split()
BATCHES = "dataset network gpu memory_gb arithmetic optimizer engine tokens batch source".split()

NETWORKS = {
    "phi-1.5": "phi-1-5", "StableLM Alpha": "stablelm-alpha-3b", "CodeLlama": "codellama-34b", "Falcon": "falcon-40b",
    "LLaMA2-7B": "llama-2-7b", "NasNet Large": "nasnet-large", "DeepLabv3": "deeplabv3-resnet-101",
    "Yolo v3": "yolov3", "Pix2Pix HD": "pix2pixhd", "StyleGAN": "stylegan", "MaskRCNN": "mask-r-cnn-resnet-50",
    "BERT-Base": "bert-base", "BERT-Large": "bert-large", "bert_base_squad": "bert-base",
    "bert_large_squad": "bert-large", "transformerxlbase": "transformer-xl-base", "gnmt": "gnmt-v2",
    "resnet50": "resnet-50"}
WEIGHTS = {"BF16": "fp16", "bf16": "fp16", "FP8": "fp8", "GPTQ-Int8": "int8", "AWQ-INT4": "awq", "bnb.nf4": "nf4",
           "bnb.nf4-dq": "nf4-dq"}
TRAINED_WITH_ADAM = {"pix2pixhd", "stylegan"}  # by the code of their authors
# Lengths of sequences that the harness sets, from its scripts as they are generally known.
TOKENS = {"bert-base": 384, "bert-large": 384, "transformer-xl-base": 192, "gnmt-v2": 50, "resnet-50": 0}
CONTRADICTED = "cell of no batch, where another run fitted as much memory"
LITGPT_PROMPT = 100  # a short prompt and 50 new tokens: nothing beside the weights
GPUS = {
    "GTX 1080 Ti": "nvidia-geforce-gtx-1080-ti", "RTX 2080 Ti": "nvidia-geforce-rtx-2080-ti",
    "Quadro RTX 5000": "nvidia-quadro-rtx-5000", "Quadro RTX 6000": "nvidia-quadro-rtx-6000",
    "Quadro RTX 8000": "nvidia-quadro-rtx-8000", "Titan RTX": "nvidia-titan-rtx", "RTX 2060": "nvidia-geforce-rtx-2060",
    "RTX 2070": "nvidia-geforce-rtx-2070", "RTX 2080": "nvidia-geforce-rtx-2080", "RTX 3070": "nvidia-geforce-rtx-3070",
    "V100 16GB": "nvidia-tesla-v100-sxm2-16gb", "V100 32GB": "nvidia-tesla-v100-sxm2-32gb",
    "RTX 3080": "nvidia-geforce-rtx-3080", "RTX 3090": "nvidia-geforce-rtx-3090", "RTX 4090": "nvidia-geforce-rtx-4090",
    "A10": "nvidia-a10", "A40": "nvidia-a40", "RTX A4000": "nvidia-rtx-a4000", "RTX A4500": "nvidia-rtx-a4500",
    "RTX A5000": "nvidia-rtx-a5000", "RTX A5500": "nvidia-rtx-a5500", "RTX A6000": "nvidia-rtx-a6000",
    "RTX 6000 Ada": "nvidia-rtx-6000-ada-generation", "A100 40GB PCIe": "nvidia-a100-pcie-40gb",
    "A100 40GB SXM4": "nvidia-a100-sxm4-40gb", "A100 80GB PCIe": "nvidia-a100-pcie-80gb",
    "A100 80GB SXM4": "nvidia-a100-sxm4-80gb", "H100 80GB PCIe": "nvidia-h100-pcie-80gb",
    "H100 80GB SXM5": "nvidia-h100-sxm5-80gb", "GH200 96GB": "nvidia-gh200-96gb"}
MEMORY = {"GTX 1080 Ti": 11, "RTX 2080 Ti": 11, "Quadro RTX 5000": 16, "Quadro RTX 6000": 24, "Quadro RTX 8000": 48,
          "Titan RTX": 24, "RTX 2060": 6, "RTX 2070": 8, "RTX 2080": 8, "RTX 3070": 8, "RTX 3080": 10, "RTX 3090": 24,
          "RTX 4090": 24, "A10": 24, "A40": 48, "RTX A4000": 16, "RTX A4500": 20, "RTX A5000": 24, "RTX A5500": 24,
          "RTX A6000": 48, "RTX 6000 Ada": 48, "RTX 2070 Max-Q": 8, "RTX 2080 Max-Q": 8, "RTX 2080 Super Max-Q": 8,
          "RTX 3080 Max-Q": 16}
COMMITS = {"67a9bb51": "lambda-pytorch-2022-07", "2c98d38d": "lambda-pytorch-2022-10",
           "416693c3": "lambda-pytorch-2022-11-19", "65a7e418": "lambda-pytorch-2022-11-30",
           "4e11f689": "lambda-pytorch-2024-07", "e50675a3": "lambda-pytorch-2024-10",
           "705355b8": "lambda-pytorch-2025-12"}


def main(facts, data):
    left_out = Counter()
    folder = data / "memory"
    folder.mkdir(exist_ok=True)
    facts_rows = read(facts / "memory_measurements.csv")
    measured = [measurement(row) for row in facts_rows if row["kind"] in ("measured", "does-not-fit")]
    left_out.update(f"kind {row['kind']}" for row in facts_rows if row["kind"] not in ("measured", "does-not-fit",
                                                                                       "capacity"))
    write(folder / "measurements.csv", MEASURED, measured)
    batches = [capacity(row) for row in facts_rows if row["kind"] == "capacity"]
    batches += [lambda_2020(row) for row in read(facts / "lambda2020_maxbatch.csv")]
    batches += [lambda_pytorch(row) for row in read(facts / "lambda_pytorch_maxbatch.csv")]
    batches = without_contradicted(batches)
    left_out.update(reason for reason in batches if isinstance(reason, str))
    rows = {tuple(row[key] for key in BATCHES[:-1]): row for row in reversed(batches) if isinstance(row, dict)}
    left_out["restated"] += sum(isinstance(row, dict) for row in batches) - len(rows)
    write(folder / "largest_batches.csv", BATCHES, sorted(rows.values(), key=order))
    print(f"{len(measured)} measurements, {len(rows)} largest batches")
    for reason, count in sorted(left_out.items()):
        print(f"left out: {count} of {reason}")


def measurement(row):
    source, quant = row["source"], row["precision/quant"]
    litgpt = "litgpt" in source
    cards = int(row["gpus"])
    result = {"network": network(row), "kind": row["kind"], "task": "run", "weights": WEIGHTS.get(quant, "fp16"),
              "batch": row["batch"], "tokens": re.sub(r"\D", "", row["seq_len"].split("(")[0]) or LITGPT_PROMPT,
              "checkpointing": "selective", "engine": "litgpt" if litgpt else "pytorch", "loss_in_chunks": "no",
              "gpus": cards, "memory_gb": re.match(r">?([0-9.]+)", row["memory_gb"]).group(1)}
    if row["task"] != "inference":
        quantised = "4bit" in quant or "nf4" in quant
        result.update(task="qlora" if quantised else "lora", checkpointing="selective" if litgpt and cards == 1
                      else "full", loss_in_chunks="yes" if "Unsloth" in quant else "no")
        if "4bit" in quant:
            result["weights"] = "nf4"
    result["dataset"] = ("qwen3-speed" if "Qwen3" in source else
                         "llama-factory-unsloth" if "Unsloth" in quant else
                         "llama-factory" if not litgpt else
                         "litgpt-run" if row["task"] == "inference" else
                         "litgpt-adapter-methods" if row["task"] == "adapter" else
                         "litgpt-several-cards" if cards > 1 else "litgpt-lora")
    return result


def network(row):
    if row["model"] == "Llama 2":
        return f"llama-2-{row['params'].lower()}"
    return NETWORKS.get(row["model"]) or row["model"].lower().replace(".", "-")


def capacity(row):
    batch = re.search(r"\d+", row["batch"]).group()
    return {"dataset": "bert-readme", "network": NETWORKS[row["model"]], "gpu": "", "memory_gb": 12,
            "arithmetic": "fp32", "optimizer": "adam", "engine": "tensorflow-1", "tokens": row["seq_len"],
            "batch": batch, "source": "bert-readme"}


def lambda_2020(row):
    if not row["max_batch"]:
        return "cell that is not recovered"
    id = NETWORKS[row["model"]]
    return {"dataset": "lambda-2020-02-batches", "network": id, "gpu": GPUS[row["gpu"]],
            "memory_gb": MEMORY[row["gpu"]], "arithmetic": "fp32",
            "optimizer": "adam" if id in TRAINED_WITH_ADAM else "momentum", "engine": "pytorch", "tokens": 0,
            "batch": row["max_batch"], "source": "lambda-2020-02"}


def lambda_pytorch(row):
    if row["gpu_count"] != "1":
        return "several GPUs, whose batch per GPU is that of one"
    if row["model"] not in NETWORKS or NETWORKS[row["model"]] not in TOKENS:
        return f"network {row['model']}: no shape, or not its variant"
    card = row["gpu_or_memory"]
    size = re.search(r"(\d+) ?GB", card)
    id = NETWORKS[row["model"]]
    commit = re.search(r"@([0-9a-f]{8})", row["source"])
    per_card = row["kind"] == "per-gpu table"
    return {"dataset": f"lambda-pytorch-{row['harness'][:3].strip()}-batches" if per_card
            else "lambda-pytorch-configurations",
            "network": id, "gpu": GPUS.get(card, ""), "memory_gb": MEMORY.get(card) or size.group(1),
            "arithmetic": "fp32" if row["precision"] == "fp32" else "mixed",
            "optimizer": "momentum" if id == "resnet-50" else "adam", "engine": "pytorch", "tokens": TOKENS[id],
            "batch": row["batch_per_gpu" if per_card else "batch_total"],
            "source": COMMITS[commit.group(1)] if commit else "lambda-pytorch-2025-12"}


def without_contradicted(batches):
    """Cells that say that nothing fits, where another run fitted the same on as much memory, are no evidence."""
    def job(row):
        return tuple(row[key] for key in "network memory_gb arithmetic engine tokens".split())

    fitted = {job(row) for row in batches if isinstance(row, dict) and int(row["batch"]) > 0}
    return [CONTRADICTED if isinstance(row, dict) and int(row["batch"]) == 0 and job(row) in fitted else row
            for row in batches]


def order(row):
    return (row["dataset"], row["network"], row["arithmetic"], int(row["tokens"]), int(row["memory_gb"]), row["gpu"],
            int(row["batch"]))


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(path, columns, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
