"""The spellings people use for a GPU.

Names are matched by letters and digits alone, without vendor words in front and "GB", so spellings that
differ only in case, spaces,
punctuation or those words are not listed. A spelling that several GPUs carry is ambiguous: the program lists the GPUs.
"""

import re

# GPUs whose short forms do not follow from the name. Short forms shared on purpose stand under each GPU.
TITAN = {
    "nvidia-geforce-gtx-titan": ["GTX Titan"],
    "nvidia-geforce-gtx-titan-black": ["GTX Titan Black", "Titan Black"],
    "nvidia-geforce-gtx-titan-x": ["GTX Titan X", "Titan X", "GTX Titan X (Maxwell)", "Titan X (Maxwell)"],
    "nvidia-titan-x-pascal": ["Titan X (Pascal)", "Titan X"],
    "nvidia-titan-xp": ["Titan Xp"],
    "nvidia-titan-v": ["Titan V"],
    "nvidia-titan-rtx": ["Titan RTX"],
}

WORKSTATION = {
    "nvidia-quadro-m6000": ["Quadro M6000", "M6000", "M6000 12GB"],
    "nvidia-quadro-m6000-24gb": ["M6000 24GB"],
    "nvidia-quadro-rtx-4000": ["Quadro RTX 4000", "RTX 4000"],
    "nvidia-quadro-rtx-5000": ["Quadro RTX 5000", "RTX 5000"],
    "nvidia-quadro-rtx-6000": ["Quadro RTX 6000", "RTX 6000"],
    "nvidia-quadro-rtx-8000": ["Quadro RTX 8000", "RTX 8000"],
    "nvidia-rtx-a2000": ["RTX A2000", "A2000", "A2000 6GB"],
    "nvidia-rtx-a2000-12gb": ["RTX A2000 12GB", "A2000 12GB"],
    "nvidia-rtx-a6000": ["RTX A6000", "A6000", "RTX 6000"],
    "nvidia-rtx-2000-ada-generation": ["RTX 2000 Ada", "2000 Ada"],
    "nvidia-rtx-4000-sff-ada-generation": ["RTX 4000 SFF Ada", "RTX 4000 Ada SFF", "RTX 4000 SFF"],
    "nvidia-rtx-4000-ada-generation": ["RTX 4000 Ada", "4000 Ada", "RTX 4000"],
    "nvidia-rtx-4500-ada-generation": ["RTX 4500 Ada", "4500 Ada"],
    "nvidia-rtx-5000-ada-generation": ["RTX 5000 Ada", "5000 Ada", "RTX 5000"],
    "nvidia-rtx-5880-ada-generation": ["RTX 5880 Ada", "5880 Ada"],
    "nvidia-rtx-6000-ada-generation": ["RTX 6000 Ada", "6000 Ada", "RTX 6000"],
    "nvidia-rtx-pro-2000-blackwell": ["RTX PRO 2000", "PRO 2000"],
    "nvidia-rtx-pro-4000-blackwell": ["RTX PRO 4000", "PRO 4000"],
    "nvidia-rtx-pro-4000-blackwell-sff": ["RTX PRO 4000 SFF", "PRO 4000 SFF"],
    "nvidia-rtx-pro-4500-blackwell": ["RTX PRO 4500", "PRO 4500"],
    "nvidia-rtx-pro-5000-blackwell": ["RTX PRO 5000", "PRO 5000", "RTX PRO 5000 48GB"],
    "nvidia-rtx-pro-5000-72gb-blackwell": ["RTX PRO 5000 72GB", "PRO 5000 72GB"],
    "nvidia-rtx-pro-6000-blackwell": ["RTX PRO 6000", "RTX PRO 6000 Blackwell", "PRO 6000", "RTX PRO 6000 Workstation"],
    "nvidia-rtx-pro-6000-blackwell-max-q": ["RTX PRO 6000 Max-Q", "RTX PRO 6000 Blackwell Max-Q", "PRO 6000 Max-Q"],
    "nvidia-rtx-pro-6000-blackwell-server": ["RTX PRO 6000 Server", "RTX PRO 6000 Blackwell Server", "PRO 6000 Server"],
}

