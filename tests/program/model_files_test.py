"""Files of models: what they tell of memory, and that no file, however hostile, crashes the program or costs it memory.

    model_files_test.py PROGRAM
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import threading
import unittest

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())

ANSWERED, NONE, USAGE, DATA_ERROR = 0, 1, 2, 3  # exit statuses
HANG_S = 120
MOST_MEGABYTES = 100

LLAMA = {"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
         "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256, "max_position_embeddings": 8192,
         "tie_word_embeddings": False}

SPARSE = {"model_type": "nemotron_h", "hidden_size": 2688, "num_hidden_layers": 10, "num_attention_heads": 32,
          "num_key_value_heads": 2, "head_dim": 128, "moe_intermediate_size": 1856,
          "moe_shared_expert_intermediate_size": 3712, "moe_latent_size": 1024, "n_routed_experts": 128,
          "n_shared_experts": 1, "num_experts_per_tok": 6, "mamba_num_heads": 64, "mamba_head_dim": 64,
          "ssm_state_size": 128, "n_groups": 8, "conv_kernel": 4, "vocab_size": 131072,
          "hybrid_override_pattern": "MEMEM*EMEM", "max_position_embeddings": 262144}

HYBRID = {"model_type": "qwen3_5_moe_text", "hidden_size": 2048, "num_hidden_layers": 8, "num_attention_heads": 16,
          "num_key_value_heads": 2, "head_dim": 256, "moe_intermediate_size": 512,
          "shared_expert_intermediate_size": 512, "num_experts": 256, "num_experts_per_tok": 8,
          "full_attention_interval": 4, "linear_num_key_heads": 16, "linear_num_value_heads": 32,
          "linear_key_head_dim": 128, "linear_value_head_dim": 128, "linear_conv_kernel_dim": 4,
          "layer_types": ["linear_attention", "full_attention"] * 4, "vocab_size": 248320,
          "max_position_embeddings": 262144}

WINDOWED = {"model_type": "gemma4_text", "hidden_size": 1536, "num_hidden_layers": 10, "num_attention_heads": 8,
            "num_key_value_heads": 1, "head_dim": 256, "global_head_dim": 512, "num_global_key_value_heads": 1,
            "attention_k_eq_v": True, "num_kv_shared_layers": 4, "hidden_size_per_layer_input": 256,
            "intermediate_size": [6144] * 10, "sliding_window": 512,
            "layer_types": ["sliding_attention", "full_attention"] * 5, "vocab_size": 262144,
            "max_position_embeddings": 131072}

LATENT = {"model_type": "deepseek_v32", "hidden_size": 7168, "num_hidden_layers": 6, "num_attention_heads": 128,
          "intermediate_size": 18432, "moe_intermediate_size": 2048, "n_routed_experts": 256, "num_experts_per_tok": 8,
          "n_shared_experts": 1, "first_k_dense_replace": 3, "moe_layer_freq": [0, 0, 0, 1, 1, 1],
          "kv_lora_rank": 512, "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
          "index_n_heads": 64, "index_head_dim": 128, "vocab_size": 129280, "max_position_embeddings": 163840}

F16, Q4_K = 1, 12


def text(value):
    return struct.pack("<Q", len(value)) + value.encode()


def entry(key, kind, value):
    return text(key) + struct.pack("<I", kind) + value


def number(key, value):
    return entry(key, 4, struct.pack("<I", value))


def tensor(name, dimensions, kind, offset):
    return (text(name) + struct.pack("<I", len(dimensions)) + b"".join(struct.pack("<Q", size) for size in dimensions)
            + struct.pack("<IQ", kind, offset))


def gguf(entries, tensors, data=0, version=3, counts=None):
    most = counts or (len(tensors), len(entries))
    header = b"GGUF" + struct.pack("<IQQ", version, *most) + b"".join(entries) + b"".join(tensors)
    return header + bytes(-len(header) % 32) + bytes(data)


SHAPE = [entry("general.architecture", 8, text("llama")), number("llama.block_count", 2),
         number("llama.embedding_length", 256), number("llama.feed_forward_length", 512),
         number("llama.attention.head_count", 8), number("llama.attention.head_count_kv", 2),
         number("llama.context_length", 4096)]


def safetensors(header, data=0):
    body = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(body)) + body + bytes(data)


class ModelFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else json.dumps(content).encode())
        return self.path(name)

    def run_program(self, *arguments):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen([PROGRAM, "memory", *arguments], stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            watchdog = threading.Timer(HANG_S, process.kill)
            watchdog.start()
            _, status, usage = os.wait4(process.pid, 0)
            watchdog.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            megabytes = usage.ru_maxrss * 1024 / 1e6
            return process.returncode, out.read().decode(), err.read().decode(), megabytes

    def answer(self, *arguments):
        status, out, err, _ = self.run_program(*arguments, "--format", "json")
        self.assertIn(status, (ANSWERED, NONE), err)
        return json.loads(out)

    def test_a_config_is_the_network_of_the_catalog(self):
        from_file = self.answer(self.write("config.json", LLAMA))
        known = self.answer("llama-3-8b")
        self.assertEqual(from_file["model"]["file"]["kind"], "config")
        self.assertTrue(from_file["model"]["file"]["parameters_counted"])
        self.assertAlmostEqual(from_file["need"]["total_gb"], known["need"]["total_gb"], places=3)

    def test_a_gguf_file_is_counted_to_the_byte(self):
        # 100 rows of 256 values in blocks of 256 values, 144 bytes each; 64 rows at 2 bytes a value.
        tensors = [tensor("token_embd.weight", (256, 100), Q4_K, 0),
                   tensor("blk.0.ffn_gate.weight", (256, 64), F16, 14400)]
        answer = self.answer(self.write("m.gguf", gguf(SHAPE, tensors, 14400 + 32768)))
        self.assertEqual(answer["model"]["file"]["stored_bytes"], 14400 + 32768)
        weights = next(part for part in answer["need"]["parts"] if part["part"] == "weights")
        self.assertEqual(weights["bytes"], 14400 + 32768)
        self.assertEqual(answer["query"]["engine"], "llama-cpp")
        # Two layers, two heads of 32 values, keys and values, 2 bytes, 4096 tokens.
        cache = next(part for part in answer["need"]["parts"] if part["part"] == "kv-cache")
        self.assertEqual(cache["bytes"], 2 * 2 * 2 * 32 * 2 * 4096)

    def test_an_index_reads_the_config_beside_it_and_nothing_else(self):
        index = {"metadata": {"total_size": 16060522496}, "weight_map": {"a": "../../../etc/passwd", "b": "/dev/zero"}}
        path = self.write("model.safetensors.index.json", index)
        alone = self.answer(path)
        self.assertFalse(alone["need"]["complete"])
        self.assertEqual(alone["need"]["total_gb"], 16.060522496)
        self.write("config.json", LLAMA)
        both = self.answer(path)
        self.assertTrue(both["need"]["complete"])
        self.assertEqual(both["model"]["layers"], 32)

    def test_a_shape_by_hand_is_completed_by_that_of_a_network_near_in_size(self):
        whole = self.answer("--params", "8.030261248B", "--layers", "32", "--hidden", "4096", "--heads", "32",
                            "--kv-heads", "8", "--ffn", "14336", "--gated", "--vocab", "128256")
        self.assertAlmostEqual(whole["need"]["total_gb"], self.answer("llama-3-8b")["need"]["total_gb"], places=3)
        rough = self.answer("--params", "7B", "--quant", "fp16")
        self.assertEqual(rough["need"]["parts"][0]["gb"], 14)
        self.assertEqual([note["id"] for note in rough["warnings"]][0], "assumed-shape")
        experts = self.answer("--params", "30B", "--active", "3B")
        self.assertGreater(experts["need"]["high_gb"], experts["need"]["total_gb"])
        status, _, err, _ = self.run_program("--params", "3B", "--active", "30B")
        self.assertEqual((status, err.splitlines()[0]), (2, "gpuadvisor: --active: expected no more than --params"))
        status, _, err, _ = self.run_program("--params", "7 apples")
        self.assertEqual((status, err.splitlines()[0]),
                         (USAGE, 'gpuadvisor: --params: expected a number of parameters like 7B or 350M, '
                                 'found "7 apples"'))

    def hostile(self, name, content, *words):
        path = content if isinstance(content, str) else self.write(name, content)
        status, out, err, megabytes = self.run_program(path)
        with self.subTest(file=name, words=words):
            self.assertEqual(status, DATA_ERROR, err)
            self.assertEqual(out, "")
            self.assertTrue(err.startswith(self.path("")) or err.startswith(path[:50]), err)
            for word in words:
                self.assertIn(word, err)
            self.assertLess(len(err), 2000)
            self.assertLess(megabytes, MOST_MEGABYTES)
            self.assertTrue(all(c == "\n" or c.isprintable() for c in err), repr(err))

    def judged(self, name, content):
        """A damaged file is read, or refused with its place; nothing else happens."""
        status, out, err, _ = self.run_program(self.write(name, content), "--gpu", "3090")
        self.assertIn(status, (ANSWERED, NONE, DATA_ERROR), err)
        if status == DATA_ERROR:
            self.assertEqual(out, "")
            self.assertTrue(err.startswith(self.path(name) + ":"), err)
        return status

    def test_damaged_configurations_are_read_or_refused_with_the_place(self):
        seen = []
        for network in (LLAMA, SPARSE, HYBRID, WINDOWED, LATENT):
            self.assertIn(self.judged("config.json", network), (ANSWERED, NONE))
            for member in network:
                for value in (0, -1, 2**40, 0.5, "x", None, [], {}):
                    with self.subTest(member=member, value=value):
                        seen.append(self.judged("config.json", {**network, member: value}))
            whole = json.dumps(network)
            for length in range(0, len(whole), 37):
                with self.subTest(length=length):
                    self.assertEqual(self.judged("config.json", whole[:length].encode()), DATA_ERROR)
                    seen.append(DATA_ERROR)
        self.assertGreater(len(seen), 500)
        self.assertIn(DATA_ERROR, seen)

    def test_members_that_nobody_knows_are_passed_over(self):
        known = self.answer(self.write("config.json", HYBRID))
        later = self.answer(self.write("config.json", {**HYBRID, "quantum_heads": 7}))
        self.assertEqual(later["model"]["active_parameters_m"], known["model"]["active_parameters_m"])

    def test_a_family_that_is_not_known_is_recognised_by_its_figures(self):
        file = self.answer(self.write("config.json", {**LLAMA, "model_type": "zork"}))
        self.assertEqual(file["model"]["parameters_m"], 8030.26)
        self.assertIn("as the catalog has it", " ".join(file["model"]["file"]["remarks"]))
        self.hostile("config.json", {**HYBRID, "model_type": "qwen9_text"}, 'found "qwen9_text"')

    def test_hostile_gguf_files_are_refused(self):
        self.hostile("empty.gguf", b"", "byte 0", "end of the file")
        self.hostile("text.gguf", b"\x1b[31mred and more", "expected the letters GGUF")
        self.hostile("old.gguf", gguf([], [], version=1), "version 2 or 3")
        self.hostile("tensors.gguf", gguf([], [], counts=(2**63, 0)), "at most 65536")
        self.hostile("entries.gguf", gguf([], [], counts=(0, 2**64 - 1)), "at most 10000")
        self.hostile("key.gguf", b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 2**63), "a key of 1 to 65535 bytes")
        self.hostile("list.gguf", gguf([entry("k", 9, struct.pack("<IQ", 8, 2**60))], []), "a list of at most")
        self.hostile("cut.gguf", gguf(SHAPE, [tensor("token_embd.weight", (256, 100), Q4_K, 0)], 14399),
                     "the end of the file after 14399")
        self.hostile("size.gguf", gguf(SHAPE, [tensor("t", (2**33, 2**33), F16, 0)]), "a size that a tensor can have")
        self.hostile("name.gguf", gguf([entry("general.architecture", 8, text("\x1b[2J"))], []), "block_count")
        self.hostile("layers.gguf", gguf([SHAPE[0], number("llama.block_count", 2**32 - 1)], []), "from 0 to 10000")
        nan = entry("llama.block_count", 6, struct.pack("<f", float("nan")))
        self.hostile("nan.gguf", gguf([SHAPE[0], nan], []), "a whole number from 0 to 10000, found nan")

    def test_a_gguf_header_just_within_the_limits_is_read(self):
        # 30 x 100,000 texts of 13 bytes with their lengths, in portions: the program's memory is never less than ours.
        tokens = entry("tokenizer.ggml.tokens", 9, struct.pack("<IQ", 8, 3_000_000))
        begin = b"GGUF" + struct.pack("<IQQ", 3, 1, len(SHAPE) + 1) + b"".join(SHAPE) + tokens
        end = tensor("token_embd.weight", (256, 100), Q4_K, 0)
        path = self.path("long.gguf")
        with open(path, "wb") as file:
            file.write(begin)
            for _ in range(30):
                file.write(text("token") * 100_000)
            file.write(end + bytes(32 + 14400))
        status, _, err, megabytes = self.run_program(path)
        self.assertEqual(status, ANSWERED, err)
        self.assertLess(megabytes, MOST_MEGABYTES)

    def test_hostile_safetensors_files_are_refused(self):
        self.hostile("empty.safetensors", b"", "byte 0")
        self.hostile("long.safetensors", struct.pack("<Q", 2**63) + b"{}", "within the file's 10 bytes")
        self.hostile("json.safetensors", safetensors(b"{"), "not valid JSON")
        self.hostile("deep.safetensors", safetensors(b"[" * 100000), "nested deeper than 64")
        self.hostile("huge.safetensors", safetensors(
            {"a": {"dtype": "F16", "shape": [2**53, 2**53], "data_offsets": [0, 8]}}, 8), "/a/shape", "beyond any file")
        self.hostile("infinite.safetensors", safetensors(
            b'{"a": {"dtype": "F16", "shape": [1e999], "data_offsets": [0, 8]}}', 8), "not valid JSON")
        self.hostile("none.safetensors", safetensors({}), "expected tensors")

    def test_hostile_configs_are_refused(self):
        self.hostile("bytes.json", b"\xff\xfe", "expected a JSON document")
        self.hostile("nan.json", json.dumps({**LLAMA, "hidden_size": float("nan")}).encode(), '"hidden_size"')
        self.hostile("negative.json", {**LLAMA, "hidden_size": -1}, "/hidden_size", "found -1")
        self.hostile("huge.json", {**LLAMA, "num_hidden_layers": 1e300}, "/num_hidden_layers", "from 1 to 10000")
        self.hostile("head.json", {**LLAMA, "head_dim": 10**7}, "/head_dim", "from 1 to 10000")
        self.hostile("type.json", {**LLAMA, "model_type": "\x1b[31mllama"}, "/model_type")
        self.hostile("unknown.json", {"model_type": "lama"}, 'did you mean "llama"?')
        self.hostile("twice.json", b'{"model_type": "llama", "model_type": "gpt2"}', "duplicate key")
        self.hostile("index.safetensors.index.json", {"metadata": {"total_size": -1}, "weight_map": {}},
                     "/metadata/total_size")

    def test_what_is_no_file_is_refused_without_waiting(self):
        os.mkfifo(self.path("pipe.gguf"))
        self.hostile("pipe", self.path("pipe.gguf"), "a pipe")
        os.mkdir(self.path("folder.json"))
        self.hostile("folder", self.path("folder.json"), "a folder")
        self.hostile("none", self.path("none.gguf"), "cannot be opened")
        os.symlink("/dev/zero", self.path("zero.gguf"))
        self.hostile("device", self.path("zero.gguf"), "a device")


unittest.main()
