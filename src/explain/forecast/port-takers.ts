/** Who has the ports of each node that a daemon wants as well. */
import { isTerminal, type SlimPod } from '../../cluster/records.ts';
import { type ClusterView, NO_NODE } from '../../cluster/view.ts';
import { ANY_ADDRESS, excludeEachOther, type HostPort } from '../../kube/host-ports.ts';

const NOBODY: readonly SlimPod[] = [];

export class PortTakers {
  readonly #wanted: readonly HostPort[];
  readonly #byNode = new Map<number, SlimPod[]>();
  /** Pods of one template share their list, so that few are ever compared. */
  readonly #clashes = new Map<readonly HostPort[], HostPort | undefined>();

  /** `nodeOf`: the name of the node on which a pod counts, or empty. */
  constructor(wanted: readonly HostPort[], view: ClusterView, nodeOf: (pod: SlimPod) => string) {
    this.#wanted = wanted;
    if (wanted.length === 0) return;
    for (const pod of view.podsWithHostPorts()) {
      if (this.clashOf(pod) === undefined || isTerminal(pod)) continue;
      const node = view.nodeNumber(nodeOf(pod));
      if (node === NO_NODE) continue;
      const others = this.#byNode.get(node);
      if (others === undefined) this.#byNode.set(node, [pod]);
      else others.push(pod);
    }
  }

  on(node: number): readonly SlimPod[] {
    return this.#byNode.get(node) ?? NOBODY;
  }

  /** The port that the daemon cannot have while the pod has it. */
  clashOf({ hostPorts }: SlimPod): HostPort | undefined {
    if (this.#wanted.length === 0 || hostPorts.length === 0) return undefined;
    const known = this.#clashes.get(hostPorts);
    if (known !== undefined || this.#clashes.has(hostPorts)) return known;
    const clash = this.#wanted.find((port) => hostPorts.some((other) => excludeEachOther(port, other)));
    this.#clashes.set(hostPorts, clash);
    return clash;
  }
}

/** As people write it: `9100/TCP`, with an address where not all are meant. */
export function portText({ hostIP, hostPort, protocol }: HostPort): string {
  return `${hostIP === ANY_ADDRESS ? '' : `${hostIP}:`}${hostPort}/${protocol}`;
}
