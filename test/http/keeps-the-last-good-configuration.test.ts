import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configurationText, run, serve, temporaryFolder, until } from './daemonward-process.ts';

test('a bad new file keeps the service on the last good one, and /metrics says so', async () => {
  const { config, opsUrl } = await serve();
  const metric = async (name: string) =>
    (await (await fetch(`${opsUrl}/metrics`)).text()).match(new RegExp(`^${name} (\\d+)$`, 'm'))?.[1];
  const before = await metric('daemonward_config_last_reload_successful');

  writeFileSync(config, configurationText('log: {level: loud}'));
  await until(async () => (await metric('daemonward_config_last_reload_successful')) === '0');
  const state = await (await fetch(`${opsUrl}/state`)).json();
  const ready = await fetch(`${opsUrl}/readyz`);
  writeFileSync(config, configurationText('log: {level: warn}'));
  await until(async () => (await metric('daemonward_config_last_reload_successful')) === '1');
  const mended = await (await fetch(`${opsUrl}/state`)).json();

  expect(before).toBe('1');
  expect(state).toMatchObject({
    configuration: { generation: 1, problems: [expect.stringContaining('log.level')] },
  });
  expect(ready.status).toBe(200);
  expect(mended).toMatchObject({ configuration: { generation: 2, problems: [] } });
});

test('a change that registrations carry is told: they have to be applied again', async () => {
  const { config, err } = await serve();

  writeFileSync(config, configurationText('rules: {DW101: audit}'));

  await until(async () => err().includes('what is registered may be out of date, run daemonward apply'));
});

test('a change that waits for the next start is told, whatever the log level', async () => {
  const { config, opsUrl, err } = await serve();

  writeFileSync(
    config,
    configurationText('log: {level: error}').replace('ops: {port: 0}', 'ops: {port: 18080}'),
  );
  const state = async () => {
    const { configuration }: { configuration: { generation: number } } = JSON.parse(
      await (await fetch(`${opsUrl}/state`)).text(),
    );
    return configuration;
  };
  await until(async () => (await state()).generation === 2);

  expect(await state()).toMatchObject({ needRestart: ['ops.port'], problems: [] });
  // The log comes by a pipe of its own, a moment later.
  await until(async () => err().includes('"needRestart":["ops.port"]'));
});

test('a file with five mistakes names all five with their lines, and the exit code is 2', async () => {
  const folder = temporaryFolder();
  const config = join(folder, 'bad.yaml');
  writeFileSync(
    config,
    [
      'apiVersion: daemonward.dev/v1',
      'kind: Configuration',
      'server:',
      '  port: 70000',
      '  adress: 0.0.0.0',
      'log:',
      '  level: loud',
      'cluster:',
      '  snapshots: cluster.yaml',
    ].join('\n'),
  );

  const { code, err } = await run(['serve', '--config', 'bad.yaml'], folder);

  expect(code).toBe(2);
  expect(
    err
      .trimEnd()
      .split('\n')
      .map((line) => line.split(':').slice(0, 2).join(':')),
  ).toEqual(['bad.yaml:1', 'bad.yaml:4', 'bad.yaml:5', 'bad.yaml:7', 'bad.yaml:9']);
});
