/** What an order keeps on a node, as people see it. */
import type { Reservation } from '../../orders/reservation.ts';
import { type AmountTexts, amountTexts } from '../amounts.ts';

export interface ReservationState {
  /** As people write it, with the tenant before it on Arktos. */
  readonly order: string;
  /** What is still kept: by the extender, or by the guardian that stands there. */
  readonly wanted: AmountTexts;
  /** Some of its room has been taken by pods that may. */
  readonly claimed: boolean;
  /** A guardian stands there. */
  readonly guarded: boolean;
  /** The node is too small for it even when it is empty: nothing is kept. */
  readonly tooSmall: boolean;
  readonly since: string;
  /** When the period is over, unless it is refreshed. */
  readonly until: string;
}

export function reservationState(reservation: Reservation): ReservationState {
  const { order, wanted, isClaimed, isGuarded, neverFits, period } = reservation;
  const { tenant, namespace, name } = order.order;
  return {
    order: [tenant, namespace, name].filter(Boolean).join('/'),
    wanted: amountTexts(wanted),
    claimed: isClaimed,
    guarded: isGuarded,
    tooSmall: neverFits,
    since: new Date(period.begin).toISOString(),
    until: new Date(period.end).toISOString(),
  };
}
