/** Replays a record of events: which pods are on which node at each moment, and how much of it they take. */

import { podRequests, type Resources, resourcesOf } from '../../../src/kube/resources/requests.ts';
import { sumResources } from '../../conformance/sum-resources.ts';
import type { Node } from './nodes.ts';
import type { PodEvent } from './pod-watch.ts';
import type { Pod } from './workloads.ts';

/** Every pod takes one of a node's places. */
const PLACE: Resources = new Map([['pods', 1n]]);

/** What a pod takes of its node. */
export function taken({ spec }: Pod): Resources {
  return sumResources([podRequests(spec), PLACE]);
}

export class Bindings {
  readonly #onNode = new Map<string, Map<string, Pod>>();
  readonly #nodeOf = new Map<string, string>();

  /** Takes the event in; true when it is the moment at which the pod got its node. */
  apply({ type, object }: Pick<PodEvent, 'type' | 'object'>): boolean {
    const uid = object.metadata?.uid ?? '';
    const known = this.#nodeOf.get(uid);
    const node = object.spec.nodeName ?? '';
    if (type === 'DELETED') {
      this.#nodeOf.delete(uid);
      this.#onNode.get(known ?? '')?.delete(uid);
      return false;
    }
    if (node === '' || known !== undefined) return false;
    this.#nodeOf.set(uid, node);
    const others = this.#onNode.get(node) ?? new Map<string, Pod>();
    this.#onNode.set(node, others.set(uid, object));
    return true;
  }

  podsOn(node: string): Pod[] {
    return [...(this.#onNode.get(node)?.values() ?? [])];
  }
}

/** What is left of a node under these pods and these other amounts, by resource; below zero where they are too much. */
export function left(node: Node, pods: readonly Pod[], others: readonly Resources[]): Map<string, bigint> {
  const used = sumResources([...pods.map(taken), ...others]);
  const rest = new Map<string, bigint>();
  for (const [resource, amount] of resourcesOf(node.status?.allocatable)) {
    rest.set(resource, amount - (used.get(resource) ?? 0n));
  }
  return rest;
}
