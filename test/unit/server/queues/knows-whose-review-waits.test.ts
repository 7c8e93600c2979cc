import { expect, test } from 'vitest';
import { namespaceIn } from '../../../../src/admission/review-namespace.ts';
import type { SlimNamespace } from '../../../../src/cluster/records.ts';
import { type Configuration, defaultConfiguration } from '../../../../src/config/schema/schema.ts';
import { policySettings } from '../../../../src/policy/settings.ts';
import { timeoutOf } from '../../../../src/server/http/caller-timeout.ts';
import { queueOf } from '../../../../src/server/queues/queue-of.ts';
import { fixturesAt } from '../../../http/fixtures.ts';
import { reviewOf } from '../../../http/reviews.ts';

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

function queues(
  namespaces: Record<string, Record<string, string>>,
  change: Partial<Configuration> = {},
  partition = '',
) {
  const settings = policySettings({ ...defaultConfiguration(), ...change });
  const find = (name: string): SlimNamespace | undefined =>
    namespaces[name] && { partition: '', name, tenant: '', labels: namespaces[name], annotations: {} };
  return queueOf({ settings: () => settings, view: { namespace: find }, partition });
}

test.each(fixturesAt((path) => path.startsWith('/validate') || path.startsWith('/mutate')))(
  'the namespace of $file is found as a parser finds it',
  ({ text }) => {
    const { request } = JSON.parse(text);

    expect(namespaceIn(Buffer.from(text))).toBe(request.namespace ?? '');
  },
);

test('what the object says of its namespace does not count', () => {
  const forged = { namespace: 'theirs', metadata: { namespace: 'theirs' }, request: { namespace: 'theirs' } };

  expect(namespaceIn(bytesOf({ object: forged, ...reviewOf({ object: forged, namespace: 'own' }) }))).toBe(
    'own',
  );
  expect(namespaceIn(bytesOf(reviewOf({ object: forged, namespace: undefined })))).toBe('');
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['half of it', bytesOf(reviewOf()).subarray(0, 60)],
  ['a list', bytesOf([reviewOf()])],
  ['no text', bytesOf(reviewOf({ namespace: 5 }))],
  ['more than a namespace can have', bytesOf(reviewOf({ namespace: 'x'.repeat(64) }))],
])('%s names no namespace', (_what, bytes) => {
  expect(namespaceIn(bytes)).toBe('');
});

test('the namespaces of one tenant have one queue', () => {
  const label = (tenant: string) => ({ 'capsule.clastix.io/tenant': tenant });
  const queue = queues({ shop: label('oil'), mail: label('oil'), web: label('gas') });
  const of = (namespace: string) => queue(bytesOf(reviewOf({ namespace })));

  expect(of('shop')).toBe(of('mail'));
  expect(of('shop')).not.toBe(of('web'));
});

test('a namespace that is called as another tenant has a queue of its own', () => {
  const queue = queues({ shop: { 'capsule.clastix.io/tenant': 'oil' }, oil: {} });
  const of = (namespace: string) => queue(bytesOf(reviewOf({ namespace })));

  expect(of('oil')).not.toBe(of('shop'));
});

test('namespaces that nobody knows have one queue together, and the system has its own', () => {
  const queue = queues({ shop: {} });
  const of = (namespace: string) => queue(bytesOf(reviewOf({ namespace })));

  expect(of('invented-1')).toBe(of('invented-2'));
  expect(new Set([of('invented-1'), of('shop'), of('kube-system')]).size).toBe(3);
});

test('on Arktos it is the namespace: the tenant of an object is what its author writes', () => {
  const cluster = { ...defaultConfiguration().cluster, flavor: 'arktos' as const };
  const queue = queues({}, { cluster });
  const of = (namespace: string, tenant: string) =>
    queue(bytesOf(reviewOf({ namespace, object: { metadata: { tenant } } })));

  expect(of('shop', 'oil')).toBe(of('shop', 'gas'));
  expect(of('shop', 'oil')).not.toBe(of('mail', 'oil'));
});

test.each([
  ['/validate/pods?timeout=5s', 5_000],
  ['/validate/pods?a=b&timeout=10s&c=d', 10_000],
  ['/validate/pods?timeout=99s', 30_000],
  ['/validate/pods?timeout=5', 30_000],
  ['/validate/pods', 30_000],
])('the caller of %s waits %d ms', (url, ms) => {
  expect(timeoutOf(url)).toBe(ms);
});

test('equal tenants of two partitions have two queues', () => {
  const review = bytesOf(reviewOf({ object: {}, namespace: 'shop' }));

  expect(queues({ shop: {} }, {}, 'east')(review)).toBe(`east: ${queues({ shop: {} })(review)}`);
});
