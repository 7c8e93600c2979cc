import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../../src/config/schema/schema.ts';
import type { Mode } from '../../../src/policy/modes.ts';
import { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { clusterHeardAt, clusterWith, hear } from '../scheduler/cluster-with-agent.ts';
import { codesOf } from './hooks.ts';
import { resizesOn } from './resizes.ts';

const REFUSED = ['DW508'];
const withMode = (mode: Mode) => (same: Configuration) => ({
  ...same,
  rules: { ...same.rules, DW508: mode },
});

test('a tenant whose pod would grow into what is held is told how much is left', () => {
  const { put, resize } = resizesOn();
  put('web', { cpu: '1' });

  const fits = resize('web', { cpu: '3500m' });
  const refused = resize('web', { cpu: '3501m' });

  expect(fits).toEqual({ uid: expect.any(String), allowed: true });
  expect(refused.allowed).toBe(false);
  expect(refused.status).toMatchObject({ code: 403, reason: 'Forbidden' });
  expect(refused.status?.message).toBe(
    'DW508 asks for 2501m more cpu where 2500m is left on node "n1" beside the room of daemons; ask for less, or ' +
      'replace the pod, so that the scheduler finds it a node with room',
  );
  expect(refused.auditAnnotations).toMatchObject({ outcome: 'denied', denied: 'DW508', tenant: 'shop' });
});

test('each resource that is too short is named', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('agent', { generation: 2, memory: '2Gi' });
  const { put, resize } = resizesOn({ cluster });
  put('web', { cpu: '1', memory: '1Gi' });

  expect(resize('web', { cpu: '4', memory: '7Gi' }).status?.message).toContain(
    'asks for 3 more cpu where 2500m is left, 6Gi more memory where 5Gi is left on node "n1"',
  );
});

describe('is not for', () => {
  test.each([
    ['a pod that shrinks', { cpu: '3' }, { cpu: '100m' }],
    ['a pod that has as much as it had', { cpu: '3' }, { cpu: '3' }],
    ['a pod that takes what it has not given back', { cpu: '1', granted: '3900m' }, { cpu: '3900m' }],
    ['a pod of a higher priority than the daemons', { cpu: '1', priority: 2_000_001_001 }, { cpu: '4' }],
    ['a pod that has no node', { cpu: '1', node: '' }, { cpu: '4' }],
    ['a pod of a node that is not known', { cpu: '1', node: 'n2' }, { cpu: '4' }],
  ])('%s', (_who, before, after) => {
    const { put, resize } = resizesOn();
    put('web', before);

    expect(resize('web', after).allowed).toBe(true);
  });

  test('the system tenant', () => {
    const { resize } = resizesOn();

    expect(resize('web', { cpu: '4' }, { before: { cpu: '1' }, namespace: 'kube-system' }).allowed).toBe(
      true,
    );
  });

  test('a protected daemon, of whatever tenant', () => {
    const cluster = clusterWith(['n1']);
    cluster.daemonSet('shops-own', { namespace: 'shop' });
    const daemonSets = [{ namespace: '*', name: '*' }];
    const { askResize } = resizesOn({ cluster, extender: { headroom: { daemonSets } } });
    const pod = (cpu: string) => cluster.daemonPodObject('shops-own', { node: 'n1', namespace: 'shop', cpu });

    expect(askResize(pod('1'), pod('4')).allowed).toBe(true);
  });

  test('a node on which nothing is held: there the kubelet decides', () => {
    const cluster = clusterWith(['n1']);
    cluster.daemonPod('agent', { node: 'n1' });
    const { put, resize } = resizesOn({ cluster });
    put('web', { cpu: '1' });

    expect(resize('web', { cpu: '64' }).allowed).toBe(true);
  });

  test('resources that no daemon asks for', () => {
    const { put, resize } = resizesOn();
    put('web', { cpu: '1', memory: '1Gi' });

    expect(resize('web', { memory: '64Gi' }).allowed).toBe(true);
  });

  test.each([
    ['has never been complete', 'unsynced', new DaemonCluster('watch')],
    ['is old', 'stale', clusterHeardAt(-151_000)],
  ])('a view that %s, which is counted', (_what, reason, cluster) => {
    cluster.node('n1');
    cluster.daemonSet('agent');
    const { put, resize, told } = resizesOn({ cluster });
    put('web', { cpu: '1' });

    const grown = resize('web', { cpu: '4' });
    const shrunk = resize('web', { cpu: '500m' });

    expect([grown.allowed, shrunk.allowed]).toEqual([true, true]);
    expect(told.passedThrough).toEqual([`resize ${reason}`]);
  });

  test.each(['status', 'ephemeralcontainers', 'toString'])('the subresource %s', (subResource) => {
    const { askResize, cluster, events } = resizesOn();
    const pod = (cpu: string) => cluster.tenantPod('web', { node: 'n1', cpu });

    expect(askResize(pod('1'), pod('4'), { subResource }).allowed).toBe(true);
    expect(events).toEqual([]);
  });
});

