/** The clock of the machine is set, forward and back, under a running process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type MovedClock, movedClock } from '../../e2e/harness/order-times/moved-clock.ts';
import { type Scene, USUAL_MB } from './scene.ts';
import { staysBelow } from './signs.ts';

const MINUTE_MS = 60_000;

/** Beyond every limit that is counted in time: the age of the view (150 s), patience (12 h here); and back by less than leaves are backdated. */
const JUMPS_MS = [60 * MINUTE_MS, -30 * MINUTE_MS, 24 * 60 * MINUTE_MS, 0];

const LASTS_MS = 5_000;

/** By default a view is stale after 150 s; none of these jumps is silence. */
const OLD_SECONDS = 100;

let clock: MovedClock | undefined;

export const clockJumps: Scene = {
  name: 'clock',
  what:
    'What the process takes for the time (`Date`, in all its threads) is set an hour ahead, half an hour back, a day ahead, and right ' +
    'again. OpenSSL, timers and the clocks of the API server and the scheduler stay as they are.',
  holds:
    'Nothing is called stale, no patience ends, no call is let pass: what lasts is counted by a clock that nobody sets.',
  unanswered: 'never',
  recoversWithinMs: 0,
  mostMB: USUAL_MB,
  signs: [staysBelow('daemonward_cluster_age_seconds', OLD_SECONDS, { kind: 'priorityClasses' })],
  setup({ plane }) {
    clock = movedClock(plane.supervisor.directory);
    return { clock };
  },
  async act({ during, must, observation }) {
    await during(async () => {
      for (const ahead of JUMPS_MS) {
        await clock?.moveTo(Date.now() + ahead);
        await sleep(LASTS_MS);
      }
    });
    const passed = observation.growth('daemonward_scheduler_passed_through_total');
    must(`${passed} calls of the scheduler were let pass`, passed === 0);
    const givenUp = observation.growth('daemonward_headroom_given_up_total');
    must(`the patience for ${givenUp} daemons ended`, givenUp === 0);
  },
};
