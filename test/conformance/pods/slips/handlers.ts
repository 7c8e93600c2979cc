/** Probes, and what runs when a container starts and stops. */
import type { JsonObject } from '../../../../src/json/object.ts';
import { inContainers, type Slip } from './slip.ts';

const GET = { httpGet: { port: 80 } };
const each = (about: string, probes: readonly JsonObject[], kind = 'livenessProbe') =>
  inContainers(
    about,
    probes.map((probe, index) => ({ name: `c${index}`, [kind]: probe })),
  );

const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
];

const sleeping = (about: string, terminationGracePeriodSeconds: number) =>
  inContainers(
    about,
    [4, 5, 6].map((seconds) => ({ name: `c${seconds}`, lifecycle: { preStop: { sleep: { seconds } } } })),
    {
      terminationGracePeriodSeconds,
      initContainers: [
        {
          name: 'init',
          image: 'init',
          restartPolicy: 'Always',
          lifecycle: { postStart: { sleep: { seconds: 6 } } },
        },
      ],
    },
  );

export const HANDLERS: readonly Slip[] = [
  sleeping('sleep and five seconds of grace', 5),
  sleeping('sleep and six seconds of grace', 6),
  sleeping('sleep and no grace', 0),
  each('handlers of a probe', [
    {},
    { exec: { command: ['true'] } },
    { exec: {} },
    { exec: { command: [] } },
    { httpGet: { port: 80 } },
    { httpGet: { port: 'http' } },
    { httpGet: {} },
    { tcpSocket: { port: 80 } },
    { tcpSocket: { port: 0 } },
    { grpc: { port: 80 } },
    { grpc: { port: 70_000 } },
    { grpc: {} },
    { tcpSocket: {} },
    { exec: { command: ['true'] }, httpGet: { port: 80 } },
    { httpGet: { port: 0 }, tcpSocket: { port: 0 }, grpc: { port: 80 } },
  ]),
  each('ports of a probe', [
    { tcpSocket: { port: 1 } },
    { tcpSocket: { port: 65_535 } },
    { tcpSocket: { port: 65_536 } },
    { tcpSocket: { port: -1 } },
    { tcpSocket: { port: '' } },
    { tcpSocket: { port: 'a-b' } },
    { tcpSocket: { port: 'a--b' } },
    { tcpSocket: { port: '-a' } },
    { tcpSocket: { port: 'a-' } },
    { tcpSocket: { port: '80' } },
    { tcpSocket: { port: 'A' } },
    { tcpSocket: { port: 'abcdefghijklmno' } },
    { tcpSocket: { port: 'abcdefghijklmnop' } },
  ]),
  each('schemes and headers', [
    { httpGet: { port: 80, scheme: 'HTTP', path: '/x' } },
    { httpGet: { port: 80, scheme: 'HTTPS' } },
    { httpGet: { port: 80, scheme: 'http' } },
    { httpGet: { port: 80, scheme: '' } },
    {
      httpGet: {
        port: 80,
        httpHeaders: [
          { name: 'X-Y', value: 'z' },
          { name: 'X Y', value: 'z' },
        ],
      },
    },
    {
      httpGet: {
        port: 80,
        httpHeaders: [
          { name: '', value: 'z' },
          { name: 'a:', value: '' },
          { name: 'x!', value: '' },
        ],
      },
    },
  ]),
  each(
    'counts of a probe',
    COUNTS.map((key) => ({ ...GET, [key]: -1 })),
  ),
  each(
    'counts of none',
    COUNTS.map((key) => ({ ...GET, [key]: 0 })),
  ),
  each(
    'successes of a liveness probe',
    [1, 2].map((successThreshold) => ({ ...GET, successThreshold })),
  ),
  each(
    'successes of a startup probe',
    [1, 2].map((successThreshold) => ({ ...GET, successThreshold })),
    'startupProbe',
  ),
  each(
    'successes of a readiness probe',
    [1, 2].map((successThreshold) => ({ ...GET, successThreshold })),
    'readinessProbe',
  ),
  each(
    'grace of a liveness probe',
    [-1, 0, 1].map((terminationGracePeriodSeconds) => ({ ...GET, terminationGracePeriodSeconds })),
  ),
  each(
    'grace of a startup probe',
    [-1, 0, 1].map((terminationGracePeriodSeconds) => ({ ...GET, terminationGracePeriodSeconds })),
    'startupProbe',
  ),
  each(
    'counts of a readiness probe',
    COUNTS.map((key) => ({ ...GET, [key]: -1 })),
    'readinessProbe',
  ),
  each(
    'grace of a readiness probe',
    [-1, 0, 1].map((terminationGracePeriodSeconds) => ({ ...GET, terminationGracePeriodSeconds })),
    'readinessProbe',
  ),
  each(
    'starts',
    [
      {},
      { exec: { command: ['x'] } },
      { exec: {} },
      { sleep: { seconds: 1 } },
      { sleep: { seconds: -1 } },
      { exec: { command: ['x'] }, sleep: { seconds: 1 } },
    ].map((postStart) => ({ postStart })),
    'lifecycle',
  ),
  each(
    'ends',
    [
      {},
      { sleep: { seconds: 1 } },
      { sleep: { seconds: -1 } },
      { sleep: { seconds: 0 } },
      { sleep: { seconds: 30 } },
      { sleep: { seconds: 31 } },
      { tcpSocket: { port: 0 } },
      { httpGet: { port: 80 }, sleep: { seconds: 1 } },
    ].map((preStop) => ({ preStop })),
    'lifecycle',
  ),
];
