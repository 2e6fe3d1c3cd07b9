#include "gpuadvisor/models/model_file.hpp"

#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"
#include "support/gguf_bytes.hpp"
#include "support/test_folder.hpp"

namespace gpuadvisor {
namespace {

const std::string k_config = R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
"num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100, "max_position_embeddings": 4096})";

TEST_CASE("A file of a model is told from a name by its ending", "[models]") {
  for (const char* word : {"config.json", "a/b/Model.GGUF", "model.safetensors", "model.safetensors.index.json"}) {
    CHECK(is_model_file(word));
  }
  for (const char* word : {"llama-3-70b", "meta-llama/Llama-3-70B", "gguf", "model.safetensors.bak"}) {
    CHECK_FALSE(is_model_file(word));
  }
}

TEST_CASE("An index of weights takes the shape of the configuration beside it", "[models]") {
  const TestFolder folder;
  folder.write("model.safetensors.index.json",
               R"({"metadata": {"total_size": 1000000}, "weight_map": {"a": "1.safetensors", "b": "2.safetensors"}})");
  const std::string path = folder.path("model.safetensors.index.json");
  const ModelFile alone = read_model_file(path);
  CHECK_FALSE(alone.has_parameters);
  CHECK(alone.stored->bytes == 1'000'000);
  CHECK_FALSE(alone.stored->format);

  folder.write("config.json", k_config);
  const ModelFile both = read_model_file(path);
  CHECK(both.kind == ModelFileKind::safetensors_index);
  CHECK(both.network.layers == 2);
  CHECK(both.stored->types == "2 tensors in 2 files");
  // The bits of a parameter make up the bytes.
  CHECK_THAT(both.stored->format->bits * both.network.parameters.value() * 1e6 / 8,
             Catch::Matchers::WithinRel(1e6, 1e-12));
}

TEST_CASE("A folder is read as a download leaves it", "[models]") {
  const TestFolder folder;
  std::filesystem::create_directories(folder.path("hub/snapshots/abc"));
  folder.write("hub/snapshots/abc/config.json", k_config);
  folder.write("hub/snapshots/abc/model.safetensors.index.json",
               R"({"metadata": {"total_size": 1000000}, "weight_map": {"a": "1.safetensors"}})");
  for (const char* const path : {"hub", "hub/snapshots/abc", "hub/snapshots/abc/config.json"}) {
    CHECK(is_model_file(folder.path(path)));
    const ModelFile file = read_model_file(folder.path(path));
    CHECK(file.kind == ModelFileKind::config);
    CHECK(file.network.layers == 2);
    CHECK(file.stored->bytes == 1'000'000);
  }
  std::filesystem::create_directory(folder.path("none"));
  CHECK_THROWS_WITH(read_model_file(folder.path("none")),
                    folder.path("none") + ": expected a folder with a config.json or a .gguf file, found none");
  folder.write("none/adapter_config.json", "{}");
  CHECK_THROWS_WITH(read_model_file(folder.path("none")), Catch::Matchers::Contains("found an adapter (LoRA)"));
}

TEST_CASE("A named format is kept where it makes the bytes of the files", "[models]") {
  const TestFolder folder;
  // 2 layers of 4 * 64^2 + 3 * 64 * 128 and 2 * 64, embeddings of 2 * 100 * 64 and a norm: 95,040 parameters, of which
  // 82,240 are in 8 bits and 12,800 in 16: 107,840 bytes.
  folder.write("config.json",
               k_config.substr(0, k_config.size() - 1) + R"(, "quantization_config": {"quant_method": "fp8"}})");
  const auto format_with = [&](int bytes) {
    folder.write("model.safetensors.index.json", R"({"metadata": {"total_size": )" + std::to_string(bytes) +
                                                     R"(}, "weight_map": {"a": "1.safetensors"}})");
    return std::string(read_model_file(folder.path("config.json")).stored->format->id);
  };
  CHECK(format_with(107'840) == "fp8");
  CHECK(format_with(160'000) == "as-stored");
}

TEST_CASE("Adapters and shards are called so", "[models]") {
  const TestFolder folder;
  const auto write = [&](const std::string& name, const std::string& tensor) {
    const std::string header = "{\"" + tensor + R"(": {"dtype": "BF16", "shape": [4, 3], "data_offsets": [0, 24]}})";
    folder.write(name, GgufBytes::number(header.size(), 8) + header + std::string(24, '\0'));
    return folder.path(name);
  };
  CHECK_THROWS_WITH(read_model_file(write("adapter_model.safetensors", "q.lora_A.weight")),
                    Catch::Matchers::Contains("found an adapter (LoRA)"));
  CHECK_THROWS_WITH(read_model_file(write("model-00002-of-00004.safetensors", "q")),
                    Catch::Matchers::Contains("found one of 4 files"));
}

TEST_CASE("A safetensors file without a configuration tells its weights alone", "[models]") {
  const TestFolder folder;
  const std::string header = R"({"a": {"dtype": "BF16", "shape": [4, 3], "data_offsets": [0, 24]}})";
  folder.write("model.safetensors", GgufBytes::number(header.size(), 8) + header + std::string(24, '\0'));
  const ModelFile file = read_model_file(folder.path("model.safetensors"));
  CHECK(file.stored->bytes == 24);
  CHECK(file.network.parameters == Millions{12e-6});
  CHECK_FALSE(file.network.layers);
  CHECK(file.stored->format->bits == 16);
}

TEST_CASE("Integers of a safetensors file are no parameters", "[models]") {
  const TestFolder folder;
  const std::string header = R"({"a": {"dtype": "I32", "shape": [2], "data_offsets": [0, 8]}})";
  folder.write("model.safetensors", GgufBytes::number(header.size(), 8) + header + std::string(8, '\0'));
  const ModelFile file = read_model_file(folder.path("model.safetensors"));
  CHECK(file.stored->bytes == 8);
  CHECK_FALSE(file.has_parameters);
}

TEST_CASE("What is no regular file is refused before it is opened", "[models]") {
  const TestFolder folder;
  const std::string pipe = folder.path("pipe.gguf");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(read_model_file(pipe), pipe + ": expected a file, found a pipe, a socket or a device");
  std::filesystem::create_directory(folder.path("folder.json"));
  CHECK_THROWS_WITH(
      read_model_file(folder.path("folder.json")),
      folder.path("folder.json") + ": expected a file, found a folder: name the config.json or the .gguf file in it");
  CHECK_THROWS_WITH(read_model_file(folder.path("none.gguf")),
                    folder.path("none.gguf") + ": cannot be opened: No such file or directory");
}

}  // namespace
}  // namespace gpuadvisor
