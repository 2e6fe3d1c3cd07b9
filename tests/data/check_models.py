#!/usr/bin/env python3
"""Holds the shapes of networks in data/models.json against what is published of them.

    check_models.py DATA_DIR

Prints every problem and a line "N passed, N failed"; exits with 1 on any problem.

- The number of parameters that follows from the shape of a stack of attention layers is the published one.
- The keys and values that a token leaves in memory are as worked out elsewhere.
- Parts add up to the whole, no two networks share a name, and shapes hold together.
"""

import json
import re
import sys
from pathlib import Path

from checks import Checks

# How far a count from the shape may be from the published one: norms and biases are left out of it. One layer more or
# less is at least 0.7 % of any network here.
TOLERANCE = 0.002
LOOSER = {
    "dinov2-vit-s-14": 0.004,  # norms, biases and scales weigh more where layers are narrow
    "gpt-3-175b": 0.003,  # published as 175 billion
    "granite-3-1-1b-a400m": 0.004,  # published as 1.33 billion
    "llama-4-scout": 0.009,  # an image encoder of less than 1 % of the whole, whose shape is not told
    "megatron-22b": 0.004,  # published as 22 billion
    "transformer-big": 0.005,  # published as 213 million, with about 37000 tokens
    "transformer-xl-base": 0.003,  # published as 192 million
    "xlm-100": 0.003,  # published as 570 million
    "xlm-15": 0.005,  # published as 250 million
}

# Published figures are rounded, and some leave out the norms of what they count as active.
ACTIVE_TOLERANCE = 0.03


def patches(hidden, size):
    """The matrix that patches of an image in three colours are embedded by."""
    return 3 * size * size * hidden / 1e6


def pooler(hidden):
    """The layer over the first token of BERT."""
    return hidden * hidden / 1e6


def whisper(hidden):
    """Two convolutions of width 3, the first over 80 bands of sound (v3: 128), and a table of 1500 fixed positions."""
    return (3 * 80 * hidden + 3 * hidden * hidden + 1500 * hidden) / 1e6


# Millions of parameters that are in the published count, but not in the shape.
BESIDES = {
    "bert-base": pooler(768),
    "bert-base-cased": pooler(768),
    "bert-large": pooler(1024),
    "clip-vit-l-14": patches(1024, 14) + 1024 * 768 / 1e6,  # and the matrix to what text is compared with
    "dinov2-vit-b-14": patches(768, 14),
    "dinov2-vit-g-14": patches(1536, 14),
    "dinov2-vit-l-14": patches(1024, 14),
    "dinov2-vit-s-14": patches(384, 14),
    "roberta-base": pooler(768),
    "roberta-large": pooler(1024),
    "transformer-xl-base": 16 * 512 * 512 / 1e6,  # relative positions: one more matrix of 512 x 512 in each layer
    "vit-b-16": patches(768, 16) + 768 * 1000 / 1e6,  # and the classifier
    "vit-h-14": patches(1280, 14) + 1280 * 1000 / 1e6,
    "vit-l-16": patches(1024, 16) + 1024 * 1000 / 1e6,
    "whisper-base": whisper(512),
    "whisper-large-v2": whisper(1280),
    "whisper-large-v3": whisper(1280),
    "whisper-large-v3-turbo": whisper(1280),
    "whisper-medium": whisper(1024),
    "whisper-small": whisper(768),
    "whisper-tiny": whisper(384),
}

# Bytes of keys and values per token in 16 bits, worked out from the configurations of the model cards:
# 2 * layers * key-value heads * width of a head * 2.
KV_BYTES_PER_TOKEN = {
    "gpt-3-175b": 4718592,
    "llama-2-13b": 819200,
    "llama-2-70b": 327680,
    "llama-2-7b": 524288,
    "llama-3-1-405b": 516096,
    "llama-3-70b": 327680,
    "llama-3-8b": 131072,
    "mistral-7b": 131072,
    "mixtral-8x7b": 131072,
    "qwen2-5-32b": 262144,
    "qwen2-5-72b": 327680,
    "qwen2-5-7b": 57344,
    "qwen3-8b": 147456,
    # DeepSeek-V2 (arXiv:2405.04434), with the figures of V3: (512 + 64) * 61 * 2.
    "deepseek-v3": 70272,
}

STACKS = {"decoder", "encoder", "encoder-decoder"}


def main(data):
    check = Checks()
    models = json.loads((data / "models.json").read_text(encoding="utf-8"))["models"]
    known = {model["id"]: model for model in models}
    check_names(models, check)
    for model in models:
        check_shape(model, check)
        check_parts(model, check)
        if model["kind"] in STACKS:
            check_size(model, check)
    for model_id in sorted(BESIDES.keys() | LOOSER.keys() | KV_BYTES_PER_TOKEN.keys()):
        check(model_id in known, f"{model_id} is expected, but not in models.json")
    for model_id, expected in KV_BYTES_PER_TOKEN.items():
        found = kv_values_per_token(known[model_id]) * 2 if model_id in known else expected
        check(found == expected, f"{model_id}: {found} bytes of keys and values per token, not {expected}")
    return check.report()


# --- counting ---------------------------------------------------------------------------------------------------

def head_dim(model):
    return model.get("head_dim") or model["hidden"] / model["heads"]


def kv_values_per_token(model):
    layers = model.get("attention_layers", model["layers"])
    if "kv_latent" in model:
        return layers * model["kv_latent"]
    return 2 * layers * model.get("kv_heads", model["heads"]) * int(head_dim(model))


