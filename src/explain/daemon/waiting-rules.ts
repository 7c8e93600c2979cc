/** Why a daemon's pod that was made for a node is not there yet. */
import { isTerminal, type SlimNode, type SlimPod } from '../../cluster/records.ts';
import { excludeEachOther, type HostPort } from '../../kube/host-ports.ts';
import { podPriority } from '../../kube/priority.ts';
import { withPlace } from '../../kube/resources/place.ts';
import type { Resources } from '../../kube/resources/requests.ts';
import { incomingPod } from '../../scheduler/account/incoming-pod.ts';
import { namedNodes } from '../../scheduler/account/named-nodes.ts';
import { roomWithoutHolds } from '../../scheduler/account/room.ts';
import { NO_DOUBTS } from '../../scheduler/filter/doubtful-nodes.ts';
import { createFilter } from '../../scheduler/filter/filter.ts';
import { isEvictable, isMet, withoutPods } from '../../scheduler/preempt/victims.ts';
import { roomOf, shortfallsOf, shortfallWords } from '../amounts.ts';
import type { Audience } from '../audience.ts';
import { type Code, isSchedulingCode } from '../remedy.ts';
import { no, note, type RuleVerdict, yes } from '../rule-verdict.ts';
import type { Scene } from '../scene.ts';
import { countWords } from '../text/lines.ts';

/** Of its pod on that node, whether it waits for want of room, or of a port, or by our own word. */
export function waitingRules(
  pod: SlimPod,
  node: SlimNode,
  scene: Scene,
  audience: Audience,
): readonly RuleVerdict[] {
  const room = roomRule(withPlace(pod.requests), node, scene);
  const ports = portsRule(pod.hostPorts, pod, node, scene, audience);
  const lacksRoom = room.verdict === 'no';
  return [
    room,
    ...(pod.hostPorts.length > 0 ? [ports] : []),
    filterRule(pod, node, scene),
    ...(lacksRoom ? [preemptionRule(pod, node, scene)] : []),
  ];
}

/** Whether what is asked for is free now, as the scheduler counts. */
export function roomRule(asked: Resources, { name }: SlimNode, { view }: Scene): RuleVerdict {
  const shortfalls = shortfallsOf(asked, roomOf(view, name));
  if (shortfalls.length === 0) return yes('room', 'what it asks for is free');
  const words = `the node is full: ${shortfalls.map(shortfallWords).join('; ')}`;
  return no('room', words, { shortfalls, remedy: ROOM_REMEDY });
}

const ROOM_REMEDY = 'move pods off the node, or let the scheduler evict some for it';

/** Two pods of one node cannot have the same port. */
export function portsRule(
  ports: readonly HostPort[],
  own: Pick<SlimPod, 'uid'> | undefined,
  { name }: SlimNode,
  { view }: Scene,
  audience: Audience,
): RuleVerdict {
  for (const other of view.podsOnNode(name)) {
    if (other.uid === own?.uid || isTerminal(other)) continue;
    const taken = ports.find((port) => other.hostPorts.some((used) => excludeEachOther(port, used)));
    if (taken === undefined) continue;
    const words = `host port ${taken.hostPort}/${taken.protocol} is taken by ${audience.nameOf(other)}`;
    return no('ports', words, { remedy: 'change one of the ports, or move that pod off the node' });
  }
  return yes('ports', 'its host ports are free');
}

/** What the extender says when the scheduler asks about the pod and this node. */
export function filterRule(pod: SlimPod, { name }: SlimNode, scene: Scene): RuleVerdict {
  const { account, rules, view, now } = scene;
  const { mode } = rules.settings.headroom;
  if (mode === 'off') return note('filter', 'headroom.mode is off: Daemonward refuses no node');
  if (!rules.isAskedAbout(pod)) {
    return note('filter', `its scheduler "${pod.schedulerName}" is none of daemons.schedulers`);
  }
  const filter = createFilter({ account, doubtfulNodes: NO_DOUBTS });
  const result = filter(incomingPod(pod), namedNodes([name], view), { rules, now });
  if (result.passes[0] === 1) return yes('filter', 'Daemonward lets it in');
  const reason = result.reasonOf(0);
  const code = codeIn(reason);
  if (mode === 'audit') {
    return note('filter', `would be refused (${reason}), but headroom.mode is audit: it is let in`);
  }
  return no('filter', reason, code === undefined ? {} : { code });
}

/** Every reason of the filter begins with its code. */
function codeIn(reason: string): Code | undefined {
  const [first = ''] = reason.split(' ', 1);
  return isSchedulingCode(first) ? first : undefined;
}

/** Whether pods of lower priority could make room: that is the scheduler's way to help a daemon. */
function preemptionRule(pod: SlimPod, { name }: SlimNode, { view }: Scene): RuleVerdict {
  const incoming = incomingPod(pod);
  const need = roomWithoutHolds(incoming, view).needToFit(view.nodeNumber(name));
  const lower = [...view.podsOnNode(name)].filter(
    (other) => isEvictable(other) && podPriority(other) < incoming.priority,
  );
  const than = `lower priority than its ${incoming.priority}`;
  if (pod.nominatedNode === name)
    return note('preemption', 'the scheduler has made room, and pods are leaving');
  if (isMet(withoutPods(need, lower))) {
    return note(
      'preemption',
      `${countWords(lower.length, 'pod')} of ${than} could make room: the scheduler may evict`,
    );
  }
  const words =
    lower.length === 0
      ? `no pod there has a ${than}: nobody can be evicted for it`
      : `${countWords(lower.length, 'pod')} of ${than} would not make enough room`;
  return no('preemption', words, {
    remedy:
      'give the DaemonSet a priority class above the pods that are there, so that some may be evicted for it',
  });
}
