"""Hostile inputs to all else that reads files: `check`, tables of measurements, exceptions, models.

    hostile_files_test.py PROGRAM DATA_DIR

Whatever stands in a file, no other file is opened because of it. hostile_test.py has the documents of catalogs.
"""

import json
import os
import re
import socket
import struct
import threading

from hostile import (ANSWERED, DATA, DATA_ERROR, GPU, HANG_S, LONGEST_MESSAGE, MOST_SECONDS, NONE, PROGRAM, SANITIZED,
                     SOURCES, Hostile, main, numbered, record, repeated, run)

COLUMNS = "gpu,gpu_count,workload,model,precision,framework,kind,value,unit,basis,published,source"
ROW = "nvidia-geforce-rtx-3090,1,cnn,Net,fp16,PyTorch,throughput,{},images/s,measured,2024,lambda-2020-02"
SHEET = "lambda-tf-2020.csv"  # the name of a table that the built-in datasets list


class Odd(Hostile):
    """`check` on an input that is no catalog: it finds an error, or says why it cannot be read."""

    def find(self, name, arguments, *words, status=NONE):
        with self.subTest(name):
            result = run(name, ["check", "--quiet", *arguments])
            said = result.stdout + result.stderr
            self.check_safe(result, status, said[:LONGEST_MESSAGE])
            self.assertNotEqual(said, b"")
            self.assertEqual(result.stdout == b"", status == DATA_ERROR)
            for word in words:
                self.assertIn(word, said.decode("utf-8", "replace"))
            if not SANITIZED:
                self.assertLess(result.cpu_s, MOST_SECONDS)


class Paths(Odd):
    def odd_paths(self):
        """A path to each kind of thing that is no readable file, and words of the message."""
        os.symlink("loop", self.path("loop"))
        os.symlink("nowhere", self.path("dangling"))
        os.mkdir(self.path("empty"))
        os.mkdir(self.path("folder.json"))
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self.path("socket"))
        return [("link to itself", self.path("loop"), "Too many levels"),
                ("link to nothing", self.path("dangling"), "No such file"),
                ("no file", self.path("none"), "No such file"), ("socket", self.path("socket"), "cannot be"),
                ("below a file", PROGRAM + "/a.json", "Not a directory"), ("name too long", "x" * 5000, "too long"),
                ("controls in a name", self.path("\x1b[2J\n\u202e"), r"\x1b[2J\x0a\xe2\x80\xae"),
                ("no UTF-8 in a name", os.fsencode(self.path("")) + b"\xff.json", r"\xff.json")]

    def test_what_is_no_file_is_refused_by_every_command(self):
        for what, path, word in self.odd_paths():
            for command, arguments in (("check", ["check", path]), ("config", ["check", PROGRAM, "--config", path]),
                                       ("old", ["catalog", "diff", path, "built-in"]),
                                       ("new", ["catalog", "diff", "built-in", path])):
                self.check(DATA_ERROR, f"{command}: {what}", arguments, word)
            self.check(DATA_ERROR, f"scores: {what}", ["scores", "fit", "--data", path])
        for what in ("empty", "folder.json"):
            self.check(DATA_ERROR, f"check: {what}", ["check", self.path(what)], "found none")
            self.check(DATA_ERROR, f"config: {what}", ["check", PROGRAM, "--config", self.path(what)], "found none")

    def test_what_is_no_model_is_refused(self):
        os.symlink("loop.gguf", self.path("loop.gguf"))
        os.symlink("nowhere", self.path("dangling.gguf"))
        os.mkdir(self.path("folder.safetensors"))
        os.mkfifo(self.path("fifo.gguf"))  # which nobody writes to: opening it would wait for ever
        os.symlink("/dev/zero", self.path("zero.safetensors"))
        os.symlink("/dev/zero", self.path("config.json"))
        for name, word in (("loop.gguf", "Too many levels"), ("dangling.gguf", "No such file"),
                           ("folder.safetensors", "found a folder"), ("fifo.gguf", "found a pipe"),
                           ("zero.safetensors", "a device"), ("config.json", "a device")):
            self.check(DATA_ERROR, f"model: {name}", ["memory", self.path(name)], word)
            self.check(DATA_ERROR, f"--model: {name}", ["recommend", "--model", self.path(name)], word)

    def test_devices_and_pipes_are_checked_like_files(self):
        self.find("zeros without end", ["/dev/zero"], "/dev/zero", "larger than 8 MiB")
        self.find("nothing", ["/dev/null"], "found nothing")
        self.find("memory", ["/proc/self/mem"], "cannot be read", status=DATA_ERROR)
        self.check(DATA_ERROR, "exceptions without end", ["check", PROGRAM, "--config", "/dev/zero"], "larger than")
        path = self.path("fifo.json")
        os.mkfifo(path)
        writer = threading.Thread(target=lambda: os.close(os.open(path, os.O_WRONLY)), daemon=True)
        writer.start()
        self.find("pipe that is closed at once", [path], "found nothing")
        writer.join(HANG_S)

    def test_a_folder_of_odd_files_is_read_as_far_as_it_has_data(self):
        """Pipes, devices and links to them are no data; a link to the folder above is not followed for ever."""
        os.mkfifo(self.path("fifo.json"))
        os.symlink("/dev/zero", self.path("zero.json"))
        os.symlink("fifo.json", self.path("fifo-too.csv"))
        os.symlink(".", self.path("again"))
        os.mkdir(self.path("folder.json"))
        self.write('{"gpus": [{"id": 7}]}', "one.json")
        self.find("folder of odd files", [self.folder.name], "one.json:1:18: error: /gpus/0/id: expected text, found 7")
        for name, target in (("loop.json", "loop.json"), ("gone.json", "nowhere.json")):
            with self.subTest(name=name):
                os.symlink(target, self.path(name))
                self.find(f"folder with a broken link, {name}", [self.folder.name], f"{name}: a link to nothing",
                          status=DATA_ERROR)
                os.unlink(self.path(name))


