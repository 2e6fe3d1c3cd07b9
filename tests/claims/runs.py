"""Runs of the program, each once, on the built-in catalog, on an unchanged copy of it, or on a changed one."""

import copy
import fnmatch
import functools
import json
import os
import pathlib
import subprocess
import threading
from concurrent.futures import Future

ENVIRONMENT = {**os.environ, "COLUMNS": "1000", "NO_COLOR": "1"}


class Run:
    """What one run of the program printed."""

    def __init__(self, program, arguments):
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False, env=ENVIRONMENT)
        self.status, self.output, self.remarks = done.returncode, done.stdout, done.stderr

    @functools.cached_property
    def document(self):
        return json.loads(self.output)

    @functools.cached_property
    def text(self):
        """Its output, without what wraps or aligns it."""
        return " ".join(self.output.split())


class Runner:
    """Runs commands on catalogs; the same command on the same catalog is run once."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        self.catalog = json.loads(Run(program, ["catalog", "export"]).output)
        self.texts = {table: json.dumps(records) for table, records in self.catalog.items()}
        self.lock, self.runs, self.files = threading.Lock(), {}, {}

    def on(self, changes):
        """A function that runs a command on the catalog with these changes; None is the built-in one."""
        options = [] if changes is None else ["--catalog", self._file(changes), "--catalog-only"]
        return lambda command: self._run((*command, *options))

    def _run(self, arguments):
        with self.lock:
            future, is_new = self.runs.get(arguments), arguments not in self.runs
            if is_new:
                future = self.runs[arguments] = Future()
        if is_new:
            try:
                future.set_result(Run(self.program, arguments))
            except OSError as error:
                future.set_exception(error)
        return future.result()

    def _file(self, changes):
        key = json.dumps(changes, sort_keys=True)
        with self.lock:
            if key not in self.files:
                path = self.folder / f"{len(self.files)}.json"
                texts = {**self.texts, **{table: json.dumps(records) for table, records in
                                          changed_tables(self.catalog, changes).items()}}
                path.write_text("{" + ",".join(f'"{table}":{text}' for table, text in texts.items()) + "}",
                                encoding="utf-8")
                self.files[key] = str(path)
            return self.files[key]


def changed_tables(catalog, changes):
    """Copies of the tables that are changed, with the changes; each must find something to change."""
    result = {table: copy.deepcopy(catalog.get(table, [])) for table in {change["table"] for change in changes}}
    for change in changes:
        if "add" in change:
            result[change["table"]].append(change["add"])
            continue
        table = result[change["table"]]
        found = [record for record in (table if isinstance(table, list) else [table])
                 if is_meant(record, change.get("where", {}))]
        if not found:
            raise ValueError(f"no record for {json.dumps(change)}")
        if change.get("drop"):
            result[change["table"]] = [record for record in table if record not in found]
        for record in found:
            for place, value in change.get("set", {}).items():
                put(record, place.split("/"), value)
            for place, factor in change.get("scale", {}).items():
                if place in record:
                    record[place] *= factor
            for key in change.get("remove", []):
                record.pop(key, None)
    return result


def is_meant(record, where):
    """Whether each member is as named; texts may have wildcards."""
    return all(key in record and (fnmatch.fnmatchcase(record[key], value) if isinstance(value, str)
                                  and isinstance(record[key], str) else record[key] == value)
               for key, value in where.items())


def put(record, steps, value):
    *way, last = [int(step) if step.isdigit() else step for step in steps]
    for step in way:
        record = record[step]
    record[last] = value
