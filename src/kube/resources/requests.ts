/**
 * What a pod asks for: containers or a virtual machine, sidecars, init containers, pod-level resources and overhead; and
 * while it is being resized in place, what the scheduler counts of it (component-helpers/resource, PodRequests with
 * UseStatusResources).
 */
import type { Container, ContainerStatus, Maybe, PodSpec, PodStatus, ResourceList } from '../objects.ts';
import { type Amount, addAmounts, compareAmounts, ZERO } from './amount.ts';
import { countedAmount, parseAmount } from './quantity.ts';

/** Resource name to amount: cpu in millicores, everything else in units. */
export type Resources = ReadonlyMap<string, bigint>;

/** The resource that counts pods instead of adding up requests: every pod takes one place, whatever else it asks for. */
export const PODS = 'pods';

/** The parts of a pod or template that say how much it asks for. */
export type PodResources = Pick<
  PodSpec,
  'containers' | 'initContainers' | 'overhead' | 'resources' | 'virtualMachine' | 'workloadInfo'
>;

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

/**
 * What runs beside each other in the pod. On Arktos that may be a virtual machine, and `workloadInfo` repeats the parts of
 * either: it counts only where neither is there.
 */
function workloadsOf({
  containers,
  virtualMachine,
  workloadInfo,
}: PodResources): readonly Pick<Container, 'name' | 'resources'>[] {
  if (containers && containers.length > 0) return containers;
  return virtualMachine ? [virtualMachine] : (workloadInfo ?? []);
}

/**
 * The largest of what is asked for, what the node has set apart (allocated) and what is really in force (actual): a
 * container that shrinks takes its old room until the kubelet has made it smaller. Without actual resources the status
 * says nothing of the matter, not even by what is allocated.
 */
function effectiveAmounts(
  asked: Maybe<ResourceList>,
  status: Pick<ContainerStatus, 'resources' | 'allocatedResources'> | undefined,
  granted: boolean,
): Amounts {
  if (!status?.resources) return amountsOf(asked);
  const most: Amounts = granted ? new Map() : amountsOf(asked);
  raiseTo(most, amountsOf(status.resources.requests));
  raiseTo(most, amountsOf(status.allocatedResources));
  return most;
}

function statusesByName(status: PodStatus): ReadonlyMap<string, ContainerStatus> {
  const told = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])];
  return new Map(told.map((one) => [one.name ?? '', one]));
}

const NO_STATUS: PodStatus = {};
const NOTHING_TOLD: ReadonlyMap<string, ContainerStatus> = new Map();

function containerRequests(spec: PodResources, status: PodStatus, granted: boolean): Amounts {
  const statuses = status === NO_STATUS ? NOTHING_TOLD : statusesByName(status);
  const running = ({ name, resources }: Pick<Container, 'name' | 'resources'>) =>
    effectiveAmounts(resources?.requests, statuses.get(name ?? ''), granted);

  const total: Amounts = new Map();
  for (const workload of workloadsOf(spec)) addTo(total, running(workload));

  // While an init container runs, all sidecars before it run as well; a sidecar goes on beside the containers, which
  // its restart policy tells.
  const sidecars: Amounts = new Map();
  const peak: Amounts = new Map();
  for (const container of spec.initContainers ?? []) {
    const isSidecar = container.restartPolicy === 'Always';
    // Of those that end by themselves the scheduler counts the spec alone, whatever their status says.
    const own = isSidecar ? running(container) : amountsOf(container.resources?.requests);
    if (isSidecar) {
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
  const resources = new Map<string, bigint>();
  for (const [name, amount] of amounts) resources.set(name, countedAmount(name, amount));
  return resources;
}

const PENDING = 'PodResizePending';
const INFEASIBLE = 'Infeasible';

/** The kubelet has said that this can never be: then nobody counts what the spec asks for. The first condition decides. */
function isResizeInfeasible({ conditions }: PodStatus): boolean {
  return conditions?.find(({ type }) => type === PENDING)?.reason === INFEASIBLE;
}

/**
 * The requests that the scheduler counts for a pod: of one that waits for a node those of its spec; of one that has a
 * node give the status as well. Sums are exact and rounded once, at the end: two containers with 100u of cpu are one
 * millicore together.
 */
export function podRequests(spec: PodResources, status: PodStatus = NO_STATUS): Resources {
  return requestsOf(spec, status, isResizeInfeasible(status));
}

/** What its node has granted to a pod, whatever the spec asks for by now. */
export function grantedRequests(spec: PodResources, status: PodStatus): Resources {
  return requestsOf(spec, status, true);
}

function requestsOf(spec: PodResources, status: PodStatus, granted: boolean): Resources {
  const total = containerRequests(spec, status, granted);
  const asked = spec.resources?.requests;
  if (asked) {
    const podLevel = effectiveAmounts(asked, status, granted);
    for (const name of amountsOf(asked).keys()) {
      if (isPodLevelResource(name)) total.set(name, podLevel.get(name) ?? ZERO);
    }
  }
  if (spec.overhead) addTo(total, amountsOf(spec.overhead));
  return counted(total);
}

/** A plain resource list, such as a node's allocatable, in the same units as `podRequests`. */
export function resourcesOf(list: Maybe<ResourceList>): Resources {
  return counted(amountsOf(list));
}
