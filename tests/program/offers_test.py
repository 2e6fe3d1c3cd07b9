"""Lists of offers as files: formats, compression, what is wrong with them, parts and their merging, memory.

    offers_test.py PROGRAM FOLDER    where FOLDER holds generate_offers.py
"""

import gzip
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
sys.path.insert(0, sys.argv.pop(1))
import generate_offers  # noqa: E402

ANSWERED, NONE, USAGE, INVALID = 0, 1, 2, 3  # exit statuses
SKYPILOT = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region\n"
OFFER = '{"gpu":"RTX 4090","count":1,"usd_per_hour":0.4,"provider":"x"}\n'


def offers(count):
    return "".join(generate_offers.lines(count))


# First lines of a list, and how many of them are malformed. The others are rows, odd as they look.
FIRST_LINES = [("{\n", 1), ("[]\n", 1), ('["x"]\n', 1), ("[1]\n", 1), ("oops\n", 1), ("# comment\n", 1), ("\x01\n", 1), ("]\n", 1),
               ("x" * 70_000 + "\n", 1), ("{" + " " * 1_500_000 + "\n", 1), (OFFER.replace('"x"', '"x","note":"offers"'), 0),
               (OFFER.replace('"x"', '"x","offers":"none"'), 0), (OFFER.replace('"x"', f'"x","note":"{"n" * 70_000}"'), 0),
               ("\n \r\n" + OFFER, 0), ("\ufeff" + OFFER, 0)]


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def run_offers(self, *arguments, text=None):
        binary = text if isinstance(text, bytes) or text is None else text.encode()
        done = subprocess.run([PROGRAM, "offers", *map(str, arguments)], input=binary, capture_output=True, cwd=self.folder)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def answer(self, *arguments, text=None):
        status, out, error = self.run_offers("rank", *arguments, "--format", "json", text=text)
        self.assertIn(status, (ANSWERED, NONE), error)
        return json.loads(out)

    def counts(self, *arguments, text=None):
        return self.answer(*arguments, text=text)["counts"]

    def assert_refused(self, done, *words):
        status, out, error = done
        self.assertEqual(status, INVALID, error)
        self.assertEqual(out, "")
        for word in words:
            self.assertIn(word, error)


