/** Daemonward's own format holds all of a view in a fraction of the size. */
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { OBJECT_KINDS } from '../../../../src/cluster/records.ts';
import { writeSnapshot } from '../../../../src/cluster/snapshot/slim-format.ts';
import { loadSnapshot } from '../../../../src/cluster/snapshot/snapshot.ts';
import type { ClusterView } from '../../../../src/cluster/view.ts';
import { jsonList } from '../../../snapshot/kubectl-text.ts';
import { largeCluster } from '../../../snapshot/large-cluster.ts';
import { emptyStore, files, project } from '../records.ts';

function everything(view: ClusterView): unknown {
  return {
    nodes: [...view.nodes()],
    pods: [...view.pods()],
    daemonSets: [...view.daemonSets()],
    namespaces: [...view.namespaces()],
    priorityClasses: [...view.priorityClasses()],
    limitRanges: [...view.limitRanges()],
    runtimeClasses: [...view.runtimeClasses()],
    orders: [...view.orders()],
    accounts: [...view.columns()].map(({ resource, allocatable, requested, free }) => [
      resource,
      allocatable,
      requested,
      free,
    ]),
  };
}

function text(view: ClusterView): string {
  return [...writeSnapshot(view)].join('');
}

describe('a written snapshot', () => {
  it('of a cluster reads back as the same view, in less than a tenth of the size', () => {
    const whole = [...jsonList(largeCluster({ nodes: 20, pods: 400, seed: 5 }))].join('');
    const { store } = loadSnapshot(files(whole));

    const slim = text(store);

    expect(everything(loadSnapshot(files(slim)).store)).toEqual(everything(store));
    expect(slim.length).toBeLessThan(whole.length / 10);
  });

  it('of the example reads back as the same view, as YAML too', () => {
    const { store } = loadSnapshot(['examples/cluster.yaml']);

    const slim = text(store);

    const expected = everything(store);
    expect(everything(loadSnapshot(files(slim)).store)).toEqual(expected);
    expect(everything(loadSnapshot(files(stringify(JSON.parse(slim)))).store)).toEqual(expected);
    expect(
      everything(loadSnapshot(files(stringify(JSON.parse(slim), { sortMapEntries: true }))).store),
    ).toEqual(expected);
  });

  it('keeps what is rare', () => {
    const store = emptyStore();
    store.put(
      'pods',
      project('pods', {
        metadata: {
          namespace: 'shop',
          name: 'p',
          tenant: 't1',
          deletionTimestamp: '2026-01-01T00:00:00Z',
          annotations: { 'daemonward.dev/target-node': 'n1' },
          ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u', controller: true }],
        },
        spec: {
          nodeSelector: { a: 'b' },
          affinity: {
            nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } },
          },
          tolerations: [{ operator: 'Exists', tolerationSeconds: 0 }],
          hostNetwork: true,
          containers: [
            {
              resources: { requests: { cpu: '1u', memory: '7Ei', 'example.com/x': 0 } },
              ports: [
                { containerPort: 53, protocol: 'UDP' },
                { containerPort: 80, hostIP: '10.0.0.1' },
              ],
            },
          ],
          overhead: { cpu: '1' },
        },
        status: { phase: 'Failed', conditions: [{ type: 'Ready', status: 'True' }] },
      }),
    );
    store.put(
      'daemonSets',
      project('daemonSets', {
        metadata: {
          namespace: 'shop',
          name: 'd',
          tenant: 't1',
          deletionTimestamp: '2026-01-01T00:00:00Z',
          annotations: {
            'daemonward.dev/x': 'y',
            other: 'z',
            'deprecated.daemonset.template.generation': '4',
          },
        },
        spec: {
          updateStrategy: { type: 'OnDelete' },
          selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] },
          template: {
            metadata: { labels: { app: 'd', empty: '' } },
            spec: {
              nodeName: 'n1',
              priority: 3,
              runtimeClassName: 'sandboxed',
              containers: [{}, { resources: { limits: { cpu: '1u' } } }],
              initContainers: [
                {
                  restartPolicy: 'Always',
                  resources: { requests: { memory: 1 } },
                  ports: [{ hostPort: 9100 }],
                },
              ],
              resources: { limits: { cpu: '2', memory: '1Gi' } },
            },
          },
        },
      }),
    );
    store.put(
      'nodes',
      project('nodes', {
        metadata: { name: 'n1' },
        spec: { unschedulable: true, taints: [{ key: 'a', value: 'b', effect: 'NoExecute' }] },
        status: { allocatable: { cpu: '1m' }, conditions: [{ type: 'Ready', status: 'True' }] },
      }),
    );
    store.put(
      'namespaces',
      project('namespaces', { metadata: { name: 'shop', tenant: 't1', annotations: { a: 'b' } } }),
    );
    store.put(
      'priorityClasses',
      project('priorityClasses', {
        metadata: { name: 'c' },
        value: -5,
        globalDefault: true,
        preemptionPolicy: 'Never',
      }),
    );
    store.put(
      'limitRanges',
      project('limitRanges', {
        metadata: { namespace: 'shop', name: 'l', tenant: 't1' },
        spec: { limits: [{ type: 'Container', max: { cpu: '2' }, defaultRequest: { memory: '1Mi' } }] },
      }),
    );
    store.put(
      'runtimeClasses',
      project('runtimeClasses', {
        metadata: { name: 'r' },
        overhead: {},
        scheduling: { nodeSelector: { runtime: 'r' } },
      }),
    );
    store.put(
      'orders',
      project('orders', {
        metadata: {
          namespace: 'shop',
          name: 'o',
          tenant: 't1',
          creationTimestamp: '2026-01-01T00:00:00Z',
          deletionTimestamp: '2026-01-01T00:00:00Z',
        },
        spec: {
          daemonSet: true,
          paused: true,
          template: { spec: { duration: '0.5s', startTime: '2026-02-01T00:00:00Z', schedulerName: 's' } },
          owners: [{ selector: {} }, { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd' }],
        },
        status: { periodStart: '2026-01-01T06:00:00Z' },
      }),
    );

    const again = loadSnapshot(files(text(store))).store;

    expect(everything(again)).toEqual(everything(store));
    expect(Object.values(again.counts())).toEqual(OBJECT_KINDS.map(() => 1));
    expect([...again.pods()].map(({ requests }) => requests.get('cpu'))).toEqual([1001n]);
  });

  it('of nothing is a snapshot of nothing', () => {
    const { report } = loadSnapshot(files(text(emptyStore())));

    expect(report.counts).toEqual(Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, 0])));
  });
});
