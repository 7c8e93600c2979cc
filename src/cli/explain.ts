/** `daemonward explain` */
import { readFileSync } from 'node:fs';
import { LOOPBACK } from '../config/ops-address.ts';
import type { Configuration } from '../config/schema/schema.ts';
import { ENTRIES_SHOWN, MOST_ENTRIES_SHOWN } from '../explain/scene.ts';
import {
  explain as explainSubject,
  explanationText,
  SUBJECT_KINDS,
  type Subject,
} from '../explain/subject.ts';
import { errorCode } from '../json/error-message.ts';
import { clusterFrom, SNAPSHOT_FLAGS } from './cluster/offline-cluster.ts';
import { offlineScene } from './cluster/offline-scene.ts';
import { askOpsPort, isDaemonward, type OpsPort } from './cluster/ops-port.ts';
import {
  type Arguments,
  CONFIG_FLAG,
  type Command,
  CommandError,
  EXIT,
  oneOf,
  outputFlag,
  switchFlag,
  type Terminal,
  usageError,
  valueFlag,
} from './command.ts';
import { configurationFrom } from './flags/configuration.ts';
import { DEFAULT_NAMESPACE } from './flags/namespace-flag.ts';
import { shownText } from './terminal/screen.ts';

const OUTPUTS = ['text', 'json'] as const;

const PATHS = { daemonset: 'daemonsets', pod: 'pods' } as const;

/** Any of these says which cluster is meant. */
const CLUSTER_FLAGS = ['snapshot', 'example', 'kubeconfig', 'context'];

/** Undefined where neither the name nor a flag says the namespace: then the cluster that is asked does. */
type AskedSubject = Omit<Subject, 'namespace'> & { readonly namespace: string | undefined };

export const explain: Command = {
  details:
    'NAME may be namespace/name. Asks, in this order: the service of --url; the snapshot or cluster that the flags name; a\n' +
    'Daemonward that answers on this machine (127.0.0.1, ops.port); the cluster of your kubeconfig. A running service also\n' +
    'knows since when room is held, who is on the way, and what it has decided; over a snapshot or a cluster that is read\n' +
    'once, the same rules are asked without.\n' +
    'Ends with 0 when it is explained, 1 when there is no such object or the service refuses, 3 when nobody is reached.',
  takes: 'daemonset|pod|node NAME',
  examples: [
    ['daemonward explain daemonset kube-system/log-shipper', 'where it runs, where it waits, and why'],
    [
      'daemonward explain node general-2 --example',
      'what a node of the example cluster keeps for its daemons',
    ],
  ],
  options: {
    namespace: valueFlag('NS', 'where NAME is (default: that of the context, or default)', { short: 'n' }),
    partition: valueFlag('NAME', 'the tenant partition that it is in, where several have one of that name'),
    node: valueFlag('NODE', 'of a DaemonSet: on this node alone'),
    all: switchFlag('show every node, and not only the first that need a look'),
    output: outputFlag(OUTPUTS),
    url: valueFlag('URL', 'the ops port of a service that runs, such as http://127.0.0.1:8080'),
    'token-file': valueFlag('FILE', 'the bearer token for it (ops.access: token)'),
    config: CONFIG_FLAG,
    ...SNAPSHOT_FLAGS,
  },
  async run(args, terminal) {
    const subject = subjectFrom(args);
    const output = oneOf(args, 'output', OUTPUTS);
    const print = (text: string) => terminal.out(output === 'text' ? shownText(text, terminal) : text);
    const { configuration } = configurationFrom(args);
    const port = await opsPortFrom(args, configuration);
    if (port !== undefined) {
      if (!args.has('url')) terminal.err(`asking the Daemonward at ${port.url}\n`);
      print(await askOpsPort(port, pathOf(subject, output), args.command));
      return EXIT.fine;
    }
    print(await explainHere(subject, output, configuration, args, terminal));
    return EXIT.fine;
  },
};

