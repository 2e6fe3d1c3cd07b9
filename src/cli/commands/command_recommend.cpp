#include "answer_command.hpp"

namespace gpuadvisor::cli {

Outcome run_recommend(Arguments arguments) {
  return run_answer({"recommend",
                     "Rank the GPUs that suit your work, model and budget, fastest first. Workloads:\n"
                     "cnn, rnn, transformer or general (training); llm-inference, llm-serving (many\n"
                     "users), llm-finetuning; image-generation (-xl: SDXL; -flux: FLUX, video).\n\n"
                     "By default: cards with their own cooling (--form) and at least 8 GB, or 12 GB\n"
                     "for transformers and images (--min-memory), that current CUDA supports, or any\n"
                     "current software if they are to run models (--support). Speeds are measured or\n"
                     "estimated (--evidence).\n\n"
                     "Examples:\n"
                     "  gpuadvisor recommend --workload cnn --budget 500\n"
                     "  gpuadvisor recommend --model llama-3.3-70b --budget 3000\n"
                     "  gpuadvisor recommend --workload transformer --min-memory 24 --rank-by value\n"
                     "  gpuadvisor recommend --workload llm-inference --min-memory 24\n"
                     "  gpuadvisor recommend --model llama-3-70b --quant q4_k_m --budget 3000\n"
                     "  gpuadvisor recommend --model llama-3-8b --task qlora --batch 4\n"
                     "  gpuadvisor recommend --workload cnn --budget 1500 --count 1-4\n"
                     "  gpuadvisor recommend --workload cnn --budget 800 --include-rent\n"
                     "  gpuadvisor recommend -w rnn -b 1200 --format json | jq '.results[0].name'\n"
                     "  gpuadvisor recommend --workload cnn --budget 500 --as-of 2019-04-03\n",
                     8, recommend, true, true, true, true, true},
                    arguments);
}

}  // namespace gpuadvisor::cli
