"""How data files are laid out: fixed key order, one field or one record per line, at most 120 columns."""

import json

GPU_KEYS = (
    "id name vendor architecture segment form cooling released memory_gb memory_type memory_bus_bits "
    "memory_bandwidth_gbs fp32_tflops fp32_dual_issue fp16_vector_tflops fp16_tensor_tflops "
    "fp16_tensor_fp16_accumulate_tflops bf16_tensor_tflops tf32_tensor_tflops int8_tops fp8_tflops fp4_tflops "
    "tensor_cores shader_units boost_clock_mhz l2_cache_mb infinity_cache_mb tdp_w compute_capability pcie_gen slots "
    "nvlink_gbs devices aliases misnomers notes source sources further_sources").split()
PRICE_KEYS = "gpu date condition kind price_usd region source note".split()
SUPPORT_KEYS = "vendor architecture targets stack event version date note source date_grade".split()

WIDTH = 120


def ordered(record, keys):
    """The record with its keys in the given order, unknown (None, empty) ones left out."""
    assert not set(record) - set(keys), set(record) - set(keys)
    return {key: record[key] for key in keys if record.get(key) not in (None, "", [], {})}


def write_records_by_field(path, name, records):
    """{"name": [records]}, one field per line."""
    blocks = [_block(record, "    ") for record in records]
    _write(path, f'{{\n  "{name}": [\n' + ",\n".join(blocks) + "\n  ]\n}\n")


def write_records_by_line(path, name, records):
    """{"name": [records]}, one record per line."""
    lines = ["    " + _compact(record) for record in records]
    _write(path, f'{{\n  "{name}": [\n' + ",\n".join(lines) + "\n  ]\n}\n")


def write_workloads(path, reference, default, workloads, memory_floors):
    rows, floors = (",\n".join("    " + _compact(row) for row in table) for table in (workloads, memory_floors))
    _write(path, f'{{\n  "reference": {_block(reference, "  ").lstrip()},\n'
                 f'  "default_workload": {_compact(default)},\n  "workloads": [\n{rows}\n  ],\n'
                 f'  "memory_floors": [\n{floors}\n  ]\n}}\n')


def _block(record, indent):
    fields = [_field(key, value, indent + "  ") for key, value in record.items()]
    return indent + "{\n" + ",\n".join(fields) + "\n" + indent + "}"


def _field(key, value, indent):
    line = f"{indent}{_compact(key)}: {_compact(value)}"
    if len(line) < WIDTH or not isinstance(value, (list, dict)):  # a comma may follow
        return line
    if isinstance(value, dict):
        items = [f"{indent}  {_compact(name)}: {_compact(item)}" for name, item in value.items()]
        return f"{indent}{_compact(key)}: {{\n" + ",\n".join(items) + f"\n{indent}}}"
    items = [f"{indent}  {_compact(item)}" for item in value]
    return f"{indent}{_compact(key)}: [\n" + ",\n".join(items) + f"\n{indent}]"


def _compact(value):
    return json.dumps(value, ensure_ascii=False)


def _write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
