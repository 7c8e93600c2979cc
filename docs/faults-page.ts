/** What is broken on purpose, what has to hold, and how it went, from the scenes and from the file of the last whole run. */
import { readFileSync } from 'node:fs';
import type { FaultsResult, SceneResult } from '../test/faults/result.ts';
import { SCENES } from '../test/faults/scenes/all.ts';
import type { Scene } from '../test/faults/scenes/scene.ts';
import { COLUMNS } from '../test/faults/table.ts';

const FILE = new URL('faults.json', import.meta.url);

export function readFaults(): FaultsResult {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** What the metrics showed is too long for a table. */
const SHOWN = COLUMNS.filter(({ title }) => title !== 'Metrics showed');

export function faultsPage(result: FaultsResult = readFaults()): string {
  return [
    '# Faults',
    '',
    'Made by `npm run docs` of the scenes in `test/faults/scenes` and of `faults.json`, which `npm run test:faults -- --output docs/faults.json`',
    'writes; do not edit.',
    '',
    'What Daemonward is claimed to survive is broken on purpose, on a real etcd, API server, controller manager and scheduler (the',
    'scheduler with its own rates and back-offs), under a load that never pauses:',
    '',
    '- **Reviews** by the API server, of five kinds: one that is taken and gets a default, four that are refused, each for another reason.',
    '  Each answer is compared with what must come. The native policies that are usually registered beside the webhooks are left out, so',
    '  that what is refused is refused by Daemonward, or fails closed.',
    "- **Scheduling**: a tenant's pods come and go, a quarter more than there are places for, on thirty nodes that each keep room for a",
    '  daemon that never comes. Each binding is compared with the room that is kept.',
    '',
    'In every scene this has to hold, and the run fails otherwise:',
    '',
    '- *No wrong decision*: nobody is let in who must not be, nobody refused who may, each with its own code; and no pod gets kept room,',
    '  unless the scheduler had no answer about it or was let pass, and that was counted.',
    '- *Nothing lost*: in the end every place has its pod, every process knows as many objects as there are, and keeps room on every node.',
    '- *Bounded*: no process ever has more memory than the scene says.',
    '- *Recovered* within the time that the scene says; and what fails, fails between the fault and that time.',
    '- *Seen*: the metrics show it.',
    '',
    '`npm run test:faults` takes less than ten minutes; `-- --scene NAME` plays one scene, `-- --seed N` the same random moments again.',
    '',
    '## What is broken, and what must hold',
    '',
    ...SCENES.flatMap(sceneText),
    '## How it went',
    '',
    ...(result.scenes.length === 0 ? ['No whole run has been recorded yet.', ''] : tableLines(result)),
  ].join('\n');
}

function sceneText({ name, what, holds, unanswered, recoversWithinMs, mostMB, signs }: Scene): string[] {
  const within =
    unanswered === 'never'
      ? 'Not one review or call may stay without its answer'
      : `Reviews and calls may stay without an answer until it has recovered, within ${recoversWithinMs / 1_000} s`;
  const ready =
    unanswered === 'never' && recoversWithinMs > 0
      ? `; ready again within ${recoversWithinMs / 1_000} s`
      : '';
  return [
    `### ${name}`,
    '',
    what,
    '',
    `Must hold: ${holds}`,
    '',
    `${within}${ready}; memory at most ${mostMB} MB; seen in ${signs.map(({ metric }) => `\`${metric}\``).join(', ')}.`,
    '',
  ];
}

function metricsText(scenes: readonly SceneResult[]): string[] {
  return [
    'What the metrics showed:',
    '',
    ...scenes.map(({ scene, metrics }) => `- ${scene}: ${metrics.map((text) => `\`${text}\``).join(', ')}`),
    '',
  ];
}

function tableLines(result: FaultsResult): string[] {
  return [
    `${result.scenes.length} scenes in ${result.seconds} s with seed ${result.seed}, measured on: ${result.measuredOn}.`,
    '',
    line(SHOWN.map(({ title }) => title)),
    line(SHOWN.map(({ title }) => (title === 'Scene' ? '---' : '---:'))),
    ...result.scenes.map((scene) => line(SHOWN.map(({ of }) => of(scene)))),
    '',
    '- *unanswered*: the API server had no answer of ours, and refused the write for that; or, where a webhook fails open, took it without',
    '  its patch. An API server does not repeat a call that was under way when a process is killed, so that these fail whatever is done.',
    '- *skipped*: the scheduler had no answer of ours, and went on without. What it placed then in kept room is *unguarded*.',
    '- *Starved*: reviews and calls without an answer while a process of the run waited for more than a second for a processor (the cores',
    '  are shared with a whole control plane): they say nothing of Daemonward, and are counted nowhere else.',
    '- *Recovered after*: from the end of the fault, or where it is a moment from that, to the last review or call without an answer, and',
    '  the last time that no process was ready.',
    '',
    ...metricsText(result.scenes),
  ];
}
