/** A cluster without runtime classes, and a role without limit ranges: Daemonward goes on, says so, and takes what comes. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { type Daemonward, startDaemonward } from './harness/daemonward.ts';
import { grantAllBut } from './harness/daemonward-role.ts';
import { createLimitRange } from './harness/pod-additions.ts';
import { exchange } from './harness/request.ts';
import { waitFor } from './harness/wait-for.ts';

/** As an API server before 1.20 or Arktos has it; its own admission would wait for the kind for good. */
const NO_RUNTIME_CLASSES = [
  '--runtime-config=node.k8s.io/v1=false',
  '--disable-admission-plugins=RuntimeClass',
];

let plane: ControlPlane;
let daemonward: Daemonward;

beforeAll(async () => {
  plane = await startControlPlane({ apiServerArgs: NO_RUNTIME_CLASSES });
  await grantAllBut(plane.client(), 'limitranges');
  daemonward = await startDaemonward(plane.supervisor, {
    env: { KUBECONFIG: plane.kubeconfig('daemonward') },
    sections: { cluster: { staleAfterSeconds: 3, watchIdleSeconds: 1 } },
  });
});
afterAll(async () => {
  await plane?.stop();
});

interface State {
  cluster: { synced: boolean; kinds: Record<string, { objects: number; withheld?: string }> };
}

async function kinds(): Promise<State['cluster']['kinds']> {
  const { text } = await exchange(`${daemonward.opsUrl}/state`);
  const { cluster }: State = JSON.parse(text);
  return cluster.kinds;
}

test('it is ready, and says once what it does without', async () => {
  const { limitRanges, runtimeClasses, pods } = await kinds();

  expect(limitRanges).toEqual({ objects: 0, withheld: expect.stringContaining('403') });
  expect(runtimeClasses).toEqual({ objects: 0, withheld: expect.stringContaining('404') });
  expect(pods?.withheld).toBeUndefined();
  const lines = readFileSync(daemonward.running.log, 'utf8').split('\n');
  // The third are Orders, whose definition this cluster does not have.
  expect(lines.filter((line) => line.includes('kind not given'))).toHaveLength(3);
});

test('a right that is granted later is used', async () => {
  await createLimitRange(plane.client(), 'default', 'defaults', [
    { type: 'Container', default: { cpu: '1' } },
  ]);

  await grantAllBut(plane.client(), '');

  const { limitRanges } = await waitFor(
    'the LimitRange is known',
    kinds,
    (found) => found.limitRanges?.objects === 1,
  );
  expect(limitRanges?.withheld).toBeUndefined();
});
