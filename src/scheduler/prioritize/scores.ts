/** How much room each node would have left, 0 to 10, once its daemons have theirs. */
import { type ClusterView, NO_NODE, type ReadonlyNumbers } from '../../cluster/view.ts';
import type { HoldLedger } from '../../headroom/hold-ledger.ts';
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
  /** What orders keep for this very pod. */
  readonly reserved: readonly ReadonlyNumbers[];
}

/** One score for each node, by index. A node that is not known gets none. */
export function scoresOf(
  { pod, priority, requests }: IncomingPod,
  { count, numbers }: NodeNumbers,
  view: ClusterView,
  ledger: HoldLedger,
): Uint8Array {
  const { amounts: held, orderRoom } = ledger;
  // Only those that name the pod: that others give way to it is no reason to go there.
  const own = ledger.ordersOpenTo(pod, priority).filter((order) => order.isClaimant(pod));
  const weighed = WEIGHED.flatMap((resource): Weighed[] => {
    const column = view.column(resource);
    if (column === undefined) return [];
    const request = requests.get(resource) ?? 0;
    const { free, size } = column;
    const reserved = own
      .map(({ order }) => orderRoom.of(order.uid, resource))
      .filter((kept) => kept !== undefined);
    return [{ request, free, size, held: held.held(held.lowestLevel, resource), reserved }];
  });
  const scores = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const node = numbers[index] ?? NO_NODE;
    if (node === NO_NODE) continue;
    const share = shareLeft(weighed, node);
    scores[index] = Math.floor(MAX_SCORE * (own.length === 0 ? share : preferred(share, weighed, node)));
  }
  return scores;
}

/** Of the resource that would be scarcest. Pods in flight are left out: nobody knows yet where they go. */
function shareLeft(weighed: readonly Weighed[], node: number): number {
  let least = 1;
  for (const { request, free, size, held, reserved } of weighed) {
    const left = (free[node] ?? 0) - (held?.[node] ?? 0) + sumAt(reserved, node) - request;
    const whole = size[node] ?? 0;
    const share = whole > 0 ? left / whole : 0;
    if (share < least) least = share;
  }
  return Math.max(0, least);
}

/** Every node that keeps all that the pod asks for is before every one that does not. */
function preferred(share: number, weighed: readonly Weighed[], node: number): number {
  const isKept = weighed.every(({ request, reserved }) => sumAt(reserved, node) >= request);
  return (share + (isKept ? 1 : 0)) / 2;
}

function sumAt(arrays: readonly ReadonlyNumbers[], node: number): number {
  let sum = 0;
  for (const numbers of arrays) sum += numbers[node] ?? 0;
  return sum;
}
