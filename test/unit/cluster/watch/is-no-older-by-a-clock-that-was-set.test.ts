import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OBJECT_KINDS } from '../../../../src/cluster/records.ts';
import { clusterProblem } from '../../../../src/cluster/staleness.ts';
import { steadyNow } from '../../../../src/cluster/steady-clock.ts';
import { watchCluster } from '../../../../src/cluster/watch/watch.ts';
import { list, recordingReport, scripted } from './scripted-api-server.ts';

const HOUR_MS = 3_600_000;
const STALE_AFTER_SECONDS = 150;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Everything is listed once; then all is silent. */
async function silentView() {
  const { connection, asked } = scripted(OBJECT_KINDS.map(() => list(1, [])));
  const watch = watchCluster({
    connection,
    detail: 'script',
    flavor: 'kubernetes',
    pageSize: 2,
    idleMs: HOUR_MS,
    report: recordingReport(),
  });
  while (asked.length < 2 * OBJECT_KINDS.length) await sleep(1);
  return watch;
}

test.each([
  ['ahead', HOUR_MS],
  ['back', -HOUR_MS],
])('a clock that is set an hour %s makes the view neither old nor young', async (_where, by) => {
  const { view, stop } = await silentView();
  const heardAt = view.freshness('nodes').heardAt ?? 0;

  vi.setSystemTime(Date.now() + by);
  const now = clusterProblem(view, steadyNow(), STALE_AFTER_SECONDS);
  const later = clusterProblem(view, heardAt + (STALE_AFTER_SECONDS + 1) * 1_000, STALE_AFTER_SECONDS);
  await stop();

  expect(now).toBeNull();
  expect(later).toContain('no news of nodes for 151 s');
});

test('what is heard after the clock was set is as new as what was heard before', async () => {
  vi.setSystemTime(Date.now() - HOUR_MS);

  const { view, stop } = await silentView();
  await stop();

  expect(Math.abs(steadyNow() - (view.freshness('nodes').heardAt ?? 0))).toBeLessThan(HOUR_MS / 2);
});
