"""Links between the documents, mentions of them in the code, and paths of code in the documents lead somewhere: the file exists,
and so does the heading.

    links_test.py REPOSITORY
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1]).resolve()
documents = [root / "README.md", *sorted((root / "docs").rglob("*.md")), *sorted((root / "tests").rglob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`((?:(?:cmake|data|gpuadvisor|include|src|tests)/)?[\w./*-]+\.(?:cmake|cpp|hpp|json|py))`")
MENTION = re.compile(r"\bdocs/[\w/-]+\.md(?:#[\w-]+)?")


def prose(text):
    """The text without code, which may look like links."""
    text = re.sub(r"^```.*?^```", lambda block: "\n" * block.group(0).count("\n"), text, flags=re.S | re.M)
    return re.sub(r"`[^`]*`", lambda code: "\n" * code.group(0).count("\n"), text)


def anchors(text):
    """The anchors that GitHub gives the headings: lower case, without punctuation, blanks as hyphens, repeated ones numbered."""
    found, counts = set(), {}
    for heading in re.findall(r"^#{1,6} +(.*?) *$", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M), re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        count = counts[anchor] = counts.get(anchor, -1) + 1
        found.add(f"{anchor}-{count}" if count else anchor)
    return found


known = {}


def leads_somewhere(target, folder):
    path, _, anchor = target.partition("#")
    file = (folder / path).resolve()
    if not file.exists():
        return False
    if not anchor:
        return True
    if file not in known:
        known[file] = anchors(file.read_text(encoding="utf-8")) if file.suffix == ".md" else set()
    return anchor in known[file]


dead, count = [], 0


def check(file, number, target, folder):
    global count
    count += 1
    if not leads_somewhere(target, folder):
        dead.append(f"{file.relative_to(root)}:{number}: {target} leads nowhere")


for document in documents:
    text = prose(document.read_text(encoding="utf-8"))
    for link in LINK.finditer(text):
        if not re.match(r"[a-z]+:", link[1]):
            here = document.name if link[1].startswith("#") else ""
            check(document, text.count("\n", 0, link.start()) + 1, here + link[1], document.parent)


def matches(path):
    """Whether a path that documents name is there; a word in capitals stands for any name."""
    pattern = re.sub(r"\b[A-Z]{2,}\b|(?<=_)[A-Z]{2,}\b", "*", path)
    return any(any(folder.glob(pattern)) for folder in (root, root / "include"))


for document in documents:
    for paragraph in document.read_text(encoding="utf-8").split("\n\n"):
        folder = ""
        for path in CODE.findall(paragraph):
            if "/" not in path and not paragraph.startswith("Code:"):
                continue
            path = path if "/" in path else folder + path  # in the folder of the one before
            folder = path[: path.rindex("/") + 1]
            if re.match("(cmake|data|gpuadvisor|include|src|tests)/", path):
                count += 1
                if not matches(path):
                    dead.append(f"{document.relative_to(root)}: there is no {path}")

code = [root / "dev", root / "CMakeLists.txt"]
for folder in ("cmake", "data", "include", "src", "tests"):
    code += sorted(path for path in (root / folder).rglob("*") if path.suffix in (".cmake", ".cpp", ".hpp", ".json", ".md", ".py", ".txt"))
for file in code:
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        for target in MENTION.findall(re.sub(r"https?://\S+", "", line)):
            check(file, number, target, root)

assert count > 100, count
assert anchors("# A, b: `c` (d)\n## A, b: c d\n```\n# e\n```\n") == {"a-b-c-d", "a-b-c-d-1"}
if dead:
    sys.exit("\n".join(dead))
print(f"{count} links lead somewhere")
