"""No input, however hostile, crashes the program, hangs it, exhausts memory or reaches the terminal as control codes.

    hostile_test.py PROGRAM DATA_DIR

Each input has a name that says what is wrong with it, the exit status that it must give, and words that the message
must hold. The last line tells the slowest input and the largest memory: figures to read, not limits of speed.
"""

import csv
import io
import json
import os
import re
import socket
import subprocess
import threading

from hostile import (ANSWERED, DATA, DATA_ERROR, GPU, HANG_S, LARGEST_FILE, MOST_LAYERS, MOST_MEMBERS, MOST_RECORDS,
                     MOST_VALUES, PRICE, PROGRAM, RUNS, SHOP, USAGE, Hostile, catalog, gpus, is_unsafe, listing, main,
                     numbered, record, repeated, run)


class Syntax(Hostile):
    NO_DOCUMENT = [
        ("empty file", "", "found nothing"),
        ("blanks only", " \t\r\n" * 100, "found nothing"),
        ("lone byte order mark", b"\xef\xbb\xbf", "not valid JSON"),
        ("half a byte order mark", b"\xef\xbb{}", "not valid JSON"),
        ("two byte order marks", b"\xef\xbb\xbf\xef\xbb\xbf{}", "not valid JSON"),
        ("UTF-16 with mark", '{"gpus": []}'.encode("utf-16"), "NUL byte"),
        ("UTF-16 without mark", '{"gpus": []}'.encode("utf-16-be"), "NUL byte"),
        ("NUL bytes", b"\0" * 1000, "NUL byte"),
        ("NUL byte after the document", b'{"gpus": []}\n\0', ":2: ", "NUL byte"),
        ("compressed file", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", "not valid JSON"),
        ("HTML page", "<!doctype html><html><body>Not found</body></html>", "'<'"),
        ("CSV table", "gpu,date,price\nrtx,2026,1\n", "'g'"),
        ("line per document", '{"gpus": []}\n{"gpus": []}\n', ":2: ", "expected end of input"),
        ("text after the document", '{"gpus": []} end', "expected end of input"),
        ("second closing bracket", '{"gpus": []}}', "expected end of input"),
        ("bare word", "gpus", "'g'"),
        ("literal in capitals", '{"gpus": NULL}', '"gpus": N'),
        ("literal cut", '{"gpus": tru}', '"gpus": tru}'),
        ("line comment", '{\n// mine\n"gpus": []}', ":2: ", "/"),
        ("block comment", '{/* mine */ "gpus": []}', "{/"),
        ("hash comment", '# mine\n{"gpus": []}', "'#'"),
        ("single quotes", "{'gpus': []}", "{'"),
        ("key without quotes", "{gpus: []}", "{g"),
        ("key without value", '{"gpus"}', "'}'"),
        ("number as key", "{1: []}", "expected string literal"),
        ("comma before the end of an object", '{"gpus": [],}', "'}'"),
        ("comma before the end of an array", '{"gpus": [1,]}', "']'"),
        ("comma missing", '{"gpus": [1 2]}', "expected ']'"),
        ("brackets crossed", '{"gpus": [}]', "'}'"),
        ("line break in text", '{"a\nb": 1}', "control character"),
        ("escape character in text", '{"a\x1b[2Jb": 1}', "control character U+001B"),
        ("escape character between values", '{"gpus": \x1b[2J[]}', "not valid JSON"),
        ("escape not known", r'{"\x41": 1}', r'\x'),
        ("escape cut", r'{"\u12": 1}', r"\u12"),
        ("lone high surrogate", r'{"a": "\ud800"}', "surrogate"),
        ("lone low surrogate", r'{"a": "\udc00"}', "surrogate"),
        ("surrogates in reverse", r'{"a": "\udc00\ud800"}', "surrogate"),
        ("high surrogate and a letter", r'{"a": "\ud800\u0041"}', "surrogate"),
        ("lone surrogate as key", r'{"\ud800": 1}', "surrogate"),
    ]

    NO_NUMBER = ["NaN", "Infinity", "-Infinity", "+1", "01", "-", "-01", ".5", "1.", "1e", "1e+", "0x10", "1_000",
                 "1,000.5.5", "1e999", "-1e999", "1" * 400, "1" * 100_000, "1e" + "9" * 100_000]

    NO_UTF8 = [
        ("lone continuation byte", b"\x80"),
        ("overlong slash", b"\xc0\xaf"),
        ("overlong NUL", b"\xc0\x80"),
        ("overlong in three bytes", b"\xe0\x80\xaf"),
        ("surrogate in UTF-8", b"\xed\xa0\x80"),
        ("character cut after two bytes", b"\xe2\x82"),
        ("beyond U+10FFFF", b"\xf4\x90\x80\x80"),
        ("byte that UTF-8 never has", b"\xff"),
        ("Latin-1 letter", b"\xe9"),
    ]

    def test_what_is_no_json_is_refused(self):
        for name, content, *words in self.NO_DOCUMENT:
            self.refuse(name, content, *words)

    def test_what_is_no_number_is_refused(self):
        for number in self.NO_NUMBER:
            shown = number if len(number) < 20 else f"{number[:5]}... ({len(number)} characters)"
            self.refuse(f"no number: {shown}", f'{{\n"schema_version": {number}}}', ":2: ", "not valid JSON")

    def test_invalid_utf8_is_refused(self):
        for name, text in self.NO_UTF8:
            self.refuse(f"{name}, in a value", b'{\n"default_workload": "a' + text + b'b"}', ":2: ", "UTF-8")
            self.refuse(f"{name}, in a key", b'{\n"a' + text + b'b": 1}', ":2: ", "UTF-8")

    def test_a_real_file_cut_anywhere_is_refused_at_its_last_line(self):
        for file in ("gpus/nvidia-ampere.json", "prices/nvidia-ampere.json", "sources.json", "workloads.json"):
            text = (DATA / file).read_bytes().strip()
            for tenth in range(10):
                cut = text[:1 + (len(text) - 2) * tenth // 9].rstrip()
                last_line = 1 + cut.count(b"\n")
                self.refuse(f"{file} cut after {len(cut)} bytes", cut, f":{last_line}: not valid JSON")

    def test_deep_nesting_is_refused(self):
        deep = 100_000
        for name, opening, closing in (
                ("arrays", "[", "]"), ("objects", '{"a":', "}"), ("both in turn", '{"a":[', "]}"),
                ("arrays never closed", "[", ""), ("objects never closed", '{"a":', "")):
            content = (repeated(opening, deep), "1", repeated(closing, deep) if closing else "")
            self.refuse(f"{name}, {deep} deep", content, "nested deeper than")
        for key in ("memory_gb", "aliases", "sources", "nothing"):
            content = catalog(gpus(record(GPU, **{key: "[" * deep + "]" * deep})))
            self.refuse(f"{key} of a GPU, {deep} deep", content, ":3: ", "nested deeper than")


class Fields(Hostile):
    TEXT = "/gpus/0/name: expected text, found "
    GIGABYTES = "/gpus/0/memory_gb: expected a number from 0.001 to 10000000, found "
    SLOTS = "/gpus/0/slots: expected a "
    YES_NO = "/gpus/0/fp32_dual_issue: expected true or false, found "
    DATE = "/gpus/0/released: expected a date like 2026, 2026-03 or 2026-03-31, found "
    SEGMENT = "/gpus/0/segment: expected "

    OF_A_GPU = [  # key, what is wrong, value as JSON, words of the message
        ("name", "number", "7", TEXT + "7"),
        ("name", "null", "null", TEXT + "null"),
        ("name", "truth", "true", TEXT + "true"),
        ("name", "array", '["One"]', TEXT + "an array"),
        ("name", "object", '{"en": "One"}', TEXT + "an object"),
        ("name", "empty", '""', TEXT + '""'),
        ("name", "too long", f'"{"x" * 2001}"', "/gpus/0/name: expected text of at most 2000 bytes, found 2001"),
        ("memory_gb", "text", '"80 GB"', GIGABYTES + '"80 GB"'),
        ("memory_gb", "number as text", '"80"', GIGABYTES + '"80"'),
        ("memory_gb", "null", "null", GIGABYTES + "null"),
        ("memory_gb", "truth", "false", GIGABYTES + "false"),
        ("memory_gb", "array", "[80]", GIGABYTES + "an array"),
        ("memory_gb", "object", "{}", GIGABYTES + "an object"),
        ("memory_gb", "zero", "0", GIGABYTES + "0"),
        ("memory_gb", "negative zero", "-0", GIGABYTES + "0"),
        ("memory_gb", "negative zero with fraction", "-0.0", GIGABYTES + "0"),
        ("memory_gb", "negative", "-1", GIGABYTES + "-1"),
        ("memory_gb", "just above the range", "10000000.001", GIGABYTES + "10000000.001"),
        ("memory_gb", "just below the range", "0.00099", GIGABYTES + "0.00099"),
        ("memory_gb", "largest double", "1.7976931348623157e308", GIGABYTES + "1.7976931348623157e+308"),
        ("memory_gb", "most negative double", "-1.7976931348623157e308", GIGABYTES + "-1.7976931348623157e+308"),
        ("memory_gb", "smallest double", "5e-324", GIGABYTES + "5e-324"),
        ("memory_gb", "too small for a double", "1e-400", GIGABYTES),
        ("memory_gb", "beyond 2^53", "9007199254740994", GIGABYTES + "9007199254740994"),
        ("memory_gb", "beyond 64 bits", "18446744073709551616", GIGABYTES + "1.8446744073709552e+19"),
        ("memory_gb", "300 digits", "1" * 300, GIGABYTES + "1.111"),
        ("memory_gb", "zeros without end", "0." + "0" * 100_000, GIGABYTES),
        ("slots", "fraction", "2.5", SLOTS + "whole number, found 2.5"),
        ("slots", "almost whole", "2.0000000000000004", SLOTS + "whole number, found 2.0000000000000004"),
        ("slots", "text", '"2"', SLOTS + 'number from 1 to 100000000, found "2"'),
        ("slots", "zero", "0", SLOTS + "number from 1 to 100000000, found 0"),
        ("slots", "negative", "-2147483649", SLOTS + "number from 1 to 100000000, found -2147483649"),
        ("slots", "beyond 32 bits", "4294967297", SLOTS + "number from 1 to 100000000, found 4294967297"),
        ("slots", "enormous", "1e308", SLOTS + "number from 1 to 100000000, found 1e+308"),
        ("fp32_dual_issue", "number", "1", YES_NO + "1"),
        ("fp32_dual_issue", "text", '"true"', YES_NO + '"true"'),
        ("fp32_dual_issue", "null", "null", YES_NO + "null"),
        ("fp32_dual_issue", "array", "[]", YES_NO + "an empty array"),
        ("released", "day that is not", '"2026-02-30"', DATE + '"2026-02-30"'),
        ("released", "no leap year", '"2025-02-29"', DATE + '"2025-02-29"'),
        ("released", "month 13", '"2026-13"', DATE + '"2026-13"'),
        ("released", "month 0", '"2026-00"', DATE + '"2026-00"'),
        ("released", "day 0", '"2026-01-00"', DATE + '"2026-01-00"'),
        ("released", "year 0", '"0000"', DATE + '"0000"'),
        ("released", "negative year", '"-026"', DATE + '"-026"'),
        ("released", "year of five digits", '"20260"', DATE + '"20260"'),
        ("released", "far future", '"9999"', DATE + '"9999"'),
        ("released", "number", "2026", "/gpus/0/released: expected text, found 2026"),
        ("released", "words", '"soon"', DATE + '"soon"'),
        ("released", "time of day", '"2026-03-31T00:00"', DATE + '"2026-03-31T00:00"'),
        ("released", "other order", '"31-03-2026"', DATE + '"31-03-2026"'),
        ("released", "slashes", '"2026/03/31"', DATE + '"2026/03/31"'),
        ("released", "digits of another script", '"\uff12\uff10\uff12\uff16"', DATE + '"\uff12\uff10\uff12\uff16"'),
        ("released", "blank before", '" 2026"', DATE + '" 2026"'),
        ("segment", "misspelt", '"consumr"', SEGMENT, 'found "consumr", did you mean "consumer"?'),
        ("segment", "number", "3", SEGMENT + "text, found 3"),
        ("segment", "several", '["consumer"]', SEGMENT + "text, found an array"),
        ("aliases", "text for a list", '"Two"', '/gpus/0/aliases: expected an array, found "Two"'),
        ("aliases", "object for a list", '{"0": "Two"}', "/gpus/0/aliases: expected an array, found an object"),
        ("aliases", "null in a list", '["Two", null]', "/gpus/0/aliases/1: expected text, found null"),
        ("aliases", "list in a list", '[["Two"]]', "/gpus/0/aliases/0: expected text, found an array"),
        ("aliases", "nothing in a list", '["Two", ""]', '/gpus/0/aliases/1: expected text, found ""'),
        ("sources", "list for a map", '["shop"]', "/gpus/0/sources: expected an object, found an array"),
        ("sources", "number in a map", '{"slots": 7}', "/gpus/0/sources/slots: expected text, found 7"),
        ("sources", "field not known", '{"slot": "shop"}', 'unknown field "slot", did you mean "slots"?'),
        ("sources", "source not known", '{"slots": "shp"}', 'unknown source "shp", did you mean "shop"?'),
        ("memory_g", "key not known", "80", '/gpus/0/memory_g: unknown field "memory_g", did you mean "memory_gb"?'),
        ("MEMORY_GB", "key in capitals", "80", 'unknown field "MEMORY_GB", did you mean "memory_gb"?'),
        ("", "empty key", "80", 'unknown field ""'),
        ("a/b~c", "key that a pointer must escape", "80", '/gpus/0/a~1b~0c: unknown field "a/b~c"'),
        ("__proto__", "key that scripts fear", "{}", 'unknown field "__proto__"'),
        ("q" * 100_000, "key of 100 kB", "1", 'unknown field "qqq'),
    ]

    OF_A_PRICE = [
        ("price_usd", "text", '"$100"', '/prices/0/price_usd: expected a number from 0.001 to 10000000, found "$100"'),
        ("price_usd", "product beyond a double", "1e308", "/prices/0/price_usd: expected a number", "found 1e+308"),
        ("date", "range", '"2024..2026"', "/prices/0/date: expected a date", 'found "2024..2026"'),
        ("condition", "misspelt", '"usd"', "/prices/0/condition: expected new, used or mixed", 'did you mean "used"?'),
        ("kind", "null", "null", "/prices/0/kind: expected text, found null"),
        ("gpu", "not known", '"two"', '/prices/0/gpu: unknown GPU "two"'),
        ("source", "not known", '"shopp"', '/prices/0/source: unknown source "shopp", did you mean "shop"?'),
    ]

    OF_A_DOCUMENT = [
        ("null", "null", ":1: expected an object, found null"),
        ("number", "-0", ":1: expected an object, found 0"),
        ("text", '"gpus"', ':1: expected an object, found "gpus"'),
        ("array", "[]", ":1: expected an object, found an empty array"),
        ("no records", "{}", ":1: expected at least one record"),
        ("empty lists", '{"gpus": [], "prices": []}', ":1: expected at least one record"),
        ("section misspelt", '{"gpu": []}', ':1: /gpu: unknown field "gpu", did you mean "gpus"?'),
        ("object for a section", '{"gpus": {}}', ":1: /gpus: expected an array, found an object"),
        ("null for a section", '{"prices": null}', ":1: /prices: expected an array, found null"),
        ("records of the wrong kind", '{"gpus": [3, null, [], "x"]}', "/gpus/0: expected an object, found 3",
         "/gpus/1: expected an object, found null", '/gpus/3: expected an object, found "x"'),
        ("schema to come", '{"schema_version": 2}', "/schema_version: expected a number from 1 to 1, found 2"),
        ("schema as text", '{"schema_version": "1"}', '/schema_version: expected a number from 1 to 1, found "1"'),
        ("array for the reference", '{"reference": []}', "/reference: expected an object, found an empty array"),
        ("duplicate section", '{"gpus": [],\n"gpus": []}', ':2: duplicate key "gpus"'),
        ("duplicate key in a record", catalog(gpus('{"id": "one",\n"id": "two"}')), ':3: duplicate key "id"'),
        ("duplicate key, escaped", catalog(gpus('{"id": "one", "\\u0069d": "two"}')), ':2: duplicate key "id"'),
        ("duplicate key in a map", catalog(gpus('{"sources": {"slots": "a", "slots": "b"}}')), 'key "slots"'),
        ("duplicate empty key", '{"": 1, "": 2}', 'duplicate key ""'),
    ]

    def test_what_a_field_cannot_be_is_refused_where_it_stands(self):
        for key, what, value, *words in self.OF_A_GPU:
            document = catalog(gpus(record(GPU, **{key: value})))
            self.refuse(f"{key[:20] or 'key'} of a GPU: {what}", document, ":3: ", *words)
        for key, what, value, *words in self.OF_A_PRICE:
            document = catalog(gpus(record(GPU)), f'"prices": [{record(PRICE, **{key: value})}]')
            self.refuse(f"{key} of a price: {what}", document, ":4: ", *words)

    def test_what_a_document_cannot_be_is_refused(self):
        for what, document, *words in self.OF_A_DOCUMENT:
            self.refuse(f"document: {what}", document, *words)
            self.refuse(f"document: {what}, alone", document, *words, options=["--catalog-only"])


class References(Hostile):
    WORKLOAD = '"workloads": [{"id": "w", "title": "W", "source": "shop", %s}]'
    ORDER = '"order": ["tensor", "flops", "bandwidth", "half"]'
    REFERENCE = '"reference": {"gpu": "one", "tensor_tflops": 1, "flops_tflops": 1, "bandwidth_gbs": 1}'
    ONE = record(GPU)

    CASES = [
        ("source of a GPU not known", catalog(gpus(record(GPU, source='"shp"'))), 'unknown source "shp"'),
        ("further source not known", catalog(gpus(record(GPU, further_sources='["shp"]'))), 'unknown source "shp"'),
        ("GPU defined twice", catalog(gpus(ONE, ONE)), 'id "one" is already defined at', "hostile.json:2"),
        ("source defined twice", f'{{"sources": [{SHOP},\n{SHOP}]}}', 'id "shop" is already defined at'),
        ("figure replaced without a source", catalog(gpus('{"id": "nvidia-h200", "memory_gb": 1}')), "/gpus/0: "),
        ("mean of itself", catalog(WORKLOAD % '"mean_of": ["w"]'), 'a workload that has an order, found "w"'),
        ("mean of a mean", catalog(WORKLOAD % '"mean_of": ["general"]'), 'found "general"'),
        ("mean of nothing known", catalog(WORKLOAD % '"mean_of": ["x"]'), 'found "x"'),
        ("mean of nothing", catalog(WORKLOAD % '"mean_of": []'), 'expected either "order" or "mean_of"'),
        ("order and mean", catalog(WORKLOAD % (ORDER + ', "mean_of": ["cnn"]')), 'either "order" or "mean_of"'),
        ("criterion twice", catalog(WORKLOAD % ORDER.replace("half", "flops")), "each of tensor, flops, bandwidth"),
        ("criterion not known", catalog(WORKLOAD % ORDER.replace("half", "halve")), "each of tensor, flops, bandwidth"),
        ("default workload not known", '{"default_workload": "cn"}', 'unknown workload "cn", did you mean "cnn"?'),
        ("reference card without a figure", catalog(REFERENCE), '/reference: expected a field "half_tflops"'),
    ]

    def test_what_leads_nowhere_is_refused(self):
        for name, document, *words in self.CASES:
            self.refuse(name, document, *words)

    def test_a_name_that_a_card_stole_is_ambiguous(self):
        for key, value, name in (("aliases", '["RTX 3090"]', "RTX 3090"), ("aliases", '["rtx-3090"]', "rtx~3090"),
                                 ("name", '"NVIDIA GeForce RTX 3090"', "NVIDIA GeForce RTX 3090"),
                                 ("aliases", '["nvidia-geforce-rtx-3090"]', "nvidia-geforce-rtx-3090")):
            path = self.write(catalog(gpus(record(GPU, **{key: value}))))
            self.check(USAGE, f"{name} stolen by {key} {value}", ["show", name, "--catalog", path], "can mean GeForce RTX 3090",
                       "GeForce RTX 3090 (one)" if key == "name" else " or One")

    def test_five_mistakes_in_two_files_are_five_located_problems(self):
        self.write("""{
  "sources": [{"id": "shop", "title": "A shop", "publisher": "Shop", "grade": "shop"}],
  "gpus": [
    {"id": "one", "name": "One", "vendor": "nvidia", "architecture": "Test", "segment": "consumer",
     "form": "pcie-card", "memory_gb": "80 GB", "source": "shop"},
    {"id": "two", "name": "Two", "vendor": "nvidia", "architecture": "Test", "segment": "consumr",
     "form": "pcie-card",
     "released": "2023-02-29", "source": "shop",
     "sources": {
       "slots": 7
     }}
  ]
}""", "gpus.json")
        self.write("""{"prices": [
  {"gpu": "one", "date": "2026", "condition": "used", "kind": "shop", "price_usd": 100, "region": "US",
   "source": "shp"}
]}""", "prices.json")
        self.check(DATA_ERROR, "five mistakes in two files", ["list", "--catalog", self.folder.name])
        gpu_file, price_file = self.path("gpus.json"), self.path("prices.json")
        self.assertEqual(RUNS["five mistakes in two files"].stderr.decode().splitlines(), [
            gpu_file + ':5: /gpus/0/memory_gb: expected a number from 0.001 to 10000000, found "80 GB"',
            gpu_file + ":6: /gpus/1/segment: expected consumer, workstation, datacenter, unified or cloud, found "
                       '"consumr", did you mean "consumer"?',
            gpu_file + ":8: /gpus/1/released: expected a date like 2026, 2026-03 or 2026-03-31, found \"2023-02-29\"",
            gpu_file + ":10: /gpus/1/sources/slots: expected text, found 7",
            price_file + ':3: /prices/0/source: unknown source "shp", did you mean "shop"?',
        ])


class Terminal(Hostile):
    CONTROLS = [  # what, as JSON, as a message shows it
        ("clear screen", r"\u001b[2J", r"\x1b[2J"),
        ("window title", r"\u001b]0;x\u0007", r"\x1b]0;x\x07"),
        ("NUL", r"a\u0000b", r"a\x00b"),
        ("backspace", r"one\b\b\btwo", r"one\x08\x08\x08two"),
        ("carriage return", r"one\rtwo", r"one\x0dtwo"),
        ("line break", r"one\nlist.json:1:fine", r"one\x0alist.json:1"),
        ("DEL", "a\x7f", r"a\x7f"),
        ("C1 control sequence", "\x9b31m", r"\xc2\x9b31m"),
        ("C1 control sequence, escaped", r"\u009b31m", r"\xc2\x9b31m"),
        ("right-to-left override", "\u202egnp.exe", r"\xe2\x80\xaegnp.exe"),
        ("right-to-left isolate", r"\u2067x", r"\xe2\x81\xa7x"),
        ("left-to-right mark", r"\u200ex", r"\xe2\x80\x8ex"),
        ("zero-width space", "r\u200btx", r"r\xe2\x80\x8btx"),
        ("byte order mark", "\ufeffrtx", r"\xef\xbb\xbfrtx"),
        ("line separator", r"one\u2028two", r"one\xe2\x80\xa8two"),
    ]

    PLACES = [
        ("id", '"id": "{}"'), ("name", '"name": "{}"'), ("alias", '"aliases": ["ok", "{}"]'),
        ("note", '"notes": ["{}"]'), ("vendor", '"vendor": "{}"'), ("source", '"source": "{}"'),
        ("date", '"released": "{}"'), ("segment", '"segment": "{}"'), ("key", '"{}": 1'),
        ("key of a map", '"sources": {"{}": "shop"}'), ("value of a map", '"sources": {"slots": "{}"}'),
        ("text for a number", '"memory_gb": "{}"'), ("text for an array", '"aliases": "{}"'),
        ("duplicate key", '"{}": 1, "{}": 2'),
    ]

    FILE_NAMES = [
        ("clear screen", b"\x1b[2J.json", r"\x1b[2J.json"),
        ("line break", b"a\nb.json", r"a\x0ab.json"),
        ("C1 control sequence", b"\xc2\x9b31m.json", r"\xc2\x9b31m.json"),
        ("right-to-left override", "\u202enosj.json".encode(), r"\xe2\x80\xaenosj.json"),
        ("zero-width space", "\u200b.json".encode(), r"\xe2\x80\x8b.json"),
        ("no UTF-8", b"\xff\xfe.json", r"\xff\xfe.json"),
    ]

    CONTENTS = [
        ("is empty", ""),
        ("is cut", '{"gpus": ['),
        ("has a wrong field", catalog(gpus(record(GPU, memory_gb="0")))),
        ("defines a record twice", f'{{"sources": [{SHOP}, {SHOP}]}}'),
        ("defines the default again", '{"default_workload": "cnn"}'),
        ("names no source that is known", f'{{"gpus": [{record(GPU)}]}}'),
    ]

    def test_controls_in_data_are_shown_escaped(self):
        for what, text, shown in self.CONTROLS:
            for place, member in self.PLACES:
                key, _, value = member.replace("{}", text).partition(": ")
                document = catalog(gpus(record(GPU, **{key[1:-1]: value})))
                self.refuse(f"{what} in {place}", document, shown, ":3: ")

    # What formats could trip over, in texts that data may hold.
    TRIPS = ['a,b', 'a"b', "a|b", "<script>x</script>", "&lt;", "[x](y)", "*x* _y_ ~z~ `w`", "\\", "#1", "=1+1", "- x", "1. x",
             "{}%s", "\u00e9\u20ac\U0001f600", "a\u00a0b", "'; --"]

    def test_whatever_data_holds_every_format_keeps_its_shape(self):
        cards = ",\n".join(record(GPU, id=json.dumps(f"x{n}"), name=json.dumps(text), vendor=json.dumps(text),
                                  architecture=json.dumps(text), memory_gb="8") for n, text in enumerate(self.TRIPS))
        path = self.write(catalog(f'"gpus": [{cards}]'))
        asked = ["list", "-n", "0", "--catalog-only", "--catalog", path, "--rank-by", "memory"]
        for form in ("table", "wide", "json", "jsonl", "csv", "tsv", "markdown", "names"):
            for fields in ([], ["--fields", "id,name,architecture,cooling"]):
                if fields and form == "names":
                    continue
                with self.subTest(f"{form} {fields}"):
                    done = subprocess.run([PROGRAM, *asked, "--format", form, *fields, "--no-header", "--color", "never"],
                                          capture_output=True, check=True, timeout=HANG_S)
                    text = done.stdout.decode("utf-8")
                    self.assertEqual([c for c in text if is_unsafe(c) and not (form == "tsv" and c == "\t")], [])
                    self.check_shape(form, fields, text)

    def check_shape(self, form, fields, text):
        names = dict(zip([f"x{n}" for n in range(len(self.TRIPS))], self.TRIPS))
        if form in ("json", "jsonl"):
            rows = json.loads(text)["results"] if form == "json" else [json.loads(line) for line in text.splitlines()]
        elif form in ("csv", "tsv"):
            lines = csv.reader(io.StringIO(text)) if form == "csv" else [line.split("\t") for line in text.splitlines()]
            at = (0, 1) if fields else (2, 3)
            rows = [{"id": line[at[0]], "name": line[at[1]]} for line in lines]
        else:
            lines = text.splitlines()
            self.assertEqual(len(lines), len(names) + (2 if form == "markdown" else 0))
            for line in lines:
                if form == "markdown":  # what is left to interpret: the ends of cells
                    self.assertEqual(len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)), lines[0].count("|"))
                    self.assertIsNone(re.search(r"[<>]|(?<!\\)(?:\\\\)*[`*_~\[]|&(?!(amp|lt|gt);)", line), line)
            return
        self.assertEqual({row["id"]: row["name"] for row in rows}, names)

    def test_controls_in_file_names_are_shown_escaped(self):
        self.write('{"default_workload": "cnn"}', "b.json")
        for what, name, shown in self.FILE_NAMES:
            path = os.path.join(self.folder.name.encode(), name)
            self.check(DATA_ERROR, f"{what} in the name of a missing file", ["list", "--catalog", path], shown)
            os.mkdir(path)
            self.check(DATA_ERROR, f"{what} in the name of an empty folder", ["list", "--catalog", path], shown)
            os.rmdir(path)
            for problem, content in self.CONTENTS:
                self.write(content, os.fsdecode(name))
                self.check(DATA_ERROR, f"{what} in the name of a file that {problem}",
                           ["list", "--catalog", self.folder.name], shown)
            os.unlink(path)


