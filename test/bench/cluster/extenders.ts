/** Starts whom a scheduler asks, and says how it has to be told. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extenderEntry } from '../../../src/render/scheduler/extender.ts';
import type { ControlPlane } from '../../e2e/harness/control-plane.ts';
import { credentialFiles } from '../../e2e/harness/credentials.ts';
import { type Daemonward, startDaemonward } from '../../e2e/harness/daemonward.ts';
import { requestCounts } from '../../e2e/harness/request-counts.ts';
import type { SchedulerConfiguration } from '../../e2e/harness/scheduler.ts';
import { userConfiguration } from '../../e2e/harness/scheduling-stage.ts';
import { startPrinting, stopProcess } from '../peers/server.ts';
import type { Extender } from './result.ts';

/** Longer than any run: the room of daemons that never come is held to the end. */
const PATIENCE = '12h';

export interface Asked {
  /** Whose processor time is counted; none when nobody is asked. */
  readonly pid: number | undefined;
  readonly configuration: SchedulerConfiguration;
  /** Fails when it was not asked about so many pods: the scheduler goes on without an extender that does not answer. */
  check(pods: number): Promise<void>;
  stop(): Promise<void>;
}

export function startAsked(plane: ControlPlane, schedulerName: string, extender: Extender): Promise<Asked> {
  switch (extender.kind) {
    case 'none':
      return Promise.resolve(nobody(schedulerName));
    case 'pass-through':
      return passThrough(plane, schedulerName, extender.asked);
    case 'daemonward':
      return daemonwardAsked(plane, schedulerName, extender);
  }
}

function nobody(schedulerName: string): Asked {
  return {
    pid: undefined,
    configuration: { profiles: [{ schedulerName }] },
    check: async () => {},
    stop: async () => {},
  };
}

async function passThrough(
  { handle }: ControlPlane,
  schedulerName: string,
  asked: 'filter' | 'lean',
): Promise<Asked> {
  const { ca, serverKey, serverCertificate } = credentialFiles(handle.directory);
  const script = join(import.meta.dirname, 'pass-through-server.ts');
  const { child, line } = await startPrinting(process.execPath, [script, serverKey, serverCertificate]);
  const { preemptVerb, bindVerb, ...entry } = extenderEntry(
    {
      profile: 'lean',
      url: `https://127.0.0.1:${line}`,
      serverName: 'localhost',
      witness: true,
      caBundle: readFileSync(ca).toString('base64'),
      client: null,
    },
    false,
  );
  const more = asked === 'lean' ? { preemptVerb, bindVerb } : {};
  return {
    pid: child.pid,
    // Not ignorable: one that fails must not pass for one that is quick. A refused binding would be a failure then.
    configuration: {
      profiles: [{ schedulerName }],
      extenders: [{ ...entry, ...more, ignorable: asked === 'lean' }],
    },
    check: async () => {},
    stop: () => stopProcess(child),
  };
}

async function daemonwardAsked(
  plane: ControlPlane,
  schedulerName: string,
  { mode, profile }: Extract<Extender, { kind: 'daemonward' }>,
): Promise<Asked> {
  const daemonward: Daemonward = await startDaemonward(plane.supervisor, {
    name: schedulerName,
    env: { KUBECONFIG: plane.kubeconfig('daemonward') },
    sections: {
      headroom: { mode, patience: PATIENCE },
      preempt: { mode },
      daemons: { schedulers: [schedulerName] },
    },
  });
  const reach = { url: daemonward.serviceUrl, ca: daemonward.ca(), client: daemonward.client('scheduler') };
  return {
    pid: daemonward.running.pid,
    configuration: userConfiguration(schedulerName, { profile, witness: true }, reach),
    async check(pods) {
      const { answered, failed } = await requestCounts(daemonward);
      const filtered = answered['/scheduler/filter'] ?? 0;
      if (failed.length > 0 || (profile !== 'guard' && filtered < pods))
        throw new Error(
          `asked about ${filtered} pods of ${pods}; not answered: ${failed.join(', ') || 'none'}`,
        );
    },
    async stop() {
      await daemonward.running.stop('SIGKILL');
    },
  };
}
