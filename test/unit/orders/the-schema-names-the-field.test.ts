import { expect, test } from 'vitest';
import { validateOrder } from '../../../src/orders/api/validate-order.ts';
import { MISTAKES, orderWith, WELL_MADE } from './order-mistakes.ts';

test('of a well-made Order there is nothing to say', () => {
  expect(validateOrder(WELL_MADE)).toEqual([]);
});

test.each(MISTAKES)('$what: names $field', ({ field, order }) => {
  const fields = validateOrder(order).map((error) => error.field);

  expect(fields).toContain(field);
  // A mistake below a field may be blamed on the field too, and on nothing else.
  expect(fields.filter((other) => !field.startsWith(other) && !other.startsWith(field))).toEqual([]);
});

test.each(['24h', '1h30m', '1.5h', '90s', '1500ms', '1s', '0h1m'])('%s is a duration', (duration) => {
  expect(validateOrder(orderWith('spec.template.spec.duration', duration))).toEqual([]);
});

test('a request as large as its limit is not above it, however it is written', () => {
  const resources = { requests: { cpu: '1000m', memory: '1024Mi' }, limits: { cpu: 1, memory: '1Gi' } };

  expect(validateOrder(orderWith('spec.template.spec.resources', resources))).toEqual([]);
});
