/** POST /forecast on the ops port: a manifest in, what it will do out, and a clear word for everything else. */
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { written } from '../unit/explain/forecast/forecast-over.ts';
import { DaemonCluster } from '../unit/headroom/cluster-of-daemons.ts';
import { startTestService } from './service.ts';

const NODES = 30;

async function service(cluster = new DaemonCluster().synced()) {
  for (let index = 0; index < NODES; index += 1) cluster.node(`n${index}`, index % 3 === 0 ? '500m' : '4');
  const { opsUrl, metrics } = await startTestService({ view: cluster.store });
  const send = async (
    body: string | Uint8Array<ArrayBuffer>,
    query = '',
    headers: Record<string, string> = {},
  ) => {
    const answer = await fetch(`${opsUrl}/forecast${query}`, { method: 'POST', body, headers });
    return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') };
  };
  return { opsUrl, metrics, send };
}

const MANIFEST = stringify(written());

describe('a manifest', () => {
  test('in YAML or JSON gets the same answer', async () => {
    const { send } = await service();

    const yaml = await send(MANIFEST, '', { 'content-type': 'application/yaml' });
    const json = await send(JSON.stringify(written()), '', { 'content-type': 'application/json' });

    expect([yaml.status, json.status]).toEqual([200, 200]);
    expect(json.text).toBe(yaml.text);
    expect(JSON.parse(yaml.text)).toMatchObject({
      forecasts: [
        { nodes: { all: NODES, eligible: NODES, fits: 20, never: 10 }, findings: [{ code: 'DW402' }] },
      ],
    });
  });

  test('shows those in trouble, or all nodes, or is text', async () => {
    const { send } = await service();
    const shown = async (query: string) =>
      JSON.parse((await send(MANIFEST, query)).text).forecasts[0].byNode.length;

    expect([await shown(''), await shown('?nodes=3'), await shown('?nodes=all')]).toEqual([10, 3, NODES]);
    const text = await send(MANIFEST, '?format=text');
    expect(text.type).toBe('text/plain; charset=utf-8');
    expect(text.text).toContain(
      'belongs on 30 of 30 nodes\n  20  fits\n  10  would not fit on the empty node\n',
    );
  });

  test('of several DaemonSets gets several answers, and what else is in it is passed over', async () => {
    const { send } = await service();
    const other = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } };
    const text = [written({ name: 'a' }), other, written({ name: 'b', namespace: '' })]
      .map((one) => stringify(one))
      .join('---\n');

    const { forecasts } = JSON.parse((await send(text, '?namespace=platform')).text);

    expect(forecasts.map(({ daemonSet }: { daemonSet: object }) => daemonSet)).toEqual([
      { namespace: 'kube-system', name: 'a' },
      { namespace: 'platform', name: 'b' },
    ]);
  });

  test('that is large is read beside the others', async () => {
    const { send } = await service();
    const padding = `# ${'x'.repeat(78)}\n`.repeat(1_000);

    expect((await send(`${padding}${MANIFEST}`)).text).toBe((await send(MANIFEST)).text);
  });
});

describe('what cannot be answered is said', () => {
  const twentyOne = Array.from({ length: 21 }, (_, index) => stringify(written({ name: `a${index}` }))).join(
    '---\n',
  );

  test.each<[status: number, says: string, body: string | Uint8Array<ArrayBuffer>, query?: string]>([
    [400, '"code":"empty-body"', ''],
    [400, 'line 1: not valid YAML', 'kind: DaemonSet\n  x: [\n'],
    [400, 'there is no DaemonSet in the manifest', 'apiVersion: v1\nkind: ConfigMap\n'],
    [400, 'is not a Kubernetes object', 'hello'],
    [400, 'not text in UTF-8', new Uint8Array([0xff, 0xfe, 0x00])],
    [400, 'metadata.name: is missing', 'apiVersion: apps/v1\nkind: DaemonSet\n'],
    [
      400,
      'spec.template.spec.containers[0].resources.requests.cpu: \\"1x\\" is not a quantity',
      stringify(written({ requests: { cpu: '1x' } })),
    ],
    [400, 'apiVersion: must be apps/v1', stringify({ ...written(), apiVersion: 'apps.kruise.io/v1alpha1' })],
    [400, 'nodes: must be all or a whole number', MANIFEST, '?nodes=many'],
    [400, 'namespace: ', MANIFEST, '?namespace=Not_One'],
    [400, 'format: must be text or json', MANIFEST, '?format=xml'],
    [413, 'more than 20 DaemonSets', twentyOne],
    [413, 'over the limit of 2097152 bytes', ' '.repeat(2 * 1024 * 1024 + 1)],
  ])('%s %s', async (status, says, body, query) => {
    const { send } = await service();

    const answer = await send(body, query);

    expect(answer.status).toBe(status);
    expect(answer.text).toContain(says);
  });

  test('another method, and a cluster that is not known yet', async () => {
    const { opsUrl } = await service();
    const unsynced = await service(new DaemonCluster());

    const get = await fetch(`${opsUrl}/forecast`);

    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await unsynced.send(MANIFEST)).toMatchObject({
      status: 503,
      text: expect.stringContaining('cluster-unknown'),
    });
  });
});

test('many at a time are bounded, and the service goes on', async () => {
  const { send, opsUrl } = await service();
  const big = Array.from({ length: 20 }, (_, index) => stringify(written({ name: `a${index}` }))).join(
    '---\n',
  );

  const answers = await Promise.all(Array.from({ length: 12 }, () => send(big)));

  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
  expect(statuses.has(200)).toBe(true);
  expect((await fetch(`${opsUrl}/livez`)).status).toBe(200);
});
