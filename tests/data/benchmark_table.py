"""What convert_benchmarks.py adds to the measurements: their datasets, and how the facts' spellings are read."""

DATASETS = [  # id, title, published, kind of work, source, whether configurations repeat, note
    ("deepbench-2018", "DeepBench, training kernels", "2020-08-11", "kernels", "deepbench-2020-08", False,
     "Single convolution and recurrent kernels, forward and backward, not networks. The FP32 sheets and the mixed "
     "sheets (V100, T4) are told apart by precision. The sheet of the P100 is far off the others; kernels flatter the "
     "T4. No single sheet may set a GPU's figure."),
    ("dettmers-2019-04", "Which GPU(s) to Get for Deep Learning, figure 2", "2019-04-03", "networks",
     "dettmers-2019-04", False,
     "Read off the bars, to 0.002 of the best. Only Titan Xp, Titan RTX and RTX 2080 Ti were measured, on RNN and "
     "Transformer; the rest the guide scaled, or took from other benchmarks (CNN). Its word RNN puts Pascal above "
     "Turing, which no measurement supports: for reproducing the figure, not for predicting."),
    ("lambda-2019-03", "2080 Ti deep-learning benchmarks", "2019-03", "networks", "lambda-2019-03", False,
     "FP32 only."),
    ("lambda-2020-02", "Choosing the best GPU for deep learning", "2020-02", "networks", "lambda-2020-02", False,
     "Precision and framework are not stated."),
    ("lambda-pytorch-v0a", "Lambda PyTorch benchmark, first harness", "2020-03", "networks", "lambda-pytorch-2022-07",
     True, "Runs of 2020-03 to 2020-07, each at the largest batch that the card takes. With 2, 4 and 8 cards of 8 to "
     "11 GB, BERT large does not scale at all."),
    ("lambda-pytorch-v0b", "Lambda PyTorch benchmark, second harness", "2022-07", "networks",
     "lambda-pytorch-2022-07", True,
     "Runs of 2020-10 to 2022-07, each at the largest batch that the card takes; not comparable with the other "
     "harnesses."),
    ("lambda-pytorch-v1", "Lambda PyTorch benchmark, third harness", "2023-11", "networks", "lambda-pytorch-2025-12",
     True, "Runs of 2022-10 to 2024-07, each at the largest batch that the card takes; not comparable with the other "
     "harnesses. Tacotron 2 has another batch size than before. FP32 is TF32 where the card has it."),
    ("lambda-pytorch-v2", "Lambda PyTorch benchmark, fourth harness", "2025-12", "networks", "lambda-pytorch-2025-12",
     True, "Runs of 2024-10 to 2025-12; not comparable with the other harnesses."),
    ("lambda-tf-2018-10b", "Lambda TensorFlow benchmark, run by stefan-it", "2018-10-27", "networks",
     "stefan-it-dl-benchmarks-2018-10", False, None),
    ("lambda-tf-2020", "Lambda TensorFlow benchmark", "2020-12", "networks", "lambda-tensorflow-2021-04", True,
     "Some runs with XLA, some without; which is not recorded."),
    ("mlperf-training-v0-5", "MLPerf Training v0.5, closed division", "2018-12", "systems", "mlperf-training-v0-5",
     True, "Minutes that whole systems take to train, tuned by their makers; the framework is not recorded."),
    ("mlperf-training-v0-6", "MLPerf Training v0.6, closed division", "2019-07", "systems", "mlperf-training-v0-6",
     True, "Minutes that whole systems take to train, tuned by their makers; framework and system differ together."),
    ("mlperf-training-v0-7", "MLPerf Training v0.7, closed division", "2020-07", "systems", "mlperf-training-v0-7",
     False, "Minutes that whole systems take to train, tuned by their makers; framework and system differ together."),
    ("mlperf-training-v1-1", "MLPerf Training v1.1, closed division", "2021", "systems", "mlperf-training-v1-1",
     True, "Minutes that whole systems take to train, tuned by their makers; framework and system differ together. "
     "A100 SXM boards run at 400 or 500 W."),
    ("mlperf-training-v3-0", "MLPerf Training v3.0, closed division", "2023-06", "systems", "mlperf-training-v3-0",
     False, "Minutes that whole systems take to train, tuned by their makers: the best system per number of "
     "accelerators. May use FP8."),
    ("mlperf-training-v3-1", "MLPerf Training v3.1, closed division", "2023-11", "systems", "mlperf-training-v3-1",
     False, "Minutes that whole systems take to train, tuned by their makers: the best system per number of "
     "accelerators. May use FP8."),
    ("mlperf-training-v5-1", "MLPerf Training v5.1, closed division", "2025-11", "systems", "mlperf-training-v5-1",
     False, "Minutes that whole systems take to train, tuned by their makers: the best system per number of "
     "accelerators. May use FP8."),
    ("nvidia-examples", "Deep Learning Examples, training tables of the readmes", "2024-04-04", "networks",
     "nvidia-deep-learning-examples-2024-04", True,
     "NVIDIA's own figures at batch sizes that differ from table to table: a model that is listed twice was run with "
     "settings that the table does not name."),
    ("torchvision-lamikr", "PyTorch GPU benchmark, torchvision models", "2025-01-31", "small-batches",
     "lamikr-pytorch-gpu-benchmark-2025-01", False,
     "Image classification on synthetic images of 224x224, forward and backward, batch 12: bound by launching "
     "kernels, so it flatters small cards and AMD."),
]

