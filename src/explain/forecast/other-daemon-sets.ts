/** DaemonSets that get in the way of another one: by what they select, or by the ports that they take. */
import type { SlimDaemonSet } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { compileEligibility } from '../../daemons/eligibility.ts';
import { excludeEachOther, type HostPort } from '../../kube/host-ports.ts';
import { compileLabelSelector } from '../../kube/matching/selectors.ts';
import type { ForecastDaemon } from './forecast-daemon.ts';

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

/** `isEligible`: whether the daemon belongs on the node with this number. */
export function portRivals(
  { daemonSet }: ForecastDaemon,
  view: ClusterView,
  isEligible: (node: number) => boolean,
): PortRival[] {
  const wanted = daemonSet.template.hostPorts;
  if (wanted.length === 0) return [];
  return others(daemonSet, view).flatMap((rival) => {
    const ports = wanted.filter((port) =>
      rival.template.hostPorts.some((other) => excludeEachOther(port, other)),
    );
    if (ports.length === 0) return [];
    const { shouldRun } = compileEligibility(rival.template.placement);
    let nodes = 0;
    for (let number = 0; number < view.nodeCapacity; number += 1) {
      const node = view.nodeAt(number);
      if (node !== undefined && isEligible(number) && shouldRun(node)) nodes += 1;
    }
    return nodes === 0 ? [] : [{ daemonSet: rival, ports, nodes }];
  });
}

function others({ tenant, namespace, name }: SlimDaemonSet, view: ClusterView): SlimDaemonSet[] {
  return [...view.daemonSets()].filter(
    (other) =>
      !other.terminating && (other.name !== name || other.namespace !== namespace || other.tenant !== tenant),
  );
}
