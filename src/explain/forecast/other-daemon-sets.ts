/** DaemonSets that get in the way of another one: by what they select, or by the ports that they take. */
import type { SlimDaemonSet } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { compileEligibility } from '../../daemons/eligibility.ts';
import { excludeEachOther, type HostPort } from '../../kube/host-ports.ts';
import { compileLabelSelector } from '../../kube/matching/selectors.ts';
import type { ForecastDaemon } from './forecast-daemon.ts';
import { NODES_A_STEP } from './verdicts.ts';

/** Both want a port on so many nodes. */
export interface PortRival {
  readonly daemonSet: SlimDaemonSet;
  readonly ports: readonly HostPort[];
  readonly nodes: number;
}

/** Of the same namespace, and one of the two selects the pods of the other: both controllers would count them as theirs. */
export function overlapping({ daemonSet }: ForecastDaemon, view: ClusterView): SlimDaemonSet[] {
  const own = compileLabelSelector(daemonSet.selector);
  return others(daemonSet, view).filter(({ namespace, tenant, selector, template }) => {
    if (namespace !== daemonSet.namespace || tenant !== daemonSet.tenant) return false;
    const selects = compileLabelSelector(selector);
    return own?.(template.labels) === true || selects?.(daemonSet.template.labels) === true;
  });
}

/** `isEligible`: whether the daemon belongs on the node with this number. In steps: all nodes are looked at for each rival. */
export function* portRivals(
  { daemonSet }: ForecastDaemon,
  view: ClusterView,
  isEligible: (node: number) => boolean,
): Generator<void, PortRival[]> {
  const wanted = daemonSet.template.hostPorts;
  const rivals: PortRival[] = [];
  for (const rival of wanted.length === 0 ? [] : others(daemonSet, view)) {
    const taken = rival.template.hostPorts;
    const ports = wanted.filter((port) => taken.some((other) => excludeEachOther(port, other)));
    if (ports.length === 0) continue;
    const { shouldRun } = compileEligibility(rival.template.placement);
    let nodes = 0;
    for (let number = 0; number < view.nodeCapacity; number += 1) {
      const node = view.nodeAt(number);
      if (node !== undefined && isEligible(number) && shouldRun(node)) nodes += 1;
      if (number % NODES_A_STEP === 0) yield;
    }
    if (nodes > 0) rivals.push({ daemonSet: rival, ports, nodes });
  }
  return rivals;
}

function others({ tenant, namespace, name }: SlimDaemonSet, view: ClusterView): SlimDaemonSet[] {
  return [...view.daemonSets()].filter(
    (other) =>
      !other.terminating && (other.name !== name || other.namespace !== namespace || other.tenant !== tenant),
  );
}
