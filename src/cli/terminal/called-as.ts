/** How the program was called: by its own name, as a plugin of kubectl, or by kubectl to complete a line. */

export interface Called {
  /** What people type, for the help and for messages. */
  readonly program: string;
  readonly argv: readonly string[];
}

const PLUGIN = /^kubectl-daemonward(?:\.\w+)?$/;
const COMPLETES = /^kubectl_complete-daemonward(?:\.\w+)?$/;

/** Asked for by scripts of shells and by kubectl, and not in any list. */
export const COMPLETE = '__complete';

/** kubectl's own, which people write before the command as well. */
const LEADING = /^(?:--(?:context|namespace|kubeconfig)(=.*)?|-n(.+)?)$/s;

export function calledAs(file: string, argv: readonly string[]): Called {
  const name = file.split(/[\\/]/).at(-1) ?? '';
  if (COMPLETES.test(name)) return { program: 'kubectl daemonward', argv: [COMPLETE, ...argv] };
  return { program: PLUGIN.test(name) ? 'kubectl daemonward' : 'daemonward', argv: commandFirst(argv) };
}

/** `--context prod doctor` is `doctor --context prod`. */
function commandFirst(argv: readonly string[]): readonly string[] {
  const at = commandIn(argv);
  const [command, ...rest] = argv.slice(at);
  return command === undefined ? argv : [command, ...argv.slice(0, at), ...rest];
}

/** Where the command stands, or would: behind the flags that people write before it. */
export function commandIn(argv: readonly string[]): number {
  let at = 0;
  for (let match = LEADING.exec(argv[at] ?? ''); match !== null; match = LEADING.exec(argv[at] ?? '')) {
    at += match[1] === undefined && match[2] === undefined ? 2 : 1;
  }
  return at;
}
