"""Prints how long ranking offers takes, as ratios to DuckDB and jq on the same file, and its memory as the file grows.

    offers.py PROGRAM [MILLIONS]

DuckDB runs where Node.js and npm are installed, jq where it is; otherwise they are left out, and said to be.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
QUESTION = ["--rank-by", "price", "--min-memory", "40", "--count", "4-8", "-n", "10", "--format", "json"]
JQ = (
    '[inputs | select(.memory_gb >= 40 and .count >= 4 and .count <= 8 and .terms != "spot" and .usd_per_hour > 0 and '
    '.gpu != "NVIDIA RTX 9999 NO SUCH")] | sort_by(.usd_per_hour / .count, .usd_per_hour) | .[:10]'
)


def measured(command, rounds=3, **options):
    """Seconds of the fastest of some runs, and the most memory that one took, in MiB."""
    best, memory = float("inf"), 0
    for _ in range(rounds):
        begin = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
        _, status, usage = os.wait4(process.pid, 0)
        best = min(best, time.monotonic() - begin)
        memory = max(memory, usage.ru_maxrss / 1024)
        if status != 0:
            sys.exit(f"{' '.join(map(str, command))}: status {status}")
    return best, memory


def duckdb(folder, data):
    if not shutil.which("npm"):
        return None
    (folder / "package.json").write_text('{"type": "module"}\n')
    shutil.copy(HERE / "duckdb_top.mjs", folder)
    install = ["npm", "install", "--silent", "@duckdb/node-api"]
    if subprocess.run(install, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
        return None
    return measured(["node", "duckdb_top.mjs", data], cwd=folder)


def main():
    program, millions = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        files = []
        for size in [million for million in (1, 2, 4) if million <= millions]:
            files.append(folder / f"{size}.ndjson")
            with files[-1].open("wb") as out:
                subprocess.run([sys.executable, HERE / "generate_offers.py", str(size * 1_000_000)], stdout=out, check=True)
        command = [program, "offers", "rank", *QUESTION]
        times = []
        for file in files:
            seconds, memory = measured([*command, file])
            times.append(seconds)
            print(
                f"offers rank, {file.stem} million offers, {file.stat().st_size / 1e6:.0f} MB: peak memory {memory:.0f} MiB, "
                f"{seconds / times[0]:.2f} times as long as of one million"
            )
        first = files[0]
        for name, other in (
            ("DuckDB", lambda: duckdb(folder, first)),
            ("jq", lambda: measured(["jq", "-n", JQ, first], rounds=1) if shutil.which("jq") else None),
        ):
            found = other()
            if found is None:
                print(f"{name}: left out, it is not installed")
            else:
                print(f"{name}, one million offers: {found[0] / times[0]:.1f} times as long, {found[1]:.0f} MiB")


main()
