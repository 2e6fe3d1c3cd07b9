#include <algorithm>
#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_checks.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

/// A decoder whose parameters are counted by hand, in millions: 16 layers of 4 x 1024 x 1024 (attention) and
/// 2 x 1024 x 4096 (two matrices) are 201.33, two embeddings of 32000 x 1024 are 65.54; norms are 0.03.
Members good_network() {
  return {{"id", R"("test-network")"}, {"name", R"("Test Network")"},
          {"kind", R"("decoder")"},    {"released", R"("2024-05")"},
          {"parameters_m", "266.9"},   {"layers", "16"},
          {"hidden", "1024"},          {"heads", "16"},
          {"feed_forward", "4096"},    {"vocabulary", "32000"},
          {"context", "4096"},         {"source", R"("test-source")"}};
}

Strings found_in(const Members& changes) {
  const std::string text =
      R"({"sources": [{"id": "test-source", "title": "T", "publisher": "P", "date": "2026-10", "grade": "vendor"}],)"
      "\n\"models\": [" +
      record_text(changed(good_network(), changes)) + "]}";
  Strings found;
  for (const auto& finding : report_of(text).findings) {
    found.push_back(std::string(finding.rule) + ' ' + finding.place.pointer);
  }
  return found;
}

TEST_CASE("parameters are held against the shape of a network", "[checks]") {
  CHECK(found_in({}) == Strings());
  CHECK(found_in({{"layers", "17"}}) == Strings{"network-parameters /models/0/parameters_m"});
  CHECK(found_in({{"feed_forward", "8192"}}) == Strings{"network-parameters /models/0/parameters_m"});
  CHECK(found_in({{"parameters_m", "2669"}}) == Strings{"network-parameters /models/0/parameters_m"});
  CHECK(found_in({{"tied_embeddings", "true"}}) == Strings{"network-parameters /models/0/parameters_m"});
}

TEST_CASE("the parts of a shape are held against each other", "[checks]") {
  CHECK(found_in({{"window", "4096"}}) == Strings{"network-shape /models/0/window"});
  CHECK(found_in({{"window", "2048"}}) == Strings());
  CHECK(found_in({{"windowed_layers", "16"}, {"window", "2048"}}) ==
        Strings{"network-shape /models/0/windowed_layers"});
  CHECK(found_in({{"heads", "15"}}) == Strings{"network-shape /models/0/heads"});
  CHECK(found_in({{"positions", "409"}}) == Strings{"network-shape /models/0/positions"});
  CHECK(found_in({{"positions", "4098"}, {"parameters_m", "271.1"}}) == Strings());
}

TEST_CASE("widths that are halved again and again are powers of two", "[checks]") {
  const Strings off = {"network-shape /models/0/window"};
  CHECK(found_in({{"windowed_layers", "8"}, {"window", "1024"}}) == Strings());
  CHECK(found_in({{"windowed_layers", "8"}, {"window", "1023"}}) == Strings());  // without the token that looks back
  CHECK(found_in({{"windowed_layers", "8"}, {"window", "1048"}}) == off);
}

TEST_CASE("a decoder has at most as many layers as its encoder", "[checks]") {
  const Members both = {{"kind", R"("encoder-decoder")"}, {"decoder_layers", "16"}, {"parameters_m", "535.3"}};
  const Strings off = {"network-shape /models/0/decoder_layers"};
  const auto found = [&](const Members& changes) {
    const auto all = found_in(changed(both, changes));
    return std::find(all.begin(), all.end(), off.front()) != all.end();
  };
  CHECK_FALSE(found({}));
  CHECK(found({{"decoder_layers", "17"}}));
}

TEST_CASE("layers of an image network are as large as their width makes them", "[checks]") {
  // 266.9 million in 16 layers of a width of 1024 are 15.9 squares of the width each; 40 layers 6.4, 60 layers 4.2.
  const Strings off = {"network-shape /models/0/hidden"};
  const auto found = [&](const Members& changes) {
    const auto all = found_in(changed({{"kind", R"("diffusion")"}}, changes));
    return std::find(all.begin(), all.end(), off.front()) != all.end();
  };
  CHECK_FALSE(found({}));
  CHECK_FALSE(found({{"layers", "40"}}));
  CHECK(found({{"layers", "60"}}));
  CHECK(found({{"hidden", "256"}}));
  // The width is that of the denoiser: 250 of 266.9 million are 14.9 squares a layer, 16.9 are 1.0.
  const auto parts = [](const char* encoder, const char* denoiser) {
    return std::string(R"([{"name": "text encoder", "parameters_m": )") + encoder +
           R"(}, {"name": "denoiser", "parameters_m": )" + denoiser + "}]";
  };
  CHECK_FALSE(found({{"parts", parts("16.9", "250")}}));
  CHECK(found({{"parts", parts("250", "16.9")}}));
}

TEST_CASE("the formats that a network is published in are known", "[checks]") {
  CHECK(found_in({{"published_formats", R"(["fp8", "mxfp4-bf16"])"}}) == Strings());
  CHECK(found_in({{"published_formats", R"(["fp8", "fp9"])"}}) ==
        Strings{"network-format /models/0/published_formats"});
}

TEST_CASE("networks of attention layers are not older than these", "[checks]") {
  CHECK(found_in({{"released", R"("2014-05")"}}) == Strings{"date-order /models/0/released"});
  CHECK(found_in({{"released", R"("2034-05")"}}) == Strings{"date-order /models/0/released"});
}

}  // namespace
}  // namespace gpuadvisor