class Reading(Folder):
    def test_the_same_offers_are_read_from_a_file_a_pipe_and_what_is_compressed(self):
        text = offers(500)
        plain = self.file("plain.ndjson", text)
        wanted = self.answer(plain)
        self.assertEqual(wanted["counts"]["rows"], 500)
        packed = gzip.compress(text.encode())
        self.assertEqual(self.answer(self.file("a.gz", packed)), wanted)
        self.assertEqual(self.answer("-", text=text), wanted)
        self.assertEqual(self.answer("-", text=packed), wanted)
        halves = gzip.compress(text[:1000].encode()) + gzip.compress(text[1000:].encode())
        self.assertEqual(self.answer(self.file("two.gz", halves)), wanted)
        if shutil.which("zstd"):
            subprocess.run(["zstd", "-q", plain], check=True)
            self.assertEqual(self.answer(self.folder / "plain.ndjson.zst"), wanted)

    def test_a_few_rows_and_many_are_read_alike_by_any_number_of_threads(self):
        # Two refused prices in a thousand, and one GPU of thirteen that the catalog does not have.
        for count in 64, 20_000:
            path = self.file(f"{count}.ndjson", offers(count))
            rows = list(map(json.loads, path.read_text().splitlines()))
            bad = sum(row["usd_per_hour"] <= 0 for row in rows)
            unknown = sum(row["gpu"].endswith("NO SUCH") and row["usd_per_hour"] > 0 for row in rows)
            found = [self.answer(path, "--threads", threads) for threads in (1, 2, 7)]
            self.assertEqual(found[0], found[1])
            self.assertEqual(found[0], found[2])
            counts = found[0]["counts"]
            self.assertEqual(counts["rows"], count)
            self.assertEqual(counts["refused"].get("bad-price", 0), bad)
            self.assertEqual(counts["refused"].get("unknown-gpu", 0), unknown)
            self.assertEqual(counts["offers"], count - bad - unknown)

    def test_the_best_are_those_that_a_plain_sort_finds(self):
        path = self.file("o.ndjson", offers(3000))
        rows = [row for row in map(json.loads, path.read_text().splitlines()) if row["usd_per_hour"] > 0]
        best = sorted(row["usd_per_hour"] / row["count"] for row in rows if row["memory_gb"] == 80 and row["count"] == 8)[:5]
        found = self.answer(path, "--rank-by", "price", "--gpu", "h100,a100 sxm 80gb", "--count", "8", "-n", "5")["results"]
        self.assertEqual([row["usd_per_hour"] / 8 for row in found], best)

    def test_documents_of_vast_are_a_list_or_have_one(self):
        listed = [{"gpu_name": "RTX 3090", "gpu_ram": 24576, "num_gpus": 1, "dph_total": 0.32, "min_bid": 0.14},
                  {"gpu_name": "RTX 3090", "gpu_ram": 24576, "num_gpus": 2, "dph_total": 0.6, "rentable": False}]
        for document in listed, {"offers": listed}, {"success": True, "offers": listed}:
            for text in json.dumps(document), json.dumps(document, indent=1):
                counts = self.counts("-", text=text)
                self.assertEqual((counts["rows"], counts["offers"]), (2, 2), text)
                self.assertEqual(counts["refused"], {"not-for-rent": 1})

    def test_tables_take_their_provider_from_the_file(self):
        row = "x,L4,1.0,1,1,,0.7,,us\n"
        (self.folder / "aws").mkdir()
        for path, provider in ((self.file("gcp.csv", SKYPILOT + row), "gcp"),
                               (self.file("aws/vms.csv", SKYPILOT + row), "aws")):
            self.assertEqual(self.answer(path)["results"][0]["provider"], provider)
        self.assertEqual(self.answer("gcp.csv", "--provider-name", "g")["results"][0]["provider"], "g")
        self.assertIsNone(self.answer("-", text=SKYPILOT + row)["results"][0]["provider"])

    def test_a_region_or_a_part_of_it_begins_as_asked(self):
        text = "".join(OFFER.replace('"x"', f'"x","region":"{region}"') for region in ("France, FR, EU", "eu-north-1", "us-east-1", ", US, NA"))
        for asked, count in (("eu", 2), ("FR", 1), ("us", 2), ("france", 1), ("ast", 0)):
            self.assertEqual(self.counts("-", "--region", asked, text=text)["passed"], count, asked)

    def test_a_card_of_vast_is_the_one_that_its_own_type_names(self):
        info = "\"{{'Gpus': [{{'Name': 'X', 'Count': {0}, 'MemoryInfo': {{'SizeInMiB': {1}}}}}]}}\""
        row = "{0}x-{1}-32-65536,{2},{0},32,64.0,{3},0.5,0.00,US\n"
        for name, short, memory, wanted in (("RTX_4070S_Ti", "RTX4070", 16376, "nvidia-geforce-rtx-4070-ti-super"),
                                            ("RTX_4070S", "RTX4070", 12282, "nvidia-geforce-rtx-4070-super"),
                                            ("RTX_4090", "RTX4090", 49140, None), ("RTX_7777", "RTX4090", 24564, None)):
            found = self.answer("-", text=SKYPILOT + row.format(2, name, short, info.format(2, 2 * memory)))["results"]
            self.assertEqual([one["gpu"] for one in found], [wanted] if wanted else [], name)

    def test_a_type_of_machine_tells_which_form_of_a_gpu(self):
        table = ("Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name\n"
                 "Azure,A100 (80 GB),Ampere,1,80,24,220,3.67,3.67,,NC24ads A100 v4\n"
                 "Azure,A100 (80 GB),Ampere,8,640,96,1900,37.18,4.65,,ND96amsr A100 v4\n")
        status, text, error = self.run_offers("rank", self.file("table.csv", table), "--format", "json")
        self.assertEqual(status, ANSWERED, error)
        self.assertEqual({one["count"]: one["gpu"] for one in json.loads(text)["results"]},
                         {1: "nvidia-a100-pcie-80gb", 8: "nvidia-a100-sxm4-80gb"})

    def test_what_it_prints_as_lines_it_reads(self):
        path = self.file("o.ndjson", offers(300))
        lines = self.run_offers("rank", path, "-n", "40", "--format", "jsonl")[1]
        self.assertEqual(self.answer("-", "-n", "40", text=lines)["results"], self.answer(path, "-n", "40")["results"])


