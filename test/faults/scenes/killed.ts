/** The only process, or one of two, is killed at a random moment and started again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Scene, USUAL_MB } from './scene.ts';
import { restarts } from './signs.ts';

const KILLS = 3;

/** So that no two runs hit the same moment of a review or a call. */
const LONGEST_PAUSE_MS = 2_000;

/** From when it is ready again, however long the machine took to start it. */
const BACK_WITHIN_MS = 5_000;

/** The endpoint is out within a second; then who waits is given up by the API server after three (render: timeoutSeconds). */
const OUT_WITHIN_MS = 5_000;

export const killed: Scene = {
  name: 'killed',
  what: `The only process is killed (SIGKILL) at a random moment and started again at once, ${KILLS} times.`,
  holds:
    'Reviews fail closed and scheduling goes on without us until it is ready again, and no longer than five seconds after that. An API server does not repeat a call that was ' +
    'under way, so that those fail too. Tenants never get in.',
  unanswered: 'until it has recovered',
  recoversWithinMs: BACK_WITHIN_MS,
  mostMB: USUAL_MB,
  signs: [restarts()],
  async act({ service, random, during }) {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(random() * LONGEST_PAUSE_MS);
      await during(async () => {
        await service.kill(0);
        await service.start(0);
      });
      await sleep(LONGEST_PAUSE_MS);
    }
  },
};

export const killedOfTwo: Scene = {
  name: 'killed-of-two',
  what: `Of two replicas behind a Service one at random is killed and started again, ${KILLS} times.`,
  holds: 'Reviews fail only until its endpoint is out, however long it takes to start again.',
  unanswered: 'until it has recovered',
  recoversWithinMs: OUT_WITHIN_MS,
  mostMB: USUAL_MB,
  signs: [restarts()],
  setup: () => ({ replicas: 2 }),
  async act({ service, random, struck }) {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(random() * LONGEST_PAUSE_MS);
      const index = Math.floor(random() * 2);
      struck();
      await service.kill(index);
      await service.start(index);
      await sleep(LONGEST_PAUSE_MS);
    }
  },
};
