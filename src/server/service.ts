/** A running Daemonward: both applications over one view, from the open ports to the last answer. */
import type { FastifyBaseLogger } from 'fastify';
import { admissionDoors } from '../admission/door.ts';
import type { ClusterView } from '../cluster/view.ts';
import type { Configuration } from '../config/schema.ts';
import type { PolicySettings } from '../policy/settings.ts';
import { schedulerDoors } from '../scheduler/door.ts';
import { Extender } from '../scheduler/extender.ts';
import type { SchedulingSettings } from '../scheduler/settings.ts';
import { buildOpsApp, buildServiceApp, type Door } from './app.ts';
import type { CertificateSource } from './certificate-source.ts';
import { trackConnections } from './connections.ts';
import { decisionObserver } from './decisions.ts';
import { drain } from './drain.ts';
import { createLifecycle } from './lifecycle.ts';
import { type Listening, listen } from './listen.ts';
import type { Metrics } from './metrics.ts';
import type { ConfigurationState } from './ops.ts';
import { schedulingObserver } from './scheduling.ts';

export interface ServiceParts {
  readonly configuration: Configuration;
  readonly certificates: CertificateSource;
  readonly view: ClusterView;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  configurationState(): ConfigurationState;
  staleAfterSeconds(): number;
  /** The rules' settings of this moment; the same object while nothing changes. */
  policySettings(): PolicySettings;
  /** The extender's, in the same way. */
  schedulingSettings(): SchedulingSettings;
  now(): Date;
}

export interface Service {
  readonly service: Listening;
  readonly ops: Listening;
  /** Drains and closes both ports. `hurry` ends the waiting early. */
  stop(drainSeconds: number, hurry: AbortSignal): Promise<void>;
}

/** Opens both ports, or none: what was opened is closed again when the other cannot be. */
export async function startService(parts: ServiceParts): Promise<Service> {
  const { configuration, certificates, view, log, metrics, now } = parts;
  const lifecycle = createLifecycle();
  const extender = extenderOf(parts);
  const { cert, key } = certificates.current();
  const serviceApp = buildServiceApp(
    { log, metrics, lifecycle },
    {
      doors: doorsOf(parts, extender),
      keepAliveSeconds: configuration.server.keepAliveSeconds,
      tls: { cert, key },
    },
  );
  const opsApp = buildOpsApp(
    { log, metrics, lifecycle },
    {
      lifecycle,
      view,
      certificates,
      metrics,
      extender,
      configuration: parts.configurationState,
      staleAfterSeconds: parts.staleAfterSeconds,
      now,
      startedAt: now(),
    },
  );
  const connections = trackConnections(serviceApp.server);
  try {
    const ops = await listen(opsApp, { section: 'ops', ...configuration.ops });
    const service = await listen(serviceApp, { section: 'server', ...configuration.server });
    lifecycle.enter('serving');
    return {
      service,
      ops,
      stop: async (drainSeconds, hurry) => {
        await drain({ lifecycle, service: serviceApp, connections, ops: opsApp, drainSeconds, hurry });
        extender.stop();
      },
    };
  } catch (error) {
    extender.stop();
    await Promise.all([opsApp.close(), serviceApp.close()]);
    throw error;
  }
}

function extenderOf({
  view,
  log,
  metrics,
  schedulingSettings,
  staleAfterSeconds,
  now,
}: ServiceParts): Extender {
  const start = now().getTime() - performance.now();
  const clock = () => start + performance.now();
  return new Extender({
    settings: schedulingSettings,
    view,
    staleAfterSeconds,
    now: () => now().getTime(),
    clock,
    observer: schedulingObserver(log, metrics, clock),
  });
}

function doorsOf(
  { configuration, view, log, metrics, policySettings, now }: ServiceParts,
  extender: Extender,
): Door[] {
  const { reviewLimitBytes, extenderLimitBytes } = configuration.server;
  const observe = decisionObserver(log, metrics);
  const admission = admissionDoors({ settings: policySettings, view, now, observe });
  return [
    ...Array.from(admission, ([path, answer]) => ({ path, bodyLimit: reviewLimitBytes, answer })),
    ...Array.from(schedulerDoors(extender), ([path, answer]) => ({
      path,
      bodyLimit: extenderLimitBytes,
      answer,
    })),
  ];
}
