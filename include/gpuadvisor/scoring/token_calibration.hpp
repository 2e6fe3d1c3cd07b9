#pragma once

namespace gpuadvisor {

/// The network that indices of writing and reading tokens are for: Llama 2 7B in Q4_0, which more GPUs were measured
/// with than any other.
inline constexpr double k_standard_layers = 32;
inline constexpr double k_standard_gigabytes = 3.75;  // that are read for a token
inline constexpr double k_standard_gflops = 13.5;     // 10^9 operations for a token of a prompt

/// How many times as long as others networks with experts take for a layer, and for what they read or compute.
struct ExpertFactors {
  double overhead = 1;
  double work = 1;

  bool operator==(const ExpertFactors&) const = default;
};

/// The part of a step's time that stays when every layer is split over GPUs: at the median of what was measured, and
/// the ends that hold 80 % of it.
struct FixedPart {
  double middle = 0;
  double least = 0;
  double most = 0;

  bool operator==(const FixedPart&) const = default;
};

/// What of the bandwidth of a host's memory is reached where it holds a part of the weights: the median of what was
/// measured on machines with one processor, and the least and the most of it.
struct HostShare {
  double middle = 1;
  double least = 1;
  double most = 1;

  bool operator==(const HostShare&) const = default;
};

/// What the reference card reaches with the standard network, and how machines and engines differ: fitted to
/// measurements; a test fits them again and compares. Source: docs/inference.md#tokens-per-second.
struct TokenConstants {
  double step_seconds = 0;    // of a step that writes one token
  double prompt_seconds = 0;  // of a token of a prompt
  double step_work = 1;       // the part of step_seconds that grows with the work,
  double prompt_work = 1;     // and of prompt_seconds; of GPUs too, where nothing tells theirs
  ExpertFactors writing_experts = {};
  ExpertFactors reading_experts = {};
  double writing_engines = 0;  // half an interval of ln rate that holds 80 % of engines and machines,
  double reading_engines = 0;  // besides what is unknown of the index
  double roof_share = 1;       // of what memory has the bandwidth for, reached by nine in ten measurements at most
  FixedPart fixed = {};
  HostShare host = {};

  bool operator==(const TokenConstants&) const = default;
};

inline constexpr TokenConstants k_token_constants{.step_seconds = 0.00942,
                                                  .prompt_seconds = 0.000327,
                                                  .step_work = 0.86,
                                                  .prompt_work = 0.96,
                                                  .writing_experts = {1.53, 1.1},
                                                  .reading_experts = {7.75, 1},
                                                  .writing_engines = 0.13,
                                                  .reading_engines = 0.23,
                                                  .roof_share = 0.76,
                                                  .fixed = {0.16, 0.06, 1},
                                                  .host = {0.40, 0.37, 0.72}};

}  // namespace gpuadvisor
