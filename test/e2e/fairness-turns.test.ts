/** Turns on a real control plane: weights, groups, a restart in the middle, and the end of it all by hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { daemonward as cli } from '../unit/cli/terminal.ts';
import type { Daemonward } from './harness/daemonward.ts';
import {
  FAIR_GATE,
  type FairPlane,
  type FairScene,
  openFairScene,
  startFairDaemonward,
  startFairPlane,
} from './harness/fair-stage.ts';
import { waitFor } from './harness/wait-for.ts';
import { type Pod, podsPath } from './harness/workloads.ts';

/** A short form; `DAEMONWARD_E2E_PODS=5000` is the whole one. */
const FLOOD = Number(process.env.DAEMONWARD_E2E_PODS ?? '420');
const WEIGHTS = { 'tenant-a': 1, 'tenant-b': 2, 'tenant-c': 4 } as const;
/** Some hundred pods, which are bound in a slightly other order than they were released; without weights it would be a third each. */
const TOLERANCE = 0.08;
const WITHIN_MS = 60_000 + FLOOD * 60;

let plane: FairPlane;
let daemonward: Daemonward | undefined;
let scene: FairScene | undefined;

beforeAll(async () => {
  plane = await startFairPlane(FLOOD + 200);
});

afterEach(async () => {
  await daemonward?.running.stop();
  await scene?.close();
  daemonward = undefined;
  scene = undefined;
});

afterAll(() => plane?.stop());

function isOpen({ spec }: Pod): boolean {
  return !spec.schedulingGates?.some(({ name }) => name === FAIR_GATE);
}

/** All of them are there when the scheduler begins, on however slow a machine. */
async function beforeItBegins(create: () => Promise<unknown>): Promise<void> {
  await plane.stopScheduler();
  await create();
  await plane.startScheduler();
}

function flood(own: FairScene, count: number): Promise<void> {
  return beforeItBegins(() => own.create('tenant-a', count));
}

test(
  'places are in the ratio of weights 1, 2 and 4 while all three wait',
  async () => {
    const weights = Object.entries(WEIGHTS).map(([tenant, weight]) => ({ tenant, weight }));
    daemonward = await startFairDaemonward(plane, { mode: 'on', weights }, { name: 'weights' });
    const own = await openFairScene(plane, Object.keys(WEIGHTS));
    scene = own;
    const each = Math.floor(FLOOD / 3);
    await beforeItBegins(() => Promise.all(Object.keys(WEIGHTS).map((tenant) => own.create(tenant, each))));
    for (const tenant of Object.keys(WEIGHTS)) await own.placed(tenant, each, WITHIN_MS);

    // What came before anybody had a share waiting had no turns; and when the first of them is through, two are left.
    const order = own.order();
    const end = order.lastIndexOf('tenant-c');
    const among = order.slice(Math.floor(end / 2), end);
    const part = (tenant: string) => among.filter((whose) => whose === tenant).length / among.length;
    console.log('weights', JSON.stringify(Object.keys(WEIGHTS).map((tenant) => [tenant, part(tenant)])));
    expect(Math.abs(part('tenant-a') - 1 / 7)).toBeLessThan(TOLERANCE);
    expect(Math.abs(part('tenant-b') - 2 / 7)).toBeLessThan(TOLERANCE);
    expect(Math.abs(part('tenant-c') - 4 / 7)).toBeLessThan(TOLERANCE);
    expect(own.gated('tenant-a')).toBeGreaterThan(0);
  },
  WITHIN_MS,
);

test(
  'a restart in the middle loses nobody, and no pod that others hold is touched',
  async () => {
    daemonward = await startFairDaemonward(plane, { mode: 'on' }, { name: 'first' });
    const own = await openFairScene(plane, ['tenant-a', 'tenant-b']);
    scene = own;
    await flood(own, FLOOD);
    await own.create('tenant-a', 1, { schedulingGates: [{ name: 'example.com/held' }] });
    await own.placed('tenant-a', Math.floor(FLOOD / 3), WITHIN_MS);
    await daemonward.running.stop();

    // While it is away new pods have no gate.
    await own.create('tenant-b', 5);
    await own.placed('tenant-b', 5, WITHIN_MS);
    expect(own.gated('tenant-b')).toBe(0);
    const waiting = (await own.pods('tenant-a')).filter((one) => !isOpen(one)).length;
    expect(waiting).toBeGreaterThan(0);

    daemonward = await startFairDaemonward(plane, { mode: 'on' }, { name: 'second' });
    await own.placed('tenant-a', FLOOD, WITHIN_MS);
    const left = (await own.pods('tenant-a')).filter(({ spec }) => !spec.nodeName);
    expect(left).toHaveLength(1);
    expect(left[0]?.spec.schedulingGates).toContainEqual({ name: 'example.com/held' });
  },
  2 * WITHIN_MS,
);

test(
  'with Daemonward down for good, release --all brings every pod to its scheduler, with the rights of a person',
  async () => {
    daemonward = await startFairDaemonward(plane, { mode: 'on' }, { name: 'last' });
    const own = await openFairScene(plane, ['tenant-a', 'tenant-b']);
    scene = own;
    await flood(own, FLOOD);
    await daemonward.running.stop('SIGKILL');
    const before = (await own.pods('tenant-a')).filter((pod) => !isOpen(pod)).length;
    expect(before).toBeGreaterThan(0);

    const kubeconfig = plane.kubeconfig('admin');
    const tried = await cli('release', '--all', '--dry-run', '--kubeconfig', kubeconfig);
    expect(tried.code).toBe(0);
    expect(tried.out.trim().split('\n')).toHaveLength(before);
    expect((await own.pods('tenant-a')).filter((pod) => !isOpen(pod))).toHaveLength(before);

    const done = await cli('release', '--all', '--kubeconfig', kubeconfig);
    expect({ code: done.code, err: done.err }).toEqual({ code: 0, err: '' });
    await own.placed('tenant-a', FLOOD, WITHIN_MS);
    expect((await own.pods('tenant-a')).filter((pod) => !isOpen(pod))).toEqual([]);
  },
  2 * WITHIN_MS,
);

test(
  'switched off while it runs, it takes off what it has set',
  async () => {
    daemonward = await startFairDaemonward(plane, { mode: 'on' }, { name: 'switched' });
    const own = await openFairScene(plane, ['tenant-a', 'tenant-b']);
    scene = own;
    await flood(own, 300);
    expect(own.gated('tenant-a')).toBeGreaterThan(0);
    const text = readFileSync(daemonward.configFile, 'utf8');
    writeFileSync(daemonward.configFile, text.replace('"mode": "on"', '"mode": "off"'));
    await waitFor(
      'all gates are off',
      async () =>
        (await plane.client().list<Pod>(podsPath(own.namespaces['tenant-a'] ?? ''))).filter(
          (pod) => !isOpen(pod),
        ).length,
      (gated) => gated === 0,
      { withinMs: 30_000, everyMs: 500 },
    );
    await own.placed('tenant-a', 300, WITHIN_MS);
  },
  WITHIN_MS,
);
