/** DW508: may a pod that is resized in place grow on its node. */
import type { SlimPod } from '../../cluster/records.ts';
import { quantityText } from '../../kube/resources/quantity-text.ts';
import type { Finding } from '../finding.ts';

/** A resource of which a pod asks for more than its node has left for it. */
export interface GrowthShortage {
  readonly resource: string;
  /** What it asks for beyond what it takes now. */
  readonly growth: number;
  readonly left: number;
}

/** What the account of the nodes says to a pod that grows. */
export interface RoomToGrow {
  readonly shortages: readonly GrowthShortage[];
  /** It may: what it grows by is taken from now on, before the view shows it. */
  take(): void;
}

/** Asked of whoever keeps that account, with the pod as it is and as it would be. */
export type FindRoomToGrow = (before: SlimPod, after: SlimPod) => RoomToGrow;

export function resizeFindings({ nodeName }: SlimPod, shortages: readonly GrowthShortage[]): Finding[] {
  if (shortages.length === 0) return [];
  const amounts = shortages.map(({ resource, growth, left }) => {
    const [more, rest] = [growth, left].map((amount) => quantityText(resource, BigInt(amount)));
    return `${more} more ${resource} where ${rest} is left`;
  });
  const detail = `asks for ${amounts.join(', ')} on node ${JSON.stringify(nodeName)} beside the room of daemons`;
  return [{ code: 'DW508', field: '', detail }];
}
