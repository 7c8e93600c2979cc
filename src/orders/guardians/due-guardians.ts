/** The guardians of all Orders that should be there now, made anew only where something has changed. */
import type { SlimOrder } from '../../cluster/order-record.ts';
import type { Resources } from '../../kube/resources/requests.ts';
import type { DueGuardian } from '../order-status.ts';
import { type Guardian, type GuardianSettings, guardianOf } from './guardian-pod.ts';

interface Made {
  readonly requests: Resources;
  readonly guardian: Guardian;
}

/** As long as an Order is of this generation, and the settings are these. */
interface OfOrder {
  readonly generation: number;
  readonly settings: GuardianSettings;
  byNode: Map<string, Made>;
}

/** A name is a digest of the whole pod, which takes some microseconds: too many for five thousand nodes every second. */
export class DueGuardians {
  readonly #byOrder = new Map<string, OfOrder>();

  of(order: SlimOrder, due: Iterable<DueGuardian>, settings: GuardianSettings): Guardian[] {
    const before = this.#known(order, settings);
    const byNode = new Map<string, Made>();
    for (const one of due) {
      const { requests } = one;
      const known = before.byNode.get(one.node);
      const isSame = known !== undefined && isEqual(known.requests, requests);
      byNode.set(one.node, isSame ? known : { requests, guardian: guardianOf(order, one, settings) });
    }
    before.byNode = byNode;
    return Array.from(byNode.values(), ({ guardian }) => guardian);
  }

  /** Orders that are gone leave nothing behind. */
  keepOnly(orderUids: ReadonlySet<string>): void {
    for (const uid of this.#byOrder.keys()) if (!orderUids.has(uid)) this.#byOrder.delete(uid);
  }

  #known({ uid, generation }: SlimOrder, settings: GuardianSettings): OfOrder {
    const known = this.#byOrder.get(uid);
    const isSame =
      known?.generation === generation &&
      known.settings.image === settings.image &&
      known.settings.priorityClass === settings.priorityClass;
    if (isSame) return known;
    const fresh = { generation, settings, byNode: new Map<string, Made>() };
    this.#byOrder.set(uid, fresh);
    return fresh;
  }
}

/** Mostly the very same. */
function isEqual(one: Resources, other: Resources): boolean {
  if (one === other) return true;
  return one.size === other.size && [...one].every(([resource, amount]) => other.get(resource) === amount);
}
