/** `/scheduler/preempt`: which candidates stay, and with which victims. */
import type { SlimPod } from '../cluster/records.ts';
import { createProjector } from '../cluster/slim.ts';
import type { ClusterView } from '../cluster/view.ts';
import { type Parsed, parsed } from '../json/problem.ts';
import type { Slice } from '../json/scan.ts';
import { askingReader } from './asking.ts';
import type { Extender } from './extender.ts';
import type { PassedNodes } from './in-flight.ts';
import { hasOtherNeeds } from './other-needs.ts';
import { ruleOnCandidate } from './preempt.ts';
import {
  parsePreemptionArgs,
  type Victims,
  type VictimsOfNode,
  writePreemptionResult,
} from './preemption-wire.ts';

export function preemptDoor(extender: Extender): (bytes: Buffer) => Parsed<string> {
  const { view, ledger, inFlight, taken, observer } = extender;
  const readAsking = askingReader(view);
  const readVictim = victimReader();
  return (bytes) => {
    const args = parsePreemptionArgs(bytes);
    if (!args.ok) return args;
    const candidates = args.value.candidates.filter(({ uids }) => uids.length > 0);
    const ready = extender.ready('preempt');
    if (ready === null) return parsed(writePreemptionResult(candidates));
    const asking = readAsking(bytes, args.value.pod);
    if (!asking.ok) return asking;
    const { atWork, now } = ready;
    const { pod } = asking.value;
    // It was let pass once, was not bound, and needs room now.
    inFlight.leave(pod.uid, 'again');
    extender.daemonsInFlight.leave(pod.uid);
    const rulings = candidates.map((candidate) =>
      ruleOnCandidate(candidate, {
        view,
        ledger,
        inFlight,
        taken,
        atWork,
        asking: asking.value,
        hasOtherNeeds: () => hasOtherNeeds(jsonAt(bytes, args.value.pod)),
        victimAt: ({ uids, pods }, index) => view.pod(uids[index] ?? '') ?? readVictim(bytes, pods[index]),
      }),
    );
    const audited = atWork.settings.preempt.mode === 'audit';
    const changed = rulings.flatMap(({ event }) => event ?? []);
    if (changed.length > 0) observer.preempted({ pod, audited, candidates: changed });
    const answer: readonly Victims[] = audited ? candidates : rulings.flatMap(({ victims }) => victims ?? []);
    // One of these nodes is his as soon as the victims are gone: until he is seen bound, it is on his account.
    if (ledger.daemonOf(pod) === undefined) inFlight.enter(asking.value, nodesOf(answer, view), now);
    return parsed(writePreemptionResult(answer));
  };
}

function nodesOf(candidates: readonly Victims[], view: ClusterView): PassedNodes {
  const numbers = candidates.map(({ node }) => view.nodeNumber(node));
  return { count: numbers.length, numbers, passes: numbers.map(() => 1) };
}

/** A victim that was sent whole; undefined when only its UID was, or when it cannot be read. */
function victimReader(): (
  bytes: Buffer,
  at: VictimsOfNode['pods'][number] | undefined,
) => SlimPod | undefined {
  const { pods: project } = createProjector();
  return (bytes, at) => {
    if (at === undefined) return undefined;
    const projected = project(jsonAt(bytes, at));
    return projected.ok ? projected.record : undefined;
  };
}

function jsonAt(bytes: Buffer, { start, end }: Slice): unknown {
  return JSON.parse(bytes.toString('utf8', start, end));
}
