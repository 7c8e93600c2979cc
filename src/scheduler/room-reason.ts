/** DW504 in words: which daemon's room it is, and how much. */
import type { ActiveHold } from '../daemons/hold-ledger.ts';
import { quantityText } from '../kube/quantity-text.ts';
import { PODS, type Resources } from '../kube/requests.ts';

export interface RoomWords {
  /** `200m cpu, 256Mi memory held for kube-system/log-agent` */
  readonly room: string;
  /** `1 pod held for kube-system/log-agent`: for when nothing else is short. */
  readonly places: string;
}

export type RoomWording = (holds: readonly ActiveHold[], priority: number) => RoomWords;

/**
 * Words are made once for as long as the holds of a node are the same: thousands of nodes may be refused in one call, and
 * the same pod is asked about again and again.
 */
export function roomWording(): RoomWording {
  const known = new WeakMap<readonly ActiveHold[], Map<number, RoomWords>>();
  return (holds, priority) => {
    const byPriority = known.get(holds) ?? new Map<number, RoomWords>();
    known.set(holds, byPriority);
    const words = byPriority.get(priority) ?? wordsFor(holds, priority);
    byPriority.set(priority, words);
    return words;
  };
}

function wordsFor(holds: readonly ActiveHold[], priority: number): RoomWords {
  const counted = holds.filter(({ expired, daemon }) => !expired && daemon.priority >= priority);
  const inWords = (amountsOf: (hold: ActiveHold) => string[]) =>
    counted
      .flatMap((hold) => {
        const amounts = amountsOf(hold);
        const { namespace, name } = hold.daemon.daemonSet;
        return amounts.length === 0 ? [] : `${amounts.join(', ')} held for ${namespace}/${name}`;
      })
      .join('; ');
  const places = inWords((hold) => (heldBy(hold).has(PODS) ? ['1 pod'] : []));
  const room = inWords((hold) =>
    [...heldBy(hold)]
      .filter(([resource, amount]) => resource !== PODS && amount > 0n)
      .map(([resource, amount]) => `${quantityText(resource, amount)} ${resource}`),
  );
  return { room: room || places, places: places || room };
}

/** Where nothing is held beyond what the leaving pod has, it is that room which its successor takes over. */
function heldBy({ amounts, daemon }: ActiveHold): Resources {
  const some = [...amounts.values()].some((amount) => amount > 0n);
  if (some) return amounts;
  return new Map([...daemon.requests].filter(([resource]) => amounts.has(resource)));
}
