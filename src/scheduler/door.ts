/** The four scheduler paths over one extender: bytes in, a call, bytes out. */
import { type Parsed, parsed } from '../json/problem.ts';
import type { NamedNodes } from './account/named-nodes.ts';
import type { Extender } from './extender.ts';
import { createFilterCall } from './filter/filter-call.ts';
import { ROOM_WORDS } from './filter/other-nodes.ts';
import type { Waiting } from './filter/wait-for-choices.ts';
import { createPreemptCall } from './preempt/preempt-call.ts';
import { scoresOf } from './prioritize/scores.ts';
import { DECLINED, parseBindingArgs } from './wire/binding-args.ts';
import { type CallDigest, callOf } from './wire/call-digest.ts';
import type { ListResult } from './wire/extender-args.ts';
import { type AnswerText, type NodesCall, type NodesCallReader, nodesCallReader } from './wire/nodes-call.ts';
import { type PodInCall, podFinder, podOf } from './wire/pod-in-call.ts';
import { podReader, victimReader } from './wire/pod-reader.ts';
import { parsePreemptionArgs, type VictimsOfNode, writePreemptionResult } from './wire/preemption-args.ts';

type Answer = Parsed<AnswerText>;

export interface SchedulerDoor {
  /** Only a filter call may have to wait for what another call brings. */
  answer(bytes: Buffer): Answer | Promise<Answer>;
  /** The same of a call that another thread has read; undefined where all calls are small. */
  readonly answerDigest?: (digest: CallDigest) => Answer | Promise<Answer>;
}

export interface SchedulerDoorOptions {
  /** Whose scheduler calls, where there are several. */
  readonly partition?: string;
  /** Whether whole nodes and victims are read (`nodeCacheCapable: false`), or refused. */
  readonly takesWhole: boolean;
}

export function schedulerDoors(
  extender: Extender,
  { takesWhole, partition = '' }: SchedulerDoorOptions,
): ReadonlyMap<string, SchedulerDoor> {
  const readCall = () => nodesCallReader(extender.names, extender.view, takesWhole);
  const { names, view } = extender;
  const nodesDoor = (answer: AnswerNodes, read: NodesCallReader): SchedulerDoor => ({
    answer: (bytes) => answer(() => read(bytes)),
    answerDigest: (digest) => {
      if (digest.kind === 'preemption') throw new Error('a preempt call came to another door');
      return answer(() => parsed(callOf(digest, names, view)));
    },
  });
  return new Map([
    ['/scheduler/filter', nodesDoor(filterAnswer(extender, partition), readCall())],
    ['/scheduler/prioritize', nodesDoor(prioritizeAnswer(extender, partition), readCall())],
    ['/scheduler/preempt', preemptDoor(extender, takesWhole, partition)],
    ['/scheduler/bind', bindDoor(extender, partition)],
  ]);
}

/** `read` gives the call over the view of this moment, as often as it is called. */
type AnswerNodes = (read: () => Parsed<NodesCall>) => Answer | Promise<Answer>;

export function filterAnswer(extender: Extender, partition = ''): AnswerNodes {
  const readPod = podReader(extender.view, partition);
  const filter = createFilterCall(extender);
  // After a wait the view may be another one: all is read anew.
  const answer = (read: () => Parsed<NodesCall>, waited?: Waiting): Answer | Promise<Answer> => {
    const call = read();
    if (!call.ok) return call;
    if (waited === undefined) extender.observer.asked('filter', call.value.lists.at(-1)?.count ?? 0);
    const moment = extender.ready('filter', partition);
    if (moment === null) return parsed(call.value.filterResult([], false));
    const incoming = readPod(call.value.pod);
    if (!incoming.ok) return incoming;
    const pod = incoming.value;
    const { lists } = call.value;
    const { headroom, tenancy } = moment.rules.settings;
    if (pod === null) {
      const shut = headroom.mode === 'enforce' ? lists.map(refusedUnread) : [];
      return parsed(call.value.filterResult(shut, tenancy.flavor === 'arktos'));
    }
    const results = lists.map((nodes) => filter.decide(pod, nodes, moment));
    const { choices, news } = extender;
    const wait = choices.before(results, moment, waited) ?? news.before(pod.pod.uid, results, moment, waited);
    if (wait !== null) return wait.then((after) => answer(read, after));
    for (const [index, nodes] of lists.entries()) {
      const result = results[index];
      if (result !== undefined) filter.conclude(pod, nodes, moment, result);
    }
    return parsed(call.value.filterResult(results, tenancy.flavor === 'arktos'));
  };
  return (read) => {
    const caughtUp = extender.caughtUp();
    return caughtUp === null ? answer(read) : caughtUp.then(() => answer(read));
  };
}

