/** `daemonward snapshot` */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { KnownNames } from '../cluster/snapshot/pseudonyms/known-names.ts';
import { Pseudonyms } from '../cluster/snapshot/pseudonyms/pseudonyms.ts';
import { withPseudonyms } from '../cluster/snapshot/pseudonyms/record-pseudonyms.ts';
import { type AllRecords, writeSnapshot } from '../cluster/snapshot/slim-format.ts';
import { SnapshotFileError, writeSnapshotFile } from '../cluster/snapshot/snapshot-file.ts';
import type { Configuration } from '../config/schema/schema.ts';
import { errorCode } from '../json/error-message.ts';
import { namePattern } from '../tenancy/pattern.ts';
import { tenancyOf } from '../tenancy/settings.ts';
import { clusterFrom, SNAPSHOT_FLAGS } from './cluster/offline-cluster.ts';
import {
  type Arguments,
  CONFIG_FLAG,
  type Command,
  CommandError,
  EXIT,
  switchFlag,
  usageError,
  valueFlag,
} from './command.ts';
import { configurationFrom } from './flags/configuration.ts';

/** Shorter ones could be tried out. */
const SHORTEST_KEY_BYTES = 16;
const KEY_BYTES = 32;

const STANDARD_OUTPUT = '-';

export const snapshot: Command = {
  details:
    'Reads a live cluster once (the right to list nodes, pods, DaemonSets, namespaces, priority classes, limit ranges and\n' +
    'runtime classes), or another snapshot, and writes only what decisions read: no images, no environment, no secrets.\n' +
    'With --pseudonyms names of nodes, pods, namespaces, DaemonSets, tenants and labels are replaced, so that it can be sent\n' +
    'to somebody who shall see the same decisions. Keys of labels and taints stay. The file is readable by its owner alone.',
  examples: [
    ['daemonward snapshot -o cluster.json', 'what decisions read of the cluster, in a file'],
    ['daemonward snapshot --pseudonyms -o cluster.json', 'the same without names, to be sent to somebody'],
  ],
  options: {
    output: valueFlag('FILE|-', 'where to write (default: standard output)', { short: 'o' }),
    pseudonyms: switchFlag('replace names by pseudonyms, each time by others'),
    'key-file': valueFlag(
      'FILE',
      'with --pseudonyms: a secret of 16 bytes or more, for the same ones each time',
    ),
    config: CONFIG_FLAG,
    ...SNAPSHOT_FLAGS,
  },
  async run(args, terminal) {
    if (args.has('key-file') && !args.has('pseudonyms'))
      throw usageError(args, '--key-file needs --pseudonyms');
    const { configuration } = configurationFrom(args);
    const key = args.has('pseudonyms') ? keyFrom(args) : null;
    const cluster = await clusterFrom(args, terminal, configuration);
    if (cluster === undefined) {
      const message = 'there is no cluster to read: give --kubeconfig, --snapshot or --example';
      throw new CommandError(`daemonward: ${args.command}: ${message}`, EXIT.unreachable);
    }
    const { store } = cluster;
    const names = key && new Pseudonyms(key, knownNames(configuration));
    const records: AllRecords = names === null ? store : withPseudonyms(store, names);
    const output = args.text('output') ?? STANDARD_OUTPUT;
    if (output === STANDARD_OUTPUT) for (const piece of writeSnapshot(records)) terminal.out(piece);
    else writeOr(args, output, records);
    return EXIT.fine;
  },
};

function writeOr(args: Arguments, path: string, records: AllRecords): void {
  if (path === '') throw usageError(args, '--output needs the name of a file');
  try {
    writeSnapshotFile(path, writeSnapshot(records));
  } catch (error) {
    throw error instanceof SnapshotFileError ? usageError(args, error.message) : error;
  }
}

function keyFrom(args: Arguments): Buffer {
  const file = args.text('key-file');
  if (file === undefined) return randomBytes(KEY_BYTES);
  let key: Buffer;
  try {
    key = readFileSync(file);
  } catch (error) {
    throw usageError(args, `--key-file ${file}: cannot be read (${errorCode(error)})`);
  }
  if (key.length >= SHORTEST_KEY_BYTES) return key;
  throw usageError(
    args,
    `--key-file ${file}: has ${key.length} bytes, and needs ${SHORTEST_KEY_BYTES} or more`,
  );
}

/** What the configuration names, it has to find again. */
function knownNames(configuration: Configuration): KnownNames {
  const { headroom, daemons } = configuration;
  const tenancy = tenancyOf(configuration);
  const { systemTenants, systemNamespaces, labels, labelSuffixes, annotations } = tenancy;
  const isOneOf = (patterns: readonly string[]) => {
    const tests = patterns.filter((pattern) => pattern !== '*').map(namePattern);
    return (name: string) => tests.some((matches) => matches(name));
  };
  return {
    namespace: isOneOf([...systemNamespaces, ...headroom.daemonSets.map(({ namespace }) => namespace)]),
    daemonSet: isOneOf(headroom.daemonSets.map(({ name }) => name)),
    priorityClass: (name) => name === daemons.defaultPriorityClass,
    tenant: isOneOf([
      ...systemTenants.map(({ value }) => value),
      ...headroom.daemonSets.flatMap(({ tenant }) => tenant ?? []),
    ]),
    scheduler: isOneOf(daemons.schedulers),
    resource: isOneOf(headroom.resources),
    tenantLabels: labels,
    tenantSuffixes: labelSuffixes,
    tenantAnnotations: annotations,
  };
}
