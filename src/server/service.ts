/** A running Daemonward: both applications over one view, from the open ports to the last answer. */
import { setTimeout as pause } from 'node:timers/promises';
import { openGroups } from '../config/identity.ts';
import { LOOPBACK } from '../config/ops-address.ts';
import type { Configuration } from '../config/schema/schema.ts';
import type { PolicySettings } from '../policy/settings.ts';
import { Extender } from '../scheduler/extender.ts';
import type { SchedulingSettings } from '../scheduler/settings.ts';
import { serviceDoors } from './doors.ts';
import { forecastDoor } from './forecasts/forecast-door.ts';
import type { AppParts } from './http/application.ts';
import { trackConnections } from './http/connections/connections.ts';
import { drain } from './http/connections/drain.ts';
import { type Listening, listen } from './http/listen.ts';
import { buildOpsApp } from './http/ops-app.ts';
import { buildServiceApp, SECURE } from './http/service-app.ts';
import type { Lifecycle } from './lifecycle.ts';
import { DecisionRecorder } from './observe/decision-recorder.ts';
import { patienceObserver } from './observe/patience-observer.ts';
import { schedulingObserver } from './observe/scheduler-observer.ts';
import { ExemptionUses } from './observe/state/exemption-state.ts';
import { ShownCertificates } from './observe/state/shown-certificates.ts';
import type { OpsState } from './ops/ops-state.ts';
import type { ClusterOrders } from './orders/open-orders.ts';
import { manifestReader } from './reading/large-manifests.ts';
import { Stalls } from './stalls.ts';

export interface ServiceParts
  extends Omit<
    AppParts & OpsState,
    | 'lifecycle'
    | 'extender'
    | 'openDoors'
    | 'budgets'
    | 'exemptionUses'
    | 'startedAt'
    | 'shown'
    | 'decisions'
    | 'forecast'
    | 'calls'
    | 'waiting'
  > {
  readonly configuration: Configuration;
  /** Null where nothing is written of Orders. */
  readonly orders: Pick<ClusterOrders, 'follow'> | null;
  /** The rules' settings of this moment; the same object while nothing changes. */
  policySettings(): PolicySettings;
  /** The extender's, in the same way. */
  schedulingSettings(): SchedulingSettings;
}

export interface Service {
  readonly service: Listening;
  readonly ops: Listening;
  /** Drains and closes both ports. `hurry` ends the waiting early. */
  stop(drainSeconds: number, hurry: AbortSignal): Promise<void>;
}

/** Opens both ports, or none: what was opened is closed again when the other cannot be. */
export async function startService(parts: ServiceParts): Promise<Service> {
  const { configuration, now } = parts;
  const lifecycle: Lifecycle = { phase: 'starting' };
  const decisions = new DecisionRecorder(parts.view, () => now().getTime());
  const stalls = new Stalls({
    clock: () => performance.now(),
    pause,
    stalled: () => {
      parts.metrics.stalls.inc();
      connections.settle();
    },
  });
  const extender = extenderOf(parts, decisions, stalls);
  const { keepAliveSeconds, maxConnections } = configuration.server;
  const exemptionUses = new ExemptionUses();
  const shown = new ShownCertificates(parts);
  const known = shown.known.bind(shown);
  const { doors, closedDoors, budgets, calls, waiting, stop } = serviceDoors(
    { ...parts, exemptionUses, known, decisions },
    extender,
  );
  const manifests = manifestReader((error) =>
    parts.log.error({ err: error }, 'a thread for large manifests has ended'),
  );
  const serviceApp = buildServiceApp(
    { ...parts, lifecycle },
    { doors, closedDoors, maxConnections, keepAliveSeconds, tls: tlsOptions(parts), calls },
  );
  const openDoors = openGroups(configuration.server.doors);
  const opsApp = buildOpsApp({
    ...parts,
    lifecycle,
    extender,
    forecast: forecastDoor(extender, manifests),
    decisions,
    openDoors,
    budgets,
    exemptionUses,
    shown,
    calls,
    waiting,
    startedAt: now(),
  });
  const connections = trackConnections(serviceApp.server);
  const patience = watchPatience(extender, parts);
  let clientsPem = parts.certificates.current().clientsAuthority?.pem;
  parts.certificates.onChange(() => {
    serviceApp.server.setSecureContext({ ...SECURE, ...tlsOptions(parts) });
    const pem = parts.certificates.current().clientsAuthority?.pem;
    // Who came in by an authority that is no longer trusted has to show itself again.
    if (pem !== clientsPem) connections.renew();
    clientsPem = pem;
  });
  parts.events?.follow(extender);
  parts.orders?.follow(extender);
  try {
    const { address = LOOPBACK, port } = configuration.ops;
    const ops = await listen(opsApp, { section: 'ops', address, port });
    const service = await listen(serviceApp, { section: 'server', ...configuration.server });
    lifecycle.phase = 'serving';
    return {
      service,
      ops,
      stop: async (drainSeconds, hurry) => {
        await drain({ lifecycle, service: serviceApp, connections, ops: opsApp, drainSeconds, hurry });
        patience.stop();
        stalls.stop();
        extender.stop();
        decisions.stop();
        await Promise.all([stop(), manifests.stop()]);
      },
    };
  } catch (error) {
    patience.stop();
    stalls.stop();
    extender.stop();
    decisions.stop();
    await Promise.all([opsApp.close(), serviceApp.close()]);
    throw error;
  }
}

/** Patience ends also while no scheduler asks: somebody has to look. */
const LOOKED_EVERY_MS = 10_000;

function watchPatience(extender: Extender, { log, metrics }: ServiceParts): { stop(): void } {
  const observer = patienceObserver(extender.ledger, log, metrics);
  const timer = setInterval(() => {
    if (extender.settings.headroom.mode !== 'off') extender.look();
    observer.flush();
  }, LOOKED_EVERY_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
      observer.flush();
      observer.stop();
    },
  };
}

/** A caller without a good certificate gets an answer that says so, and not a broken handshake. */
function tlsOptions({ certificates }: ServiceParts) {
  const { cert, key, clientsAuthority } = certificates.current();
  if (clientsAuthority === null) return { cert, key };
  return { cert, key, ca: clientsAuthority.pem, requestCert: true, rejectUnauthorized: false };
}

function extenderOf(parts: ServiceParts, decisions: DecisionRecorder, stalls: Stalls): Extender {
  const { view, log, metrics, staleAfterSeconds, now, steady: clock } = parts;
  return new Extender({
    settings: parts.schedulingSettings,
    view,
    staleAfterSeconds,
    now: () => now().getTime(),
    clock,
    pause,
    caughtUp: () => stalls.caughtUp(),
    observer: schedulingObserver(log, metrics, clock, decisions),
  });
}
