/** How much room each node would have left, 0 to 10, once its daemons have theirs. */
import { type ClusterView, NO_NODE, type ReadonlyNumbers } from '../../cluster/view.ts';
import type { HeldAmounts } from '../../headroom/held-amounts.ts';
import type { IncomingPod } from '../account/incoming-pod.ts';
import type { NodeNumbers } from '../account/named-nodes.ts';

/** The scheduler's MaxExtenderPriority. */
export const MAX_SCORE = 10;

/** As with the scheduler's own scores, these two tell how full a node is. */
const WEIGHED = ['cpu', 'memory'] as const;

interface Weighed {
  readonly request: number;
  readonly free: ReadonlyNumbers;
  readonly size: ReadonlyNumbers;
  readonly held: ReadonlyNumbers | undefined;
}

/** One score for each node, by index. A node that is not known gets none. */
export function scoresOf(
  { requests }: IncomingPod,
  { count, numbers }: NodeNumbers,
  view: ClusterView,
  held: HeldAmounts,
): Uint8Array {
  const weighed = WEIGHED.flatMap((resource): Weighed[] => {
    const column = view.column(resource);
    if (column === undefined) return [];
    const request = requests.get(resource) ?? 0;
    const { free, size } = column;
    return [{ request, free, size, held: held.held(held.lowestLevel, resource) }];
  });
  const scores = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const node = numbers[index] ?? NO_NODE;
    if (node !== NO_NODE) scores[index] = Math.floor(MAX_SCORE * shareLeft(weighed, node));
  }
  return scores;
}

/** Of the resource that would be scarcest. Pods in flight are left out: nobody knows yet where they go. */
function shareLeft(weighed: readonly Weighed[], node: number): number {
  let least = 1;
  for (const { request, free, size, held } of weighed) {
    const left = (free[node] ?? 0) - (held?.[node] ?? 0) - request;
    const whole = size[node] ?? 0;
    const share = whole > 0 ? left / whole : 0;
    if (share < least) least = share;
  }
  return Math.max(0, least);
}
