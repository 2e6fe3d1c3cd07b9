"""What `--help` says, for tests that compare it with completion and with the manual pages."""

import re
import subprocess


def printed(program, *arguments):
    """What the program prints; it must answer."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, f"{' '.join(map(str, arguments))}: {done.returncode}\n{done.stderr}"
    return done.stdout


def commands_in(text):
    """The commands that a help text lists."""
    listed = re.search(r"^Commands.*:\n((?:  .*\n)+)", text, re.M)
    return [line.split()[0] for line in listed[1].splitlines()] if listed else []


def all_commands(program):
    """All of them, as lists of words, with those of groups."""
    found = []
    for name in commands_in(printed(program, "--help")):
        found.append([name])
        found += [[name, below] for below in commands_in(printed(program, name, "--help"))]
    return found


def options_in(text):
    """The names of options in a help text: (short or None, long), what a value is or None, and what it means."""
    rows = re.findall(r"^  (?:(-\w),)?(--[\w-]+)(?: (\S.*?))??(?:  +(\S.*))?$", text, re.M)
    return [((short or None, long), value or None, meaning) for short, long, value, meaning in rows]
