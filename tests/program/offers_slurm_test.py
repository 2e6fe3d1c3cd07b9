"""Parts of a list of offers, ranked by a job array of Slurm, make the answer of the whole list.

    offers_slurm_test.py PROGRAM FOLDER    where FOLDER holds generate_offers.py

Exit status 77 where Slurm is not installed, or does not start.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

from slurm_cluster import Cluster, require_slurm, skip

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, sys.argv[2])
import generate_offers  # noqa: E402

PARTS = 5


def main():
    require_slurm()
    lines = list(generate_offers.lines(5000))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "cluster").mkdir()
        (folder / "whole.ndjson").write_text("".join(lines))
        for part in range(PARTS):
            (folder / f"{part}.ndjson").write_text("".join(lines[part::PARTS]))
        script = folder / "job.sh"
        script.write_text(f"""#!/bin/bash
#SBATCH --array=0-{PARTS - 1}
#SBATCH --output={folder}/log-%a
cd {folder}
"{PROGRAM}" offers rank "$SLURM_ARRAY_TASK_ID.ndjson" --partial > "part-$SLURM_ARRAY_TASK_ID.json"
touch "done-$SLURM_ARRAY_TASK_ID"
""")
        with Cluster(folder / "cluster", ["any"], 1) as cluster:
            submitted = cluster.tool("sbatch", str(script))
            assert submitted.returncode == 0, submitted.stderr
            for _ in range(120):
                if len(list(folder.glob("done-*"))) == PARTS:
                    break
                time.sleep(0.5)
            else:
                skip("the job array does not run: " + cluster.tool("squeue").stdout)
        ask = [PROGRAM, "offers"]
        parts = sorted(folder.glob("part-*.json"))
        merged = subprocess.run([*ask, "merge", *parts, "--format", "json"], capture_output=True, check=True).stdout
        whole = subprocess.run([*ask, "rank", folder / "whole.ndjson", "--format", "json"], capture_output=True, check=True).stdout
        assert merged == whole, "the parts make another answer than the whole"
    print(f"{PARTS} tasks made the answer of the whole list")


main()
