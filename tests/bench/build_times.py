"""Prints the CPU time of building the program, as ratios to that of another commit.

    build_times.py REPOSITORY COMMIT

Of each commit, in a temporary clone: what a newcomer waits for, from a fresh clone to the released program; and what a
contributor waits for, from an edited source to the linked program, by the preset for that (`dev`, where there is one).
"""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

EDITED = "upgrade_verdict.cpp"  # below src/output, wherever it was
ENVIRONMENT = {**os.environ, "CCACHE_DISABLE": "1"}


def run(*command, folder="."):
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


def cpu_time():
    """Seconds that commands have taken so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def configure(folder, preset):
    run("cmake", "--preset", preset, "-D", "GPUADVISOR_TESTS=OFF", folder=folder)


def build(folder, preset):
    run("cmake", "--build", f"build/{preset}", "--target", "gpuadvisor", folder=folder)


def times(repository, commit):
    """Of a fresh clone, and of an edited source."""
    with tempfile.TemporaryDirectory() as folder:
        run("git", "clone", "-q", "--no-checkout", repository, folder)
        run("git", "checkout", "-q", commit, folder=folder)
        start = cpu_time()
        configure(folder, "release")
        build(folder, "release")
        fresh = cpu_time() - start

        presets = json.loads(pathlib.Path(folder, "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]
        preset = "dev" if any(preset["name"] == "dev" for preset in presets) else "release"
        configure(folder, preset)
        build(folder, preset)
        edited, = pathlib.Path(folder, "src/output").rglob(EDITED)
        with edited.open("a", encoding="utf-8") as source:
            source.write("// edited\n")
        start = cpu_time()
        build(folder, preset)
        return fresh, cpu_time() - start


repository, commit = sys.argv[1:]
head, commit = (run("git", "-C", repository, "rev-parse", "--verify", "--short", f"{name}^{{commit}}").strip()
                for name in ("HEAD", commit))
for what, now, then in zip(("the program from a fresh clone", f"the program after an edit of {EDITED}"),
                           times(repository, head), times(repository, commit)):
    print(f"{what}: {now / then:.2f} times {commit} ({now:.1f} s instead of {then:.1f} s of CPU time)")
