import { expect, test } from 'vitest';
import type { SlimOrder } from '../../../src/cluster/order-record.ts';
import { createProjector } from '../../../src/cluster/projection/projector.ts';
import { valueAt } from '../../../src/json/path.ts';
import { resourcesOf } from '../../../src/kube/resources/requests.ts';
import { DueGuardians } from '../../../src/orders/guardians/due-guardians.ts';
import { planGuardians } from '../../../src/orders/guardians/guardian-plan.ts';
import { type Guardian, guardianOf, guardianPod } from '../../../src/orders/guardians/guardian-pod.ts';
import { orderWith, WELL_MADE } from './order-mistakes.ts';

const SETTINGS = { image: 'pause:1', priorityClass: 'daemonward-guardian' };
const ROOM = resourcesOf({ memory: '128Mi', cpu: '100m' });

function recordOf(order = WELL_MADE, uid = 'uid-1'): SlimOrder {
  const metadata = { name: 'agent', namespace: 'kube-system', uid, generation: 1 };
  const projected = createProjector().orders({ ...order, metadata });
  if (!projected.ok) throw new Error(projected.error);
  return projected.record;
}

const ORDER = recordOf();
const on = (node: string, requests = ROOM, order = ORDER): Guardian =>
  guardianOf(order, { node, requests }, SETTINGS);
const present = ({ namespace, name }: Guardian, more = {}) => ({
  uid: `uid of ${name}`,
  namespace,
  name,
  phase: 'Running',
  terminating: false,
  ...more,
});
const names = (guardians: readonly { readonly name: string }[]) => guardians.map(({ name }) => name);

test('what is missing is made, what is not due is removed, and what agrees is left alone', () => {
  const [a, b, c] = [on('a'), on('b'), on('c')];

  const plan = planGuardians([a, b], [present(b), present(c)]);

  expect(names(plan.create)).toEqual([a.name]);
  expect(plan.remove.map(({ uid }) => uid)).toEqual([`uid of ${c.name}`]);
  expect(planGuardians([a, b], [present(a), present(b)])).toEqual({ create: [], remove: [] });
});

test('one on its way out is not removed again, and the next of its name waits until it is gone', () => {
  const leaving = present(on('a'), { terminating: true });

  expect(planGuardians([on('a')], [leaving])).toEqual({ create: [], remove: [] });
  expect(planGuardians([], [leaving])).toEqual({ create: [], remove: [] });
});

test.each(['Failed', 'Succeeded'])(
  'one that is %s keeps no room: it is removed, and made anew when it is gone',
  (phase) => {
    const over = present(on('a'), { phase });

    expect(planGuardians([on('a')], [over])).toEqual({ create: [], remove: [over] });
  },
);

test('a name is the same for the same room on the same node, and another for any other', () => {
  const larger = resourcesOf({ cpu: '200m', memory: '128Mi' });
  const turned = resourcesOf({ cpu: '100m', memory: '128Mi' });
  const others = [on('b'), on('a', larger), on('a', ROOM, recordOf(WELL_MADE, 'uid-2'))];

  expect(on('a', turned).name).toBe(on('a').name);
  expect(new Set(names([on('a'), ...others])).size).toBe(4);
  expect(on('a').name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])$/);
});

test('a guardian is pinned by name, owned by its Order, restricted, and asks for the room and no more', () => {
  const pod = guardianPod(on('node-1'));

  expect(pod).toMatchObject({
    metadata: {
      namespace: 'kube-system',
      ownerReferences: [
        { apiVersion: 'daemonward.dev/v1alpha1', kind: 'Order', uid: 'uid-1', controller: true },
      ],
    },
    spec: {
      priorityClassName: 'daemonward-guardian',
      terminationGracePeriodSeconds: 0,
      automountServiceAccountToken: false,
      tolerations: [{ operator: 'Exists', effect: 'NoSchedule' }],
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    },
  });
  expect(
    valueAt(pod, ['spec', 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution']),
  ).toEqual({
    nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-1'] }] }],
  });
  const amounts = { cpu: '100m', memory: '128Mi' };
  expect(valueAt(pod, ['spec', 'containers', 0, 'resources'])).toEqual({
    requests: amounts,
    limits: amounts,
  });
  expect(valueAt(pod, ['spec', 'nodeName'])).toBeUndefined();
});

test('the class and the scheduler of the Order go before the settings', () => {
  const order = recordOf(
    orderWith('spec.template.spec', {
      ...Object(valueAt(WELL_MADE, ['spec', 'template', 'spec'])),
      priorityClassName: 'high',
      schedulerName: 'other',
    }),
  );

  expect(on('a', ROOM, order).spec).toMatchObject({ priorityClassName: 'high', schedulerName: 'other' });
});

test('guardians are made anew when the Order, its room or the settings change, and are the same ones otherwise', () => {
  const due = new DueGuardians();
  const wanted = [{ node: 'a', requests: ROOM }];

  const [first] = due.of(ORDER, wanted, SETTINGS);
  const [same] = due.of(ORDER, wanted, { ...SETTINGS });
  const [other] = due.of(ORDER, wanted, { ...SETTINGS, image: 'pause:2' });
  due.keepOnly(new Set());
  const [anew] = due.of(ORDER, wanted, SETTINGS);

  expect(same).toBe(first);
  expect(other?.name).not.toBe(first?.name);
  expect(anew).not.toBe(first);
  expect(anew).toEqual(first);
});