/** The view will have the pod in a moment; until then nobody knows what it asks for, and held room is not its own. */
function refusedUnread({ count }: NamedNodes): ListResult {
  return { passes: new Uint8Array(count), reasonOf: () => ROOM_WORDS.unread };
}

function prioritizeAnswer(extender: Extender, partition: string): AnswerNodes {
  const { view, ledger } = extender;
  const readPod = podReader(view, partition);
  return (read) => {
    const call = read();
    if (!call.ok) return call;
    const nodes = call.value.lists.at(-1) ?? { count: 0, numbers: [] };
    extender.observer.asked('prioritize', nodes.count);
    const moment = extender.ready('prioritize', partition);
    // Zero adds nothing to what the scheduler's own plugins say: in audit it is to do as it would without us.
    if (moment?.rules.settings.headroom.mode !== 'enforce') {
      return parsed(call.value.hostPriorities(new Uint8Array(nodes.count)));
    }
    const incoming = readPod(call.value.pod);
    if (!incoming.ok) return incoming;
    const scores = incoming.value && scoresOf(incoming.value, nodes, view, ledger);
    return parsed(call.value.hostPriorities(scores ?? new Uint8Array(nodes.count)));
  };
}

interface Preemption {
  readonly pod: PodInCall;
  readonly candidates: readonly VictimsOfNode[];
  readonly bytes: Buffer;
}

function preemptDoor(extender: Extender, takesWhole: boolean, partition: string): SchedulerDoor {
  const readPod = podReader(extender.view, partition);
  const readVictim = victimReader(extender.view, partition);
  const findPod = podFinder();
  const preempt = createPreemptCall(extender);
  const answer = ({ pod, candidates, bytes }: Preemption): Answer => {
    extender.observer.asked('preempt', candidates.length);
    const offered = candidates.filter(({ uids }) => uids.length > 0);
    const moment = extender.ready('preempt', partition);
    if (moment === null) return parsed(writePreemptionResult(offered));
    const incoming = readPod(pod);
    if (!incoming.ok) return incoming;
    // Whom it may evict depends on whose it is.
    if (incoming.value === null) return parsed(writePreemptionResult([]));
    const known = offered.map((candidate) => ({
      ...candidate,
      pods: candidate.uids.map((uid, index) => readVictim(bytes, uid, candidate.slices[index])),
    }));
    return parsed(writePreemptionResult(preempt(incoming.value, known, pod.hasOtherNeeds, moment)));
  };
  return {
    answer: (bytes) => {
      const args = parsePreemptionArgs(bytes, takesWhole);
      if (!args.ok) return args;
      const { pod, candidates } = args.value;
      return answer({ pod: findPod(bytes, pod), candidates, bytes });
    },
    answerDigest: (digest) => {
      if (digest.kind !== 'preemption') throw new Error('a call about nodes came to the door for preempt');
      const { pod, candidates, bytes } = digest;
      return answer({
        pod: podOf(pod),
        candidates,
        bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      });
    },
  };
}

/** A witness: notes where the scheduler puts the pod, and leaves the binding to it. */
function bindDoor(extender: Extender, partition: string): SchedulerDoor {
  return {
    answer: (bytes) => {
      const args = parseBindingArgs(bytes);
      if (!args.ok) return args;
      extender.witness(args.value.uid, args.value.node, partition);
      return parsed(DECLINED);
    },
  };
}
