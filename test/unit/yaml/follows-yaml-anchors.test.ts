/** Anchors, aliases and merge keys in a snapshot mean what they mean to kubectl. */
import { describe, expect, it } from 'vitest';
import { loadSnapshot } from '../../../src/cluster/snapshot/snapshot.ts';
import { files } from '../cluster/records.ts';

describe('a YAML snapshot', () => {
  it('follows anchors from one object to another', () => {
    const yaml = `
apiVersion: v1
items:
- {apiVersion: v1, kind: Node, metadata: {name: n1, labels: &all {zone: a}}}
- {apiVersion: v1, kind: Node, metadata: {name: n2, labels: *all}}
kind: List
`;

    const { store, report } = loadSnapshot(files(yaml));

    expect(store.node('n2')?.labels).toEqual({ zone: 'a' });
    expect(report.warnings).toEqual([]);
  });

  it('follows merge keys: what an object says itself wins, then the first source', () => {
    const yaml = `
apiVersion: v1
items:
- &first
  apiVersion: v1
  kind: Node
  metadata: {name: n1, labels: &one {a: one, b: one, c: one}}
- <<: *first
  metadata:
    name: n2
    labels:
      a: own
      <<: [{b: here, __proto__: kept}, *one]
kind: List
`;

    const { store, report } = loadSnapshot(files(yaml));

    expect(report.counts.nodes).toBe(2);
    expect(Object.entries(store.node('n2')?.labels ?? {}).sort()).toEqual([
      ['__proto__', 'kept'],
      ['a', 'own'],
      ['b', 'here'],
      ['c', 'one'],
    ]);
  });

  it('counts what a merged container asks for', () => {
    const yaml = `
apiVersion: v1
kind: Pod
metadata: {name: p, namespace: shop}
spec:
  containers:
  - &c
    name: a
    resources: {requests: {cpu: 1}}
  - <<: *c
    name: b
`;

    const { store } = loadSnapshot(files(yaml));

    expect([...store.pods()].map(({ requests }) => requests.get('cpu'))).toEqual([2000n]);
  });
});
