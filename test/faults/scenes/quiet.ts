/** Nothing is broken: what the others are held against. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Scene, USUAL_MB } from './scene.ts';
import { grows } from './signs.ts';

const QUIET_MS = 8_000;

export const quiet: Scene = {
  name: 'quiet',
  what: 'Nothing: the load alone, which every other scene is held against.',
  holds: 'Not one review and not one call of the scheduler stays without its answer.',
  unanswered: 'never',
  recoversWithinMs: 0,
  mostMB: USUAL_MB,
  signs: [grows('daemonward_admission_decisions_total', { outcome: 'denied' })],
  act: () => sleep(QUIET_MS),
};
