import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { daemonward } from '../cli/terminal.ts';

function configuration(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-render-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'daemonward.yaml');
  const partitions = [
    { name: 'blue', role: 'tenant', kubeconfig: '/blue' },
    { name: 'green', role: 'tenant', kubeconfig: '/green' },
    { name: 'east', role: 'resource', kubeconfig: '/east' },
  ];
  writeFileSync(
    file,
    JSON.stringify({ apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration', cluster: { partitions } }),
  );
  return file;
}

const FLAGS = ['--url', 'https://daemonward.example:8443', '--ca', 'none', '--output', 'json'];

test('registrations name the path of the partition', async () => {
  const { code, out } = await daemonward(
    'render',
    '--config',
    configuration(),
    '--partition',
    'green',
    ...FLAGS,
  );

  const urls = [...out.matchAll(/"url": "(?<url>[^"]*)"/g)].map(({ groups }) => groups?.url ?? '');
  expect(code).toBe(0);
  expect(urls.length).toBeGreaterThan(3);
  expect(urls.filter((url) => !url.startsWith('https://daemonward.example:8443/partitions/green/'))).toEqual(
    [],
  );
});

test('so does the part of its scheduler', async () => {
  const { out } = await daemonward(
    'render',
    '--scheduler',
    '--client-cert',
    'none',
    '--config',
    configuration(),
    '--partition',
    'blue',
    ...FLAGS,
  );

  expect(JSON.parse(out).extenders[0].urlPrefix).toBe(
    'https://daemonward.example:8443/partitions/blue/scheduler',
  );
});

test.each([
  [[], '--partition must be a tenant partition of the configuration, one of blue, green'],
  [['--partition', 'east'], 'one of blue, green, found "east"'],
])('what is for no partition in particular would be wrong at all of them: %j', async (flags, message) => {
  const { code, err } = await daemonward('render', '--config', configuration(), ...flags, ...FLAGS);

  expect(code).toBe(2);
  expect(err).toContain(message);
});
