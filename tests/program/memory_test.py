"""What `memory` answers: sums that can be done by hand, what grows with what, which questions are refused.

    memory_test.py PROGRAM DATA_DIRECTORY
"""

import csv
import io
import json
import pathlib
import subprocess
import sys
import unittest

PROGRAM, DATA = sys.argv.pop(1), sys.argv.pop(1)

ANSWERED, NONE, USAGE = 0, 1, 2  # exit statuses


def run(*arguments):
    return subprocess.run([PROGRAM, "memory", *arguments], capture_output=True, text=True)


def answer(*arguments):
    done = run(*arguments, "--format", "json")
    assert done.returncode in (ANSWERED, NONE), done.stderr
    return json.loads(done.stdout)


def total(*arguments):
    return answer(*arguments)["need"]["total_gb"]


def part(report, name):
    return next(part["gb"] for part in report["need"]["parts"] if part["part"] == name)


class GpuMemoryShare(unittest.TestCase):
    MAC = ("llama-3-70b", "--gpu", "m4 max 64gb")

    def fit(self, *share):
        report = answer(*self.MAC, *share)
        return report["catalog"]["gpu_memory_share"], report["results"][0]["memory"]["usable_gb"]

    def test_it_is_of_the_whole_memory(self):
        gb = 64 * 2**30 / 1e9
        for share, told, usable in (((), None, 0.75), (("--gpu-memory-share", "0.9"), 0.9, 0.9),
                                    (("--gpu-memory-share", "90%"), 0.9, 0.9), (("--gpu-memory-share", "1"), 1, 1),
                                    (("--gpu-memory-share", "0.1"), 0.1, 0.1)):
            with self.subTest(share):
                found = self.fit(*share)
                self.assertEqual(found[0], told)
                self.assertAlmostEqual(found[1], gb * usable, 2)
        self.assertEqual(answer("llama-3-70b", "--gpu", "dgx spark", "--gpu-memory-share", "0.9")["results"],
                         answer("llama-3-70b", "--gpu", "dgx spark")["results"])

    def test_texts_tell_of_it(self):
        self.assertIn("--gpu-memory-share", " ".join(run(*self.MAC, "--explain").stdout.split()))
        self.assertIn("90 % (as you set it by iogpu.wired_limit_mb)",
                      " ".join(run(*self.MAC, "--explain", "--gpu-memory-share", "0.9").stdout.split()))

    def test_it_lets_a_machine_do_a_job(self):
        def fits(*share):
            done = subprocess.run([PROGRAM, "recommend", "--model", "llama-3-70b", "--only", "m4 max 64gb", "--form",
                                   "any", "--support", "any", "--format", "json", *share], capture_output=True, text=True)
            self.assertIn(done.returncode, (ANSWERED, NONE), done.stderr)
            return [(row["id"], round(row["fit"]["usable_gb"], 1)) for row in json.loads(done.stdout)["results"]]
        self.assertEqual(fits("--gpu-memory-share", "0.9"), [("apple-m4-max-64gb", 61.8)])
        self.assertEqual(fits("--gpu-memory-share", "0.5"), [])

    def test_what_cannot_be_meant_is_refused(self):
        for share in "0.05", "90", "-1", "most":
            done = run(*self.MAC, "--gpu-memory-share", share)
            self.assertEqual((done.returncode, done.stdout), (USAGE, ""), share)
            self.assertIn("--gpu-memory-share: expected a share from 10% up to 100%", done.stderr)


