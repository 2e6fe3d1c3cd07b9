#include "vocabulary.hpp"

#include <algorithm>
#include <array>

#include "core/contains.hpp"
#include "core/text.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_workload = "--workload";

/// Of equal texts the first counts whose option the command has.
constexpr auto k_words = std::to_array<TypedWord>({
    // kinds of buyers, of `picks`
    {"kaggle|kaggle competitions", "--persona", "kaggle"},
    {"student|students|learning|learner|college|university|homework", "--persona", "little-money"},
    {"beginner|beginners|starter", "--persona", "serious-beginner"},
    {"researcher|research|phd|lab", "--persona", "researcher"},
    {"startup|company|business|enterprise", "--persona", "organisation"},
    {"llm|llms|local llm|local llms", "--persona", "local-llm"},
    {"images|image generation|stable diffusion", "--persona", "image-generation"},
    // kinds of work
    {"llm|llms|gpt|inference|local llm|local llms|local ai|language model|language models|ollama|lm studio|llama.cpp|"
     "koboldcpp|chat|chatbot|chatbots|assistant|roleplay|agent|agents",
     k_workload, "llm-inference"},
    {"coding|code|programming|copilot|coding assistant", k_workload, "llm-inference",
     "coding: ranked as other language models; --model qwen3-coder-30b-a3b sizes one"},
    {"rag|retrieval", k_workload, "llm-inference",
     "RAG: ranked by the language model that answers; `memory bge-m3` sizes the embedding model beside it"},
    {"embedding|embeddings|vector search|reranking", k_workload, "llm-prompt",
     "embeddings: ranked by how fast a GPU reads text"},
    {"text to speech|tts|voice|voices|voice cloning|speech synthesis", k_workload, "llm-inference",
     "text to speech: such models are small and write tokens as language models do; `memory --gpu \"rtx 3060\" --use "
     "text-to-speech` lists those that fit"},
    {"serving|vllm|sglang", k_workload, "llm-serving"},
    {"finetuning|fine-tuning|fine tuning|finetune|fine-tune|fine tune|lora|qlora|dreambooth", k_workload,
     "llm-finetuning"},
    {"lstm|gru", k_workload, "rnn"},
    {"bert|transformers|nlp", k_workload, "transformer"},
    {"yolo|resnet|vision|computer vision|object detection|image classification|segmentation", k_workload, "cnn"},
    {"deepfake|deepfakes|face swap|faceswap|face swapping|face-swap|deepfacelab|dfl|gan|gans|autoencoder|autoencoders",
     k_workload, "cnn",
     "face swapping and GANs: trained like CNNs, and ranked so; `memory dfl --task train` sizes a model of "
     "DeepFaceLab"},
    {"training|train|deep learning|machine learning|ml|ai|pytorch|tensorflow|neural networks", k_workload, "general"},
    {"images|image generation|diffusion|stable-diffusion|stable diffusion|sd|automatic1111|a1111|ai art", k_workload,
     "image-generation"},
    {"sdxl", k_workload, "image-generation-xl"},
    {"flux", k_workload, "image-generation-flux"},
    {"comfyui|comfy", k_workload, "image-generation-flux", "ComfyUI: ranked by FLUX and video, which it runs most"},
    {"video|video generation|text to video|ai video", k_workload, "image-generation-flux",
     "video: ranked by the speeds of FLUX and of video models"},
    {"speech|speech recognition|speech to text|transcription|transcribe|stt|asr", "--model", "whisper",
     "speech recognition: sized for Whisper"},
    {"gaming|games|game", "", "", "games are not ranked here: speeds are of deep learning, like `recommend llm 700`"},
    {"mining|crypto", "", "", "mining is not ranked here: speeds are of deep learning, like `recommend llm 700`"},
    {"blender|rendering|video editing|davinci resolve", "", "",
     "rendering is not ranked here: speeds are of deep learning, like `recommend llm 700`"},
    // which GPUs
    {"nvidia|geforce|cuda", "--vendor", "NVIDIA"},
    {"amd|radeon|rocm", "--vendor", "AMD"},
    {"intel|arc", "--vendor", "Intel"},
    {"apple|mac|macs|macbook|mac studio|mac mini", "--vendor", "Apple"},
    {"laptop|laptops|notebook|notebooks", "--form", "laptop"},
    {"mini pc|mini-pc|whole machine", "--form", "machine"},
    {"datacenter|data center|data centre", "--deployment", "datacenter"},
    {"blower", "--cooling", "blower"},
    {"used|second hand|second-hand|refurbished", "--condition", "used"},
    {"new", "--condition", "new"},
    {"single slot|one slot", "--max-slots", "1"},
    {"dual slot|two slot|two slots", "--max-slots", "2"},
    {"no power connector|slot powered", "--max-power", "75"},
    {"spot|interruptible", "--terms", "spot"},
    {"on demand|on-demand", "--terms", "on-demand"},
    // how they are ranked
    {"cheap|value|best value|bang for the buck|bang for buck|price performance", "--rank-by", "value"},
    {"low power|efficient|efficiency|power efficient", "--rank-by", "efficiency"},
    // where
    {"usa|us|america", "--region", "US"},
    {"germany|deutschland", "--region", "DE"},
    {"uk|england|britain", "--region", "GB"},
    {"france", "--region", "FR"},
    {"spain", "--region", "ES"},
    {"italy", "--region", "IT"},
    {"poland", "--region", "PL"},
    {"netherlands", "--region", "NL"},
    {"greece", "--region", "GR"},
    {"canada", "--region", "CA"},
    {"australia", "--region", "AU"},
    {"india", "--region", "IN"},
    {"china", "--region", "CN"},
    {"japan", "--region", "JP"},
});

