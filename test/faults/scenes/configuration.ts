/** The configuration becomes garbage of several kinds, and good again. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Scene, USUAL_MB } from './scene.ts';
import { dips, grows } from './signs.ts';

/** It looks every two seconds, and once more when something has changed. */
const SEEN_AFTER_MS = 3_000;

/** What would let everybody in if any of it were taken, each with something that is wrong with it. */
const LETS_ALL_IN = { DW101: 'off', DW103: 'off', DW105: 'off', DW203: 'off' };

export const configuration: Scene = {
  name: 'configuration',
  what:
    'The file becomes bytes that are no text, half of itself, empty, a file with all rules off and one unknown key, one with a wrong ' +
    'value, and nothing at all (deleted); then it is put back.',
  holds: 'The last good one stays in force as a whole: no rule of a bad file is taken.',
  unanswered: 'never',
  recoversWithinMs: 0,
  mostMB: USUAL_MB,
  signs: [
    dips('daemonward_config_last_reload_successful'),
    grows('daemonward_config_reloads_total', { result: 'refused' }),
  ],
  async act({ service, during }) {
    const file = service.replicas()[0]?.configFile ?? '';
    const good = readFileSync(file, 'utf8');
    const { rules: _rules, ...rest } = JSON.parse(good);
    const open = { ...rest, rules: LETS_ALL_IN };
    const bad: readonly (string | Buffer | null)[] = [
      Buffer.from([0xff, 0xfe, 0, 1, 2]),
      good.slice(0, good.length / 2),
      '',
      JSON.stringify({ ...open, unknown: true }),
      JSON.stringify({ ...open, preempt: { mode: 'offf' }, headroom: { mode: 'off' } }),
      null,
    ];
    await during(async () => {
      for (const content of bad) {
        if (content === null) rmSync(file);
        else writeFileSync(file, content);
        await sleep(SEEN_AFTER_MS);
      }
      writeFileSync(file, good);
    });
    await sleep(SEEN_AFTER_MS);
  },
};
