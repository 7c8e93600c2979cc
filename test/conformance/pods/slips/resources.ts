/** What containers ask for and may take. */
import type { JsonObject } from '../../../../src/json/object.ts';
import { inContainer, type Slip } from './slip.ts';

const resources = (about: string, limits: JsonObject, requests: JsonObject) =>
  inContainer(about, { resources: { limits, requests } });

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
  resources('what only quotas count', { pods: '1', 'requests.cpu': '1', storage: '1' }, {}),
  resources('unknown names asked for', {}, { gpu: '1', 'kubernetes.io/x': '1' }),
];
