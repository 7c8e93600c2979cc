/** What a process weighs that has synced 5,000 nodes and 150,000 pods with varied labels, above one that watches nothing yet. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Effort } from './effort.ts';
import { figureOf, verdictOf } from './figure.ts';
import type { Row } from './result.ts';

const NODES = 5_000;
const PODS = 150_000;
const MOST_MB = 200;

/** As the Dockerfile and the manifests start it: the young generation that Node takes by itself holds 150 MB more. */
const AS_IN_THE_IMAGE = '--max-semi-space-size=4';

/** It wavers little, and each takes a minute of two processors. */
const ROUNDS_FOR_ONE = 5;

interface Weighed {
  readonly idleRssMB: number;
  readonly settledRssMB: number;
  readonly peakRssMB: number;
  readonly viewHeapMB: number;
}

export async function memory({ rounds }: Effort): Promise<Row[]> {
  const script = join(import.meta.dirname, 'watch.ts');
  const args = ['--expose-gc', AS_IN_THE_IMAGE, script, String(NODES), String(PODS)];
  const weighed = Array.from(
    { length: Math.ceil(rounds / ROUNDS_FOR_ONE) },
    (): Weighed => JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })),
  );
  const stated = (what: string, of: (one: Weighed) => number, goal?: { atMost: number }) =>
    verdictOf({ what, unit: 'MB', measured: figureOf(weighed.map(of)), goal });
  return [
    {
      what: `${NODES.toLocaleString('en')} nodes and ${PODS.toLocaleString('en')} pods, watched, with the options of the image`,
      subjects: [],
      verdicts: [
        stated('resident memory above idle', (one) => one.settledRssMB - one.idleRssMB, { atMost: MOST_MB }),
        stated('heap of the view', (one) => one.viewHeapMB),
        stated('resident memory above idle, at most while it syncs', (one) => one.peakRssMB - one.idleRssMB),
      ],
    },
  ];
}
