/** One of two replicas stops in the middle of whatever it does, and goes on later as if nothing had been. */
import { setTimeout as sleep } from 'node:timers/promises';
import { metricSum } from '../../e2e/harness/ops-port.ts';
import { OUT_WITHIN_MS } from '../stage/kubelet.ts';
import { type Scene, USUAL_MB } from './scene.ts';
import { grows } from './signs.ts';

/** Longer than the probes need to see it. */
const FROZEN_MS = OUT_WITHIN_MS + 4_000;

/** What was sent to it before its endpoint was out is given up by the API server after three seconds, and by the scheduler after two. */
const GIVEN_UP_MS = 4_000;

/** A probe, and the endpoints. */
const BACK_WITHIN_MS = 5_000;

export const frozen: Scene = {
  name: 'frozen',
  what: `Of two replicas behind a Service the one that the scheduler asks is stopped (SIGSTOP), and goes on (SIGCONT) after ${FROZEN_MS / 1_000} s.`,
  holds:
    'Reviews and calls that reach it wait until their callers give up, until its readiness probe has failed twice. The other one ' +
    'answers all the while. When it goes on it says nothing wrong.',
  unanswered: 'until it has recovered',
  // Counted from the moment at which it froze.
  recoversWithinMs: OUT_WITHIN_MS + GIVEN_UP_MS,
  mostMB: USUAL_MB,
  signs: [grows('daemonward_stalls_total')],
  setup: () => ({ replicas: 2 }),
  async act({ service, struck }) {
    const replicas = service.replicas();
    const counts = await Promise.all(
      replicas.map((replica) =>
        metricSum(replica, 'daemonward_http_requests_total', { path: '/scheduler/filter' }),
      ),
    );
    const asked = counts.indexOf(Math.max(...counts));
    struck();
    replicas[asked]?.running.signal('SIGSTOP');
    await sleep(FROZEN_MS);
    replicas[asked]?.running.signal('SIGCONT');
    // Its endpoint comes back, and calls with it.
    await sleep(BACK_WITHIN_MS);
  },
};
