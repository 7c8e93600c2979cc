/** Counted amounts as people write them: `200m` of cpu, `256Mi` of memory. */
import { BINARY_SUFFIXES } from './quantity.ts';

const MILLIS = 1000n;
const BINARY_STEP = 1024n;

/** What is measured in bytes, and so in powers of two. */
const BYTES = /^(memory|ephemeral-storage|storage|hugepages-.*)$/;

/**
 * cpu is counted in thousandths, everything else in units. Exact: the largest unit that leaves no rest.
 *
 * @example quantityText('memory', 268_435_456n) // '256Mi'
 */
export function quantityText(resource: string, amount: bigint): string {
  if (resource === 'cpu') return amount % MILLIS === 0n ? `${amount / MILLIS}` : `${amount}m`;
  return BYTES.test(resource) ? bytesText(amount) : `${amount}`;
}

function bytesText(amount: bigint): string {
  let rest = amount;
  let unit = '';
  for (const suffix of BINARY_SUFFIXES) {
    if (rest === 0n || rest % BINARY_STEP !== 0n) break;
    rest /= BINARY_STEP;
    unit = suffix;
  }
  return `${rest}${unit}`;
}
