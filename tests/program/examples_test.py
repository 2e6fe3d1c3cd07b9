"""The examples of the documents and of the help texts run, and where their output is shown, it is what is printed.

examples_test.py PROGRAM REPOSITORY [--write]: with --write, what the documents show is renewed.

A block with a title is a file of that name. A document that has some runs in a folder of its own, with its own copy of the data.
"""

import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from command_help import commands_in

program, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
writes = "--write" in sys.argv[3:]
documents = [root / "README.md", *sorted((root / "docs").glob("*.md")), *sorted((root / "docs" / "commands").glob("*.md"))]
for name in ("answers.md", "claims.md"):  # have tests of their own
    documents.remove(root / "docs" / name)
STAND_INS = re.compile(r"\b(A B|COMMAND|DATASET|DATE|FORMAT|GPU|ID|NAME|PATH)\b|\.\.\.|…")
OURS = re.compile(r"(gpuadvisor|\./dev run) ")
BLOCK = re.compile(r'^```(\w*)(?: title="([^"]*)")?\n(.*?)^```$', re.S | re.M)  # language, name of a file, text
SCRIPT = re.compile(r"^```(python|js)\n(.*?)^```\n\n```text\n(.*?)^```$", re.S | re.M)  # with what it prints
INTERPRETERS = {"python": [sys.executable, "-c"], "js": ["node", "-e"]}
CAPTURES = root / "tests" / "devices" / "captures"
MACHINE = {"COLUMNS": "80", "GPUADVISOR_DETECT": str(CAPTURES / "nvidia_smi_qx_rtx_3080_v13.xml")}

# Lists of prices that examples name.
OFFERS = [{"gpu_name": name, "gpu_ram": memory, "num_gpus": count, "dph_total": price}
          for name, memory, count, price in (("RTX 4090", 24564, 1, 0.44), ("RTX 3090", 24576, 2, 0.38), ("H100 SXM", 81559, 8, 17.6))]
LINES = "".join(json.dumps(offer) + "\n" for offer in OFFERS)


def workplace():
    """A folder that has the data, and all else that examples name."""
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "bin").mkdir()
    (folder / "bin" / "gpuadvisor").symlink_to(program)
    shutil.copytree(root / "data", folder / "data")
    for place in ".zfunc", ".config/fish/completions", ".local/share/bash-completion/completions", ".local/share/man/man1":
        (folder / place).mkdir(parents=True)

    # What tools print, on machines that examples name.
    (folder / "server.xml").symlink_to(CAPTURES / "nvidia_smi_qx_a100_sxm4_v12.xml")
    (folder / "amd.json").symlink_to(CAPTURES / "rocm_smi_rx6700xt_rocm612.json")

    (folder / "vast.json").write_text(json.dumps({"offers": OFFERS}), encoding="utf-8")
    (folder / "offers.ndjson").write_text(LINES, encoding="utf-8")
    (folder / "offers.ndjson.gz").write_bytes(gzip.compress(LINES.encode()))
    for cloud in "aws", "gcp":
        (folder / cloud).mkdir()
        (folder / cloud / "vms.csv").write_text(
            "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region\n"
            "p5.48xlarge,H100,8.0,192.0,2048.0,\"{'Gpus': [{'Name': 'H100', 'MemoryInfo': {'SizeInMiB': 81920}}]}\",55.04,9.37,us-west-2\n",
            encoding="utf-8")
    (folder / "rents.json").write_text(json.dumps({"sources": [
        {"id": "my-export", "title": "Offers of vast.ai, exported daily", "publisher": "vast.ai", "grade": "tracker"}]}), encoding="utf-8")
    return folder


shared = folder = workplace()  # of the document at hand
answers = {}  # of commands that were run in the shared folder: documents and help texts repeat each other


def started(arguments):
    environment = {**os.environ, **MACHINE, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HOME": str(folder)}
    return subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True)


def run(command):
    """As typed in a shell."""
    if folder == shared and command in answers:
        return answers[command]
    done = started(["bash", "-o", "pipefail", "-c", command.replace("./dev run", "gpuadvisor")])
    if folder == shared:
        answers[command] = done
    return done


