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
    "deepseek-v4-flash": 0.013,  # outputs pass narrower matrices in groups, and tokens are compressed
    "deepseek-v4-pro": 0.013,
    "dinov2-vit-s-14": 0.004,  # norms, biases and scales weigh more where layers are narrow
    "dinov3-vit-b": 0.003,
    "dinov3-vit-s": 0.005,
    "ernie-4-5-300b-a47b": 0.004,  # a module for several tokens
    "esm2-35m": 0.003,  # norms and biases weigh more where layers are narrow
    "esm2-8m": 0.006,
    "gemma-3n-e4b": 0.01,  # four streams between layers, whose matrices are left out
    "gemma-4-e2b": 0.13,  # 20 layers have feed-forward blocks twice as wide
    "gemma-4-e4b": 0.01,  # input layers of images and sound
    "gpt-3-175b": 0.003,  # published as 175 billion
    "granite-3-1-1b-a400m": 0.004,  # published as 1.33 billion
    "jina-embeddings-v3": 0.024,  # adapters for five tasks
    "kimi-k3": 0.003,  # gates of its state layers
    "llama-4-scout": 0.009,  # an image encoder of less than 1 % of the whole, whose shape is not told
    "mimo-v2-flash": 0.004,  # modules for several tokens
    "mimo-v2-5": 0.004,
    "megatron-22b": 0.004,  # published as 22 billion
    "qwen3-8-flash-next": 0.009,  # heads of keys of its state layers are not told; the body is told as 125 billion
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


def bart(hidden):
    """Positions of the decoder."""
    return 1026 * hidden / 1e6


def deberta(hidden):
    """Relative positions: 256 to either side."""
    return 512 * hidden / 1e6


def classifier(hidden):
    """Of 1000 classes."""
    return 1000 * hidden / 1e6


def whisper(hidden):
    """Two convolutions of width 3, the first over 80 bands of sound (v3: 128), and a table of 1500 fixed positions."""
    return (3 * 80 * hidden + 3 * hidden * hidden + 1500 * hidden) / 1e6


# Millions of parameters that are in the published count, but not in the shape.
BESIDES = {
    "all-minilm-l12-v2": pooler(384),
    "all-minilm-l6-v2": pooler(384),
    "bart-base": bart(768),
    "bart-large": bart(1024),
    "bert-base": pooler(768),
    "bert-base-cased": pooler(768),
    "bert-large": pooler(1024),
    "bge-base-en-v1-5": pooler(768),
    "bge-large-en-v1-5": pooler(1024),
    "bge-large-zh-v1-5": pooler(1024),
    "bge-m3": pooler(1024),
    "bge-reranker-base": pooler(768),
    "bge-reranker-large": pooler(1024),
    "bge-reranker-v2-m3": pooler(1024),
    "bge-small-en-v1-5": pooler(384),
    "biobert-base": pooler(768),
    "clip-vit-l-14": patches(1024, 14) + 1024 * 768 / 1e6,  # and the matrix to what text is compared with
    "colbert-v2": pooler(768),
    "deberta-v3-base": deberta(768),
    "deberta-v3-small": deberta(768),
    "deberta-v3-xsmall": deberta(384),
    "deit-base": patches(768, 16) + classifier(768),
    "dinov2-vit-b-14": patches(768, 14),
    "dinov2-vit-g-14": patches(1536, 14),
    "dinov2-vit-l-14": patches(1024, 14),
    "dinov2-vit-s-14": patches(384, 14),
    "dinov3-vit-b": patches(768, 16),
    "dinov3-vit-l": patches(1024, 16),
    "dinov3-vit-s": patches(384, 16),
    "e5-base-v2": pooler(768),
    "e5-large-v2": pooler(1024),
    "e5-small-v2": pooler(384),
    "esm2-150m": pooler(640),  # the layer before its output
    "esm2-35m": pooler(480),
    "esm2-3b": pooler(2560),
    "esm2-650m": pooler(1280),
    "esm2-8m": pooler(320),
    "gte-base": pooler(768),
    "gte-large": pooler(1024),
    "jina-embeddings-v3": pooler(1024),
    "mbert-base": pooler(768),
    "multilingual-e5-base": pooler(768),
    "multilingual-e5-large": pooler(1024),
    "mxbai-embed-large-v1": pooler(1024),
    "roberta-base": pooler(768),
    "roberta-large": pooler(1024),
    "scibert": pooler(768),
    "snowflake-arctic-embed-l": pooler(1024),
    "snowflake-arctic-embed-l-v2": pooler(1024),
    "transformer-xl-base": 16 * 512 * 512 / 1e6,  # relative positions: one more matrix of 512 x 512 in each layer
    "vit-b-16": patches(768, 16) + 768 * 1000 / 1e6,  # and the classifier
    "vit-b-16-384": patches(768, 16) + classifier(768),
    "vit-h-14": patches(1280, 14) + 1280 * 1000 / 1e6,
    "vit-l-16": patches(1024, 16) + 1024 * 1000 / 1e6,
    "vit-l-16-384": patches(1024, 16) + classifier(1024),
    "whisper-base": whisper(512),
    "whisper-large-v2": whisper(1280),
    "whisper-large-v3": whisper(1280),
    "whisper-large-v3-turbo": whisper(1280),
    "whisper-medium": whisper(1024),
    "whisper-small": whisper(768),
    "whisper-tiny": whisper(384),
    "xlm-roberta-base": pooler(768),
    "xlm-roberta-large": pooler(1024),
}

