/** Variables, where they come from, and whole sets of them. */
import type { JsonObject } from '../../../../src/json/object.ts';
import { inContainer, inSpec, type Slip } from './slip.ts';

const from = (valueFrom: JsonObject, index: number) => ({ name: `V${index}`, valueFrom });
const variables = (about: string, sources: readonly JsonObject[]) =>
  inContainer(about, { env: sources.map(from) });
const field = (fieldPath: string) => ({ fieldRef: { fieldPath } });
const resource = (name: string) => ({ resourceFieldRef: { resource: name } });
const key = (name: string, of = 'c') => ({ configMapKeyRef: { name: of, key: name } });

export const ENVIRONMENT: readonly Slip[] = [
  inContainer('names of variables', {
    env: ['A', '', 'a b', 'a=b', 'é', ' ', '~', '<', '>', '0', 'a.b-c_d', 'tab\t', '\u007f', '!'].map(
      (name) => ({
        name,
        value: 'x',
      }),
    ),
  }),
  inContainer('a value and its source', {
    env: [
      { name: 'A', value: 'x', valueFrom: field('metadata.name') },
      { name: 'B', value: '', valueFrom: field('metadata.name') },
      { name: 'C', valueFrom: {} },
      { name: 'D', value: 'x', valueFrom: {} },
      { name: 'E' },
    ],
  }),
  variables('more than one source of a variable', [
    { ...field('metadata.name'), ...resource('limits.cpu') },
    { ...key('a'), secretKeyRef: { name: 's', key: 'k' } },
    { ...key(''), ...field('nonsense') },
    { ...resource('cpu'), secretKeyRef: { name: 's', key: '' } },
  ]),
  variables('fields of a pod', [
    field('metadata.name'),
    field('metadata.namespace'),
    field('metadata.uid'),
    field('spec.nodeName'),
    field('spec.serviceAccountName'),
    field('status.hostIP'),
    field('status.hostIPs'),
    field('status.podIP'),
    field('status.podIPs'),
    field(''),
    field('status.phase'),
    field('metadata.labels'),
    field('metadata.annotations'),
    field('spec.restartPolicy'),
    field('spec.host'),
    field('spec.schedulerName'),
    field('spec.containers'),
  ]),
  variables('labels and annotations of a pod', [
    field("metadata.labels['app']"),
    field("metadata.labels['App/x']"),
    field("metadata.labels['a/b/c']"),
    field("metadata.labels['']"),
    field("metadata.annotations['Example.com/Key']"),
    field("metadata.annotations['a/b/c']"),
    field("metadata.annotations['-']"),
    field("metadata.name['x']"),
    field("metadata.labels['app"),
    field('metadata.labels[app]'),
    field("metadata.labels[']"),
    field("metadata.labels']"),
    field("metadata.labels['a']b']"),
    field("metadata.labels['a['b']"),
    field("metadata.labels['app']."),
    field(".metadata.labels['app']"),
    field("x metadata.labels['app']"),
    field("metadata.annotations['two words']"),
    field("['app']"),
    field("spec.nodeSelector['app']"),
  ]),
  variables('versions of fields', [
    { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } },
    { fieldRef: { apiVersion: '', fieldPath: 'metadata.name' } },
    { fieldRef: { apiVersion: 'v2', fieldPath: 'metadata.name' } },
  ]),
  variables('resources of a container', [
    resource('limits.cpu'),
    resource('limits.memory'),
    resource('limits.ephemeral-storage'),
    resource('requests.cpu'),
    resource('requests.memory'),
    resource('requests.ephemeral-storage'),
    resource('limits.hugepages-2Mi'),
    resource('requests.hugepages-1Gi'),
    resource(''),
    resource('limits.gpu'),
    resource('cpu'),
    resource('x.limits.hugepages-2Mi'),
    resource('hugepages-2Mi'),
  ]),
  variables('keys', [
    key('a'),
    key(''),
    key('.'),
    key('..'),
    key('..a'),
    key('.a'),
    key('a/b'),
    key('A-b_c.d'),
    key('k'.repeat(253)),
    key('k'.repeat(254)),
    key('ü'),
    key('a', ''),
    key('a', 'Upper'),
    { secretKeyRef: { name: 's', key: 'k' } },
    { secretKeyRef: { name: 'S', key: '' } },
    { secretKeyRef: {} },
  ]),
  inContainer('sets of variables', {
    envFrom: [
      { configMapRef: { name: 'c' } },
      { prefix: 'P_', secretRef: { name: 's' } },
      { prefix: 'a=b', secretRef: { name: 's' } },
      { secretRef: { name: '' } },
      { configMapRef: { name: 'Upper' } },
      { configMapRef: { name: 'c-' } },
    ],
  }),
  inSpec('a variable from a file', {
    containers: [
      {
        name: 'main',
        image: 'main',
        env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'a', key: 'K' } } }],
      },
    ],
    volumes: [{ name: 'v', emptyDir: {} }],
  }),
  inContainer('a set of nothing', { envFrom: [{}] }),
  inContainer('a set of two', { envFrom: [{ configMapRef: { name: 'c' }, secretRef: { name: 's' } }] }),
];
