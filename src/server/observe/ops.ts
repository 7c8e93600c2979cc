/** The ops port's answers: is it alive, may it be sent work, what does it know. */
import { OBJECT_KINDS } from '../../cluster/records.ts';
import { agesOf, clusterProblem } from '../../cluster/staleness.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { type DoorGroup, VERSION } from '../../config/identity.ts';
import type { ConfigurationState } from '../../config/live.ts';
import { clipped } from '../../json/clipped.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import type { Extender } from '../../scheduler/extender.ts';
import type { ClusterEvents } from '../events/open-events.ts';
import type { Budgets } from '../http/byte-budget.ts';
import { HttpError } from '../http/errors.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { CertificateFacts, CertificateSource } from '../tls/certificate-source.ts';
import type { Writer } from '../writer/open-writer.ts';
import { type ExemptionUses, exemptionCounts, exemptionState } from './exemption-state.ts';
import { headroomState, holdCounts, MOST_NODES_SHOWN, NODES_SHOWN } from './headroom-state.ts';
import type { Metrics } from './metrics.ts';
import type { ShownCertificates } from './shown-certificates.ts';

export interface OpsState {
  readonly lifecycle: Lifecycle;
  readonly view: ClusterView;
  readonly certificates: CertificateSource;
  /** What known callers showed last. */
  readonly shown: ShownCertificates;
  /** Null where nothing is written to a cluster. */
  readonly writer: Pick<Writer, 'state' | 'rights'> | null;
  readonly metrics: Metrics;
  readonly extender: Extender;
  /** The groups of paths that this process answers. */
  readonly openDoors: readonly DoorGroup[];
  readonly budgets: Budgets;
  configurationState(): ConfigurationState;
  policySettings(): PolicySettings;
  readonly exemptionUses: ExemptionUses;
  /** Null where nothing is told in a cluster. */
  readonly events: ClusterEvents | null;
  now(): Date;
  staleAfterSeconds(): number;
  readonly startedAt: Date;
}

export interface OpsAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

type OpsRoute = (state: OpsState, query: URLSearchParams) => OpsAnswer | Promise<OpsAnswer>;

export const OPS_ROUTES: Readonly<Record<string, OpsRoute>> = {
  '/livez': () => ({ type: 'text/plain; charset=utf-8', body: 'ok\n' }),
  '/readyz': readiness,
  '/metrics': metricsPage,
  '/version': () => json({ name: 'daemonward', version: VERSION }),
  '/state': stateOf,
};

/** 200 only when every check holds; each failing one says why. */
function readiness(state: OpsState): OpsAnswer {
  const { lifecycle, view, certificates, now, staleAfterSeconds, openDoors } = state;
  const { phase } = lifecycle;
  const checks = {
    phase: phase === 'serving' ? 'ok' : `the process is ${phase}`,
    certificate: certificates.problem(now()) ?? 'ok',
    cluster: clusterProblem(view, now().getTime(), staleAfterSeconds()) ?? 'ok',
  };
  const ready = Object.values(checks).every((check) => check === 'ok');
  const refused = certificates.refused();
  // What is served is good: to take every replica out of the rotation would mend nothing.
  const notes = refused === null ? undefined : { certificate: `the last good one is in use: ${refused}` };
  return { ...json({ ready, doors: openDoors, checks, notes }), status: ready ? 200 : 503 };
}

