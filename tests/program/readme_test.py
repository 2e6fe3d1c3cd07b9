"""The README's first example is what the program prints."""

import os
import pathlib
import re
import subprocess
import sys

program, readme = sys.argv[1], pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")
example = re.search(r"```\n\$ \./dev run ([^\n]+)\n(.*?)```", readme, re.S)
assert example, "no example found"
printed = subprocess.run([program, *example.group(1).split()], capture_output=True, text=True, check=True,
                         env={**os.environ, "COLUMNS": "80"}).stdout
assert printed == example.group(2), f"the README shows\n{example.group(2)}\nthe program prints\n{printed}"
print("the example is current")
