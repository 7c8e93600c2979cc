/** Pods that are resized in place: what is held stays held, and what is not freed yet is not given away. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { activeHolds, headroomState, holdsOf, metricSum } from './harness/ops-port.ts';
import { onceRefused, refusalOf } from './harness/pod-history.ts';
import { register } from './harness/registrations.ts';
import { grant, resize } from './harness/resizes.ts';
import { MODES, type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, type Pod, podObject, podsPath, runningPods } from './harness/workloads.ts';

/** More the API server itself does not let a pod ask for. */
const WHOLE_NODE = '4';

/** Of these. */
const HELD_CPU = '1';
const TENANT_CPU = '1';

/** No scheduler has this name: the daemon's pod waits, and its room is held. */
const NOBODY = 'nobody';

// Registrations are the whole cluster's: no other test may see them.
let plane: ControlPlane;
beforeAll(async () => {
  plane = await startControlPlane({ controllerManager: true, nodes: 'kwok' });
});
afterAll(async () => {
  await plane?.stop();
});

describe.each(MODES)('with headroom %s', (mode) => {
  const isOn = mode === 'enforce';
  let stage: Stage;
  let scene: Scene;

  beforeAll(async () => {
    // The rules are the product's own defaults.
    const sections = { rules: {} };
    stage = await startStage(plane, plane.supervisor, { name: `resize-${mode}`, mode, sections });
    await register(plane, stage.daemonward);
  });
  afterEach(() => scene.close());
  afterAll(() => stage.end());

  /** One node with so many pods of a tenant, each with what it asks for. */
  async function openScene(name: string, pods: Readonly<Record<string, string>>): Promise<void> {
    scene = await stage.openScene(name);
    await scene.createNodes(1);
    for (const [pod, cpu] of Object.entries(pods)) await createRunning(pod, cpu);
  }

  async function createRunning(pod: string, cpu: string): Promise<void> {
    const { client, tenant, work } = scene;
    await client.create(podsPath(tenant), podObject(pod, work({ cpu })));
    await runningPods(client, tenant, pod, 1);
    await grant(client, tenant, pod, cpu);
  }

  /** A daemon that never comes, and for which room is held all the time. */
  async function holdRoom(): Promise<void> {
    const { system, work } = scene;
    await scene.createDaemonSet(daemonSetObject('absent', work({ cpu: HELD_CPU, schedulerName: NOBODY })));
    await waitFor(
      'the room is held',
      () => holdsOf(stage.daemonward, system, 'absent'),
      (holds) => holds?.holds.pending === 1,
    );
  }

  /** The API server takes up registrations a moment later, and what it asks of us is refused from then on. */
  async function untilAsked(pod: string): Promise<void> {
    if (!isOn) return;
    await waitFor(
      'resizes are asked about',
      () => resize(scene.client, scene.tenant, pod, WHOLE_NODE, { dryRun: true }),
      (refusal) => refusal.includes('DW508'),
    );
  }

  function tenantPod(name: string): Promise<Pod> {
    return scene.client.get<Pod>(`${podsPath(scene.tenant)}/${name}`);
  }

  async function cpuOf(name: string): Promise<unknown> {
    const { spec } = await tenantPod(name);
    return spec.containers?.[0]?.resources?.requests?.cpu;
  }

  test(`a tenant's pod ${isOn ? 'does not grow' : 'grows'} into what is held`, async () => {
    await openScene('grow', { web: TENANT_CPU, shop: TENANT_CPU });
    await holdRoom();
    await untilAsked('web');
    const { client, tenant } = scene;

    const beyond = await resize(client, tenant, 'web', '2500m');
    const stored = await cpuOf('web');
    const fitting = await resize(client, tenant, 'shop', '2');
    const shrinking = await resize(client, tenant, 'web', '500m');

    const words = 'DW508 asks for 1500m more cpu where 1 is left on node';
    expect(beyond).toEqual(isOn ? expect.stringContaining(words) : '');
    expect(stored).toBe(isOn ? TENANT_CPU : '2500m');
    expect([fitting, shrinking]).toEqual(['', '']);
    expect([await cpuOf('shop'), await cpuOf('web')]).toEqual(['2', '500m']);
  });

  test(`of many that grow at once ${isOn ? 'those pass that there is room for' : 'all pass'}`, async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    await openScene('both', Object.fromEntries(names.map((name) => [name, '300m'])));
    await holdRoom();
    await untilAsked('a');

    // 1200m are left beside what is held: three times 400m, and no more.
    const answers = await Promise.all(names.map((name) => resize(scene.client, scene.tenant, name, '700m')));

    expect(answers.filter((answer) => answer === '')).toHaveLength(isOn ? 3 : names.length);
    await waitFor(
      'all that were stored have been seen',
      async () => (await headroomState(stage.daemonward)).inFlightResizes,
      (count) => count === 0,
    );
  });

  test(`what a shrink has not freed yet is ${isOn ? 'kept for' : 'lost to'} the daemon`, async () => {
    await openScene('shrink', { large: '2' });
    await holdRoom();
    const { client, tenant, work } = scene;
    await resize(client, tenant, 'large', '1');

    await client.create(podsPath(tenant), podObject('new', work({ cpu: '2' })));
    const tried = await waitFor(
      'the new pod has been tried',
      () => tenantPod('new'),
      (pod) => pod.spec.nodeName !== undefined || refusalOf(pod) !== '',
    );
    // As the kubelet says when it has made the container smaller: that is news for the scheduler too.
    await grant(client, tenant, 'large', '1');
    await runningPods(client, tenant, 'new', 1);
    await scene.watch.upToNow();

    expect(refusalOf(tried)).toContain(isOn ? '1 DW504 room held for daemons' : '');
    expect(onceRefused(scene.watch.events, 'DW504')).toHaveLength(isOn ? 1 : 0);
  });

  test(`a daemon whose resize is put off ${isOn ? 'is' : 'is not'} before tenants that grow`, async () => {
    await openScene('deferred', { large: '3' });
    const { client, system, tenant, work } = scene;
    await scene.createDaemonSet(daemonSetObject('agent', work({ cpu: '500m' })));
    const [agent] = await runningPods(client, system, 'agent', 1);
    const name = agent?.metadata?.name ?? '';
    await grant(client, system, name, '500m');

    const daemons = await resize(client, system, name, '2');
    await grant(client, system, name, '500m', 'Deferred');
    const waited = await waitFor(
      'the daemon is waited for',
      () => holdsOf(stage.daemonward, system, 'agent'),
      (holds) => holds?.holds.resize === 1,
    );
    const meanwhile = await resize(client, tenant, 'large', '3200m');
    await grant(client, system, name, '2');
    await waitFor(
      'the daemon has what it asks for',
      () => holdsOf(stage.daemonward, system, 'agent'),
      (holds) => activeHolds(holds) === 0,
    );

    expect(daemons).toBe('');
    expect(waited?.nodes).toEqual([expect.objectContaining({ kind: 'resize', expired: false })]);
    expect(meanwhile).toEqual(isOn ? expect.stringContaining('where 0 is left') : '');
    // From here on the kubelet decides.
    expect(await resize(client, tenant, 'large', '3100m')).toBe('');
  });

  test('what was refused is counted', async () => {
    scene = await stage.openScene('counted');

    const findings = await metricSum(stage.daemonward, 'daemonward_findings_total', { code: 'DW508' });

    expect(findings > 0).toBe(isOn);
  });
});
