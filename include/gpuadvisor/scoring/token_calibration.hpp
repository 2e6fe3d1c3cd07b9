#pragma once

namespace gpuadvisor {

/// The part of a step's time that stays when every layer is split over GPUs: at the median of what was measured, and
/// the ends that hold 80 % of it.
struct FixedPart {
  double middle = 0;
  double least = 0;
  double most = 0;
};

/// What of the bandwidth of a host's memory is reached where it holds a part of the weights: the median of what was
/// measured on machines with one processor, and the least and the most of it.
struct HostShare {
  double middle = 1;
  double least = 1;
  double most = 1;
};

/// What the reference card reaches when it writes and reads tokens, and how engines differ from that: fitted to
/// measurements; a test fits them again and compares. Source: docs/inference.md#tokens-per-second.
struct TokenConstants {
  double step_seconds = 0;     // of a step that writes tokens, whatever it reads
  double bandwidth = 0;        // GB/s while it reads weights
  double prompt_seconds = 0;   // of a token of a prompt, whatever it computes
  double gflops = 0;           // 10^9 operations per second while it reads a prompt
  double writing_engines = 0;  // half an interval of ln rate that holds 80 % of engines and machines,
  double reading_engines = 0;  // besides what is unknown of the index
  double roof_share = 1;       // of what memory has the bandwidth for, reached by nine in ten measurements at most
  FixedPart fixed;
  HostShare host = {};
};

inline constexpr TokenConstants k_token_constants{.step_seconds = 0.0025,
                                                  .bandwidth = 508,
                                                  .prompt_seconds = 0.00004,
                                                  .gflops = 34'000,
                                                  .writing_engines = 0.41,
                                                  .reading_engines = 0.41,
                                                  .roof_share = 0.73,
                                                  .fixed = {0.16, 0.06, 1},
                                                  .host = {0.40, 0.37, 0.72}};

}  // namespace gpuadvisor
