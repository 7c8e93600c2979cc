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
  /**
   * It may: what it grows by is taken from now on, before the view shows it. False when there is another shortage meanwhile,
   * and all is to be asked anew.
   */
  take(): boolean;
}

/** A pod that is resized. */
export interface Resize {
  /** As it counts now: without what its kubelet has called infeasible. */
  readonly before: SlimPod;
  /** As its spec asks now, whatever the kubelet has said of it. */
  readonly asked: SlimPod;
  readonly after: SlimPod;
}

/** Asked of whoever keeps that account. */
export type FindRoomToGrow = (resize: Resize) => RoomToGrow;

export function resizeFindings({ nodeName }: SlimPod, shortages: readonly GrowthShortage[]): Finding[] {
  if (shortages.length === 0) return [];
  const amounts = shortages.map(({ resource, growth, left }) => {
    const [more, rest] = [growth, left].map((amount) => quantityText(resource, BigInt(amount)));
    return `${more} more ${resource} where ${rest} is left`;
  });
  const detail = `asks for ${amounts.join(', ')} on node ${JSON.stringify(nodeName)} beside the room of daemons`;
  return [{ code: 'DW508', field: '', detail }];
}
