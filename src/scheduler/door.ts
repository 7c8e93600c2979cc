/** The four scheduler paths over one extender: bytes in, a call, bytes out. */
import { type Parsed, parsed } from '../json/problem.ts';
import { valueIn } from '../json/scan.ts';
import type { Extender } from './extender.ts';
import { createFilterCall } from './filter/filter-call.ts';
import type { Waiting } from './filter/wait-for-choices.ts';
import { hasOtherNeeds } from './preempt/needs-beyond-room.ts';
import { createPreemptCall } from './preempt/preempt-call.ts';
import { scoresOf } from './prioritize/scores.ts';
import { DECLINED, parseBindingArgs } from './wire/binding-args.ts';
import { type NodesCallReader, nodesCallReader } from './wire/nodes-call.ts';
import { podReader, victimReader } from './wire/pod-reader.ts';
import { parsePreemptionArgs, writePreemptionResult } from './wire/preemption-args.ts';

type Answer = Parsed<string | Buffer>;
/** Only a filter call may have to wait for what another call brings. */
type Door = (bytes: Buffer) => Answer | Promise<Answer>;

export function schedulerDoors(extender: Extender): ReadonlyMap<string, Door> {
  return new Map([
    ['/scheduler/filter', filterDoor(extender)],
    ['/scheduler/prioritize', prioritizeDoor(extender)],
    ['/scheduler/preempt', preemptDoor(extender)],
    ['/scheduler/bind', bindDoor(extender)],
  ]);
}

export function filterDoor(
  extender: Extender,
  readCall: NodesCallReader = nodesCallReader(extender.names, extender.view),
): Door {
  const readPod = podReader(extender.view);
  const filter = createFilterCall(extender);
  // After a wait the view may be another one: all is read anew.
  const answer = (bytes: Buffer, waited?: Waiting): Answer | Promise<Answer> => {
    const call = readCall(bytes);
    if (!call.ok) return call;
    const moment = extender.ready('filter');
    if (moment === null) return parsed(call.value.filterResult([], false));
    const incoming = readPod(bytes, call.value);
    if (!incoming.ok) return incoming;
    const { lists } = call.value;
    const results = lists.map((nodes) => filter.decide(incoming.value, nodes, moment));
    const wait = extender.waits.before(results, moment, waited);
    if (wait !== null) return wait.then((after) => answer(bytes, after));
    for (const [index, nodes] of lists.entries()) {
      const result = results[index];
      if (result !== undefined) filter.conclude(incoming.value, nodes, moment, result);
    }
    return parsed(call.value.filterResult(results, moment.rules.settings.tenancy.flavor === 'arktos'));
  };
  return (bytes) => answer(bytes);
}

function prioritizeDoor(extender: Extender): Door {
  const { view, ledger } = extender;
  const readCall = nodesCallReader(extender.names, view);
  const readPod = podReader(view);
  return (bytes) => {
    const call = readCall(bytes);
    if (!call.ok) return call;
    const nodes = call.value.lists.at(-1) ?? { count: 0, numbers: [] };
    const moment = extender.ready('prioritize');
    // Zero adds nothing to what the scheduler's own plugins say: in audit it is to do as it would without us.
    if (moment?.rules.settings.headroom.mode !== 'enforce') {
      return parsed(call.value.hostPriorities(new Uint8Array(nodes.count)));
    }
    const incoming = readPod(bytes, call.value);
    if (!incoming.ok) return incoming;
    return parsed(call.value.hostPriorities(scoresOf(incoming.value, nodes, view, ledger.amounts)));
  };
}

function preemptDoor(extender: Extender): Door {
  const readPod = podReader(extender.view);
  const readVictim = victimReader(extender.view);
  const preempt = createPreemptCall(extender);
  return (bytes) => {
    const args = parsePreemptionArgs(bytes);
    if (!args.ok) return args;
    const { pod, candidates } = args.value;
    const offered = candidates.filter(({ uids }) => uids.length > 0);
    const moment = extender.ready('preempt');
    if (moment === null) return parsed(writePreemptionResult(offered));
    const incoming = readPod(bytes, { pod });
    if (!incoming.ok) return incoming;
    const known = offered.map((candidate) => ({
      ...candidate,
      pods: candidate.uids.map((uid, index) => readVictim(bytes, uid, candidate.slices[index])),
    }));
    const needsMore = () => hasOtherNeeds(valueIn(bytes, pod));
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
