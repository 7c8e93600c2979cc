/** Every form in which a cluster comes out of kubectl gives the same view. */
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadSnapshot } from '../../../../src/cluster/snapshot/snapshot.ts';
import { jsonList, yamlList } from '../../../snapshot/kubectl-text.ts';
import { largeCluster } from '../../../snapshot/large-cluster.ts';
import { files, podObject } from '../records.ts';

const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n1' },
  status: { allocatable: { cpu: '4' } },
};
const POD = podObject('web', 'n1', { requests: { cpu: '500m' } });
const SET = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { namespace: 'kube-system', name: 'net' },
  spec: {},
};
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const CLASS = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: 'high' },
  value: 5,
};
const LIMITS = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { namespace: 'shop', name: 'defaults' },
  spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] },
};
const RUNTIME = {
  apiVersion: 'node.k8s.io/v1',
  kind: 'RuntimeClass',
  metadata: { name: 'sandboxed' },
  handler: 'runsc',
  overhead: { podFixed: { memory: '64Mi' } },
};
const OBJECTS = [NODE, POD, SET, NAMESPACE, CLASS, LIMITS, RUNTIME];

const ONE_EACH = {
  nodes: 1,
  pods: 1,
  daemonSets: 1,
  namespaces: 1,
  priorityClasses: 1,
  limitRanges: 1,
  runtimeClasses: 1,
  orders: 0,
};

function withoutKind({ apiVersion: _, kind: __, ...rest }: { apiVersion?: string; kind?: string }): object {
  return rest;
}

function rawList(kind: string, apiVersion: string, item: object): string {
  return JSON.stringify({ kind, apiVersion, metadata: { resourceVersion: '7' }, items: [withoutKind(item)] });
}

const LIST = { apiVersion: 'v1', items: OBJECTS, kind: 'List', metadata: { resourceVersion: '' } };

