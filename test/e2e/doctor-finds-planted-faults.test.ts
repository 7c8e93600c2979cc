/** `daemonward doctor` on a real control plane: a good installation has nothing, and each of twelve faults is found alone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAuthority } from '../../src/server/tls/authority.ts';
import type { KubeObject } from './harness/client.ts';
import { SYSTEM_MARK } from './harness/daemonward.ts';
import {
  type Block,
  type DoctorStage,
  POOL,
  type StageState,
  startDoctorStage,
} from './harness/doctor-stage.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, daemonSetsPath } from './harness/workloads.ts';

const HOOKS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/daemonward';

/** What the doctor allows for between two clocks, and a little more. */
const BEYOND_SKEW_MS = 7_000;

/** Long enough to be applied while it holds, on loaded cores. */
const EXEMPT_FOR_MS = 8_000;

let stage: DoctorStage;
let good: Block;

beforeAll(async () => {
  stage = await startDoctorStage();
  good = await stage.blockMade(0);
  await stage.restartScheduler(good);
  await stage.placePod();
});

afterAll(() => stage?.end());

/** Failures and warnings, by check. */
async function faults(block: Block = good) {
  const { code, lines } = await stage.doctor(block);
  const found = lines.filter(({ status }) => status === 'failure' || status === 'warning');
  return { code, found };
}

/** Good again, within the time that a look at a file or a new watch takes. */
async function expectNothing(): Promise<void> {
  await waitFor(
    'the doctor finds nothing',
    () => stage.doctor(good),
    ({ lines }) => lines.every(({ status }) => status === 'ok'),
    { withinMs: 60_000, everyMs: 1_000 },
  );
}

async function expectOnly(
  check: string,
  status: 'failure' | 'warning',
  text: RegExp,
  block: Block = good,
): Promise<void> {
  const { code, found } = await faults(block);

  expect(found).toEqual([
    expect.objectContaining({
      check,
      status,
      text: expect.stringMatching(text),
      remedy: expect.stringMatching(/./),
    }),
  ]);
  expect(code).toBe(status === 'failure' ? 1 : 0);
}

/** The fault is taken away again whatever was seen of it, and then nothing is left. */
async function withFault(
  plant: () => Promise<unknown>,
  look: () => Promise<void>,
  mend: () => Promise<unknown>,
): Promise<void> {
  try {
    await plant();
    await look();
  } finally {
    await mend();
  }
  await expectNothing();
}

/** With another block, or none, the scheduler begins anew and places a pod. */
async function schedulerWith(block: Block | undefined): Promise<void> {
  await stage.restartScheduler(block);
  await stage.placePod();
}

/** The same, some time after the last question. */
async function laterSchedulerWith(block: Block | undefined): Promise<void> {
  await sleep(BEYOND_SKEW_MS);
  await schedulerWith(block);
}

function patchHooks(patch: readonly object[]): Promise<KubeObject> {
  return stage.plane.client().patch(HOOKS, patch, 'json');
}

