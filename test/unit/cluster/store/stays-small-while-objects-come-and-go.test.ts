/** A cluster where thousands of pods and nodes come and go must not make the view grow. */
import { describe, expect, it } from 'vitest';
import { createProjector } from '../../../../src/cluster/projection/projector.ts';
import { RecentCache } from '../../../../src/cluster/projection/sharing.ts';
import { NodeTable } from '../../../../src/cluster/store/node-table.ts';
import { PodTable } from '../../../../src/cluster/store/pod-table.ts';
import { emptyStore, node, pod, project } from '../records.ts';

function owned(owner: object) {
  return {
    metadata: { ownerReferences: [{ kind: 'Job', name: 'job', uid: 'u', controller: true, ...owner }] },
  };
}

function annotated(annotations: object) {
  return { metadata: { annotations } };
}

/** The engine forgets the names of fields only some collections after the objects that had them. */
function heapUsed(): number {
  for (let i = 0; i < 4; i++) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

describe('tables under churn', () => {
  it('are as large as what is there, not as what was', () => {
    const pods: PodTable = new PodTable((before, after) => nodes.recount(before, after));
    const nodes = new NodeTable(pods);
    nodes.put(node('stays', { cpu: '8' }));

    for (let i = 0; i < 5000; i++) {
      nodes.put(node(`n${i}`, { cpu: '8', [`example.com/r${i}`]: '1' }));
      const metadata = {
        ownerReferences: [{ kind: 'ReplicaSet', name: `rs${i}`, uid: `o${i}`, controller: true }],
      };
      pods.put(pod(`p${i}`, '', { metadata }));
      pods.put(pod(`p${i}`, `n${i}`, { metadata }));
      pods.remove(`uid-p${i}`);
      nodes.remove(`n${i}`);
    }

    expect(pods.entries).toBe(0);
    expect(nodes.size).toBe(1);
    expect(nodes.capacity).toBe(64);
    expect([...nodes.columns()].length).toBe(4);
  });

  it('forget a DaemonSet by name and by uid', () => {
    const store = emptyStore();
    const set = (uid: string) =>
      project('daemonSets', { metadata: { namespace: 'kube-system', name: 'net', uid }, spec: {} });
    store.put('daemonSets', set('old'));

    store.put('daemonSets', set('new'));
    const byOldUid = store.daemonSetByUid('old');
    store.remove('daemonSets', '/kube-system/net');

    expect([byOldUid, store.daemonSetByUid('new'), [...store.daemonSets()]]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });
});

describe('shared parts', () => {
  it('are remembered up to two generations', () => {
    const cache = new RecentCache<number>(100);

    for (let i = 0; i < 10_000; i++) cache.set(`k${i}`, i);

    expect(cache.size).toBeLessThanOrEqual(200);
    expect(cache.get('k9999')).toBe(9999);
    expect(cache.get('k1')).toBeUndefined();
  });

  /** A caller of the webhooks may write megabytes where a name belongs, as often as it likes. */
  it.each([
    ['the name of a node', (long: string) => ({ spec: { nodeName: long } })],
    ['where it may go', (long: string) => ({ spec: { nodeSelector: { pool: long } } })],
    [
      'a resource',
      (long: string) => ({ spec: { containers: [{ resources: { requests: { [long]: '1' } } }] } }),
    ],
    ['the name of an owner', (long: string) => owned({ name: long, uid: long.slice(0, 8) })],
    ['the version of an owner', (long: string) => owned({ apiVersion: `${long.slice(0, 20)}/${long}` })],
    [
      'the address of a port',
      (long: string) => ({ spec: { containers: [{ ports: [{ hostPort: 1, hostIP: long }] }] } }),
    ],
    ['the node that it is for', (long: string) => annotated({ 'daemonward.dev/target-node': long })],
  ])('are forgotten when they are long: %s', (_what, partsOf) => {
    const projector = createProjector();
    const before = heapUsed();

    for (let i = 0; i < 30; i++) {
      const { metadata = {}, spec = {} }: { metadata?: object; spec?: object } = partsOf(
        `${i}-`.padEnd(1_000_000, 'x'),
      );
      // As it comes: parsed, so that every text is a string of its own.
      const pod = JSON.stringify({ metadata: { namespace: 'shop', name: 'web', ...metadata }, spec });
      expect(projector.pods(JSON.parse(pod)).ok).toBe(true);
    }

    expect(heapUsed() - before).toBeLessThan(10_000_000);
    // It has to be there still, or all that it remembers would be gone with it.
    expect(projector.pods({ metadata: { namespace: 'shop', name: 'web' } }).ok).toBe(true);
  });

  it('stay while they are used', () => {
    const cache = new RecentCache<number>(100);
    cache.set('used', 1);

    for (let i = 0; i < 10_000; i++) {
      cache.set(`k${i}`, i);
      cache.get('used');
    }

    expect(cache.get('used')).toBe(1);
  });

  it('are one object for pods of one shape', () => {
    const requests = { cpu: '100m', memory: '64Mi' };

    const [a, b] = [pod('a', 'n1', { requests }), pod('b', 'n2', { requests })];

    expect(a.requests).toBe(b.requests);
  });
});
