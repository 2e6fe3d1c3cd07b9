"""What the conversion says about single support facts: version, note and source in our own words.

Keyed by architecture, stack, event and version as the facts have them, with the targets where those four
are not enough. The value is (version, note, source); None leaves the field out.
"""

_CUDA = "nvidia-cuda-documentation"
_DRIVER = "nvidia-driver-documentation"
_MODULES = "nvidia-open-kernel-modules"
_TORCH = "pytorch-repository"
_TF = "tensorflow-release-notes"
_ROCM = "rocm-repository"
_ROCM_DOC = "rocm-documentation"
_ROCK = "therock-repository"
_RECALLED = "recalled"

_FEATURE_COMPLETE = ("12.8", "No further features; 12.x still builds for it.", _TORCH)
_CUDA_13 = ("13.0", "Last toolkit is 12.9.", _CUDA)
_R580 = ("R580", "Last driver branch; feature drivers end 2025-10, security fixes go on to 2028.", "press-reports")
_R590 = ("590", "R580 stays as the legacy branch.", _MODULES)
_WHEEL_2_8 = ("2.8", "Out of the default wheel; the CUDA 12.6 build keeps it.", _TORCH)
_WHEEL_2_15 = ("2.15", "The CUDA 12.6 build ends; 2.14 is the last with wheels. Date as scheduled.", _TORCH)
_TPU_NODE = (None, "The TPU Node architecture ended; what is still offered is not verified.",
             "google-cloud-tpu-documentation")
_TPU_VM = (None, "Cloud TPU VM.", "google-cloud-tpu-documentation")

