"""What `recommend --model` proposes: the format that people run, the fewest cards, free changes before money.

    model_test.py PROGRAM
"""

import json
import math
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)

ANSWERED, NONE = 0, 1  # exit statuses


def answer(*arguments):
    done = subprocess.run([PROGRAM, "recommend", *arguments, "--format", "json"], capture_output=True, text=True)
    assert done.returncode in (ANSWERED, NONE), done.stderr
    return json.loads(done.stdout)


def rows(*arguments):
    return [(row["count"], row["id"]) for row in answer(*arguments, "-n", "0")["results"]]


class Formats(unittest.TestCase):
    def test_a_published_format_of_few_bits_is_taken(self):
        job = answer("--model", "gpt-oss-120b")["query"]["job"]
        self.assertEqual((job["weights"], job["weights_from"]), ("mxfp4", "published"))
        self.assertLess(job["need_gb"], 1.05 * 63.39)  # what the file takes, and 4,096 tokens

    def test_other_language_models_are_taken_in_4_bits_at_home_and_in_8_on_servers(self):
        for where, weights in ((), "q4-k-m"), (("--deployment", "datacenter"), "fp8"):
            self.assertEqual(answer("--model", "llama-3-8b", *where)["query"]["job"]["weights"], weights)

    def test_a_format_that_is_asked_for_is_taken(self):
        job = answer("--model", "gpt-oss-20b", "--quant", "fp16")["query"]["job"]
        self.assertEqual((job["weights"], job["weights_from"]), ("fp16", "asked"))

    def test_training_has_no_format_that_people_run(self):
        self.assertIsNone(answer("--model", "llama-3-8b", "--task", "lora")["query"]["job"]["weights_from"])


class Counts(unittest.TestCase):
    def test_one_card_is_first_where_one_is_enough(self):
        counts = {row["count"] for row in answer("--model", "gpt-oss-120b", "-n", "0")["results"]
                  if row["memory_gb"] == 96}
        self.assertEqual(counts, {1})

    def test_two_cards_where_two_do(self):
        for gpu, more in (("nvidia-geforce-rtx-3090", ()), ("amd-radeon-rx-7900-xtx", ("--vendor", "amd"))):
            counts = {count for count, id in rows("--model", "llama-3-70b", "--budget", "4000", *more) if id == gpu}
            self.assertEqual(counts, {2})

    def test_a_range_of_counts_lists_all_that_it_fits_on(self):
        # 42.5 GB of weights and some: not on one card of 24 GB
        counts = [count for count, _ in rows("--model", "llama-3-70b", "--only", "3090", "--count", "1-8",
                                             "--condition", "used")]
        self.assertEqual(sorted(counts), [2, 3, 4, 5, 6, 7, 8])

    def test_no_gpu_has_two_rows_of_a_condition(self):
        for task in "run", "qlora", "train":
            found = [(row["id"], row["condition"]) for row in answer("--model", "llama-3-8b", "--task", task,
                                                                      "-n", "0")["results"]]
            self.assertEqual(len(found), len(set(found)))


class Changes(unittest.TestCase):
    def test_what_costs_nothing_comes_before_what_costs_money(self):
        asked = answer("--model", "llama-3-70b", "--budget", "700")
        self.assertIn(asked["changes"][0].split()[0], ("--quant", "--ram"))
        self.assertIn("--budget", [miss["changes"][0].split()[0] for miss in asked["near_misses"]])

    def test_images_fit_in_8_bits_with_idle_parts_in_the_hosts_memory(self):
        report = answer("--model", "flux-1", "--budget", "800")
        self.assertEqual(report["query"]["job"]["weights"], "fp8")
        self.assertTrue(report["results"])
        for row in report["results"]:
            self.assertEqual(row["fit"]["offload"], row["memory_gb"] < 20)  # 19.1 GB as a whole


