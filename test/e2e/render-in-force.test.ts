/** With what `daemonward render` prints, the API server asks Daemonward what matters and nothing else. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SYSTEM_MARK, startDaemonward } from './harness/daemonward.ts';
import { createNamespace } from './harness/namespaces.ts';
import { type RenderBench, startRenderBench, WORK } from './harness/rendered-registrations.ts';
import { type CountsSince, countFromHere } from './harness/request-counts.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, daemonSetsPath, type Pod, podObject, podsPath } from './harness/workloads.ts';

const PATHS = ['/mutate/daemonsets', '/mutate/pods', '/validate/daemonsets', '/validate/pods'] as const;

const PLAIN_POD = podObject('plain', WORK);
const SYSTEM_POD = podObject('critical', { ...WORK, priorityClassName: 'system-node-critical' });
const AIMED_POD = {
  ...PLAIN_POD,
  metadata: { ...PLAIN_POD.metadata, annotations: { 'daemonward.dev/target-node': 'node-1' } },
};

let bench: RenderBench;
let tenant = '';
/** The system's by a mark, so that the policies let pass what Daemonward is then asked about. */
let marked = '';
let counts: CountsSince;
let before: readonly number[];

beforeAll(async () => {
  bench = await startRenderBench();
  const { plane, refusal, newDaemonSet } = bench;
  tenant = await createNamespace(plane, 'team');
  marked = await createNamespace(plane, 'marked', {
    labels: SYSTEM_MARK,
  });
  const daemonward = await startDaemonward(plane.supervisor, {
    env: { KUBECONFIG: plane.kubeconfig('daemonward') },
    sections: { rules: {} },
  });
  await bench.apply(await bench.render('--config', daemonward.configFile, '--url', daemonward.serviceUrl));
  counts = await countFromHere(daemonward);
  await waitFor(
    'Daemonward is asked on every path',
    async () => {
      await newDaemonSet('kube-system');
      await refusal(podsPath('kube-system'), AIMED_POD);
      await refusal(podsPath(marked), SYSTEM_POD);
      return asked();
    },
    (seen) => seen.every((count) => count > 0),
  );
  // Policies are taken up apart from webhooks, and later.
  await waitFor(
    'the policies are in force',
    () => refusal(podsPath(tenant), SYSTEM_POD),
    (text) => text.includes('ValidatingAdmissionPolicy'),
  );
});
beforeEach(async () => {
  before = await asked();
});
afterAll(async () => {
  await bench?.stop();
});

function asked(): Promise<number[]> {
  return Promise.all(PATHS.map((path) => counts.answered(path)));
}

/**
 * The paths that were asked. A request is counted a moment after its answer has left: a last one, which is asked about
 * in any case, shows when all others are.
 */
async function askedSince(): Promise<string[]> {
  const last = PATHS.indexOf('/mutate/pods');
  await bench.refusal(podsPath('kube-system'), AIMED_POD);
  const isLast = (path: number) => (path === last ? 1 : 0);
  const after = await waitFor(
    'the last one is counted',
    asked,
    (seen) => (seen[last] ?? 0) > (before[last] ?? 0),
  );
  const asks = PATHS.filter((_, path) => (after[path] ?? 0) - isLast(path) > (before[path] ?? 0));
  before = after;
  return asks;
}

test('ordinary pods, pods of the system, writes of metadata and deletions are not asked about', async () => {
  const client = bench.plane.client();
  const agent = `${daemonSetsPath('kube-system')}/agent`;
  await client.create(daemonSetsPath('kube-system'), daemonSetObject('agent', WORK));
  before = await asked();

  const answers = [
    await bench.refusal(podsPath(tenant), PLAIN_POD),
    await bench.refusal(podsPath('kube-system'), SYSTEM_POD),
  ];
  await client.patch(agent, { metadata: { labels: { looked: 'at' } } }, 'merge');
  await client.delete(agent);

  expect(answers).toEqual(['', '']);
  expect(await askedSince()).toEqual([]);
});

test('a pod that names its node is asked about, and completed', async () => {
  const made: Pod = await bench.plane.client().create(`${podsPath('kube-system')}?dryRun=All`, AIMED_POD);
  await counts.atLeast('/mutate/pods', (before[PATHS.indexOf('/mutate/pods')] ?? 0) + 1);

  expect(made.spec.affinity?.nodeAffinity).toMatchObject({
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-1'] }] }],
    },
  });
  expect(await askedSince()).toEqual(['/mutate/pods']);
});

test('a DaemonSet of the system is asked about by both', async () => {
  const text = await bench.newDaemonSet('kube-system');

  expect(text).toBe('');
  expect(await askedSince()).toEqual(['/mutate/daemonsets', '/validate/daemonsets']);
});

test("a tenant's DaemonSet is refused by Daemonward before the policy is asked", async () => {
  const text = await bench.newDaemonSet(tenant);

  expect(text).toContain('admission webhook "daemonsets.mutate.daemonward.dev" denied the request: DW101');
  expect(await askedSince()).toEqual(['/mutate/daemonsets']);
});

test("a tenant's pod of a system priority class is refused by the policy before Daemonward is asked", async () => {
  const theirs = await bench.refusal(podsPath(tenant), SYSTEM_POD);
  const askedAbout = await askedSince();
  const ours = await bench.refusal(podsPath(marked), SYSTEM_POD);

  expect(theirs).toContain("ValidatingAdmissionPolicy 'dw103.daemonward.dev'");
  expect(askedAbout).toEqual([]);
  expect(ours).toBe('');
  expect(await askedSince()).toEqual(['/validate/pods']);
});

test('an annotation that asks for tolerations is asked about, although the spec stays', async () => {
  const client = bench.plane.client();
  await client.create(daemonSetsPath('kube-system'), daemonSetObject('asking', WORK));
  before = await asked();

  const annotations = { 'daemonward.dev/tolerate-not-ready': 'true' };
  await client.patch(`${daemonSetsPath('kube-system')}/asking`, { metadata: { annotations } }, 'merge');

  expect(await askedSince()).toContain('/mutate/daemonsets');
});