SUPPORT = {
    # NVIDIA
    ("Fermi", "cuda-toolkit", "supported-from", "3.0"): ("3.0", None, _DRIVER),
    ("Fermi", "cuda-toolkit", "dropped", "9.0"): ("9.0", "Last toolkit is 8.0.", _DRIVER),
    ("Fermi", "nvidia-driver", "dropped", "396"): ("396", "Last branch is R390, no longer maintained.", _DRIVER),
    ("Fermi", "pytorch-binaries", "dropped", "never included"): (None, "Never in the wheels.", _RECALLED),
    ("Fermi", "tensorflow", "dropped", "never included"): (None, "Never in the wheels.", _RECALLED),
    ("Kepler", "cuda-toolkit", "supported-from", "4.2"): ("4.2", None, _RECALLED),
    ("Kepler", "cuda-toolkit", "dropped", "11.0"): ("11.0", "GTX 680 and 770; last toolkit is 10.2.", _CUDA),
    ("Kepler", "cuda-toolkit", "deprecated", "11.0"): ("11.0", None, _CUDA),
    ("Kepler", "cuda-toolkit", "dropped", "12.0"): (
        "12.0", "K20, K40, K80, GTX 780 and Titan; last toolkit is 11.8.", _CUDA),
    ("Kepler", "nvidia-driver", "dropped", "495"): ("495", "Last branch is R470, no longer maintained.", _DRIVER),
    ("Kepler", "pytorch-binaries", "dropped", "0.3.1"): ("0.3.1", None, _TORCH),
    ("Kepler", "pytorch-binaries", "dropped", "1.3.1"): ("1.3.1", "K20, K40, GTX 780 and Titan.", _TORCH),
    ("Kepler", "pytorch-binaries", "deprecated", "2.1 (cu121 builds)"): (
        "2.1", "K80 only in the CUDA 11.8 build.", _TORCH),
    ("Kepler", "pytorch-binaries", "dropped", "2.8"): (
        "2.8", "CUDA 11.8 builds ended after 2.7; that 2.7 still had the K80 is recalled.", _TORCH),
    ("Kepler", "tensorflow", "dropped", "2.15"): ("2.15", "Wheels moved to CUDA 12.2.", _RECALLED),
    ("Maxwell", "cuda-toolkit", "supported-from", "6.5"): ("6.5", "Compute capability 5.0 already in 6.0.", _DRIVER),
    ("Maxwell", "cuda-toolkit", "deprecated", "12.8"): _FEATURE_COMPLETE,
    ("Maxwell", "cuda-toolkit", "dropped", "13.0"): _CUDA_13,
    ("Maxwell", "nvidia-driver", "deprecated", "R580"): _R580,
    ("Maxwell", "nvidia-driver", "dropped", "590"): _R590,
    ("Maxwell", "pytorch-binaries", "deprecated", "2.8"): _WHEEL_2_8,
    ("Maxwell", "pytorch-binaries", "dropped", "2.15"): _WHEEL_2_15,
    ("Maxwell", "tensorflow", "dropped", "2.17"): ("2.17", "Last wheel is 2.16.", _TF),
    ("Pascal", "cuda-toolkit", "supported-from", "8.0"): ("8.0", None, _RECALLED),
    ("Pascal", "cuda-toolkit", "deprecated", "12.8"): _FEATURE_COMPLETE,
    ("Pascal", "cuda-toolkit", "dropped", "13.0"): _CUDA_13,
    ("Pascal", "nvidia-driver", "deprecated", "R580"): _R580,
    ("Pascal", "nvidia-driver", "dropped", "590"): _R590,
    ("Pascal", "pytorch-binaries", "deprecated", "2.8"): _WHEEL_2_8,
    ("Pascal", "pytorch-binaries", "dropped", "2.15"): _WHEEL_2_15,
    ("Pascal", "tensorflow", "supported-from", "2.17 floor"): (
        "2.17", "The oldest generation left in the wheels; later floors are not known.", _TF),
    ("Volta", "cuda-toolkit", "supported-from", "9.0"): ("9.0", None, _RECALLED),
    ("Volta", "cuda-toolkit", "deprecated", "12.8"): _FEATURE_COMPLETE,
    ("Volta", "cuda-toolkit", "dropped", "13.0"): _CUDA_13,
    ("Volta", "nvidia-driver", "deprecated", "R580"): _R580,
    ("Volta", "nvidia-driver", "dropped", "590"): _R590,
    ("Volta", "pytorch-binaries", "deprecated", "2.11"): (
        "2.11", "Only the CUDA 12.6 build keeps it. Date of the change to the build list.", _TORCH),
    ("Volta", "pytorch-binaries", "dropped", "2.15"): _WHEEL_2_15,
    ("Turing", "cuda-toolkit", "supported-from", "10.0"): ("10.0", "Now the floor of CUDA 13.", _RECALLED),
    ("Turing", "nvidia-driver", "supported-from", "410"): (
        "410", "Now the oldest architecture of current branches.", _MODULES),
    ("Turing", "pytorch-binaries", "supported-from", "1.0"): (
        "1.0", "The floor from 2.15. Not in Linux ARM builds; no native BF16.", _TORCH),
    ("Turing", "mlx", "supported-from", "CUDA back end"): (
        None, "CUDA back end, from compute capability 7.5.", "mlx-repository"),
    ("Ampere", "cuda-toolkit", "supported-from", "11.0 (8.0); 11.1 (8.6)"): ("11.0", "8.6 from 11.1.", _RECALLED),
    ("Ampere", "pytorch-binaries", "supported-from", "1.7 (8.0); 1.8 (8.6)"): ("1.7", "8.6 from 1.8.", _TORCH),
    ("Ada Lovelace", "cuda-toolkit", "supported-from", "11.8"): ("11.8", None, "cmake-repository"),
    ("Ada Lovelace", "pytorch-binaries", "supported-from", "2.0"): ("2.0", "Runs the 8.6 binaries.", _TORCH),
    ("Ada Lovelace", "tensorflow", "supported-from", "2.17"): (
        "2.17", "Own kernels; earlier wheels ran 8.0 and 8.6 code.", _TF),
    ("Hopper", "cuda-toolkit", "supported-from", "11.8"): ("11.8", None, "cmake-repository"),
    ("Hopper", "pytorch-binaries", "supported-from", "2.0"): (
        "2.0", "From 2.11 take a CUDA 13 build: whether the 12.6 one has it is unclear.", _TORCH),
    ("Blackwell", "cuda-toolkit", "supported-from", "12.8"): ("12.8", "GB10 (12.1) from 12.9.", _RECALLED),
    ("Blackwell", "nvidia-driver", "supported-from", "570"): ("570", "Needs the open kernel modules.", _MODULES),
    ("Blackwell", "pytorch-binaries", "supported-from", "2.7 (cu128)"): (
        "2.7", "Never in CUDA 12.6 builds; only in CUDA 13 builds from 2.12. TensorFlow wheels up to 2.21 lack it.",
        _TORCH),
    ("Blackwell Ultra", "cuda-toolkit", "supported-from", "12.9"): ("12.9", None, _RECALLED),
    ("Blackwell Ultra", "pytorch-binaries", "supported-from", "2.7 (cu128)"): (
        "2.7", "Runs the 10.0 binaries (recalled); take a CUDA 13 build.", _TORCH),
    # AMD
    ("GCN 4", "rocm", "supported-from", "1.x"): ("1.x", "RX 480 and 580, up to 3.10.", _ROCM),
    ("GCN 4", "rocm", "dropped", "4.0"): ("4.0", "Not in current builds either.", _ROCM),
    ("GCN 5 (Vega)", "rocm", "supported-from", "1.7"): ("1.7", None, _RECALLED),
    ("GCN 5 (Vega)", "rocm", "dropped", "5.0"): (
        "5.0", "4.5 was the last for the MI25. Current code compiles for it, untested.", _ROCM),
    ("GCN 5.1 (Vega 20)", "rocm", "supported-from", "2.0"): ("2.0", "MI50, MI60 and Radeon VII.", _RECALLED),
    ("GCN 5.1 (Vega 20)", "rocm", "deprecated", "5.7"): ("5.7", "Last full release; fixes ended in mid-2024.", _ROCM),
    ("GCN 5.1 (Vega 20)", "rocm", "dropped", "6.4"): (
        "6.4", "Library kernels are gone. Current code compiles for it, untested.", "unsloth-repository"),
    ("GCN 5.1 (Vega 20)", "pytorch-binaries", "dropped", "ROCm 6.4 wheels"): (
        None, "ROCm 6.3 wheels are the last that run.", "unsloth-repository"),
    ("RDNA", "rocm", "dropped", "never on the official list"): (
        None, "Never on the Linux list; the Windows list says unsupported from 5.7 to 7.2. Date of the page.",
        _ROCM_DOC),
    ("RDNA", "pytorch-binaries", "supported-from", "ROCm 7.14 multi-arch wheels"): (
        None, "AMD's ROCm 7.14 wheels; not on an official list: experimental.", _ROCK),
    ("RDNA 2", "rocm", "supported-from", "5.0 (Linux, PRO W6800 and V620)"): (
        "5.0", "Linux: PRO W6800 and V620 only, never the RX 6000 cards.", _ROCM),
    ("RDNA 2", "rocm", "supported-from", "5.5 (Windows HIP SDK)"): (
        "5.5", "Windows: RX 6800 and better; smaller cards run programs only.", _ROCM_DOC),
    ("RDNA 2", "rocm", "dropped", "7.2 (Windows HIP SDK)"): (
        "7.2", "Windows: PRO W6800 and W6600; RX 6000 not seen. Date of the page.", _ROCM_DOC),
    ("RDNA 2", "rocm", "deprecated", "7.2 (Linux Radeon list)"): (
        "7.2", "Linux: users miss it in the release notes and report compiler crashes; not verified.", _ROCM),
    ("RDNA 2", "pytorch-binaries", "supported-from", "1.11 (gfx1030); ROCm 7.13 multi-arch wheels (gfx1031-1036)"): (
        "1.11",
        "Upstream wheels have gfx1030 only; AMD's wheels from 2026-07 the rest. Crashes reported with ROCm 7.", _TORCH),
    ("RDNA 3", "rocm", "supported-from", "5.7 (Linux: RX 7900 XTX, PRO W7900)"): (
        "5.7", "Linux: RX 7900 XTX and PRO W7900; RX 7900 XT from 2023-11, GRE by 6.2.", _ROCM),
    ("RDNA 3", "rocm", "supported-from", "6.1.3 (WSL2: RX 7900 series, PRO W7900)"): (
        "6.1.3", "WSL2: RX 7900 and PRO W7900.", _RECALLED),
    ("RDNA 3", "rocm", "supported-from", "6.4.1 (Linux: RX 7800 XT, PRO W7700; RX 7700 XT same target)"): (
        "6.4.1", "Linux: RX 7700 XT, RX 7800 XT and PRO W7700; WSL2 from 2025-06.", _ROCM),
    ("RDNA 3", "rocm", "supported-from", "5.5 (Windows HIP SDK)"): (
        "5.5", "Windows: RX 7600. Not on the Linux list by 2025-02.", _ROCM_DOC),
    ("RDNA 3", "pytorch-binaries", "supported-from", "2.1 (gfx1100); 2.6 (gfx1101); 2.7 (gfx1102)"): (
        "2.1", "gfx1101 from 2.6, gfx1102 from 2.7.", _TORCH),
    ("RDNA 3.5", "rocm", "supported-from", "7.2"): ("7.2", "Ryzen AI Max on Linux, WSL2 and Windows.", _ROCM_DOC),
    ("RDNA 3.5", "pytorch-binaries", "supported-from", "2.10"): ("2.10", None, _TORCH),
    ("RDNA 4", "rocm", "supported-from", "6.4.1 (Linux: RX 9070, 9070 XT, 9070 GRE)"): (
        "6.4.1", "Linux: RX 9070, 9070 XT and 9070 GRE; WSL2 from 2025-06.", _ROCM),
    ("RDNA 4", "rocm", "supported-from", "6.4.1 to 7.0 (Linux: RX 9060 XT)"): (
        "7.0", "Linux: RX 9060 XT and AI PRO R9700; some release from 6.4.1 to 7.0.", _RECALLED),
    ("RDNA 4", "rocm", "supported-from", "7.2 (Windows HIP SDK)"): (
        "7.2", "Windows; the first release may be earlier. Date of the page.", _ROCM_DOC),
    ("RDNA 4", "pytorch-binaries", "supported-from", "2.7"): ("2.7", None, _TORCH),
    ("CDNA", "rocm", "supported-from", "4.0"): (
        "4.0", "Listed up to 6.3.3 at least; current code is built for it but not tested.", _ROCM),
    ("CDNA", "pytorch-binaries", "supported-from", "1.8"): ("1.8", None, _TORCH),
    ("CDNA 2", "rocm", "supported-from", "5.0"): ("5.0", "Still in toolkits of the 7.2.3 time.", _ROCM_DOC),
    ("CDNA 2", "pytorch-binaries", "supported-from", "1.11"): ("1.11", None, _TORCH),
    ("CDNA 3", "rocm", "supported-from", "6.0"): ("6.0", "MI300A and MI300X; MI325X later.", _ROCM),
    ("CDNA 3", "pytorch-binaries", "supported-from", "2.3"): ("2.3", None, _TORCH),
    ("CDNA 4", "rocm", "supported-from", "7.0"): ("7.0", None, _ROCM_DOC),
    ("CDNA 4", "pytorch-binaries", "supported-from", "2.10"): (
        "2.10", "Before, only in builds with ROCm 7.0 or newer.", _TORCH),
    # Intel
    ("Xe-HPG (Alchemist)", "pytorch-binaries", "supported-from", "2.5 (xpu)"): (
        "2.5", "Still validated in 2.15, on Windows, Ubuntu and WSL2.", "pytorch-documentation"),
    ("Xe-HPG (Alchemist)", "oneapi", "supported-from", "IPEX 2.0.110"): (
        "2.0.110", "Intel's extension, archived 2026-03-30; PyTorch itself took over.", "intel-extension-for-pytorch"),
    ("Xe2-HPG (Battlemage)", "pytorch-binaries", "supported-from", "2.7 (xpu)"): (
        "2.7", "Still validated in 2.15, on Windows, Ubuntu and WSL2.", "pytorch-documentation"),
    ("Xe-HPG", "oneapi", "supported-from", "IPEX 2.1.10"): (
        "2.1.10", "Flex series, Intel's extension.", "intel-extension-for-pytorch"),
    ("Xe-HPG", "oneapi", "deprecated", "XPU Manager 1.3.3"): (
        None, "Deprecated in the management software; PyTorch does not validate it.", "press-reports"),
    ("Xe-HPC (Ponte Vecchio)", "pytorch-binaries", "supported-from", "2.4 (source), 2.5 (wheels)"): (
        "2.4", "From source; wheels from 2.5. In the 2.15 documentation for older Linux releases only.",
        "pytorch-documentation"),
    ("Xe-HPC (Ponte Vecchio)", "oneapi", "deprecated", "XPU Manager 1.3.3"): (
        None, "Deprecated in the management software; new sales stopped in 2024.", "press-reports"),
    ("Gaudi", "pytorch-binaries", "supported-from", "Gaudi software 1.16 (Gaudi 3); 1.6 (Gaudi 2)"): (
        "1.16", "Gaudi software with its own PyTorch build. The version is for Gaudi 3; Gaudi 2 from 1.6.",
        "intel-gaudi-documentation"),
    ("Gaudi", "pytorch-binaries", "deprecated", "Gaudi software 1.22"): (
        "1.22", "The first generation left; Gaudi 2 and 3 remain. No list newer than 1.23.0 was seen.",
        "intel-gaudi-documentation"),
    ("Knights Landing", "oneapi", "deprecated", "product discontinued"): (None, "Product discontinued.", _RECALLED),
    ("Knights Landing", "oneapi", "dropped", "LLVM/compiler support removed"): (
        None, "Compiler support removed; no current deep-learning software targets it.", "press-reports"),
    # Apple, Google, AWS
    ("Apple GPU", "pytorch-binaries", "supported-from", "1.12 (MPS)"): (
        "1.12", "The MPS back end; needs macOS 14 since about 2.8.", _TORCH),
    ("Apple GPU", "mlx", "supported-from", "0.0.3"): (
        "0.0.3", "Needs macOS 14; 0.32.1 of 2026-08 is current.", "mlx-repository"),
    ("Apple GPU", "tensorflow", "supported-from", "tensorflow-metal plug-in"): (
        None, "A plug-in, last released as 1.2.0 in 2025-01.", _RECALLED),
    ("TPU v2", "jax-tpu", "supported-from", "Cloud TPU"): (None, "Cloud TPU.", _RECALLED),
    ("TPU v2", "jax-tpu", "deprecated", "TPU Node architecture ended"): _TPU_NODE,
    ("TPU v3", "jax-tpu", "supported-from", "Cloud TPU"): (None, "Cloud TPU.", _RECALLED),
    ("TPU v3", "jax-tpu", "deprecated", "TPU Node architecture ended"): _TPU_NODE,
    ("TPU v4", "jax-tpu", "supported-from", "Cloud TPU VM"): (
        None, "Cloud TPU VM, in one US zone.", "google-cloud-tpu-documentation"),
    ("TPU v5e", "jax-tpu", "supported-from", "Cloud TPU VM"): _TPU_VM,
    ("TPU v5p", "jax-tpu", "supported-from", "Cloud TPU VM"): _TPU_VM,
    ("TPU v6e", "jax-tpu", "supported-from", "Cloud TPU VM"): _TPU_VM,
    ("TPU v7", "jax-tpu", "supported-from", "Compute Engine / GKE"): (
        None, "Through Compute Engine and GKE, not the older Cloud TPU API.", "google-cloud-tpu-documentation"),
    ("NeuronCore-v2", "neuron", "supported-from", "2.3 (Trn1)"): ("2.3", "Trn1; Inf2 from 2.9.0.", "aws-neuron-sdk"),
    ("NeuronCore-v2", "tensorflow", "dropped", "Neuron 2.29"): (
        "2.29", "Neuron release; 2.28 is the last with TensorFlow.", "aws-neuron-sdk"),
    ("NeuronCore-v2", "neuron", "deprecated", "2.31"): (
        "2.31", "PyTorch/XLA inference in maintenance, XLA training ended with 2.30; packages still ship in 2.32.0.",
        "aws-neuron-sdk"),
    ("NeuronCore-v3", "neuron", "supported-from", "2.21"): ("2.21", "Trn2.", "aws-neuron-sdk"),
    ("NeuronCore-v4", "neuron", "supported-from", "2.27"): ("2.27", "Trn3.", "aws-neuron-sdk"),
}

# Words of the facts that say the date, or the release it follows from, is general knowledge.
RECALLED_DATE = ("date recalled", "first release recalled", "first version recalled", "first branch recalled",
                 "release number recalled", "release numbers recalled", "release date recalled",
                 "official-list date recalled")