test('on a good installation everything is ok, and nothing is skipped', async () => {
  const { code, lines } = await stage.doctor(good);
  const text = await stage.daemonward('doctor');
  console.log(lines.map((line) => `${line.status} ${line.check}: ${line.text}`).join('\n'));

  expect(lines.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(code).toBe(0);
  expect(text.code).toBe(0);
});

test('1: a wrong CA in the registrations', async () => {
  const { cert } = await makeAuthority(new Date(), 'somebody else');
  const { webhooks } = await stage.plane.client().get<KubeObject & { webhooks: unknown[] }>(HOOKS);
  const value = Buffer.from(cert).toString('base64');
  const patch = webhooks.map((_, index) => ({
    op: 'replace',
    path: `/webhooks/${index}/clientConfig/caBundle`,
    value,
  }));

  await withFault(
    () => patchHooks(patch),
    () => expectOnly('ca-bundle', 'failure', /does not verify what is served/),
    stage.apply,
  );
});

test('2: an expired leaf', async () => {
  await withFault(
    () => stage.serveLeafMade(366),
    () => expectOnly('serving-certificate', 'failure', /ended at/),
    () => stage.serveLeafMade(0),
  );
});

test('3: a missing registration', async () => {
  await withFault(
    () => stage.plane.client().delete(HOOKS),
    () => expectOnly('webhooks', 'failure', /^validatingwebhookconfiguration\/daemonward is not there$/),
    stage.apply,
  );
});

test('4: a changed registration', async () => {
  await withFault(
    () => patchHooks([{ op: 'replace', path: '/webhooks/0/timeoutSeconds', value: 29 }]),
    () => expectOnly('webhooks', 'failure', /webhooks\[\S+\]\.timeoutSeconds: 29 → /),
    stage.apply,
  );
});

test('5: a wrong failurePolicy', async () => {
  await withFault(
    () => patchHooks([{ op: 'replace', path: '/webhooks/0/failurePolicy', value: 'Ignore' }]),
    () =>
      expectOnly('failure-policy', 'failure', /\.failurePolicy: "Ignore" → "Fail"; while Daemonward is down/),
    stage.apply,
  );
});

test('6: a scheduler without the CA, which then asks nobody', async () => {
  const [entry = {}] = good.extenders;
  const { tlsConfig } = entry;
  const without = { ...entry, enableHTTPS: false, tlsConfig: { ...Object(tlsConfig), caData: undefined } };
  const block: Block = JSON.parse(JSON.stringify({ extenders: [without] }));

  await withFault(
    () => laterSchedulerWith(block),
    () => expectOnly('extender-ca', 'failure', /tlsConfig has no CA/, block),
    () => schedulerWith(good),
  );
});

test('7: a scheduler that does not ask', async () => {
  await withFault(
    () => laterSchedulerWith(undefined),
    () => expectOnly('scheduler-calls', 'failure', /^no scheduler has asked since .*, was placed$/),
    () => schedulerWith(good),
  );
});

test('8: a stale picture of the cluster', async () => {
  await withFault(
    async () => {
      stage.proxy.set('silence');
      const isStale = ({ cluster }: StageState) => /no news of pods/.test(cluster.problem ?? '');
      await waitFor('it is stale', stage.state, isStale, { withinMs: 90_000 });
    },
    () => expectOnly('view', 'failure', /no news of/),
    async () => stage.proxy.set('pass'),
  );
});

test('9: an illegal DaemonSet from before', async () => {
  const { plane } = stage;
  const namespace = await createNamespace(plane, 'once-system', { labels: SYSTEM_MARK });
  const agent = daemonSetObject('agent', { pool: POOL, priorityClassName: 'system-node-critical' });
  await waitFor(
    'the DaemonSet is taken',
    () => plane.client().create(daemonSetsPath(namespace), agent),
    () => true,
  );
  await expectNothing();
  const labels = Object.fromEntries(Object.keys(SYSTEM_MARK).map((key) => [key, null]));

  await withFault(
    () => plane.client().patch(`/api/v1/namespaces/${namespace}`, { metadata: { labels } }),
    () => expectOnly('daemonsets', 'failure', new RegExp(`^DW101 .*${namespace}/agent$`)),
    async () => {
      await plane.client().delete(`${daemonSetsPath(namespace)}/agent`);
      await deleteNamespace(plane, namespace);
    },
  );
});

test('10: an exemption that is over, with its trace in the policies', async () => {
  const until = Date.now() + EXEMPT_FOR_MS;
  const expires = new Date(until).toISOString();
  const exemption = { rule: 'DW101', namespace: 'legacy', name: '*', reason: 'until it is moved', expires };
  const policy = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/dw101.daemonward.dev';

  await withFault(
    async () => {
      await stage.writeConfiguration({ exemptions: [exemption] });
      await stage.apply();
      await sleep(Math.max(0, until - Date.now()) + 100);
      expect(JSON.stringify(await stage.plane.client().get(policy))).toContain('legacy');
    },
    () => expectOnly('exemptions', 'warning', /^that of DW101 for legacy\/\* is over since/),
    async () => {
      await stage.writeConfiguration({});
      await stage.apply();
    },
  );
});

test('11: a service that nobody reaches', async () => {
  await withFault(
    stage.stop,
    () => expectOnly('reach', 'failure', /^nobody answers: https:\S+ \(.*ECONNREFUSED.*; http:/),
    async () => {
      await stage.start();
      await stage.placePod();
    },
  );
});

test('12: a client certificate near its end', async () => {
  const old = await stage.blockMade(360);

  await withFault(
    () => schedulerWith(old),
    () => expectOnly('client-certificates', 'warning', /ends in [45] days/, old),
    () => schedulerWith(good),
  );
});
