"""Measures what training and running takes on the NVIDIA GPU of this machine, as JSON Lines. Needs PyTorch, torchvision,
transformers and peft; downloads nothing: weights and data are random, which changes neither memory nor speed.

    measure.py [WORD...]     only the cases with one of these words

Of each case: the arguments of `gpuadvisor memory` that ask for the same, unless it is an LSTM, which the catalog does not know; the
parameters that the framework counts; GB (10^9 bytes) of the CUDA context, and at the peak allocated and reserved; images or
tokens a second.
"""

import gc
import json
import sys
import time

import peft
import torch
import torchvision
import transformers

GB = 1e9
MOMENTUM = "-t train --optimizer momentum"


def steps_a_second(step, seconds=1.2, unmeasured=3):
    for _ in range(unmeasured):
        step()
    torch.cuda.synchronize()
    start, steps = time.time(), 0
    while time.time() - start < seconds or steps < 3:
        for _ in range(3):
            step()
        steps += 3
        torch.cuda.synchronize()
    return steps / (time.time() - start)


def trained(network, loss, count, optimizer, arithmetic):
    """`arithmetic`: the type that weights of 32 bits are cast to, or None where all is computed as it is stored."""
    scaler = torch.amp.GradScaler("cuda", enabled=arithmetic is torch.float16)

    def step():
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cuda", dtype=arithmetic or torch.bfloat16, enabled=arithmetic is not None):
            value = loss()
        scaler.scale(value).backward()
        scaler.step(optimizer)
        scaler.update()

    rate = steps_a_second(step) * count
    return rate, sum(parameter.numel() for parameter in network.parameters())


def images(build, batch, size, arithmetic=torch.float16, last=True):
    network = build().cuda().train()
    layout = torch.channels_last if last else torch.contiguous_format
    network = network.to(memory_format=layout)
    samples = torch.randn(batch, 3, size, size, device="cuda").to(memory_format=layout)
    labels = torch.randint(0, 1000, (batch,), device="cuda")

    def loss():
        output = network(samples)
        if isinstance(output, dict):  # of segmentation
            pixels = torch.zeros(batch, size, size, dtype=torch.long, device="cuda")
            return sum(torch.nn.functional.cross_entropy(part.float(), pixels) for part in output.values())
        return torch.nn.functional.cross_entropy(getattr(output, "logits", output).float(), labels)

    return trained(network, loss, batch, torch.optim.SGD(network.parameters(), 0.01, momentum=0.9), arithmetic)


class Lstm(torch.nn.Module):
    def __init__(self, hidden, layers, words=32000):
        super().__init__()
        self.embedding = torch.nn.Embedding(words, hidden)
        self.lstm = torch.nn.LSTM(hidden, hidden, layers, dropout=0.2)
        self.output = torch.nn.Linear(hidden, words)

    def forward(self, tokens):
        return self.output(self.lstm(self.embedding(tokens))[0])


def recurrent(hidden, layers, batch, steps, arithmetic):
    network = Lstm(hidden, layers).cuda()
    tokens = torch.randint(0, 32000, (steps, batch), device="cuda")
    loss = lambda: torch.nn.functional.cross_entropy(network(tokens).float().flatten(0, 1), tokens.flatten())
    return trained(network, loss, batch * steps, torch.optim.Adam(network.parameters()), arithmetic)


def language(configuration, kind, dtype, attention="sdpa"):
    configuration._attn_implementation = attention
    torch.set_default_dtype(dtype)
    try:
        with torch.device("cuda"):
            return kind(configuration)
    finally:
        torch.set_default_dtype(torch.float32)


def fine_tuned(shape, batch, tokens, mixed=True, attention="sdpa", lora=False, recomputed=False, adam=True):
    network = language(*shape(), torch.float32 if mixed else torch.bfloat16, attention)
    network.config.use_cache = False
    if recomputed:
        network.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
    if lora:
        network = peft.get_peft_model(network, peft.LoraConfig(r=16, target_modules="all-linear", task_type="CAUSAL_LM"))
        if recomputed:
            network.enable_input_require_grads()
    network.train()
    words = torch.randint(0, 30000, (batch, tokens), device="cuda")
    trainable = [parameter for parameter in network.parameters() if parameter.requires_grad]
    optimizer = (torch.optim.AdamW if adam else torch.optim.SGD)(trainable, 1e-5)
    return trained(network, lambda: network(input_ids=words, labels=words).loss, batch * tokens, optimizer,
                   torch.bfloat16 if mixed or lora else None)


