/** Whether a pod may have been kept out by something else than missing room. */
import { isObject } from '../../json/object.ts';
import { makesClaims } from '../../kube/claims.ts';

/**
 * Ports of the node, other pods nearby, even spreading, claimed devices and volumes: when a pod asks for one of these, other
 * victims that give the same room may not help it, and would be evicted in vain.
 */
export function hasOtherNeeds(pod: unknown): boolean {
  const spec = at(pod, 'spec');
  const containers = [...listAt(spec, 'containers'), ...listAt(spec, 'initContainers')];
  const usesHostPort = containers.some((container) =>
    listAt(container, 'ports').some((port) => Boolean(at(port, 'hostPort'))),
  );
  const affinity = at(spec, 'affinity');
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  return (
    usesHostPort ||
    listAt(at(affinity, 'podAffinity'), required).length > 0 ||
    listAt(at(affinity, 'podAntiAffinity'), required).length > 0 ||
    listAt(spec, 'topologySpreadConstraints').some(
      (constraint) => at(constraint, 'whenUnsatisfiable') === 'DoNotSchedule',
    ) ||
    makesClaims(spec)
  );
}

function at(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = at(value, key);
  return Array.isArray(list) ? list : [];
}