async function metricsPage(state: OpsState): Promise<OpsAnswer> {
  const { metrics, view, lifecycle, extender, budgets, now } = state;
  state.shown.look();
  metrics.clusterSynced.set(view.synced ? 1 : 0);
  // A kind that is withheld from now on has no age.
  metrics.clusterAge.reset();
  for (const [kind, age] of agesOf(view, now().getTime())) metrics.clusterAge.set({ kind }, age);
  for (const [kind, count] of Object.entries(view.counts())) metrics.clusterObjects.set({ kind }, count);
  for (const [state, count] of Object.entries(holdCounts(extender))) {
    metrics.headroomHolds.set({ state }, count);
  }
  metrics.headroomInFlight.set(extender.inFlight.size);
  const { counts, nextExpiry } = exemptionCounts(state.policySettings().exemptions, now().getTime());
  for (const [phase, count] of Object.entries(counts)) metrics.exemptions.set({ state: phase }, count);
  metrics.exemptionNextExpiry.set(nextExpiry / 1000);
  for (const [doors, budget] of Object.entries(budgets)) metrics.bodyBytes.set({ doors }, budget.used);
  metrics.draining.set(lifecycle.phase === 'draining' ? 1 : 0);
  return { type: metrics.registry.contentType, body: await metrics.registry.metrics() };
}

function stateOf(state: OpsState, query: URLSearchParams): OpsAnswer {
  const { lifecycle, view, extender, now, startedAt } = state;
  return json({
    phase: lifecycle.phase,
    doors: state.openDoors,
    uptimeSeconds: Math.round((now().getTime() - startedAt.getTime()) / 1000),
    cluster: clusterState(view, now().getTime()),
    headroom: headroomState(extender, headroomQuery(query)),
    preempt: { mode: extender.settings.preempt.mode },
    exemptions: exemptionState(state.policySettings().exemptions, state.exemptionUses, now().getTime()),
    events: state.events?.state() ?? null,
    configuration: state.configurationState(),
    certificates: certificateState(state),
    writer: state.writer?.state() ?? null,
    missingRights: state.writer?.rights.list() ?? [],
  });
}

/** `?nodes=all` or a number, of each DaemonSet; `?daemonset=namespace/name` for one of them. */
function headroomQuery(query: URLSearchParams) {
  const text = query.get('nodes') ?? String(NODES_SHOWN);
  const nodes = text === 'all' ? MOST_NODES_SHOWN : Number(text);
  if (text !== 'all' && (!/^\d+$/.test(text) || nodes > MOST_NODES_SHOWN)) {
    const found = clipped(text, LONGEST_VALUE_SHOWN);
    throw new HttpError(
      'invalid-field',
      `nodes: must be all or a whole number from 0 to ${MOST_NODES_SHOWN}, found "${found}"`,
    );
  }
  return { nodes, daemonSet: query.get('daemonset') ?? undefined };
}

/** A value is repeated to its sender for orientation. */
const LONGEST_VALUE_SHOWN = 40;

function certificateState({ certificates, shown }: OpsState) {
  const { leaf, ca, clientsAuthority, callers, handovers } = certificates.current();
  const end = ({ notAfter, sha256 }: CertificateFacts) => ({ notAfter: notAfter.toISOString(), sha256 });
  return {
    leaf: { names: leaf.names, ...end(leaf) },
    ca: ca && end(ca),
    clientsCa: clientsAuthority && end(clientsAuthority),
    callers: Object.fromEntries(Object.entries(callers).map(([name, facts]) => [name, end(facts)])),
    shown: shown.state(),
    handovers,
    refused: certificates.refused(),
  };
}

function clusterState(view: ClusterView, nowMs: number) {
  const counts = view.counts();
  const ages = new Map(agesOf(view, nowMs));
  const kinds = OBJECT_KINDS.map((kind) => {
    const { resourceVersion, withheld, failing } = view.freshness(kind);
    const state = { resourceVersion: resourceVersion || undefined, ageSeconds: ages.get(kind), withheld };
    const shown = failing && { ...failing, since: new Date(failing.since).toISOString() };
    return [kind, { objects: counts[kind], ...state, failing: shown }];
  });
  const { source, synced, revision } = view;
  return { source, synced, revision, kinds: Object.fromEntries(kinds) };
}

function json(value: unknown): OpsAnswer {
  return { body: `${JSON.stringify(value, null, 2)}\n` };
}
