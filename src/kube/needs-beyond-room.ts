/** Whether a pod may be kept out by something else than missing room. */
import { isObject } from '../json/object.ts';
import { makesClaims } from './claims.ts';

/** What a pod may ask for beside room, in the words of people. */
export type OtherNeed = 'host ports' | 'pod affinity' | 'topology spread' | 'volumes or devices';

/**
 * Ports of the node, other pods nearby, even spreading, claimed devices and volumes: when a pod asks for one of these, other
 * victims that give the same room may not help it, and would be evicted in vain. Of a pod, or of a template.
 */
export function needsBeyondRoom(pod: unknown): OtherNeed[] {
  const spec = at(pod, 'spec');
  const containers = [...listAt(spec, 'containers'), ...listAt(spec, 'initContainers')];
  const usesHostPort = containers.some((container) =>
    listAt(container, 'ports').some((port) => Boolean(at(port, 'hostPort'))),
  );
  const affinity = at(spec, 'affinity');
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const asksForNeighbours =
    listAt(at(affinity, 'podAffinity'), required).length > 0 ||
    listAt(at(affinity, 'podAntiAffinity'), required).length > 0;
  const spreads = listAt(spec, 'topologySpreadConstraints').some(
    (constraint) => at(constraint, 'whenUnsatisfiable') === 'DoNotSchedule',
  );
  return [
    ...(usesHostPort ? (['host ports'] as const) : []),
    ...(asksForNeighbours ? (['pod affinity'] as const) : []),
    ...(spreads ? (['topology spread'] as const) : []),
    ...(makesClaims(spec) ? (['volumes or devices'] as const) : []),
  ];
}

function at(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = at(value, key);
  return Array.isArray(list) ? list : [];
}
