/** What `serve` prints for a person: where it listens, and lines to paste. */
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasPods } from '../../cluster/partitions.ts';
import { EVERY_ADDRESS, EVERY_IPV4_ADDRESS } from '../../config/ops-address.ts';
import { partitionPath } from '../../config/partition-path.ts';
import type { Listening } from '../../server/http/listen.ts';
import type { Serving } from '../../server/run.ts';

const EXAMPLE_REVIEW = fileURLToPath(new URL('../../../examples/daemonset-review.json', import.meta.url));

/** As many node names as make a line that one can still read. */
const NODES_SHOWN = 3;

const WILDCARDS: ReadonlySet<string> = new Set([EVERY_ADDRESS, EVERY_IPV4_ADDRESS]);

export function greeting({ service, ops, caFile, client, cluster, view, openDoors }: Serving): string {
  const serviceUrl = `https://${reachable(service, 'localhost')}`;
  const opsUrl = `http://${reachable(ops, '127.0.0.1')}`;
  const trust = caFile === null ? '' : ` --cacert ${quoted(resolve(caFile))}`;
  const known = client && ` --cert ${quoted(resolve(client.cert))} --key ${quoted(resolve(client.key))}`;
  const post = `curl -sS${trust} -H 'content-type: application/json'`;
  const args = JSON.stringify(callFor([...view.nodes()].map(({ name }) => name)));
  const partition = view.partitions.find(hasPods)?.name ?? '';
  const pathOf = (path: string) => `${serviceUrl}${partitionPath(partition, path)}`;
  const tries = {
    admission: `${post} --data-binary @${quoted(EXAMPLE_REVIEW)} ${pathOf('/validate/daemonsets')}`,
    scheduler: `${post}${known ?? ''} -d ${quoted(args)} ${pathOf('/scheduler/filter')}`,
  };
  return [
    `Daemonward serves ${serviceUrl} (${openDoors.join(', ')}) and ${opsUrl} (ops), on ${cluster}.`,
    `Open ${opsUrl}/ in a browser: the cluster as a picture.`,
    'Or try, from another terminal:',
    '',
    `  curl -sS ${opsUrl}/readyz`,
    `  curl -sS ${opsUrl}/state`,
    ...openDoors.map((group) => `  ${tries[group]}`),
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}

/** On the example a tenant's pod that asks for something, and two nodes: one of them keeps its room for a daemon. */
const EXAMPLE_CALL = {
  Pod: {
    metadata: { name: 'web-1', namespace: 'garden-prod' },
    spec: { containers: [{ resources: { requests: { cpu: '100m' } } }] },
  },
  NodeNames: ['general-1', 'general-2'],
};

function callFor(nodes: readonly string[]) {
  if (EXAMPLE_CALL.NodeNames.every((name) => nodes.includes(name))) return EXAMPLE_CALL;
  return {
    Pod: { metadata: { name: 'web-1', namespace: 'default' } },
    NodeNames: nodes.slice(0, NODES_SHOWN),
  };
}

function reachable({ address, port }: Listening, local: string): string {
  const host = WILDCARDS.has(address) ? local : address;
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** For a POSIX shell: nothing needs quoting in most paths, and everything is safe in single quotes. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