constexpr auto k_values = std::to_array<TypedWord>({
    {"q4|4bit|4-bit|int4|4", "--quant", "q4-k-m"},
    {"q3|3bit|3-bit", "--quant", "q3-k-m"},
    {"q5|5bit|5-bit", "--quant", "q5-k-m"},
    {"q6|6bit|6-bit", "--quant", "q6-k"},
    {"q8|8bit|8-bit|8", "--quant", "q8-0"},
    {"md", "--format", "markdown"},
    {"text|txt|plain", "--format", "table"},
    {"ndjson", "--format", "jsonl"},
    {"all", "--limit", "0"},
    {"chat|coding|code|llm", "--use", "language"},
    {"image|image generation", "--use", "images"},
    {"speech|transcription|stt", "--use", "speech-to-text"},
    {"tts|voice", "--use", "text-to-speech"},
    {"embedding", "--use", "embeddings"},
    {"none|any|unlimited|no limit", "--budget", ""},
    {"europe|eu", "--region", "eu"},
});

/// Say nothing by themselves.
constexpr std::string_view k_fillers =
    "a an the best good great top gpu gpus card cards graphics video-card for with on in at i me my we our need want "
    "have should get got buy buying purchase which what is to and run running of from build rig pc server home "
    "homelab personal own using use please pls help mostly save or only project hobby rent price people each per vs "
    "versus large quiet silent only models";

constexpr std::string_view k_before_money = "under below budget max maximum within about around up";

bool is_one_of(std::string_view texts, char separator, std::string_view text) {
  const auto each = split(texts, separator);
  return contains(each, text);
}

}  // namespace

const TypedWord* typed_word(std::string_view text, const KnowsOption& knows) {
  const std::string wanted = lower_case(text);
  const auto* const at = std::find_if(k_words.begin(), k_words.end(), [&](const TypedWord& word) {
    return (word.option.empty() || knows(word.option)) && is_one_of(word.texts, '|', wanted);
  });
  return at == k_words.end() ? nullptr : at;
}

bool is_filler(std::string_view text) {
  const std::string wanted = lower_case(text);
  return is_one_of(k_fillers, ' ', wanted) || is_one_of(k_before_money, ' ', wanted);
}

bool announces_money(std::string_view text) { return is_one_of(k_before_money, ' ', lower_case(text)); }

std::string_view nearest_typed_word(std::string_view text, const KnowsOption& knows) {
  constexpr std::size_t k_bears_a_slip = 5;  // letters
  if (text.size() < k_bears_a_slip) return {};
  std::vector<std::string_view> all;
  for (const TypedWord& word : k_words) {
    if (!word.option.empty() && !knows(word.option)) continue;
    for (const auto one : split(word.texts, '|')) {
      if (one.size() >= k_bears_a_slip && edit_distance(lower_case(text), one) <= 1) all.push_back(one);
    }
  }
  return all.empty() ? std::string_view() : all.front();
}

const TypedWord* typed_value(std::string_view option, std::string_view text) {
  const std::string wanted = lower_case(text);
  const auto* const at = std::find_if(k_values.begin(), k_values.end(), [&](const TypedWord& word) {
    return word.option == option && is_one_of(word.texts, '|', wanted);
  });
  return at == k_values.end() ? nullptr : at;
}

std::string_view workload_of_word(std::string_view text) {
  const TypedWord* word = typed_word(text, [](std::string_view option) { return option == k_workload; });
  return word == nullptr ? std::string_view() : word->value;
}

}  // namespace gpuadvisor::cli
