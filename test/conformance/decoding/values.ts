/** Values of every type in places of every type, and fields that nobody knows. */
import type { JsonObject } from '../../../src/json/object.ts';

export interface Written {
  readonly about: string;
  /** Where the API server takes it. */
  readonly path: string;
  readonly object: JsonObject;
}

const MAIN = { name: 'main', image: 'main' };

const pod = (about: string, spec: JsonObject, metadata: JsonObject = {}): Written => ({
  about,
  path: '/api/v1/namespaces/default/pods',
  object: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', ...metadata },
    spec: { containers: [MAIN], ...spec },
  },
});
const inContainer = (about: string, fields: JsonObject) =>
  pod(about, { containers: [MAIN, { ...MAIN, name: 'other', ...fields }] });

const each = (values: readonly unknown[], one: (value: unknown, text: string) => Written): Written[] =>
  values.map((value) => one(value, JSON.stringify(value)));

const INT32 = 2 ** 31;

/** What is recorded of each kind, with the path of its resource. */
const KINDS: Readonly<Record<string, string>> = {
  'v1/Pod': '/api/v1/namespaces/default/pods',
  'v1/ReplicationController': '/api/v1/namespaces/default/replicationcontrollers',
  'v1/Namespace': '/api/v1/namespaces',
  'apps/v1/DaemonSet': '/apis/apps/v1/namespaces/default/daemonsets',
  'apps/v1/Deployment': '/apis/apps/v1/namespaces/default/deployments',
  'apps/v1/ReplicaSet': '/apis/apps/v1/namespaces/default/replicasets',
  'apps/v1/StatefulSet': '/apis/apps/v1/namespaces/default/statefulsets',
  'batch/v1/Job': '/apis/batch/v1/namespaces/default/jobs',
  'batch/v1/CronJob': '/apis/batch/v1/namespaces/default/cronjobs',
  'scheduling.k8s.io/v1/PriorityClass': '/apis/scheduling.k8s.io/v1/priorityclasses',
};

const TIMES = [
  '2030-01-31T12:00:00Z',
  '2030-01-31T12:00:00.5Z',
  '2030-01-31T12:00:00.123456789Z',
  '2030-01-31T12:00:00,5Z',
  '2030-01-31T12:00:00+01:00',
  '2030-01-31T12:00:00-11:30',
  '2030-01-31t12:00:00Z',
  '2030-01-31T12:00:00z',
  '2030-01-31T12:00:00',
  '2030-01-31T12:00Z',
  '2030-01-31 12:00:00Z',
  '2030-01-31',
  '2030-1-31T12:00:00Z',
  '2030-01-3T12:00:00Z',
  '2030-01-31T1:00:00Z',
  '2030-01-31T12:0:00Z',
  '2030-01-31T12:00:0Z',
  '230-01-31T12:00:00Z',
  '2030-01-31T12:00:00.Z',
  '2030-01-31T12:00:00+1:00',
  '2030-01-31T12:00:00+01:0',
  '2030-01-31T12:00:00+0100',
  '2030-13-31T12:00:00Z',
  '2030-00-31T12:00:00Z',
  '2030-02-30T12:00:00Z',
  '2030-01-31T24:00:00Z',
  '2030-01-31T12:60:00Z',
  '2030-01-31T12:00:60Z',
  '2030-01-31T23:59:59Z',
  '2030-01-00T12:00:00Z',
  '2030-12-01T12:00:00Z',
  '2030-04-30T12:00:00Z',
  '2030-04-31T12:00:00Z',
  '2028-02-29T12:00:00Z',
  '2030-02-29T12:00:00Z',
  '2000-02-29T12:00:00Z',
  '1900-02-29T12:00:00Z',
  '0004-02-29T12:00:00Z',
  '2030-01-31T12:00:00+24:00',
  '2030-01-31T12:00:00-25:00',
  '2030-01-31T12:00:00+01:60',
  '2030-01-31T12:00:00+01:61',
  'x2030-01-31T12:00:00Z',
  '2030-01-31T12:00:00Zx',
  '2030-01-31T12:00:00.xZ',
  '',
  5,
  null,
  true,
];

export const WRITTEN: readonly Written[] = [
  ...each(['a', '', 5, true, {}, ['a'], null], (value, text) => pod(`${text} as text`, { hostname: value })),
  ...each([true, false, 'true', 0, 1, {}, null], (value, text) =>
    pod(`${text} as yes or no`, { hostPID: value }),
  ),
  ...each([80, '80', 80.5, INT32 - 1, INT32, -INT32, -INT32 - 1, true, {}, null], (value, text) =>
    inContainer(`${text} as a number of 32 bits`, { ports: [{ containerPort: value }] }),
  ),
  ...each([5, INT32, '5', 5.5, 2 ** 64, -(2 ** 64), false, [], null], (value, text) =>
    pod(`${text} as a number of 64 bits`, { activeDeadlineSeconds: value }),
  ),
  ...each([80, '80', 'http', '', 80.5, INT32 - 1, INT32, -INT32, -INT32 - 1, true, {}, null], (value, text) =>
    inContainer(`${text} as a number or text`, { livenessProbe: { httpGet: { port: value } } }),
  ),
  ...each([1, 0.5, '1', '1Gi', ' 1 ', '100x', '', ' ', true, {}, [], null], (value, text) =>
    inContainer(`${text} as a quantity`, { resources: { limits: { cpu: value } } }),
  ),
  ...each(TIMES, (value, text) => pod(`${text} as a time`, {}, { creationTimestamp: value })),
  ...each([[], {}, 'a', 5, [null], [5], ['a', 5], ['a', 'b'], null], (value, text) =>
    inContainer(`${text} as a list of text`, { args: value }),
  ),
  ...each([[], {}, 'a', [null], [5], [[]], ['a'], null], (value, text) =>
    pod(`${text} as a list of objects`, { tolerations: value }),
  ),
  ...each([[1], ['1'], [1.5], [null], null], (value, text) =>
    pod(`${text} as a list of numbers`, { securityContext: { supplementalGroups: value } }),
  ),
  ...each([{}, [], 'a', { a: 'b' }, { a: 5 }, { a: null }, { a: {} }, null], (value, text) =>
    pod(`${text} as a map of text`, { nodeSelector: value }),
  ),
  ...each([{}, [], 'a', 5, true, null], (value, text) =>
    pod(`${text} as an object`, { securityContext: value }),
  ),
  ...each([{}, { 'f:a': [5, null, { b: 'c' }] }, null], (value, text) =>
    pod(
      `${text} as anything`,
      {},
      {
        managedFields: [
          { apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: value, manager: 'm', operation: 'Apply' },
        ],
      },
    ),
  ),
  pod('an unknown field of a pod', { frobnicate: 1 }),
  pod('an unknown field that is null', { frobnicate: null }),
  pod('an unknown field of the metadata', {}, { frobnicate: 1 }),
  pod('one in the wrong case', { hostnetwork: true }),
  inContainer('an unknown field of the second container', { frobnicate: 1 }),
  inContainer('unknown fields in depth', {
    env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name', frobnicate: 1 } } }],
    resources: { limits: { cpu: 1 }, frobnicate: {} },
  }),
  pod('keys that look like fields', { nodeSelector: { frobnicate: 'a' } }, { labels: { spec: 'a' } }),
  ...Object.entries(KINDS).map(([type, path]) => ({
    about: `an unknown field of a ${type}`,
    path,
    object: {
      apiVersion: type.slice(0, type.lastIndexOf('/')),
      kind: type.slice(type.lastIndexOf('/') + 1),
      metadata: { name: 'a' },
      frobnicate: 1,
    },
  })),
];
