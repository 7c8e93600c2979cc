/** The API server crashes and comes back. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Scene, USUAL_MB } from './scene.ts';
import { grows } from './signs.ts';

const AWAY_MS = 3_000;

export const apiServer: Scene = {
  name: 'api-server',
  what: `The API server is killed, and started again after ${AWAY_MS / 1_000} s with the same data.`,
  holds: 'Every watch is resumed or read anew; the view is whole again, and decisions go by it.',
  unanswered: 'until it has recovered',
  recoversWithinMs: 10_000,
  mostMB: USUAL_MB,
  signs: [grows('daemonward_cluster_breaks_total', { reason: 'cut' })],
  async act({ stage: { plane }, during }) {
    await during(async () => {
      await plane.killApiServer();
      await sleep(AWAY_MS);
      await plane.startApiServer();
    });
  },
};
