"""What `--help` says, for tests that compare it with completion and with the manual pages."""

import re
import subprocess


def printed(program, *arguments):
    """What the program prints; it must answer."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, f"{' '.join(map(str, arguments))}: {done.returncode}\n{done.stderr}"
    return done.stdout


def commands_in(text):
    """The commands that a help text lists, with their summaries."""
    below = re.search(r"^Commands.*:\n((?:  .*\n)+)", text, re.M)
    if below:
        cells = below[1].splitlines()
    elif text.startswith("Which GPU"):  # the general help: two on a line, behind the name of their group
        lines = text[text.index("\nBuy ") + 1:text.index("\n\n`COMMAND -h`")].splitlines()
        cells = [cell for line in lines for cell in (line[11:47], line[47:]) if cell.strip()]
    else:
        cells = []
    return {name: summary.strip() for name, summary in (cell.split(maxsplit=1) for cell in cells)}


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
