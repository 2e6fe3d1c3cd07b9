"""Puts the page and the module into one file: assemble.py PAGE MODULE OUTPUT"""

import base64
import gzip
import pathlib
import re
import sys


def included(page):
    """The text of a file, with what it includes, from its folder."""
    return re.sub(r"\{\{include (.+?)\}\}", lambda match: included(page.parent / match[1]), page.read_text(encoding="utf-8"))


def main():
    page, module, output = map(pathlib.Path, sys.argv[1:])
    packed = gzip.compress(module.read_bytes(), 9, mtime=0)
    output.write_text(included(page).replace("{{module}}", base64.b64encode(packed).decode("ascii")), encoding="utf-8")


main()