describe('what was admitted counts at once', () => {
  test('two that come together do not both get the last of the room', () => {
    const { put, resize, extender } = resizesOn();
    for (const name of ['web', 'shop']) put(name, { cpu: '1' });

    const [first, second] = ['web', 'shop'].map((name) => resize(name, { cpu: '2' }));

    expect(first?.allowed).toBe(true);
    expect(second?.status?.message).toContain('asks for 1 more cpu where 500m is left');
    expect(extender.account.resizesInFlight.size).toBe(1);
  });

  test('until the view shows it, and then as the view shows it', () => {
    const { put, resize, extender } = resizesOn();
    for (const name of ['web', 'shop']) put(name, { cpu: '1' });
    resize('web', { cpu: '2' });

    // The first that is heard of it is older than the resize.
    put('web', { cpu: '1', granted: '1' });
    const meanwhile = codesOf(resize('shop', { cpu: '2' }));
    put('web', { cpu: '2', granted: '1' });
    const shown = codesOf(resize('shop', { cpu: '2' }));
    put('web', { cpu: '1', granted: '1' });

    expect([meanwhile, shown]).toEqual([REFUSED, REFUSED]);
    expect(extender.account.resizesInFlight.size).toBe(0);
    expect(resize('shop', { cpu: '2' }).allowed).toBe(true);
  });

  test.each([
    ['the pod is gone', ({ cluster }: ReturnType<typeof resizesOn>) => cluster.gone('pods', 'web')],
    [
      'it has not come to be within seconds, because others refused it',
      ({ clock }: ReturnType<typeof resizesOn>) => {
        clock.now = 5_000;
      },
    ],
  ])('and no longer when %s', (_when, happens) => {
    const over = resizesOn();
    for (const name of ['web', 'shop']) over.put(name, { cpu: '1' });
    over.resize('web', { cpu: '2' });
    const before = codesOf(over.resize('shop', { cpu: '2' }));

    happens(over);

    expect(before).toEqual(REFUSED);
    expect(over.resize('shop', { cpu: '2' }).allowed).toBe(true);
  });

  test('for the pods that a scheduler asks about too', () => {
    const { put, resize, ask, cluster } = resizesOn();
    put('web', { cpu: '1' });
    resize('web', { cpu: '3' });

    const answer = ask('filter', { Pod: cluster.tenantPod('new', { cpu: '1' }), NodeNames: ['n1'] });

    expect(answer).toMatchObject({ NodeNames: [] });
  });

  test('of pods of the system, which nobody keeps from growing', () => {
    const { put, resize, cluster, extender } = resizesOn();
    const [namespace, before] = ['kube-system', { cpu: '500m' }];
    cluster.putTenantPod('dns', { node: 'n1', namespace, ...before });
    put('web', { cpu: '500m' });

    const grown = resize('dns', { cpu: '2500m' }, { before, namespace });

    expect(grown.allowed).toBe(true);
    expect(resize('web', { cpu: '2' }).status?.message).toContain('where 500m is left');
    expect(extender.account.resizesInFlight.size).toBe(1);
  });

  test('of a protected daemon too', () => {
    const { put, askResize, resize, cluster } = resizesOn();
    cluster.daemonSet('other', { cpu: '0' });
    cluster.daemonPod('other', { node: 'n1', cpu: '500m' });
    put('web', { cpu: '500m' });
    const pod = (cpu: string) => cluster.daemonPodObject('other', { node: 'n1', cpu });

    askResize(pod('500m'), pod('2500m'), { namespace: 'kube-system' });

    expect(resize('web', { cpu: '2' }).status?.message).toContain('where 500m is left');
  });

  test('also when the view shows one after the other what it was resized to at once', () => {
    const { put, resize, ask, cluster } = resizesOn();
    put('web', { cpu: '500m' });
    for (const [from, to] of [
      ['500m', '3'],
      ['3', '500m'],
      ['500m', '2'],
    ] as const)
      resize('web', { cpu: to }, { before: { cpu: from } });

    for (const cpu of ['3', '500m']) put('web', { cpu, granted: '500m' });

    expect(ask('filter', { Pod: cluster.tenantPod('new', { cpu: '2' }), NodeNames: ['n1'] })).toMatchObject({
      NodeNames: [],
    });
  });

  test('also on a node that the view has yet to hear of', () => {
    const { put, resize, cluster } = resizesOn();
    put('early', { cpu: '1', node: 'new' });
    put('late', { cpu: '1', node: 'new' });

    const unknown = resize('early', { cpu: '2', node: 'new' });
    cluster.node('new');

    expect(unknown.allowed).toBe(true);
    expect(resize('late', { cpu: '2' }).status?.message).toContain('where 500m is left on node "new"');
  });

  test('but not for the pod itself, which may ask again, for more or for less', () => {
    const { put, resize } = resizesOn();
    put('web', { cpu: '1' });
    const before = { cpu: '3' };

    const answers = [
      resize('web', { cpu: '3' }),
      resize('web', { cpu: '3500m' }, { before }),
      resize('web', { cpu: '3600m' }, { before }),
      resize('web', { cpu: '2' }, { before }),
    ];

    expect(answers.map(codesOf)).toEqual([[], [], REFUSED, []]);
  });

  test('but not of pods that somebody has invented, or puts on another node', () => {
    const { put, resize } = resizesOn({ cluster: clusterWith(['n1', 'n2']) });
    put('web', { cpu: '1' });
    put('elsewhere', { cpu: '1', node: 'n2' });
    const before = { cpu: '1m', node: 'n1' };

    resize('invented', { cpu: '2' }, { before });
    resize('elsewhere', { cpu: '2' }, { before });

    expect(resize('web', { cpu: '3' }).allowed).toBe(true);
  });

  test('also when the view then shows it as it was before it came to its node', () => {
    const { resize, ask, cluster } = resizesOn();
    const passing = (name: string, cpu: string) =>
      ask('filter', { Pod: cluster.tenantPod(name, { cpu }), NodeNames: ['n1'] });
    passing('web', '1');
    resize('web', { cpu: '3' }, { before: { cpu: '1' } });

    cluster.putTenantPod('web', { cpu: '1' });
    const unbound = passing('new', '1');
    cluster.putTenantPod('web', { cpu: '1', node: 'n1' });

    expect(unbound).toMatchObject({ NodeNames: [] });
    expect(passing('new', '1')).toMatchObject({ NodeNames: [] });
  });

  test('also when the view has yet to show the shrink before it', () => {
    const { put, resize, ask, cluster, extender } = resizesOn();
    put('web', { cpu: '2' });
    const grown = resize('web', { cpu: '2' }, { before: { cpu: '500m' } });

    // A change of something else, and then the shrink.
    put('web', { cpu: '2', granted: '2' });
    put('web', { cpu: '500m', granted: '500m' });
    const meanwhile = ask('filter', { Pod: cluster.tenantPod('new', { cpu: '3' }), NodeNames: ['n1'] });
    put('web', { cpu: '2', granted: '500m' });

    expect(grown.allowed).toBe(true);
    expect(meanwhile).toMatchObject({ NodeNames: [] });
    expect(extender.account.resizesInFlight.size).toBe(0);
  });

  test('and when no more can be remembered nobody gets room where some is held, until some have come', () => {
    const cluster = clusterWith(['n1', 'n2']);
    cluster.daemonPod('agent', { node: 'n2' });
    const { put, resize, ask, clock } = resizesOn({ cluster });
    put('web', { cpu: '1' });
    const before = { cpu: '1m', node: 'n2' };
    for (let index = 0; index < 5_000; index += 1) {
      put(`p${index}`, before);
      resize(`p${index}`, { cpu: '2m' }, { before });
    }
    const filter = () =>
      ask('filter', { Pod: cluster.tenantPod('new', { cpu: '1' }), NodeNames: ['n1', 'n2'] });

    const meanwhile = [
      codesOf(resize('web', { cpu: '1100m' })),
      codesOf(resize('more', { cpu: '2' }, { before })),
    ];
    const filtered = filter();
    clock.now = 5_000;

    expect(meanwhile).toEqual([REFUSED, []]);
    expect(filtered).toMatchObject({ NodeNames: ['n2'] });
    expect(resize('web', { cpu: '1100m' }).allowed).toBe(true);
    expect(filter()).toMatchObject({ NodeNames: ['n1', 'n2'] });
  });

  test('and a dry run, or what was refused, does not', () => {
    const { put, resize, extender } = resizesOn();
    put('web', { cpu: '1' });

    const answers = [resize('web', { cpu: '2' }, { dryRun: true }), resize('web', { cpu: '4' })];

    expect(answers.map(codesOf)).toEqual([[], REFUSED]);
    expect(extender.account.resizesInFlight.size).toBe(0);
  });
});

