/**
 * What becomes of Orders as time goes by, written down from docs/orders.md. All of them begin at 09:30 of the first day and
 * last for eight hours, with times at 00:00, 06:00, 12:00 and 18:00. Each has two nodes: on the second one an owner's pod
 * comes at 12:30 of the first day, and another at 00:30 of the second.
 */

/** `kept` from tenants; `used` by an owner, who has all of it; `-` when nothing is reserved. */
export type NodeState = 'kept' | 'used' | '-';

/** Such as `1T09:30`: the day, and the time of it in UTC. In their order as texts. */
export type Moment = string;

export interface Stand {
  readonly from: Moment;
  readonly nodes: readonly [first: NodeState, second: NodeState];
  readonly periodStart: Moment | null;
  readonly nextRefresh: Moment | null;
  /** The reason of the condition Ready. */
  readonly ready: 'Reserved' | 'Waiting' | 'Expired';
}

export const BEGIN: Moment = '1T09:30';
export const DURATION = '8h';
export const SCHEDULE = '0 */6 * * *';
/** When owners' pods start. */
export const CLAIMS: readonly Moment[] = ['1T12:30', '2T00:30'];

function waiting(nextRefresh: Moment, from = '1T00:00'): Stand {
  return { from, nodes: ['-', '-'], periodStart: null, nextRefresh, ready: 'Waiting' };
}

function reserved(
  from: Moment,
  nodes: Stand['nodes'],
  periodStart: Moment,
  nextRefresh: Moment | null,
): Stand {
  return { from, nodes, periodStart, nextRefresh, ready: 'Reserved' };
}

