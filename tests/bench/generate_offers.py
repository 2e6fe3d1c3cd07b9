"""Writes as many offers as asked for, as lines of JSON: the same bytes for the same number.

    generate_offers.py 1000000 > offers.ndjson
"""

import random
import sys

GPUS = [
    ("NVIDIA GeForce RTX 3090", 24, 0.18), ("NVIDIA GeForce RTX 4090", 24, 0.34), ("NVIDIA GeForce RTX 5090", 32, 0.55),
    ("NVIDIA RTX A6000", 48, 0.45), ("NVIDIA L40S", 48, 0.85), ("NVIDIA L4", 24, 0.45), ("NVIDIA Tesla T4", 16, 0.20),
    ("NVIDIA A100 SXM4 80GB", 80, 1.20), ("NVIDIA H100 SXM5 80GB", 80, 2.10), ("NVIDIA H200 SXM 141GB", 141, 3.10),
    ("NVIDIA B200", 192, 4.90), ("AMD Instinct MI300X", 192, 2.40), ("NVIDIA RTX 9999 NO SUCH", 48, 0.60),
]  # the last one is no GPU of the catalog
PROVIDERS = ["aurora", "borealis", "cumulus", "dunes", "estuary", "fjord", "glacier", "harbour"]
REGIONS = ["us-east-1", "us-west-2", "eu-central-1", "eu-north-1", "ap-south-1", "sa-east-1"]
TERMS = ["on-demand", "spot", "marketplace"]


def lines(count):
    numbers = random.Random(20261120)
    for number in range(count):
        name, memory, price = numbers.choice(GPUS)
        gpus = numbers.choice([1, 1, 2, 4, 8])
        total = round(gpus * price * numbers.uniform(0.6, 2.5), 4)
        if numbers.random() < 0.002:
            total = numbers.choice([0, -total])
        yield (
            f'{{"id":{100000 + numbers.randrange(count):d},"gpu":"{name}","memory_gb":{memory},"count":{gpus},'
            f'"usd_per_hour":{total},"provider":"{numbers.choice(PROVIDERS)}","terms":"{numbers.choice(TERMS)}",'
            f'"region":"{numbers.choice(REGIONS)}","instance":"m-{numbers.randrange(count):07d}",'
            f'"date":"2026-11-{1 + numbers.randrange(24):02d}","cpu_cores":{numbers.choice([8, 16, 32, 64])},'
            f'"ram_gb":{numbers.choice([64, 128, 256, 512])},"disk_gb":{numbers.randrange(100, 4000)},'
            f'"inet_mbps":{numbers.randrange(100, 9999)},"reliability":{numbers.uniform(0.9, 1):.5f}}}\n'
        )


if __name__ == "__main__":
    sys.stdout.writelines(lines(int(sys.argv[1])))
