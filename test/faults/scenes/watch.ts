/** What comes from the API server is broken on its way, in every way that networks have. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readCredentials } from '../../e2e/harness/credentials.ts';
import { SYSTEM_MARK } from '../../e2e/harness/daemonward.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../../e2e/harness/fault-proxy.ts';
import { createNamespace, deleteNamespace } from '../../e2e/harness/namespaces.ts';
import { proxiedKubeconfig } from '../../e2e/harness/proxied-kubeconfig.ts';
import { waitFor } from '../../e2e/harness/wait-for.ts';
import { daemonSetObject, daemonSetsPath } from '../../e2e/harness/workloads.ts';
import type { Stage } from '../stage/stage.ts';
import { type Scene, USUAL_MB } from './scene.ts';
import { grows, peaks } from './signs.ts';

const FAULTS: readonly Fault[] = ['cut', 'garbled', 'expired', 'late', 'silence'];

/** Long enough for each to be met again and again. */
const LASTS_MS = 4_000;

/** Silence is to be noticed within the scene; by default these are 90 and 150 s. */
const CLUSTER = { watchIdleSeconds: 1, staleAfterSeconds: 3 };

/** As long as it takes to be called stale, and to be seen so. */
const SILENT_MS = (CLUSTER.staleAfterSeconds + 2) * 1_000;

const FOLLOWS_WITHIN_MS = 10_000;

let proxy: FaultProxy | undefined;

export const watch: Scene = {
  name: 'watch',
  what:
    `Between Daemonward and the API server, for ${LASTS_MS / 1_000} s each: watches that are cut within a line, garbled, of a version that is ` +
    'gone (410), late by 300 ms, and silent without being closed.',
  holds:
    `A namespace that was made meanwhile is known within ${FOLLOWS_WITHIN_MS / 1_000} s of the end of each. What needs no view is decided all the ` +
    'while; when the view is stale (here after 3 s, by default 150) the scheduler is let pass, and counted, and `/readyz` says so.',
  unanswered: 'never',
  recoversWithinMs: FOLLOWS_WITHIN_MS,
  mostMB: USUAL_MB,
  signs: [
    ...['cut', 'garbled', 'gone', 'idle'].map((reason) =>
      grows('daemonward_cluster_breaks_total', { reason }),
    ),
    peaks('daemonward_cluster_age_seconds', CLUSTER.staleAfterSeconds, { kind: 'nodes' }),
    grows('daemonward_scheduler_passed_through_total', { reason: 'stale' }),
  ],
  async setup({ plane }) {
    proxy = await startFaultProxy(plane.handle.url, readCredentials(plane.handle.directory, 'daemonward'));
    return {
      sections: { cluster: CLUSTER },
      env: { KUBECONFIG: proxiedKubeconfig(plane.supervisor.directory, proxy.url) },
    };
  },
  async act({ stage, during, observation }) {
    for (const fault of FAULTS) {
      const news = `news-${fault}`;
      const made: string[] = [];
      await during(async () => {
        proxy?.set(fault);
        made.push(await createNamespace(stage.plane, news, { labels: SYSTEM_MARK }));
        await sleep(fault === 'silence' ? SILENT_MS : LASTS_MS);
        proxy?.set('pass');
      });
      for (const namespace of made) await known(stage, namespace);
      await waitFor('it is ready again', observation.isReady, Boolean, { withinMs: FOLLOWS_WITHIN_MS });
    }
  },
  async end() {
    await proxy?.close();
  },
};

/** It is the system's by its mark, which only the view shows; until it is known, a DaemonSet there is refused. */
async function known({ plane }: Stage, namespace: string): Promise<void> {
  await waitFor(
    `${namespace} is known`,
    () =>
      plane
        .client()
        .raw('POST', `${daemonSetsPath(namespace)}?dryRun=All`, daemonSetObject('news', { pool: 'nowhere' })),
    ({ status }) => status === 201,
    { withinMs: FOLLOWS_WITHIN_MS },
  );
  await deleteNamespace(plane, namespace);
}
