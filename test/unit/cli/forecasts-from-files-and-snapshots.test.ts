/** `daemonward forecast`: what it prints, and how it ends. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { written } from '../explain/forecast/forecast-over.ts';
import { daemonward, daemonwardIn, daemonwardWithInput, temporaryFolder } from './terminal.ts';

const TOLERATES_ALL = { tolerations: [{ operator: 'Exists' }] };
/** Fits on all thirteen nodes of the example. */
const LITTLE = written({ requests: { cpu: '1m' }, pod: TOLERATES_ALL });
const LARGE = written({ requests: { cpu: '7' }, pod: TOLERATES_ALL });

function file(...objects: readonly object[]): string {
  const path = join(temporaryFolder(), 'manifest.yaml');
  writeFileSync(path, objects.map((object) => stringify(object)).join('---\n'));
  return path;
}

test('a DaemonSet that runs everywhere and evicts nobody ends with 0', async () => {
  const { code, out, err } = await daemonward('forecast', '-f', file(LITTLE), '--example');

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('DaemonSet kube-system/fresh (new): asks for 1m cpu; priority 2000001000');
  expect(out).toContain('belongs on 13 of 13 nodes\n  13  fits\n');
});

test('one that does not ends with 1, and says where', async () => {
  const { code, out } = await daemonward('forecast', '-f', file(LARGE), '--example', '-o', 'json');

  const { forecasts } = JSON.parse(out);
  expect(code).toBe(1);
  expect(forecasts).toHaveLength(1);
  expect(forecasts[0].nodes.never).toBeGreaterThan(0);
  expect(forecasts[0].byNode[0]).toMatchObject({ state: 'never', why: ['7 cpu wanted, 3800m there'] });
});

test('one that is there is compared with its pods, from standard input too', async () => {
  const object = { ...LITTLE, metadata: { namespace: 'kube-system', name: 'log-shipper' } };

  const { out } = await daemonwardWithInput(JSON.stringify(object), 'forecast', '-f', '-', '--example');

  expect(out).toContain('DaemonSet kube-system/log-shipper (changed)');
});

test('a PriorityClass and a Namespace among the manifests count', async () => {
  const priorityClass = {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'own' },
    value: 77,
    preemptionPolicy: 'Never',
  };
  const object = written({ requests: { cpu: '1m' }, pod: { ...TOLERATES_ALL, priorityClassName: 'own' } });

  const { out } = await daemonward('forecast', '-f', file(object, priorityClass), '--example');

  expect(out).toContain('priority 77, never preempts');
});

test.each<[code: number, says: string, args: (folder: string) => string[]]>([
  [2, 'forecast: -f is missing', () => ['--example']],
  [2, 'nowhere.yaml', () => ['-f', 'nowhere.yaml', '--example']],
  [
    2,
    'there is no DaemonSet in what -f names',
    () => ['-f', file({ apiVersion: 'v1', kind: 'ConfigMap' }), '--example'],
  ],
  [2, '"1x" is not a quantity', () => ['-f', file(written({ requests: { cpu: '1x' } })), '--example']],
  [2, '--output must be text or json', () => ['-f', file(LITTLE), '--example', '-o', 'sarif']],
  [2, '--namespace', () => ['-f', file(LITTLE), '--example', '-n', 'Not_One']],
  [2, 'nowhere.json', () => ['-f', file(LITTLE), '--snapshot', 'nowhere.json']],
  [3, 'there is no cluster', () => ['-f', file(LITTLE)]],
])('exit code %i: %s', async (code, says, args) => {
  const finished = await daemonwardIn({ HOME: temporaryFolder() }, 'forecast', ...args(''));

  expect(finished).toMatchObject({ code, err: expect.stringContaining(says) });
});
