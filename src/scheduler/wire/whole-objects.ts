/** A scheduler that is not told that we know the nodes (`nodeCacheCapable`) sends whole nodes and whole victims. */
import { problem, type Unparsed } from '../../json/problem.ts';

/** Thrown where whole objects come, and nobody has said that they may. */
export class WholeObjectsError extends Error {
  override readonly name = 'WholeObjectsError';
  readonly field: string;

  constructor(field: string) {
    super(`${field} holds whole objects`);
    this.field = field;
  }
}

/** The scheduler's log shows it; what is to be done stands in it, because nobody else will be told. */
export function wholeObjectsRefused({ field }: WholeObjectsError): Unparsed {
  const message =
    `${field}: the scheduler sends whole objects: set nodeCacheCapable: true for this extender, ` +
    'or server.wholeNodesLimitBytes of daemonward to the largest body to take';
  return problem('whole-nodes', field, message);
}
