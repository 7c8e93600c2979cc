/** A control plane of a test's own: it can be broken, and says what went wrong when it does not start. */
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { processTable } from './harness/process-table.ts';

let plane: ControlPlane | undefined;
afterEach(async () => {
  await plane?.stop();
  plane = undefined;
});

test('an API server that is killed answers nobody, and comes back at the same place with the same data', async () => {
  plane = await startControlPlane();
  const metadata = { name: 'kept' };
  await plane.client().create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata });

  await plane.killApiServer();
  const meanwhile = plane.client().raw('GET', '/readyz');
  await expect(meanwhile).rejects.toThrow('ECONNREFUSED');
  await plane.startApiServer();

  expect(await plane.client().get('/api/v1/namespaces/kept')).toMatchObject({ metadata });
});

test('when a program does not start, its own words are in the error, its log stays, and nothing runs', async () => {
  const starting = startControlPlane({ apiServerArgs: ['--no-such-flag'] });

  const error: Error = await starting.then(
    () => new Error('started'),
    (reason) => reason,
  );

  const logs = /logs: (.*)$/.exec(error.message)?.[1] ?? '';
  expect(String(error.cause)).toContain('unknown flag: --no-such-flag');
  expect(existsSync(join(logs, 'kube-apiserver.log'))).toBe(true);
  expect(processTable().filter(({ command }) => command.includes(dirname(logs)))).toEqual([]);
  rmSync(dirname(logs), { recursive: true });
});
