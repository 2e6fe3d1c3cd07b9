"""Every command has a page in docs/commands, and every page a command; its usage and options are those of `--help`, those
that several commands share stand on one page, and the index has each command with its summary.

    command_pages_test.py PROGRAM REPOSITORY [--write]

With --write, usage and options of the pages, and the summaries of the index, are renewed.
"""

import collections
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
from command_help import all_commands, commands_in, printed

PROGRAM, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
WRITES = "--write" in sys.argv[3:]
FOLDER = ROOT / "docs" / "commands"
USAGE = "## Usage and options\n"
SHARED_PAGE = "options.md"
OWN_GROUPS = ("Arguments", "Commands")  # of each command
FEWEST_COMMANDS = 2  # that share an option which then stands once


def entries(lines):
    """The rows below a heading of a help text: what is on the left, and what it means."""
    rows = []
    for line in lines:
        if re.match(r"  \S", line):
            left, _, meaning = line.strip().partition("  ")
            rows.append([left, meaning.strip()])
        else:
            rows[-1][1] = f"{rows[-1][1]} {line.strip()}".strip()
    return rows


def line(left, meaning):
    """An item of a list in Markdown, where an asterisk would begin a stress."""
    names = f"`{left.replace(' REQUIRED', '')}`".replace(",--", "`, `--")
    return f"- {names}: " + meaning.replace("*", "\\*").replace("<", "&lt;").replace("_", "\\_")


def groups_of(text):
    """The entries of a help text, by group, and its usage."""
    usage = re.search(r"^Usage: (.*)$", text, re.M)
    found = re.findall(r"^([A-Z][^\n]*):\n((?:  .*\n)+)", text[usage.end():] if usage else "", re.M)
    groups = {"Arguments" if name == "Positionals" else name: entries(rows.splitlines()) for name, rows in found}
    return usage[1] if usage else None, groups


class Options:
    """The options of all commands: those that several have, with one meaning, stand once, on a page of their own."""

    def __init__(self, commands):
        self.of = {tuple(command): groups_of(printed(PROGRAM, *command, "--help")) for command in commands}
        counts = collections.Counter((name, left, meaning) for _, groups in self.of.values()
                                     for name, found in groups.items() if name not in OWN_GROUPS for left, meaning in found)
        self.shared = {}
        for (name, left, meaning), count in counts.most_common():
            if count >= FEWEST_COMMANDS and (name, left) not in self.shared:
                self.shared[name, left] = meaning

    def section(self, command):
        """The section of a page that follows from the help of its command."""
        usage, groups = self.of[tuple(command)]
        text = f"{USAGE}\n    {usage or 'gpuadvisor ' + ' '.join(command) + ' COMMAND ...'}\n"
        is_shared = lambda name, left, meaning: self.shared.get((name, left)) == meaning
        own = [line(*row) for name, rows in groups.items() for row in rows if not is_shared(name, *row)]
        shared = [re.search(r"--[\w-]+", left)[0] for name, rows in groups.items()
                  for left, meaning in rows if is_shared(name, left, meaning)]
        if own:
            text += "\n" + "\n".join(own) + "\n"
        if shared:
            text += f"\n[Shared options]({SHARED_PAGE}): {', '.join(f'`{name}`' for name in shared)}.\n"
        return text

    def shared_page(self):
        groups = {}
        for _, found in self.of.values():  # in the order in which help has them
            for name, rows in found.items():
                for left, meaning in rows:
                    if self.shared.get((name, left)) == meaning and [left, meaning] not in groups.setdefault(name, []):
                        groups[name].append([left, meaning])
        text = ("# Shared options\n\nThey mean the same in every command that has them; the [page of a command](README.md) "
                "names those that it has.\n")
        for name, rows in groups.items():
            if rows:
                text += f"\n## {name}\n\n" + "\n".join(line(*row) for row in rows) + "\n"
        return text


def page_name(command):
    return "-".join(command) + ".md"


def renewed_page(section, page):
    """The page with that section: in place of the one it has, up to the next heading, or at its end."""
    before, found, rest = page.partition(USAGE)
    if not found:
        return f"{page.rstrip()}\n\n{section}"
    following = re.search(r"^## ", rest, re.M)
    return before + section + ("\n" + rest[following.start():] if following else "")


def renewed_index(index, summaries):
    return re.sub(r"^(- \[`gpuadvisor ([\w -]+)`\]\([\w-]+\.md\)):.*$",
                  lambda line: f"{line[1]}: {summaries[line[2]]}", index, flags=re.M)


def compare(path, text, expected, slips):
    if WRITES:
        path.write_text(expected, encoding="utf-8")
    elif text != expected:
        slips.append(f"{path.relative_to(ROOT)} is not what the program says: {pathlib.Path(__file__).name} --write renews it")


def main():
    commands = all_commands(PROGRAM)
    slips = []
    names = {page_name(command): command for command in commands}
    pages = {path.name: path for path in FOLDER.glob("*.md") if path.name not in ("README.md", SHARED_PAGE)}
    options = Options(commands)
    slips += [f"no page of `gpuadvisor {' '.join(names[name])}`: docs/commands/{name}" for name in sorted(set(names) - set(pages))]
    slips += [f"docs/commands/{name}: there is no such command" for name in sorted(set(pages) - set(names))]

    for name in sorted(set(names) & set(pages)):
        page = pages[name].read_text(encoding="utf-8")
        title = f"# gpuadvisor {' '.join(names[name])}\n"
        if not page.startswith(title):
            slips.append(f"docs/commands/{name} does not begin with {title.strip()!r}")
        if "\n## See also\n" not in page:
            slips.append(f"docs/commands/{name} does not say what to see also")
        compare(pages[name], page, renewed_page(options.section(names[name]), page), slips)

    shared = FOLDER / SHARED_PAGE
    compare(shared, shared.read_text(encoding="utf-8") if shared.exists() else "", options.shared_page(), slips)

    summaries = {" ".join(command): commands_in(printed(PROGRAM, *command[:-1], "--help"))[command[-1]] for command in commands}
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^- \[`gpuadvisor ([\w -]+)`\]\(([\w-]+\.md)\)", index, re.M)
    slips += [f"docs/commands/README.md links `{name}` to {page}" for name, page in listed if page != page_name(name.split())]
    if sorted(name for name, _ in listed) != sorted(summaries):
        slips.append(f"docs/commands/README.md lists other commands than there are: "
                     f"{sorted(set(summaries) ^ {name for name, _ in listed})}")
    else:
        compare(FOLDER / "README.md", index, renewed_index(index, summaries), slips)

    if slips:
        sys.exit("\n".join(slips))
    assert len(pages) > 30, pages
    print(f"{len(pages)} pages of commands")


main()
