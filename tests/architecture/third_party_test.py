"""What others wrote is as they published it: the sums that each folder of third_party/ tells are those of its files."""

import hashlib
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1]) / "third_party"
problems = []
for readme in sorted(root.glob("*/README.md")):
    sums = dict(re.findall(r"^\| `(.+?)` \|.*`([0-9a-f]{64})` \|$", readme.read_text(encoding="utf-8"), re.M))
    if not sums:
        problems.append(f"{readme}: tells no sums")
    for name, digest in sums.items():
        if hashlib.sha256((readme.parent / name).read_bytes()).hexdigest() != digest:
            problems.append(f"{readme.parent / name}: is not as published")
    own = {"libm.h"}
    for file in readme.parent.glob("*.*"):
        if file.suffix in (".c", ".h", ".js") and file.name not in sums.keys() | own:
            problems.append(f"{file}: {readme} does not tell its sum")
print("\n".join(problems) or "all is as published")
sys.exit(bool(problems))
