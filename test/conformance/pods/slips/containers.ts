/** Names, images, words and the order of containers. */
import { inContainers, inSpec, type Slip } from './slip.ts';

const init = (...initContainers: object[]) => ({
  initContainers: initContainers.map((one) => ({ image: 'main', ...one })),
});
const probe = { httpGet: { port: 80 } };

export const CONTAINERS: readonly Slip[] = [
  inSpec('no container', { containers: [] }),
  inContainers('names', [
    { name: '' },
    { name: 'Upper' },
    { name: 'a' },
    { name: 'a' },
    { name: 'a-' },
    { name: 'x'.repeat(63) },
    { name: 'x'.repeat(64) },
    { name: '' },
  ]),
  inContainers('images', [
    { name: 'a', image: '' },
    { name: 'b', image: ' b' },
    { name: 'c', image: 'c ' },
    {
      name: 'd',
      image:
        'registry.example:5000/d@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    },
  ]),
  inContainers('words', [
    { name: 'a', terminationMessagePolicy: 'File', imagePullPolicy: 'Always' },
    { name: 'b', terminationMessagePolicy: 'FallbackToLogsOnError', imagePullPolicy: 'IfNotPresent' },
    { name: 'c', terminationMessagePolicy: '', imagePullPolicy: 'Never' },
    { name: 'd', terminationMessagePolicy: 'Log', imagePullPolicy: 'Sometimes' },
    { name: 'e', imagePullPolicy: '' },
  ]),
  inContainers('restart policies', [
    { name: 'a', restartPolicy: 'Always' },
    { name: 'b', restartPolicy: 'Never' },
    { name: 'c', restartPolicy: 'OnFailure' },
    { name: 'd', restartPolicy: 'Sometimes' },
    { name: 'e', restartPolicy: '' },
  ]),
  inSpec(
    'restart policies of init containers',
    init(
      { name: 'a', restartPolicy: 'Always' },
      { name: 'b', restartPolicy: 'Never' },
      { name: 'c', restartPolicy: 'OnFailure' },
      { name: 'd', restartPolicy: 'Sometimes' },
      { name: 'e' },
    ),
  ),
  inSpec(
    'names of init containers',
    init({ name: 'main' }, { name: 'a' }, { name: 'a' }, { name: '' }, { name: '' }, { name: 'B' }),
  ),
  inSpec(
    'what only a sidecar has',
    init(
      {
        name: 'a',
        livenessProbe: probe,
        readinessProbe: probe,
        startupProbe: probe,
        lifecycle: { preStop: { exec: { command: ['x'] } } },
      },
      { name: 'b', restartPolicy: 'OnFailure', livenessProbe: probe, lifecycle: {} },
      {
        name: 'c',
        restartPolicy: 'Always',
        livenessProbe: probe,
        readinessProbe: probe,
        startupProbe: probe,
        lifecycle: { postStart: { exec: { command: ['x'] } } },
      },
      { name: 'd', restartPolicy: 'Always', livenessProbe: {}, lifecycle: { preStop: {} } },
    ),
  ),
  inSpec(
    'slips in an init container',
    init({
      name: 'a',
      image: '',
      env: [{ name: '' }],
      ports: [{ containerPort: 0 }],
      volumeMounts: [{ name: 'no', mountPath: '/x' }],
    }),
  ),
];