def is_runnable(command):
    """No tool that this machine lacks, no word that stands for others, and nothing that asks its user."""
    plain = re.sub(r"'[^']*'|\"[^\"]*\"", "''", command)
    tools = {part.split()[0] for part in re.split(r"(?<!\|)\|(?!\|)", plain)[1:]}
    is_answered = plain.strip() != "gpuadvisor chart"
    return is_answered and all(shutil.which(tool) for tool in tools) and not STAND_INS.search(plain)


def check_runs(where, command):
    done = run(command)
    assert done.returncode == 0, f"{where}: {command}: exit status {done.returncode}: {done.stderr}"
    assert done.stdout or re.search(r">| -o ", command), f"{where}: {command}: prints nothing"


def shown(block):
    """The commands of a block, each with the output below it."""
    parts = re.split(r"^\$ ((?:.*\\\n)*.*)\n", block, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


def keep_file(name, content):
    """The file that a block with a title is."""
    if name:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")


def renewed(block):
    language, name, content = block.groups()
    text = block.group(0)
    keep_file(name, content)
    if language:
        return text
    for command, output in shown(content):
        text = text.replace(f"$ {command}\n{output}", f"$ {command}\n{run(command).stdout}")
    return text


def script_output(where, language, code):
    done = started([*INTERPRETERS[language], code])
    assert done.returncode == 0 and done.stdout, f"{where}: {language}: exit status {done.returncode}: {done.stderr}"
    return done.stdout


def check_scripts(path, text):
    """Programs in other languages print what stands below them; the text with that renewed."""
    def checked(match):
        language, code, output = match.groups()
        if not shutil.which(INTERPRETERS[language][0]):
            counts["skipped"] += 1
            return match.group(0)
        printed = script_output(path.name, language, code)
        assert writes or printed == output, f"{path.name}: {code}\nshows\n{output}\nprints\n{printed}"
        counts["compared"] += 1
        return f"```{language}\n{code}```\n\n```text\n{printed}```"
    return SCRIPT.sub(checked, text)


counts = {"run": 0, "compared": 0, "skipped": 0}


def check_block(where, block):
    for command, output in shown(block):
        if not is_runnable(command):
            counts["skipped"] += 1
            continue
        printed = run(command).stdout
        assert printed == output, f"{where}: {command}\nshows\n{output}\nthe program prints\n{printed}"
        assert printed or ">" in command or "gpuadvisor" not in command, f"{where}: {command}: prints nothing"
        counts["compared"] += 1
    for line in [] if shown(block) else block.splitlines():
        command = line.partition("  #")[0].strip()
        if not OURS.match(command):
            continue
        if is_runnable(command):
            check_runs(where, command)
        counts["run" if is_runnable(command) else "skipped"] += 1


def check_document(path):
    global folder
    text = path.read_text(encoding="utf-8")
    has_files = '``` title="' in re.sub(r"```\w+ title", "``` title", text)
    if has_files:
        folder = workplace()
    try:
        check_text(path, check_scripts(path, text))
    finally:
        if has_files:
            shutil.rmtree(folder)
            folder = shared


def check_text(path, text):
    where = str(path.relative_to(root))
    if writes:
        text = BLOCK.sub(renewed, text)
        path.write_text(text, encoding="utf-8")
    else:
        for language, name, block in BLOCK.findall(text):
            keep_file(name, block)
            if not language:
                check_block(where, block)
    for command in re.findall(r"(?<!\[)`(gpuadvisor [^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)):
        words = command.split()
        is_whole = len(words) > 1 and words[-1] not in ("scores", "catalog", "fit --write") and "--write" not in words
        if is_whole and is_runnable(command):
            check_runs(where, command)
            counts["run"] += 1


def check_help(*command):
    text = run(" ".join(["gpuadvisor", *command, "--help"])).stdout
    assert text, command
    for line in re.findall(r"^  (gpuadvisor .*)$", text, re.M):
        if "--write" in line or "my-prices.json" in line or not is_runnable(line):
            continue
        check_runs("help of " + " ".join(command), line)
        counts["run"] += 1


for document in documents:
    check_document(document)
names = commands_in(run("gpuadvisor --help").stdout)
assert len(names) >= 6, names
for name in names:
    check_help(name)
shutil.rmtree(folder)
assert counts["run"] > 30 and counts["compared"], counts
print(", ".join(f"{count} {what}" for what, count in counts.items()))
