"""What the program prints as JSON is what data/schema/output says, and those schemas say no more than is printed.

    schemas_test.py PROGRAM DATA_DIR
    schemas_test.py --write PROGRAM DATA_DIR  writes the schemas and the pages of docs/output
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

import jsonschema

from schema_pages import Pages

WRITES = sys.argv[1] == "--write" and sys.argv.pop(1)
PROGRAM, DATA = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))


def described():
    """What the program tells of its answers: the file that keeps it, and the text; and the pages made of that."""
    def text(*arguments):
        return subprocess.run([PROGRAM, "schema", *arguments], capture_output=True, text=True, check=True, encoding="utf-8").stdout

    schemas = {name: text(name) for name in (line.split()[0] for line in text().splitlines())}
    for name, schema in schemas.items():
        yield DATA / "schema" / "output" / f"{name}.schema.json", schema
    for name, page in Pages({name: json.loads(schema) for name, schema in schemas.items()}).all().items():
        yield DATA.parent / "docs" / "output" / f"{name}.md", page


if WRITES:
    written = dict(described())
    for folder in {path.parent for path in written}:
        for path in set(folder.iterdir()) - set(written):
            path.unlink()  # of answers that are promised no more
    for path, content in written.items():
        path.write_text(content, encoding="utf-8")
    sys.exit()

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # newer versions prefer another resolver
    from jsonschema import RefResolver

SCHEMAS = {path.relative_to(DATA / "schema").as_posix(): json.loads(path.read_text(encoding="utf-8"))
           for path in sorted((DATA / "schema").rglob("*.json"))}
OUTPUTS = [name for name in SCHEMAS if name.startswith("output/")]

RUNS = [line.split() for line in """
    recommend --workload cnn --budget 500
    report --workload cnn --budget 500 -n 2
    report --model llama-3-8b --budget 500 --include-rent
    report --budget 1
    prices 3090 9070xt --my-price 3090=900
    prices rtx3080
    rent h100
    rent 8x h100 sxm --terms on-demand --provider aws --region us --max-price 100
    rent --workload cnn --min-memory 24 --vendor nvidia --terms spot --max-price 1
    rent --workload cnn -n 1
    cost 3090 --against rent
    cost 3090 --rent 0.4 --kwh 0.3 --years 2 --hours-per-day 8 --system-power 150 --no-resale
    cost 8x h100 sxm --against rent --months 3 --use 60% --my-price 3090=900
    recommend --workload cnn --budget 500 --explain
    recommend --workload cnn --images 1M --kwh 0.2 -n 2
    recommend --workload cnn --budget 900eur --tax 19 --my-price 3090=900
    recommend --workload rnn --explain -n 1
    recommend --workload rnn --rank-by priority --as-of 2020
    recommend --priority half,flops,tensor,bandwidth --explain
    recommend --workload cnn --budget 1000 --explain
    recommend --weights tensor=3,bandwidth=1 --explain
    recommend --workload general --explain --condition new
    recommend --workload transformer --min-memory 24 --rank-by value
    recommend --workload cnn --rank-by cost --years 2 -n 3
    recommend --workload cnn --include-rent -n 0
    recommend --model llama-3-70b --include-rent --count 1-8 --kwh 0.30 --no-resale
    recommend --model llama-3-70b --quant q4_k_m --budget 2000
    recommend --model llama-3-70b --budget 2000
    recommend --model llama-3-8b --quant q4_k_m --tokens-per-second 20 --time-to-first-token 2
    recommend --model llama-3-70b --quant q4_k_m --own 3090
    recommend --model llama-3.1-70b --users 50 --form any -n 3
    recommend --model llama-3.1-8b --task train --tokens 1T
    recommend --model llama-3.1-8b --task qlora --tokens 10M --budget 2000
    memory llama-3-8b --task train --tokens 1B --gpu h100-sxm5-80gb
    recommend --model llama-3-8b --own 3090
    recommend --model gpt-oss-120b --budget 2500 -n 2
    recommend --model deepseek-v3 --budget 10000 -n 1
    recommend --model resnet-50 --task train --image 256x256 --count 1-2 --zero 1
    recommend --model mistral-7b --task qlora --rank 8 --precision fp32
    recommend --workload cnn --min-memory 12@fp32 --budget 500
    recommend --workload cnn --min-memory 12@fp32 --precision fp32
    recommend --workload cnn --budget 1
    recommend --workload cnn --budget 1 --explain
    recommend --workload transformer --budget 300
    recommend --workload rnn --min-memory 24 --budget 900 --condition used
    recommend --budget 20 --vendor google
    recommend --workload cnn --budget 1500 --count 1-4 -n 0
    recommend --workload rnn --as-of 2019-04-03 --count 8
    recommend --workload cnn --budget 500 --as-of 2019-04-03
    recommend --as-of 1999
    recommend --form any --support any --min-memory 0 -n 0
    recommend --vendor amd --released 2020..2024-06 --segment consumer --max-power 300 --support rocm
    recommend --evidence measured --precision fp32 --form passive,module
    recommend --evidence specs --rank-by efficiency
    recommend --scores lambda-2020-02 --workload cnn
    recommend --fields id,price_usd,slots,price_old -n 3
    recommend --only rtx*30*,4090 --exclude *laptop* --memory 12..24 --price 100..3000 --power 100.. --max-slots 3 --psu 850 --cooling open-air
    recommend --feature bf16,sparsity --workload cnn
    recommend --deployment datacenter --compute-capability 8.0..9.0
    list -n 0
    list --vendor apple --rank-by memory
    list --as-of 2016 -n 0 --condition new
    list --vendor amd --budget 1
    show 3090
    show 3090 GTX 2080 Ti RTX 4090
    show Radeon VII TPU v4 Strix Halo 128GB
    show 1080 --as-of 2017
    show RTX 5090 RX 6800 XT
    show NVIDIA A16 M3 Ultra 512GB CMP 90HX
    compare 3090 4090
    compare 1080 Ti RX 7900 XTX Radeon VII M3 Ultra 512GB A16 TPU v4 --workload cnn
    compare GTX 2080 Ti 2070 --as-of 2019-04-03
    compare 2080 ti 2080 rtx 2060
    compare rtx 2060 v100 pcie 16gb --as-of 2019-05
    compare A100 SXM4 40GB v100 pcie 16gb
    compare GTX 970 1050 Ti RTX 5060 Ti 8GB --precision fp32
    upgrade GTX 1070
    upgrade GTX 1070 --as-of 2019-04-03 --workload transformer --large
    upgrade RTX 5090 --budget 900
    upgrade RTX 3090
    upgrade GTX 980 --as-of 2018
    picks
    picks --persona local-llm --budget 900
    picks --persona researcher --budget 1
    picks --as-of 2019-04-03
    picks --guide dettmers-2019-04 --all
    picks --guide dettmers-2019-04 --persona kaggle --budget 250
    picks --guide lambda-2020-02 --budget 900
    picks --guide dettmers-2020-09
    picks --guide dettmers-2023-01
    picks --list
    build 4x RTX 3090 --psu 1600
    build 2x RTX 2080 Ti + 1x RTX 3090 --workload cnn --mode experiments --spacing 1
    build 4x RTX 2080 Ti --system-cost 1500 --compare 8xRTX2060
    build RTX 2080 Ti --power-limit 200 --cooling blower --deployment datacenter
    build 1x RTX 4090
    build 8x H100 SXM5 --psu 2000
    build RTX 5090 --psu 850
    build 2x GTX 2080 Ti --as-of 2019-04-03
    build TPU v4
    memory llama-3-70b --quant q4_k_m --context 8192
    memory llama-3-8b --gpu 3090 --gpu 4060 --task train
    memory gpt-oss-120b --quant mxfp4 --min-memory 96 --form any --support any --all-gpus
    memory mixtral-8x7b --quant q4_k_m --batch 4 --gpus 2 --gpu 3090
    memory mistral-7b --task lora --all-gpus -n 3
    memory resnet-50 --task train --image 256x256 --gpus 2 --zero 1
    memory deepseek-v3 --min-memory 80
    memory --params 7B --layers 32
    memory wan-2-1-14b --frames 33 --image 640x480
    memory --list llama
    memory --gpu 3090
    memory --memory 8 --task lora -n 3
    sources
    sources lambda-2020-02 epoch-ai-hardware-2025-12
    sources --gpu 3090 --grade recalled,vendor
    sources --as-of 2018
    cost --free
    cost --free --as-of 2020-12
