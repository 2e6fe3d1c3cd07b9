"""The export holds everything that data/ holds, and loads back to the same bytes."""

import json
import pathlib
import subprocess
import sys
import tempfile

program, data = sys.argv[1], pathlib.Path(sys.argv[2])


def run(*arguments, text=None):
    return subprocess.run([program, *arguments], input=text, capture_output=True, text=True, check=True).stdout


def key(record):
    return json.dumps(record, sort_keys=True)


exported = run("catalog", "export")
merged = json.loads(exported)
files = [json.loads(path.read_text(encoding="utf-8")) for path in data.rglob("*.json") if path.name != "check.json"
         and not {"schema", "benchmarks"} & {folder.name for folder in path.parents}]
sections = sorted({section for file in files for section, records in file.items() if isinstance(records, list)})

assert len(sections) >= 13
for section in sections:
    in_files = sorted((record for file in files for record in file.get(section, [])), key=key)
    in_export = sorted(merged[section], key=key)
    assert in_files == in_export, f"{section}: the export differs from the files"
    assert in_files, f"{section}: nothing compared"
    print(f"{section}: {len(in_files)} records, all equal")
for member in ["reference", "default_workload"]:
    assert [file[member] for file in files if member in file] == [merged[member]]

with tempfile.TemporaryDirectory() as folder:
    copy = pathlib.Path(folder, "export.json")
    copy.write_text(exported, encoding="utf-8")
    assert run("catalog", "export", "--catalog-only", "--catalog", str(copy)) == exported, "loading it changes it"
    assert run("catalog", "export", "--catalog", str(copy)) == exported, "laying it over itself changes it"
assert run("catalog", "export", "--catalog-only", "--catalog", "-", text=exported) == exported
assert run("catalog", "export", "--catalog-only", "--catalog", str(data)) == exported
print("loading the export gives the same bytes")
