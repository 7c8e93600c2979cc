/** What a pod asks for: containers, sidecars, init containers, pod-level resources and overhead. */
import type { Maybe, PodSpec, ResourceList } from '../objects.ts';
import { type Amount, addAmounts, compareAmounts } from './amount.ts';
import { countedAmount, parseAmount } from './quantity.ts';

/** Resource name to amount: cpu in millicores, everything else in units. */
export type Resources = ReadonlyMap<string, bigint>;

/** The resource that counts pods instead of adding up requests: every pod takes one place, whatever else it asks for. */
export const PODS = 'pods';

/** The parts of a pod or template that say how much it asks for. */
export type PodResources = Pick<PodSpec, 'containers' | 'initContainers' | 'overhead' | 'resources'>;

type Amounts = Map<string, Amount>;

const POD_LEVEL_RESOURCES = new Set(['cpu', 'memory']);
const HUGE_PAGES_PREFIX = 'hugepages-';

export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES_PREFIX);
}

/** What may be asked for by the pod as a whole (gate PodLevelResources, on since 1.34). */
export function isPodLevelResource(name: string): boolean {
  return POD_LEVEL_RESOURCES.has(name) || isHugePages(name);
}

/** A quantity that does not parse is left out: the API server would never have stored it. */
function amountsOf(list: Maybe<ResourceList>): Amounts {
  const amounts: Amounts = new Map();
  for (const [name, quantity] of Object.entries(list ?? {})) {
    // JSON decoding trims blanks, parsing itself does not allow them.
    const amount = parseAmount(String(quantity).trim());
    if (amount !== null) amounts.set(name, amount);
  }
  return amounts;
}

function addTo(total: Amounts, more: Amounts): void {
  for (const [name, amount] of more) {
    const known = total.get(name);
    total.set(name, known === undefined ? amount : addAmounts(known, amount));
  }
}

function raiseTo(total: Amounts, floor: Amounts): void {
  for (const [name, amount] of floor) {
    const known = total.get(name);
    if (known === undefined) total.set(name, amount);
    // Comparing with a wide number makes the other one wide too, and so changes how it overflows.
    else if (compareAmounts(amount, known) > 0) {
      total.set(name, { ...amount, wide: amount.wide || known.wide });
    }
  }
}

function containerRequests(spec: PodResources): Amounts {
  const total: Amounts = new Map();
  for (const container of spec.containers ?? []) addTo(total, amountsOf(container.resources?.requests));

  // While an init container runs, all sidecars before it run as well; a sidecar goes on beside the containers, which
  // its restart policy tells.
  const sidecars: Amounts = new Map();
  const peak: Amounts = new Map();
  for (const container of spec.initContainers ?? []) {
    const own = amountsOf(container.resources?.requests);
    if (container.restartPolicy === 'Always') {
      addTo(total, own);
      addTo(sidecars, own);
      raiseTo(peak, sidecars);
    } else {
      addTo(own, sidecars);
      raiseTo(peak, own);
    }
  }
  raiseTo(total, peak);
  return total;
}

function counted(amounts: Amounts): Resources {
  return new Map(Array.from(amounts, ([name, amount]) => [name, countedAmount(name, amount)]));
}

/**
 * The requests that the scheduler counts for a pod. Sums are exact and rounded once, at the end: two containers with
 * 100u of cpu are one millicore together.
 */
export function podRequests(spec: PodResources): Resources {
  const total = containerRequests(spec);
  for (const [name, amount] of amountsOf(spec.resources?.requests)) {
    if (isPodLevelResource(name)) total.set(name, amount);
  }
  addTo(total, amountsOf(spec.overhead));
  return counted(total);
}

/** A plain resource list, such as a node's allocatable, in the same units as `podRequests`. */
export function resourcesOf(list: Maybe<ResourceList>): Resources {
  return counted(amountsOf(list));
}