def attention(model):
    """Queries, keys, values and output of one layer."""
    hidden, heads, width = model["hidden"], model["heads"], head_dim(model)
    output = heads * model.get("value_head_dim", width) * hidden
    if "kv_latent" not in model:
        return hidden * heads * width + 2 * hidden * model.get("kv_heads", heads) * width + output
    rope, latent = model["rope_dim"], model["kv_latent"]
    queries = heads * width * hidden
    if "query_latent" in model:
        queries = model["query_latent"] * (hidden + heads * width)
    unpacked = (latent - rope) * heads * (width - rope + model["value_head_dim"])
    return queries + hidden * latent + unpacked + output


def feed_forward(model, width):
    return (3 if model.get("gated_feed_forward") else 2) * model["hidden"] * width


def experts(model, used):
    """A layer of experts with its router, of which `used` and the shared ones are counted."""
    each = feed_forward(model, model["expert_feed_forward"])
    return (used + model.get("shared_experts", 0)) * each + model["hidden"] * model["experts"]


def layers(model, used_experts):
    """All layers; a decoder that reads an encoder's output attends twice in each."""
    dense = model["layers"] if "experts" not in model else model.get("dense_layers", 0)
    total = model["layers"] * attention(model)
    total += dense * feed_forward(model, model.get("feed_forward", 0))
    if "experts" in model:
        total += (model["layers"] - dense) * experts(model, used_experts)
    if "decoder_layers" in model:
        total += model["decoder_layers"] * (2 * attention(model) + feed_forward(model, model["feed_forward"]))
    return total


def embeddings(model):
    """Those of tokens, into the network and, unless they are shared or there is no way out, out of it; positions."""
    ways = 1 if model.get("tied_embeddings") or model["kind"] == "encoder" else 2
    return (ways * model.get("vocabulary", 0) + model.get("positions", 0)) * model["hidden"]


# --- checks -----------------------------------------------------------------------------------------------------

def check_size(model, check):
    name, parts = model["id"], model.get("parts")
    published = parts[0]["parameters_m"] if parts else model["parameters_m"]  # the shape is that of the first part
    counted = (layers(model, model.get("experts")) + embeddings(model)) / 1e6 + BESIDES.get(name, 0)
    off = counted / published - 1
    check(abs(off) <= LOOSER.get(name, TOLERANCE),
          f"{name}: {counted:.2f} M parameters by its shape, {off:+.1%} from {published:.2f} M")
    if "active_parameters_m" in model:
        # Publishers count the embeddings as active, or one of them, or none.
        active = layers(model, model["active_experts"]) / 1e6
        lowest, highest = active * (1 - ACTIVE_TOLERANCE), (active + embeddings(model) / 1e6) * (1 + ACTIVE_TOLERANCE)
        check(lowest <= model["active_parameters_m"] <= highest,
              f"{name}: {model['active_parameters_m']} M active parameters, not {lowest:.0f} to {highest:.0f}")


def check_shape(model, check):
    """Figures of one shape suit each other, and are left out where they say nothing."""
    name = model["id"]
    if model["kind"] in STACKS:
        missing = {"layers", "hidden", "heads"} - set(model)
        check(not missing, f"{name}: no {sorted(missing)}")
        check("feed_forward" in model or "experts" in model, f"{name}: neither feed_forward nor experts")
        check(("decoder_layers" in model) == (model["kind"] == "encoder-decoder"),
              f"{name}: decoder_layers are for encoder-decoders, and for all of them")
        check("kv_latent" in model or model.get("head_dim", 0) * model["heads"] != model["hidden"],
              f"{name}: head_dim is hidden / heads")
        check("head_dim" in model or model["hidden"] % model["heads"] == 0, f"{name}: hidden / heads is not whole")
        check(model["heads"] % model.get("kv_heads", 1) == 0 and model.get("kv_heads") != model["heads"],
              f"{name}: kv_heads do not divide heads, or are all of them")
    for part, whole in (("windowed_layers", "layers"), ("dense_layers", "layers"), ("attention_layers", "layers"),
                        ("active_experts", "experts"), ("active_parameters_m", "parameters_m"),
                        ("rope_dim", "head_dim"), ("rope_dim", "kv_latent"), ("window", "context")):
        if part in model:
            check(whole in model and model[part] < model[whole], f"{name}: {part} is not below {whole}")


def check_parts(model, check):
    parts = model.get("parts", [])
    if parts:
        total = sum(part["parameters_m"] for part in parts)
        check(abs(total - model["parameters_m"]) < 0.005,
              f"{model['id']}: parts have {total:.2f} M parameters, not {model['parameters_m']}")
    names = [part["name"] for part in parts]
    check(len(names) == len(set(names)), f"{model['id']}: two parts have one name: {names}")
    check(model["kind"] != "diffusion" or "denoiser" in names, f"{model['id']}: no denoiser")


def check_names(models, check):
    """An id, a name or an alias means one network, whatever its case and separators."""
    owner = {}
    for model in models:
        own = {normalised(model["id"]), normalised(model["name"])}
        aliases = [normalised(alias) for alias in model.get("aliases", [])]
        check(len({*own, *aliases}) == len(own) + len(aliases),
              f"{model['id']}: aliases differ only in what matching ignores: {model.get('aliases')}")
        for name in own.union(aliases):
            check(owner.setdefault(name, model["id"]) == model["id"],
                  f"{name} means {owner[name]} and {model['id']}")


def normalised(name):
    return re.sub(r"[^a-z0-9+]", "", name.lower())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(0 if main(Path(sys.argv[1])) else 1)
