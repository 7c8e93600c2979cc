import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSnapshot } from '../../../../src/cluster/snapshot/snapshot.ts';
import type { ClusterView } from '../../../../src/cluster/view.ts';
import type { DaemonSetExplanation } from '../../../../src/explain/daemonset.ts';
import { jsonList } from '../../../snapshot/kubectl-text.ts';
import { largeCluster } from '../../../snapshot/large-cluster.ts';
import { daemonward, temporaryFolder } from '../../cli/terminal.ts';
import { explaining } from '../../explain/scene.ts';
import { files } from '../records.ts';

const EXAMPLE = 'examples/cluster.yaml';

async function pseudonyms(...flags: readonly string[]): Promise<string> {
  const file = join(temporaryFolder(), 'snapshot.json');
  const { code, err } = await daemonward('snapshot', '--pseudonyms', '-o', file, ...flags);
  expect([code, err]).toEqual([0, '']);
  return file;
}

/** What is decided, without a name: states and reasons of each DaemonSet, verdicts of each pod that waits. */
function decided(view: ClusterView): unknown {
  const { daemonSet, pod } = explaining(view);
  const summary = ({ states, reasons, requests, priority, rules }: DaemonSetExplanation) =>
    JSON.stringify({ states, reasons, requests, priority, rules });
  const waiting = Array.from(view.unboundPods(), ({ uid }) => pod(uid))
    .map(({ waiting: where, cell }) =>
      JSON.stringify({
        verdicts: where?.verdicts,
        state: cell?.state,
        daemons: where?.daemons.map(({ nodes }) => nodes),
      }),
    )
    .toSorted();
  const sets = Array.from(view.daemonSets(), ({ name }) => summary(daemonSet(name))).toSorted();
  return { counts: view.counts(), sets, waiting };
}

test('on the example every decision is the same, and no name is left', async () => {
  const before = loadSnapshot([EXAMPLE]).store;

  const file = await pseudonyms('--snapshot', EXAMPLE);

  const after = loadSnapshot([file]).store;
  expect(decided(after)).toEqual(decided(before));
  const text = readFileSync(file, 'utf8');
  const names = [
    ...Array.from(before.nodes(), ({ name }) => name),
    ...Array.from(before.pods(), ({ name }) => name),
    ...Array.from(before.daemonSets(), ({ name }) => name),
    ...Array.from(before.pods(), ({ uid }) => uid),
    'garden',
    'kitchen',
    'library',
  ];
  expect(names.filter((name) => text.includes(`"${name}"`) || text.includes(`${name}-`))).toEqual([]);
  expect(text).toContain('"kube-system"');
  expect(text).toContain('"system-node-critical"');
});

test('on a large and varied cluster every decision is the same', async () => {
  const [given = ''] = files([...jsonList(largeCluster({ nodes: 60, pods: 1_200, seed: 11 }))].join(''));

  const file = await pseudonyms('--snapshot', given);

  expect(decided(loadSnapshot([file]).store)).toEqual(decided(loadSnapshot([given]).store));
});

test('a node whose name is a number has none afterwards, in its label either', async () => {
  const node = { metadata: { name: '1047', labels: { 'kubernetes.io/hostname': '1047' } } };
  const [given = ''] = files(JSON.stringify({ apiVersion: 'v1', kind: 'Node', ...node }));

  const [renamed] = loadSnapshot([await pseudonyms('--snapshot', given)]).store.nodes();

  expect(renamed?.name).toMatch(/^node-/);
  expect(renamed?.labels['kubernetes.io/hostname']).toBe(renamed?.name);
});

test('a project of the platform by its annotation is still one afterwards, and its cluster has no name', async () => {
  const [config = ''] = files(
    [
      'apiVersion: daemonward.dev/v1alpha1',
      'kind: Configuration',
      'tenancy:',
      '  annotations: [field.cattle.io/projectId]',
      '  systemTenants: [{annotation: field.cattle.io/projectId, value: p-system}]',
    ].join('\n'),
  );
  const namespaces = ['p-system', 'p-garden'].map((project) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: `of-${project}`, annotations: { 'field.cattle.io/projectId': `c-acme:${project}` } },
  }));
  const objects = [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }, ...namespaces];
  const [given = ''] = files(objects.map((object) => JSON.stringify(object)).join('\n'));

  const text = readFileSync(await pseudonyms('--snapshot', given, '--config', config), 'utf8');

  expect(text).toMatch(/"cluster-[0-9a-f]+:p-system"/);
  expect(text).not.toMatch(/acme|garden/);
});

test('the same key gives the same names, and without one nobody can tell', async () => {
  const [key = ''] = files('a key of more than sixteen bytes');

  const [one, two, other] = await Promise.all([
    pseudonyms('--example', '--key-file', key),
    pseudonyms('--example', '--key-file', key),
    pseudonyms('--example'),
  ]);

  const [first, second, third] = [one, two, other].map((file) => readFileSync(file, 'utf8'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('the file is for its owner alone, and a failed attempt leaves nothing behind', async () => {
  const file = await pseudonyms('--example');
  const { code, err } = await daemonward('snapshot', '--example', '-o', '/nowhere/at/all.json');

  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect([code, err]).toEqual([
    2,
    'daemonward: snapshot: /nowhere/at/all.json: cannot be written (ENOENT)\n',
  ]);
});

test.each([
  [['--key-file', 'x'], '--key-file needs --pseudonyms'],
  [['--pseudonyms', '--key-file', '/nowhere'], '--key-file /nowhere: cannot be read (ENOENT)'],
])('%j is wrong use', async (flags, message) => {
  const { code, err } = await daemonward('snapshot', '--example', ...flags);

  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('a key that could be tried out is refused', async () => {
  const [key = ''] = files('short');

  const { code, err } = await daemonward('snapshot', '--example', '--pseudonyms', '--key-file', key);

  expect([code, err]).toEqual([2, expect.stringContaining('has 5 bytes, and needs 16 or more')]);
});

test('without pseudonyms it is the same cluster, on standard output too', async () => {
  const { code, out } = await daemonward('snapshot', '--example');

  const again = loadSnapshot(files(out)).store;
  const before = loadSnapshot([EXAMPLE]).store;
  expect(code).toBe(0);
  expect([...again.pods()]).toEqual([...before.pods()]);
  expect(decided(again)).toEqual(decided(before));
});
