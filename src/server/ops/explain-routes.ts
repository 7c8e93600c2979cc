/** Explanations on the ops port: of a DaemonSet, a pod, a node, and the latest decisions. */
import { hasPods } from '../../cluster/partitions.ts';
import { clusterProblem } from '../../cluster/staleness.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { OPERATORS, tenantOf } from '../../explain/audience.ts';
import { explainDaemonSet } from '../../explain/daemonset.ts';
import { type Decision, type DecisionObject, isAbout, objectsOf } from '../../explain/decisions/decision.ts';
import { type Found, findDaemonSet, findNode, findPod, type ObjectName } from '../../explain/found.ts';
import { explainNode } from '../../explain/node.ts';
import { explainGone, explainPod } from '../../explain/pod.ts';
import { ENTRIES_SHOWN, MOST_ENTRIES_SHOWN, type Scene } from '../../explain/scene.ts';
import { daemonSetText } from '../../explain/text/daemonset-text.ts';
import { decisionsText } from '../../explain/text/decision-text.ts';
import { nodeText } from '../../explain/text/node-text.ts';
import { podText } from '../../explain/text/pod-text.ts';
import { clipped } from '../../json/clipped.ts';
import { HttpError } from '../http/errors.ts';
import { countIn, numberIn, type OpsRequest, type OpsRoute, textOrJson } from './ops-route.ts';
import type { OpsState } from './ops-state.ts';

/** What one page of the decisions shows unless it is told otherwise. */
const DECISIONS_SHOWN = 100;
const MOST_DECISIONS_SHOWN = 2_000;

/** No name in Kubernetes is longer. */
const LONGEST_NAME = 253;

/** A message may list names of others of the same kind. */
const LONGEST_MESSAGE = 900;

const FORMAT = 'text or json; without it `Accept: text/plain` asks for text';
const TENANT = 'the tenant, on Arktos';
const PARTITION = 'its tenant partition, where several have one of that name';
const TEXT_OR_JSON = ['application/json', 'text/plain'];

const daemonSet: OpsRoute = {
  summary: 'Why a DaemonSet is on its nodes, or is not: every rule with its verdict.',
  access: 'cluster',
  query: {
    node: 'of this node alone',
    nodes: `how many nodes are shown in full, or all (default ${ENTRIES_SHOWN}); all are counted`,
    tenant: TENANT,
    partition: PARTITION,
    format: FORMAT,
  },
  types: TEXT_OR_JSON,
  answer: (state, request) => {
    const scene = sceneOf(state);
    const name = objectName(request);
    const value = known(findDaemonSet(name, scene.view));
    const on = request.query.get('node');
    const explanation = explainDaemonSet(
      {
        daemonSet: value,
        node: on === null ? undefined : known(findNode(checkedName('node', on), scene.view)),
        shown: shownIn(request),
        decisions: decisionsAbout(state, { kind: 'DaemonSet', ...nameOf(value) }),
      },
      scene,
    );
    return textOrJson(explanation, daemonSetText, request);
  },
};

const pod: OpsRoute = {
  summary:
    'Why a pod waits: which nodes are refused, for which daemons and until when; and what was decided about it.',
  access: 'namespace',
  query: {
    nodes: `how many refused nodes are shown, or all (default ${ENTRIES_SHOWN}); all are counted`,
    tenant: TENANT,
    partition: PARTITION,
    format: FORMAT,
  },
  types: TEXT_OR_JSON,
  answer: (state, request) => {
    const scene = sceneOf(state);
    const wanted = inSight(objectName(request), request, scene.view);
    const found = findPod(wanted, scene.view);
    const object = { kind: 'Pod', ...(found.ok ? nameOf(found.value) : goneName(state, wanted)) };
    const decisions = decisionsAbout(state, object);
    const audience = request.sight === 'cluster' ? OPERATORS : tenantOf(object, scene.rules.isSystem);
    const explanation =
      found.ok || decisions.length === 0
        ? explainPod({ pod: known(found), shown: shownIn(request), decisions, audience }, scene)
        : explainGone(object, decisions, audience, scene);
    return textOrJson(explanation, podText, request);
  },
};

const node: OpsRoute = {
  summary: 'What a node has, what is kept of it and for whom, and how its daemons stand.',
  access: 'cluster',
  query: { format: FORMAT },
  types: TEXT_OR_JSON,
  answer: (state, request) => {
    const scene = sceneOf(state);
    const found = known(findNode(checkedName('name', request.params.name), scene.view));
    return textOrJson(explainNode(found, MOST_ENTRIES_SHOWN, scene), nodeText, request);
  },
};

