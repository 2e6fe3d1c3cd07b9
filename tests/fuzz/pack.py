"""A pack is a folder of small files as one file: "NAME LENGTH", a new line, so many bytes, a new line, and the next.

    pack.py unpack PACK FOLDER   writes each input of the pack as a file
    pack.py pack FOLDER PACK     packs the files of a folder, sorted by name

The inputs of a fuzz target are kept so: thousands of files of some bytes each are slow to list, check out and search.
"""

import pathlib
import sys


def inputs_of(pack):
    """The name and the bytes of each input of a pack."""
    at = 0
    while at < len(pack):
        end = pack.index(b"\n", at)
        name, length = pack[at:end].decode().rsplit(" ", 1)
        at = end + 1 + int(length)
        if pack[at:at + 1] != b"\n":
            sys.exit(f"{name}: its {length} bytes do not end in a new line")
        yield name, pack[end + 1:at]
        at += 1


def unpack(pack, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in inputs_of(pack.read_bytes()):
        (folder / name).write_bytes(content)


def pack_of(folder):
    """The files of a folder, packed."""
    inputs = ((file.name.encode(), file.read_bytes()) for file in sorted(folder.iterdir()))
    return b"".join(b"%s %d\n%s\n" % (name, len(content), content) for name, content in inputs)


match sys.argv[1:]:
    case ["unpack", pack, folder]:
        unpack(pathlib.Path(pack), pathlib.Path(folder))
    case ["pack", folder, pack]:
        pathlib.Path(pack).write_bytes(pack_of(pathlib.Path(folder)))
    case _:
        sys.exit(__doc__)
