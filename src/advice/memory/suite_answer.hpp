#pragma once

#include <vector>

#include "candidates.hpp"
#include "sizing/memory_suite.hpp"

namespace gpuadvisor {

/// Which models of a suite GPUs train. Views the catalog and the suite.
struct SuiteQuestion {
  const MemorySuite* suite = nullptr;
  MemoryScope scope = MemoryScope::sizes;
  std::vector<const Gpu*> gpus;  // that are named
  Request request;               // what else the GPUs of the catalog must pass
  bool has_display = false;
};

/// A suite on one GPU.
struct GpuSuiteFit {
  Offer offer;  // the cheapest condition
  UsableMemory memory;
  SuiteFit fit;
  std::optional<int> gpus_of_size{};  // in the scope `sizes`: GPUs of this size that the request lets in
};

/// A model of a suite.
struct SuiteModel {
  const SuiteJob* job = nullptr;
  std::string_view missing;  // why the model of memory has no answer; empty: it has one
};

struct SuiteAnswer {
  SuiteQuestion question;
  const Source* source = nullptr;   // of the batches measured; null where the catalog has none
  std::vector<SuiteModel> models;   // in the order of the suite
  std::vector<GpuSuiteFit> fits;    // as named; the cheapest first; in the scope `sizes` the smallest first
  std::vector<const Gpu*> unknown;  // named GPUs whose memory is not known

  /// Whether some GPU trains some model.
  [[nodiscard]] bool trains_any() const;
};

[[nodiscard]] SuiteAnswer suite_answer(const SuiteQuestion& question, const Catalog& catalog);

}  // namespace gpuadvisor
