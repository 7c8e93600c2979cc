/** Answers that change nothing, for whoever must answer and only wants to listen: written apart from Daemonward's own. */

interface Review {
  apiVersion: string;
  request: { uid: string };
}

interface ExtenderArgs {
  Nodes: unknown;
  NodeNames: unknown;
}

interface Victims<P> {
  Pods: P[];
  NumPDBViolations: number;
}

interface PreemptionArgs {
  NodeNameToVictims: Record<string, Victims<{ metadata: { uid: string } }>> | null;
  NodeNameToMetaVictims: Record<string, Victims<{ UID: string }>> | null;
}

function review(body: string): unknown {
  const { apiVersion, request }: Review = JSON.parse(body);
  return { apiVersion, kind: 'AdmissionReview', response: { uid: request.uid, allowed: true } };
}

function filter(body: string): unknown {
  const { Nodes, NodeNames }: ExtenderArgs = JSON.parse(body);
  return { Nodes, NodeNames, FailedNodes: {}, FailedAndUnresolvableNodes: {}, Error: '' };
}

/** Hosts that are left out score nothing. */
function prioritize(): unknown {
  return [];
}

function preempt(body: string): unknown {
  const { NodeNameToVictims, NodeNameToMetaVictims }: PreemptionArgs = JSON.parse(body);
  const whole = Object.entries(NodeNameToVictims ?? {}).map(([node, { Pods, NumPDBViolations }]) => [
    node,
    { Pods: Pods.map(({ metadata }) => ({ UID: metadata.uid })), NumPDBViolations },
  ]);
  return { NodeNameToMetaVictims: { ...NodeNameToMetaVictims, ...Object.fromEntries(whole) } };
}

const SCHEDULER_ANSWERS: Readonly<Record<string, (body: string) => unknown>> = {
  '/scheduler/filter': filter,
  '/scheduler/prioritize': prioritize,
  '/scheduler/preempt': preempt,
};

/** Every other path is a review's. */
export function neutralAnswer(path: string, body: Buffer): string {
  const answer = SCHEDULER_ANSWERS[path] ?? review;
  return JSON.stringify(answer(body.toString('utf8')));
}
