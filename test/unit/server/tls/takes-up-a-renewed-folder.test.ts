import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { completeFolder } from '../../../../src/server/tls/folder/certificate-folder.ts';
import { folderSource } from '../../../../src/server/tls/folder/folder-source.ts';
import { temporaryFolder } from '../../cli/terminal.ts';

test('what `daemonward certs --renew` makes is served by a process that runs, with the newest of callers', async () => {
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
      recovered: () => {},
    },
  });
  onTestFinished(() => source.stop());
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
