#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "checks/engine/check.hpp"

namespace gpuadvisor {

/// Members of a record by key, with their values as JSON.
using Members = std::vector<std::pair<std::string, std::string>>;

/// A workstation card with all figures, which no rule finds anything about. By hand: 2 x 8192 units x 2000 MHz
/// are 32.768 TFLOPS, 256 matrix cores x 256 operations x 2000 MHz 131.072, and 18 Gbit/s x 384 bits / 8 864 GB/s.
inline Members good_card() {
  return {{"id", R"("nvidia-test-card")"},
          {"name", R"("NVIDIA Test Card")"},
          {"vendor", R"("nvidia")"},
          {"architecture", R"("Ada Lovelace")"},
          {"segment", R"("workstation")"},
          {"form", R"("pcie-card")"},
          {"released", R"("2020-01-15")"},
          {"memory_gb", "24"},
          {"memory_type", R"("GDDR6")"},
          {"memory_bus_bits", "384"},
          {"memory_bandwidth_gbs", "864"},
          {"fp32_tflops", "32.768"},
          {"fp16_tensor_tflops", "131.072"},
          {"fp16_tensor_fp16_accumulate_tflops", "131.072"},
          {"bf16_tensor_tflops", "131.072"},
          {"tf32_tensor_tflops", "65.536"},
          {"int8_tops", "262.144"},
          {"fp8_tflops", "262.144"},
          {"tensor_cores", "256"},
          {"shader_units", "8192"},
          {"boost_clock_mhz", "2000"},
          {"tdp_w", "200"},
          {"compute_capability", R"("8.9")"},
          {"source", R"("test-source")"}};
}

/// `record` with other values; an empty value leaves the member out.
inline Members changed(Members record, const Members& changes) {
  for (const auto& change : changes) {
    const auto at =
        std::find_if(record.begin(), record.end(), [&](const auto& member) { return member.first == change.first; });
    if (at == record.end()) {
      record.push_back(change);
    } else {
      at->second = change.second;
    }
  }
  std::erase_if(record, [](const auto& member) { return member.second.empty(); });
  return record;
}

/// A record with a member per line.
inline std::string record_text(const Members& members) {
  std::string text = "{";
  for (const auto& [key, value] : members) {
    text += text == "{" ? "\n\"" : ",\n\"";
    text.append(key).append("\": ").append(value);
  }
  return text + "\n}";
}

/// A document with these GPUs, prices, and the source that they name.
inline std::string check_document(const std::vector<Members>& gpus, const std::vector<Members>& prices = {}) {
  const auto list = [](const std::vector<Members>& records) {
    std::string text;
    for (const auto& record : records) text += (text.empty() ? "" : ",\n") + record_text(record);
    return "[" + text + "]";
  };
  return R"({"sources": [{"id": "test-source", "title": "T", "publisher": "P", "date": "2026-10-10", "grade": "vendor"}],)"
         "\n\"gpus\": " +
         list(gpus) + ",\n\"prices\": " + list(prices) + "}";
}

/// What checking one file laid over the built-in data finds.
inline CheckReport report_of(const std::string& text) {
  CheckInput input;
  input.files = {{"file.json", text}};
  return check(input);
}

/// The same without the rules that compare with products akin: for figures of a card that is unlike all others.
inline CheckReport report_without_peers(const std::string& text) {
  CheckInput input;
  input.files = {{"file.json", text}};
  input.exceptions = {{"unlike-peers", {}, ""}, {"figure-missing", {}, ""}, {"unlike-its-line", {}, ""}};
  return check(input);
}

/// "rule line pointer" of each finding.
inline std::vector<std::string> places_in(const CheckReport& report) {
  std::vector<std::string> texts;
  for (const auto& finding : report.findings) {
    texts.push_back(std::string(finding.rule) + ' ' + std::to_string(finding.place.line) + ' ' + finding.place.pointer);
  }
  return texts;
}

/// The line that a member of the first GPU stands on, counted from its text.
inline int line_of(const std::string& text, const std::string& key) {
  const auto at = text.find("\n\"" + key + "\": ");
  return at == std::string::npos
             ? 0
             : 2 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

}  // namespace gpuadvisor
