/** Counted amounts as people write them: `200m` of cpu, `256Mi` of memory. */

const MILLIS = 1000n;
const BINARY_STEP = 1024n;
const BINARY_UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;

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
  let unit = 0;
  while (rest !== 0n && rest % BINARY_STEP === 0n && unit < BINARY_UNITS.length - 1) {
    rest /= BINARY_STEP;
    unit += 1;
  }
  return `${rest}${BINARY_UNITS[unit] ?? ''}`;
}
