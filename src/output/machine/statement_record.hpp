#pragma once

#include "gpuadvisor/catalog/guide.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// What a guide says, beside figures of a build or a cluster.
struct Statement {
  const GuideRule* rule = nullptr;
};

template <>
Record<Statement> description();

}  // namespace gpuadvisor
