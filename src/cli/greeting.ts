/** What `serve` prints for a person: where it listens, and lines to paste. */
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import type { Listening } from '../server/listen.ts';

const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

export interface GreetingParts {
  readonly service: Listening;
  readonly ops: Listening;
  readonly caFile: string | null;
  readonly review: string;
  readonly cluster: string;
  readonly nodes: readonly string[];
}

export function greeting({ service, ops, caFile, review, cluster, nodes }: GreetingParts): string {
  const serviceUrl = `https://${reachable(service, 'localhost')}`;
  const opsUrl = `http://${reachable(ops, '127.0.0.1')}`;
  const trust = caFile === null ? '' : ` --cacert ${quoted(resolve(caFile))}`;
  const post = `curl -sS${trust} -H 'content-type: application/json'`;
  const args = JSON.stringify({
    Pod: { metadata: { name: 'web-1', namespace: 'default' } },
    NodeNames: nodes,
  });
  return [
    `Daemonward serves ${serviceUrl} (admission, scheduler) and ${opsUrl} (ops), on ${cluster}.`,
    'Try, from another terminal:',
    '',
    `  curl -sS ${opsUrl}/readyz`,
    `  curl -sS ${opsUrl}/state`,
    `  ${post} --data-binary @${quoted(review)} ${serviceUrl}/validate/daemonsets`,
    `  ${post} -d ${quoted(args)} ${serviceUrl}/scheduler/filter`,
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}

function reachable({ address, port }: Listening, local: string): string {
  const host = WILDCARDS.has(address) ? local : address;
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** For a POSIX shell: nothing needs quoting in most paths, and everything is safe in single quotes. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
