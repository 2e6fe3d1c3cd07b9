#pragma once

#include <string>
#include <vector>

#include "advice/memory/what_runs.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"
#include "report/sheet.hpp"

namespace gpuadvisor {

/// An answer of `memory` without a network, with everything its renderers need. Views what it is made from.
struct WhatRunsView {
  CatalogStamp catalog;
  const WhatRunsAnswer& answer;
  const std::vector<Warning>& notes;  // on the question, such as misnomers
  Depth depth;
};

/// For people: the largest networks of each use in a table, then what can be trained, in one screen but where it is
/// explained.
[[nodiscard]] Document document_of(const WhatRunsView& view, std::size_t room);

/// The largest network with memory to spare, and without, in a sentence: "RTX 3090 runs models up to ...".
[[nodiscard]] std::string what_they_run(const WhatRunsAnswer& answer);

/// "Trains: QLoRA up to ..., LoRA up to ..., all weights up to ....", each with memory to spare; empty: nothing.
[[nodiscard]] std::string what_they_train(const WhatRunsAnswer& answer);

template <>
Record<WhatRunsView> description();

}  // namespace gpuadvisor
