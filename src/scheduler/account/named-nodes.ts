/** The nodes that a call names, by index. */
import { type ClusterView, NO_NODE, type ReadonlyNumbers } from '../../cluster/view.ts';

export interface NodeNumbers {
  readonly count: number;
  /** Of the nodes, or NO_NODE for a name that the view does not have. */
  readonly numbers: ReadonlyNumbers;
}

export interface NamedNodes extends NodeNumbers {
  nameOf(index: number): string;
}

export function namedNodes(names: readonly string[], view: ClusterView): NamedNodes {
  const numbers = Int32Array.from(names, (name) => view.nodeNumber(name));
  return { count: names.length, numbers, nameOf: (index) => names[index] ?? '' };
}

/** A call without one says nothing of where its pod may be: no scheduler asks so. */
export function namesKnownNode({ count, numbers }: NodeNumbers): boolean {
  for (let index = 0; index < count; index += 1) if (numbers[index] !== NO_NODE) return true;
  return false;
}
