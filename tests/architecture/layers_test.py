"""Which layer may include which: every include of our own headers is judged, every other one by its home."""

import pathlib
import re
import sys

# Each layer with those it may include directly; it may also include what those may.
EDGES = {
    "core": [],
    "formats": ["core"],
    "catalog": ["formats"],
    "scoring": ["catalog"],
    "sizing": ["catalog"],
    "economics": ["catalog"],
    "calibration": ["scoring"],
    "advice": ["scoring", "sizing", "economics"],
    "checks": ["advice", "calibration"],
    "output": ["advice", "checks"],
    "embed": ["catalog"],
    "cli": ["output"],
}

# Third-party headers and the system's, with the layers that may include them.
HOMES = {
    r"nlohmann/": {"formats"},
    r"CLI/": {"cli"},
    r"Eigen/": {"calibration"},
    r"(iostream|fstream|cstdio|filesystem)$": {"catalog", "cli", "embed"},
    r"(ctime|clocale|locale|cstdlib|random|thread)$": {"cli"},
    r"(unistd\.h|sys/.*)$": {"cli"},
}

INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')


def reachable(layer):
    found = {layer}
    for below in EDGES[layer]:
        found |= reachable(below)
    return found


def layer_of(root, path):
    """The layer that a source or header belongs to: the folder below src/ or include/gpuadvisor/."""
    parts = path.relative_to(root).parts
    return parts[1] if parts[0] == "src" else parts[2]


def problems(root):
    for path in sorted([*root.glob("src/**/*.[ch]pp"), *root.glob("include/**/*.hpp")]):
        layer = layer_of(root, path)
        if layer not in EDGES:
            yield f"{path}: unknown layer {layer}"
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            where = f"{path.relative_to(root)}:{number}"
            if layer != "cli" and re.search(r"(system|steady|high_resolution)_clock|getenv|std::(cout|cerr|cin)", line):
                yield f"{where}: only cli may use the clock, the environment or the standard streams"
            match = INCLUDE.match(line)
            if not match:
                continue
            header = match.group(1)
            if header.startswith("gpuadvisor/"):
                target = header.split("/")[1]
                if target not in reachable(layer):
                    yield f"{where}: {layer} may not include {target}"
            for pattern, homes in HOMES.items():
                if re.match(pattern, header) and layer not in homes:
                    yield f"{where}: {layer} may not include <{header}>, only {', '.join(sorted(homes))} may"


def self_test():
    """The rules refuse what they should: a test that cannot fail is none."""
    assert "output" not in reachable("advice")
    assert "economics" not in reachable("scoring")
    assert reachable("cli") >= {"core", "formats", "catalog", "checks", "calibration"}


def main():
    self_test()
    root = pathlib.Path(sys.argv[1])
    found = list(problems(root))
    print("\n".join(found) or "every include follows the layers")
    return 1 if found else 0


sys.exit(main())
