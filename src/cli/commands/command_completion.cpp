#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/completion/completion.hpp"
#include "cli/completion/shell_script.hpp"
#include "cli/completion/typed_line.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/program.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor::cli {

Outcome run_completion(Arguments arguments) {
  std::vector<Shell> shells;
  OptionParser parser("completion",
                      "Print what bash, zsh or fish needs to complete commands, options, GPUs, models\n"
                      "and other values. The Debian package includes it; otherwise put it where new\n"
                      "shells look for it, as the examples do.\n\n"
                      "Examples:\n"
                      "  gpuadvisor completion bash > ~/.local/share/bash-completion/completions/gpuadvisor\n"
                      "  gpuadvisor completion zsh > ~/.zfunc/_gpuadvisor\n"
                      "  gpuadvisor completion fish > ~/.config/fish/completions/gpuadvisor.fish\n\n"
                      "bash looks there if the package bash-completion is installed; without it, put\n"
                      "into ~/.bashrc:\n"
                      "  source <(gpuadvisor completion bash)\n"
                      "zsh looks there with this in ~/.zshrc, before compinit is called elsewhere:\n"
                      "  fpath=(~/.zfunc $fpath); autoload -U compinit; compinit\n");
  parser.add_each("SHELL", shells, "", "bash, zsh or fish", named<Shell>);
  parser.parse(arguments);
  if (shells.size() != 1) throw UsageError("SHELL: expected one of bash, zsh, fish");
  return {std::string(shell_script(shells.front())), "", k_answered};
}

Outcome run_complete(Arguments arguments) {
  constexpr std::size_t k_with_replaced = 3;
  if (arguments.size() < 2) throw UsageError("expected a shell and the line that is typed");
  const auto shell = named<Shell>("SHELL", arguments[0]);
  const std::string_view line = arguments[1];
  const std::string_view replaced = arguments.size() < k_with_replaced ? "" : arguments[2];
  TypedLine typed = typed_line(line);
  if (!typed.words.empty()) typed.words.erase(typed.words.begin());  // the program's own name
  const bool is_text = !has_control_character(typed.current);        // candidates repeat it, a line each
  const Completion found = is_text ? completion(commands(), typed.words, typed.current) : Completion();
  return {answer_to_script(shell, found, line, replaced), "", k_answered};
}

}  // namespace gpuadvisor::cli
