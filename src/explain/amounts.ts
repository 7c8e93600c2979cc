/** Amounts of resources, as explanations show them. */
import { type ClusterView, NO_NODE } from '../cluster/view.ts';
import { type NodeRoom, type Shortage, shortagesFor } from '../kube/resources/fits.ts';
import { quantityText } from '../kube/resources/quantity-text.ts';
import { PODS, type Resources } from '../kube/resources/requests.ts';

/** By resource, as people write them: `{ cpu: '200m', memory: '256Mi', pods: '1' }`. */
export type AmountTexts = Readonly<Record<string, string>>;

/** A resource of which a node has not enough. */
export interface Shortfall {
  readonly resource: string;
  readonly asked: string;
  readonly free: string;
  readonly missing: string;
  readonly allocatable: string;
}

export function amountTexts(amounts: Resources): AmountTexts {
  return Object.fromEntries(
    Array.from(amounts, ([resource, amount]) => [resource, quantityText(resource, amount)]),
  );
}

/** What is asked for, without what is asked for in vain: nothing of a resource. */
export function positive(amounts: Resources): Resources {
  return new Map([...amounts].filter(([, amount]) => amount > 0n));
}

/** Of a node's pods as the view has them. */
export function roomOf(view: ClusterView, name: string): NodeRoom {
  const number = view.nodeNumber(name);
  const requested = new Map<string, bigint>();
  if (number !== NO_NODE) {
    for (const column of view.columns()) requested.set(column.resource, column.requested[number] ?? 0n);
  }
  const allocatable = view.node(name)?.allocatable ?? new Map<string, bigint>();
  return { allocatable, requested, podCount: Number(requested.get(PODS) ?? 0n) };
}

export function shortfallsOf(asked: Resources, room: NodeRoom): Shortfall[] {
  return shortagesFor(asked)(room).map(shortfall);
}

function shortfall({ resource, requested, used, capacity }: Shortage): Shortfall {
  const text = (amount: bigint) => quantityText(resource, amount);
  const free = capacity - used;
  return {
    resource,
    asked: text(requested),
    free: text(free),
    missing: text(requested - free),
    allocatable: text(capacity),
  };
}

/** @example 'memory: asks for 200Mi, 120Mi free of 7Gi, 80Mi missing' */
export function shortfallWords({ resource, asked, free, missing, allocatable }: Shortfall): string {
  return `${resource}: asks for ${asked}, ${free} free of ${allocatable}, ${missing} missing`;
}
