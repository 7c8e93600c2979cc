/** The flags that say which cluster a command writes to, and the way to it. */
import { ApiError } from '../cluster/api/api-answer.ts';
import { ApiClient } from '../cluster/api/api-client.ts';
import { ClusterAccessError, connectTo } from '../cluster/api/connection.ts';
import { findCredentials } from '../cluster/api/credentials.ts';
import { VERSION } from '../config/identity.ts';
import { MissingKindError, type Target } from '../install/apply.ts';
import { type Change, changeText } from '../install/change.ts';
import { InTheWayError } from '../install/install.ts';
import { NotReadyError } from '../install/rollout.ts';
import {
  type Arguments,
  CommandError,
  EXIT,
  switchFlag,
  type Terminal,
  usageError,
  valueFlag,
} from './command.ts';

export const CLUSTER_FLAGS = {
  kubeconfig: valueFlag('FILE', 'the kubeconfig (default: as kubectl finds it)'),
  context: valueFlag('NAME', 'a context of it (default: its current one)'),
  'dry-run': switchFlag('let the API server check everything and show what would change; changes nothing'),
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
  const report = (change: Change) => terminal.out(changeText(change, dryRun));
  const failed = (message: string, code: CommandError['code']) =>
    new CommandError(`daemonward: ${args.command}: ${message}`, code);
  try {
    await work({ api: await clientOf(args, terminal), dryRun, report });
    return EXIT.fine;
  } catch (error) {
    if (error instanceof ClusterAccessError) throw failed(error.message, EXIT.unreachable);
    const isExpected = [ApiError, InTheWayError, MissingKindError, NotReadyError].some(
      (expected) => error instanceof expected,
    );
    throw isExpected && error instanceof Error ? failed(error.message, EXIT.findings) : error;
  }
}

async function clientOf(args: Arguments, { environment }: Terminal): Promise<ApiClient> {
  const wanted = { kubeconfig: args.text('kubeconfig'), context: args.text('context') };
  const credentials = findCredentials(environment, wanted);
  if (credentials === undefined) throw new ClusterAccessError(NO_CLUSTER);
  const { connection } = await connectTo(credentials, `daemonward/${VERSION}`);
  return new ApiClient(connection);
}

export function patienceFrom(args: Arguments) {
  const text = args.text('timeout') ?? String(TIMEOUT_SECONDS);
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1) {
    throw usageError(args, `--timeout must be a whole number of seconds from 1 on, found "${text}"`);
  }
  return { wait: !args.has('no-wait'), timeoutMs: seconds * 1_000 };
}
