/** The ops port's answers: is it alive, may it be sent work, what does it know. */
import { clusterProblem } from '../../cluster/staleness.ts';
import { VERSION } from '../../config/identity.ts';
import { EXPLAIN_ROUTES } from '../ops/explain-routes.ts';
import { openApiOf } from '../ops/openapi.ts';
import {
  countIn,
  json,
  type OpsAnswer,
  type OpsRequest,
  type OpsRoute,
  TEXT_TYPE,
} from '../ops/ops-route.ts';
import type { OpsState } from '../ops/ops-state.ts';
import type { CertificateFacts } from '../tls/certificate-source.ts';
import { clusterState, measureCluster, readinessProblem } from './state/cluster-state.ts';
import { exemptionCounts, exemptionState } from './state/exemption-state.ts';
import { fairnessState, waitingCounts } from './state/fairness-state.ts';
import { headroomState, holdCounts, MOST_NODES_SHOWN, NODES_SHOWN } from './state/headroom-state.ts';
import { orderCounts, ordersState } from './state/orders-state.ts';

export const OPS_ROUTES: Readonly<Record<string, OpsRoute>> = {
  '/livez': {
    summary: 'Whether the process is alive.',
    access: 'open',
    types: ['text/plain'],
    answer: () => ({ type: TEXT_TYPE, body: 'ok\n' }),
  },
  '/readyz': {
    summary: 'Whether it may be sent work: 200 or 503, each check with its reason.',
    access: 'open',
    answer: readiness,
  },
  '/metrics': {
    summary: 'Metrics for Prometheus.',
    access: 'open',
    types: ['text/plain'],
    answer: metricsPage,
  },
  '/version': {
    summary: 'Which Daemonward this is.',
    access: 'open',
    answer: () => json({ name: 'daemonward', version: VERSION }),
  },
  '/state': {
    summary: 'What it knows of the cluster, what is held, and how its own parts stand.',
    access: 'cluster',
    query: {
      nodes: `how many nodes of each DaemonSet are shown, or all (default ${NODES_SHOWN})`,
      daemonset: 'namespace/name of the only one to show',
    },
    answer: stateOf,
  },
  ...EXPLAIN_ROUTES,
  '/openapi.json': {
    summary: 'This description.',
    access: 'open',
    answer: () => json(openApiOf(OPS_ROUTES)),
  },
};

/** 200 only when every check holds; each failing one says why. */
function readiness(state: OpsState): OpsAnswer {
  const { lifecycle, view, certificates, now, steady, staleAfterSeconds, openDoors } = state;
  const { phase } = lifecycle;
  const staleAfter = staleAfterSeconds();
  const startedAt = state.startedAt.getTime();
  const checks = {
    phase: phase === 'serving' ? 'ok' : `the process is ${phase}`,
    certificate: certificates.problem(now()) ?? 'ok',
    cluster: readinessProblem(view, { now: steady(), startedAt, staleAfterSeconds: staleAfter }) ?? 'ok',
  };
  const ready = Object.values(checks).every((check) => check === 'ok');
  const refused = certificates.refused();
  // What is served is good: to take every replica out of the rotation would mend nothing.
  const behind = view.partitions.length > 1 ? clusterProblem(view, steady(), staleAfter) : null;
  const notes = {
    ...(refused !== null && { certificate: `the last good one is in use: ${refused}` }),
    // One that is behind is so by itself: the others are served.
    ...(behind !== null && checks.cluster === 'ok' && { partitions: behind }),
  };
  const shown = Object.keys(notes).length > 0 ? notes : undefined;
  return { ...json({ ready, doors: openDoors, checks, notes: shown }), status: ready ? 200 : 503 };
}

