"""One question, one answer: what several commands say of the same job and machine, by the members of their JSON.

    pairs_test.py PROGRAM
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
ANSWERED, NONE = 0, 1  # exit statuses

ANY_CARD = ["--form", "any", "--support", "any", "--min-memory", "0"]


def answer(*arguments):
    done = subprocess.run([PROGRAM, *arguments, "--format", "json"], capture_output=True, text=True)
    assert done.returncode in (ANSWERED, NONE), (arguments, done.stderr)
    return json.loads(done.stdout)


class Filters(unittest.TestCase):
    """What the default constraints leave out: `show` tells its place among its own, `recommend` has it."""

    def test_a_filter_is_no_verdict(self):
        for gpu, own, *asked in (("r9700", "AMD's", "--vendor", "amd"), ("9070 xt", "AMD's", "--vendor", "amd"),
                                 ("arc pro b70", "Intel's", "--vendor", "intel"), ("t4", "passive cards", "--form", "passive")):
            shown = " ".join(subprocess.run([PROGRAM, "show", gpu], capture_output=True, text=True).stdout.split())
            self.assertIn("is not among the default answers, which are ", shown, gpu)
            rank, rows = map(int, re.search(f"Among {own} it ranks ([0-9]+) of ([0-9]+) by speed", shown).groups())
            told = answer("recommend", *asked, "-n", "0")["results"]
            wanted = answer("show", gpu)["results"][0]["gpu"]["id"]
            self.assertEqual((rows, told[rank - 1]["id"]), (len(told), wanted))

    def test_running_takes_what_runs_it_well(self):
        for work in (["-w", "llm"], ["-w", "image-generation-xl"], ["--model", "qwen3-32b"]):
            told = answer("recommend", *work, "-n", "0")
            self.assertEqual(told["query"]["support"], "current")
            self.assertLessEqual({"CUDA", "ROCm"}, {row["software"] for row in told["results"]})
            cuda = answer("recommend", *work, "-n", "0", "--support", "cuda")["results"]
            self.assertEqual({row["software"] for row in cuda}, {"CUDA"})
            warned = {warning["id"] for row in told["results"] for warning in row["warnings"]}
            self.assertEqual(warned & {"support-ended", "support-community", "support-unknown"}, set())
            amd = answer("recommend", *work, "-n", "0", "--support", "rocm")["results"]
            self.assertEqual({row["vendor"] for row in amd}, {"amd"})
        self.assertEqual({row["software"] for row in answer("recommend", "-w", "cnn", "-n", "0")["results"]}, {"CUDA"})


class Fit(unittest.TestCase):
    """`memory MODEL --gpu` and `recommend --model --only` on the same GPUs."""

    MODELS = ["llama-3.1-8b", "llama-3.3-70b", "qwen3-32b", "gpt-oss-20b", "qwen3-30b-a3b", "mistral-7b"]
    GPUS = {"rtx 3090": (1, 2, 4), "h100 sxm5 80gb": (1, 8), "rtx 4060 ti 16gb": (1, 3), "rtx 3060 12gb": (2,)}

    def pair(self, model, gpu, count, *options):
        told = answer("memory", model, "--gpu", f"{count}x {gpu}", *options)
        asked = answer("recommend", "--model", model, "--only", gpu, "--count", str(count), "-n", "0", *ANY_CARD, *options)
        rows = [] if asked["changes"] else asked["results"]  # with a default changed it is another job
        fit = told["results"][0]
        where = (model, gpu, count, options)
        if not rows:
            self.assertEqual(fit["verdict"], "does-not-fit", where)
            return False
        row = rows[0]
        need = fit["total_gb"] or told["need"]["total_gb"]
        self.assertEqual((fit["verdict"], round(need, 6)), (row["fit"]["verdict"], round(row["fit"]["need_gb"], 6)), where)
        if row["fit"]["zero_stage"] is not None and count > 1:
            self.assertEqual(told["query"]["zero_stage"], row["fit"]["zero_stage"], where)
        self.assertEqual(fit["tokens_per_second"], row["tokens_per_second"], where)
        return True

    def test_running(self):
        fits = [self.pair(model, gpu, count, *options) for model in self.MODELS for gpu, counts in self.GPUS.items() for count in counts
                for options in ([], ["--quant", "fp8", "--batch", "4"])]
        self.assertIn(True, fits)
        self.assertIn(False, fits)

    def test_training(self):
        fits = [self.pair(model, gpu, count, "--task", task) for model in ("llama-3.1-8b", "llama-3.3-70b", "qwen3-32b")
                for gpu, counts in self.GPUS.items() for count in counts for task in ("train", "lora", "qlora")]
        self.assertIn(True, fits)
        self.assertIn(False, fits)

    def test_pictures(self):
        for model in "sdxl", "flux-1", "qwen-image":
            for gpu in "rtx 3090", "rtx 4060 ti 16gb", "rtx 3060 12gb":
                self.pair(model, gpu, 1)

    def test_training_is_split_as_far_as_needed(self):
        told = answer("memory", "llama-3.1-8b", "--task", "train", "--gpu", "8x h100 sxm")
        self.assertEqual((told["results"][0]["verdict"], told["results"][0]["remedies"]), ("fits", []))
        self.assertGreater(told["query"]["zero_stage"], 0)
        asked = answer("memory", "llama-3.1-8b", "--task", "train", "--gpu", "8x h100 sxm", "--zero", "0")  # what is stated stays
        self.assertEqual((asked["results"][0]["verdict"], asked["query"]["zero_stage"]), ("does-not-fit", 0))
        # 70B by QLoRA on cards of 24 GB, as Answer.AI did on two (https://www.answer.ai/posts/2024-03-06-fsdp-qlora.html).
        rows = answer("recommend", "--model", "llama-3.3-70b", "--task", "qlora", "-b", "10000", "-n", "0")["results"]
        self.assertIn("nvidia-geforce-rtx-3090", [row["id"] for row in rows])

    def test_servers_split_every_layer(self):
        rates = [answer("memory", "llama-3.3-70b", "--quant", "fp8", "--gpu", gpu)["results"][0]["tokens_per_second"]
                 for gpu in ("2x h100 sxm", "h200 sxm")]
        one = answer("memory", "llama-3.1-8b", "--quant", "fp8", "--gpu", "h100 sxm")["results"][0]["tokens_per_second"]
        two = answer("memory", "llama-3.1-8b", "--quant", "fp8", "--gpu", "2x h100 sxm")["results"][0]["tokens_per_second"]
        self.assertEqual((one["split"], two["split"], rates[0]["split"]), ("layers", "tensors", "tensors"))
        self.assertGreater(two["together"]["middle"], 1.3 * one["together"]["middle"])
        gguf = answer("memory", "llama-3.1-8b", "--quant", "q4-k-m", "--gpu", "2x h100 sxm")["results"][0]["tokens_per_second"]
        self.assertEqual(gguf["split"], "layers")


class Machine(unittest.TestCase):
    """`detect` and what `memory --gpu` and `upgrade` say of the same cards."""

    MACHINES = [(1, "RTX 3090", 24576), (2, "RTX 3090", 24576), (4, "RTX 3090", 24576), (8, "RTX 3090", 24576), (1, "RTX 4090", 24564),
                (2, "RTX 3060", 12288), (4, "RTX 4060 Ti", 16380), (2, "RTX 5090", 32607), (1, "GTX 1080 Ti", 11264)]
    MIXED = [((1, "RTX 3090", 24576), (1, "RTX 4060 Ti", 16380)), ((2, "RTX 4090", 24564), (1, "RTX 3090", 24576))]

    @staticmethod
    def detected(*kinds):
        rows = [f"NVIDIA GeForce {name}, {memory} MiB, 580.95" for count, name, memory in kinds for _ in range(count)]
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as capture:
            capture.write("\n".join(["name, memory.total [MiB], driver_version", *rows, ""]))
            capture.flush()
            return answer("detect", "--from", capture.name)

    def check(self, *kinds):
        found = self.detected(*kinds)
        names = "+".join(f"{one['count']}x {one['id']}" for one in found["owned"])
        self.assertEqual([one["count"] for one in found["owned"]], [count for count, _, _ in kinds])
        self.assertEqual(found["runs"], answer("memory", "--gpu", names)["results"], names)
        upgraded = answer("upgrade", names)
        main = next(one for one in upgraded["results"] if one["workload"] == found["next"]["workload"])
        self.assertEqual((found["next"]["choice"], found["next"]["id"]),
                         (main["choice"], main["best"] and main["best"]["card"]["id"]), names)
        self.assertEqual((upgraded["owned"]["id"], upgraded["owned"]["count"]), (found["main"]["id"], found["main"]["count"]))

    def test_equal_cards(self):
        for machine in self.MACHINES:
            self.check(machine)

    def test_different_cards(self):
        for machine in self.MIXED:
            self.check(*machine)

    def test_several_hold_more_than_one(self):
        largest = [max((row["parameters_m"] for row in self.detected((count, "RTX 3090", 24576))["runs"] if row["task"] == "run"), default=0)
                   for count in (1, 2, 4)]
        self.assertEqual(largest, sorted(set(largest)))

    def test_a_sum_of_equal_ones_is_their_count(self):
        for command in (["memory", "--gpu"], ["memory", "llama-3.3-70b", "--gpu"], ["upgrade"], ["build"]):
            self.assertEqual(answer(*command, "2x 3090 + 3090")["results"], answer(*command, "3x 3090")["results"], command)

    def test_a_card_more_makes_nothing_worse(self):
        """However weak it is: what one runs alone, it runs beside another, and as fast."""
        verdicts = ["fits", "tight", "does-not-fit"]

        def found(*names):
            rows = answer("memory", "--gpu", "+".join(names), "-n", "0")["results"]
            return {(row["id"], row["task"]): row for row in rows}

        for card in ("rtx 3090", "rtx 3060 12gb"):
            alone = found(card)
            for weaker in ("gtx 1060 6gb", "rtx 4060 ti 8gb", "gtx 1650"):
                both = found(card, weaker)
                for key, row in alone.items():
                    with_it = both[key]
                    where = (card, weaker, key)
                    if with_it["format"] != row["format"]:
                        continue  # a larger one has room
                    self.assertLessEqual(verdicts.index(with_it["verdict"]), verdicts.index(row["verdict"]), where)
                    if row["tokens_per_second"] and with_it["verdict"] == row["verdict"]:
                        self.assertGreaterEqual(with_it["tokens_per_second"], row["tokens_per_second"], where)

    def test_owners_of_two_are_told_of_a_third(self):
        for count, ordinal in ((1, "second"), (2, "third"), (3, "fourth")):
            text = subprocess.run([PROGRAM, "upgrade", f"{count}x 3090", "--explain"], capture_output=True, text=True, check=True).stdout
            self.assertIn(f"a {ordinal} RTX 3090", text)


class Order(unittest.TestCase):
    def test_compare_does_not_depend_on_the_order(self):
        for one, other in (("3090", "4090"), ("h100 sxm", "a100 sxm 80gb"), ("rx 7900 xtx", "4080"), ("3060 12gb", "4060")):
            found = [{gpu["id"]: gpu for gpu in answer("compare", *pair)["results"]} for pair in ((one, other), (other, one))]
            self.assertEqual(found[0], found[1], (one, other))


class Building(unittest.TestCase):
    """`recommend` and `build` on what is put together, and what it takes."""

    def test_what_is_recommended_can_be_built(self):
        dice = random.Random(47)
        models = ["llama-3.1-8b", "qwen3-32b", "gemma-3-27b", "llama-3.3-70b", "gpt-oss-20b", "gpt-oss-120b", "qwen3-235b", "flux-1"]
        built = {}
        for _ in range(300):
            budget = str(dice.choice([300, 500, 800, 1000, 1500, 2000, 3000, 5000, 8000, 15000]))
            if dice.random() < 0.6:
                work = ["--model", dice.choice(models), *dice.choice([[], [], ["--kv", "8"], ["--quant", "q8-0"]])]
            else:
                work = ["-w", dice.choice(["cnn", "rnn", "transformer", "llm-inference"]), "--count", dice.choice(["1", "2", "1-4", "4"])]
            limits = dice.choice([[], [], ["--psu", "850"], ["--support", "any"]])
            for row in answer("recommend", *work, "--budget", budget, *limits)["results"][:1]:
                machine = f"{row['count']}x {row['id']}"
                if machine not in built:
                    built[machine] = answer("build", machine)["results"][0]["feasibility"]
                where = (work, budget, machine)
                self.assertNotEqual(built[machine]["verdict"], "cannot", where)
                if row["count"] > 1:
                    self.assertEqual(row["feasibility"], built[machine], where)
        self.assertGreater(len(built), 25)


class OwnOrRent(unittest.TestCase):
    """`cost --against rent`, `recommend --include-rent`, `upgrade` and `show` of the same GPUs, used the same."""

    USES = [["--hours-per-day", "3.6", "--years", "5"], ["--use", "100%", "--years", "2"], ["--use", "60%", "--months", "3"]]

    def of_cost(self, gpu, condition, use):
        asked = ["--condition", condition] if condition in ("new", "used") else []
        return answer("cost", gpu, "--against", "rent", *asked, *use)["own_or_rent"]

    def test_recommend(self):
        seen = set()
        for use in self.USES:
            rows = answer("recommend", "--include-rent", "-n", "0", *ANY_CARD, *use)["results"]
            self.assertGreater(len(rows), 100)
            for row in rows:
                if row["own_or_rent"] is None:
                    continue
                seen.add(row["own_or_rent"]["verdict"])
                told = self.of_cost(row["id"], row["condition"], use)
                self.assertEqual(told, row["own_or_rent"], (row["id"], row["condition"], use))
                if row["rental"]:
                    self.assertEqual(row["rental"]["usd_per_hour"], told["usd_per_hour"], row["id"])
        self.assertEqual(seen, {"own", "rent", "about-the-same"})

    def test_show(self):
        gpus = ["rtx 3070", "rtx 3090", "rtx 4090", "rtx 5090", "h100 sxm5 80gb", "l40s", "rtx a6000", "rx 7900 xtx"]
        for sheet in answer("show", *gpus)["results"]:
            self.assertEqual(sheet["own_or_rent"], self.of_cost(sheet["gpu"]["id"], None, []), sheet["gpu"]["id"])

    def test_upgrade(self):
        rented = 0
        for owned in "gtx 1070", "rtx 2070", "rtx 3060 12gb", "rtx 3070", "rtx 3090", "rtx 4090", "rx 7900 xtx", "2x rtx 3090":
            for use in self.USES:
                for found in answer("upgrade", owned, *use)["results"]:
                    best = [found["best"]] if found["best"] else []
                    for option in [*found["options"], *best]:
                        card = option["card"]
                        if option["second"]:  # works beside the owned one only where it is owned too
                            self.assertIsNone(option["own_or_rent"])
                            continue
                        told = self.of_cost(card["id"], card["condition"], use)
                        self.assertEqual(option["own_or_rent"], told, (owned, card["id"], use))
                    if found["choice"] in ("second", "replace", "rent") and found["best"]["own_or_rent"]:
                        is_rented = found["choice"] == "rent"
                        rented += is_rented
                        self.assertEqual(found["best"]["own_or_rent"]["verdict"] == "rent", is_rented, (owned, use))
        self.assertGreater(rented, 0)

    def test_what_experts_say(self):
        # Eight modules for three months; at 3.6 hours a day over five years, where a server makes it dearer; all day long.
        found = [self.of_cost("8x h100 sxm", None, use) for use in
                 (["--use", "60%", "--months", "3"], [], ["--hours-per-day", "24"])]
        self.assertEqual([one["verdict"] for one in found], ["rent", "about-the-same", "own"])
        self.assertEqual([one["machine"] for one in found], ["module-server"] * 3)
        self.assertGreater(found[1]["turns_at_machine_usd"], 0)


unittest.main()
