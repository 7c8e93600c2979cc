/**
 * What all pods of one template ask for, as far as they have been seen: what was added to each of them by others. Pods can
 * be resized one by one afterwards, so that what only some have says nothing of the next one.
 */
import type { Resources } from '../../kube/resources/requests.ts';

const NOTHING: Resources = new Map();

export class CommonRequests {
  #least: Resources | undefined;

  get amounts(): Resources {
    return this.#least ?? NOTHING;
  }

  /** True when it is the first, or asks for less than those before. */
  add(requests: Resources): boolean {
    if (this.#least !== undefined && isWithin(this.#least, requests)) return false;
    this.#least = this.#least === undefined ? requests : smallest(this.#least, requests);
    return true;
  }
}

/** Most pods of a template share their amounts in memory. */
function isWithin(least: Resources, requests: Resources): boolean {
  return least === requests || [...least].every(([name, amount]) => amount <= (requests.get(name) ?? 0n));
}

function smallest(least: Resources, requests: Resources): Resources {
  const both = new Map(least);
  for (const [name, amount] of least) {
    const other = requests.get(name) ?? 0n;
    if (other < amount) both.set(name, other);
  }
  return both;
}
