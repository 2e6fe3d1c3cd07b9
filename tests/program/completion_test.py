"""Completion in bash, zsh and fish, as the Tab key gives it, and what the program offers to all three.

    completion_test.py PROGRAM Program|Bash|BashWithPackage|Zsh|Fish

Exit status 77 where the shell is not installed.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import shells
from command_help import all_commands, options_in, printed

PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
BASH_COMPLETION = pathlib.Path("/usr/share/bash-completion/bash_completion")

# What a line becomes by the Tab key in every shell: these have one way to go on.
COMPLETED = {
    "gpuadvisor recom": "gpuadvisor recommend ",
    "gpuadvisor catalog ex": "gpuadvisor catalog export ",
    "gpuadvisor recommend --include": "gpuadvisor recommend --include-rent ",
    "gpuadvisor recommend --color nev": "gpuadvisor recommend --color never ",
    "gpuadvisor recommend --color=nev": "gpuadvisor recommend --color=never ",
    "gpuadvisor recommend --segment consumer,wor": "gpuadvisor recommend --segment consumer,workstation ",
    "gpuadvisor recommend -w image-generation-x": "gpuadvisor recommend -w image-generation-xl ",
    "gpuadvisor picks --guide dettmers-2019": "gpuadvisor picks --guide dettmers-2019-04 ",
    "gpuadvisor picks --persona kag": "gpuadvisor picks --persona kaggle ",
    "gpuadvisor memory mixtral-8x7": "gpuadvisor memory mixtral-8x7b ",
    "gpuadvisor show 3070\\ ti\\ ma": "gpuadvisor show 3070\\ ti\\ max-q ",
    "gpuadvisor show 3070\\ Ti\\ Ma": "gpuadvisor show 3070\\ Ti\\ Max-Q ",
    "gpuadvisor compare 3090 rtx\\ 3070\\ ti\\ ma": "gpuadvisor compare 3090 rtx\\ 3070\\ ti\\ max-q ",
    "gpuadvisor show nvidia-geforce-rtx-3070-ti-m": "gpuadvisor show nvidia-geforce-rtx-3070-ti-max-q ",
    'gpuadvisor show "RTX 3070 Ti Ma': 'gpuadvisor show "RTX 3070 Ti Max-Q" ',
    "gpuadvisor show 'RTX 3070 Ti Ma": "gpuadvisor show 'RTX 3070 Ti Max-Q' ",
    'gpuadvisor build "2x 3090 + 2x 3070 ti ma': 'gpuadvisor build "2x 3090 + 2x 3070 ti max-q" ',
    "gpuadvisor check --explain memory-data": "gpuadvisor check --explain memory-data-rate ",
    "gpuadvisor check fold": "gpuadvisor check folder/",
    "gpuadvisor recommend -o a\\ f": "gpuadvisor recommend -o a\\ file.json ",
    "gpuadvisor recommend --catalog=fold": "gpuadvisor recommend --catalog=folder/",
    "gpuadvisor scores fit --data fo": "gpuadvisor scores fit --data folder/",
    "gpuadvisor show zzz": "gpuadvisor show zzz",
    "gpuadvisor recommend --budget f": "gpuadvisor recommend --budget f",
}

# What stands in the help for values of which there is no list.
FREE = {"A,B,...", "A..B", "A=X,B=Y", "AMOUNT", "CC", "COUNTRY", "DATE", "FACTOR", "FIELD,...", "FROM..TO", "GB", "MM", "MONTHS", "N",
        "N or A-B", "N|N-M", "N[,N]", "NAME", "PERCENT", "PREFIX", "PRICE", "S", "SHARE", "TEXT", "USD", "W", "WORD", "WORDS", "WxH", "X"}


class Program(unittest.TestCase):
    """What the program answers to the scripts."""

    @staticmethod
    def offered(line, shell="fish"):
        lines = printed(PROGRAM, "__complete", shell, line).splitlines()
        return [one.split("\t")[0] for one in lines[1:]]

    def test_every_option_of_the_help(self):
        for command in all_commands(PROGRAM):
            with self.subTest(command=" ".join(command)):
                names = [name for pair, _, _ in options_in(printed(PROGRAM, *command, "--help")) for name in pair if name]
                self.assertEqual(sorted(self.offered(f"gpuadvisor {' '.join(command)} -")), sorted([*names, "-h", "--help"]))

    def test_every_command_of_the_help(self):
        names = [command[0] for command in all_commands(PROGRAM) if len(command) == 1]
        self.assertEqual(self.offered("gpuadvisor "), [*names, "help"])
        for command, below in (one for one in all_commands(PROGRAM) if len(one) == 2):
            self.assertIn(below, self.offered(f"gpuadvisor {command} "))
            self.assertIn(below, self.offered(f"gpuadvisor help {command} "))

    def test_words_in_a_help_text_are_offered(self):
        """Where the help is a list of words, these are what is offered."""
        checked = 0
        for command in all_commands(PROGRAM):
            for (_, name), value, meaning in options_in(printed(PROGRAM, *command, "--help")):
                words = meaning.split(", ") if meaning else []
                if value is None or len(words) < 3 or not all(re.fullmatch(r"[a-z0-9-]+", word) for word in words):
                    continue
                offered = self.offered(f"gpuadvisor {' '.join(command)} {name} ")
                self.assertLessEqual(set(words), set(offered), f"{command} {name}")
                checked += 1
        self.assertGreater(checked, 20)

    def test_every_value_is_of_a_known_kind(self):
        """Each is offered, or is a file, or stands under a word of which there is no list."""
        for command in all_commands(PROGRAM):
            for (_, name), value, _ in options_in(printed(PROGRAM, *command, "--help")):
                offer = printed(PROGRAM, "__complete", "fish", f"gpuadvisor {' '.join(command)} {name} ")
                if value is not None and offer == "nothing\n":
                    self.assertIn(value.removesuffix(" ..."), FREE, f"{command} {name}")

    def test_what_is_offered_is_taken(self):
        """Every GPU, workload, network, buyer, guide and feature that is offered is one."""
        gpus = printed(PROGRAM, "show", *self.offered("gpuadvisor show "), "--format", "names").split()
        self.assertEqual(sorted(gpus), sorted(printed(PROGRAM, "list", "--format", "names", "-n", "0").split()))
        for line, option in (("recommend -w ", "-w"), ("picks --persona ", "--persona"), ("list --feature ", "--feature"),
                             ("list --vendor ", "--vendor"), ("list --form ", "--form"), ("list --rank-by ", "--rank-by")):
            command = line.split()[0]
            words = self.offered("gpuadvisor " + line)
            self.assertGreater(len(words), 4, line)
            for word in words:
                done = subprocess.run([PROGRAM, command, option, word], capture_output=True, text=True, check=False)
                self.assertIn(done.returncode, (0, 1) if "unknown" not in done.stderr else (), f"{line}{word}: {done.stderr}")
        networks = self.offered("gpuadvisor memory ")
        listed = printed(PROGRAM, "memory", "--list", "--format", "csv", "--no-header", "-n", "0")
        self.assertEqual(sorted(networks), sorted({row.split(",")[0] for row in listed.splitlines()}))
        self.assertEqual(sorted(self.offered("gpuadvisor guides ")),
                         sorted(printed(PROGRAM, "guides", "--format", "names").split()))

    def test_candidates_begin_as_typed(self):
        for typed in ("RTX 30", "rtx 30", "30", "Geforce", "nvidia", "h1", "mi"):
            offered = self.offered(f'gpuadvisor show "{typed}')
            self.assertTrue(offered, typed)
            for word in offered:
                self.assertTrue(word.startswith(typed), word)

    def test_given_options(self):
        self.assertNotIn("--budget", self.offered("gpuadvisor recommend -b 500 --"))
        self.assertNotIn("--min-memory", self.offered("gpuadvisor recommend --vram 24 --"))
        self.assertNotIn("--format", self.offered("gpuadvisor --format json list --"))
        self.assertIn("--only", self.offered("gpuadvisor recommend --only a --"))  # may be repeated

    def test_values(self):
        self.assertIn("--format=json", self.offered("gpuadvisor list --format="))
        self.assertEqual(self.offered("gpuadvisor list --sort per"), ["performance"])  # a word for --rank-by
        self.assertEqual(self.offered("gpuadvisor recommend --vendor nvidia,am"), ["nvidia,amd"])
        self.assertNotIn("nvidia,nvidia", self.offered("gpuadvisor recommend --vendor nvidia,"))
        self.assertIn("3090=", self.offered("gpuadvisor recommend --my-price 309"))
        self.assertIn("2x 3090 Ti", self.offered('gpuadvisor cost "2x 3090'))
        self.assertEqual(self.offered("gpuadvisor show -- --"), [])
        self.assertEqual(self.offered("gpuadvisor nonsense "), [])
        for line in ("recomend --workload c", "recomend cnn ", "help recomend cnn ", "help help recommend ", "nonsense -- -"):
            self.assertEqual(self.offered(f"gpuadvisor {line}"), [], line)
        self.assertEqual(self.offered('gpuadvisor recommend --vendor "a\nb,'), [])

    def test_answers_are_the_same_from_any_folder(self):
        line = "gpuadvisor show "
        here = subprocess.run([PROGRAM, "__complete", "bash", line, ""], capture_output=True, check=True, cwd="/")
        self.assertEqual(here.stdout.decode(), printed(PROGRAM, "__complete", "bash", line, ""))

    def test_wrong_usage(self):
        for arguments in (["completion"], ["completion", "tcsh"], ["completion", "bash", "zsh"], ["__complete"],
                          ["__complete", "tcsh", "gpuadvisor "]):
            done = subprocess.run([PROGRAM, *arguments], capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, b""), arguments)


class InShell:
    """What holds of every shell: a folder with files, in which the shell is."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.home = pathlib.Path(holder.name)
        (self.home / "folder").mkdir()
        (self.home / "a file.json").touch()
        self.environment = shells.environment(PROGRAM, self.home)
        self.script = self.home / "script"
        self.script.write_text(printed(PROGRAM, "completion", self.name), encoding="utf-8")

    def check_completed(self, shell):
        for line, expected in COMPLETED.items():
            with self.subTest(line=line):
                self.assertEqual(shell.completed(line)[0], expected)

    def check_listed(self, shell):
        """All options of the help are shown, and only these."""
        for command in (["recommend"], ["memory"], ["prices", "fit"]):
            names = {long for (_, long), _, _ in options_in(printed(PROGRAM, *command, "--help"))} | {"--help"}
            _, screen = shell.completed(f"gpuadvisor {' '.join(command)} --")
            self.assertEqual(set(re.findall(r"(?<!\S)--[a-z][\w-]*", screen)) & names, names)
            shown = {word for word in re.findall(r"(?:^|\n|\r)(--[a-z][\w-]*)", screen)}
            self.assertLessEqual(shown, names)


