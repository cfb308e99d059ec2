/** The completion script for the shell that `SHELL` names; that of bash when it names none of them. */
export function completionScript({ SHELL = '', ZSH_NAME = '' }: NodeJS.ProcessEnv): string {
  if (SHELL.includes('zsh') || ZSH_NAME.includes('zsh')) return zsh
  return SHELL.includes('fish') ? fish : bash
}

// The scripts are those of yargs 18 (MIT licence; 2010 James Halliday, 2014 contributors), filled in.

const bash = `###-begin-apitest-completions-###
#
# yargs command completion script
#
# Installation: apitest completion >> ~/.bashrc
#    or apitest completion >> ~/.bash_profile on OSX.
#
_apitest_yargs_completions()
{
    local cur_word args type_list

    cur_word="\${COMP_WORDS[COMP_CWORD]}"
    args=("\${COMP_WORDS[@]}")

    # ask yargs to generate completions.
    # see https://stackoverflow.com/a/40944195/7080036 for the spaces-handling awk
    mapfile -t type_list < <(apitest --get-yargs-completions "\${args[@]}")
    mapfile -t COMPREPLY < <(compgen -W "$( printf '%q ' "\${type_list[@]}" )" -- "\${cur_word}" |
        awk '/ / { print "\\""$0"\\"" } /^[^ ]+$/ { print $0 }')

    # if no match was found, fall back to filename completion
    if [ \${#COMPREPLY[@]} -eq 0 ]; then
      COMPREPLY=()
    fi

    return 0
}
complete -o bashdefault -o default -F _apitest_yargs_completions apitest
###-end-apitest-completions-###
`

const zsh = `#compdef apitest
###-begin-apitest-completions-###
#
# yargs command completion script
#
# Installation: apitest completion >> ~/.zshrc
#    or apitest completion >> ~/.zprofile on OSX.
#
_apitest_yargs_completions()
{
  local reply
  local si=$IFS
  IFS=$'\n' reply=($(COMP_CWORD="$((CURRENT-1))" COMP_LINE="$BUFFER" COMP_POINT="$CURSOR" apitest --get-yargs-completions "\${words[@]}"))
  IFS=$si
  if [[ \${#reply} -gt 0 ]]; then
    _describe 'values' reply
  else
    _default
  fi
}
if [[ "\${zsh_eval_context[-1]}" == "loadautofunc" ]]; then
  _apitest_yargs_completions "$@"
else
  compdef _apitest_yargs_completions apitest
fi
###-end-apitest-completions-###
`

const fish = `###-begin-apitest-completions-###
#
# yargs command completion script
#
# Installation: apitest completion > ~/.config/fish/completions/apitest.fish
#
complete -f -c apitest -a '(apitest --get-yargs-completions (commandline -o)[2..-1])'
###-end-apitest-completions-###
`
