// What a page in a browser does not have: files, the tools of the machine, and commands that write for other programs.
// Who asks for one of these commands is told so.

#include <cerrno>

#include "cli/command.hpp"
#include "cli/detect/local_gpus.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {
namespace {

[[noreturn]] Outcome refuse(const char* what) {
  throw Error(std::string("gpuadvisor: ") + what + " is not part of the page; it works in a terminal");
}

}  // namespace

Outcome run_detect(Arguments) { refuse("`detect`"); }
Outcome run_offers(Arguments) { refuse("`offers`"); }
Outcome run_check(Arguments) { refuse("`check`"); }
Outcome run_catalog(Arguments) { refuse("`catalog`"); }
Outcome run_schema(Arguments) { refuse("`schema`"); }
Outcome run_completion(Arguments) { refuse("`completion`"); }
Outcome run_complete(Arguments) { refuse("`completion`"); }
Outcome run_man(Arguments) { refuse("`man`"); }

LocalGpus gpus_of_capture(const std::string&) { refuse("what a machine tells of its GPUs"); }
LocalGpus local_gpus() { return {}; }

}  // namespace gpuadvisor::cli

/// How the C library opens a file. Its own stand-in says "Operation not permitted".
extern "C" long __syscall_open(const char*, long, ...) { return -ENOENT; }
