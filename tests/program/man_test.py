"""Manual pages: man and mandoc read them without a remark, and they have all that `--help` says.

    man_test.py PROGRAM Pages|Tools

Exit status 77 where neither man nor mandoc is installed.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from command_help import all_commands, options_in, printed

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()


def plain(roff):
    """The text of a page without its requests and fonts."""
    text = re.sub(r"\\f[BIR]", "", roff)
    return re.sub(r"\\\((aq|ga|ti|ha)", lambda found: {"aq": "'", "ga": "`", "ti": "~", "ha": "^"}[found[1]],
                  text.replace("\\-", "-").replace("\\&", "")).replace("\\e", "\\")


class WithPages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        printed(PROGRAM, "man", "--into", str(cls.folder))
        cls.pages = {page.name: page.read_text(encoding="utf-8") for page in cls.folder.iterdir()}


class Pages(WithPages):
    def test_one_of_each_command(self):
        names = {"-".join(["gpuadvisor", *command]) + ".1" for command in [[], *all_commands(PROGRAM)]}
        self.assertEqual(set(self.pages), names)

    def test_printed_alike(self):
        self.assertEqual(printed(PROGRAM, "man"), self.pages["gpuadvisor.1"])
        for command in all_commands(PROGRAM):
            self.assertEqual(printed(PROGRAM, "man", *command), self.pages[f"gpuadvisor-{'-'.join(command)}.1"])

    def test_every_option(self):
        for command in all_commands(PROGRAM):
            page = self.pages[f"gpuadvisor-{'-'.join(command)}.1"]
            described = re.findall(r"^\.TP\n(.*)\n(.*)$", plain(page), re.M)
            for (short, long), value, meaning in options_in(printed(PROGRAM, *command, "--help")):
                names = ", ".join(name for name in (short, long) if name)
                with self.subTest(command=command, option=long):
                    found = [text for tag, text in described if re.fullmatch(re.escape(names) + r"( \S.*)?", tag)]
                    self.assertEqual(len(found), 1)
                    self.assertTrue(found[0].startswith((meaning or "").replace("`", "")), (found[0], meaning))
                    self.assertEqual(value is not None, any(tag.startswith(names + " ") for tag, _ in described))

    def test_every_example(self):
        for command in all_commands(PROGRAM):
            page = plain(self.pages[f"gpuadvisor-{'-'.join(command)}.1"])
            for line in re.findall(r"^  gpuadvisor .*$", printed(PROGRAM, *command, "--help"), re.M):
                self.assertIn(line + "\n", page)

    def test_pages_that_are_named_exist(self):
        for name, page in self.pages.items():
            related = re.findall(r"^\.BR (\S+) \(1\)", page, re.M)
            self.assertTrue(related, name)
            for other in related:
                self.assertIn(other.replace("\\-", "-") + ".1", self.pages, name)

    def test_date_and_version(self):
        """Those of the build, not of the clock."""
        version = printed(PROGRAM, "--version").strip()
        for page in self.pages.values():
            self.assertRegex(page.splitlines()[0], rf'^\.TH \S+ 1 \d{{4}}-\d\d-\d\d "{re.escape(version)}" "')

    def test_wrong_usage(self):
        for arguments, said in ((["man", "recomend"], 'did you mean "recommend"?'), (["man", "catalog", "dif"], "catalog diff"),
                                (["man", "list", "--into", "x"], "--into")):
            done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(said, done.stderr)


class Tools(WithPages):
    def test_mandoc(self):
        if not shutil.which("mandoc"):
            self.skipTest("mandoc is not installed")
        for name in self.pages:
            done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", self.folder / name], capture_output=True, text=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def test_man(self):
        if not shutil.which("man") or not shutil.which("groff"):
            self.skipTest("man and groff are not installed")
        for name, page in self.pages.items():
            done = subprocess.run(["man", "--warnings", "--encoding=UTF-8", "--local-file", self.folder / name],
                                  capture_output=True, text=True, check=False, encoding="utf-8",
                                  env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "100", "MANPAGER": "cat"})
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)
            for title in re.findall(r"^\.SH (.*)$", page, re.M):
                self.assertIn("\n" + title + "\n", done.stdout)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=2).result
    sys.exit(1 if not result.wasSuccessful() else 77 if result.skipped else 0)
