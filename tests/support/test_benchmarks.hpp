#pragma once

#include <string_view>

#include "gpuadvisor/catalog/measurement_loader.hpp"

namespace gpuadvisor {

/// A dataset of that id. `id` must outlive it.
inline Dataset test_dataset(std::string_view id, KindOfWork kind) {
  Dataset dataset;
  dataset.id = id;
  dataset.kind_of_work = kind;
  return dataset;
}

/// A CNN throughput of one GPU, published in 2020 by "shop". Texts must outlive it.
inline Measurement test_row(std::string_view dataset, std::string_view gpu, std::string_view model, Precision precision,
                            double value) {
  Measurement row;
  row.dataset = dataset;
  row.gpu = gpu;
  row.gpu_count = 1;
  row.workload = "cnn";
  row.model = model;
  row.precision = precision;
  row.value = value;
  row.published = PartialDate(2020);
  row.source = "shop";
  return row;
}

}  // namespace gpuadvisor
