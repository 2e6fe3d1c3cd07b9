"""What happens to data files when writing goes wrong: the file is the old or the new one, byte for byte, there is one
clear message, and nothing is left behind. And what all commands do without a standard output.

    faults_test.py PROGRAM DATA_DIR Plain|OtherUser|Traced

Faults are real ones (limits, kills; permissions, which need root to be another user) or put in by strace. What a machine
cannot do is skipped: the exit status is 77 then.
"""

import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, DATA = pathlib.Path(sys.argv.pop(1)).resolve(), pathlib.Path(sys.argv.pop(1)).resolve()
NOBODY = 65534
RENAMES = "?rename,?renameat,?renameat2"

UNTIDY = '{"prices": [{"gpu": "nvidia-geforce-rtx-3090", "date": "2026-10-09", "condition": "used", "kind": "shop", ' \
         '"price_usd": 1.240e3, "region": "US", "source": "gpupoet-listings-2026-10"}]}'


def can_trace():
    """Whether strace is there and may watch a program."""
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False).returncode == 0


class Command:
    """A command that writes, the file that it changes, and the text that this has before."""

    def __init__(self, name, arguments, target, spoil=None):
        self.name, self.arguments, self.target, self.spoil = name, arguments, target, spoil


ADD_PRICE = Command("catalog add-price", ["catalog", "add-price", "RTX 3090", "--usd", "1240", "--condition", "used", "--kind", "shop", "--date", "2026-10-09",
                                          "--source", "gpupoet-listings-2026-10"], "data/prices/nvidia-ampere.json")
FIX = Command("check --fix", ["check", "--fix", "data/mine.json"], "data/mine.json", UNTIDY)
FIT = Command("scores fit --write", ["scores", "fit", "--write"], "data/scores.json", "no scores")
QUICK = (ADD_PRICE, FIX)


