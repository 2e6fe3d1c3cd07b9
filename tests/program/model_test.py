"""What `recommend --model` proposes: the format that people run, the fewest cards, free changes before money.

    model_test.py PROGRAM
"""

import json
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

    def test_other_language_models_are_taken_in_4_bits_at_home_and_in_16_on_servers(self):
        for where, weights in ((), "q4-k-m"), (("--deployment", "datacenter"), "fp16"):
            self.assertEqual(answer("--model", "llama-3-8b", *where)["query"]["job"]["weights"], weights)

    def test_a_format_that_is_asked_for_is_taken(self):
        job = answer("--model", "gpt-oss-20b", "--quant", "fp16")["query"]["job"]
        self.assertEqual((job["weights"], job["weights_from"]), ("fp16", "asked"))

    def test_training_has_no_format_that_people_run(self):
        self.assertIsNone(answer("--model", "llama-3-8b", "--task", "lora")["query"]["job"]["weights_from"])


class Counts(unittest.TestCase):
    def test_one_card_is_first_where_one_is_enough(self):
        self.assertEqual(answer("--model", "gpt-oss-120b")["results"][0]["count"], 1)

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
        misses = answer("--model", "llama-3-70b", "--budget", "700")["near_misses"]
        changes = [miss["changes"][0].split()[0] for miss in misses if miss["kind"] == "change"]
        self.assertIn(changes[0], ("--quant", "--ram"))
        self.assertIn("--budget", changes[1:])

    def test_images_fit_in_8_bits_with_idle_parts_in_the_hosts_memory(self):
        report = answer("--model", "flux-1", "--budget", "800")
        self.assertEqual(report["query"]["job"]["weights"], "fp8")
        self.assertTrue(report["results"])
        for row in report["results"]:
            self.assertEqual(row["fit"]["offload"], row["memory_gb"] < 20)  # 19.1 GB as a whole


if __name__ == "__main__":
    unittest.main()
