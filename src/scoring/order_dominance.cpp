#include "order_dominance.hpp"

#include <algorithm>
#include <cstddef>

namespace gpuadvisor {

std::vector<double> running_means(std::span<const double> log_ratios) {
  std::vector<double> means;
  means.reserve(log_ratios.size());
  double sum = 0;
  for (const double value : log_ratios) {
    sum += value;
    means.push_back(sum / static_cast<double>(means.size() + 1));
  }
  return means;
}

bool order_dominates(std::span<const double> a, std::span<const double> b) {
  std::vector<double> leads(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) leads[i] = a[i] - b[i];
  leads = running_means(leads);
  return std::all_of(leads.begin(), leads.end(), [](double lead) { return lead >= -k_no_lead; }) &&
         std::any_of(leads.begin(), leads.end(), [](double lead) { return lead > k_no_lead; });
}

}  // namespace gpuadvisor