async function metricsPage(state: OpsState): Promise<OpsAnswer> {
  const { metrics, view, lifecycle, extender, budgets, now } = state;
  state.shown.look();
  measureCluster(metrics, view, state.steady(), state.staleAfterSeconds());
  for (const [kind, count] of Object.entries(view.counts())) metrics.clusterObjects.set({ kind }, count);
  for (const [state, count] of Object.entries(holdCounts(extender))) {
    metrics.headroomHolds.set({ state }, count);
  }
  const ordered = orderCounts(extender, now().getTime());
  for (const [state, count] of Object.entries(ordered.nodes)) metrics.orderNodes.set({ state }, count);
  for (const [state, count] of Object.entries(ordered.orders)) metrics.orders.set({ state }, count);
  metrics.headroomInFlight.set(extender.inFlight.size);
  const { counts, nextExpiry } = exemptionCounts(state.policySettings().exemptions, now().getTime());
  for (const [phase, count] of Object.entries(counts)) metrics.exemptions.set({ state: phase }, count);
  metrics.exemptionNextExpiry.set(nextExpiry / 1000);
  for (const [doors, budget] of Object.entries(budgets)) metrics.bodyBytes.set({ doors }, budget.used);
  metrics.reviewsWaiting.set(state.waiting.size);
  const waiting = waitingCounts(state.fairness, now().getTime());
  for (const [phase, count] of Object.entries(waiting.gated)) metrics.gatedPods.set({ state: phase }, count);
  metrics.gatedOldest.set(waiting.oldestSeconds);
  metrics.gateWindow.set(waiting.window);
  metrics.gatesStalled.set(waiting.stalled ? 1 : 0);
  metrics.draining.set(lifecycle.phase === 'draining' ? 1 : 0);
  return { type: metrics.registry.contentType, body: await metrics.registry.metrics() };
}

function stateOf(state: OpsState, { query }: OpsRequest): OpsAnswer {
  const { lifecycle, view, extender, now, startedAt } = state;
  return json({
    version: VERSION,
    phase: lifecycle.phase,
    doors: state.openDoors,
    now: now().toISOString(),
    startedAt: startedAt.toISOString(),
    uptimeSeconds: Math.round((now().getTime() - startedAt.getTime()) / 1000),
    calls: state.calls.state(),
    reviewsWaiting: waitingState(state),
    cluster: clusterState(view, state.steady(), state.staleAfterSeconds()),
    headroom: headroomState(extender, headroomQuery(query)),
    orders: ordersState(extender, now().getTime()),
    fairness: fairnessState(state.fairness, now().getTime()),
    preempt: { mode: extender.settings.preempt.mode },
    exemptions: exemptionState(state.policySettings().exemptions, state.exemptionUses, now().getTime()),
    events: state.events?.state() ?? null,
    configuration: state.configurationState(),
    certificates: certificateState(state),
    writer: state.writer?.state() ?? null,
    missingRights: state.writer?.rights.list() ?? [],
  });
}

/** Enough to see who fills it. */
const QUEUES_SHOWN = 10;

function waitingState({ waiting }: OpsState) {
  return { reviews: waiting.size, tenants: waiting.tenants, longest: waiting.longest(QUEUES_SHOWN) };
}

/** `?nodes=all` or a number, of each DaemonSet; `?daemonset=namespace/name` for one of them. */
function headroomQuery(query: URLSearchParams) {
  return {
    nodes: countIn(query, 'nodes', NODES_SHOWN, MOST_NODES_SHOWN),
    daemonSet: query.get('daemonset') ?? undefined,
  };
}

function certificateState({ certificates, shown }: OpsState) {
  const { leaf, ca, clientsAuthority, callers, handovers } = certificates.current();
  const end = ({ notBefore, notAfter, sha256 }: CertificateFacts) => ({
    notBefore: notBefore.toISOString(),
    notAfter: notAfter.toISOString(),
    sha256,
  });
  return {
    leaf: { names: leaf.names, ...end(leaf) },
    ca: ca && end(ca),
    // Public, and what a caller's certificate is compared with.
    clientsCa: clientsAuthority && { ...end(clientsAuthority), pem: clientsAuthority.pem },
    callers: Object.fromEntries(Object.entries(callers).map(([name, facts]) => [name, end(facts)])),
    shown: shown.state(),
    handovers,
    refused: certificates.refused(),
  };
}