test('pods in flight count as they do for others', () => {
  const { put, resize, ask, cluster } = resizesOn();
  put('web', { cpu: '1' });

  ask('filter', { Pod: cluster.tenantPod('new', { cpu: '2' }), NodeNames: ['n1'] });

  expect(codesOf(resize('web', { cpu: '2' }))).toEqual(REFUSED);
});

describe('who was placed while nobody kept the account may be on the way', () => {
  function afterTheStart() {
    const cluster = clusterWith(['n1', 'n2'], 'watch');
    hear(cluster, 0);
    cluster.daemonPod('agent', { node: 'n2' });
    cluster.putTenantPod('early', { cpu: '3' });
    const over = resizesOn({ cluster });
    over.put('web', { cpu: '1' });
    over.put('free', { cpu: '1', node: 'n2' });
    return over;
  }

  test('so nothing of what is kept is given to a resize, whether a scheduler has asked yet or not', () => {
    const { resize, ask, cluster } = afterTheStart();

    const before = codesOf(resize('web', { cpu: '2' }));
    ask('filter', { Pod: cluster.tenantPod('new', { cpu: '1' }), NodeNames: ['n2'] });

    expect([before, codesOf(resize('web', { cpu: '2' }))]).toEqual([REFUSED, REFUSED]);
    expect(resize('free', { cpu: '2' }).allowed).toBe(true);
  });

  test('until nobody has come for some seconds', () => {
    const { resize, clock } = afterTheStart();
    const first = codesOf(resize('web', { cpu: '2' }));

    clock.now = 2_999;
    const waits = codesOf(resize('web', { cpu: '2' }));
    clock.now = 3_000;

    expect([first, waits]).toEqual([REFUSED, REFUSED]);
    expect(resize('web', { cpu: '2' }).allowed).toBe(true);
  });

  test('and a scheduler that asks only then begins it anew', () => {
    const { resize, ask, clock, cluster } = afterTheStart();
    resize('web', { cpu: '2' });
    cluster.putTenantPod('placed-without-us', { cpu: '3' });
    clock.now = 3_000;

    const answer = ask('filter', { Pod: cluster.tenantPod('new', { cpu: '1' }), NodeNames: ['n1'] });

    expect(answer).toMatchObject({ NodeNames: [] });
  });
});