# What a token uses of these does not follow from the shape (data/check.json has the reasons).
ACTIVE_AS_TOLD = {"deepseek-v4-flash", "deepseek-v4-pro", "kimi-k3"}

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
    # Of the gallery of architectures and of configurations, windows as long as the context: full and windowed layers.
    "deepseek-v3-2": 70272 + 15616,  # and 128 values of its indexer in each layer
    "gemma-4-31b": 81920 + 819200,
    "gemma-4-e2b": 6144 + 12288,
    "mimo-v2-flash": 23040 + 199680,
    "nemotron-3-nano-30b-a3b": 6144,
    "qwen3-5-27b": 65536,
    "step-3-5-flash": 49152 + 135168,
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
        if model["kind"] in STACKS and "hidden" in model:  # of some, a part of the shape is published
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


def sorts_of_layers(model):
    """How many layers attend to all tokens, how many to those in a window, and how many of each have keys of their own."""
    attending = model.get("attention_layers", model["layers"])
    windowed = min(model.get("windowed_layers", attending), attending) if "window" in model else 0
    full = attending - windowed
    reused = model.get("reused_layers", 0)
    of_full = round(reused * full / attending)
    return full, windowed, full - of_full, windowed - (reused - of_full)


def full_layer(model):
    """The shape of a layer without a window, where it is another."""
    other = dict(model)
    for usual, full in (("heads", "full_heads"), ("kv_heads", "full_kv_heads"), ("head_dim", "full_head_dim")):
        if full in model:
            other[usual] = model[full]
    return other


def kv_values_per_token(model):
    _, _, full, windowed = sorts_of_layers(model)

    def values(layer):
        width = int(head_dim(layer))
        return layer.get("kv_latent") or layer.get("kv_heads", layer["heads"]) * (
            width + layer.get("value_head_dim", width))
    return full * values(full_layer(model)) + windowed * values(model) + full * model.get("indexer_dim", 0)


def attention(model, has_keys=True, keys_are_values=False):
    """Queries, keys, values, what gates them, and output of one layer; what selects the tokens to attend to."""
    hidden, heads, width = model["hidden"], model["heads"], head_dim(model)
    values = heads * model.get("value_head_dim", width)
    gate = {None: 0, "value": values, "head": heads}[model.get("attention_gate")] * hidden
    output = values * hidden + gate
    if "indexer_dim" in model:
        dim, count = model["indexer_dim"], model["indexer_heads"]
        output += model.get("query_latent", hidden) * count * dim + hidden * (dim + count)
    if "kv_latent" not in model:
        keys = model.get("kv_heads", heads) * width
        own = keys + (0 if keys_are_values else model.get("kv_heads", heads) * model.get("value_head_dim", width))
        return hidden * (heads * width + (own if has_keys else 0)) + output
    rope, latent = model["rope_dim"], model["kv_latent"]
    queries = heads * width * hidden
    if "query_latent" in model:
        queries = model["query_latent"] * (hidden + heads * width)
    unpacked = (latent - rope) * heads * (width - rope + model["value_head_dim"])
    return queries + hidden * latent + unpacked + output