const decisions: OpsRoute = {
  summary:
    'The latest decisions, oldest first: nodes refused, candidates dropped, pods evicted, objects refused.',
  access: 'cluster',
  query: {
    since: 'only what is newer than this sequence: `latest` of the answer before',
    limit: `how many (default ${DECISIONS_SHOWN}); of more, the newest`,
    format: FORMAT,
  },
  types: TEXT_OR_JSON,
  answer: ({ decisions: { ring }, startedAt }, request) => {
    const since = numberIn(request.query, 'since', 0, Number.MAX_SAFE_INTEGER);
    const limit = numberIn(request.query, 'limit', DECISIONS_SHOWN, MOST_DECISIONS_SHOWN);
    // A sequence of a process that has gone says nothing: whoever follows sees by `startedAt` that it has.
    const page = {
      startedAt: startedAt.toISOString(),
      latest: ring.latest,
      kept: ring.size,
      decisions: ring.since(since, limit),
    };
    return textOrJson(page, (value) => decisionsText(value.decisions), request);
  },
};

export const EXPLAIN_ROUTES: Readonly<Record<string, OpsRoute>> = {
  '/explain/daemonsets/{namespace}/{name}': daemonSet,
  '/explain/pods/{namespace}/{name}': pod,
  '/explain/nodes/{name}': node,
  '/decisions': decisions,
};

function sceneOf({ extender, fairness, steady, staleAfterSeconds }: OpsState): Scene {
  const { view, ledger, account, sight } = extender;
  const moment = extender.peek();
  const problem = clusterProblem(view, steady(), staleAfterSeconds());
  return {
    view,
    ledger,
    account,
    ...moment,
    blindTimeOf: (partition) => sight.blindTimeOf(partition),
    isWatching: true,
    turns: fairness && { book: fairness.book, problem: fairness.problem() },
    problem,
  };
}

function decisionsAbout({ decisions: { ring } }: OpsState, object: DecisionObject): Decision[] {
  return [...ring.all()].filter((decision) => isAbout(decision, object));
}

function objectName({ params, query }: OpsRequest): ObjectName {
  return {
    namespace: checkedName('namespace', params.namespace),
    name: checkedName('name', params.name),
    tenant: query.get('tenant') ?? undefined,
    partition: query.get('partition') ?? undefined,
  };
}

/** Of a pod that is not there: decisions about it say in which partition it was. */
function goneName({ decisions: { ring } }: OpsState, wanted: ObjectName): Omit<DecisionObject, 'kind'> {
  const { namespace, name, tenant = '' } = wanted;
  const of = (partition: string) => ({ namespace, name, tenant, partition });
  if (wanted.partition !== undefined) return of(wanted.partition);
  const partitions = new Set<string>();
  for (const decision of ring.all()) {
    for (const object of objectsOf(decision)) {
      const isNamesake = object.kind === 'Pod' && object.namespace === namespace && object.name === name;
      if (isNamesake && object.tenant === tenant) partitions.add(object.partition);
    }
  }
  const [partition = '', ...others] = partitions;
  if (others.length === 0) return of(partition);
  const which = [partition, ...others].join(', ');
  throw new HttpError(
    'unknown-object',
    `several partitions had the pod ${namespace}/${name}: name one by partition=${which}`,
  );
}

function nameOf({ partition, tenant, namespace, name }: Omit<DecisionObject, 'kind'>) {
  return { partition, tenant, namespace, name };
}

/**
 * Whoever may read pods of one namespace was looked up at one API server, the first that has pods: of namespaces of the same
 * name elsewhere it has said nothing.
 */
function inSight(name: ObjectName, { sight }: OpsRequest, view: ClusterView): ObjectName {
  const home = view.partitions.find(hasPods)?.name ?? '';
  if (sight === 'cluster' || home === '') return name;
  if (name.partition === undefined || name.partition === home) return { ...name, partition: home };
  throw new HttpError(
    'access-denied',
    `partition: of ${clipped(name.partition, LONGEST_NAME)} only people who may see the whole cluster are told`,
  );
}

function checkedName(field: string, name = ''): string {
  if (name !== '' && name.length <= LONGEST_NAME) return name;
  throw new HttpError('invalid-field', `${field}: must be a name of at most ${LONGEST_NAME} characters`);
}

function shownIn({ query }: OpsRequest): number {
  return countIn(query, 'nodes', ENTRIES_SHOWN, MOST_ENTRIES_SHOWN);
}

function known<T>(found: Found<T>): T {
  if (found.ok) return found.value;
  throw new HttpError('unknown-object', clipped(found.message, LONGEST_MESSAGE));
}
