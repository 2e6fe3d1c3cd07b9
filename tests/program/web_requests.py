"""Command lines that a page could be asked, made up at random, but the same each time; some are wrong."""

import random

WORKLOADS = ["cnn", "rnn", "transformer", "general", "llm-inference", "llm-serving", "llm-finetuning", "image-generation",
             "image-generation-xl", "llm-decode"]
NETWORKS = ["llama-3-8b", "llama-3-70b", "mistral-7b", "resnet-50", "bert-large", "qwen3-8b", "gemma-2-9b", "mixtral-8x7b"]
GPUS = ["3090", "RTX 4090", "rtx 5070 ti", "2080ti", "1070", "RX 7900 XTX", "H100 PCIe", "A100 PCIe 80GB", "Tesla T4",
        "L40S", "RTX A6000", "Arc B580", "titan v"]
WRONG = [["--budget", "-5"], ["--workload", "cnm"], ["--min-memory", "x"], ["--nothing"], ["--condition", "broken"],
         ["--rank-by", "luck"], ["--model", "no-such-network"], ["--vendor", "3dfx"], ["--catalog", "/no/such.json"]]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def one(self, values):
        return self.random.choice(values)

    def number(self, low, high):
        """Spread evenly over powers of ten, often with digits behind the point."""
        value = low * (high / low) ** self.random.random()
        return str(round(value) if value > 10 and self.random.random() < 0.6 else round(value, 2))

    def some(self, *options):
        """Each option with its chance."""
        return [word for chance, words in options if self.random.random() < chance for word in words]

    def workload(self):
        return ["-w", self.one(WORKLOADS)]

    def filters(self):
        return self.some((0.7, ["--budget", self.number(300, 20000)]), (0.3, ["--min-memory", self.number(4, 48)]),
                         (0.3, ["--condition", self.one(["new", "used", "any"])]), (0.3, ["--support", self.one(["cuda", "rocm", "any"])]))

    def ranking(self):
        return self.filters() + self.some(
            (0.4, ["--rank-by", self.one(["performance", "value", "priority", "efficiency", "price", "memory", "cost"])]),
            (0.2, ["--vendor", self.one(["nvidia", "amd", "intel", "nvidia,amd"])]), (0.2, ["--form", self.one(["any", "card", "laptop"])]),
            (0.2, ["--max-power", self.number(75, 700)]), (0.2, ["--evidence", self.one(["measured", "specs", "any"])]),
            (0.2, ["--count", self.one(["1-4", "2", "8"])]), (0.1, ["--exclude", self.one(GPUS)]),
            (0.3, ["-n", self.one(["0", "1", "3", "20"])]), (0.1, ["--precision", "fp32"]),
            (0.1, ["--include-rent", "--years", self.number(0.5, 9), "--kwh", self.number(0.05, 0.6)]),
            (0.1, ["--weights", f"tensor={self.number(0.1, 5)},bandwidth={self.number(0.1, 5)}"]),
            (0.1, ["--currency", self.one(["EUR", "GBP", "INR"])]), (0.15, ["--explain"]))

    def job(self):
        network = self.one(NETWORKS)
        if network == "resnet-50":
            return [network], ["--task", self.one(["run", "train"])] + self.some((0.5, ["--batch", self.one(["1", "64"])]))
        task = self.one(["run", "run", "train", "lora", "qlora"])
        return [network], ["--task", task] + self.some((0.3, ["--batch", self.one(["1", "4", "16"])]),
                                                       (0.3, ["--context", self.one(["2048", "4096"])]))

    def recommend(self):
        if self.random.random() < 0.3:
            network, how = self.job()
            return ["recommend", "--model", *network, *how, *self.filters()]
        return ["recommend", *self.workload(), *self.ranking()]

    def memory(self):
        if self.random.random() < 0.2:
            return ["memory", "--gpu", self.one(GPUS)]
        network, how = self.job()
        return ["memory", *network, *how, *self.some((0.3, ["--gpu", self.one(GPUS)]), (0.2, ["--explain"]), (0.2, ["--all-gpus"]))]

    def request(self):
        gpus = self.random.sample(GPUS, self.random.randint(2, 4))
        kinds = {
            "recommend": (8, self.recommend), "report": (1, lambda: ["report", *self.workload(), *self.filters()]), "memory": (4, self.memory),
            "upgrade": (3, lambda: ["upgrade", self.one(GPUS), *self.workload(), *self.filters()]),
            "compare": (3, lambda: ["compare", *gpus, *self.workload()]),
            "explain": (2, lambda: ["explain", self.one(GPUS), *self.workload(), *self.filters()]),
            "list": (2, lambda: ["list", *self.workload(), *self.some((0.5, ["--min-memory", "16"])), "-n", "30"]),
            "picks": (1, lambda: ["picks", *self.some((0.7, ["--budget", self.number(200, 5000)]))]),
            "cost": (1, lambda: ["cost", self.one(GPUS), "--kwh", self.number(0.05, 0.6)]),
            "show": (1, lambda: ["show", self.one(GPUS)]), "prices": (1, lambda: ["prices", self.one(GPUS)]),
            "rent": (1, lambda: ["rent", self.one(GPUS)]), "build": (1, lambda: ["build", f"{self.one(['2', '4'])}x {self.one(GPUS)}"]),
            "guides": (1, lambda: ["guides"]), "chart": (1, lambda: ["chart", "--answers", self.one(["yes", "no,yes", "no,no,yes", "no,no,no"])]), "sources": (1, lambda: ["sources"]),
        }
        make = self.random.choices([make for _, make in kinds.values()], [weight for weight, _ in kinds.values()])[0]
        words = make()
        if self.random.random() < 0.08:
            words += self.one(WRONG)
        return [*words, "--format", "json"]


def requests(count, seed=1):
    maker = Maker(seed)
    return [maker.request() for _ in range(count)]
