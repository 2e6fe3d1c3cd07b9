"""Every command has a page in docs/commands, and every page a command; its usage and options are those of `--help`, and
the index has each command with its summary.

    command_pages_test.py PROGRAM REPOSITORY [--write]

With --write, usage and options of the pages, and the summaries of the index, are renewed.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "program"))
from command_help import all_commands, printed

PROGRAM, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
WRITES = "--write" in sys.argv[3:]
FOLDER = ROOT / "docs" / "commands"
USAGE = "## Usage and options\n"


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


def cell(text):
    """In a table, where a bar would end the cell and an asterisk begin a stress."""
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;").replace("_", "\\_")


def left_cell(left):
    code = left.replace(" REQUIRED", "")
    if "|" in code:  # would end the cell
        return f"<code>{code.replace('|', '&#124;')}</code>"
    return f"`{code}`".replace(",--", "`, `--")


def table(groups):
    rows = ["| option | meaning |", "|---|---|"]
    for name, lines in groups:
        rows.append(f"| **{name}** | |")
        rows += [f"| {left_cell(left)} | {cell(meaning)} |" for left, meaning in entries(lines)]
    return "\n".join(rows)


def usage_and_options(command, text):
    """The section of a page that follows from the help of its command."""
    usage = re.search(r"^Usage: (.*)$", text, re.M)
    section = f"{USAGE}\n    {usage[1] if usage else 'gpuadvisor ' + ' '.join(command) + ' COMMAND ...'}\n"
    found = re.findall(r"^([A-Z][^\n]*):\n((?:  .*\n)+)", text[usage.end():] if usage else "", re.M)
    groups = [("Arguments" if name == "Positionals" else name, rows.splitlines()) for name, rows in found]
    return f"{section}\n{table(groups)}\n" if groups else section


def page_name(command):
    return "-".join(command) + ".md"


def renewed_page(command, page):
    """The page with that section as it has to be: in place of the one it has, up to the next heading, or at its end."""
    section = usage_and_options(command, printed(PROGRAM, *command, "--help"))
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
    pages = {path.name: path for path in FOLDER.glob("*.md") if path.name != "README.md"}
    slips += [f"no page of `gpuadvisor {' '.join(names[name])}`: docs/commands/{name}" for name in sorted(set(names) - set(pages))]
    slips += [f"docs/commands/{name}: there is no such command" for name in sorted(set(pages) - set(names))]

    for name in sorted(set(names) & set(pages)):
        page = pages[name].read_text(encoding="utf-8")
        title = f"# gpuadvisor {' '.join(names[name])}\n"
        if not page.startswith(title):
            slips.append(f"docs/commands/{name} does not begin with {title.strip()!r}")
        if "\n## See also\n" not in page:
            slips.append(f"docs/commands/{name} does not say what to see also")
        compare(pages[name], page, renewed_page(names[name], page), slips)

    summaries = {}
    for command in commands:
        for name, summary in re.findall(r"^  (\w[\w-]*) +(\S.*)$", printed(PROGRAM, *command[:-1], "--help"), re.M):
            if name == command[-1]:
                summaries.setdefault(" ".join(command), summary)
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
