import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/json/object.ts';
import { REASON_CODES } from '../../../../src/policy/reasons.ts';
import { hooks, type Response } from '../../admission/hooks.ts';
import { orderWith, WELL_MADE } from '../../orders/order-mistakes.ts';

const PATH = '/validate/orders';

/** With guardians on, so that all that can be said of them is. */
const { ask } = hooks((same) => ({ ...same, orders: { ...same.orders, guardians: 'on' } }));
const withoutGuardians = hooks();

function review(object: JsonObject, more: Readonly<Record<string, unknown>> = {}) {
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: '2c1e1f0a-5a1f-4d57-8f0e-2f6b1d7a9c11',
      kind: { group: 'daemonward.dev', version: 'v1alpha1', kind: 'Order' },
      resource: { group: 'daemonward.dev', version: 'v1alpha1', resource: 'orders' },
      name: 'agent',
      namespace: 'kube-system',
      operation: 'CREATE',
      userInfo: { username: 'admin', groups: ['system:masters'] },
      object,
      oldObject: null,
      ...more,
    },
  };
}

function textOf({ status, warnings = [] }: Response): string {
  return [status?.message, ...warnings].join('\n');
}

const scheduled = (schedule: string, timeZone = 'UTC') =>
  orderWith('spec.strategy', { type: 'Scheduled', schedule, timeZone });
const guarded = (priorityClassName: string) => {
  const order = orderWith('spec.template.spec.priorityClassName', priorityClassName);
  return { ...order, spec: { ...Object(order.spec), enforcement: 'Guardian' } };
};

interface OrderCase {
  readonly code: string;
  readonly says: string;
  readonly object: JsonObject;
  readonly refused?: boolean;
}

const CASES: readonly OrderCase[] = [
  {
    code: 'DW602',
    refused: true,
    says: 'spec.owners[0].namespace: "shop" belongs to the tenant "tenant-a"',
    object: orderWith('spec.owners', [{ namespace: 'shop', selector: {} }]),
  },
  {
    code: 'DW602',
    refused: true,
    says: 'spec.owners[1].namespace: "nowhere" belongs to no tenant that is known',
    object: orderWith('spec.owners', [{ name: 'a' }, { namespace: 'nowhere', name: 'a' }]),
  },
  ...['often', '* * * *', '0 0 30 2 *', '61 * * * *', '@daily', '0 0 31 4,6 *', '* * * * * *'].map(
    (schedule) => ({
      code: 'DW603',
      refused: true,
      says: `spec.strategy.schedule: ${JSON.stringify(schedule)}`,
      object: scheduled(schedule),
    }),
  ),
  {
    code: 'DW603',
    refused: true,
    says: 'spec.strategy.timeZone: "Mars/Base"',
    object: scheduled('0 0 * * *', 'Mars/Base'),
  },
  {
    code: 'DW604',
    says: 'priorityClassName: there is no PriorityClass "absent"',
    object: orderWith('spec.template.spec.priorityClassName', 'absent'),
  },
  {
    code: 'DW605',
    says: 'priorityClassName: ordinary has the value 0, and tenants may use up to 0',
    object: guarded('ordinary'),
  },
  {
    code: 'DW605',
    says: 'system-node-critical has the value 2000001000, which is that of critical pods',
    object: guarded('system-node-critical'),
  },
];

test('an Order of the system of which there is nothing to say', () => {
  expect(textOf(ask(PATH, review(WELL_MADE)))).toBe('');
  expect(textOf(ask(PATH, review(scheduled('0 0 29 2 *'))))).toBe('');
  expect(textOf(ask(PATH, review(guarded('high'))))).toBe('');
  expect(textOf(ask(PATH, review(guarded(''))))).toBe('');
});

test.each(CASES)('$code $says', ({ code, says, object, refused = false }) => {
  const answer = ask(PATH, review(object));

  expect(answer.allowed).toBe(!refused);
  expect(textOf(answer)).toContain(says);
  expect(new Set(textOf(answer).match(/DW\d{3}/g))).toEqual(new Set([code]));
});

test('DW601: an Order of a tenant is refused, and can be deleted and labelled once it is there', () => {
  const tenants = { namespace: 'shop' };
  const labelled = { ...WELL_MADE, metadata: { name: 'agent', labels: { a: 'b' } } };

  const created = ask(PATH, review(WELL_MADE, tenants));
  const changed = ask(
    PATH,
    review(orderWith('spec.paused', true), { ...tenants, operation: 'UPDATE', oldObject: WELL_MADE }),
  );
  const relabelled = ask(PATH, review(labelled, { ...tenants, operation: 'UPDATE', oldObject: WELL_MADE }));
  const gone = { ...tenants, operation: 'DELETE', object: null, oldObject: WELL_MADE };

  expect(textOf(created)).toContain(
    'DW601 metadata.namespace: the namespace belongs to the tenant "tenant-a", and only the system tenant may have an Order',
  );
  expect(
    [created, changed, relabelled, ask(PATH, review(WELL_MADE, gone))].map(({ allowed }) => allowed),
  ).toEqual([false, false, true, true]);
});

test('DW606: where no guardians are made, who asks for them is told', () => {
  const answer = withoutGuardians.ask(PATH, review(guarded('high')));

  expect(answer.allowed).toBe(true);
  expect(textOf(answer)).toContain('DW606 enforcement: is Guardian, and orders.guardians is off');
});

test('every code of Orders is tried here', () => {
  const tried = new Set(['DW601', 'DW606', ...CASES.map(({ code }) => code)]);

  expect(REASON_CODES.filter((code) => code.startsWith('DW6') && !tried.has(code))).toEqual([]);
});
