/** `daemonward completion` */
import { type Command, EXIT, usageError } from './command.ts';

/** Each asks the program itself what may come next, so that it never says what an older one knew. */
const SCRIPTS = {
  // Bash takes `=` for a word of its own. Its older versions, such as macOS', have neither nosort nor compopt.
  bash: `_daemonward() {
  local line directive word words=() current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$current" = = ]; then current=; fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ "$word" != = ]; then words+=("$word"); fi
  done
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :*) directive="\${line#:}" ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(daemonward __complete "\${words[@]}" "$current" 2>/dev/null)
  if [ "$directive" = 0 ]; then
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
  fi
}
complete -o nosort -F _daemonward daemonward 2>/dev/null || complete -F _daemonward daemonward
`,
  zsh: `#compdef daemonward
_daemonward() {
  local line directive
  local -a found
  while IFS= read -r line; do
    case "$line" in
      :*) directive="\${line#:}" ;;
      *$'\\t'*) found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
      *) found+=("\${line//:/\\\\:}") ;;
    esac
  done < <(daemonward __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if [[ "$directive" = 0 ]]; then _files; else _describe daemonward found; fi
}
compdef _daemonward daemonward
`,
  fish: `function __daemonward_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (daemonward __complete $words[2..-1] 2>/dev/null)
        switch $line
            case ':0'
                __fish_complete_path (commandline -ct)
            case ':*'
            case '*'
                echo $line
        end
    end
end
complete -c daemonward -f -a '(__daemonward_complete)'
`,
} as const;

const SHELLS = Object.keys(SCRIPTS);

export const completion: Command = {
  details:
    'For bash: source <(daemonward completion bash), in ~/.bashrc. For zsh: the same with zsh, in ~/.zshrc behind compinit.\n' +
    'For fish: daemonward completion fish > ~/.config/fish/completions/daemonward.fish. As a plugin of kubectl, put\n' +
    'kubectl_complete-daemonward on the PATH: kubectl asks it.',
  takes: SHELLS.join('|'),
  options: {},
  examples: [
    ['source <(daemonward completion bash)', 'in this shell'],
    ['daemonward completion fish > ~/.config/fish/completions/daemonward.fish', 'in every fish from now on'],
  ],
  async run(args, terminal) {
    const [shell = '', ...others] = args.words;
    const script = Object.entries(SCRIPTS).find(([name]) => name === shell)?.[1];
    if (script === undefined || others.length > 0) {
      throw usageError(
        args,
        `must be followed by one of ${SHELLS.join(', ')}, found "${args.words.join(' ')}"`,
      );
    }
    terminal.out(script);
    return EXIT.fine;
  },
};