DATACENTER = {
    "nvidia-tesla-m40": ["Tesla M40", "M40", "M40 12GB"],
    "nvidia-tesla-m40-24gb": ["Tesla M40 24GB", "M40 24GB"],
    "nvidia-tesla-p100-pcie-12gb": ["Tesla P100", "P100", "P100 PCIe", "P100 12GB", "P100 PCIe 12GB"],
    "nvidia-tesla-p100-pcie-16gb": ["Tesla P100", "P100", "P100 PCIe", "P100 16GB", "P100 PCIe 16GB"],
    "nvidia-tesla-p100-sxm2": ["Tesla P100", "P100", "P100 SXM2", "P100 SXM", "P100 16GB"],
    "nvidia-tesla-v100-pcie-16gb": ["Tesla V100", "V100", "V100 PCIe", "V100 16GB", "V100 PCIe 16GB"],
    "nvidia-tesla-v100-pcie-32gb": ["Tesla V100", "V100", "V100 PCIe", "V100 32GB", "V100 PCIe 32GB"],
    "nvidia-tesla-v100-sxm2-16gb": ["Tesla V100", "V100", "V100 SXM2", "V100 SXM", "V100 16GB", "V100 SXM2 16GB"],
    "nvidia-tesla-v100-sxm2-32gb": ["Tesla V100", "V100", "V100 SXM2", "V100 SXM", "V100 32GB", "V100 SXM2 32GB"],
    "nvidia-tesla-v100s-pcie-32gb": ["Tesla V100S", "V100S", "V100S PCIe", "V100S 32GB"],
    "nvidia-tesla-t4": ["T4", "Tesla T4"],
    "nvidia-a100-pcie-40gb": ["A100", "Tesla A100", "A100 40GB", "A100 PCIe"],
    "nvidia-a100-pcie-80gb": ["A100", "Tesla A100", "A100 80GB", "A100 PCIe"],
    "nvidia-a100-sxm4-40gb": ["A100", "Tesla A100", "A100 40GB", "A100 SXM", "A100 SXM4", "A100 SXM 40GB"],
    "nvidia-a100-sxm4-80gb": ["A100", "Tesla A100", "A100 80GB", "A100 SXM", "A100 SXM4", "A100 SXM 80GB"],
    "nvidia-h100-pcie-80gb": ["H100", "H100 80GB", "H100 PCIe"],
    "nvidia-h100-sxm5-80gb": ["H100", "H100 80GB", "H100 SXM", "H100 SXM5", "H100 SXM 80GB"],
    "nvidia-h100-nvl-94gb": ["H100", "H100 NVL", "H100 94GB"],
    "nvidia-h200-sxm-141gb": ["H200", "H200 141GB", "H200 SXM", "H200 SXM5"],
    "nvidia-h200-nvl": ["H200", "H200 141GB", "H200 NVL"],
    "nvidia-h20": ["H20", "H20 96GB"],
    "nvidia-gh200-96gb": ["GH200", "GH200 96GB", "Grace Hopper"],
    "nvidia-gh200-144gb": ["GH200", "GH200 144GB", "Grace Hopper"],
    "nvidia-b200": ["B200", "B200 SXM"],
    "nvidia-b300": ["B300", "B300 SXM"],
    "nvidia-gb200": ["GB200"],
    "nvidia-dgx-spark-gb10": ["DGX Spark", "GB10"],
}

