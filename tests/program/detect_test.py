"""`detect`, and `auto` in place of a GPU, on machines that are made up: their tools are scripts that print captures.

    detect_test.py PROGRAM CAPTURES
"""

import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, CAPTURES = str(pathlib.Path(sys.argv.pop(1)).resolve()), pathlib.Path(sys.argv.pop(1)).resolve()

ANSWERED, NONE, USAGE, NO_ANSWER = 0, 1, 2, 3  # exit statuses
RTX_3080, A100, MI100 = "nvidia_smi_qx_rtx_3080_v13.xml", "nvidia_smi_qx_a100_sxm4_v12.xml", "rocm_smi_mi100_rocm602.json"
MOST_MEGABYTES = 100
HANG_S = 60
SANITIZED = b"__asan_init" in pathlib.Path(PROGRAM).read_bytes()


class Machine(unittest.TestCase):
    """One with a folder of tools that PATH names alone, and one of PCI devices."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "bin").mkdir()
        (self.folder / "pci").mkdir()

    def tool(self, name, script):
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def prints(self, name, capture):
        self.tool(name, f"echo \"$0 $*\" > {self.folder}/asked\nexec /bin/cat {CAPTURES / capture}")

    def device(self, address, **files):
        folder = self.folder / "pci" / address
        folder.mkdir()
        for name, content in files.items():
            (folder / name.replace("kind", "class")).write_text(content + "\n", encoding="utf-8")

    def run_on(self, *arguments, stdin=None, **environment):
        variables = {"PATH": str(self.folder / "bin"), "COLUMNS": "80", "GPUADVISOR_PCI_DEVICES": str(self.folder / "pci")}
        return subprocess.run([PROGRAM, *arguments], input=stdin, stdin=None if stdin else subprocess.DEVNULL, capture_output=True,
                              timeout=HANG_S, cwd=self.folder, env={**variables, **environment})

    def answer(self, *arguments, **environment):
        result = self.run_on(*arguments, **environment)
        self.assertEqual(result.returncode, ANSWERED, result.stderr)
        return result.stdout.decode()

    def detected(self, *arguments, **environment):
        return json.loads(self.answer("detect", "--format", "json", *arguments, **environment))


class Tools(Machine):
    def test_what_tools_print_is_what_a_capture_has(self):
        for tool, words, capture in (("nvidia-smi", "-q -x", A100), ("rocm-smi", "-a --json", MI100),
                                     ("system_profiler", "-json SPDisplaysDataType SPHardwareDataType", "apple_m2_max.json")):
            with self.subTest(tool):
                self.prints(tool, capture)
                told = self.answer("detect")
                self.assertEqual(told, self.answer("detect", "--from", str(CAPTURES / capture)))
                self.assertEqual((self.folder / "asked").read_text(), f"{self.folder}/bin/{tool} {words}\n")
                (self.folder / "bin" / tool).unlink()

    def test_tools_of_two_vendors_are_both_asked(self):
        self.prints("nvidia-smi", RTX_3080)
        self.prints("rocm-smi", MI100)
        answer = self.detected()
        self.assertEqual([one["id"] for one in answer["results"]], ["nvidia-geforce-rtx-3080", *["amd-instinct-mi100"] * 4])
        self.assertEqual(answer["owned"], [{"id": "nvidia-geforce-rtx-3080", "count": 1}, {"id": "amd-instinct-mi100", "count": 4}])
        self.assertEqual(answer["main"], {"id": "amd-instinct-mi100", "count": 4})  # 1.15 each, against 1.22 of one

    def test_no_gpu_is_an_answer(self):
        result = self.run_on("detect")
        self.assertEqual((result.returncode, result.stderr), (NONE, b""))
        self.assertTrue(result.stdout.startswith(b"No GPU was found.\n"))
        result = self.run_on("detect", "--format", "json")
        self.assertEqual((result.returncode, json.loads(result.stdout)["results"]), (NONE, []))
        self.tool("nvidia-smi", "echo No devices were found")
        self.assertEqual(self.run_on("detect").returncode, NONE)

    def test_a_tool_that_fails_is_told_and_the_kernel_asked(self):
        self.device("0000:01:00.0", vendor="0x10de", device="0x2204", kind="0x030000")
        for script, said in (("echo NVIDIA-SMI has failed because; exit 9", "nvidia-smi: exit status 9: NVIDIA-SMI has failed because"),
                             ("exit 3", "nvidia-smi: exit status 3"), ("kill -SEGV $$", "nvidia-smi: ended by signal 11"),
                             ("printf 'a\\033[2J\\000b'", 'found "a\\x1b[2J'), ("echo '<nvidia_smi_log>'", "expected </nvidia_smi_log>"),
                             ("while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done", "nvidia-smi: more than 8 MiB of output"),
                             ("", "expected what `nvidia-smi -q -x`")):
            with self.subTest(script):
                self.tool("nvidia-smi", script)
                result = self.run_on("detect", "--format", "json")
                self.assertEqual(result.returncode, ANSWERED)
                self.assertIn(said, result.stderr.decode())
                self.assertEqual([one["pci_id"] for one in json.loads(result.stdout)["results"]], ["10de:2204"])

    def test_a_tool_that_hangs_is_ended_with_what_it_started(self):
        self.tool("nvidia-smi", f"trap '' TERM\n/bin/sleep 100 &\necho $! > {self.folder}/child\nwait")
        begin = time.monotonic()
        result = self.run_on("detect")
        self.assertLess(time.monotonic() - begin, 20)
        self.assertEqual(result.returncode, NONE)
        self.assertIn(b"nvidia-smi: no answer within 10 seconds", result.stderr)
        child = pathlib.Path("/proc") / (self.folder / "child").read_text().strip() / "stat"
        if pathlib.Path("/proc/self").exists():  # gone, or a zombie whose parent has not asked for it yet
            self.assertTrue(not child.exists() or child.read_text().rsplit(")", 1)[1].split()[0] == "Z")

    def test_what_is_no_program_in_path_is_not_run(self):
        (self.folder / "nvidia-smi").write_text("#!/bin/sh\ntouch ran\n")
        (self.folder / "nvidia-smi").chmod(0o755)
        for path in ("", ".", ":", "relative", str(self.folder / "none")):
            self.assertEqual(self.run_on("detect", PATH=path).returncode, NONE)
        (self.folder / "bin" / "nvidia-smi").write_text("not to be run")
        (self.folder / "bin" / "rocm-smi").mkdir()
        result = self.run_on("detect")
        self.assertEqual(result.returncode, NONE)
        self.assertFalse((self.folder / "ran").exists())


class Kernel(Machine):
    def test_devices_of_vendors_without_a_tool(self):
        self.device("0000:00:02.0", vendor="0x8086", device="0x4680", kind="0x030000")  # in the processor
        self.device("0000:01:00.0", vendor="0x10de", device="0xffff", kind="0x030000")
        self.device("0000:01:00.1", vendor="0x10de", device="0x1aef", kind="0x040300")  # its sound
        self.device("0000:03:00.0", vendor="0x1002", device="0xffff", kind="0x120000", mem_info_vram_total="12884901888",
                    mem_info_vram_used="1073741824")
        answer = self.detected()
        self.assertEqual([(one["pci_id"], one["tool"], one["memory_gb"], one["free_gb"], one["match"]) for one in answer["results"]],
                         [("10de:ffff", "sysfs", None, None, "unnamed"), ("1002:ffff", "sysfs", 12, 11, "unnamed")])
        self.assertIn("nvidia-smi would name it", self.answer("detect"))
        self.prints("nvidia-smi", RTX_3080)
        self.assertEqual([one["tool"] for one in self.detected()["results"]], ["nvidia-smi", "sysfs"])

    def test_odd_files_are_no_devices(self):
        (self.folder / "pci" / "file").write_text("x")
        (self.folder / "pci" / "loop").symlink_to("loop")
        self.device("0000:01:00.0", vendor="0x10de" * 1000, device="", kind="\x00\xff")
        self.device("0000:01:00.1")
        self.assertEqual(self.run_on("detect").returncode, NONE)
        self.assertEqual(self.run_on("detect", GPUADVISOR_PCI_DEVICES="/nowhere").returncode, NONE)


class Auto(Machine):
    def test_auto_is_the_gpus_that_are_found(self):
        self.prints("nvidia-smi", RTX_3080)
        for with_auto, named in ((["upgrade", "auto"], ["upgrade", "rtx 3080 10gb"]), (["memory", "--gpu", "auto"], ["memory", "--gpu", "rtx 3080 10gb"]),
                                 (["memory", "llama-3-8b", "--gpu", "AUTO"], ["memory", "llama-3-8b", "--gpu", "rtx 3080 10gb"]),
                                 (["compare", "auto", "4090"], ["compare", "rtx 3080 10gb", "4090"]),
                                 (["show", "auto"], ["show", "rtx 3080 10gb"]), (["build", "auto + 2x 4090"], ["build", "rtx 3080 10gb + 2x 4090"]),
                                 (["recommend", "--model", "llama-3.3-70b", "--own", "auto"],
                                  ["recommend", "--model", "llama-3.3-70b", "--own", "rtx 3080 10gb"])):
            with self.subTest(with_auto):
                self.assertEqual(self.answer(*with_auto), self.answer(*named))

    def test_equal_gpus_are_counted(self):
        self.prints("rocm-smi", MI100)
        self.assertEqual(self.answer("memory", "llama-3-70b", "--gpu", "auto"), self.answer("memory", "llama-3-70b", "--gpu", "4x mi100"))
        self.assertEqual(self.answer("build", "auto"), self.answer("build", "4x mi100"))
        self.assertEqual(self.answer("upgrade", "auto"), self.answer("upgrade", "4x mi100"))
        self.assertEqual(self.answer("memory", "--gpu", "auto"), self.answer("memory", "--gpu", "4x mi100"))

    def test_a_capture_stands_for_the_machine(self):
        self.prints("nvidia-smi", RTX_3080)
        self.assertEqual(self.answer("upgrade", "auto", GPUADVISOR_DETECT=str(CAPTURES / A100)), self.answer("upgrade", "a100 sxm4 80gb"))
        self.assertEqual(self.answer("detect", GPUADVISOR_DETECT=str(CAPTURES / A100)), self.answer("detect", "--from", str(CAPTURES / A100)))
        result = self.run_on("upgrade", "auto", GPUADVISOR_DETECT="/nowhere")
        self.assertEqual((result.returncode, result.stderr), (NO_ANSWER, b"/nowhere: cannot be opened: No such file or directory\n"))

    def test_different_gpus(self):
        capture = str(CAPTURES / "nvidia_smi_query_gpu_noheader.csv")
        self.assertEqual(self.answer("memory", "llama-3-70b", "--gpu", "auto", GPUADVISOR_DETECT=capture),
                         self.answer("memory", "llama-3-70b", "--gpu", "h200 nvl + p40 + t4"))
        self.assertEqual(self.answer("memory", "--gpu", "auto", GPUADVISOR_DETECT=capture),
                         self.answer("memory", "--gpu", "h200 nvl + p40 + t4"))
        self.assertIn("Keep your H200 NVL 141GB", self.answer("upgrade", "auto", GPUADVISOR_DETECT=capture))  # the fastest of them

    def test_without_a_gpu_that_is_known(self):
        for command in (["upgrade", "auto"], ["memory", "--gpu", "auto"], ["recommend", "--model", "llama-3-8b", "--own", "auto"]):
            with self.subTest(command):
                result = self.run_on(*command)
                self.assertEqual((result.returncode, result.stdout, result.stderr), (
                    NO_ANSWER, b"", b'gpuadvisor: "auto": no GPU was found in this machine; name one, like "RTX 3090"\n'))
        self.tool("nvidia-smi", "echo NVIDIA-SMI has failed; exit 9")
        self.assertIn(b"(nvidia-smi: exit status 9: NVIDIA-SMI has failed)", self.run_on("upgrade", "auto").stderr)
        result = self.run_on("upgrade", "auto", GPUADVISOR_DETECT=str(CAPTURES / "nvidia_smi_qx_gtx_1070_ti.xml"))
        self.assertEqual((result.returncode, result.stderr), (
            NO_ANSWER, b'gpuadvisor: "auto": it is not clear which GPU the GeForce GTX 1070 Ti is; more: `gpuadvisor detect`, '
                       b'and a name like "RTX 3090" does instead\n'))

    def test_only_auto_looks_at_the_machine(self):
        self.tool("nvidia-smi", f"echo > {self.folder}/asked")
        for command in (["upgrade", "3090"], ["recommend"], ["detect", "--from", str(CAPTURES / A100)], ["memory", "--gpu", "3090"]):
            self.answer(*command)
        self.assertFalse((self.folder / "asked").exists())


class Hostile(Machine):
    """Whatever a capture holds, the answer is one of few, in words that can be shown, quickly and in little memory."""

    def check_safe(self, capture):
        path = self.folder / "capture"
        path.write_bytes(capture)
        begin = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = self.run_on("detect", "--from", "capture")
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertIn(result.returncode, (ANSWERED, NONE, NO_ANSWER), result.stderr[:300])
        self.assertEqual(result.returncode == NO_ANSWER, result.stderr != b"", result.stderr[:300])
        for text in (result.stdout, result.stderr):
            self.assertFalse(any(c < 32 and c != 10 or c == 127 for c in text), text[:300])
            text.decode("utf-8")
        if not SANITIZED:
            self.assertLess(used.ru_maxrss * 1024 / 1e6, MOST_MEGABYTES)  # of all so far
            self.assertLess(used.ru_utime + used.ru_stime - begin.ru_utime - begin.ru_stime, 5)
        return result

    def test_large_ones(self):
        row = b"NVIDIA GeForce RTX 3090, 24576 MiB\n"
        xml = b"<gpu><product_name>NVIDIA GeForce RTX 3090</product_name></gpu>"
        cases = {  # made when they are needed: what this script holds counts as the program's memory
            "a million lines": lambda: b"name, memory.total [MiB]\n" + b"Tesla\n" * 1_000_000,
            "titles and rows": lambda: b"name, memory.total [MiB]\n" + row * 200_000, "more than 8 MiB": lambda: row * 300_000,
            "a million titles": lambda: b"name, " * 1_000_000, "one line": lambda: b"x" * 8_000_000,
            "commas": lambda: b"name\n" + b"," * 8_000_000, "commas behind a name": lambda: b"Tesla T4" + b"," * 8_000_000,
            "elements": lambda: b"<nvidia_smi_log>" + xml * 60_000 + b"</nvidia_smi_log>", "deep": lambda: b"<a>" * 1_000_000,
            "empty elements": lambda: b"<nvidia_smi_log>" + b"<a/>" * 190_000 + b"</nvidia_smi_log>",
            "deep JSON": lambda: b'{"card0":' + b"[" * 1_000_000, "a long name": lambda: b"name\nTesla " + b"x" * 1_000_000,
            "cards": lambda: b'{"card0": {}' + b"".join(b',"card%d":{}' % i for i in range(1, 4000)) + b"}",
            "displays": lambda: b'{"SPDisplaysDataType":[' + b",".join([b'{"sppci_model":"Apple M1"}'] * 50_000) + b"]}",
            "warnings": lambda: b"x\n" * 1_000_000 + b"{}", "NUL": lambda: b"name\n" + b"\0" * 1_000_000,
            "entities": lambda: b"<nvidia_smi_log>" + b"&amp;" * 1_000_000 + b"</nvidia_smi_log>",
        }
        for name, capture in cases.items():
            with self.subTest(name):
                self.check_safe(capture())

    def test_many_gpus(self):
        result = self.check_safe(b"name, memory.total [MiB]\n" + b"NVIDIA GeForce RTX 3090, 24576 MiB\n" * 1000)
        self.assertEqual(result.returncode, ANSWERED)
        self.assertIn(b"You have 1000x RTX 3090: ", result.stdout)

    def test_changed_ones(self):
        numbers = random.Random(1126)
        captures = [path.read_bytes() for path in sorted(CAPTURES.iterdir()) if path.suffix in (".csv", ".xml", ".json")]
        pieces = [b"-1", b"1e999", b"nan", b"\xff", b"\x1b[2J", b"<gpu>", b"</gpu>", b"&", b'"', b"{", b"[", b",", b"\n", b"\0"]
        statuses = set()
        for _ in range(100 if SANITIZED else 500):
            capture = bytearray(numbers.choice(captures))
            for _ in range(numbers.randint(1, 3)):
                at = numbers.randrange(len(capture) + 1)
                change = numbers.randrange(4)
                if change == 0:
                    del capture[at:]
                elif change == 1:
                    capture[at:at] = numbers.choice(pieces)
                elif change == 2:
                    del capture[at:at + numbers.randrange(100)]
                else:
                    capture[at:at] = capture[at:at + numbers.randrange(500)]
            statuses.add(self.check_safe(bytes(capture)).returncode)
        self.assertGreaterEqual(statuses, {ANSWERED, NO_ANSWER})

    def test_what_is_no_file(self):
        for name in ("none", ".", "x" * 5000, "\x1b[2J"):
            result = self.run_on("detect", "--from", name)
            self.assertEqual((result.returncode, result.stdout), (NO_ANSWER, b""))
        result = self.run_on("detect", "--from", "-", stdin=(CAPTURES / RTX_3080).read_bytes())
        self.assertEqual(result.returncode, ANSWERED)
        result = self.run_on("detect", "--from", "-", stdin=b"hello")
        self.assertTrue(result.stderr.startswith(b"standard input:1: expected what `nvidia-smi -q -x`"), result.stderr)


unittest.main(verbosity=2)
