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

TEST_CASE("A safetensors file tells its weights alone", "[models]") {
  const TestFolder folder;
  folder.write("config.json", k_config);  // is not read
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