class Suites(unittest.TestCase):
    SUITE = ("--suite", "lambda-2020-02")

    def test_what_runs_agrees_with_what_is_told_of_each_network(self):
        whole = json.loads(run("--gpu", "3090", "-n", "0", "--format", "json").stdout)
        rows = [row for row in whole["results"] if row["task"] == "run"]
        self.assertGreater(len(rows), 200)
        for row in rows:
            with self.subTest(row["id"]):
                quant = ["--quant", row["format"]] if row["smaller_format"] else []
                offload = ["--offload"] if row["offload"] else []
                alone = json.loads(run(row["id"], "--gpu", "3090", *quant, *offload, "--format", "json").stdout)
                fit = alone["results"][0]
                if fit["layers_on_host"]:  # the need is that of this way
                    self.assertEqual(row["need_gb"], fit["total_gb"])
                else:
                    self.assertEqual((row["need_gb"], row["need_low_gb"], row["need_high_gb"]),
                                     (alone["need"]["total_gb"], alone["need"]["low_gb"], alone["need"]["high_gb"]))
                self.assertEqual((row["verdict"], row["largest_context"]), (fit["verdict"], fit["largest_context"]))
                self.assertEqual(row["format"], alone["query"]["weights"])

    def test_networks_are_found_by_words(self):
        def ids(*words):
            return [row["id"] for row in json.loads(run("--list", *words, "--format", "json").stdout)["results"]]
        self.assertIn("qwen3-30b-a3b", ids("qwen", "30b"))
        self.assertIn("qwen3-coder-next-80b-a3b", ids("coder"))
        self.assertLessEqual({"flux-1", "z-image", "stable-diffusion-xl"}, set(ids("image")))
        self.assertEqual(set(ids("apache", "mistral")) & {"mistral-large-3", "llama-3-8b"}, {"mistral-large-3"})

    def test_what_runs_is_narrowed(self):
        def rows(*arguments):
            found = run("--format", "json", *arguments)
            return json.loads(found.stdout)["results"]
        fast = rows("--gpu", "2x 3090", "--use", "language", "--min-tokens-per-second", "60", "--task", "run")
        self.assertTrue(fast)
        self.assertTrue(all(row["tokens_per_second"] >= 60 and row["use"] in ("language", "multimodal") for row in fast))
        self.assertEqual({row["task"] for row in rows("--memory", "12", "--task", "qlora")}, {"qlora"})
        self.assertLess(len(rows("--memory", "24", "--context", "100000", "--use", "language", "-n", "0")),
                        len(rows("--memory", "24", "--use", "language", "-n", "0")))
        self.assertEqual(run("--memory", "0.1", "--task", "train").returncode, NONE)
        for arguments, told in ((("llama-3-8b", "--use", "language"), "--use and --min-tokens-per-second go with"),
                                (("--gpu", "3090", "--gpu", "4090"), "without MODEL, give the GPUs of one machine"),
                                (("--memory", "12..24"), "--memory: without MODEL, expected one size"),
                                (("llama-3-8b", "--gpu", "2x 3090", "--gpu", "4090"), "as many of each")):
            with self.subTest(arguments):
                found = run(*arguments)
                self.assertEqual(found.returncode, 2)
                self.assertIn(told, found.stderr)

    def test_what_is_not_told_never_counts_as_trained(self):
        report = answer(*self.SUITE, "--all-gpus", "-n", "0")
        self.assertGreater(len(report["results"]), 50)
        for gpu in report["results"]:
            told = [batch["estimated"] if batch["measured"] is None else batch["measured"] for batch in gpu["batches"]]
            self.assertEqual(gpu["trained"], sum(batch is not None and batch > 0 for batch in told))
            self.assertEqual(gpu["told"], sum(batch is not None for batch in told))
            self.assertLessEqual(gpu["told"], gpu["models"])
            if gpu["verdict"] == "all":
                self.assertEqual((gpu["trained"], gpu["told"]), (gpu["models"], gpu["models"]))
        unknown = {model["model"] for model in report["suite"]["models"] if model["network"] is None}
        self.assertEqual(unknown, {"unsupMT", "MT-DNN"})
        self.assertTrue(all(batch["estimated"] is None for gpu in report["results"] for batch in gpu["batches"]
                            if batch["model"] in unknown))
        self.assertIn("not-told", [warning["id"] for warning in report["warnings"]])

    def test_estimates_are_the_largest_batches_of_the_network_rounded_down(self):
        gpus = ("--gpu", "RTX 2070", "--gpu", "TITAN RTX")
        alone = answer("nasnet-large", "--task", "train", "--precision", "fp32", "--optimizer", "momentum", *gpus)
        for gpu, row in zip(alone["results"], answer(*self.SUITE, *gpus)["results"]):
            batch = next(batch for batch in row["batches"] if batch["model"] == "NASNet Large")
            self.assertEqual(batch["estimated"], 2 ** (gpu["largest_batch"].bit_length() - 1))

    def test_no_gpu_that_trains_any_is_an_answer_of_none(self):
        self.assertEqual(run(*self.SUITE, "--gpu", "GTX 580").returncode, NONE)
        self.assertEqual(run(*self.SUITE, "--gpu", "RTX 2070").returncode, ANSWERED)

    def test_what_does_not_go_with_a_suite_is_refused(self):
        for arguments, message in (((*self.SUITE, "resnet-50"), "leave out MODEL"),
                                   ((*self.SUITE, "--list"), "leave out MODEL"),
                                   ((*self.SUITE, "--batch", "2"), "the suite says how its models are trained"),
                                   ((*self.SUITE, "--explain"), "takes GPUs and filters only"),
                                   ((*self.SUITE, "--backtest"), "--backtest: leave out the model"),
                                   (("--suite", "lambda-2020"), "did you mean")):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stdout), (USAGE, ""), arguments)
            self.assertIn(message, done.stderr)


