/** What containers ask for and may take. */
import type { JsonObject } from '../../../../src/json/object.ts';
import { inContainer, type Slip } from './slip.ts';

const resources = (about: string, limits: JsonObject, requests: JsonObject) =>
  inContainer(about, { resources: { limits, requests } });

const COUNTED_BY_QUOTAS = [
  'pods',
  'storage',
  'services',
  'services.nodeports',
  'services.loadbalancers',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'requests.storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
];

export const RESOURCES: readonly Slip[] = [
  resources('as much as may be taken', { cpu: '1', memory: '1Gi' }, { cpu: '1000m', memory: '1024Mi' }),
  resources('more than may be taken', { cpu: '1', memory: '1Gi' }, { cpu: '1001m', memory: '1025Mi' }),
  resources('less than may be taken', { cpu: 2 }, { cpu: 1 }),
  resources('below zero', { cpu: '-1', memory: '-1' }, { 'ephemeral-storage': '-1' }),
  resources('nothing', { cpu: '0' }, { memory: '0' }),
  resources('only asked for', {}, { cpu: '1', memory: '1Gi', 'ephemeral-storage': '1Gi' }),
  resources('only limited', { cpu: '1', 'example.com/gpu': '1' }, {}),
  resources('a device', { 'example.com/gpu': '1' }, { 'example.com/gpu': '1' }),
  resources('more devices than may be taken', { 'example.com/gpu': '1' }, { 'example.com/gpu': '2' }),
  resources('fewer devices than may be taken', { 'example.com/gpu': '2' }, { 'example.com/gpu': '1' }),
  resources('a device without a limit', {}, { 'example.com/gpu': '1' }),
  resources('half a device', { 'example.com/gpu': '500m' }, { 'example.com/gpu': '500m' }),
  resources('huge pages alone', { 'hugepages-2Mi': '2Mi' }, {}),
  resources('huge pages beside memory', { 'hugepages-2Mi': '2Mi', memory: '1Gi' }, {}),
  resources('huge pages beside cpu', { 'hugepages-2Mi': '2Mi' }, { cpu: '1', 'hugepages-2Mi': '2Mi' }),
  resources('huge pages without a limit', { cpu: '1' }, { 'hugepages-2Mi': '2Mi' }),
  resources(
    'fewer huge pages than may be taken',
    { cpu: '1', 'hugepages-2Mi': '4Mi' },
    { 'hugepages-2Mi': '2Mi' },
  ),
  resources(
    'unknown names',
    { gpu: '1', 'a/b/c': '1', '-': '1', 'requests.example.com/x': '1', 'kubernetes.io/x': '1' },
    {},
  ),
  ...COUNTED_BY_QUOTAS.map((name) => resources(`${name}, which only quotas count`, { [name]: '1' }, {})),
  resources(
    'what looks like one of those',
    { 'limits.storage': '1', 'requests.pods': '1', 'a.cpu': '1' },
    {},
  ),
  resources(
    'names with a domain',
    { 'x.kubernetes.io/y': '1', 'Example.com/x': '1', 'example.com/': '1' },
    {},
  ),
  resources('a name that is too long for a quota', { [`${'a'.repeat(245)}/x`]: '1' }, {}),
  resources('half of a resource of Kubernetes', { 'kubernetes.io/x': '500m', 'requests.a.b/x': '500m' }, {}),
  resources('blanks around an amount', { cpu: ' 1 ' }, { cpu: ' 2' }),
  resources('devices below zero', { 'example.com/gpu': '-1' }, {}),
  resources('half a huge page', { cpu: '1', 'hugepages-2Mi': '500m' }, {}),
  resources('huge pages of any size', { cpu: '1', 'hugepages-': '1', 'hugepages-x y': '1' }, {}),
  resources('pages of two sizes', { cpu: '1', 'hugepages-2Mi': '4Mi', 'hugepages-1Gi': '3Mi' }, {}),
  resources(
    'pages of no size',
    { cpu: '1', 'hugepages-0': '1', 'hugepages--1': '1', 'hugepages-500m': '1' },
    {},
  ),
  resources('no pages', { cpu: '1', 'hugepages-2Mi': '0', 'hugepages-1': '7' }, {}),
  resources('huge pages beside storage', { 'hugepages-2Mi': '2Mi', 'ephemeral-storage': '1' }, {}),
  resources('unknown names asked for', {}, { gpu: '1', 'kubernetes.io/x': '1' }),
];
