#pragma once

#include <string>

namespace gpuadvisor {

/// The configuration of Llama 3 8B, as far as sizing reads it.
inline const std::string k_llama = R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
  "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256,
  "max_position_embeddings": 8192, "tie_word_embeddings": false, "torch_dtype": "bfloat16"})";

}  // namespace gpuadvisor
