/** Leaf, CA and the certificates of callers are replaced under a load of reviews and of scheduling. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Daemonward, SYSTEM_MARK } from './harness/daemonward.ts';
import { TENANT_LABEL } from './harness/guarded-cluster.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { createNodes, deletePool } from './harness/nodes.ts';
import { metricSum } from './harness/ops-port.ts';
import { type Replicas, startReplicas } from './harness/replicas.ts';
import { failedOpen, startReviews } from './harness/review-load.ts';
import { type Scheduler, startScheduler } from './harness/scheduler.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { type Pod, podObject, podsPath } from './harness/workloads.ts';

/** Ten by `DAEMONWARD_E2E_ROTATIONS=10`: most of it is waiting. */
const ROTATIONS = Number(process.env.DAEMONWARD_E2E_ROTATIONS ?? 1);

/** Time to print a block and to start a scheduler on busy cores, before the new CA signs. */
const OVERLAP_SECONDS = 20;
const ROTATED_WITHIN_MS = 4 * OVERLAP_SECONDS * 1000;
const TIMEOUT_MS = 120_000 + ROTATIONS * (ROTATED_WITHIN_MS + 30_000);

const SCHEDULER = 'rotating';
const POOL = 'rotating';
const PODS_EVERY_MS = 300;
/** Forty of the pods fit on one, and some 150 are made in a rotation. */
const NODES = 10 * ROTATIONS;

/** What Go says of TLS that failed, in whatever component. */
const HANDSHAKE = /x509|tls: |TLS handshake|certificate (?:is|has|signed)|failed calling webhook/;
/** The bind verb is answered with an error on purpose: it is only told which node was chosen. */
const SKIPPED = /Skipping extender(?!.*noted; daemonward)/;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let replicas: Replicas;
afterEach(() => replicas?.end());
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

function firstOf({ all }: Replicas): Daemonward {
  const [first] = all;
  if (first === undefined) throw new Error('there is no replica');
  return first;
}

function linesOf(log: string, from: number, pattern: RegExp): string[] {
  return readFileSync(log, 'utf8')
    .slice(from)
    .split('\n')
    .filter((line) => pattern.test(line));
}

/** Handshakes of callers that do not trust us, by replica. */
function distrust(): Promise<number[]> {
  return Promise.all(
    replicas.all.map((one) =>
      metricSum(one, 'daemonward_tls_handshake_failures_total', { reason: 'untrusted' }),
    ),
  );
}

async function keysOfSecret(): Promise<Set<string>> {
  const { data = {} } = await replicas.secret();
  return new Set(Object.keys(data));
}

