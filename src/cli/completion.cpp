// The command `completion`: scripts that ask this program what could come next.
#include <memory>

#include "commands.hpp"
#include "output.hpp"

namespace atomesh {
namespace {

constexpr std::string_view bash_script = R"(# bash completion of atomesh. Now: source <(atomesh completion bash)
_atomesh() {
  local line word=${COMP_WORDS[COMP_CWORD]} after_equals=
  local -a lines
  [[ $word == '=' || (COMP_CWORD -gt 0 && ${COMP_WORDS[COMP_CWORD - 1]} == '=') ]] && after_equals=1
  mapfile -t lines < <("${COMP_WORDS[0]/#\~/$HOME}" __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  COMPREPLY=()
  for line in "${lines[@]}"; do
    if [[ $line == ':files' ]]; then
      compopt -o default
      continue
    fi
    line=${line%%$'\t'*}
    [[ $after_equals && $line == --* ]] && line=${line#*=}
    [[ $line == *= ]] && compopt -o nospace
    COMPREPLY+=("$line")
  done
}
complete -F _atomesh atomesh
)";

constexpr std::string_view zsh_script = R"zsh(#compdef atomesh
# zsh completion of atomesh. Now: source <(atomesh completion zsh); or as the file _atomesh in a folder of $fpath.
_atomesh() {
  local line word about
  local -a lines whole begun
  lines=("${(@f)$("${(Q)words[1]/#\~/$HOME}" __complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    if [[ $line == ':files' ]]; then
      _files
      continue
    fi
    word=${line%%$'\t'*}
    about=${line#*$'\t'}
    [[ $line == *$'\t'* ]] || about=
    word=${word//:/\\:}${about:+:$about}
    if [[ ${line%%$'\t'*} == *= ]]; then begun+=("$word"); else whole+=("$word"); fi
  done
  (($#whole)) && _describe -V atomesh whole
  (($#begun)) && _describe -V atomesh begun -S ''
  return 0
}
if [[ $funcstack[1] == _atomesh ]]; then _atomesh "$@"; else compdef _atomesh atomesh; fi
)zsh";

constexpr std::string_view fish_script = R"(# fish completion of atomesh. Now: atomesh completion fish | source
function __atomesh_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] __complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            printf '%s\n' $line
        end
    end
end
complete -c atomesh -f -k -a '(__atomesh_complete)'
)";

}  // namespace

Action declare_completion(OptionSet& set) {
  auto shell = std::make_shared<std::string>();
  set.positional("SHELL", *shell, {"bash", "zsh", "fish"}, "bash, zsh or fish");
  return [shell](const Invocation&) {
    const std::string_view script = *shell == "bash" ? bash_script : *shell == "zsh" ? zsh_script : fish_script;
    return write_output(script) ? 0 : 1;
  };
}

}  // namespace atomesh
