/** A reflector that follows a scripted API server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createProjector } from '../../../../src/cluster/projection/projector.ts';
import { OBJECT_KINDS } from '../../../../src/cluster/records.ts';
import { ClusterStore } from '../../../../src/cluster/store/store.ts';
import { reflect } from '../../../../src/cluster/watch/reflector.ts';
import { handClock, recordingReport, type Scripted, scripted } from './scripted-api-server.ts';

/** Runs a reflector over scripted answers until they are used up and the next one hangs. */
export async function follow(answers: readonly Scripted[], { idleMs = 60_000, optional = false } = {}) {
  const store = new ClusterStore({ kind: 'watch', detail: 'script' });
  for (const kind of OBJECT_KINDS) if (kind !== 'namespaces') store.markSynced(kind);
  const { connection, asked } = scripted(answers);
  const ending = new AbortController();
  const clock = handClock();
  const report = recordingReport();
  const running = reflect({
    kind: 'namespaces',
    partition: '',
    path: '/api/v1/namespaces',
    optional,
    connection,
    store,
    project: createProjector().namespaces,
    pageSize: 2,
    idleMs,
    signal: ending.signal,
    clock,
    report,
  });
  const stop = async () => {
    ending.abort();
    await running;
  };
  onTestFinished(stop);
  while (asked.length <= answers.length) await sleep(1);
  await sleep(1);
  const names = () => Array.from(store.namespaces(), ({ name }) => name).sort();
  return { store, asked, report, clock, names, stop };
}
