#pragma once

#include <string_view>

namespace gpuadvisor::cli {

/// Tells on a terminal, in one line that is overwritten and goes with this object, what a command is at; nothing where
/// standard error is no terminal.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void tell(std::string_view what) const;

 private:
  bool m_is_seen;
};

}  // namespace gpuadvisor::cli
