/** The flags that say which cluster a command writes to, and the way to it. */
import { ApiError } from '../../cluster/api/api-answer.ts';
import { ApiClient } from '../../cluster/api/api-client.ts';
import { ClusterAccessError, type Connected, connectTo } from '../../cluster/api/connection.ts';
import { findCredentials } from '../../cluster/api/credentials.ts';
import { VERSION } from '../../config/identity.ts';
import { MissingKindError, type Target } from '../../install/apply.ts';
import { type Change, changeText } from '../../install/change.ts';
import { InTheWayError } from '../../install/install.ts';
import { NotReadyError } from '../../install/rollout.ts';
import {
  type Arguments,
  CommandError,
  EXIT,
  oneOf,
  outputFlag,
  switchFlag,
  type Terminal,
  usageError,
  valueFlag,
} from '../command.ts';
import { progressOn, whileWaiting } from '../terminal/progress.ts';

const OUTPUTS = ['text', 'json'] as const;

export const ACCESS_FLAGS = {
  kubeconfig: valueFlag('FILE', 'the kubeconfig (default: as kubectl finds it)'),
  context: valueFlag('NAME', 'a context of it (default: its current one)'),
} as const;

export const CLUSTER_FLAGS = {
  ...ACCESS_FLAGS,
  'dry-run': switchFlag('let the API server check everything and show what would change; changes nothing'),
  output: outputFlag(OUTPUTS),
} as const;

export const WAIT_FLAGS = {
  'no-wait': switchFlag('do not wait for anything'),
  timeout: valueFlag('SECONDS', 'how long to wait for each thing (default: 300)'),
} as const;

/** Images are pulled meanwhile. */
const TIMEOUT_SECONDS = 300;

const NO_CLUSTER =
  'there is no cluster: $KUBECONFIG names none, there is no ~/.kube/config, and this is no pod; give --kubeconfig';

/** A failure becomes one line and an exit code: 3 when nobody answers, 1 when what was asked for could not be done. */
export async function onCluster(
  args: Arguments,
  terminal: Terminal,
  work: (target: Target) => Promise<void>,
): Promise<typeof EXIT.fine> {
  const dryRun = args.has('dry-run');
  const isJson = oneOf(args, 'output', OUTPUTS) === 'json';
  const progress = progressOn(terminal);
  const changes: Change[] = [];
  const report = (change: Change) => {
    progress.clear();
    if (isJson) changes.push(change);
    else terminal.out(changeText(change, dryRun));
  };
  const failed = (message: string, code: CommandError['code']) =>
    new CommandError(`daemonward: ${args.command}: ${message}`, code);
  try {
    const done = connectionFrom(args, terminal).then((connection) =>
      work({ api: new ApiClient(connection), dryRun, report }),
    );
    await whileWaiting(progress, `daemonward: ${args.command}: waiting for the cluster`, done);
    return EXIT.fine;
  } catch (error) {
    if (error instanceof ClusterAccessError) throw failed(error.message, EXIT.unreachable);
    const isExpected = [ApiError, InTheWayError, MissingKindError, NotReadyError].some(
      (expected) => error instanceof expected,
    );
    throw isExpected && error instanceof Error ? failed(error.message, EXIT.findings) : error;
  } finally {
    // Also what was done before something failed.
    if (isJson) terminal.out(`${JSON.stringify({ dryRun, changes }, null, 2)}\n`);
  }
}

/** Throws a ClusterAccessError when there is no cluster. */
export async function connectionFrom(
  args: Arguments,
  terminal: Pick<Terminal, 'environment'>,
): Promise<Connected['connection']> {
  const connected = await connectionIfAny(args, terminal);
  if (connected === undefined) throw new ClusterAccessError(NO_CLUSTER);
  return connected.connection;
}

/** Undefined when neither the flags nor the surroundings name a cluster. */
export async function connectionIfAny(
  args: Arguments,
  { environment }: Pick<Terminal, 'environment'>,
): Promise<Connected | undefined> {
  const wanted = { kubeconfig: args.text('kubeconfig'), context: args.text('context') };
  const credentials = findCredentials(environment, wanted);
  return credentials && connectTo(credentials, `daemonward/${VERSION}`);
}

export function patienceFrom(args: Arguments) {
  const text = args.text('timeout') ?? String(TIMEOUT_SECONDS);
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1) {
    throw usageError(args, `--timeout must be a whole number of seconds from 1 on, found "${text}"`);
  }
  return { wait: !args.has('no-wait'), timeoutMs: seconds * 1_000 };
}
