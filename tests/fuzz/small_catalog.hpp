#pragma once

#include <string>

#include "gpuadvisor/catalog/catalog_loader.hpp"

namespace gpuadvisor {

/// A document with one or two records of each kind that others refer to: what an input is laid beside or over.
inline const std::string& small_document() {
  static const std::string k_text = R"({
"sources": [
  {"id": "shop", "title": "A shop", "publisher": "Shop", "date": "2026-01", "grade": "shop"},
  {"id": "maker", "title": "Sheets", "publisher": "Maker", "date": "2019", "grade": "vendor"},
  {"id": "memory", "title": "Recalled", "publisher": "Nobody", "grade": "recalled"}],
"reference": {"gpu": "one", "tensor_tflops": 50, "flops_tflops": 10, "bandwidth_gbs": 600, "half_tflops": 20,
  "source": "maker"},
"default_workload": "general",
"workloads": [
  {"id": "cnn", "title": "CNN", "order": ["tensor", "flops", "bandwidth", "half"], "source": "maker"},
  {"id": "general", "title": "General", "mean_of": ["cnn"], "source": "maker"}],
"memory_floors": [{"workload": "cnn", "from": "2020-02", "memory_gb": 8, "source": "maker"}],
"gpus": [
  {"id": "one", "name": "Card One", "vendor": "nvidia", "architecture": "Turing", "segment": "consumer",
   "form": "pcie-card", "cooling": "blower", "released": "2018-09-20", "memory_gb": 11, "memory_type": "GDDR6",
   "memory_bus_bits": 352, "memory_bandwidth_gbs": 616, "fp32_tflops": 13.45, "fp16_vector_tflops": 26.9,
   "fp16_tensor_tflops": 53.79, "tdp_w": 250, "slots": 2, "compute_capability": "7.5", "aliases": ["First"],
   "source": "maker"},
  {"id": "two", "name": "Card Two 24 GB", "vendor": "amd", "architecture": "RDNA 3", "segment": "consumer",
   "form": "pcie-card", "released": "2022-12", "memory_gb": 24, "memory_bandwidth_gbs": 960, "fp32_tflops": 30,
   "tdp_w": 355, "source": "maker"}],
"prices": [
  {"gpu": "one", "date": "2026-01-15", "condition": "used", "kind": "shop", "price_usd": 280, "region": "US",
   "source": "shop"},
  {"gpu": "two", "date": "2026-01", "condition": "new", "kind": "shop", "price_usd": 900, "region": "US",
   "source": "shop"}],
"models": [
  {"id": "small", "name": "Small 7B", "kind": "decoder", "parameters_m": 7000, "layers": 32, "hidden": 4096,
   "heads": 32, "feed_forward": 11008, "gated_feed_forward": true, "vocabulary": 32000, "context": 4096,
   "source": "maker"},
  {"id": "pictures", "name": "Pictures", "kind": "convolutional", "parameters_m": 25.6, "input": "224x224 RGB",
   "activations_m": 11.1, "forward_gflops": 8.2, "source": "maker"}],
"guides": [{"id": "guide", "title": "A guide, 2023", "author": "A", "date": "2023-01", "source": "maker"}],
"persona_types": [{"id": "buyer", "title": "A buyer", "workload": "cnn", "rank_by": "value",
  "reason": "Buys what gives most for the money."}],
"features": [{"id": "fast", "title": "Fast", "does": "Computes fast.", "fields": ["fp16_tensor_tflops"],
  "source": "maker"}]
})";
  return k_text;
}

inline const Catalog& small_catalog() {
  static const Catalog k_catalog =
      load_catalog(Catalog(), std::vector<CatalogLayer>{{{"small.json", small_document()}}});
  return k_catalog;
}

}  // namespace gpuadvisor
