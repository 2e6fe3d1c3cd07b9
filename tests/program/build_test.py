"""Builds of several GPUs: what the guides claim of them, and what is refused.

    build_test.py PROGRAM
"""

import json
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)


def run(*arguments):
    return subprocess.run([PROGRAM, "build", *arguments], capture_output=True, text=True)


def asked(*arguments):
    """The first build of an answer."""
    done = run(*arguments, "--format", "json")
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)["results"][0]


def warnings(build):
    return [warning["id"] for warning in build["warnings"]]


class Builds(unittest.TestCase):
    def test_the_speed_up_of_convolutional_networks_in_2019(self):
        for count, factor in ((1, 1), (2, 1.9), (3, 2.8), (4, 3.5)):
            speed = asked(f"{count}x RTX 2080 Ti", "--workload", "cnn", "--as-of", "2019-04-03")["speeds"][0]
            self.assertEqual(speed["speedup"]["factor"], factor)
            self.assertLessEqual(factor, count)

    def test_guides_tell_of_recurrent_networks_and_transformers(self):
        says = {rule["id"]: rule["says"] for rule in asked("4x RTX 2080 Ti", "--as-of", "2019-04-03")["rules"]}
        self.assertIn("length of the sequences", says["multi-gpu-rnn"])
        self.assertIn("Try one GPU first", says["multi-gpu-transformer"])
        self.assertIsNone(asked("4x RTX 2080 Ti", "--workload", "transformer", "--as-of", "2019-04-03")["speeds"][0]["speed"])

    def test_the_speed_up_by_compression_of_a_cluster_is_none_of_a_build(self):
        self.assertNotIn("eight-bit-cluster", [rule["id"] for rule in asked("8x RTX 2080 Ti")["rules"]])

    def test_more_than_a_board_holds(self):
        self.assertNotIn("beyond-one-machine", warnings(asked("4x RTX 3090")))
        five = asked("5x RTX 3090")
        self.assertEqual(five["machines"], [3, 2])
        self.assertIn("beyond-one-machine", warnings(five))
        self.assertEqual(asked("8x RTX 3090", "--machines", "1")["machines"], [8])

    def test_experiments_are_no_faster_one_by_one(self):
        build = asked("4x RTX 3090", "--mode", "experiments", "--workload", "cnn")
        self.assertEqual(build["speeds"][0]["times"], 4)
        self.assertAlmostEqual(build["speeds"][0]["speed"], 4 * build["speeds"][0]["one_gpu"])

    def test_heat_of_cards_side_by_side(self):
        then = ("--as-of", "2019-04-03")
        cases = (("2x RTX 2080 Ti", ("--cooling", "open", "--adjacent"), True),
                 ("4x RTX 2080 Ti", ("--cooling", "open", "--adjacent"), True),
                 ("4x RTX 2080 Ti", ("--cooling", "blower", "--adjacent"), False),
                 ("2x RTX 2070", ("--cooling", "open", "--adjacent"), False),
                 ("3x RTX 2070", ("--cooling", "open", "--adjacent"), True),
                 ("4x RTX 2070", ("--cooling", "open", "--adjacent"), True),
                 ("3x RTX 2080", ("--cooling", "open", "--adjacent"), True),
                 ("1x RTX 2080 Ti", ("--cooling", "open", "--adjacent"), False),
                 ("2x RTX 2080 Ti", ("--spacing", "1"), False))
        for gpus, options, is_warned in cases:
            with self.subTest(gpus=gpus, options=options):
                for day in (then, ()):
                    build = asked(gpus, *options, *day)
                    self.assertEqual("heat" in warnings(build), is_warned)
        hot = asked("2x RTX 2080 Ti", "--cooling", "open", "--adjacent", *then)
        self.assertEqual(hot["heat"][0]["advises"], "blower")
        self.assertIn("blower", hot["warnings"][0]["text"])
        self.assertIn("heat", warnings(asked("4x RTX 4090", "--adjacent", "--cooling", "open")))

    def test_four_rtx_3090_on_1600_watts(self):
        power = asked("4x RTX 3090", "--psu", "1600")["power"]
        self.assertEqual((power["gpus_w"], power["total_w"], power["supply"]["verdict"]), (1400, 1650, "too-small"))  # 250 W for a machine of four
        tried = power["limits"][0]
        self.assertEqual((tried["limit_w"], tried["saved_w"], tried["gpus_w"]), (300, 200, 1200))
        self.assertEqual(tried["supply"]["verdict"], "marginal")  # 1,450 W
        self.assertIsNone(tried["speed"])
        limited = asked("4x RTX 3090", "--psu", "1600", "--power-limit", "300", "--adjacent")
        self.assertEqual(limited["power"]["saved_w"], 200)
        self.assertIsNone(limited["speeds"][0]["speed"])
        self.assertIn("heat", warnings(limited))
        self.assertIn("slots", warnings(limited))

    def test_the_one_power_limit_that_was_measured(self):
        for limit in ("200", "-50"):
            build = asked("RTX 2080 Ti", f"--power-limit={limit}", "--workload", "cnn")
            self.assertEqual(build["speeds"][0]["limit_factor"], 0.93)
        self.assertIsNone(asked("RTX 2080 Ti", "--power-limit", "190")["speeds"][0]["limit_factor"])
        self.assertIsNone(asked("RTX 2080 Ti", "--power-limit", "225")["speeds"][0]["limit_factor"])
        refused = run("RTX 2080 Ti", "--power-limit", "50")
        self.assertEqual(refused.returncode, 2)
        self.assertEqual(refused.stderr.splitlines()[0],
                         "gpuadvisor: --power-limit: expected 100 to 250 W for the GeForce RTX 2080 Ti, found 50 W; "
                         "a limit 50 W lower is --power-limit=-50")

    def test_gpus_of_several_vendors_train_no_network_together(self):
        build = asked("1x RTX 3090 + 1x RX 7900 XTX", "--workload", "cnn")
        self.assertIsNone(build["speeds"][0]["speed"])
        self.assertIn("mixed-vendors", warnings(build))
        apart = asked("1x RTX 3090 + 1x RX 7900 XTX", "--workload", "cnn", "--mode", "experiments")
        self.assertIsNotNone(apart["speeds"][0]["speed"])
        self.assertNotIn("mixed-vendors", warnings(apart))

    def test_speed_ups_of_another_vendor_are_called_so(self):
        speedup = asked("2x MI300X", "--workload", "cnn")["speeds"][0]["speedup"]
        self.assertFalse(speedup["vendor_measured"])
        self.assertLessEqual(speedup["high"], 2)
        self.assertIn("other-vendor", warnings(asked("2x MI300X")))
        self.assertNotIn("other-vendor", warnings(asked("2x RTX 3090")))

    def test_what_was_measured_stands_behind_a_guide_without_a_factor(self):
        rules = {rule["id"]: rule["measured_since"] for rule in asked("4x RTX 3090")["rules"]}
        self.assertEqual([each["workload"] for each in rules["multi-gpu-transformer"]], ["transformer"])
        self.assertEqual(rules["multi-gpu-conv"], [])

    def test_modules_share_a_board_without_slots(self):
        build = asked("8x H100 SXM")
        self.assertEqual((build["machines"], build["slots"]), ([8], None))
        self.assertNotIn("beyond-one-machine", warnings(build))

    def test_a_small_card_needs_no_new_supply(self):
        build = asked("GTX 1050 Ti")
        self.assertEqual(build["power"]["advised_supply_w"], 500)
        self.assertEqual(build["power"]["recommendation"]["basis"], "estimated")
        self.assertIn("without a new power supply", " ".join(rule["says"] for rule in build["rules"]))

    def test_a_supply_below_the_vendors_recommendation_is_not_comfortable(self):
        for gpus, supply, verdict in (("RTX 3080 12GB", "650", "tight"), ("RTX 3080 12GB", "750", "comfortable"),
                                      ("RTX 3090", "700", "tight"), ("RTX 3090", "750", "comfortable"),
                                      ("2x RTX 3090", "1000", "tight"), ("2x RTX 3090", "1200", "comfortable"),
                                      ("3x RTX 3080", "1300", "tight"), ("3x RTX 3080", "1500", "comfortable")):
            with self.subTest(gpus=gpus, supply=supply):
                build = asked(gpus, "--psu", supply)
                self.assertEqual(build["power"]["supply"]["verdict"], verdict)
                self.assertEqual("supply-below-recommended" in warnings(build), verdict == "tight")

    def test_the_supply_for_several_cards(self):
        for gpus, options, total, standard, advised in (
                ("2x RTX 3090", (), 1100, 1200, 1200), ("4x RTX 3080", (), 1710, 2000, 2000),
                ("3x RTX 4090", (), 1750, 2000, 2000), ("4x RTX 5090", (), 2725, None, None),
                ("4x RTX 3090", ("--power-limit", "300"), 1600, 1600, 2000), ("RX 7900 XTX", (), 800, 850, 850)):
            with self.subTest(gpus=gpus, options=options):
                power = asked(gpus, *options)["power"]
                found = power["recommendation"]
                self.assertEqual((found["supply_w"], found["standard_supply_w"], power["advised_supply_w"]),
                                 (total, standard, advised))
                self.assertEqual(found["one_w"] - found["saved_w"] + found["further_w"], total)
                self.assertEqual(found["basis"], "vendor")
        self.assertIn("Smallest standard power supply: 1,200 W (NVIDIA recommends 750 W for one",
                      " ".join(run("2x RTX 3090", "--explain", "supply").stdout.split()))
        self.assertIn("Smallest standard power supply with 20% headroom: 2,000 W",
                      run("4x RTX 3090", "--power-limit", "300", "--explain", "supply").stdout)
        self.assertIn("up to 901 W for under 1 ms", " ".join(run("RTX 5090").stdout.split()))

    def test_a_server_draws_more_than_its_modules(self):
        power = asked("8x H100 SXM5")["power"]
        self.assertEqual((power["gpus_w"], power["system_w"], power["total_w"]), (5600, 4600, 10200))
        self.assertEqual(power["system_source"], "servnet-ai-servers-2026-07")
        self.assertIsNone(power["recommendation"])
        self.assertIsNone(power["advised_supply_w"])
        told = asked("8x H100 SXM5", "--system-power", "3000")["power"]
        self.assertEqual((told["total_w"], told["system_source"]), (8600, None))
        self.assertEqual(asked("2x L40")["power"]["system_w"], 500)  # passive: in a server

    def test_a_supply_that_is_too_small_is_a_no(self):
        self.assertEqual(run("4x RTX 3090", "--psu", "1650").returncode, 1)
        self.assertEqual(run("4x RTX 3090", "--psu", "1651").returncode, 0)

    def test_the_licence_is_a_policy_risk(self):
        build = asked("2x RTX 3090", "--deployment", "datacenter")
        text = next(warning["text"] for warning in build["warnings"] if warning["id"] == "policy-risk")
        self.assertTrue(text.startswith("licence risk"))
        self.assertNotIn("illegal", text)
        self.assertNotIn("policy-risk", warnings(asked("2x L40", "--deployment", "datacenter")))

    def test_two_systems_have_the_same_value_at_the_cost_that_is_printed(self):
        arguments = ["4x RTX 2080 Ti", "--compare", "8x RTX 2060", "--workload", "cnn", "--as-of", "2019-04-03",
                     "--format", "json"]
        duel = json.loads(run(*arguments).stdout)["comparison"][0]
        self.assertTrue(duel["first_leads_above"])
        flip = duel["flip_system_cost_usd"]
        for factor, first_wins in ((0.99, False), (1.01, True)):
            values = json.loads(run(*arguments, "--system-cost", f"{factor * flip:.2f}").stdout)["comparison"][0]["values"]
            self.assertEqual(values[0] > values[1], first_wins)

    def test_a_build_is_compared_with_another(self):
        for one, other in (("2x RTX 3090", "2x 3090"), ("RTX 3090 + RTX 4090", "RTX 4090 + RTX 3090")):
            refused = run(one, "--compare", other)
            self.assertEqual(refused.returncode, 2)
            self.assertIn("expected another build", refused.stderr)
        self.assertEqual(run("8x RTX 3090", "--compare", "8x RTX 3090", "--machines", "1,2").returncode, 0)

    def test_several_models_are_joined_by_a_plus(self):
        for text in ("2x RTX 3090 1x RTX 4090", "RTX 3090, RTX 4090"):
            taken = run(text)
            meant = run("2x RTX 3090 + 1x RTX 4090" if "2x" in text else "RTX 3090 + RTX 4090")
            self.assertEqual((taken.returncode, taken.stdout), (0, meant.stdout))

    def test_clusters_keep_to_the_shares(self):
        for gpus in range(5, 61):
            plans = json.loads(run("--cluster", str(gpus), "--guide", "2023", "--format", "json").stdout)["results"]
            small = next(plan for plan in plans if plan["id"] == "small")
            counts = [part["gpus_chosen"] for part in small["parts"]]
            self.assertEqual(sum(counts), gpus)
            for part, count in zip(small["parts"], counts):
                self.assertLessEqual(round(100 * part["share"]), round(100 * count / gpus))
                self.assertLessEqual(round(100 * count / gpus), round(100 * part["share_to"]))
        fifteen = json.loads(run("--cluster", "15", "--guide", "2023", "--format", "json").stdout)["results"][0]
        self.assertEqual([(part["gpus_from"], part["gpus_to"]) for part in fifteen["parts"]], [(10, 12), (3, 5)])

    def test_what_is_no_build_is_refused_in_one_line(self):
        for arguments, message in (
                (["9x RTX 3090"], "GPUS: expected 1 to 8 GPUs, found 9; speed-ups are known up to 8, and larger clusters "
                                  "are asked for with --cluster N"),
                (["0x RTX 3090"], "GPUS: expected 1 to 8 GPUs, found 0; speed-ups are known up to 8, and larger clusters "
                                  "are asked for with --cluster N"),
                (["4x"], 'name the GPUs, like "4x RTX 3090", or give --cluster N'),
                (["6x RTX 3090 + 3x RTX 4090"], "GPUS: expected 1 to 8 GPUs in all, found 9"),
                (["RTX 3090", "--psu", "big"], '--psu: expected a positive number in W, found "big"'),
                (["RTX 3090", "--adjacent", "--spacing", "2"],
                 "--adjacent: cards side by side have no free slots between them, leave out --spacing"),
                (["RTX 3090", "--mode", "experiment"],
                 '--mode: expected parallel or experiments, found "experiment", did you mean "experiments"?'),
                (["2x RTX 3090 + 1x RTX 4090", "--machines", "2"],
                 "--machines: expected 1 for GPUs of several models"),
                (["RTX 3090", "--cluster", "15"], "--cluster: leave out the GPUs; the guides name them"),
                (["--cluster", "1"], '--cluster: expected a whole number from 2 to 100000, found "1"'),
                ([], 'name the GPUs, like "4x RTX 3090", or give --cluster N')):
            with self.subTest(arguments=arguments):
                done = run(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(done.stderr.splitlines()[0], "gpuadvisor: " + message)

    def test_names_that_look_like_numbers_of_gpus(self):
        self.assertEqual(asked("7900 XTX")["gpus"][0]["count"], 1)
        for text in ("2x7900 XTX", "2 x RX 7900 XTX", "2× 7900 xtx"):
            self.assertEqual(asked(text)["gpus"][0]["count"], 2)
        self.assertEqual([part["count"] for part in asked("2x RTX 3090 + RTX 4090")["gpus"]], [2, 1])

    def test_what_was_not_on_sale_has_no_answer(self):
        done = run("2x RTX 3090", "--as-of", "2019-04-03")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("was not on sale", done.stderr)


unittest.main()
