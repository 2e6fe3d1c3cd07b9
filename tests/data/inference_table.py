"""What convert_inference.py adds to the measurements of inference: their datasets, and how the facts' spellings are read."""

SOURCES = {  # as the facts begin to name it: dataset, record of the source
    "LocalScore": ("localscore-2025", {
        "id": "localscore-2025", "title": "LocalScore, results of the community", "publisher": "LocalScore users",
        "date": "2025", "address": "localscore.ai", "grade": "measurement",
        "note": "90th percentile of what users submitted for a GPU; how many they were is kept."}),
    "community submissions": ("image-generation-2023", {
        "id": "image-generation-submissions-2023",
        "title": "Speeds of image generation that users of a front end submitted",
        "publisher": "users of an image-generation front end", "date": "2023", "grade": "measurement",
        "note": "90th percentile of what users submitted for a GPU; how many they were is kept."}),
    "casper-hansen/AutoAWQ": ("autoawq-2024", {
        "id": "autoawq-2024", "title": "AutoAWQ, table of speeds", "publisher": "casper-hansen", "date": "2024",
        "address": "github.com/casper-hansen/AutoAWQ", "grade": "measurement"}),
    "ggml-org/llama.cpp": ("llama-cpp-2025-11", {
        "id": "llama-cpp-2025-11", "title": "llama.cpp, speeds of the DGX Spark", "publisher": "ggml-org",
        "date": "2025-11", "address": "github.com/ggml-org/llama.cpp", "grade": "measurement"}),
    "lhl/strix-halo-testing": ("strix-halo-2025-10", {
        "id": "strix-halo-testing-2025-10", "title": "Strix Halo testing, llama.cpp against the DGX Spark",
        "publisher": "lhl", "date": "2025-10", "address": "github.com/lhl/strix-halo-testing",
        "grade": "measurement"}),
    "meta-pytorch/gpt-fast": ("gpt-fast-2024", {
        "id": "gpt-fast-2024", "title": "gpt-fast, tables of speeds", "publisher": "meta-pytorch", "date": "2024",
        "address": "github.com/meta-pytorch/gpt-fast", "grade": "measurement"}),
    "mlc-ai/llm-perf-bench": ("llm-perf-bench-2023-11", {
        "id": "llm-perf-bench-2023-11", "title": "Performance of LLM inference on several engines",
        "publisher": "mlc-ai", "date": "2023-11", "address": "github.com/mlc-ai/llm-perf-bench",
        "grade": "measurement"}),
    "turboderp-org/exllamav2": ("exllamav2-2023-12", {
        "id": "exllamav2-2023-12", "title": "ExLlamaV2, tables of speeds", "publisher": "turboderp-org",
        "date": "2023-12", "address": "github.com/turboderp-org/exllamav2", "grade": "measurement"}),
    "turboderp/exllama": ("exllama-2023-09", {
        "id": "exllama-2023-09", "title": "ExLlama, table of speeds", "publisher": "turboderp", "date": "2023-09",
        "address": "github.com/turboderp/exllama", "grade": "measurement"}),
}

DATASETS = {  # title, whether configurations repeat, note
    "localscore-2025": ("LocalScore, language models with llamafile", False,
                        "Q4_K_M weights mostly. On several GPUs (A10, L40, L40S, A100 PCIe, H100 SXM and NVL, RTX 4080 "
                        "Super, 5070, 5080) decoding took more than twice the time of their sisters; the path of AMD "
                        "cards is known to be slow. Most figures are of one user."),
    "image-generation-2023": ("Image generation, front ends of 2023", False,
                              "Stable Diffusion 1.5 and SDXL in 16 bits, steps per second at the best batch. AMD cards "
                              "ran ROCm and Intel cards their own software where NVIDIA cards ran CUDA: the front end "
                              "and the operating system are the benchmark. Settings differ from user to user. Cards of "
                              "8 GB fall far behind with SDXL, and the GTX 16 series throughout."),
    "autoawq-2024": ("AutoAWQ on an RTX 4090", True,
                     "At a short and a long context each, and for Mixtral at several; which is not recorded."),
    "llama-cpp-2025-11": ("llama.cpp on a DGX Spark", True, "At three depths of context; which is not recorded."),
    "strix-halo-2025-10": ("llama.cpp on Strix Halo and DGX Spark", True,
                           "Each at two settings that are not recorded."),
    "gpt-fast-2024": ("gpt-fast on A100 SXM cards", False, "Tensor parallel over NVLink where there are several cards."),
    "llm-perf-bench-2023-11": ("Engines for language models compared", False, None),
    "exllamav2-2023-12": ("ExLlamaV2 on an RTX 3090 Ti and an RTX 4090", False, None),
    "exllama-2023-09": ("ExLlama on an RTX 4090", True, "At the best and at the worst point of the context."),
}

WORKLOADS = {"decode": "llm-decode", "prompt": "llm-prompt", "image": "image-generation"}
PRECISIONS = {"fp16": "fp16", "FP16": "fp16", "F16": "fp16", "BF16": "bf16"}  # fewer bits otherwise
TOY_PARAMETERS_B = 0.01  # networks below are no language models of use
