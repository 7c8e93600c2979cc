/** A node joins while tenant pods wait for one: with headroom its daemons find their place, without it they do not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readCredentials } from './harness/credentials.ts';
import { type Fault, startFaultProxy } from './harness/fault-proxy.ts';
import { makeReady } from './harness/nodes.ts';
import { ended, lacksRoom, nameOf, onceLackedRoom, preempted, refusalOf } from './harness/pod-history.ts';
import type { Urgency } from './harness/priority-classes.ts';
import { proxiedKubeconfig } from './harness/proxied-kubeconfig.ts';
import { type Mode, type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, type Pod } from './harness/workloads.ts';

const TENANT_PODS = 200;
const DAEMONS = ['network', 'storage', 'logs', 'metrics'];

/** One after the other: each is a race of its own. */
const NEW_NODES = 2;

/** Three tenant pods leave 700m of a node's 4 cpu: too little for four daemons, in whatever order they come. */
const TENANT_CPU = '1100m';
const DAEMON_CPU = '200m';

/** Beside four daemons there is room for two of them. */
const TENANT_PODS_BESIDE_DAEMONS = 2;

/** A kubelet registers its node first and says that it is ready later; by then everybody knows the node. */
const REGISTERED_MS = 1_000;

/** Long enough for the scheduler to try a waiting daemon again, if it ever will. */
const STANDSTILL_MS = 3_000;

interface Priorities {
  title: string;
  daemons: Urgency;
  tenants: Urgency;
}

/**
 * A daemon that may preempt would get its place at the price of a tenant's pod: what is compared here is who comes
 * first, so daemons of higher priority may not. At equal priority nobody can.
 */
const ABOVE: Priorities = {
  title: 'daemons above the tenants',
  daemons: { value: 1_000, preemptionPolicy: 'Never' },
  tenants: { value: 100 },
};

/** kubernetes #140984 */
const EQUAL: Priorities = {
  title: 'daemons and tenants of the same priority',
  daemons: { value: 1_000 },
  tenants: { value: 1_000 },
};

interface Setting {
  title: string;
  name: string;
  mode: Mode;
  /** How Daemonward gets its news: late means behind the scheduler. */
  news: Fault;
  priorities: readonly Priorities[];
}

const SETTINGS: readonly Setting[] = [
  { title: 'without headroom', name: 'join-off', mode: 'off', news: 'pass', priorities: [ABOVE, EQUAL] },
  { title: 'with headroom', name: 'join-enforce', mode: 'enforce', news: 'pass', priorities: [ABOVE, EQUAL] },
  {
    title: 'with headroom and a late view',
    name: 'join-late',
    mode: 'enforce',
    news: 'late',
    priorities: [EQUAL],
  },
];

const plane = sharedControlPlane();
const supervisor = startSupervisor();
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

describe.each(SETTINGS)('$title', ({ name, mode, news, priorities }) => {
  let stage: Stage;
  let scene: Scene;

  beforeAll(async () => {
    const proxy = await startFaultProxy(
      plane.handle.url,
      readCredentials(plane.handle.directory, 'daemonward'),
    );
    proxy.set(news);
    const kubeconfig = proxiedKubeconfig(supervisor.directory, proxy.url);
    // Each node is a race that is meant to be hard: tenants that are tried again at once, and a scheduler that does not tell
    // its choices. At its own pace and with the default profile: scale-new-nodes.
    stage = await startStage(plane, supervisor, {
      name,
      mode,
      kubeconfig,
      profile: 'full',
      tells: false,
      pace: 'quick',
    });
    return async () => {
      await stage.end();
      await proxy.close();
    };
  });
  afterEach(() => scene.close());

  /** All daemons of a node have been tried, and tenant pods have come. */
  async function settled(node: string): Promise<void> {
    await waitFor(
      `${node} is settled`,
      async () => {
        const daemons = (await scene.pods(scene.system)).filter((pod) => isMadeFor(pod, node));
        const tenants = (await scene.pods(scene.tenant)).filter(({ spec }) => spec.nodeName === node);
        return {
          daemons: daemons.map((pod) => pod.spec.nodeName ?? refusalOf(pod)),
          tenants: tenants.length,
        };
      },
      ({ daemons, tenants }) =>
        daemons.length === DAEMONS.length &&
        daemons.every((outcome) => outcome !== '') &&
        tenants >= TENANT_PODS_BESIDE_DAEMONS,
    );
  }

  async function nodesJoin({ daemons, tenants }: Priorities): Promise<void> {
    scene = await stage.openScene('join');
    const daemonClass = await scene.createPriorityClass('daemons', daemons);
    const tenantClass = await scene.createPriorityClass('tenants', tenants);
    const daemonWork = scene.work({ cpu: DAEMON_CPU, priorityClassName: daemonClass });
    for (const daemon of DAEMONS) await scene.createDaemonSet(daemonSetObject(daemon, daemonWork));
    const tenantWork = scene.work({ cpu: TENANT_CPU, priorityClassName: tenantClass });
    await scene.createTenantPods(TENANT_PODS, 'web', tenantWork);
    await waitFor(
      'all tenant pods wait',
      async () => (await scene.pods(scene.tenant)).filter((pod) => refusalOf(pod) !== '').length,
      (waiting) => waiting === TENANT_PODS,
    );
    for (let index = 0; index < NEW_NODES; index += 1) {
      const [node = ''] = await scene.createNodes(1, { from: index, ready: false });
      await sleep(REGISTERED_MS);
      await makeReady(scene.client, node);
      await settled(node);
    }
  }

  test.each(priorities)('$title', async (chosen) => {
    await nodesJoin(chosen);
    await sleep(STANDSTILL_MS);
    await scene.watch.upToNow();
    const { pods, system, tenant, watch } = scene;
    const daemons = await pods(system);

    expect(daemons).toHaveLength(NEW_NODES * DAEMONS.length);
    expect(preempted(watch.events)).toEqual([]);
    expect(ended(watch.events)).toEqual([]);
    const running = daemons.filter(({ status }) => status?.phase === 'Running');
    const waiting = daemons.filter(lacksRoom).map(nameOf);
    if (mode === 'off') {
      expect(waiting.length).toBeGreaterThan(0);
      expect(running.length + waiting.length).toBe(daemons.length);
    } else {
      expect(waiting).toEqual([]);
      expect(running).toHaveLength(daemons.length);
      expect(onceLackedRoom(watch.events).filter((pod) => pod.startsWith(system))).toEqual([]);
      const placed = (await pods(tenant)).filter(({ spec }) => spec.nodeName);
      expect(placed).toHaveLength(NEW_NODES * TENANT_PODS_BESIDE_DAEMONS);
    }
  });
});

function isMadeFor({ spec }: Pod, node: string): boolean {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required?.nodeSelectorTerms?.[0]?.matchFields?.[0]?.values?.[0] === node;
}
