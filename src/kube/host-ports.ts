/** The ports of its node that a pod takes, and when two pods exclude each other by them (scheduler, plugin NodePorts). */
import type { Container, Maybe } from './objects.ts';

export interface HostPort {
  readonly protocol: string;
  /** `ANY_ADDRESS` when the pod does not say. */
  readonly hostIP: string;
  readonly hostPort: number;
}

/** All addresses of the node; of IPv6 the scheduler has no such word. */
export const ANY_ADDRESS = '0.0.0.0';
const DEFAULT_PROTOCOL = 'TCP';

/** The parts of a pod that say which ports it takes. */
export interface PortUser {
  readonly hostNetwork?: Maybe<boolean>;
  readonly containers?: Maybe<readonly Pick<Container, 'ports' | 'restartPolicy'>[]>;
  readonly initContainers?: Maybe<readonly Pick<Container, 'ports' | 'restartPolicy'>[]>;
}

/**
 * Of the containers that run as long as the pod does: an init container only when it is a sidecar (GetHostPorts in
 * pkg/scheduler/util/utils.go). On the host's network a port without a host port is one of the node; the API server writes
 * that into pods and, since 1.28, not into templates.
 */
export function hostPortsOf({ hostNetwork, containers, initContainers }: PortUser): HostPort[] {
  const sidecars = (initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...sidecars, ...(containers ?? [])].flatMap(({ ports }) =>
    (ports ?? []).flatMap((port) => {
      const hostPort = port.hostPort || (hostNetwork ? port.containerPort : 0) || 0;
      if (hostPort <= 0) return [];
      return { protocol: port.protocol || DEFAULT_PROTOCOL, hostIP: port.hostIP || ANY_ADDRESS, hostPort };
    }),
  );
}

/** The same port by the same protocol, and an address in common. */
export function excludeEachOther(a: HostPort, b: HostPort): boolean {
  return (
    a.hostPort === b.hostPort &&
    a.protocol === b.protocol &&
    (a.hostIP === b.hostIP || a.hostIP === ANY_ADDRESS || b.hostIP === ANY_ADDRESS)
  );
}
