/** The latest decisions, as they come. */
import type { Decision } from '../../../src/explain/decisions/decision.ts';

export type { Decision };

/** More than anybody reads; the service remembers more. */
const MOST_SHOWN = 200;

/** Newest first. A decision that is made again takes the place of what was said of it before. */
export function newerDecisions(known: readonly Decision[], data: unknown): readonly Decision[] {
  if (!Array.isArray(data)) return known;
  const came: Decision[] = data;
  const same = new Set(came.map(identity));
  return [...came.toReversed(), ...known.filter((decision) => !same.has(identity(decision)))].slice(
    0,
    MOST_SHOWN,
  );
}

export function identity({ kind, outcome, first, object }: Decision): string {
  return [
    kind,
    outcome,
    object.kind,
    object.partition,
    object.tenant,
    object.namespace,
    object.name,
    first,
  ].join(' ');
}
