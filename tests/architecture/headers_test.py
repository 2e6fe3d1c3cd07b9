"""Public headers are those that docs/library.md names and what they include, and each compiles on its own, with nothing but the
standard library and its siblings.

    headers_test.py COMPILER SOURCE_DIR

The build shows that of a header which some source includes first; the others are compiled here.
"""

import pathlib
import re
import subprocess
import sys

compiler, root = sys.argv[1], pathlib.Path(sys.argv[2])
INCLUDE = re.compile(r'^\s*#include ["<](.*)[">]', re.M)
STANDARD = re.compile(r"[a-z_]+$")  # <vector>

headers = sorted(path.relative_to(root / "include").as_posix() for path in (root / "include").rglob("*.hpp"))
assert headers, "no headers found"
included = {header: INCLUDE.findall((root / "include" / header).read_text(encoding="utf-8")) for header in headers}
foreign = [f"{header}: {name}" for header, names in included.items() for name in names
           if name not in included and not STANDARD.match(name)]
assert not foreign, f"public headers include what is not installed with them: {foreign}"

promised = re.findall(r"`([a-z]+/[a-z_0-9]+\.hpp)`", (root / "docs/library.md").read_text(encoding="utf-8"))
needed, found = set(), [f"gpuadvisor/{name}" for name in promised]
while found:
    header = found.pop()
    if header not in needed:
        needed.add(header)
        found += [name for name in included[header] if name in included]
assert needed == set(headers), f"public, but not promised by docs/library.md: {sorted(set(headers) - needed)}"

first = {INCLUDE.search(path.read_text(encoding="utf-8"))[1]
         for folder in ("src", "tests") for path in (root / folder).rglob("*.cpp")
         if INCLUDE.search(path.read_text(encoding="utf-8"))}
others = [header for header in headers if header not in first]
includes = "".join(f"\n#include <{header}>" for header in headers)
for text in [f"#include <{header}>" for header in others] + [includes + includes]:  # all at once, and twice
    done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I",
                           root / "include", "-x", "c++", "-"], input=text + "\n", capture_output=True, text=True)
    assert done.returncode == 0, f"{text}\n{done.stderr}"
print(f"{len(headers)} headers, {len(others)} of them compiled alone")