class Faults(Folder):
    def test_the_first_malformed_row_stops_and_is_named(self):
        for bad, words in (("{\n", ("not valid JSON",)), ('{"gpu":"a","count":1\n', ("not valid JSON",)),
                           ("[1]\n", ("expected an object",)), ("a,b,c\n", ("not valid JSON",)),
                           ('{"gpu":"\xff"}\n', ("UTF-8",)), ('{"gpu":3,"count":1}\n', ('expected a text in "gpu"',)),
                           ("x" * 2_000_000 + "\n", ("more than 1024 KiB",)), ('{"a":"\0"}\n', ("not valid JSON",))):
            content = OFFER.encode() * 3 + bad.encode("latin-1") + OFFER.encode() * 3
            path = self.file("bad.ndjson", content)
            self.assert_refused(self.run_offers("rank", path), "bad.ndjson:4:", *words)
            status, out, error = self.run_offers("rank", path, "--on-error", "skip", "--format", "json")
            self.assertEqual(status, ANSWERED, error)
            counts = json.loads(out)["counts"]
            self.assertEqual((counts["rows"], counts["offers"], counts["refused"]), (7, 6, {"malformed": 1}), bad[:20])
            self.assertIn("line 4:", error)

    def test_the_first_of_several_is_named_whichever_thread_meets_it(self):
        lines = [OFFER] * 60_000
        for at in 20_000, 40_000, 59_999:
            lines[at] = "{]\n"
        path = self.file("many.ndjson", "".join(lines))
        for _ in range(5):
            self.assert_refused(self.run_offers("rank", path, "--threads", "4"), "many.ndjson:20001:")

    def test_tables_too(self):
        rows = ["x,L4,1.0,1,1,,0.7,,us\n", "x,L4,1.0\n", 'x,"L4,1\n', 'x,L4,1.0,1,1,,0.7"0,,us\n', "x,L4,many,1,1,,0.7,,us\n"]
        for at, bad in enumerate(rows[1:]):
            path = self.file("t.csv", SKYPILOT + rows[0] + bad + rows[0])
            self.assert_refused(self.run_offers("rank", path), "t.csv:3:")
            self.assertEqual(self.counts(path, "--on-error", "skip")["refused"], {"malformed": 1}, bad)

    def test_a_document_that_is_cut_off(self):
        text = '{"offers": [{"gpu_name": "RTX 3090", "num_gpus": 1, "dph_total": 0.3},\n'
        self.assert_refused(self.run_offers("rank", "-", text=text), "standard input:2:", "not valid JSON")
        self.assert_refused(self.run_offers("rank", "-", "--on-error", "skip", text=text), "the rest was not read")
        listed = [{"gpu_name": "RTX 3090", "num_gpus": 1, "dph_total": 0.3}, {"gpu_name": 1}, {"gpu_name": "RTX 3090", "num_gpus": 2, "dph_total": 0.5}]
        for indent in None, 1:
            counts = self.counts("-", "--on-error", "skip", text=json.dumps(listed, indent=indent))
            self.assertEqual((counts["rows"], counts["offers"]), (3, 2))

    def test_an_odd_first_line_costs_no_other(self):
        rest = "".join(OFFER.replace("0.4", f"0.{i}").replace('"x"', f'"p{i}"') for i in (5, 6, 7))
        for first, malformed in FIRST_LINES:
            with self.subTest(first=first[:20]):
                text = first + rest
                counts = self.counts("-", "--on-error", "skip", text=text)
                self.assertEqual((counts["rows"], counts["offers"]), (4, 4 - malformed))
                self.assertEqual(counts["refused"], {"malformed": 1} if malformed else {})
                if malformed:
                    self.assert_refused(self.run_offers("rank", "-", text=text), "standard input:1: ")
                else:
                    self.assertEqual(self.counts("-", text=text)["offers"], 4)

    def test_a_table_is_told_by_the_first_row_that_has_its_columns(self):
        row = "x,L4,1.0,1,1,,0.7,,us\n"
        for first, malformed in ("# comment\n", 1), ("a,b,c\n", 1), ("x" * 2_000_000 + "\n", 1), ("oops\n\x01\n", 2), ("\ufeff", 0), ("\n\n", 0):
            with self.subTest(first=first[:20]):
                text = first + SKYPILOT + row + row.replace("0.7", "0.8")
                counts = self.counts("-", "--on-error", "skip", text=text)
                self.assertEqual((counts["rows"], counts["refused"].get("malformed", 0)), (2 + malformed, malformed))
                if malformed:
                    self.assert_refused(self.run_offers("rank", "-", text=text), "standard input:1: ")
        self.assert_refused(self.run_offers("rank", "-", "--on-error", "skip", text="name,price\na,1\n"), "expected lines of JSON")

    def test_what_is_no_list_at_all(self):
        for text in "", "\n\n", "name,price\na,1\n", "\x7fELF", "<html>\n":
            self.assert_refused(self.run_offers("rank", "-", text=text), "standard input")
        self.assert_refused(self.run_offers("rank", self.folder), "found a folder")
        self.assert_refused(self.run_offers("rank", "nowhere"), "nowhere")

    def test_damaged_and_hostile_compression(self):
        packed = gzip.compress(offers(2000).encode())
        self.assert_refused(self.run_offers("rank", self.file("cut.gz", packed[:-100])), "cut.gz", "cut off")
        damaged = bytearray(packed)
        damaged[len(packed) // 2] ^= 0xFF
        self.assert_refused(self.run_offers("rank", self.file("bad.gz", bytes(damaged))), "bad.gz")
        bomb = gzip.compress(b" " * 200_000_000)
        self.assert_refused(self.run_offers("rank", self.file("bomb.gz", bomb)), "bomb.gz")
        lines = gzip.compress(b"\n" * 200_000_000)
        self.assert_refused(self.run_offers("rank", self.file("lines.gz", b"".join([gzip.compress(OFFER.encode()), lines]))),
                            "lines.gz", "times as long")

    def test_what_a_terminal_would_obey_is_not_printed(self):
        text = '{"gpu":"RTX 4090","count":1,"usd_per_hour":0.4,"provider":"\\u001b[2Jx","region":"\\u202e"}\n'
        for form in "table", "markdown", "html":
            out = self.run_offers("rank", "-", "--format", form, text=text)[1]
            self.assertNotIn("\x1b", out)
            self.assertNotIn("\u202e", out)


class Quotes(Folder):
    SOURCE = '{"sources": [{"id": "my-export", "title": "Export", "publisher": "me", "grade": "tracker"}]}'

    def quotes(self, *arguments, text):
        return self.run_offers("quotes", "-", "--into", "r.json", "--source", "my-export", *arguments, text=text)

    def test_the_lowest_prices_are_kept_dated_and_again_changes_nothing(self):
        path = self.file("r.json", self.SOURCE)
        text = OFFER + OFFER.replace("0.4", "0.3") + OFFER.replace("RTX 4090", "RTX 9090") + OFFER.replace("0.4", "0.5")
        done = self.quotes("--date", "2026-11-25", text=text)
        self.assertEqual(done[0], ANSWERED, done[2])
        rents = json.loads(path.read_text())["rents"]
        self.assertEqual(rents, [{"gpu": "nvidia-geforce-rtx-4090", "date": "2026-11-25", "provider": "x",
                                  "terms": "on-demand", "count": 1, "usd_per_hour": 0.3, "source": "my-export"}])
        before = path.read_bytes()
        self.assertEqual(self.quotes("--date", "2026-11-25", text=text)[0], ANSWERED)
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(self.quotes("--date", "2026-11-26", text=text)[0], ANSWERED)
        self.assertEqual([one["date"] for one in json.loads(path.read_text())["rents"]], ["2026-11-25", "2026-11-26"])
        rent = subprocess.run([PROGRAM, "rent", "4090", "--catalog", path, "--provider", "x", "--format", "json"],
                              capture_output=True, check=True)
        self.assertEqual(json.loads(rent.stdout)["best"]["usd_per_hour"], 0.3)
        check = subprocess.run([PROGRAM, "check", path], capture_output=True)
        self.assertEqual(check.returncode, ANSWERED, check.stdout)

    def test_what_is_not_known_is_asked_for_and_nothing_is_written(self):
        path = self.file("r.json", self.SOURCE)
        for done in (self.quotes(text=OFFER), self.quotes("--date", "2026-11-25", text=OFFER.replace(',"provider":"x"', ""))):
            self.assertEqual(done[0], USAGE, done)
        status, _, error = self.run_offers("quotes", "-", "--into", "r.json", "--source", "nobody", "--date", "2026-11-25",
                                           text=OFFER)
        self.assertEqual(status, USAGE)
        self.assertIn("nobody", error)
        self.assertEqual(path.read_text(), self.SOURCE)


class Memory(Folder):
    def limited(self, limit, text, *options, user=None):
        def limits():
            resource.setrlimit(*limit)
            if user is not None:
                os.setuid(user)
        return subprocess.run([PROGRAM, "offers", "rank", "-", "--format", "json", *options], input=text, capture_output=True, preexec_fn=limits)

    def test_little_memory_and_many_threads_end_in_an_answer_or_a_message(self):
        text = offers(60_000).encode()
        wanted = self.limited((resource.RLIMIT_CORE, (0, 0)), text).stdout
        statuses = set()
        for megabytes in range(60, 480, 20):
            done = self.limited((resource.RLIMIT_AS, (megabytes << 20,) * 2), text, "--threads", "64")
            statuses.add(done.returncode)
            self.assertIn(done.returncode, (ANSWERED, INVALID), done.stderr)
            self.assertEqual(done.stdout, wanted if done.returncode == ANSWERED else b"")
            if done.returncode == INVALID:
                self.assertIn(b"gpuadvisor: out of memory; --threads 1", done.stderr)
        self.assertIn(INVALID, statuses)  # there were limits that mattered

    def test_threads_that_cannot_be_started_are_done_without(self):
        nobody = 65534 if os.getuid() == 0 else None
        if subprocess.run(["true"] if nobody is None else [PROGRAM, "--version"], capture_output=True, user=nobody).returncode != 0:
            self.skipTest("another user cannot run the program")
        text = offers(60_000).encode()
        done = self.limited((resource.RLIMIT_NPROC, (1, 1)), text, "--threads", "16", user=nobody)
        self.assertEqual((done.returncode, done.stderr), (ANSWERED, b""))
        self.assertEqual(done.stdout, self.limited((resource.RLIMIT_CORE, (0, 0)), text).stdout)

    def test_it_does_not_grow_with_the_list(self):
        peaks = []
        for count in 20_000, 200_000:
            path = self.folder / "o.ndjson"
            with path.open("wb") as out:  # not by this process, whose own memory would count as the program's
                subprocess.run([sys.executable, generate_offers.__file__, str(count)], stdout=out, check=True)
            process = subprocess.Popen([PROGRAM, "offers", "rank", path], stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            self.assertEqual(status, 0)
            peaks.append(usage.ru_maxrss)
        self.assertLess(max(peaks), 64 * 1024)
        self.assertLess(peaks[1], peaks[0] * 1.5)


unittest.main()