class Tables(Odd):
    NO_VALUES = ["nan", "NaN", "-nan", "inf", "-inf", "infinity", "1e999", "-1e999", "1e-400", "-0", "0", "0.0", "-1",
                 "+1", " 1", "1 ", "0x10", "1_000", "1;2", "9007199254740993", "18446744073709551616", "1e308",
                 "1" * 400, "\u0661", "1\u200b", "=1+1", "1e", ".", ""]

    NO_TABLES = [
        ("nothing", "", "found nothing"),
        ("a NUL byte", COLUMNS + "\n\0\n", "a NUL byte"),
        ("no UTF-8", COLUMNS.encode() + b"\n\xff\n", "not valid UTF-8"),
        ("overlong UTF-8", COLUMNS.encode() + b"\n\xc0\xaf\n", "not valid UTF-8"),
        ("UTF-16", COLUMNS.encode("utf-16"), "NUL byte"),
        ("a quote without end", COLUMNS + '\n"a,b\n', "closing quote"),
        ("a quote inside", COLUMNS + '\na"b,c\n', "around the whole field"),
        ("text behind a quote", COLUMNS + '\n"a"b,c\n', "a comma or the end of the line"),
        ("a carriage return alone", COLUMNS + "\na\rb\n", "after a carriage return"),
        ("an empty line", COLUMNS + "\n\n", "found an empty line"),
        ("too few fields", COLUMNS + "\na,b\n", "expected 12 fields, found 2"),
        ("too many fields", COLUMNS + "\n" + "," * 20 + "\n", "expected 12 fields, found 21"),
        ("a thousand columns", "," * 1000 + "\n", "more than 100 fields"),
        ("a column twice", COLUMNS + ",gpu\n", 'column "gpu" stands twice'),
        ("a column without a name", COLUMNS + ",\n", "expected a name for column 13"),
        ("an unknown column", COLUMNS + ",\x1b[2J\n", r"\x1b[2J"),
        ("no rows", COLUMNS + "\n", "expected measurements, found none"),
        ("controls", COLUMNS + "\n" + ROW.replace("Net", "\x1b]0;x\x07").replace("{}", "1"), r"\x1b]0;x\x07"),
        ("hidden text", COLUMNS + "\n" + ROW.replace("Net", "a\u202eb").replace("{}", "1"), r"a\xe2\x80\xaeb"),
        ("a GPU that is a path", COLUMNS + "\n../../etc/passwd" + ROW[ROW.index(","):].replace("{}", "1"),
         'unknown GPU "../../etc/passwd"'),
        ("a count beyond 32 bits", COLUMNS + "\n" + ROW.replace(",1,", ",4294967297,").replace("{}", "1"),
         "a whole number"),
        ("a long field", COLUMNS + "\n" + "x" * 3000 + "\n", "at most 2000 bytes"),
    ]

    def test_tables_that_are_none_are_found(self):
        for name, content, word in self.NO_TABLES:
            self.find(f"table: {name}", [self.write(content, SHEET)], SHEET, word)

    def test_a_word_that_is_suggested_is_shown_escaped(self):
        header = (DATA / "memory/datasets.csv").read_text(encoding="utf-8").splitlines()[0]
        names = [self.write(f"{header}\nru\x1bns,device,lambda-2020-02,A note\n", "datasets.csv"),
                 self.write((DATA / "memory/measurements.csv").read_text(encoding="utf-8").splitlines()[0] +
                            "\nruns,llama-2-7b,measured,lora,fp16,4,1024,full,pytorch,no,1,,,,,8,query-value,18\n", "measurements.csv")]
        self.find("suggestion with an escape", names, r'unknown dataset "runs", did you mean "ru\x1bns"?')

    def test_values_that_are_no_positive_number_are_found(self):
        for value in self.NO_VALUES:
            path = self.write(f"{COLUMNS}\n{ROW.replace('{}', value)}\n", SHEET)
            self.find(f"value {value[:20]!a}", [path],
                      f"{SHEET}:2:59: error: column value: expected a number from 1e-06 to")

    def test_large_tables_are_found(self):
        row = ROW.replace("{}", "1") + "\n"
        for name, content, word in (
                ("8 MiB of rows", (COLUMNS, "\n", repeated(row, (9 << 20) // len(row))), "more than 8 MiB"),
                ("rows of nothing", (COLUMNS, "\n", repeated("," * 11 + "\n", 100_000)), "more than 50000 rows"),
                ("a field of megabytes", (COLUMNS, '\n"', repeated("x", 6_000_000), '"\n'), "at most 2000 bytes"),
                ("quotes of megabytes", (COLUMNS, "\n", repeated('"', 6_000_000), "\n"), "at most 2000 bytes"),
                ("line ends of megabytes", (COLUMNS, repeated("\n", 6_000_000)), "found an empty line")):
            self.find(f"table: {name}", [self.write(content, SHEET)], word)

    def test_measurements_that_take_minutes_to_fit_are_not_fitted(self):
        count = 3000
        card = record(GPU, id='"g{}"', name='"G{}"', memory_gb="8", fp32_tflops="10", memory_bandwidth_gbs="100")
        workload = '{"id": "w", "title": "W", "order": ["tensor", "flops", "bandwidth", "half"], "source": "shop"}'
        reference = ('{"gpu": "g0", "tensor_tflops": 10, "flops_tflops": 10, "bandwidth_gbs": 100, "half_tflops": 10, '
                     '"source": "shop"}')
        self.write((f'{{{SOURCES}, "workloads": [{workload}], "reference": {reference}, "gpus": [',
                    numbered(card, count), "]}"), "gpus.json")
        os.mkdir(self.path("benchmarks"))
        self.write('{"datasets": [{"id": "d", "title": "D", "published": "2020", "kind_of_work": "networks", '
                   '"source": "shop"}]}', "benchmarks/datasets.json")
        rows = (f"g{n},1,w,m{n % 7},fp32,,throughput,{n + 1},i/s,measured,2020,shop\n" for n in range(count))
        self.write((COLUMNS, "\n", rows), "benchmarks/d.csv")
        self.find("too many GPUs to fit", [self.folder.name, "--disable", "implausible-figure"],
                  "benchmarks/d.csv: warning: expected measurements that can be fitted in seconds", status=ANSWERED)
        self.check(DATA_ERROR, "too many GPUs to fit, by scores", ["scores", "fit", "--data", self.folder.name],
                   "in seconds")


class Exceptions(Odd):
    CASES = [
        ("no document", "", "found nothing"), ("cut", '{"exceptions": [', "not valid JSON"),
        ("deep", "[" * 100_000, "nested deeper than 64"), ("array", "[]", "expected an object"),
        ("no UTF-8", b'{"\xff": 1}', "UTF-8"), ("controls", '{"exceptions": [{"rule": "\\u001b[2J"}]}', r"\x1b[2J"),
        ("twice", '{"exceptions": [], "exceptions": []}', "duplicate key"),
        ("number", '{"exceptions": 1e999}', "not valid JSON"),
        ("no reason", '{"exceptions": [{"rule": "price-jump"}]}', "reason"),
        ("rule not known", '{"exceptions": [{"rule": "price-jmp", "reason": "r"}]}', 'did you mean "price-jump"?'),
        ("ids as text", '{"exceptions": [{"rule": "price-jump", "ids": "x", "reason": "r"}]}', "expected an array"),
    ]

    def test_exceptions_that_are_none_are_refused(self):
        data = self.write('{"default_workload": "cnn"}', "data.json")
        for name, content, word in self.CASES:
            path = self.write(content, "exceptions.json")
            self.check(DATA_ERROR, f"exceptions: {name}", ["check", data, "--config", path], path, word)
        many = self.write(('{"exceptions": [', repeated('{"rule": "x"},', 15_000), "{}]}"), "many.json")
        self.check(DATA_ERROR, "exceptions: thousands", ["check", data, "--config", many], many)

    def test_exceptions_in_a_folder_are_found(self):
        self.write('{"default_workload": "cnn"}', "data.json")
        for name, content, word in self.CASES:
            self.write(content, "check.json")
            self.find(f"check.json: {name}", [self.folder.name], "check.json", word)


class NoOtherFile(Odd):
    """Each name stands for a pipe that nobody writes to: a program that opened it would wait until it is stopped."""

    def setUp(self):
        super().setUp()
        self.names = [self.path(name) for name in ("pipe", "pipe.json", "pipe.csv", "pipe.gguf", "pipe.safetensors")]
        for name in self.names:
            os.mkfifo(name)
        self.names.append(os.path.relpath(self.names[1], os.getcwd()))

    def test_what_data_names_is_not_opened(self):
        for name in self.names:
            quoted = json.dumps(name)
            source = {"id": name, "title": name, "publisher": name, "address": name, "note": name, "licence": name,
                      "grade": "shop"}
            gpu = {"id": name, "name": name, "vendor": name, "architecture": name, "segment": "consumer",
                   "form": "pcie-card", "aliases": [name + "/alias"], "notes": [name], "source": name}
            price = {"gpu": name, "date": "2026", "condition": "used", "kind": "shop", "price_usd": 100,
                     "region": name, "note": name, "source": name}
            path = self.write(json.dumps({"sources": [source], "gpus": [gpu], "prices": [price]}), "names.json")
            for arguments in (["list", "--catalog", path], ["show", name, "--catalog", path],
                              ["sources", "--catalog", path], ["recommend", "--catalog", path],
                              ["catalog", "export", "--catalog", path],
                              ["catalog", "diff", "built-in", path, "--overlay"], ["check", path]):
                self.unopened(f"{arguments[0]} {arguments[1]}: {os.path.basename(name)} {len(name)}", arguments,
                              statuses=(ANSWERED, NONE))
            for content in ('{"$ref": %s}' % quoted, '{"include": %s}' % quoted, '{"catalog": %s}' % quoted,
                            '{"datasets": [{"id": %s}]}' % quoted, '{"exceptions": [{"rule": %s}]}' % quoted,
                            '<!DOCTYPE x [<!ENTITY e SYSTEM "file://%s">]>' % name, f"@{name}", f"file://{name}"):
                path = self.write(content, "names.json")
                self.unopened(f"{content[:12]} {os.path.basename(name)} {len(name)}", ["check", path])

    def test_what_a_model_names_is_not_opened(self):
        config = {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                  "intermediate_size": 128, "vocab_size": 1000}
        for name in self.names:
            config.update({"_name_or_path": name, "auto_map": {"AutoConfig": name}, "tokenizer_file": name})
            header = json.dumps({"__metadata__": {"file": name},
                                 name: {"dtype": "F16", "shape": [4], "data_offsets": [0, 8]}}).encode()
            index = {"metadata": {"total_size": 100, "file": name}, "weight_map": {name: name, "a": name}}
            for file, content in (("config.json", json.dumps(config)), ("m.safetensors.index.json", json.dumps(index)),
                                  ("m.safetensors", struct.pack("<Q", len(header)) + header + bytes(8))):
                path = self.write(content, file)
                self.unopened(f"{file}: {os.path.basename(name)} {len(name)}", ["memory", path])

    def unopened(self, name, arguments, statuses=(ANSWERED, NONE, DATA_ERROR)):
        with self.subTest(name):
            result = run(f"names of files: {name}", arguments)
            self.assertIn(result.status, statuses, result.stderr[:300])  # not that of a program that was stopped
            self.assertIsNone(re.search(rb"cannot be (opened|read)", result.stderr), result.stderr[:300])


main()
