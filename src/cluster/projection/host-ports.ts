/** Projects the ports of its node that a pod takes. Hardly any pod takes one, so that nearly all share the same nothing. */
import { isObject, type JsonObject } from '../../json/object.ts';
import { type HostPort, hostPortsOf, type PortUser } from '../../kube/host-ports.ts';
import type { Fields } from './fields.ts';
import { RecentCache } from './sharing.ts';

const NO_PORTS: readonly HostPort[] = [];

export type HostPortsReader = (spec: Fields) => readonly HostPort[];

/** A reader that remembers the lists it has seen. */
export function hostPortsReader(): HostPortsReader {
  const lists = new RecentCache<readonly HostPort[]>();
  return (spec) => {
    if (!mayTakePorts(spec.value)) return NO_PORTS;
    const ports = hostPortsOf({
      hostNetwork: spec.flag('hostNetwork'),
      containers: portsIn(spec, 'containers'),
      initContainers: portsIn(spec, 'initContainers'),
    });
    return ports.length === 0 ? NO_PORTS : lists.getOrMake(JSON.stringify(ports), () => ports);
  };
}

function portsIn(spec: Fields, name: 'containers' | 'initContainers'): PortUser['containers'] {
  return spec.objects(name).map((container) => ({
    restartPolicy: container.text('restartPolicy'),
    ports: container.objects('ports').map((port) => ({
      protocol: port.shared('protocol'),
      hostIP: port.shared('hostIP'),
      hostPort: port.integer('hostPort'),
      containerPort: port.integer('containerPort'),
    })),
  }));
}

/** Looks at what came as it came: this is asked of every pod. What is not as it should be is left to the reader. */
function mayTakePorts({ hostNetwork, containers, initContainers }: JsonObject): boolean {
  return Boolean(hostNetwork) || someTakesPorts(containers) || someTakesPorts(initContainers);
}

function someTakesPorts(containers: unknown): boolean {
  return (
    Array.isArray(containers) &&
    containers.some((container: unknown) => isObject(container) && hasHostPort(container.ports))
  );
}

function hasHostPort(ports: unknown): boolean {
  if (!Array.isArray(ports)) return Boolean(ports);
  return ports.some((port: unknown) => !isObject(port) || Boolean(port.hostPort));
}