# Beginning of the facts' source text -> our source. The first that fits counts.
SOURCES = (
    ("lambdal/deeplearning-benchmark@67a9bb51 ", "lambda-pytorch-2022-07"),
    ("lambdal/deeplearning-benchmark@416693c3 ", "lambda-pytorch-2022-11-19"),
    ("lambdal/deeplearning-benchmark@65a7e418 ", "lambda-pytorch-2022-11-30"),
    ("lambdal/deeplearning-benchmark@4e11f689 ", "lambda-pytorch-2024-07"),
    ("lambdal/deeplearning-benchmark@e50675a3 ", "lambda-pytorch-2024-10"),
    ("lambdal/deeplearning-benchmark@705355b8 ", "lambda-pytorch-2025-12"),
    ("lambdal/deeplearning-benchmark pytorch-train-throughput-v2-", "lambda-pytorch-tables-2025-12"),
    ("lambdal/lambda-tensorflow-benchmark ", "lambda-tensorflow-2021-04"),
    ("lambdalabs.com/blog/2080-ti-deep-learning-benchmarks ", "lambda-2019-03"),
    ("lambdalabs.com/blog/choosing-a-gpu-for-deep-learning ", "lambda-2020-02"),
    ("stefan-it/dl-benchmarks ", "stefan-it-dl-benchmarks-2018-10"),
    ("lamikr/pytorch-gpu-benchmark ", "lamikr-pytorch-gpu-benchmark-2025-01"),
    ("baidu-research/DeepBench ", "deepbench-2020-08"),
    ("NVIDIA/DeepLearningExamples ", "nvidia-deep-learning-examples-2024-04"),
    ("Fig. 2 of the guide", "dettmers-2019-04"),
    ("mlcommons/training_results_v0.5 ", "mlperf-training-v0-5"),
    ("mlcommons/training_results_v0.6 ", "mlperf-training-v0-6"),
    ("mlcommons/training_results_v0.7 ", "mlperf-training-v0-7"),
    ("mlcommons/training_results_v1.1 ", "mlperf-training-v1-1"),
    ("mlcommons/training_results_v3.0@", "mlperf-training-v3-0"),
    ("mlcommons/training_results_v3.1@", "mlperf-training-v3-1"),
    ("mlcommons/training_results_v5.1@", "mlperf-training-v5-1"),
)

# Tables that restate the results of a repository beside them, some as the mean of several runs.
RESTATING_SOURCES = {"lambda-pytorch-tables-2025-12"}

BASES = {"measured": "measured", "measured, best system": "best-system",
         "guide, from other benchmarks": "third-party", "scaled by the guide": "scaled"}

PRECISIONS = {"fp16 on RTX": "fp16-on-rtx"}  # others stay

UNITS = {"per s (unit as in README)": "per s", "ratio to best": "ratio"}  # others stay

FRAMEWORKS = {  # others stay
    "v0a (2020-03..07, PyTorch 1.4 CUDA 10.2)": "PyTorch 1.4, CUDA 10.2",
    "v0b (2020-10..2022-07, PyTorch 1.7-1.10 CUDA 11)": "PyTorch 1.7 to 1.10, CUDA 11",
    "v1 (2022-10..2024-07, PyTorch 1.13 CUDA 11.8)": "PyTorch 1.13, CUDA 11.8",
    "v2 (2024-10..2025-12)": "",  # not stated
    "TensorFlow 1.15/2.x (some XLA)": "TensorFlow 1.15 or 2",
    "TensorFlow 1.14 commit hash = faf9db515c4bf550daacc1c3a22fedf3ff5dde63": "TensorFlow 1.14",
    "PaddlePaddle (branch: develop": "PaddlePaddle",
    "see repo": "",
}