OTHER_VENDORS = {
    "amd-radeon-rx-vega-56": ["RX Vega 56", "Vega 56"],
    "amd-radeon-rx-vega-64": ["RX Vega 64", "Vega 64"],
    "amd-radeon-rx-vega-64-liquid": ["RX Vega 64 Liquid", "Vega 64 Liquid"],
    "amd-radeon-vega-frontier-edition": ["Vega Frontier Edition", "Vega Frontier", "Vega FE"],
    "amd-radeon-vii": ["Radeon VII"],
    "amd-radeon-pro-vii": ["Radeon Pro VII"],
    "amd-radeon-rx-480": ["RX 480", "480"],
    "amd-radeon-rx-580": ["RX 580", "580"],
    "amd-radeon-pro-w7800": ["PRO W7800", "W7800", "W7800 32GB"],
    "amd-radeon-pro-w7800-48gb": ["PRO W7800 48GB", "W7800 48GB"],
    "amd-radeon-ai-pro-r9700": ["AI PRO R9700", "R9700"],
    "amd-radeon-rx-9070-gre": ["RX 9070 GRE", "9070 GRE"],
    "amd-instinct-mi25": ["Instinct MI25", "MI25"],
    "amd-instinct-mi50": ["Instinct MI50", "MI50", "MI50 16GB"],
    "amd-instinct-mi50-32gb": ["Instinct MI50 32GB", "MI50 32GB"],
    "amd-instinct-mi60": ["Instinct MI60", "MI60"],
    "amd-ryzen-ai-max-plus-395-64gb": ["Ryzen AI Max+ 395", "AI Max+ 395", "Strix Halo", "Radeon 8060S",
                                       "Ryzen AI Max+ 395 64GB", "AI Max+ 395 64GB", "Strix Halo 64GB"],
    "amd-ryzen-ai-max-plus-395-128gb": ["Ryzen AI Max+ 395", "AI Max+ 395", "Strix Halo", "Radeon 8060S",
                                        "Ryzen AI Max+ 395 128GB", "AI Max+ 395 128GB", "Strix Halo 128GB"],
    "intel-arc-pro-b60": ["Arc Pro B60", "Pro B60", "B60"],
    "intel-arc-pro-b70": ["Arc Pro B70", "Pro B70", "B70"],
    "intel-data-center-gpu-flex-170": ["Flex 170"],
    "intel-data-center-gpu-max-1100": ["GPU Max 1100", "Max 1100"],
    "intel-data-center-gpu-max-1550": ["GPU Max 1550", "Max 1550"],
    "intel-gaudi-2": ["Gaudi 2"],
    "intel-gaudi-3": ["Gaudi 3"],
    "intel-xeon-phi-7210": ["Xeon Phi 7210"],
    "google-tpu-v2": ["TPU v2"],
    "google-tpu-v3": ["TPU v3"],
    "google-tpu-v4": ["TPU v4"],
    "google-tpu-v5e": ["TPU v5e"],
    "google-tpu-v5p": ["TPU v5p"],
    "google-tpu-v6e": ["TPU v6e", "Trillium"],
    "google-tpu-v7-ironwood": ["TPU v7", "TPU7x", "Ironwood"],
    "aws-inferentia2": ["Inferentia2", "Inf2"],
    "aws-trainium1": ["Trainium", "Trainium1", "Trn1"],
    "aws-trainium2": ["Trainium2", "Trn2"],
    "aws-trainium3": ["Trainium3", "Trn3"],
    "apple-m4-max-36gb": ["M4 Max", "M4 Max 36GB", "M4 Max 32-core"],
}

LISTED = {**TITAN, **WORKSTATION, **DATACENTER, **OTHER_VENDORS}

# Spellings of the guides that no rule gives. Those of other memory sizes mean the same product line.
GUIDES = {
    "nvidia-geforce-gtx-580": ["GTX 580 3GB"],
    "nvidia-geforce-gtx-960": ["GTX 960 4GB"],
    "nvidia-geforce-gtx-980-ti": ["GTX 980 Ti 6GB"],
    "nvidia-geforce-gtx-1050-ti": ["GTX 1050 Ti 4GB"],
    "amd-radeon-rx-7600-xt": ["RX 7600 XT 16GB"],
    "amd-radeon-rx-9060-xt-16gb": ["RX 9060 XT 16G"],
}