/** By strategy and refresh policy. Each line is so until the next one; times that no test looks at are left out. */
export const TIMELINES: Readonly<Record<string, readonly Stand[]>> = {
  'OneTime Never': [
    waiting('1T09:30'),
    reserved('1T09:30', ['kept', 'kept'], '1T09:30', null),
    reserved('1T12:30', ['kept', 'used'], '1T09:30', null),
    { from: '1T17:30', nodes: ['-', '-'], periodStart: null, nextRefresh: null, ready: 'Expired' },
  ],
  'OneTime OnClaim': [
    waiting('1T09:30'),
    reserved('1T09:30', ['kept', 'kept'], '1T09:30', '1T17:30'),
    reserved('1T12:30', ['kept', 'used'], '1T09:30', '1T17:30'),
    reserved('1T17:30', ['-', 'kept'], '1T17:30', '2T01:30'),
    reserved('2T00:30', ['-', 'used'], '1T17:30', '2T01:30'),
    reserved('2T01:30', ['-', 'kept'], '2T01:30', '2T09:30'),
    reserved('3T17:30', ['-', 'kept'], '3T17:30', '4T01:30'),
    reserved('4T01:30', ['-', 'kept'], '4T01:30', '4T09:30'),
  ],
  'OneTime Always': [
    waiting('1T09:30'),
    reserved('1T09:30', ['kept', 'kept'], '1T09:30', '1T17:30'),
    reserved('1T12:30', ['kept', 'used'], '1T09:30', '1T17:30'),
    reserved('1T17:30', ['kept', 'kept'], '1T17:30', '2T01:30'),
    reserved('2T00:30', ['kept', 'used'], '1T17:30', '2T01:30'),
    reserved('2T01:30', ['kept', 'kept'], '2T01:30', '2T09:30'),
    reserved('3T17:30', ['kept', 'kept'], '3T17:30', '4T01:30'),
    reserved('4T01:30', ['kept', 'kept'], '4T01:30', '4T09:30'),
  ],
  // 18:00 comes while it is reserved, and 06:00 does on every other day: they begin nothing.
  'Scheduled Never': [
    waiting('1T12:00'),
    reserved('1T12:00', ['kept', 'kept'], '1T12:00', '2T00:00'),
    reserved('1T12:30', ['kept', 'used'], '1T12:00', '2T00:00'),
    waiting('2T00:00', '1T20:00'),
    reserved('2T00:00', ['kept', 'used'], '2T00:00', '2T12:00'),
    waiting('4T00:00', '3T20:00'),
    reserved('4T00:00', ['kept', 'used'], '4T00:00', '4T12:00'),
  ],
  'Scheduled OnClaim': [
    waiting('1T12:00'),
    reserved('1T12:00', ['kept', 'kept'], '1T12:00', '1T18:00'),
    reserved('1T12:30', ['kept', 'used'], '1T12:00', '1T18:00'),
    reserved('1T18:00', ['kept', 'kept'], '1T12:00', '2T00:00'),
    reserved('1T20:00', ['-', 'kept'], '1T18:00', '2T00:00'),
    reserved('2T00:00', ['kept', 'kept'], '2T00:00', '2T06:00'),
    reserved('2T00:30', ['kept', 'used'], '2T00:00', '2T06:00'),
    reserved('3T20:00', ['-', 'kept'], '3T18:00', '4T00:00'),
    reserved('4T00:00', ['kept', 'kept'], '4T00:00', '4T06:00'),
  ],
  'Scheduled Always': [
    waiting('1T12:00'),
    reserved('1T12:00', ['kept', 'kept'], '1T12:00', '1T18:00'),
    reserved('1T12:30', ['kept', 'used'], '1T12:00', '1T18:00'),
    reserved('1T18:00', ['kept', 'kept'], '1T18:00', '2T00:00'),
    reserved('2T00:00', ['kept', 'kept'], '2T00:00', '2T06:00'),
    reserved('2T00:30', ['kept', 'used'], '2T00:00', '2T06:00'),
    reserved('3T18:00', ['kept', 'kept'], '3T18:00', '4T00:00'),
    reserved('4T00:00', ['kept', 'kept'], '4T00:00', '4T06:00'),
  ],
  // Times of the schedule refresh nothing; what is over begins anew, and who uses it goes on using it.
  'Recurring Never': [
    waiting('1T09:30'),
    reserved('1T09:30', ['kept', 'kept'], '1T09:30', '1T17:30'),
    reserved('1T12:30', ['kept', 'used'], '1T09:30', '1T17:30'),
    reserved('1T17:30', ['kept', 'used'], '1T17:30', '2T01:30'),
    reserved('2T01:30', ['kept', 'used'], '2T01:30', '2T09:30'),
    reserved('3T17:30', ['kept', 'used'], '3T17:30', '4T01:30'),
    reserved('4T01:30', ['kept', 'used'], '4T01:30', '4T09:30'),
  ],
  'Recurring OnClaim': [
    waiting('1T09:30'),
    reserved('1T09:30', ['kept', 'kept'], '1T09:30', '1T12:00'),
    reserved('1T12:00', ['kept', 'kept'], '1T09:30', '1T18:00'),
    reserved('1T12:30', ['kept', 'used'], '1T09:30', '1T18:00'),
    reserved('1T17:30', ['kept', 'used'], '1T17:30', '1T18:00'),
    reserved('1T18:00', ['kept', 'kept'], '1T17:30', '2T00:00'),
    reserved('2T00:00', ['kept', 'kept'], '1T17:30', '2T06:00'),
    reserved('2T00:30', ['kept', 'used'], '1T17:30', '2T06:00'),
    reserved('2T01:30', ['kept', 'used'], '2T01:30', '2T06:00'),
    reserved('3T18:00', ['kept', 'kept'], '3T17:30', '4T00:00'),
    reserved('4T01:30', ['kept', 'kept'], '4T01:30', '4T06:00'),
  ],
  'Recurring Always': [
    waiting('1T09:30'),
    reserved('1T09:30', ['kept', 'kept'], '1T09:30', '1T12:00'),
    reserved('1T12:00', ['kept', 'kept'], '1T12:00', '1T18:00'),
    reserved('1T12:30', ['kept', 'used'], '1T12:00', '1T18:00'),
    reserved('1T18:00', ['kept', 'kept'], '1T18:00', '2T00:00'),
    reserved('2T00:00', ['kept', 'kept'], '2T00:00', '2T06:00'),
    reserved('2T00:30', ['kept', 'used'], '2T00:00', '2T06:00'),
    reserved('3T18:00', ['kept', 'kept'], '3T18:00', '4T00:00'),
    reserved('4T00:00', ['kept', 'kept'], '4T00:00', '4T06:00'),
  ],
};

/** What holds at the moment. */
export function standAt(timeline: readonly Stand[], moment: Moment): Stand {
  const stand = timeline.findLast(({ from }) => from <= moment);
  if (stand === undefined) throw new Error(`nothing is written down for ${moment}`);
  return stand;
}