class Speeds(unittest.TestCase):
    def test_faster_steps_of_the_speeds_shown_come_first(self):
        for asked in (("--model", "gpt-oss-120b", "--ram", "64"), ("--model", "llama-3-70b", "--count", "1-4"),
                      ("--model", "llama-3.1-8b"), ("--model", "gpt-oss-120b", "--segment", "unified")):
            # Unknown ones are last; each further card counts as 5 % slower.
            rates = [(row["tokens_per_second"] or {"together": {"middle": 1e-9}})["together"]["middle"] / 1.05 ** (row["count"] - 1)
                     for row in answer(*asked, "-n", "0")["results"]
                     if row["price"] and not any(one["id"] in ("old-price", "no-offer") for one in row["warnings"])]
            steps = [math.floor(math.log(rate) / math.log(1.1) + 1e-9) for rate in rates]
            self.assertGreater(len(steps), 5, asked)
            self.assertEqual(steps, sorted(steps, reverse=True), asked)

    def test_the_first_token_comes_sooner_on_more_gpus(self):
        seconds = {}
        for count in 1, 2, 4:
            row, = answer("--model", "llama-3-70b", "--only", "h100-sxm5-80gb", "--count", str(count), "--form", "any",
                          "--condition", "new", "--time-to-first-token", "100")["results"]
            rates = row["tokens_per_second"]
            seconds[count] = 1 / (rates["prompt_tensors_split"] or rates["prompt"])["middle"]
        # A part of 0.16 of the time stays: 0.16 + 0.84 / 2 and 0.16 + 0.84 / 4 of it.
        self.assertAlmostEqual(seconds[2] / seconds[1], 0.58, places=4)
        self.assertAlmostEqual(seconds[4] / seconds[1], 0.37, places=4)

    def test_the_nearest_change_is_what_the_changed_request_answers(self):
        asked = ("--model", "llama-3-70b", "--users", "50", "--form", "any", "--time-to-first-token")
        miss = answer(*asked, "0.01")["near_misses"][0]
        option, value = miss["changes"][0].split()
        self.assertEqual((option, len(miss["changes"])), ("--time-to-first-token", 1))
        self.assertLessEqual(len(value), len("0.012"))
        first = answer(*asked, value)["results"][0]
        self.assertEqual((first["id"], first["count"]), (miss["offer"]["id"], miss["offer"]["count"]))


class Own(unittest.TestCase):
    def test_those_who_have_enough_are_told_so_first(self):
        done = subprocess.run([PROGRAM, "recommend", "--model", "llama-3-8b", "--own", "3090"], capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, ANSWERED)
        self.assertRegex(" ".join(done.stdout.split()),
                         r"^Your RTX 3090 is enough: it runs Llama 3 8B in Q4_K_M, [\d-]+ tokens/s; you need nothing "
                         r"more\. Adding a ")

    def test_nothing_to_add_is_an_answer(self):
        for own, status in (("2x 3090", ANSWERED), ("3090", NONE)):
            done = subprocess.run([PROGRAM, "recommend", "--model", "llama-3-70b", "--quant", "fp8", "--kv", "8", "--context", "4096",
                                   "--own", own if status == NONE else "4x 3090", "--budget", "10"],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, status)

    def test_what_is_too_slow_is_not_enough(self):
        for rate, enough in (("20", True), ("500", False)):
            alone = answer("--model", "llama-3-8b", "--own", "3090", "--tokens-per-second", rate)["own_alone"]
            self.assertEqual((alone["verdict"], alone["enough"]), ("fits", enough))


class Machines(unittest.TestCase):
    def test_machines_that_are_named_need_no_cuda(self):
        for named in ("--segment", "unified"), ("--form", "machine"):
            asked = answer("--model", "deepseek-v3", *named, "-n", "0")
            self.assertEqual(asked["query"]["support"], "current")
            self.assertIn("apple", {row["vendor"] for row in asked["results"]})
        self.assertEqual(answer("--workload", "cnn", "--segment", "unified")["query"]["support"], "cuda")


if __name__ == "__main__":
    unittest.main()