async function explainHere(
  subject: AskedSubject,
  output: (typeof OUTPUTS)[number],
  configuration: Configuration,
  args: Arguments,
  terminal: Terminal,
): Promise<string> {
  const failed = (message: string, code: CommandError['code']) =>
    new CommandError(`daemonward: ${args.command}: ${message}`, code);
  const cluster = await clusterFrom(args, terminal, configuration);
  if (cluster === undefined) {
    const how = 'give --snapshot, --example, --kubeconfig or --url, or start a service on this machine';
    throw failed(`there is nobody to ask, and no cluster: ${how}`, EXIT.unreachable);
  }
  const meant = { ...subject, namespace: subject.namespace ?? cluster.namespace ?? DEFAULT_NAMESPACE };
  const found = explainSubject(meant, offlineScene(cluster.store, configuration, Date.now()));
  if (!found.ok) throw failed(found.message, EXIT.findings);
  return output === 'text' ? explanationText(found.value) : `${JSON.stringify(found.value, null, 2)}\n`;
}

function subjectFrom(args: Arguments): AskedSubject {
  const [word, name = '', ...more] = args.words;
  const kind = SUBJECT_KINDS.find((each) => each === word);
  if (kind === undefined || name === '' || name.endsWith('/') || more.length > 0) {
    throw usageError(args, 'say what to explain: daemonset NAME, pod NAME or node NAME (see --help)');
  }
  const shown = args.has('all') ? MOST_ENTRIES_SHOWN : ENTRIES_SHOWN;
  const node = args.text('node');
  const partition = args.text('partition');
  if (partition !== undefined && kind === 'node') {
    throw usageError(args, '--partition is for a DaemonSet or a pod: nodes have one name in all of them');
  }
  if (node !== undefined && kind !== 'daemonset') throw usageError(args, '--node is for a DaemonSet');
  if (kind === 'node') return { kind, namespace: '', name, shown: MOST_ENTRIES_SHOWN };
  const slash = name.indexOf('/');
  if (slash === 0 || slash !== name.lastIndexOf('/')) {
    throw usageError(args, `must be NAME or NAMESPACE/NAME, found "${name}"`);
  }
  const given = args.text('namespace');
  if (slash < 0) return { kind, namespace: given, name, node, partition, shown };
  const namespace = name.slice(0, slash);
  if (given !== undefined && given !== namespace) {
    throw usageError(args, `"${name}" is in the namespace ${namespace}, and --namespace is ${given}`);
  }
  return { kind, namespace, name: name.slice(slash + 1), node, partition, shown };
}

async function opsPortFrom(args: Arguments, { ops }: Configuration): Promise<OpsPort | undefined> {
  const token = tokenFrom(args);
  const url = args.text('url');
  const named = CLUSTER_FLAGS.find((flag) => args.has(flag));
  if (url !== undefined) {
    if (named !== undefined) throw usageError(args, `give --url or --${named}, not both`);
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
      throw usageError(args, `--url "${url}" is not a URL such as http://127.0.0.1:8080`);
    }
    return { url, token };
  }
  if (named !== undefined) return undefined;
  const local = `http://${LOOPBACK}:${ops.port}`;
  return (await isDaemonward(local)) ? { url: local, token } : undefined;
}

function tokenFrom(args: Arguments): string | undefined {
  const file = args.text('token-file');
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw usageError(args, `--token-file ${file}: cannot be read (${errorCode(error)})`);
  }
}

function pathOf(
  { kind, namespace = DEFAULT_NAMESPACE, name, node, partition, shown }: AskedSubject,
  output: string,
): string {
  const query = new URLSearchParams({
    format: output,
    ...(node !== undefined && { node }),
    ...(partition !== undefined && { partition }),
    ...(kind !== 'node' && { nodes: String(shown) }),
  });
  const encoded = [...(kind === 'node' ? ['nodes'] : [PATHS[kind], namespace]), name].map(encodeURIComponent);
  return `/explain/${encoded.join('/')}?${query}`;
}
