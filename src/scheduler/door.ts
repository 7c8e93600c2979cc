/** The four scheduler paths over one extender: bytes in, a call, bytes out. */
import { beyond } from '../json/extent.ts';
import { type Parsed, parsed, tooManyValues } from '../json/problem.ts';
import { valueIn } from '../json/scan.ts';
import type { NamedNodes } from './account/named-nodes.ts';
import type { Extender } from './extender.ts';
import { createFilterCall } from './filter/filter-call.ts';
import { ROOM_WORDS } from './filter/other-nodes.ts';
import type { Waiting } from './filter/wait-for-choices.ts';
import { hasOtherNeeds } from './preempt/needs-beyond-room.ts';
import { createPreemptCall } from './preempt/preempt-call.ts';
import { scoresOf } from './prioritize/scores.ts';
import { DECLINED, parseBindingArgs } from './wire/binding-args.ts';
import type { ListResult } from './wire/extender-args.ts';
import { type NodesCallReader, nodesCallReader } from './wire/nodes-call.ts';
import { isTooLarge, podReader, victimReader } from './wire/pod-reader.ts';
import { parsePreemptionArgs, writePreemptionResult } from './wire/preemption-args.ts';

type Answer = Parsed<string | Buffer>;
/** Only a filter call may have to wait for what another call brings. */
type Door = (bytes: Buffer) => Answer | Promise<Answer>;

export interface SchedulerDoorOptions {
  /** Whether whole nodes and victims are read (`nodeCacheCapable: false`), or refused. */
  readonly takesWhole: boolean;
}

export function schedulerDoors(
  extender: Extender,
  { takesWhole }: SchedulerDoorOptions,
): ReadonlyMap<string, Door> {
  const readCall = () => nodesCallReader(extender.names, extender.view, takesWhole);
  const bounded = takesWhole ? (door: Door) => door : notEndless;
  return new Map([
    ['/scheduler/filter', bounded(filterDoor(extender, readCall()))],
    ['/scheduler/prioritize', bounded(prioritizeDoor(extender, readCall()))],
    ['/scheduler/preempt', bounded(preemptDoor(extender, takesWhole))],
    ['/scheduler/bind', bindDoor(extender)],
  ]);
}

/** A body of this size with as many values as it can hold is walked through in some 50 ms. */
const ANY_VALUES_BYTES = 5 * 1024 * 1024;
/** The names of 100,000 nodes, and a pod of 1.5 MiB in etcd, where an empty argument takes two bytes. */
const MOST_VALUES = 1_000_000;

/** Values that nobody reads cost time too: whoever sends megabytes of them has no nodes in mind. */
function notEndless(door: Door): Door {
  const most = { values: MOST_VALUES, depth: Number.POSITIVE_INFINITY };
  return (bytes) =>
    bytes.length > ANY_VALUES_BYTES && beyond(bytes, most) !== null
      ? tooManyValues('(body)', `must not have more than ${MOST_VALUES} values`)
      : door(bytes);
}

export function filterDoor(extender: Extender, readCall: NodesCallReader): Door {
  const readPod = podReader(extender.view);
  const filter = createFilterCall(extender);
  // After a wait the view may be another one: all is read anew.
  const answer = (bytes: Buffer, waited?: Waiting): Answer | Promise<Answer> => {
    const call = readCall(bytes);
    if (!call.ok) return call;
    if (waited === undefined) extender.observer.asked('filter', call.value.lists.at(-1)?.count ?? 0);
    const moment = extender.ready('filter');
    if (moment === null) return parsed(call.value.filterResult([], false));
    const incoming = readPod(bytes, call.value);
    if (!incoming.ok) return incoming;
    const pod = incoming.value;
    const { lists } = call.value;
    const { headroom, tenancy } = moment.rules.settings;
    if (pod === null) {
      const shut = headroom.mode === 'enforce' ? lists.map(refusedUnread) : [];
      return parsed(call.value.filterResult(shut, tenancy.flavor === 'arktos'));
    }
    const results = lists.map((nodes) => filter.decide(pod, nodes, moment));
    const wait = extender.waits.before(results, moment, waited);
    if (wait !== null) return wait.then((after) => answer(bytes, after));
    for (const [index, nodes] of lists.entries()) {
      const result = results[index];
      if (result !== undefined) filter.conclude(pod, nodes, moment, result);
    }
    return parsed(call.value.filterResult(results, tenancy.flavor === 'arktos'));
  };
  return (bytes) => answer(bytes);
}

/** The view will have the pod in a moment; until then nobody knows what it asks for, and held room is not its own. */
function refusedUnread({ count }: NamedNodes): ListResult {
  return { passes: new Uint8Array(count), reasonOf: () => ROOM_WORDS.unread };
}

function prioritizeDoor(extender: Extender, readCall: NodesCallReader): Door {
  const { view, ledger } = extender;
  const readPod = podReader(view);
  return (bytes) => {
    const call = readCall(bytes);
    if (!call.ok) return call;
    const nodes = call.value.lists.at(-1) ?? { count: 0, numbers: [] };
    extender.observer.asked('prioritize', nodes.count);
    const moment = extender.ready('prioritize');
    // Zero adds nothing to what the scheduler's own plugins say: in audit it is to do as it would without us.
    if (moment?.rules.settings.headroom.mode !== 'enforce') {
      return parsed(call.value.hostPriorities(new Uint8Array(nodes.count)));
    }
    const incoming = readPod(bytes, call.value);
    if (!incoming.ok) return incoming;
    const scores = incoming.value && scoresOf(incoming.value, nodes, view, ledger.amounts);
    return parsed(call.value.hostPriorities(scores ?? new Uint8Array(nodes.count)));
  };
}

function preemptDoor(extender: Extender, takesWhole: boolean): Door {
  const readPod = podReader(extender.view);
  const readVictim = victimReader(extender.view);
  const preempt = createPreemptCall(extender);
  return (bytes) => {
    const args = parsePreemptionArgs(bytes, takesWhole);
    if (!args.ok) return args;
    const { pod, candidates } = args.value;
    extender.observer.asked('preempt', candidates.length);
    const offered = candidates.filter(({ uids }) => uids.length > 0);
    const moment = extender.ready('preempt');
    if (moment === null) return parsed(writePreemptionResult(offered));
    const incoming = readPod(bytes, { pod });
    if (!incoming.ok) return incoming;
    // Whom it may evict depends on whose it is.
    if (incoming.value === null) return parsed(writePreemptionResult([]));
    const known = offered.map((candidate) => ({
      ...candidate,
      pods: candidate.uids.map((uid, index) => readVictim(bytes, uid, candidate.slices[index])),
    }));
    const needsMore = () => isTooLarge(bytes, pod) || hasOtherNeeds(valueIn(bytes, pod));
    return parsed(writePreemptionResult(preempt(incoming.value, known, needsMore, moment)));
  };
}

/** A witness: notes where the scheduler puts the pod, and leaves the binding to it. */
function bindDoor(extender: Extender): Door {
  return (bytes) => {
    const args = parseBindingArgs(bytes);
    if (!args.ok) return args;
    extender.witness(args.value.uid, args.value.node);
    return parsed(DECLINED);
  };
}
