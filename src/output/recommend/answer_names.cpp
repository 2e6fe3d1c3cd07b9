#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

std::string answer_names(const AnswerView& view) {
  std::string text;
  for (const RankedOffer& row : view.rows()) text += std::string(row.offer.gpu->id) + '\n';
  return text;
}

}  // namespace gpuadvisor
