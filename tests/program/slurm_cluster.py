"""A Slurm cluster of one node, in a temporary folder, for test scripts to import."""

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

SKIPPED = 77  # exit status of a test that lacks what it needs


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


SLURM_TOOLS = ("munged", "slurmctld", "slurmd", "sbatch", "sinfo")


def found(tool):
    return shutil.which(tool) or shutil.which(tool, path="/usr/sbin:/sbin")


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Cluster:
    """One node with so many GPUs of each type, none of which need exist."""

    def __init__(self, folder, types, count):
        self.folder, self.types, self.count = Path(folder), types, count

    def __enter__(self):
        folder, host = self.folder, socket.gethostname().split(".")[0]
        for name in ("state", "spool"):
            (folder / name).mkdir()
        (folder / "munge.key").write_bytes(os.urandom(1024))
        (folder / "munge.key").chmod(0o600)
        gres = ",".join(f"gpu:{one}:{self.count}" for one in self.types)
        (folder / "gres.conf").write_text("".join(
            f"NodeName={host} Name=gpu Type={one} File={folder}/gpu{place}-[0-{self.count - 1}]\n"
            for place, one in enumerate(self.types)))
        for place in range(len(self.types)):
            for number in range(self.count):
                (folder / f"gpu{place}-{number}").touch()  # no device, which slurmd tells, but counts
        (folder / "slurm.conf").write_text(f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
GresTypes=gpu
NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} Gres={gres} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES State=UP
""")
        self.environment = {**os.environ, "SLURM_CONF": f"{folder}/slurm.conf"}
        self.start("munged", f"--key-file={folder}/munge.key", f"--socket={folder}/munge.socket", "--force",
                   f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log", f"--seed-file={folder}/seed")
        self.start("slurmctld", "-f", f"{folder}/slurm.conf")
        self.start("slurmd", "-f", f"{folder}/slurm.conf")
        for _ in range(60):
            if "idle" in self.tool("sinfo", "-h", "-o", "%T").stdout:
                return self
            time.sleep(0.5)
        self.give_up("no node became idle")

    def start(self, daemon, *arguments):
        result = self.tool(daemon, *arguments)
        if result.returncode != 0:
            self.give_up(f"{daemon} does not start: {result.stderr.strip()[-300:]}")

    def tool(self, name, *arguments):
        return subprocess.run([found(name), *arguments], capture_output=True, text=True, env=self.environment,
                              timeout=60, check=False)

    def give_up(self, why):
        self.__exit__()
        skip(why)

    def __exit__(self, *_):
        for daemon in ("slurmd", "slurmctld", "munged"):
            pid = self.folder / f"{daemon}.pid"
            if not pid.exists():
                continue
            try:
                number = int(pid.read_text())
                os.kill(number, 15)
                for _ in range(50):
                    os.kill(number, 0)
                    time.sleep(0.1)
            except (ValueError, ProcessLookupError):
                pass

    def accepts(self, script):
        path = self.folder / "job.sh"
        path.write_text(script)
        return self.tool("sbatch", "--test-only", str(path)).returncode == 0


def require_slurm():
    """Ends the test as skipped where the machine has no Slurm, or its daemons may not be started."""
    missing = [tool for tool in SLURM_TOOLS if not found(tool)]
    if missing or os.geteuid() != 0:
        skip(f"{', '.join(missing)} not installed" if missing else "the daemons need root")