class Memory(unittest.TestCase):
    def test_weights_and_keys_and_values_are_those_worked_out_by_hand(self):
        # Llama 3 8B: 8030.26 million parameters at 2 bytes; 32 layers, 8 heads of 128 for keys and values, 2 bytes.
        report = answer("llama-3-8b", "--quant", "fp16", "--context", "8192", "--batch", "3")
        self.assertAlmostEqual(part(report, "weights"), 8.03026 * 2, places=4)
        self.assertAlmostEqual(part(report, "kv-cache"), 2 * 32 * 8 * 128 * 2 * 8192 * 3 / 1e9, places=9)
        # In blocks of 32 values of 8 bits with a scale of 16: 8.5 bits.
        eight = answer("llama-3-8b", "--context", "8192", "--kv", "q8")
        self.assertAlmostEqual(part(eight, "kv-cache"), 2 * 32 * 8 * 128 * 8.5 / 8 * 8192 / 1e9, places=9)

    def test_parts_add_up_within_the_interval(self):
        for arguments in (["llama-3-70b", "--quant", "q4_k_m"], ["mistral-7b", "--task", "qlora"],
                          ["resnet-50", "--task", "train", "--batch", "8"], ["bert-base", "--task", "train"]):
            need = answer(*arguments)["need"]
            self.assertTrue(need["complete"])
            self.assertAlmostEqual(sum(part["gb"] for part in need["parts"]), need["total_gb"], places=9)
            self.assertLess(need["low_gb"], need["total_gb"])
            self.assertLess(need["total_gb"], need["high_gb"])

    def test_more_is_never_less(self):
        for option, values in {"--context": ("512", "2048", "8192"), "--batch": ("1", "2", "64")}.items():
            for task in ("run", "train", "lora", "qlora"):
                needs = [total("mistral-7b", "--task", task, option, value) for value in values]
                self.assertEqual(needs, sorted(needs), (task, option))
        formats = [total("mistral-7b", "--quant", name) for name in ("q2_k", "q4_k_m", "q8_0", "fp16", "fp32")]
        self.assertEqual(formats, sorted(formats))

    def test_a_largest_batch_fits_and_one_more_does_not(self):
        row = answer("llama-3-8b", "--gpu", "3090")["results"][0]
        usable, batch, context = row["memory"]["usable_gb"], row["largest_batch"], row["largest_context"]
        self.assertLessEqual(total("llama-3-8b", "--batch", str(batch)), usable)
        self.assertGreater(total("llama-3-8b", "--batch", str(batch + 1)), usable)
        self.assertEqual(context, 8192)  # what it was made for

    def test_batches_of_networks_that_draw_are_near_those_measured(self):
        # Lambda, February 2020. Its arithmetic is not told, and taken as 32 bits.
        def row(network, gpu):
            return answer(network, "--task", "train", "--precision", "fp32", "--gpu", gpu)["results"][0]

        for gpu in ("RTX 2060", "RTX 2080", "GTX 1080 Ti", "RTX 2080 Ti"):
            self.assertEqual(row("pix2pixhd", gpu)["verdict"], "does-not-fit", gpu)
        measured = {("pix2pixhd", "Titan RTX"): 1, ("pix2pixhd", "Quadro RTX 8000"): 2,
                    ("stylegan", "RTX 2080 Ti"): 4, ("stylegan", "Titan RTX"): 8, ("stylegan", "Quadro RTX 8000"): 16}
        for (network, gpu), batch in measured.items():
            predicted = row(network, gpu)["largest_batch"]
            self.assertTrue(batch / 2 <= predicted <= batch * 2, (network, gpu, predicted))
        halved = answer("pix2pixhd", "--task", "train", "--gpu", "RTX 2080 Ti")["results"][0]
        self.assertEqual(halved["verdict"], "does-not-fit")  # in 16 bits by the middle of its need; no measurement is at hand

    def test_sizes_are_told_apart_and_each_by_its_cheapest(self):
        report = answer("llama-3-8b")
        usable = [row["memory"]["usable_gb"] for row in report["results"]]
        self.assertEqual(usable, sorted(set(usable)))
        self.assertTrue(all(row["verdict"] in ("fits", "tight") for row in report["results"]))
        largest = report["too_small"]["largest"]
        self.assertLess(largest["memory"]["usable_gb"], usable[0])
        every = answer("llama-3-8b", "--all-gpus", "-n", "0", "--form", "card", "--support", "current")["results"]
        for row in report["results"]:
            same = [other["price"]["usd"] for other in every if other["price"] and other["price"]["age"] == "current"
                    and not other["price"]["no_offer"]
                    and other["memory"]["usable_gb"] == row["memory"]["usable_gb"]]
            if row["price"]["age"] == "current" and not row["price"]["no_offer"]:
                self.assertEqual(row["price"]["usd"], min(same), row["id"])
            else:
                self.assertEqual(same, [], row["id"])

    def test_several_gpus_share_what_they_hold_and_cost_together(self):
        one, two = answer("llama-3-8b", "--gpu", "3090"), answer("llama-3-8b", "--gpu", "3090", "--gpus", "2")
        self.assertLess(two["need"]["total_gb"], one["need"]["total_gb"])
        self.assertEqual(two["results"][0]["price"]["usd"], 2 * one["results"][0]["price"]["usd"])

    def test_a_remedy_does_what_it_says(self):
        done = run("llama-3-8b", "--task", "train", "--gpu", "3090", "--format", "json")
        self.assertEqual(done.returncode, NONE)
        remedies = {remedy["remedy"]: remedy for remedy in json.loads(done.stdout)["results"][0]["remedies"]}
        self.assertAlmostEqual(remedies["qlora"]["total_gb"], total("llama-3-8b", "--task", "qlora"), places=6)

    def test_rows_are_the_same_in_every_format(self):
        question = ("llama-3-8b", "--only", "rtx 40*", "-n", "5")
        rows = answer(*question)["results"]
        flat = list(csv.DictReader(io.StringIO(run(*question, "--format", "csv").stdout)))
        self.assertEqual([row["id"] for row in rows], [row["id"] for row in flat])
        self.assertEqual([row["verdict"] for row in rows], [row["verdict"] for row in flat])
        lines = [json.loads(line) for line in run(*question, "--format", "jsonl").stdout.splitlines()]
        self.assertEqual([row["id"] for row in rows], [row["id"] for row in lines])
        self.assertEqual(len(run(*question, "--no-header").stdout.splitlines()), 5)
        gpus, parts = run(*question, "--no-header", "--explain").stdout.split("\n\n")
        self.assertTrue(parts.lstrip().startswith("weights "))
        self.assertEqual(len(gpus.splitlines()), 5)

    def test_what_is_needed_is_told_where_no_row_can_tell_it(self):
        question = ("llama-3-70b", "--task", "train", "--format", "csv")
        result = run(*question)
        self.assertEqual(len(result.stdout.splitlines()), 1)
        self.assertRegex(result.stderr, "^gpuadvisor: Training Llama 3 70B takes 1350 GB .* no card is large enough; the largest is ")
        self.assertEqual(run(*question, "-q").stderr, "")

    def test_tokens_per_second_follow_from_what_a_token_reads(self):
        report = answer("llama-3-8b", "--quant", "q8_0", "--gpu", "2080 ti", "--context", "2048")
        # 8030.26 - 128256 * 4096 / 10^6 = 7504.92 million parameters at 8.5 bits; 1024 tokens of 131072 bytes.
        self.assertAlmostEqual(report["token_work"]["weights_gb"], 7504.9234 * 8.5 / 8 / 1e3, places=2)
        self.assertAlmostEqual(report["token_work"]["keys_values_gb"], 1024 * 131072 / 1e9, places=9)
        rates = report["results"][0]["tokens_per_second"]
        self.assertEqual(rates["together"], rates["alone"])
        self.assertEqual(rates["together"]["basis"], "measured")
        self.assertIsNone(rates["tensors_split"])
        # The reference card takes 9.42 ms for 3.75 GB, of which the share of its model grows with what is read.
        models = json.loads(pathlib.Path(DATA, "scores.json").read_text(encoding="utf-8"))["score_models"]
        [own] = [model for model in models if (model["workload"], model.get("architecture")) == ("llm-decode", "Turing")]
        share = own["bandwidth"] / (own["intercept"] + own["bandwidth"])
        read = report["token_work"]["weights_gb"] + report["token_work"]["keys_values_gb"]
        self.assertAlmostEqual(1 / rates["alone"]["middle"], 0.00942 * (1 - share + share * read / 3.75), places=9)
        for rate in (rates["alone"], rates["prompt"]):
            self.assertLess(rate["low"], rate["middle"])
            self.assertLess(rate["middle"], rate["high"])

    def test_more_sequences_write_more_and_none_is_written_where_it_does_not_fit(self):
        question = ("llama-3-8b", "--quant", "q4_k_m", "--gpu", "3090", "--gpu", "1650")
        together = [answer(*question, "--batch", batch)["results"][0]["tokens_per_second"]["together"]["middle"]
                    for batch in ("1", "2", "8")]
        self.assertEqual(together, sorted(together))
        self.assertLess(together[2], 8 * together[0])
        small = answer(*question)["results"][1]
        self.assertEqual((small["verdict"], small["tokens_per_second"]), ("does-not-fit", None))
        flat = list(csv.DictReader(io.StringIO(run(*question, "--format", "csv").stdout)))
        self.assertEqual(float(flat[0]["tokens_per_second"]), together[0])
        self.assertEqual(flat[1]["tokens_per_second"], "")

    def test_on_an_earlier_day_speeds_are_those_of_then(self):
        question = ("llama-3-8b", "--quant", "q4_k_m", "--gpu", "3090", "--as-of")
        self.assertIsNotNone(answer(*question, "2026-06-30")["results"][0]["tokens_per_second"])
        # Before the measurements of 2025 too few GPUs had been measured to tell any.
        self.assertIsNone(answer(*question, "2024-06-30")["results"][0]["tokens_per_second"])

    def test_what_was_measured_of_the_network_is_told_in_place_of_what_is_predicted(self):
        question = ("gpt-oss-120b", "--quant", "mxfp4", "--gpu", "dgx spark", "--gpu", "ryzen ai max+ 395 128gb")

        def rates(*options):
            return [row["tokens_per_second"] for row in answer(*question, *options)["results"]]

        spark, strix_halo = (rate["together"] for rate in rates())
        # llama-cpp-2025-11.csv: one value of batched-bench, above the median of llama.cpp's five.
        self.assertEqual((spark["middle"], spark["basis"]), (57.28, "measured"))
        self.assertEqual(spark["same_network"], {"framework": "llama.cpp CUDA batched-bench", "measurements": 1, "scaled": False,
                                                 "sources": ["llama-cpp-2025-11"]})
        # llama-cpp-toolboxes-2026.csv: 50.59 and 55.57 of May 2026, 5 % either way of 53.08.
        self.assertAlmostEqual(strix_halo["low"], 53.08 * 0.95, places=9)
        self.assertAlmostEqual(strix_halo["high"], 53.08 * 1.05, places=9)
        self.assertEqual(strix_halo["same_network"]["measurements"], 2)
        eight = rates("--batch", "8")[0]
        self.assertEqual(eight["together"]["middle"], 146.65)
        self.assertEqual(eight["alone"], spark)
        self.assertIsNone(rates("--gpus", "2")[0]["together"]["same_network"])
        # Of other formats, and for catalogs that stand alone, there is a prediction.
        other = answer(*question[:1], "--quant", "q4_k_m", *question[3:])["results"][0]["tokens_per_second"]
        self.assertIsNone(other["together"]["same_network"])
        self.assertEqual(rates("--as-of", "2026-06-30")[0]["together"], spark)
        alone = rates("--catalog", DATA, "--catalog-only")[0]["together"]
        self.assertIsNone(alone["same_network"])
        flat = list(csv.DictReader(io.StringIO(run(*question, "--format", "csv").stdout)))
        self.assertEqual(flat[0]["tokens_per_second_engine"], "llama.cpp CUDA batched-bench")

    def test_other_jobs_write_no_tokens(self):
        for question in (["llama-3-8b", "--task", "qlora"], ["bert-base"], ["resnet-50"]):
            report = answer(*question, "--gpu", "3090")
            self.assertIsNone(report["token_work"], question)
            self.assertIsNone(report["results"][0]["tokens_per_second"], question)
            if "--task" not in question:  # language models that are trained have rates of their own
                self.assertNotIn("tokens/s", run(*question, "--gpu", "3090", "--explain").stdout)

    def test_layers_split_over_gpus_write_one_sequence_no_faster(self):
        one, two = (answer("llama-3-8b", "--gpu", "3090", "--gpus", count) for count in ("1", "2"))
        rates = two["results"][0]["tokens_per_second"]
        self.assertEqual(rates["alone"], one["results"][0]["tokens_per_second"]["alone"])
        self.assertGreater(rates["tensors_split"]["middle"], rates["together"]["middle"])
        self.assertIn("layers-split", [warning["id"] for warning in two["warnings"]])

    def test_names_are_found_however_they_are_written(self):
        for name in ("llama-3-70b", "Llama 3 70B", "meta-llama/Meta-Llama-3-70B"):
            done = run(*name.split(), "--format", "json")
            if done.returncode != USAGE:
                self.assertEqual(json.loads(done.stdout)["model"]["id"], "llama-3-70b", name)
            else:
                self.assertTrue(name.startswith("meta"), name)  # an alias that the catalog need not have

    def refused(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stdout), (USAGE, ""), arguments)
        return done.stderr.splitlines()[0].removeprefix("gpuadvisor: ")

    def test_a_context_is_told_as_answers_print_it(self):
        for text, tokens in [("8k", 8192), ("128K", 131072), ("1m", 1048576), ("0.5k", 512), ("131,072", 131072),
                             ("4096", 4096)]:
            done = run("llama-3.1-8b", "--context", text, "--gpu", "3090", "--format", "json")
            self.assertEqual(json.loads(done.stdout)["query"]["tokens"], tokens, text)
        for text in ("0", "128x", "k", "1.0001k", "101m", "-1k"):
            self.assertEqual(self.refused("llama-3.1-8b", "--context=" + text),
                             f'--context: expected a number of tokens from 1 to 100,000,000, like 8192, 8k or 1m, '
                             f'found "{text}"')

    def test_questions_that_make_no_sense_are_refused(self):
        self.assertIn('unknown model "lama-3-70b", did you mean llama-3-70b', self.refused("lama-3-70b"))
        self.assertIn('found "q4_k_n", did you mean "q4-k-m"?', self.refused("gpt2", "--quant", "q4_k_n"))
        self.assertEqual(self.refused("llama-3-8b", "--gpu", "3090", "--only", "rtx*"), "--gpu does not go with --only")
        self.assertEqual(self.refused("llama-3-8b", "--kv", "8", "--task", "train"),
                         "--kv: expected only with --task run")
        self.assertIn("--quant: expected only with", self.refused("llama-3-8b", "--quant", "nf4", "--task", "train"))
        self.assertIn("--optimizer: expected only with", self.refused("llama-3-8b", "--optimizer", "sgd"))
        self.assertIn("--rank: expected only with", self.refused("llama-3-8b", "--rank", "8"))
        self.assertEqual(self.refused("llama-3-8b", "--batch", "0"),
                         '--batch: expected a whole number from 1 to 1000000, found "0"')
        self.assertIn("--task: expected run, train, lora or qlora", self.refused("llama-3-8b", "--task", "trian"))
        self.assertEqual(self.refused("llama-3-8b", "--layers", "3"),
                         "--params and the other figures of a shape do not go with a MODEL")
        self.assertIn("name a model, like", self.refused())
        self.assertIn("--image: expected width and height", self.refused("resnet-50", "--image", "big"))

    def test_the_list_has_the_networks_with_all_words(self):
        ids = [row["id"] for row in json.loads(run("--list", "llama", "70b", "--format", "json").stdout)["results"]]
        self.assertIn("llama-3-70b", ids)
        self.assertTrue(all("llama" in name and "70b" in name for name in ids), ids)
        self.assertEqual(run("--list", "nothing-like-that").returncode, NONE)

    def listed(self, *words):
        return [row["id"] for row in json.loads(run("--list", *words, "--format", "json").stdout)["results"]]

    def test_words_in_one_argument_are_several(self):
        ids = self.listed("qwen 30b")
        self.assertEqual(ids, self.listed("qwen", "30b"))
        self.assertIn("qwen3-30b-a3b", ids)

    def test_words_are_found_where_words_begin(self):
        coders = self.listed("coder")
        self.assertIn("qwen3-coder-30b-a3b", coders)
        self.assertNotIn("llama-3-8b", coders)  # a decoder
        self.assertIn("llama-3-8b", self.listed("decoder"))
        self.assertIn("flux-1", self.listed("image"))
        self.assertTrue(all(row["released"].startswith("2026-09") for row in json.loads(
            run("--list", "2026-09", "--format", "json").stdout)["results"]))


unittest.main()