class Bash(InShell, unittest.TestCase):
    name = "bash"

    @classmethod
    def setUpClass(cls):
        if not shells.is_installed("bash"):
            raise unittest.SkipTest("bash is not installed")

    def shell(self):
        return [f"source {self.script}"]

    def test_tab_key(self):
        shell = shells.bash(self.environment, f"cd {self.home}", *self.shell())
        self.addCleanup(shell.close)
        self.check_completed(shell)
        self.check_listed(shell)
        self.assertEqual(shell.completed("gpuadvisor recommend --my-price 3090\\ T")[0],
                         "gpuadvisor recommend --my-price 3090\\ Ti=")
        self.assertEqual(shell.completed("echo x | gpuadvisor pri")[0], "echo x | gpuadvisor prices ")


class BashWithPackage(Bash):
    """The same with the functions of the package bash-completion, which finds the script by itself."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if not BASH_COMPLETION.exists():
            raise unittest.SkipTest("bash-completion is not installed")

    def shell(self):
        place = self.home / ".local/share/bash-completion/completions"
        place.mkdir(parents=True)
        self.script.rename(place / "gpuadvisor")
        return [f"source {BASH_COMPLETION}"]


class Zsh(InShell, unittest.TestCase):
    name = "zsh"

    @classmethod
    def setUpClass(cls):
        if not shells.is_installed("zsh"):
            raise unittest.SkipTest("zsh is not installed")

    def check(self, *setup):
        shell = shells.zsh(self.environment, f"cd {self.home}", *setup)
        self.addCleanup(shell.close)
        self.check_completed(shell)
        self.check_listed(shell)
        self.assertEqual(shell.completed("gpuadvisor recommend --my-price 3090\\ T")[0],
                         "gpuadvisor recommend --my-price 3090\\ Ti=")
        self.assertIn("-- The best GPUs for a job", shell.completed("gpuadvisor re")[1])

    def test_in_a_folder_of_functions(self):
        (self.home / "functions").mkdir()
        self.script.rename(self.home / "functions/_gpuadvisor")
        self.check(f"fpath=({self.home}/functions $fpath); autoload -U compinit; compinit -u -D")

    def test_sourced(self):
        self.check("autoload -U compinit; compinit -u -D", f"source {self.script}")


class Fish(InShell, unittest.TestCase):
    name = "fish"

    @classmethod
    def setUpClass(cls):
        if not shells.is_installed("fish"):
            raise unittest.SkipTest("fish is not installed")

    def offered(self, line):
        """The candidates that the Tab key would show, with their meaning."""
        command = f"source {self.script}; complete -C (cat line)"
        (self.home / "line").write_text(line, encoding="utf-8")
        done = subprocess.run(["fish", "--no-config", "-c", command], capture_output=True, text=True, check=False,
                              cwd=self.home, env=self.environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""), line)
        return dict((row.split("\t") + [""])[:2] for row in done.stdout.splitlines())

    def test_tab_key(self):
        for line, expected in COMPLETED.items():
            with self.subTest(line=line):
                offered = self.offered(line)
                if expected == line:
                    self.assertEqual(offered, {})
                    continue
                last = re.search(r"(\"[^\"]*\"|'[^']*'|(?:\\.|[^ ])+) ?$", expected)[1]
                self.assertEqual(list(offered), [re.sub(r"[\"'\\]", "", last)])

    def test_options_and_meanings(self):
        for command in all_commands(PROGRAM):
            names = {name for pair, _, _ in options_in(printed(PROGRAM, *command, "--help")) for name in pair if name}
            self.assertEqual(set(self.offered(f"gpuadvisor {' '.join(command)} -")), names | {"-h", "--help"})
        self.assertEqual(self.offered("gpuadvisor recommend --psu")["--psu"],
                         "Your power supply: only GPUs it is recommended for")
        self.assertEqual(self.offered("gpuadvisor show 3070\\ ti\\ ma"),
                         {"3070 ti max-q": "NVIDIA GeForce RTX 3070 Ti Max-Q, 8 GB"})


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=2).result
    sys.exit(1 if not result.wasSuccessful() else 77 if result.skipped else 0)
