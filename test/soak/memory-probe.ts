/** Asks the process under test what it keeps after a full collection. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from '../e2e/harness/supervisor.ts';
import { waitUntil } from '../e2e/harness/wait-for.ts';

const PRELOAD = join(import.meta.dirname, 'memory-probe-preload.ts');

/** As the Dockerfile starts it; the heap there has a share of the container's memory, which there is none of here. */
const AS_IN_THE_IMAGE = '--max-semi-space-size=4 --max-old-space-size=614';

/** A collection takes some tens of milliseconds. */
const EVERY_MS = 20;

export interface KeptMemory {
  readonly turn: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

export interface MemoryProbe {
  /** Variables for the process. */
  readonly env: Record<string, string>;
  ask(running: Running): Promise<KeptMemory>;
}

export function memoryProbe(directory: string, plantedBytesPerMinute: number): MemoryProbe {
  const file = join(directory, 'kept-memory.json');
  let turn = 0;
  return {
    env: {
      NODE_OPTIONS: `${AS_IN_THE_IMAGE} --import ${PRELOAD}`,
      DAEMONWARD_SOAK_MEMORY: file,
      DAEMONWARD_SOAK_LEAK: String(plantedBytesPerMinute),
    },
    ask(running) {
      turn += 1;
      running.signal('SIGUSR2');
      return waitUntil<KeptMemory>(
        'the process says what it keeps',
        () => {
          const kept: KeptMemory = JSON.parse(readFileSync(file, 'utf8'));
          return kept.turn >= turn ? { done: true, value: kept } : { done: false, seen: kept };
        },
        { everyMs: EVERY_MS },
      );
    },
  };
}
