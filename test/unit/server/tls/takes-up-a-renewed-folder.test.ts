import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { completeFolder } from '../../../../src/server/tls/folder/certificate-folder.ts';
import { folderSource } from '../../../../src/server/tls/folder/folder-source.ts';
import { temporaryFolder } from '../../cli/terminal.ts';

async function watched() {
  const directory = join(temporaryFolder(), 'made');
  const changes: string[] = [];
  const source = await folderSource({
    directory,
    names: ['localhost'],
    ownClients: true,
    clientsFile: undefined,
    everyMs: 10,
    log: pino({ level: 'silent' }),
    report: {
      changed: ({ leaf }) => changes.push(leaf.sha256),
      refused: (problem) => changes.push(problem),
      missed: () => {},
      recovered: () => changes.push('recovered'),
    },
  });
  onTestFinished(() => source.stop());
  return { directory, source, changes };
}

test('what `daemonward certs --renew` makes is served by a process that runs, with the newest of callers', async () => {
  const { directory, source, changes } = await watched();
  const before = source.current();

  const now = new Date();
  await completeFolder({ directory, names: ['localhost'], now, clients: true, renew: true });
  const scheduler = 'daemonward-scheduler';
  await vi.waitFor(() => {
    const { leaf, callers } = source.current();
    expect(leaf.sha256).not.toBe(before.leaf.sha256);
    expect(callers[scheduler]?.sha256).not.toBe(before.callers[scheduler]?.sha256);
  });

  expect(source.current().ca).toEqual(before.ca);
  expect(changes).toContain(source.current().leaf.sha256);
});

const HOUR_MS = 3_600_000;

test('a folder that cannot be completed any longer is told, and so is that it can', async () => {
  const { directory, source, changes } = await watched();
  const real = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + HOUR_MS + 1);
  onTestFinished(() => clock.mockRestore());
  const key = join(directory, 'tls.key');

  chmodSync(key, 0o666);
  await vi.waitFor(() => expect(changes).toHaveLength(1));
  const refused = source.refused();
  chmodSync(key, 0o600);
  await vi.waitFor(() => expect(changes).toHaveLength(2));

  expect(refused).toContain('tls.key');
  expect(changes).toEqual([refused, 'recovered']);
});