class Runs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.root = pathlib.Path(holder.name)
        cls.root.chmod(0o755)
        cls.program = cls.root / "gpuadvisor"  # where others may run it
        shutil.copy(PROGRAM, cls.program)
        cls.program.chmod(0o755)
        cls.results = {}

    @classmethod
    def prepared(cls, command):
        """A fresh folder to run in, and the bytes of the file that the command is to change."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=cls.root))
        folder.chmod(0o755)
        shutil.copytree(DATA, folder / "data")
        if command.spoil is not None:
            (folder / command.target).write_text(command.spoil, encoding="utf-8")
        return folder, (folder / command.target).read_bytes()

    def new(self, command):
        """The bytes of the file when nothing goes wrong."""
        if command not in self.results:
            self.results[command] = self.result(command)
        return self.results[command]

    @classmethod
    def result(cls, command):
        folder, old = cls.prepared(command)
        done = subprocess.run([cls.program, *command.arguments], cwd=folder, capture_output=True, check=False)
        assert done.returncode == 0, (command.name, done.stderr)
        new = (folder / command.target).read_bytes()
        assert new != old, command.name
        return new

    def left_behind(self, folder):
        return [path.name for path in folder.rglob("*") if path.name.startswith(".")]

    def run_in(self, folder, command, before=(), **more):
        return subprocess.run([*before, self.program, *command.arguments], cwd=folder, capture_output=True, text=True, check=False,
                              **more)

    def expect_refused(self, command, said, before=(), prepare=None, **more):
        folder, old = self.prepared(command)
        if prepare:
            prepare(folder)
        done = self.run_in(folder, command, before, **more)
        self.assertEqual((done.returncode, done.stdout), (3, ""), (command.name, done.stderr))
        self.assertEqual(done.stderr, f"{command.target}: cannot be written: {said}\n", command.name)
        self.assertEqual((folder / command.target).read_bytes(), old, command.name)
        self.assertEqual(self.left_behind(folder), [], command.name)

    def inject(self, calls, what):
        return ["strace", "-o", "/dev/null", "-e", f"inject={calls}:{what}"]


class Plain(Runs):
    """Faults that any machine has."""

    def test_a_disk_that_is_full(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        for command in (*QUICK, FIT):
            self.expect_refused(command, "File too large", preexec_fn=limit)

    def test_a_link_that_leads_nowhere(self):
        folder, _ = self.prepared(FIT)
        (folder / FIT.target).unlink()
        (folder / FIT.target).symlink_to("nowhere/scores.json")
        done = self.run_in(folder, FIT)
        self.assertEqual((done.returncode, done.stderr),
                         (3, "data/scores.json: a link to nothing that can be read\n"))
        self.assertEqual(self.left_behind(folder), [])

    def test_killed_at_any_moment(self):
        moments = random.Random(7)
        for command in QUICK:
            folder, old = self.prepared(command)
            begin = time.monotonic()
            self.run_in(folder, command)
            whole = time.monotonic() - begin
            for _ in range(25):
                (folder / command.target).write_bytes(old)
                with subprocess.Popen([self.program, *command.arguments], cwd=folder, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL) as process:
                    time.sleep(moments.uniform(0, 1.2 * whole))
                    process.kill()
                self.assertIn((folder / command.target).read_bytes(), (old, self.new(command)), command.name)

    def without_output(self, arguments, folder=None):
        """The status and the message when standard output is closed, and when it is full."""
        closed = subprocess.run([self.program, *arguments], cwd=folder, stderr=subprocess.PIPE, text=True, check=False,
                                preexec_fn=lambda: os.close(1))
        with open("/dev/full", "w", encoding="utf-8") as full:
            filled = subprocess.run([self.program, *arguments], cwd=folder, stdout=full, stderr=subprocess.PIPE, text=True,
                                    check=False)
        return [(done.returncode, done.stderr) for done in (closed, filled)]

    def test_commands_without_an_output_say_so(self):
        expected = [(3, "gpuadvisor: standard output: Bad file descriptor\n"),
                    (3, "gpuadvisor: standard output: No space left on device\n")]
        for arguments in (["--version"], ["--help"], ["recommend", "--workload", "cnn", "--budget", "500"],
                          ["list", "--format", "csv", "-n", "0"], ["show", "3090", "--format", "json"], ["catalog", "export"],
                          ["check", str(DATA / "prices" / "apple.json")], ["sources"],
                          ["catalog", "diff", "built-in", "built-in"]):
            self.assertEqual(self.without_output(arguments), expected, arguments)

    def test_an_output_that_is_not_needed_may_be_closed(self):
        for arguments in (["recommend", "--budget", "-5"], ["show", "nothing"]):
            for status, said in self.without_output(arguments):
                self.assertEqual(status, 2)
                self.assertIn("gpuadvisor: ", said)

    def test_closed_standard_error_changes_no_status(self):
        for arguments, status in ((["list", "-n", "1"], 0), (["recommend", "--budget", "-5"], 2), (["check", "nowhere"], 3)):
            done = subprocess.run([self.program, *arguments], stdout=subprocess.PIPE, check=False,
                                  preexec_fn=lambda: os.close(2))
            self.assertEqual(done.returncode, status, arguments)

    def test_what_is_written_is_whole_without_an_output(self):
        for command in QUICK:
            for closes in (True, False):
                folder, _ = self.prepared(command)
                with open("/dev/full", "w", encoding="utf-8") as full:
                    done = subprocess.run([self.program, *command.arguments], cwd=folder, stderr=subprocess.PIPE, text=True,
                                          stdout=None if closes else full, check=False,
                                          preexec_fn=(lambda: os.close(1)) if closes else None)
                self.assertEqual(done.returncode, 3, command.name)
                self.assertIn("gpuadvisor: standard output: ", done.stderr)
                self.assertEqual((folder / command.target).read_bytes(), self.new(command), command.name)

    def test_an_output_that_may_not_grow_is_an_error(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        with open(self.root / "out.json", "w", encoding="utf-8") as out:
            done = subprocess.run([self.program, "catalog", "export"], stdout=out, stderr=subprocess.PIPE, text=True,
                                  preexec_fn=limit, check=False)
        self.assertEqual((done.returncode, done.stderr), (3, "gpuadvisor: standard output: File too large\n"))

    def test_a_reader_that_went_away_is_no_error(self):
        with subprocess.Popen([self.program, "catalog", "export"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.read(1)
            process.stdout.close()
            said = process.stderr.read()
        self.assertIn(process.returncode, (-signal.SIGPIPE, 0))
        self.assertEqual(said, b"")


class OtherUser(Runs):
    """As a user who may not write."""

    def test_a_folder_that_may_not_be_written(self):
        for command in QUICK:
            self.expect_refused(command, "Permission denied", user=NOBODY, group=NOBODY, extra_groups=[],
                                prepare=lambda folder: [path.chmod(0o777) for path in (folder / "data").rglob("*.json")])

    def test_a_file_that_may_not_be_written(self):
        for command in QUICK:
            self.expect_refused(command, "Permission denied", user=NOBODY, group=NOBODY, extra_groups=[],
                                prepare=lambda folder: [path.chmod(0o777) for path in folder.rglob("*") if path.is_dir()])


class Traced(Runs):
    """Calls of the system that fail, and signals at a given call."""

    def test_a_disk_that_is_full_or_broken_by_injection(self):
        for command in QUICK:
            self.expect_refused(command, "No space left on device", self.inject("write", "error=ENOSPC:when=1"))
            self.expect_refused(command, "Input/output error", self.inject("fsync", "error=EIO:when=1"))
            self.expect_refused(command, "Read-only file system", self.inject(RENAMES, "error=EROFS:when=1"))
            self.expect_refused(command, "Operation not permitted", self.inject("fchmod", "error=EPERM:when=1"))

    def test_a_disk_that_takes_less_than_all_at_once(self):
        folder, _ = self.prepared(ADD_PRICE)
        done = self.run_in(folder, ADD_PRICE, self.inject("write", "error=EINTR:when=1"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((folder / ADD_PRICE.target).read_bytes(), self.new(ADD_PRICE))

    def test_killed_at_each_step_of_writing(self):
        for command in QUICK:
            for calls in ("write", "fchmod", "fsync", RENAMES):
                folder, old = self.prepared(command)
                done = self.run_in(folder, command, self.inject(calls, "signal=SIGKILL:when=1"))
                self.assertNotEqual(done.returncode, 0, (command.name, calls))
                found = (folder / command.target).read_bytes()
                self.assertIn(found, (old, self.new(command)), (command.name, calls))
                # What was killed can leave its temporary file, which no reader of the folder takes for data.
                for name in self.left_behind(folder):
                    self.assertRegex(name, r"^\..+\.\d+-\d\.new$")
                again = self.run_in(folder, command)
                self.assertIn(again.returncode, (0, 2), again.stderr)
                self.assertEqual((folder / command.target).read_bytes(), self.new(command), (command.name, calls))

    def test_what_somebody_else_writes_meanwhile_stays(self):
        for command in QUICK:
            folder, _ = self.prepared(command)
            target = folder / command.target
            with subprocess.Popen([*self.inject("fsync", "delay_enter=2000000:when=1"), self.program, *command.arguments], cwd=folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                while process.poll() is None and not self.left_behind(folder):
                    time.sleep(0.01)
                target.write_text("theirs", encoding="utf-8")
                printed, said = process.communicate()
            self.assertEqual((process.returncode, printed, said), (
                3, "", f"{command.target}: has changed since it was read, and was left as it is; try again\n"))
            self.assertEqual(target.read_text(encoding="utf-8"), "theirs")
            self.assertEqual(self.left_behind(folder), [])

    def test_interrupts_wait_until_the_file_is_whole(self):
        for command in QUICK:
            for sent in ("SIGINT", "SIGTERM", "SIGHUP"):
                folder, _ = self.prepared(command)
                done = self.run_in(folder, command, self.inject("fsync", f"signal={sent}:when=1"))
                self.assertNotEqual(done.returncode, 0, (command.name, sent))
                self.assertEqual((folder / command.target).read_bytes(), self.new(command), (command.name, sent))
                self.assertEqual(self.left_behind(folder), [], (command.name, sent))

    def test_interrupts_before_writing_end_the_program(self):
        folder, old = self.prepared(ADD_PRICE)
        done = self.run_in(folder, ADD_PRICE, self.inject("getdents64", "signal=SIGINT:when=1"))
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual((folder / ADD_PRICE.target).read_bytes(), old)


NEEDS = {"Plain": (pathlib.Path("/dev/full").exists(), "/dev/full"), "OtherUser": (os.geteuid() == 0, "root"),
         "Traced": (can_trace(), "strace that may watch a program")}

if __name__ == "__main__":
    is_met, need = NEEDS[sys.argv[1]]
    if not is_met:
        print(f"skipped: needs {need}")
        sys.exit(77)
    unittest.main()
