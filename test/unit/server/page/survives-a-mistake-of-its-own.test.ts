/** A mistake in the picture is told, and ends neither the process nor the stream. */
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { GridFeed } from '../../../../src/server/page/feed.ts';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { extenderOver } from '../../scheduler/extender.ts';

test('while browsers follow', async () => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  cluster.daemonSet('agent');
  const { extender } = extenderOver(cluster.synced().store);
  const failed = vi.fn();
  const broken = vi.spyOn(extender, 'look').mockImplementation(() => {
    throw new Error('a mistake');
  });
  const feed = new GridFeed({
    extender,
    decisions: { ring: { latest: 0, since: () => [] } },
    now: () => new Date(),
    steady: () => Date.now(),
    staleAfterSeconds: () => 150,
    clock: () => performance.now(),
    failed,
  });
  onTestFinished(() => feed.stop());
  const browser = new PassThrough();

  feed.follow(browser);
  await expect.poll(() => failed.mock.calls.length).toBeGreaterThan(0);
  await expect(feed.answer()).rejects.toThrow('a mistake');
  broken.mockRestore();

  await expect.poll(() => String(browser.read() ?? '')).toContain('event: grid');
});
