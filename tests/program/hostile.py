"""What hostile inputs are put to the program with, and what is asked of every answer to one.

For test scripts to import, whose first two arguments are the program and the folder of its data.
"""

import mmap
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import typing
import unicodedata
import unittest

DATA = pathlib.Path(sys.argv.pop(2))
PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())

ANSWERED, NONE, USAGE, DATA_ERROR = 0, 1, 2, 3  # exit statuses

# The limits in docs/architecture.md: inputs just within them are the heaviest.
LARGEST_FILE = 8 << 20  # bytes
MOST_VALUES = 200_000
MOST_RECORDS = 20_000
MOST_MEMBERS = 4096
MOST_LAYERS = 32


def is_sanitized(program):
    with open(program, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as image:
        return image.find(b"__asan_init") >= 0


SANITIZED = is_sanitized(PROGRAM)  # slow, and memory is held back on purpose
HANG_S = 120 if SANITIZED else 10  # whatever takes longer is taken for a hang
MOST_MEGABYTES = 100
MOST_SECONDS = 1  # of CPU, for what is refused
SANITIZED_CHECKS = 10  # of so many inputs, one is put to `check` too in a sanitizer build
LONGEST_MESSAGE = 100_000  # bytes: a hundred problems, each with its quotes


class Run(typing.NamedTuple):
    name: str
    status: int
    stdout: bytes
    stderr: bytes
    cpu_s: float
    megabytes: float  # at its peak; never less than this script's own peak, which a child inherits until it starts


RUNS = {}  # by name


def run(name, arguments, stdin=subprocess.DEVNULL):
    assert name not in RUNS, name
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen([PROGRAM, *arguments], stdin=stdin, stdout=out, stderr=err)
        watchdog = threading.Timer(HANG_S, process.kill)
        watchdog.start()
        _, status, usage = os.wait4(process.pid, 0)
        watchdog.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        RUNS[name] = Run(name, process.returncode, out.read(LONGEST_MESSAGE + 1), err.read(LONGEST_MESSAGE + 1),
                         usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6)
    return RUNS[name]


def portions(content):
    """The bytes of text, bytes or a sequence of such, in turn: as a whole they would count as the program's memory."""
    if isinstance(content, str):
        yield content.encode()
    elif isinstance(content, bytes):
        yield content
    else:
        for part in content:
            yield from portions(part)


def repeated(text, count):
    at_once = min(count, max(1, (1 << 16) // len(text)))
    for _ in range(count // at_once):
        yield text * at_once
    yield text * (count % at_once)


def numbered(pattern, count):
    """`count` items like `pattern`, where {} is their number, with commas between them."""
    for number in range(count):
        yield ("," if number else "") + pattern.replace("{}", str(number))


SHOP = '{"id": "shop", "title": "A shop", "publisher": "Shop", "grade": "shop"}'
SOURCES = f'"sources": [{SHOP}]'
GPU = {"id": '"one"', "name": '"One"', "vendor": '"nvidia"', "architecture": '"Test"', "segment": '"consumer"',
       "form": '"pcie-card"', "source": '"shop"'}
PRICE = {"gpu": '"one"', "date": '"2026"', "condition": '"used"', "kind": '"shop"', "price_usd": "100",
         "region": '"US"', "source": '"shop"'}


def record(base, **members):
    """A JSON object: `base`, and `members` on a line of their own, each as JSON."""
    texts = [f'"{key}": {value}' for key, value in base.items() if key not in members]
    if members:
        texts.append("\n" + ", ".join(f'"{key}": {value}' for key, value in members.items()))
    return "{" + ", ".join(texts) + "}"


def catalog(*sections):
    return "{" + ",\n".join((SOURCES, *sections)) + "}"


def listing(section, *items):
    """A catalog that is one list; the items may be of any size."""
    return ("{" + SOURCES + f', "{section}": [', *items, "]}")


def gpus(*records):
    return '"gpus": [' + ",\n".join(records) + "]"


def is_unsafe(character):
    """Whether a terminal obeys it, turns the text around after it, or shows nothing for it."""
    return character != "\n" and unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")


class Hostile(unittest.TestCase):
    """Each input is written to a folder of the test's own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, content, name="hostile.json"):
        path = self.path(name)
        with open(path, "wb") as file:
            file.writelines(portions(content))
        return path

    def check(self, status, name, arguments, *words, stdin=subprocess.DEVNULL):
        with self.subTest(name):
            result = run(name, arguments, stdin)
            self.check_safe(result, status, result.stderr)
            self.assertEqual(result.stdout != b"", status == ANSWERED)
            self.assertEqual(result.stderr != b"", status != ANSWERED)
            self.assertLessEqual(len(result.stderr), LONGEST_MESSAGE)
            for word in words:
                self.assertIn(word, result.stderr.decode("utf-8"))

    def check_safe(self, result, status, words):
        """That it ended as it should, within the limits, and that what it said may be shown."""
        self.assertNotEqual(result.status, -signal.SIGKILL, f"hangs: stopped after {HANG_S} s")
        text = words.decode("utf-8")
        self.assertEqual(result.status, status, text[:1000])
        self.assertEqual([c for c in text if is_unsafe(c)], [], "control characters in what is said")
        if SANITIZED:
            return
        self.assertLess(result.megabytes, MOST_MEGABYTES)
        if status in (USAGE, DATA_ERROR):
            self.assertLess(result.cpu_s, MOST_SECONDS)

    def refuse(self, name, content, *words, options=()):
        """Puts an input to the program, which refuses it, and to `check`, which finds an error in it."""
        path = self.write(content)
        self.check(DATA_ERROR, name, ["list", *options, "--catalog", path], path + ":", *words)
        if options or (SANITIZED and len(RUNS) % SANITIZED_CHECKS != 0):
            return
        with self.subTest(f"{name}, checked"):
            result = run(f"{name}, checked", ["check", "--quiet", path])
            self.check_safe(result, NONE, result.stdout[:LONGEST_MESSAGE])
            self.assertEqual(result.stderr, b"")
            self.assertIn(": error: ", result.stdout.decode("utf-8", "replace"))
            self.assertTrue(result.stdout.decode("utf-8", "replace").startswith(path), result.stdout[:300])


def summary():
    slowest = max(RUNS.values(), key=lambda each: each.cpu_s)
    largest = max(RUNS.values(), key=lambda each: each.megabytes)
    limit = "not limited in a sanitizer build" if SANITIZED else f"limit {MOST_MEGABYTES}"
    return (f"{len(RUNS)} hostile inputs; slowest: {slowest.cpu_s:.2f} s of CPU ({slowest.name}); "
            f"largest: {largest.megabytes:.0f} MB, {limit} ({largest.name})")


def main():
    """Runs the tests of the script, and ends it."""
    result = unittest.main(verbosity=1, exit=False).result
    print(summary())
    sys.exit(not result.wasSuccessful())