/** Pods for the scheduler, a few a second, until it is stopped. */
function startPods(namespace: string) {
  let count = 0;
  let going = true;
  const running = (async () => {
    while (going) {
      count += 1;
      const work = { pool: POOL, schedulerName: SCHEDULER };
      await plane.client().create(podsPath(namespace), podObject(`pod-${count}`, work));
      await sleep(PODS_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      going = false;
      await running;
      return count;
    },
  };
}

test(
  'not one call fails, and nobody complains of a handshake',
  async () => {
    const client = plane.client();
    const system = await createNamespace(plane, 'rotating-system', { labels: SYSTEM_MARK });
    const tenant = await createNamespace(plane, 'rotating-tenant', {
      labels: { [TENANT_LABEL]: 'tenant-a' },
    });
    await createNodes(client, NODES, { namePrefix: POOL, pool: POOL });
    replicas = await startReplicas(plane, supervisor, {
      name: 'rotating',
      count: 2,
      overlapSeconds: OVERLAP_SECONDS,
      sections: { rules: {}, daemons: { schedulers: [SCHEDULER] } },
    });
    await replicas.register();
    const prints = async () => (await replicas.state(0)).certificates;
    await waitFor(
      'reviews are answered',
      () =>
        client.raw('POST', `/apis/apps/v1/namespaces/${tenant}/daemonsets?dryRun=All`, {
          apiVersion: 'apps/v1',
          kind: 'DaemonSet',
          metadata: { name: 'a' },
          spec: {
            selector: { matchLabels: { a: 'b' } },
            template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
          },
        }),
      ({ text }) => text.includes('DW101'),
    );
    let scheduler: Scheduler = await startScheduler(
      plane.handle,
      supervisor,
      await replicas.schedulerConfiguration(SCHEDULER),
      SCHEDULER,
      'own',
    );
    const apiServerLog = join(plane.handle.directory, 'logs', 'kube-apiserver.log');
    const logFrom = readFileSync(apiServerLog, 'utf8').length;
    const openBefore = await failedOpen(plane);
    // There were some while the registrations had no CA yet.
    const untrustedBefore = await distrust();
    const reviews = startReviews(plane, system);
    const pods = startPods(tenant);
    const seen: string[] = [];
    const complaints: string[] = [];

    for (let turn = 0; turn < ROTATIONS; turn += 1) {
      const before = await prints();
      await replicas.renew('leaf,ca,clients,clients-ca');
      await waitFor(
        'the new callers’ authority signs',
        keysOfSecret,
        (keys) => keys.has('previous-clients-ca.crt'),
        {
          withinMs: ROTATED_WITHIN_MS,
        },
      );
      // The documented step: the new block, and the scheduler started again.
      const warned = await metricSum(firstOf(replicas), 'daemonward_certificate_handover_timestamp_seconds');
      expect(warned).toBeGreaterThan(0);
      const configuration = await replicas.schedulerConfiguration(SCHEDULER);
      complaints.push(
        ...linesOf(scheduler.running.log, 0, HANDSHAKE),
        ...linesOf(scheduler.running.log, 0, SKIPPED),
      );
      await scheduler.running.stop();
      scheduler = await startScheduler(
        plane.handle,
        supervisor,
        configuration,
        `${SCHEDULER}-${turn}`,
        'own',
      );
      await waitFor(
        'everything old is gone',
        keysOfSecret,
        (keys) => ![...keys].some((key) => /^(next|previous)-/.test(key)),
        { withinMs: ROTATED_WITHIN_MS },
      );
      const after = await waitFor('a replica serves it', prints, ({ ca }) => ca.sha256 !== before.ca.sha256);
      seen.push(after.leaf.sha256, after.ca.sha256);
      // Old and new have been side by side, and now only the new ones are: calls go on.
      await sleep(3_000);
    }
    const count = await pods.stop();
    await reviews.stop();
    const bound = await waitFor(
      'all pods are bound',
      async () => (await client.list<Pod>(podsPath(tenant))).filter(({ spec }) => spec.nodeName).length,
      (number) => number === count,
    );
    complaints.push(
      ...linesOf(scheduler.running.log, 0, HANDSHAKE),
      ...linesOf(scheduler.running.log, 0, SKIPPED),
    );
    const untrusted = await distrust();
    const shown = (await Promise.all([replicas.state(0), replicas.state(1)])).flatMap(({ certificates }) =>
      Object.values(certificates.shown),
    );
    const answered = reviews.answered();
    console.log(
      JSON.stringify({ rotations: ROTATIONS, answered, failed: reviews.failed.length, pods: count, bound }),
    );
    await scheduler.running.stop();

    expect(reviews.failed).toEqual([]);
    expect(answered).toBeGreaterThan(100);
    expect((await failedOpen(plane)) - openBefore).toBe(0);
    expect(linesOf(apiServerLog, logFrom, HANDSHAKE)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(untrusted).toEqual(untrustedBefore);
    expect(new Set(seen).size).toBe(ROTATIONS * 2);
    expect(shown.some(({ outdated }) => outdated === null)).toBe(true);
    for (const namespace of [system, tenant]) await deleteNamespace(plane, namespace);
    await deletePool(client, POOL);
  },
  TIMEOUT_MS,
);