def generated(shape, tokens):
    """A prompt of half the tokens at once, the rest in pieces of 64. No rate: a Python loop says nothing of an engine."""
    network = language(*shape(), torch.bfloat16).eval()
    cache = transformers.DynamicCache()
    words = torch.randint(0, 30000, (1, tokens), device="cuda")
    with torch.inference_mode():
        network(input_ids=words[:, :tokens // 2], past_key_values=cache, use_cache=True, logits_to_keep=1)
        for piece in words[:, tokens // 2:].split(64, dim=1):
            network(input_ids=piece, past_key_values=cache, use_cache=True, logits_to_keep=1)
    return None, sum(parameter.numel() for parameter in network.parameters())


def gpt2(width, layers, heads):
    return lambda: (transformers.GPT2Config(n_embd=width, n_layer=layers, n_head=heads), transformers.GPT2LMHeadModel)


def llama(width, inner, layers, heads, head, tied=True):
    return lambda: (transformers.LlamaConfig(
        vocab_size=128256, hidden_size=width, intermediate_size=inner, num_hidden_layers=layers, num_attention_heads=heads,
        num_key_value_heads=8, head_dim=head, tie_word_embeddings=tied, max_position_embeddings=8192), transformers.LlamaForCausalLM)


def qwen2():
    return transformers.Qwen2Config(vocab_size=151936, hidden_size=896, intermediate_size=4864, num_hidden_layers=24,
                                    num_attention_heads=14, num_key_value_heads=2, tie_word_embeddings=True), transformers.Qwen2ForCausalLM


def qwen3():
    return transformers.Qwen3Config(vocab_size=151936, hidden_size=1024, intermediate_size=3072, num_hidden_layers=28, head_dim=128,
                                    num_attention_heads=16, num_key_value_heads=8, tie_word_embeddings=True), transformers.Qwen3ForCausalLM


def bert(width, layers, heads):
    return lambda: (transformers.BertConfig(hidden_size=width, num_hidden_layers=layers, num_attention_heads=heads,
                                            intermediate_size=4 * width), transformers.BertForMaskedLM)


def t5():
    return transformers.T5Config(d_model=1024, d_ff=4096, num_layers=24, num_heads=16, decoder_start_token_id=0,
                                 pad_token_id=0), transformers.T5ForConditionalGeneration


def vision(name, **options):
    return lambda: torchvision.models.get_model(name, weights=None, **options)


LLAMA_1B, LLAMA_3B = llama(2048, 8192, 16, 32, 64), llama(3072, 8192, 28, 24, 128)
LLAMA_8B = llama(4096, 14336, 32, 32, 128, tied=False)
CNNS = [("resnet-50", "resnet50", 224), ("resnet-152", "resnet152", 224), ("resnext-50-32x4d", "resnext50_32x4d", 224),
        ("vgg-16", "vgg16", 224), ("densenet-121", "densenet121", 224), ("mobilenet-v2", "mobilenet_v2", 224),
        ("inception-v3", "inception_v3", 299), ("efficientnet-b0", "efficientnet_b0", 224), ("convnext-base", "convnext_base", 224)]


def cases():
    for network, name, size in CNNS:
        build = vision(name, **({"init_weights": False} if "inception" in name else {}))
        for batch in (32, 256):
            yield f"{network} {MOMENTUM} --batch {batch}", lambda: images(build, batch, size)
    yield f"resnet-50 {MOMENTUM} --batch 64 --precision fp32", lambda: images(vision("resnet50"), 64, 224, None, False)
    yield f"deeplabv3-resnet-101 {MOMENTUM} --batch 8", lambda: images(vision("deeplabv3_resnet101", weights_backbone=None, aux_loss=True), 8, 520)
    for network, name, batch in (("vit-b-16", "vit_b_16", 128), ("vit-l-16", "vit_l_16", 64)):
        yield (f"{network} {MOMENTUM} --batch {batch} --checkpointing selective",
               lambda: images(vision(name), batch, 224, last=False))
    for hidden, layers, batch in ((1024, 4, 128), (2048, 2, 256)):
        for arithmetic in (torch.float16, None):
            yield f"lstm {layers}x{hidden} batch {batch} {arithmetic}", lambda: recurrent(hidden, layers, batch, 100, arithmetic)
    for network, shape in (("bert-base", bert(768, 12, 12)), ("bert-large", bert(1024, 24, 16))):
        yield f"{network} -t train --batch 64 --context 128 --checkpointing selective", lambda: fine_tuned(shape, 64, 128)
        yield f"{network} -t train --batch 16 --context 384", lambda: fine_tuned(shape, 16, 384, attention="eager")
    for network, shape in (("gpt-2", gpt2(768, 12, 12)), ("gpt-2-medium", gpt2(1024, 24, 16))):
        yield f"{network} -t train --batch 8 --context 1024", lambda: fine_tuned(shape, 8, 1024)
    yield ("gpt-2-large -t train --batch 8 --context 1024 --checkpointing full",
           lambda: fine_tuned(gpt2(1280, 36, 20), 8, 1024, recomputed=True))
    yield "t5-large -t train --batch 4 --context 512", lambda: fine_tuned(t5, 4, 512, attention="eager")
    for network, shape in (("qwen2-5-0-5b", qwen2), ("qwen3-0-6b", qwen3), ("llama-3-2-1b", LLAMA_1B)):
        yield f"{network} -t train --batch 4 --context 2048", lambda: fine_tuned(shape, 4, 2048)
    yield ("llama-3-2-1b -t train --batch 4 --context 2048 --checkpointing full",
           lambda: fine_tuned(LLAMA_1B, 4, 2048, recomputed=True))
    yield "llama-3-2-3b -t train --batch 1 --context 2048", lambda: fine_tuned(LLAMA_3B, 1, 2048)
    yield "llama-3-2-3b -t train --batch 2 --context 2048 --precision bf16", lambda: fine_tuned(LLAMA_3B, 2, 2048, mixed=False)
    yield ("llama-3-1-8b -t train --batch 1 --context 2048 --precision bf16 --optimizer sgd --checkpointing full",
           lambda: fine_tuned(LLAMA_8B, 1, 2048, mixed=False, recomputed=True, adam=False))
    yield ("llama-3-2-1b -t lora --batch 2 --context 2048 --checkpointing selective",
           lambda: fine_tuned(LLAMA_1B, 2, 2048, mixed=False, lora=True))
    for batch in (1, 4):
        yield f"llama-3-1-8b -t lora --batch {batch} --context 2048", lambda: fine_tuned(
            LLAMA_8B, batch, 2048, mixed=False, lora=True, recomputed=True)
    for network, shape in (("qwen3-0-6b", qwen3), ("llama-3-2-3b", LLAMA_3B), ("llama-3-1-8b", LLAMA_8B)):
        yield f"{network} --quant fp16 --engine pytorch --context 8192", lambda: generated(shape, 8192)


def used():
    free, total = torch.cuda.mem_get_info()
    return total - free


def measured(arguments, case):
    gc.collect()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    rate, parameters = case()
    torch.cuda.synchronize()
    memory = {"context_gb": used() - torch.cuda.memory_reserved(), "allocated_gb": torch.cuda.max_memory_allocated(),
              "reserved_gb": torch.cuda.max_memory_reserved()}
    return {"case": arguments, "parameters": parameters, **{name: round(bytes_ / GB, 3) for name, bytes_ in memory.items()},
            "per_second": rate and round(rate, 1)}


if __name__ == "__main__":
    torch.zeros(1, device="cuda")
    print(json.dumps({"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "transformers": transformers.__version__}))
    failures = 0
    for arguments, case in cases():
        if len(sys.argv) > 1 and not any(word in arguments for word in sys.argv[1:]):
            continue
        try:
            print(json.dumps(measured(arguments, case)), flush=True)
        except Exception as error:  # the others can still be measured
            failures += 1
            print(f"{arguments}: {error!r}", file=sys.stderr, flush=True)
    sys.exit(1 if failures else 0)
