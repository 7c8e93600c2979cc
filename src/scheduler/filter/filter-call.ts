/** One filter call: decides; and once that is the answer, tells what was decided, and remembers where the pod was let in. */
import type { IncomingPod } from '../account/incoming-pod.ts';
import { type NamedNodes, namesKnownNode } from '../account/named-nodes.ts';
import type { SchedulerObserver } from '../observer.ts';
import type { Moment } from '../rules.ts';
import { createFilter, type Filter, type FilterParts, type FilterResult } from './filter.ts';
import { otherNodes } from './other-nodes.ts';

export interface FilterCall {
  readonly decide: Filter;
  /** In audit the result passes everywhere afterwards. */
  conclude(incoming: IncomingPod, nodes: NamedNodes, moment: Moment, result: FilterResult): void;
}

export function createFilterCall(parts: FilterParts & { readonly observer: SchedulerObserver }): FilterCall {
  const { observer, account } = parts;
  const filter = createFilter(parts);

  const decide: Filter = (incoming, nodes, moment) => {
    if (namesKnownNode(nodes)) account.leave(incoming);
    return filter(incoming, nodes, moment);
  };

  const conclude: FilterCall['conclude'] = (incoming, nodes, moment, result) => {
    // No scheduler asks about no nodes: whoever does changes nothing of what is known of that pod.
    if (nodes.count === 0) return;
    const { pod } = incoming;
    const audited = moment.rules.settings.headroom.mode === 'audit';
    const { passes, refused, doubtful } = result;
    if (refused.size > 0) {
      const tenant = () => moment.rules.tenantOf(pod);
      const example = result.reasonOf(passes.indexOf(0));
      observer.filtered({ pod, audited, nodes: refused, example }, tenant);
      if (audited) passes.fill(1);
    }
    if (doubtful.refused > 0) observer.doubtfulNodes(audited ? 'passed' : 'refused', doubtful.refused);
    if (doubtful.passed > 0) observer.doubtfulNodes('passed', doubtful.passed);
    for (const [partition, count] of result.passedThrough) observer.passedNodes('filter', partition, count);
    if (!audited) note(incoming, nodes, result, parts, moment);
    if (namesKnownNode(nodes)) account.enter(incoming, nodes, passes, moment.now);
  };

  return { decide, conclude };
}

/** What the pod's next calls have to know of this one. */
function note(
  incoming: IncomingPod,
  nodes: NamedNodes,
  result: FilterResult,
  { account }: FilterParts,
  { now }: Moment,
): void {
  const { uid } = incoming.pod;
  const passes = result.passes.includes(1);
  // Where it passed on some node and is kept out all the same, another extender has done that: waiting would not help it.
  if (result.passing > 0 && !passes) account.passingRefusals.note(uid, now);
  else account.passingRefusals.forget(uid);
  if (passes) account.wholeRefusals.forget(uid);
  else if (account.wholeRefusals.note(uid, now)) result.others = otherNodes(incoming, nodes, account);
}