""".strip().splitlines()] + [
    *(["offers", "rank", str(DATA / ".." / "tests" / "golden" / "offers.ndjson"), *options.split()] for options in (
        "", "--workload cnn --images 1.28M --rank-by cost --per-gpu -n 2",
        "--gpu 4090,h100 --vendor nvidia --min-memory 20 --count 1-8 --terms marketplace --provider aurora --region pl "
        "--max-price 9 --unsupported --rank-by speed", "--vendor amd", "--gpu v100 --rank-by price")),
    ["check", str(DATA / ".." / "tests" / "golden" / "check-bad.json"), "--severity", "note"],
    ["check", str(DATA / ".." / "tests" / "golden" / "check-unreadable.json"), "--max-warnings", "3",
     "--disable", "fp32-rate"],
    ["check", str(DATA / ".." / "tests" / "golden" / "check-untidy.json"), "--fix", "--dry-run"],
    ["check", "--rules"],
    *(["detect", "--from", str(DATA / ".." / "tests" / "devices" / "captures" / name)] for name in (
        "nvidia_smi_qx_rtx_3080_v13.xml", "nvidia_smi_qx_a100_sxm4_v12.xml", "nvidia_smi_query_gpu_noheader.csv",
        "rocm_smi_rx6700xt_rocm612.json", "nvidia_smi_qx_gtx_1660_ti.xml", "nvidia_smi_qx_gtx_1070_ti.xml")),
]

BASE = "file:///"  # as if read from there: references are relative

# A catalog of one's own: nothing but what is required, and no prices.
BARE = json.dumps({"sources": [{"id": "s", "title": "S", "publisher": "S", "grade": "shop"}],
                   "gpus": [{"id": "card", "name": "Card", "vendor": "maker", "architecture": "One",
                             "segment": "consumer", "form": "pcie-card", "source": "s"}]})
BARE_RUNS = [["list"], ["show", "card"], ["sources"], ["recommend", "--support", "any"]]

# A network that no catalog knows.
CONFIG = json.dumps({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                     "intermediate_size": 128, "vocab_size": 100, "max_position_embeddings": 4096})

# Members that no run prints, with the reason.
NEVER_SEEN = set()


def printed(arguments, text=None):
    done = subprocess.run([PROGRAM, *arguments, "--format", "json", "-q"] if arguments[0] != "prices" else
                          [PROGRAM, *arguments, "--format", "json"], input=text, capture_output=True, text=True)
    assert done.returncode in (0, 1) and done.stdout, (arguments, done.returncode, done.stderr)
    return json.loads(done.stdout)


def name_of(command):
    return f"output/{command.replace(' ', '-')}.schema.json"


def validator(name, schema):
    store = {BASE + path: content for path, content in SCHEMAS.items()}
    resolver = RefResolver(base_uri=BASE + name, referrer=SCHEMAS[name], store=store)
    return jsonschema.Draft202012Validator(schema, resolver=resolver)


def resolved(reference, document):
    """The document and the schema that a reference means."""
    path, pointer = reference.split("#")
    if path.startswith("../"):
        document = path.removeprefix("../")
    elif path:
        document = f"{document.rpartition('/')[0]}/{path}".lstrip("/")
    schema = SCHEMAS[document]
    for part in pointer.strip("/").split("/"):
        schema = schema[part] if part else schema
    return document, schema


IDENTITIES = {}


def identity(schema):
    """What tells a schema from others: its content."""
    if id(schema) not in IDENTITIES:
        IDENTITIES[id(schema)] = json.dumps(schema, sort_keys=True)
    return IDENTITIES[id(schema)]


def visit(value, schema, document, seen):
    """Marks the properties of output schemas that a valid value has; those of equal definitions count as one."""
    if "$ref" in schema:
        target, inner = resolved(schema["$ref"], document)
        visit(value, inner, target, seen)
    for choice in schema.get("anyOf", ()):
        if validator(document, choice).is_valid(value):
            visit(value, choice, document, seen)
    if isinstance(value, dict):
        for key, item in value.items():
            if key in schema.get("properties", {}):
                seen.add((identity(schema), key))
                visit(item, schema["properties"][key], document, seen)
            elif isinstance(schema.get("additionalProperties"), dict):
                visit(item, schema["additionalProperties"], document, seen)
    elif isinstance(value, list) and "items" in schema:
        for item in value:
            visit(item, schema["items"], document, seen)


def objects(schema, where):
    """Every schema in a schema, with its place."""
    if isinstance(schema, dict):
        yield schema, where
        for key, part in schema.items():
            yield from objects(part, f"{where}/{key}")
    elif isinstance(schema, list):
        for i, part in enumerate(schema):
            yield from objects(part, f"{where}/{i}")


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.reports = [(arguments, printed(arguments)) for arguments in RUNS]
        cls.reports += [([*arguments, "BARE"], printed([*arguments, "--catalog", "-", "--catalog-only"], BARE))
                        for arguments in BARE_RUNS]
        with tempfile.TemporaryDirectory() as folder:
            config = pathlib.Path(folder) / "config.json"
            config.write_text(CONFIG, encoding="utf-8")
            cls.reports.append((["memory", "CONFIG"], printed(["memory", str(config)])))

    def test_every_output_is_valid(self):
        for arguments, report in self.reports:
            name = name_of(report["command"])
            with self.subTest(run=" ".join(arguments)):
                problems = sorted(validator(name, SCHEMAS[name]).iter_errors(report), key=str)
                self.assertEqual([f"{problem.json_path}: {problem.message[:300]}" for problem in problems], [])

    def test_every_member_is_seen(self):
        seen = set()
        for _, report in self.reports:
            name = name_of(report["command"])
            visit(report, SCHEMAS[name], name, seen)
        never = {f"{where}/properties/{key}" for name in SCHEMAS if name.startswith("output/")
                 for schema, where in objects(SCHEMAS[name], name) if isinstance(schema.get("properties"), dict)
                 and schema.get("type") == "object"
                 for key in schema["properties"] if (identity(schema), key) not in seen}
        self.assertEqual(never, NEVER_SEEN)

    def test_a_member_more_or_less_is_refused(self):
        for name in OUTPUTS:
            report = next(report for _, report in self.reports if name_of(report["command"]) == name)
            whole = validator(name, SCHEMAS[name])
            self.assertFalse(whole.is_valid({**report, "more": 1}), name)
            self.assertFalse(whole.is_valid({**report, "schema_version": 3}), name)
            for key in SCHEMAS[name]["required"]:
                self.assertFalse(whole.is_valid({k: v for k, v in report.items() if k != key}), (name, key))
            self.assertFalse(whole.is_valid({**report, "results": [{**report["results"][0], "more": {}}]}), name)

    def test_schemas_are_closed_and_described(self):
        for name in SCHEMAS:
            jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])
            self.assertEqual(SCHEMAS[name]["$id"], name.rpartition("/")[2])
            if not name.startswith("output/"):
                continue
            for schema, where in objects(SCHEMAS[name], name):
                if not isinstance(schema.get("properties"), dict) or schema.get("type") != "object":
                    continue
                self.assertIs(schema["additionalProperties"], False, where)
                for key, member in schema["properties"].items():
                    target = resolved(member["$ref"], name)[1] if "$ref" in member else member
                    self.assertTrue("description" in member or "description" in target
                                    or any("$ref" in choice for choice in member.get("anyOf", ())), f"{where}/{key}")

    def test_schemas_and_pages_are_those_that_the_program_prints(self):
        kept = {path: path.read_text(encoding="utf-8") if path.exists() else None for path, _ in described()}
        self.assertEqual(sorted(f"output/{path.name}" for path in kept if path.suffix == ".json"), OUTPUTS)
        self.assertEqual(sorted((DATA.parent / "docs" / "output").iterdir()), sorted(path for path in kept if path.suffix == ".md"))
        for path, content in described():
            self.assertTrue(kept[path] == content, f"{path}: tests/program/schemas_test.py --write writes it")

    def test_every_schema_has_an_answer(self):
        self.assertEqual(sorted({name_of(report["command"]) for _, report in self.reports}), OUTPUTS)


unittest.main()
