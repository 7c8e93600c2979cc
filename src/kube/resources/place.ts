/** What a pod takes of a node: its requests, and a place among the pods. */
import { PODS, type Resources } from './requests.ts';

/** The requests of a pod, with the place that it takes. */
export function withPlace(requests: Resources): Resources {
  return new Map(requests).set(PODS, 1n);
}

/** Of each resource what is wanted beyond what there is already; nothing less than none. */
export function beyond(wanted: Resources, there: readonly Resources[]): Resources {
  const rest = new Map<string, bigint>();
  for (const [resource, amount] of wanted) {
    const missing = there.reduce((left, part) => left - (part.get(resource) ?? 0n), amount);
    rest.set(resource, missing > 0n ? missing : 0n);
  }
  return rest;
}