test('an earlier resize that could never be does not hide what this one asks for', () => {
  const { put, resize } = resizesOn();
  put('web', { cpu: '64', granted: '1', pending: 'Infeasible' });

  expect(codesOf(resize('web', { cpu: '4' }))).toEqual(REFUSED);
  expect(resize('web', { cpu: '3' }).allowed).toBe(true);
});

test.each([
  ['changes nothing of it', '64'],
  ['takes back too little for its node', '63'],
])('a pod whose resize could never be may have one that %s', (_what, cpu) => {
  const { put, resize, extender } = resizesOn();
  put('web', { cpu: '64', granted: '1', pending: 'Infeasible' });

  expect(resize('web', { cpu }).allowed).toBe(true);
  expect(extender.account.resizesInFlight.size).toBe(0);
});

test('a daemon that waits to grow is before others that do', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonPod('agent', { node: 'n1', cpu: '3', granted: '500m' });
  const { put, resize } = resizesOn({ cluster });
  put('web', { cpu: '1' });

  expect(resize('web', { cpu: '1100m' }).status?.message).toContain('where 0 is left');
});

describe('does as its mode says', () => {
  test.each([
    ['off', true, undefined],
    ['audit', true, { audited: 'DW508', tenant: 'shop' }],
    ['warn', true, { warned: 'DW508', tenant: 'shop' }],
    ['enforce', false, { denied: 'DW508', tenant: 'shop' }],
  ] as const)('%s', (mode, allowed, auditAnnotations) => {
    const { put, resize, extender } = resizesOn({ change: withMode(mode) });
    put('web', { cpu: '1' });

    const response = resize('web', { cpu: '4' });

    expect(response.allowed).toBe(allowed);
    if (auditAnnotations === undefined) expect(response.auditAnnotations).toBeUndefined();
    else expect(response.auditAnnotations).toMatchObject(auditAnnotations);
    // What passes takes the room, whatever is thought of it.
    expect(extender.account.resizesInFlight.size).toBe(allowed ? 1 : 0);
  });

  test.each([
    ['off', undefined],
    ['audit', { audited: 'DW508', tenant: 'shop' }],
  ] as const)('and is never stricter than headroom.mode: %s', (mode, auditAnnotations) => {
    const { put, resize } = resizesOn({
      change: (same) => ({ ...same, headroom: { ...same.headroom, mode } }),
      extender: { headroom: { mode } },
    });
    put('web', { cpu: '1' });

    expect(resize('web', { cpu: '4' })).toEqual({
      uid: expect.any(String),
      allowed: true,
      auditAnnotations: auditAnnotations && expect.objectContaining(auditAnnotations),
    });
  });

  test('an exemption lets the pod grow', () => {
    const rule = 'DW508' as const;
    const exemption = { rule, namespace: 'shop', name: 'web', reason: 'asked', expires: '2030-01-01' };
    const { put, resize } = resizesOn({ change: (same) => ({ ...same, exemptions: [exemption] }) });
    for (const name of ['web', 'other']) put(name, { cpu: '1' });

    expect(codesOf(resize('other', { cpu: '4' }))).toEqual(REFUSED);
    expect(resize('web', { cpu: '4' }).auditAnnotations).toMatchObject({
      outcome: 'allowed',
      exempted: 'DW508',
      exemption: 'asked',
      tenant: 'shop',
    });
  });
});

test.each([
  ['request.object.spec.containers[0].resources.requests.cpu', { cpu: '1' }, { cpu: 'much' }],
  ['request.oldObject.spec.containers[0].resources.requests.cpu', { cpu: '-1' }, { cpu: '1' }],
])('a body that cannot be read is refused by the field: %s', (field, before, after) => {
  const { askResize, cluster } = resizesOn();
  const pod = (options: { cpu: string }) => cluster.tenantPod('web', { node: 'n1', ...options });

  expect(() => askResize(pod(before), pod(after))).toThrow(field);
});