def state_layer(model, layer):
    """One layer that keeps a state in place of keys and values; the convolution in front of it is left out."""
    hidden, heads = model["hidden"], layer.get("heads", 0)
    values = heads * layer.get("value_dim", 0)
    keys = layer.get("key_heads", heads) * layer.get("key_dim", 0)
    if layer["kind"] == "gated-delta-net":
        return hidden * (2 * keys + 3 * values + 2 * heads)
    if layer["kind"] == "kimi-delta-attention":
        return hidden * (3 * keys + values + heads) + 2 * layer["key_dim"] * (hidden + keys)
    if layer["kind"] == "lightning-attention":
        return hidden * (2 * keys + 3 * values)
    if layer["kind"] == "mamba-2":
        return hidden * (3 * values + 2 * layer["groups"] * layer["key_dim"] + heads)
    return 4 * hidden * hidden  # short convolution


def mixing(model):
    """All that mixes tokens in the layers of a stack."""
    full, windowed, full_with_keys, windowed_with_keys = sorts_of_layers(model)
    other, shared = full_layer(model), model.get("full_keys_are_values", False)
    return (full_with_keys * attention(other, True, shared) + (full - full_with_keys) * attention(other, False)
            + windowed_with_keys * attention(model) + (windowed - windowed_with_keys) * attention(model, False)
            + sum(layer["layers"] * state_layer(model, layer) for layer in model.get("state_layers", [])))


def feed_forward(model, width, of_hidden=None):
    return (3 if model.get("gated_feed_forward") else 2) * (of_hidden or model["hidden"]) * width


def experts(model, used):
    """A layer of experts with its router, of which `used` and the shared ones are counted."""
    inner, narrow = model["expert_feed_forward"], model.get("expert_hidden")
    shared = model.get("shared_expert_feed_forward", model.get("shared_experts", 0) * inner)
    return (used * feed_forward(model, inner, narrow) + feed_forward(model, shared) + model["hidden"] * model["experts"]
            + (2 * model["hidden"] * narrow if narrow else 0))


def layers(model, used_experts):
    """All layers; a decoder that reads an encoder's output attends twice in each."""
    blocks = model.get("feed_forward_layers", model["layers"])
    dense = blocks if "experts" not in model else model.get("dense_layers", 0)
    total = mixing(model)
    total += dense * feed_forward(model, model.get("feed_forward", 0))
    if "experts" in model:
        total += (blocks - dense) * experts(model, used_experts)
    if "decoder_layers" in model:
        total += model["decoder_layers"] * (2 * attention(model) + feed_forward(model, model["feed_forward"]))
    return total


def embeddings(model):
    """Those of tokens, into the network and, unless they are shared or there is no way out, out of it; positions."""
    ways = 1 if model.get("tied_embeddings") or model["kind"] == "encoder" else 2
    of_layers = model.get("layer_embedding", 0) * model["layers"]  # looked up, and joined by matrices of each layer
    return ((ways * model.get("vocabulary", 0) + model.get("positions", 0)) * model["hidden"]
            + of_layers * (model.get("vocabulary", 0) + 3 * model["hidden"]))


# --- checks -----------------------------------------------------------------------------------------------------

def check_size(model, check):
    name, parts = model["id"], model.get("parts")
    published = parts[0]["parameters_m"] if parts else model["parameters_m"]  # the shape is that of the first part
    counted = (layers(model, model.get("experts")) + embeddings(model)) / 1e6 + BESIDES.get(name, 0)
    off = counted / published - 1
    check(abs(off) <= LOOSER.get(name, TOLERANCE),
          f"{name}: {counted:.2f} M parameters by its shape, {off:+.1%} from {published:.2f} M")
    if "active_parameters_m" in model and name not in ACTIVE_AS_TOLD:
        # Publishers count the embeddings as active, or one of them, or none.
        active = layers(model, model["active_experts"]) / 1e6
        lowest, highest = active * (1 - ACTIVE_TOLERANCE), (active + embeddings(model) / 1e6) * (1 + ACTIVE_TOLERANCE)
        check(lowest <= model["active_parameters_m"] <= highest,
              f"{name}: {model['active_parameters_m']} M active parameters, not {lowest:.0f} to {highest:.0f}")


def check_shape(model, check):
    """Figures of one shape suit each other, and are left out where they say nothing."""
    name = model["id"]
    if model["kind"] in STACKS and "hidden" in model:
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
    check(model["kind"] != "diffusion" or not parts or any(name.startswith("denoiser") for name in names),
          f"{model['id']}: no denoiser")


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
