import { expect, test } from 'vitest';
import { makesClaims } from '../../../../src/kube/claims.ts';
import { excludeEachOther, hostPortsOf } from '../../../../src/kube/host-ports.ts';
import { needsBeyondRoom } from '../../../../src/kube/needs-beyond-room.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

test.each([
  ['nothing', {}, []],
  ['a port of the node', { containers: [{}, { ports: [{}, { hostPort: 80 }] }] }, ['host ports']],
  ['one of an init container', { initContainers: [{ ports: [{ hostPort: 80 }] }] }, ['host ports']],
  ['a port of its own', { containers: [{ ports: [{ containerPort: 80 }] }] }, []],
  ['pods nearby', { affinity: { podAffinity: { [REQUIRED]: [{}] } } }, ['pod affinity']],
  ['no pods nearby', { affinity: { podAntiAffinity: { [REQUIRED]: [{}] } } }, ['pod affinity']],
  ['pods nearby by no term', { affinity: { podAffinity: { [REQUIRED]: [] } } }, []],
  [
    'spreading that is a must',
    {
      topologySpreadConstraints: [
        { whenUnsatisfiable: 'ScheduleAnyway' },
        { whenUnsatisfiable: 'DoNotSchedule' },
      ],
    },
    ['topology spread'],
  ],
  ['spreading that is a wish', { topologySpreadConstraints: [{ whenUnsatisfiable: 'ScheduleAnyway' }] }, []],
  ['a claimed volume', { volumes: [{}, { persistentVolumeClaim: {} }] }, ['volumes or devices']],
  ['a volume made for it', { volumes: [{ ephemeral: {} }] }, ['volumes or devices']],
  ['a device', { resourceClaims: [{}] }, ['volumes or devices']],
  ['no device', { resourceClaims: [], volumes: [{ emptyDir: {} }, null] }, []],
])('asks for %s', (_, spec, needs) => {
  expect(needsBeyondRoom({ spec })).toEqual(needs);
});

test.each([undefined, null, 'x', {}, { spec: 'x' }, { spec: { containers: 'x', volumes: 'x' } }])(
  'what is no pod, as %j, asks for nothing',
  (pod) => {
    expect(needsBeyondRoom(pod)).toEqual([]);
    expect(makesClaims(pod)).toBe(false);
  },
);

const any = { protocol: 'TCP', hostIP: '0.0.0.0', hostPort: 80 };

test.each([
  ['a host port', { containers: [{ ports: [{ hostPort: 80, containerPort: 8080 }] }] }, [any]],
  ['a port of its own', { containers: [{ ports: [{ containerPort: 80 }] }] }, []],
  [
    'a port of its own on the network of the node',
    { hostNetwork: true, containers: [{ ports: [{ containerPort: 80 }] }] },
    [any],
  ],
  ['a port below zero', { containers: [{ ports: [{ hostPort: -1 }] }] }, []],
  [
    'address and protocol',
    { containers: [{ ports: [{ hostPort: 80, hostIP: '10.0.0.1', protocol: 'UDP' }] }] },
    [{ protocol: 'UDP', hostIP: '10.0.0.1', hostPort: 80 }],
  ],
  [
    'a sidecar before the containers, and no other init container',
    {
      initContainers: [{ ports: [{ hostPort: 1 }] }, { restartPolicy: 'Always', ports: [{ hostPort: 2 }] }],
      containers: [{}, { ports: [{ hostPort: 3 }] }],
    },
    [
      { ...any, hostPort: 2 },
      { ...any, hostPort: 3 },
    ],
  ],
  ['no container', {}, []],
])('takes the ports of %s', (_, pod, ports) => {
  expect(hostPortsOf(pod)).toEqual(ports);
});

test.each([
  ['the same', any, true],
  ['another port', { ...any, hostPort: 81 }, false],
  ['another protocol', { ...any, protocol: 'UDP' }, false],
  ['one address of all', { ...any, hostIP: '10.0.0.1' }, true],
])('two pods with %s exclude each other: %s', (_, other, isExcluded) => {
  expect(excludeEachOther(any, other)).toBe(isExcluded);
  expect(excludeEachOther(other, any)).toBe(isExcluded);
});

test('two addresses of one node do not exclude each other', () => {
  const at = (hostIP: string) => ({ ...any, hostIP });

  expect(excludeEachOther(at('10.0.0.1'), at('10.0.0.2'))).toBe(false);
  expect(excludeEachOther(at('10.0.0.1'), at('10.0.0.1'))).toBe(true);
});