class Huge(Hostile):
    """Inputs that are beyond a limit, and inputs within all limits that take the most time or memory."""

    KNOWN = '{"id": "nvidia-geforce-rtx-3090", "source": "shop", '
    FIELDS = '"memory_bandwidth_{}": "shop"'

    def test_a_large_file_is_refused(self):
        size = LARGEST_FILE - 1000
        items = MOST_VALUES - 100
        keys = "{" + "".join(numbered('"memory_bandwidth_gbs_or_so_{}":1', 100)) + "},"
        maps = '{"sources": {' + "".join(numbered(self.FIELDS, 100)) + "}},"
        mistakes = '{"segment": "a", "form": "b", "cooling": "c"},'
        cases = [
            ("17 MiB of blanks", repeated(" ", 17 << 20), "larger than"),
            ("17 MiB of blanks around a document", (repeated(" ", 17 << 20), "{}"), "larger than"),
            ("blanks just within the limit", repeated(" ", LARGEST_FILE), "found nothing"),
            ("a million values", ("[", repeated("1,", 999_999), "1]"), "values"),
            ("a million empty arrays", ("[", repeated("[],", 999_999), "[]]"), "values"),
            ("object of many keys", ("{", numbered('"{}":1', 700_000), "}"), "members"),
            ("text of megabytes", ('{"default_workload": "', repeated("x", size), '"}'), "at most 2000 bytes"),
            ("text of megabytes without end", ('{"default_workload": "', repeated("x", size)), "not valid JSON"),
            ("text of megabytes, then no UTF-8", ('{"a": "', repeated("\u20ac", size // 3), b"\xff"), "not valid JSON"),
            ("text of escapes", ('{"a": "', repeated(r"\u001b", size // 6), '"}'), 'unknown field "a"'),
            ("number of megabytes", ('{"schema_version": 1', repeated("0", size), "}"), "not valid JSON"),
            ("fraction of megabytes", ('{"schema_version": 1.', repeated("1", size), "}"), "found 1.1"),
            ("exponent of megabytes", ('{"schema_version": 1e', repeated("9", size), "}"), "not valid JSON"),
            ("key of megabytes", ('{"', repeated("k", size), '": 1}'), 'unknown field "kkk'),
            ("key of megabytes, twice",
             ('{"', repeated("k", size // 2), '": 1, "', repeated("k", size // 2), '": 2}'), 'duplicate key "kkk'),
            ("key of megabytes in a map",
             listing("gpus", self.KNOWN, '"sources": {"', repeated("k", size), '": "shop"}}'), '"kkk'),
            ("too many records", ('{"prices": [', repeated("{},", MOST_RECORDS), "{}]}"), "records"),
            ("empty records", ('{"prices": [', repeated("{},", MOST_RECORDS - 1), "{}]}"), "more problems"),
            ("records without an id", ('{"gpus": [', repeated(mistakes, MOST_RECORDS - 1), "{}]}"), "more problems"),
            ("records of one id", ('{"gpus": [', repeated('{"id": "x"},', MOST_RECORDS - 1), "{}]}"), "already"),
            ("records with unknown keys", ('{"gpus": [', repeated(keys, items // 101), "{}]}"), "more problems"),
            ("maps of unknown keys", ('{"gpus": [', repeated(maps, items // 102), "{}]}"), "more problems"),
            ("record of unknown keys", listing("gpus", "{", numbered('"k{}": 1', MOST_MEMBERS), "}"), "more problems"),
            ("map of unknown keys in a known GPU",
             listing("gpus", self.KNOWN, '"sources": {', numbered(self.FIELDS, MOST_MEMBERS), "}}"), "more problems"),
            ("prices of unknown GPUs",
             listing("prices", numbered('{"gpu": "nvidia-geforce-rtx-{}", "source": "shop-{}"}', MOST_RECORDS - 1)),
             "more problems"),
            ("GPUs, and one mistake", listing("gpus", numbered(record(GPU, id='"{}"'), MOST_RECORDS - 2), ", 3"),
             "expected an object, found 3"),
            ("list of many aliases", listing("gpus", self.KNOWN, '"aliases": [', numbered('"a{}"', items), "]}, 3")),
            ("list of many notes", listing("gpus", self.KNOWN, '"notes": [', numbered('\n"n{}"', items), "]}, 3")),
            ("list of many further sources",
             listing("gpus", self.KNOWN, '"further_sources": [', numbered('"s{}"', items), "]}")),
            ("mean of many workloads",
             listing("workloads", '{"id": "w", "title": "W", "source": "shop", "mean_of": [', numbered('"w{}"', items),
                     "]}")),
        ]
        for name, content, *words in cases:
            self.refuse(f"huge: {name}", content, *words)

    def test_a_sparse_file_of_200_megabytes_is_refused(self):
        path = self.write("")
        os.truncate(path, 200_000_000)
        self.check(DATA_ERROR, "200 MB of zeros", ["list", "--catalog", path], path, "larger than")

    def test_many_files_are_refused(self):
        for number in range(2000):
            self.write("{}", f"{number}.json")
        self.check(DATA_ERROR, "folder of 2000 files", ["list", "--catalog", self.folder.name], self.folder.name,
                   "JSON files")

    def test_large_files_are_refused_together(self):
        path = self.write((repeated(" ", LARGEST_FILE // 2), "{}"), "a.json")
        for name in ("b.json", "c.json"):
            os.link(path, self.path(name))
        self.check(DATA_ERROR, "folder of files too large together", ["list", "--catalog", self.folder.name],
                   self.folder.name, "MiB together")
        for count in (3, MOST_LAYERS):
            self.check(DATA_ERROR, f"{count} catalogs too large together", ["list", *["--catalog", path] * count], path,
                       "MiB together")

    def test_many_layers_are_refused(self):
        path = self.write("{}")
        self.check(USAGE, "10,000 catalogs", ["list", *["--catalog", path] * 10_000], "--catalog: expected at most",
                   "found 10000")
        count = min(MOST_MEMBERS, MOST_VALUES // MOST_LAYERS - 50)
        for key, brackets, item in (("further_sources", "[]", '"s_{}"'), ("sources", "{}", '"field_{}": "shop"')):
            layers = []
            for layer in range(MOST_LAYERS):
                items = numbered(item.replace("{}", f"{layer}_{{}}"), count)
                content = listing("gpus", self.KNOWN, f'"{key}": {brackets[0]}', items, f"{brackets[1]}}}")
                layers += ["--catalog", self.write(content, f"{layer}.json")]
            self.check(DATA_ERROR, f"{key} of one GPU in many catalogs", ["list", *layers])

    def test_a_long_path_costs_no_memory(self):
        folder = os.path.join(self.folder.name, *["d" * 200] * 18)
        os.makedirs(folder)
        path = os.path.join(folder, "e" * 200 + ".json")
        for name, content in (
                ("records", ('{"prices": [', repeated("{},", MOST_RECORDS - 1), "{}]}")),
                ("aliases", listing("gpus", '{"aliases": [', repeated('"x",', MOST_VALUES - 100), "7]}"))):
            self.write(content, path)
            self.check(DATA_ERROR, f"many {name} in a file of a long path", ["list", "--catalog", path], path[:150])

    def test_names_of_a_large_catalog_are_not_all_listed(self):
        wide = record(GPU, id='"' + "w" * 1990 + '"', aliases='["same"]')
        same = record(GPU, id='"{}"', vendor='"maker-{}"', aliases='["same"]')
        long = record(GPU, id='"{}"', aliases='["{}' + "1gbx" * 490 + '", "{}' + "aws" * 650 + '"]')
        workload = '{"id": "{}' + "w" * 1900 + '", "title": "W", "source": "shop", "mean_of": ["cnn"]}'
        cards = self.write(listing("gpus", wide, ",", numbered(same, MOST_RECORDS * 9 // 10)), "cards.json")
        names = self.write(listing("gpus", numbered(long, LARGEST_FILE // 4200)), "names.json")
        workloads = self.write(listing("workloads", numbered(workload, 900)), "workloads.json")
        self.check(USAGE, "name of thousands of GPUs", ["show", "same", "--catalog", cards], '"same" can mean')
        self.check(USAGE, "vendor none of thousands", ["list", "--vendor", "x", "--catalog", cards], 'found "x"')
        self.check(USAGE, "name none of thousands, long ago", ["show", "x" * 60, "--as-of", "2020", "--catalog", cards])
        self.check(USAGE, "name near none of thousands", ["show", "y" * 60, "--catalog", names], 'unknown GPU "yyy')
        self.check(USAGE, "workload none of hundreds", ["list", "-w", "x", "--catalog", workloads], 'found "x"')

    def test_a_catalog_as_large_as_may_be_is_answered(self):
        recalled = '{"id": "s{}", "title": "T", "publisher": "P", "grade": "recalled"}'
        half = MOST_RECORDS // 2 - 10
        sources = ['{"sources": [' + SHOP + ",", *numbered(recalled, half), "],\n"]
        figures = record(GPU, id='"{}"', name='"N{}"', source='"s{}"', memory_gb="8", tdp_w="9", fp32_tflops="9",
                         fp16_tensor_tflops="9", memory_bandwidth_gbs="9")
        price = record(PRICE, gpu='"nvidia-geforce-rtx-3090"', price_usd="1{}", source='"s{}"')
        order = '{"id": "w{}", "title": "W", "source": "shop", "order": ["tensor", "flops", "bandwidth", "half"]}'
        mean = '{"id": "m{}", "title": "M", "source": "shop", "mean_of": [' + ", ".join(['"w499"'] * 100) + "]}"
        cards = self.write((*sources, '"gpus": [', numbered(figures, half), "]}"), "cards.json")
        prices = self.write((*sources, '"prices": [', numbered(price, half), "]}"), "prices.json")
        workloads = self.write(listing("workloads", numbered(order, 500), ",", numbered(mean, 480)), "workloads.json")
        for what, path, *arguments in (
                ("cards, by 100 patterns", cards, "list", "-n", "0", "--only", ",".join(["*", "*1*", "[!x]*", "?*"] * 25)),
                ("cards, ranked", cards, "recommend", "-n", "0"),
                ("cards, explained", cards, "recommend", "-n", "0", "--explain"),
                ("cards, as JSON", cards, "recommend", "-n", "0", "--format", "json"),
                ("cards, exported", cards, "catalog", "export"),
                ("prices of one card", prices, "show", "3090"),
                ("prices of one card, as JSON", prices, "show", "3090", "--format", "json"),
                ("workloads", workloads, "show", "3090")):
            self.check(ANSWERED, f"as large as may be: {what}", [*arguments, "--catalog", path])


class Files(Hostile):
    def test_paths_that_are_no_readable_file(self):
        self.write("{}", "a.txt")
        for folder in ("empty", "named.json", "only-schemas/schema"):
            os.makedirs(self.path(folder))
        self.write("{}", "only-schemas/schema/a.json")
        os.symlink("loop.json", self.path("loop.json"))
        os.symlink("gone.json", self.path("dangling.json"))
        os.makedirs(self.path("no-files"))
        os.mkfifo(self.path("no-files/fifo.json"))
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self.path("no-files/socket.json"))
        for name, path, *words in (
                ("missing file", "none.json", "cannot be opened: No such file"),
                ("file below a file", "a.txt/a.json", "cannot be opened: Not a directory"),
                ("folder without files", "empty", "expected JSON files, found none"),
                ("folder called like a file", "named.json", "expected JSON files, found none"),
                ("folder of schemas only", "only-schemas", "expected JSON files, found none"),
                ("link to itself", "loop.json", "cannot be opened: Too many levels"),
                ("link to nothing", "dangling.json", "cannot be opened: No such file"),
                ("socket", "no-files/socket.json", "cannot be opened"),
                ("folder of a FIFO and a socket", "no-files", "found none"),
                ("folder with a link to nothing", ".", "dangling.json: a link to nothing")):
            self.check(DATA_ERROR, name, ["list", "--catalog", self.path(path)], self.path(path), *words)
        self.check(DATA_ERROR, "name longer than any path", ["list", "--catalog", "q" * 5000], "qqq", "too long")
        self.check(DATA_ERROR, "format directives as a name", ["list", "--catalog", "{}%s%n{0}"], "{}%s%n{0}: cannot")
        self.check(DATA_ERROR, "the program itself", ["list", "--catalog", PROGRAM], PROGRAM)

    def test_devices_that_are_no_file(self):
        for name, path, word in (
                ("zeros without end", "/dev/zero", "larger than"), ("full device", "/dev/full", "larger than"),
                ("nothing", "/dev/null", "found nothing"), ("memory", "/proc/self/mem", "cannot be read")):
            if os.path.exists(path):
                self.check(DATA_ERROR, name, ["list", "--catalog", path], path, word)

    def test_a_pipe_that_is_closed_at_once(self):
        path = self.path("fifo.json")
        os.mkfifo(path)
        writer = threading.Thread(target=lambda: os.close(os.open(path, os.O_WRONLY)), daemon=True)
        writer.start()
        self.check(DATA_ERROR, "FIFO closed at once", ["list", "--catalog", path], path, "found nothing")
        writer.join(HANG_S)

    def test_standard_input(self):
        broken = self.write(b'{"\x1b')
        for name, path, mode, word in (
                ("nothing", os.devnull, os.O_RDONLY, "found nothing"),
                ("without end", "/dev/zero", os.O_RDONLY, "larger than"),
                ("cut", broken, os.O_RDONLY, "not valid JSON"),
                ("a folder", self.folder.name, os.O_RDONLY, "cannot be read"),
                ("only to be written", os.devnull, os.O_WRONLY, "cannot be read")):
            descriptor = os.open(path, mode)
            self.check(DATA_ERROR, f"standard input: {name}", ["list", "--catalog", "-"], "standard input", word,
                       stdin=descriptor)
            os.close(descriptor)


class CommandLine(Hostile):
    NO_BUDGETS = [
        "", "nan", "NaN", "-nan", "inf", "-inf", "infinity", "1e999", "1e-400", "-1e308", "-5", "-0", "0", "0.0", "+5",
        "0x10", "5 0 0", "5,00", "5_000", "5e", ".", "$", "USD", "$$5", "500;rm -rf ~", "$(id)",
        "`id`", "%s%n", "{}", "\u4e94\u767e", "\uff15\uff10\uff10", "\u0665\u0660\u0660", "5\n6", "5\t", "9" * 100_000,
        "0" * 100_000, "\x1b[2J", "\x9b2J", "\u202e005", b"\xff\xfe", b"5\x80", b"\xed\xa0\x80",
    ]

    CASES = [
        ("unknown command, escape", ["\x1b[31mred"], r'unknown command "\x1b[31mred"'),
        ("unknown command, no UTF-8", [b"\xff"], r'unknown command "\xff"'),
        ("unknown command, 100 kB", ["q" * 100_000], 'unknown command "qqq'),
        ("empty command", [""], 'unknown command ""'),
        ("unknown command of a command", ["catalog", "\x1b[2J"], r'unknown command "\x1b[2J"'),
        ("unknown option, escape", ["list", "--\x1b[31m"], r'unknown option "--\x1b[31m"'),
        ("unknown option, no UTF-8", ["list", b"--bud\xffget"], r'"--bud\xffget", did you mean "--budget"?'),
        ("unknown option, 100 kB", ["list", "--" + "q" * 100_000], '"--qqq'),
        ("unknown option with value", ["list", "--bugdet=\x1b"], r'"--bugdet=\x1b", did you mean "--budget"?'),
        ("unknown short option", ["list", "-\x9b5"], r'unknown option "-\xc2\x9b5"'),
        ("option spelled as in the source", ["list", "-w,--workload", "cnn"], "--workload: expected one value"),
        ("configuration file", ["list", "--config", "/dev/zero"], 'unknown option "--config"'),
        ("argument after two dashes", ["list", "--", "\x1b[2J"], r'unexpected argument "\x1b[2J"'),
        ("argument too many", ["list", "\x1b[2J"], r'"\x1b[2J" is not understood'),
        ("empty argument", ["list", ""], 'unexpected argument ""'),
        ("value missing", ["list", "--budget"], "--budget: expected one value"),
        ("value of a flag", ["list", "--quiet=\x1b"], "--quiet"),
        ("short options, 100 kB", ["list", *["-" + "q" * 120_000] * 12], "-qqq"),
        ("option repeated", ["list", "--budget", "5", "--budget", "6"], "--budget: expected one value"),
        ("format repeated", ["list", "--format", "csv", "--format=json"], "--format: expected one value"),
        ("option repeated 10,000 times", ["list", *["-n", "1"] * 10_000], "--limit: expected one value"),
        ("10,000 arguments", ["list", *["x"] * 10_000], 'unexpected argument "x"'),
        ("10,000 unknown options", ["list", *[f"--x{n}" for n in range(10_000)]], 'unknown option "--x0"'),
        ("10,000 words of a name", ["show", *["rtx"] * 10_000], 'unknown GPU "rtx rtx'),
        ("megabytes of vendor words", ["show", *["aws" * 40_000] * 14], 'unknown GPU "awsaws'),
        ("megabytes of units", ["show", *["1gbx" * 30_000] * 14], 'unknown GPU "1gbx1gbx'),
        ("megabytes of trade marks", ["show", *["\u2122" * 40_000] * 14], 'unknown GPU "\u2122\u2122'),
        ("unknown GPU, escape", ["show", "\x1b]0;x\x07"], r'unknown GPU "\x1b]0;x\x07"'),
        ("unknown GPU, no UTF-8", ["show", b"rtx\xff3090"], r"rtx\xff3090"),
        ("GPU of no letters", ["show", "!?"], 'unknown GPU "!?"'),
        ("unknown workload, escape", ["list", "-w", "cn\x1bn"], r'found "cn\x1bn", did you mean "cnn"?'),
        ("unknown workload, 100 kB", ["list", "-w", "q" * 100_000], 'found "qqq'),
        ("unknown field, escape", ["list", "--fields", "id,\x1b[2J"], r'unknown field "\x1b[2J"'),
        ("unknown field, zero-width space", ["list", "--fields", "i\u200bd"], r'unknown field "i\xe2\x80\x8bd"'),
        ("unknown color, escape", ["list", "--color", "\x1b[2J"], r'found "\x1b[2J"'),
        ("unknown format", ["list", "--format", "\x1b[2J"], r'found "\x1b[2J"'),
        ("unknown ranking", ["list", "--rank-by", "\u202eecirp"], r'found "\xe2\x80\xaeecirp"'),
        ("unknown condition", ["list", "--condition", "mixed"], 'found "mixed"'),
        ("unknown segment", ["list", "--segment", "cloud,\x1b"], r'found "\x1b"'),
        ("unknown vendor", ["list", "--vendor", "amd,\x9b"], r'found "\xc2\x9b"'),
        ("empty vendors", ["list", "--vendor", "," * 100_000], 'found ""'),
        ("priority too long", ["list", "--priority", "tensor," * 14_000 + "flops"], 'found "tensor,tensor'),
        ("priority of nothing", ["list", "--priority", ","], 'found ""'),
        ("weight not a number", ["list", "--weights", "tensor=nan"], 'found "nan"'),
        ("weight infinite", ["list", "--weights", "tensor=1e999"], 'found "1e999"'),
        ("weights whose sum is infinite", ["list", "--weights", "tensor=1e308,flops=1e308"], "sum is finite"),
        ("weight twice", ["list", "--weights", "tensor=1,tensor=2"], '--weights: expected each criterion once, found tensor twice'),
        ("weight without value", ["list", "--weights", "tensor"], 'found "tensor"'),
        ("limit negative", ["list", "-n", "-1"], 'found "-1"'),
        ("limit beyond 64 bits", ["list", "-n", "18446744073709551617"], 'found "18446744073709551617"'),
        ("limit fraction", ["list", "-n", "1e3"], 'found "1e3"'),
        ("memory infinite", ["list", "-m", "infGB"], 'found "infGB"'),
        ("memory in another unit", ["list", "-m", "12TB"], 'found "12TB"'),
        ("power not a number", ["list", "--max-power", "nanW"], 'found "nanW"'),
        ("months beyond a century", ["list", "--old-after", "1201"], 'found "1201"'),
        ("date that is not", ["list", "--as-of", "2026-02-30"], 'found "2026-02-30"'),
        ("date, 100 kB", ["list", "--as-of", "2" * 100_000], 'found "222'),
        ("date, escape", ["list", "--as-of", "2026\x1b"], r'found "2026\x1b"'),
        ("range of three", ["list", "--released", "2020..2021..2022"], 'found "2020..2021..2022"'),
        ("range of nothing", ["list", "--memory", ".."], 'found ".."'),
        ("range of dots", ["list", "--memory", "." * 100_000], 'found "......'),
        ("range, 100 kB", ["list", "--price", "9" * 100_000 + ".."], 'found "999'),
        ("range, infinite", ["list", "--power", "1..inf"], 'found "1..inf"'),
        ("range, not a number", ["list", "--price", "nan.."], 'found "nan.."'),
        ("range, escape", ["list", "--memory", "1..\x1b[2J"], r'found "1..\x1b[2J"'),
        ("range, no UTF-8", ["list", "--memory", b"1..\xff"], r'found "1..\xff"'),
        ("capability of many digits", ["list", "--compute-capability", "8." + "0" * 100_000], 'found "8.000'),
        ("capability negative", ["list", "--compute-capability", "-8.-6.."], "--compute-capability"),
        ("capability in reverse", ["list", "--compute-capability", "12.0..8.9"], "12.0 is later than 8.9"),
        ("slots beyond 64 bits", ["list", "--max-slots", "18446744073709551617"], 'found "18446744073709551617"'),
        ("pattern of nothing", ["list", "--only", ","], 'found ""'),
        ("pattern that is not closed", ["list", "--only", "[" * 1000], 'found "[[['),
        ("pattern, 100 kB", ["list", "--only", "?" * 100_000], 'found "???'),
        ("pattern, escape", ["list", "--exclude", "*\x1b[2J]*"], r'"*\x1b[2J]*"'),
        ("pattern, no UTF-8", ["list", "--exclude", b"*\xff*"], r'"*\xff*"'),
        ("patterns, 30,000", ["list", "--only", "a*," * 29_999 + "a*"], "at most 100 names and patterns"),
        ("patterns, each an option", ["list", *["--only", "rtx*"] * 10_000], "at most 100 names and patterns"),
        ("name, 100 kB", ["list", "--only", "q" * 100_000], '--only: no GPU is called "qqq'),
        ("name of trade marks", ["list", "--exclude", "\u2122" * 40_000], "--exclude: no GPU is called"),
        ("deployment, escape", ["list", "--deployment", "\x1b[2J"], r'found "\x1b[2J"'),
        ("cooling of nothing", ["list", "--cooling", ","], 'found ""'),
        ("range in reverse", ["list", "--released", "2026..2024"], "2026 is after 2024"),
        ("empty path", ["list", "--catalog", ""], "--catalog: expected a value"),
        ("no catalog at all", ["list", "--catalog-only"], "--catalog-only needs --catalog PATH"),
    ]

    def test_wrong_usage_is_refused(self):
        for name, arguments, *words in self.CASES:
            self.check(USAGE, name, arguments, *words)

    def test_patterns_of_many_stars_are_answered(self):
        stars = "*" * 50_000
        for name, pattern in (("stars", stars), ("stars and letters", "*a" * 60 + stars), ("a match", "*r*x" + stars)):
            arguments = ["list", "--exclude", pattern + ",*", "--format", "names"]
            result = run(f"pattern of {name}", arguments)
            self.assertIn(result.status, (1, USAGE), result.stderr)

    def test_budgets_that_are_no_positive_number(self):
        for budget in self.NO_BUDGETS:
            shown = repr(budget if len(budget) < 20 else budget[:5] + "...")
            for arguments in (["--budget", budget], [os.fsencode("--budget=") + os.fsencode(budget)]):
                form = "after =" if len(arguments) == 1 else "alone"
                self.check(USAGE, f"budget {shown}, {form}", ["recommend", *arguments], "--budget: expected ")


main()