# What guides wrote for a GPU although it is not called so. A misnomer names its GPU like an alias, and an answer says so.
MISNOMERS = {
    "nvidia-geforce-gtx-680": ["GTX 680 3GB"],  # 2 or 4 GB
    "nvidia-geforce-gtx-1050": ["GTX 1050 Ti 2GB"],  # the Ti has 4 GB
    "nvidia-geforce-gtx-titan": ["GXT Titan"],  # X and T changed places
    "nvidia-geforce-rtx-2080-ti": ["GTX 2080 Ti"],
    "nvidia-titan-x-pascal": ["GTX Titan (Pascal)"],
    "nvidia-titan-xp": ["XP Titan"],
    "nvidia-titan-rtx": ["RTX Titan", "RTX Titans"],
    "nvidia-h100-sxm5-80gb": ["H100 SMX"],
    "nvidia-rtx-6000-ada-generation": ["A6000 Ada", "RTX A6000 Ada"],  # the A6000 is of the generation before
}

# Where two sizes exist, the bare name is the one whose id has no size; of these the name has one.
BARE_NAME_IS_MINE = {"nvidia-geforce-rtx-3080", "nvidia-geforce-gtx-1050"}
SIZES_SHARE_A_NAME = {
    "nvidia-geforce-gtx-1060-3gb", "nvidia-geforce-gtx-1060-6gb", "nvidia-geforce-rtx-3050-6gb",
    "nvidia-geforce-rtx-3050-8gb", "nvidia-geforce-rtx-3060-8gb", "nvidia-geforce-rtx-3060-12gb",
    "nvidia-geforce-rtx-4060-ti-8gb", "nvidia-geforce-rtx-4060-ti-16gb", "nvidia-geforce-rtx-5060-ti-8gb",
    "nvidia-geforce-rtx-5060-ti-16gb", "amd-radeon-rx-9060-xt-8gb", "amd-radeon-rx-9060-xt-16gb",
    "intel-arc-a770-8gb", "intel-arc-a770-16gb",
}

VENDOR_WORDS = ("nvidia", "geforce", "amd", "radeon", "intel", "apple", "google", "aws")


def normalised(name):
    """What matching sees of a name: letters, digits and "+", without vendor words in front and without "GB"."""
    key = re.sub(r"[^a-z0-9+]", "", name.lower())
    word = True
    while word:
        word = next((word for word in VENDOR_WORDS if key.startswith(word) and key != word), None)
        key = key.removeprefix(word or "")
    return re.sub(r"(?<=\d)gb(?!\d)", "", key)


def aliases_of(gpu_id, name):
    """The aliases of one GPU, without doubles."""
    spellings = LISTED.get(gpu_id) or _from_name(gpu_id, name)
    unique = {}
    for spelling in spellings + GUIDES.get(gpu_id, []):
        unique.setdefault(normalised(spelling), spelling)
    return list(unique.values())


def _from_name(gpu_id, name):
    short = re.sub(r"^(NVIDIA GeForce|NVIDIA|AMD Radeon|AMD|Intel|Apple) ", "", name)
    short = short.replace(" SUPER", " Super")
    if gpu_id.endswith("-laptop"):
        base = short.removesuffix(" Laptop GPU")
        return _with_and_without_series([f"{base} Laptop", f"{base}M"])
    bare = re.sub(r" \d+GB$", "", short)
    if bare == short:
        return _with_and_without_series([short])
    shares = gpu_id in SIZES_SHARE_A_NAME or gpu_id in BARE_NAME_IS_MINE or gpu_id.startswith("apple-")
    return _with_and_without_series([bare, short] if shares else [short])


def _with_and_without_series(names):
    """"RTX 3090" and "3090", "RTX A4000" and "A4000", "Instinct MI100" and "MI100"."""
    series = re.compile(r"^(RTX|GTX|RX|Arc|PRO|Quadro|Tesla|Instinct) (?=\S)")
    return names + [series.sub("", name) for name in names if series.match(name)]
