import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedAmount, parseAmount } from '../../../../src/kube/resources/quantity.ts';
import { quantityText } from '../../../../src/kube/resources/quantity-text.ts';

test.each([
  ['cpu', 200n, '200m'],
  ['cpu', 2_000n, '2'],
  ['cpu', 0n, '0'],
  ['memory', 268_435_456n, '256Mi'],
  ['memory', 1_000n, '1000'],
  ['memory', 0n, '0'],
  ['ephemeral-storage', 2n ** 60n, '1Ei'],
  ['hugepages-2Mi', 4_194_304n, '4Mi'],
  ['nvidia.com/gpu', 1_024n, '1024'],
  ['pods', 1n, '1'],
])('%s %s', (resource, amount, expected) => {
  expect(quantityText(resource, amount)).toBe(expected);
});

test('what is written is read as the same amount', () => {
  fc.assert(
    fc.property(fc.constantFrom('cpu', 'memory', 'pods'), fc.bigInt(0n, 2n ** 53n), (resource, amount) => {
      const read = parseAmount(quantityText(resource, amount));

      expect(read && countedAmount(resource, read)).toBe(amount);
    }),
  );
});
