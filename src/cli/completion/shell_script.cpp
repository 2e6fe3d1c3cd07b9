#include "shell_script.hpp"

#include <fmt/format.h>

#include "typed_line.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::string_view k_bash = R"(# bash completion of gpuadvisor

_gpuadvisor() {
  local lines
  mapfile -t lines < <("${1/#\~\//$HOME/}" __complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
  COMPREPLY=("${lines[@]:1}")
  case ${lines[0]-} in
    same-word) compopt -o nospace ;;
    files) compopt -o default ;;
    folders) compopt -o dirnames ;;
  esac
}

complete -F _gpuadvisor gpuadvisor
)";

constexpr std::string_view k_zsh = R"(#compdef gpuadvisor
# zsh completion of gpuadvisor

_gpuadvisor() {
  local -a lines
  lines=("${(@f)$("${(Q)words[1]/#\~\//$HOME/}" __complete zsh "${(j: :)words[1,CURRENT-1]} $IPREFIX$QIPREFIX$PREFIX" 2>/dev/null)}")
  local beside=$lines[1]
  lines=("${(@)lines[2,-1]}")
  if (( $#lines )); then
    local -a suffix
    [[ $beside == same-word ]] && suffix=(-S '')
    _describe -t values gpuadvisor lines "${(@)suffix}"
  elif [[ $beside == (files|folders) ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    [[ $beside == files ]] && _files || _files -/
  else
    return 1
  fi
}

if [[ $funcstack[1] == _gpuadvisor ]]; then
  _gpuadvisor "$@"
else
  compdef _gpuadvisor gpuadvisor
fi
)";

constexpr std::string_view k_fish = R"(# fish completion of gpuadvisor

function __gpuadvisor_complete
    set -l program (string replace -r '^~/' "$HOME/" -- (commandline -opc)[1])
    set -l lines ($program __complete fish (commandline -cp | string collect) 2>/dev/null)
    if set -q lines[2]
        printf '%s\n' $lines[2..]
        return
    end
    set -l option (commandline -ct | string match -r '^--[^=]+=')
    set -l typed (commandline -ct | string replace -r '^--[^=]+=' '' | string replace -r '^["\']' '' | string unescape)
    if test "$lines" = files
        printf "$option%s\n" (__fish_complete_path "$typed")
    else if test "$lines" = folders
        printf "$option%s\n" (__fish_complete_directories "$typed")
    end
end

complete -c gpuadvisor -f -a '(__gpuadvisor_complete)'
)";

/// "word:meaning" of a word without colons.
std::string line_of_zsh(const Candidate& candidate) {
  std::string line;
  for (const char c : candidate.word) {
    if (c == ':' || c == '\\') line += '\\';
    line += c;
  }
  return candidate.meaning.empty() ? line : line + ':' + candidate.meaning;
}

std::string line_of(Shell shell, const Candidate& candidate) {
  if (shell == Shell::zsh) return line_of_zsh(candidate);
  return candidate.meaning.empty() ? candidate.word : candidate.word + '\t' + candidate.meaning;
}

}  // namespace

std::string_view shell_script(Shell shell) {
  switch (shell) {
    case Shell::bash:
      return k_bash;
    case Shell::zsh:
      return k_zsh;
    case Shell::fish:
      break;
  }
  return k_fish;
}

std::string answer_to_script(Shell shell, const Completion& completion, std::string_view line,
                             std::string_view replaced) {
  std::string text = fmt::format("{}\n", enum_name(completion.beside));
  // What bash replaces begins behind "=", ":" or an open quote: the candidates lack what stays before it.
  const auto kept = typed_line(line.substr(0, line.size() - (line.ends_with(replaced) ? replaced.size() : 0)));
  for (const Candidate& candidate : completion.candidates) {
    text += shell == Shell::bash ? quoted(std::string_view(candidate.word).substr(kept.current.size()), kept.quote)
                                 : line_of(shell, candidate);
    text += '\n';
  }
  return text;
}

}  // namespace gpuadvisor::cli
