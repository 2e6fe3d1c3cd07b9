"""Which layer may include which: every include of our own headers is judged, every other one by its home. And that no two
types have one name."""

import pathlib
import re
import sys
import tempfile

# Each layer with those it may include directly; it may also include what those may.
EDGES = {
    "core": [],
    "formats": ["core"],
    "catalog": ["formats"],
    "scoring": ["catalog"],
    "sizing": ["catalog"],
    "models": ["sizing"],
    "devices": ["formats"],
    "economics": ["catalog"],
    "calibration": ["scoring", "sizing", "economics"],
    "advice": ["scoring", "models", "economics", "devices"],
    "checks": ["advice", "calibration"],
    "report": ["formats"],
    "output": ["report", "advice", "checks"],
    "embed": ["catalog"],
    "cli": ["output"],
    "web": ["cli"],
}

# Third-party headers and the system's, with the layers that may include them.
HOMES = {
    r"(nlohmann|rapidjson)/": {"formats"},
    r"(zlib|zstd)\.h$": {"cli"},
    r"CLI/": {"cli"},
    r"Eigen/": {"calibration"},
    r"(iostream|fstream|cstdio|filesystem)$": {"catalog", "models", "cli", "embed"},
    r"(ctime|clocale|locale|random|thread)$": {"cli"},
    r"cstdlib$": {"cli", "core"},  # core: strtod, where std::from_chars reads no double
    r"(unistd\.h|sys/.*)$": {"cli"},
}

# Layers that know no option names, and the files that may name one: reasons that quote what was asked for.
NO_OPTIONS = {"scoring", "sizing", "economics", "advice"}
MAY_NAME_OPTIONS = {
    "src/advice/request/board_constraints.hpp",  # a limit is one object: its option is named in it
    "src/advice/request/product_constraints.hpp",  # "not named by --only"
    "src/advice/machine/build_warnings.cpp",  # what --mode would compare
}

CATALOG = re.compile(r"\bCatalog\b")
NAMESPACE = re.compile(r"namespace( [\w:]+)? \{")
TYPE = re.compile(r"(?:struct|class|enum class) (\w+)(?: final)?(?: : [^;]*)? \{")
OPTION = re.compile(r'"[^"]*--[a-z]')
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


def target_layer(root, path, header):
    """The layer of a header of our own, public or private; None for all others."""
    if header.startswith("gpuadvisor/"):
        return header.split("/")[1]
    private = [path.parent / header, root / "src" / header]
    ours = [file for file in private if file.is_file()]
    return layer_of(root, ours[0].resolve()) if ours else None


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
            if layer == "output" and CATALOG.search(line.split("//")[0]):
                yield f"{where}: output is handed results, not a Catalog"
            may_name_options = layer not in NO_OPTIONS or str(path.relative_to(root)) in MAY_NAME_OPTIONS
            if not may_name_options and OPTION.search(line.split("//")[0]):
                yield f"{where}: {layer} knows no option names, only output and cli do"
            match = INCLUDE.match(line)
            if not match:
                continue
            header = match.group(1)
            target = target_layer(root, path, header)
            if target and target not in reachable(layer):
                yield f"{where}: {layer} may not include {target}"
            for pattern, homes in HOMES.items():
                if re.match(pattern, header) and layer not in homes:
                    yield f"{where}: {layer} may not include <{header}>, only {', '.join(sorted(homes))} may"


def types_of(path):
    """Names of the types that a file defines for other files to see: those outside unnamed namespaces."""
    namespaces = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := NAMESPACE.match(line):
            namespaces.append((match[1] or "").strip())
        elif line.startswith("}  // namespace"):
            namespaces.pop()
        elif (match := TYPE.match(line)) and "" not in namespaces:
            yield "::".join([*namespaces, match[1]])


def twice_defined(root):
    """Two types of one name in one program: the linker takes the functions of either for both, without a word."""
    homes = {}
    for path in sorted([*root.glob("src/**/*.[ch]pp"), *root.glob("include/**/*.hpp")]):
        for name in types_of(path):
            home = homes.setdefault(name, path)
            if home != path:
                yield f"{path.relative_to(root)}: {name} is a type of {home.relative_to(root)} too"


def self_test():
    """The rules refuse what they should: a test that cannot fail is none."""
    assert "output" not in reachable("advice")
    assert "economics" not in reachable("scoring")
    assert reachable("cli") >= {"core", "formats", "catalog", "checks", "calibration"}
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        for name, text in {
            "src/output/table.hpp": "",
            "src/advice/offer.cpp": '#include "../output/table.hpp"\n#include <CLI/CLI.hpp>\n',
            "src/scoring/score.cpp": '#include "gpuadvisor/economics/price_rule.hpp"\n#include "output/table.hpp"\n',
            "src/advice/request.cpp": 'draft.drop("--vendor");  // "--psu"\n// as "--budget 500" does\n',
            "src/output/list.cpp": "std::string list(const Catalog& catalog);  // of a Catalog\n/// Of a Catalog.\n",
            "src/output/offer.hpp": "namespace gpuadvisor {\nstruct Offer {\n};\nstruct Offer;\n}  // namespace gpuadvisor\n",
            "src/scoring/offer.hpp": "namespace gpuadvisor {\nclass Offer final : public Good {\n};\n}  // namespace gpuadvisor\n",
            "src/scoring/own.cpp": "namespace gpuadvisor {\nnamespace {\nstruct Offer {\n};\n}  // namespace\n}  // namespace gpuadvisor\n",
            "src/output/table.cpp": '#include "table.hpp"\n#include "gpuadvisor/advice/offer.hpp"\n',
        }.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert list(problems(root)) == [
            "src/advice/offer.cpp:1: advice may not include output",
            "src/advice/offer.cpp:2: advice may not include <CLI/CLI.hpp>, only cli may",
            "src/advice/request.cpp:1: advice knows no option names, only output and cli do",
            "src/output/list.cpp:1: output is handed results, not a Catalog",
            "src/scoring/score.cpp:1: scoring may not include economics",
            "src/scoring/score.cpp:2: scoring may not include output",
        ], list(problems(root))
        assert list(twice_defined(root)) == [
            "src/scoring/offer.hpp: gpuadvisor::Offer is a type of src/output/offer.hpp too",
        ], list(twice_defined(root))


def main():
    self_test()
    root = pathlib.Path(sys.argv[1]).resolve()
    found = [*problems(root), *twice_defined(root)]
    print("\n".join(found) or "every include follows the layers, every type has one home")
    return 1 if found else 0


sys.exit(main())
