/** What is asked of a node in all. */
import type { Resources } from '../../src/kube/resources/requests.ts';

/** Adds up the requests of several pods. */
export function sumResources(parts: Iterable<Resources>): Resources {
  const total = new Map<string, bigint>();
  for (const part of parts) {
    for (const [name, amount] of part) total.set(name, (total.get(name) ?? 0n) + amount);
  }
  return total;
}
