"""Holds answers against what was measured on GPUs (measure.py): docs/measured.md has the tables.

    measured_test.py PROGRAM REPOSITORY Recorded [--write]    with --write, the tables of docs/measured.md are renewed
    measured_test.py PROGRAM REPOSITORY Live                  measures a case anew where PyTorch finds an NVIDIA GPU
"""

import json
import pathlib
import statistics
import subprocess
import sys
import unittest

PROGRAM, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
PART, WRITES = sys.argv[3], "--write" in sys.argv[4:]
SKIPPED = 77
PAGE, HERE = ROOT / "docs" / "measured.md", pathlib.Path(__file__).parent
KINDS = {"cnn": "CNNs, trained", "rnn": "LSTMs, trained", "transformer": "transformers, trained", "lora": "adapters (LoRA)",
         "run": "language models, run with PyTorch"}


def recorded(gpu):
    lines = [json.loads(line) for line in (HERE / "recorded" / f"{gpu}.jsonl").read_text(encoding="utf-8").splitlines()]
    return {line["case"]: line for line in lines if "case" in line}


def asked(*arguments):
    done = subprocess.run([PROGRAM, *arguments, "--format", "json", "--quiet"], capture_output=True, text=True, check=True, encoding="utf-8")
    return json.loads(done.stdout)


def kind_of(case):
    if case.startswith("lstm"):
        return "rnn"
    if "-t lora" in case:
        return "lora"
    if "-t train" not in case:
        return "run"
    return "cnn" if "momentum" in case and not case.startswith("vit") else "transformer"


def can_measure():
    try:
        import peft, torch, torchvision, transformers
    except ImportError:
        return False
    return torch.cuda.is_available() and torch.version.cuda and torch.cuda.mem_get_info()[0] > 8e9


def taken(measurement):
    """GB: what is needed, without what an allocator reserves beyond it."""
    return measurement["allocated_gb"] + measurement["context_gb"]


class Need:
    """What `memory` answers to a case, beside what was measured."""

    def __init__(self, case, measurement):
        self.case, self.kind, self.answer = case, kind_of(case), asked("memory", *case.split())
        need = self.answer["need"]
        self.low, self.predicted, self.high = need["low_gb"], need["total_gb"], need["high_gb"]
        self.taken, self.reserved = taken(measurement), measurement["reserved_gb"] + measurement["context_gb"]
        self.parameters = measurement["parameters"]

    def is_within(self):
        return self.low <= self.taken <= self.high

    def row(self):
        return (f"| `{self.case}` | {self.predicted:.1f} | {self.low:.1f}-{self.high:.1f} | {self.taken:.1f}{'' if self.is_within() else ' !'} | "
                f"{self.reserved:.1f} |")


def needs():
    return [Need(case, measurement) for case, measurement in recorded("h100").items() if not case.startswith("lstm")]


def need_summary(all_needs):
    yield "| | cases | within the interval | predicted / measured (median) |"
    yield "|---|---|---|---|"
    for kind, name in KINDS.items():
        some = [need for need in all_needs if need.kind == kind]
        if some:
            ratio = statistics.median(need.predicted / need.taken for need in some)
            yield f"| {name} | {len(some)} | {sum(need.is_within() for need in some)} | {ratio:.2f} |"


def need_rows(all_needs):
    yield "| `gpuadvisor memory ...` | predicted, GB | 80 % interval | measured | reserved |"
    yield "|---|---|---|---|---|"
    yield from (need.row() for need in all_needs)


def speed_rows():
    """The catalog's estimate of the H200, times the H100, beside the median of the cases of each kind."""
    ratios = {}
    h100, h200 = recorded("h100"), recorded("h200")
    for case in h100.keys() & h200.keys():
        if kind_of(case) in ("cnn", "rnn", "transformer"):
            ratios.setdefault(kind_of(case), []).append(h200[case]["per_second"] / h100[case]["per_second"])
    yield "| H200 / H100 | predicted | 80 % interval | measured (median) | from | to | cases |"
    yield "|---|---|---|---|---|---|---|"
    for kind in ("cnn", "rnn", "transformer"):
        speed = speeds(kind)
        predicted, low, high = (speed["h200"][key] / speed["h100"]["index"] for key in ("index", "low", "high"))
        some = ratios[kind]
        yield (f"| {KINDS[kind]} | {predicted:.2f} | {low:.2f}-{high:.2f} | {statistics.median(some):.2f} | {min(some):.2f} | {max(some):.2f} | "
               f"{len(some)} |")


def speeds(kind):
    results = asked("list", "-w", kind, "-n", "0", "--only", "nvidia-h100-sxm5-80gb,nvidia-h200-sxm-141gb")["results"]
    return {name: next(result["performance"] for result in results if name in result["id"]) for name in ("h100", "h200")}


def renewed(page, tables):
    for name, rows in tables.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, rest = page.split(begin)
        page = before + begin + "\n".join(rows) + "\n" + end + rest.split(end)[1]
    return page


class Recorded(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.needs = needs()

    def test_intervals_hold_eight_of_ten_transformers(self):
        within = [need.is_within() for need in self.needs if need.kind in ("transformer", "lora", "run")]
        self.assertGreaterEqual(sum(within) / len(within), 0.8)

    def test_networks_are_those_of_the_catalog(self):
        models = json.loads((ROOT / "data" / "models.json").read_text(encoding="utf-8"))["models"]
        published = {model["id"]: model["parameters_m"] for model in models}
        for need in self.needs:
            if need.kind != "lora" and "inception" not in need.case:  # adapters and a second classifier are parameters, too
                self.assertAlmostEqual(need.parameters / 1e6 / published[need.case.split()[0]], 1, delta=0.004, msg=need.case)

    def test_page_has_the_tables(self):
        page = PAGE.read_text(encoding="utf-8")
        now = renewed(page, {"summary": need_summary(self.needs), "needs": need_rows(self.needs), "speeds": speed_rows()})
        if WRITES:
            PAGE.write_text(now, encoding="utf-8")
        self.assertEqual(PAGE.read_text(encoding="utf-8"), now)


class Live(unittest.TestCase):
    def test_a_network_takes_what_it_took(self):
        case = "resnet-50 -t train --optimizer momentum --batch 32"
        done = subprocess.run([sys.executable, HERE / "measure.py", case], capture_output=True, text=True, check=True)
        measured = json.loads(done.stdout.splitlines()[1])
        self.assertAlmostEqual(measured["allocated_gb"] / recorded("h100")[case]["allocated_gb"], 1, delta=0.2)
        self.assertTrue(Need(case, measured).is_within())


if PART == "Live" and not can_measure():
    print("no idle NVIDIA GPU with PyTorch, torchvision, transformers and peft: recorded measurements stand in for it")
    sys.exit(SKIPPED)
unittest.main(argv=[sys.argv[0], PART])