describe('a snapshot', () => {
  it.each([
    ['a JSON list', [JSON.stringify(LIST, null, 4)]],
    ['a JSON list on one line', [JSON.stringify(LIST)]],
    ['a YAML list', [stringify(LIST, { indentSeq: false })]],
    ['a YAML list with indented dashes', [stringify(LIST)]],
    ['a YAML list with Windows line ends', [stringify(LIST, { indentSeq: false }).replaceAll('\n', '\r\n')]],
    ['a YAML list in flow style', [stringify(LIST, { collectionStyle: 'flow' })]],
    [
      'a YAML list with comments',
      [`# mine\n${stringify(LIST, { indentSeq: false }).replaceAll('\n- ', '\n# next\n\n- ')}# end\n`],
    ],
    ['a file with a byte order mark', [`\u{feff}${JSON.stringify(LIST)}`]],
    ['a YAML file with a byte order mark', [`\u{feff}${stringify(LIST)}`]],
    ['several YAML documents', [OBJECTS.map((object) => `---\n${stringify(object)}`).join('')]],
    [
      'YAML documents with end marks and directives',
      [OBJECTS.map((object) => `%YAML 1.2\n---\n${stringify(object)}...\n`).join('')],
    ],
    ['several JSON documents', [OBJECTS.map((object) => JSON.stringify(object, null, 2)).join('\n')]],
    ['JSON lines', [OBJECTS.map((object) => JSON.stringify(object)).join('\n')]],
    [
      'one file per object',
      OBJECTS.map((object, i) => (i % 2 === 0 ? JSON.stringify(object) : stringify(object))),
    ],
    [
      'raw API lists, whose items do not say their kind',
      [
        rawList('NodeList', 'v1', NODE),
        rawList('PodList', 'v1', POD),
        rawList('DaemonSetList', 'apps/v1', SET),
        rawList('NamespaceList', 'v1', NAMESPACE),
        rawList('PriorityClassList', 'scheduling.k8s.io/v1', CLASS),
        rawList('LimitRangeList', 'v1', LIMITS),
        rawList('RuntimeClassList', 'node.k8s.io/v1beta1', RUNTIME),
      ],
    ],
    [
      'raw API lists with sorted keys, where the kind comes after the items',
      [
        JSON.stringify({ apiVersion: 'v1', items: [withoutKind(NODE)], kind: 'NodeList' }),
        stringify({ apiVersion: 'v1', items: [withoutKind(POD)], kind: 'PodList' }, { indentSeq: false }),
        JSON.stringify({ apiVersion: 'v1', items: OBJECTS.slice(2), kind: 'List' }),
      ],
    ],
  ])('reads %s', (_, texts) => {
    const { store, report } = loadSnapshot(files(...texts));

    expect(report).toEqual({ counts: ONE_EACH, skipped: {}, warnings: [] });
    expect(store.synced).toBe(true);
    expect(store.column('cpu')?.free[store.nodeNumber('n1')]).toBe(3500);
    expect(store.within('').priorityClass('high')?.value).toBe(5);
    expect([...store.within('').limitRangesIn('shop')].map(({ name }) => name)).toEqual(['defaults']);
    expect(store.within('').runtimeClass('sandboxed')?.overhead).toEqual({ memory: '64Mi' });
  });

  it('skips and counts kinds that no decision reads', () => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' } };
    const other = { apiVersion: 'apps.kruise.io/v1alpha1', kind: 'DaemonSet', metadata: { name: 'd' } };

    const { report } = loadSnapshot(
      files(JSON.stringify({ ...LIST, items: [...OBJECTS, service, service, other] })),
    );

    expect(report.skipped).toEqual({ Service: 2, 'DaemonSet.apps.kruise.io': 1 });
    expect(report.counts).toEqual(ONE_EACH);
  });

  it.each([
    ['without items', { apiVersion: 'example.com/v1', kind: 'AllowList' }, { 'AllowList.example.com': 1 }],
    ['of a kind of the view, without items', { apiVersion: 'v1', kind: 'PodList' }, {}],
    ['of no kind, without items', { apiVersion: 'v1', kind: 'List' }, {}],
    ['of another kind, empty', { apiVersion: 'v1', kind: 'ServiceList', items: [] }, {}],
    ['of another kind', { apiVersion: 'v1', kind: 'ServiceList', items: [{}] }, { Service: 1 }],
  ])('takes a list %s for what it is', (_, list, skipped) => {
    const json = loadSnapshot(files(JSON.stringify(list))).report;
    const yaml = loadSnapshot(files(stringify(list))).report;

    expect([json.skipped, yaml.skipped]).toEqual([skipped, skipped]);
  });

  it('warns of two pods of one name, which both count', () => {
    const pods = [podObject('web', 'n1', { uid: 'a' }), podObject('web', 'n1', { uid: 'b' })];
    const elsewhere = [
      podObject('web', 'n1', { uid: 'c', metadata: { namespace: 'other' } }),
      podObject('web', 'n1', { uid: 'd', metadata: { tenant: 't1' } }),
    ];

    const { report } = loadSnapshot(files(JSON.stringify({ ...LIST, items: [NODE, ...elsewhere, ...pods] })));

    expect(report.counts.pods).toBe(4);
    expect(report.warnings).toEqual([
      expect.stringMatching(/:1: pods: shop\/web is the name of two pods with different uids; both count$/),
    ]);
  });

  it('warns of objects that are there twice, and takes the last', () => {
    const [path = ''] = files(
      JSON.stringify({ ...LIST, items: [...OBJECTS, podObject('web', 'n1')] }, null, 1),
    );

    const { store, report } = loadSnapshot([path]);

    expect(report.warnings).toEqual([
      expect.stringMatching(/:\d+: pods: shop\/web is here for the second time; the last one counts$/),
    ]);
    expect(store.column('cpu')?.free[store.nodeNumber('n1')]).toBe(4000);
  });

  it.each([
    ['an empty JSON list', '{"apiVersion": "v1", "items": [], "kind": "List"}'],
    ['an empty YAML list', 'apiVersion: v1\nitems: []\nkind: List\n'],
    ['a YAML list of nothing', 'apiVersion: v1\nitems:\nkind: List\n'],
    ['an object of another kind', JSON.stringify(NAMESPACE)],
  ])('of %s holds no node, and says so', (_, text) => {
    const { report } = loadSnapshot(files(text));

    expect(report.counts.nodes).toBe(0);
    expect(report.warnings).toEqual([expect.stringMatching(/: holds no node$/)]);
  });

  it('takes text that the plain reader of YAML leaves to the general one', () => {
    const yaml = `
apiVersion: v1
items:
- apiVersion: v1
  kind: Namespace
  metadata:
    name: shop
    annotations:
      note: |
        - a list?
        kind: no

        items:
      folded: 'goes
        on'
- {apiVersion: v1, kind: Node, metadata: {name: n1}}
kind: List
`;

    const { store, report } = loadSnapshot(files(yaml));

    expect(report.counts).toMatchObject({ nodes: 1, namespaces: 1 });
    expect(store.within('').namespace('shop')?.annotations).toEqual({
      note: '- a list?\nkind: no\n\nitems:\n',
      folded: 'goes on',
    });
  });

  it('keeps letters of any script whole, wherever the file is cut into pieces', () => {
    const names = Array.from({ length: 3000 }, (_, i) => `ключ-${i}-鍵-🔑`.repeat(12));
    const items = names.map((label, i) => ({ ...NODE, metadata: { name: `n${i}`, labels: { label } } }));

    const json = loadSnapshot(files(JSON.stringify(JSON.parse(JSON.stringify({ ...LIST, items }))))).store;
    const yaml = loadSnapshot(files(stringify(JSON.parse(JSON.stringify({ ...LIST, items }))))).store;

    expect([...json.nodes()].map(({ labels }) => labels.label)).toEqual(names);
    expect([...yaml.nodes()].map(({ labels }) => labels.label)).toEqual(names);
  });
});

describe('a generated cluster', () => {
  const objects = [...largeCluster({ nodes: 20, pods: 400, seed: 3 })];

  it('is the same view from JSON and from YAML', () => {
    const [json = '', yaml = ''] = files([...jsonList(objects)].join(''), [...yamlList(objects)].join(''));

    const fromJson = loadSnapshot([json]).store;
    const fromYaml = loadSnapshot([yaml]).store;

    expect([...fromYaml.pods()]).toEqual([...fromJson.pods()]);
    expect([...fromYaml.nodes()]).toEqual([...fromJson.nodes()]);
    expect([...fromYaml.daemonSets()]).toEqual([...fromJson.daemonSets()]);
    expect(fromYaml.counts()).toEqual({
      nodes: 20,
      pods: 400,
      daemonSets: 6,
      namespaces: 41,
      priorityClasses: 2,
      limitRanges: 40,
      runtimeClasses: 0,
      orders: 0,
    });
  });
});
