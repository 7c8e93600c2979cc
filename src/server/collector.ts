/** How V8 decides when to collect the whole heap. */
import { setFlagsFromString } from 'node:v8';

/** The first that knows these flags. With an older one collections come more often, and all else is the same. */
const FIRST_NODE = 24;

/**
 * Bodies lie beside the heap. By default, 64 MiB of them since the last time are reason enough to collect everything, however
 * large the heap is: with bodies of 8 MiB some ten times a second, 5 to 15 ms each, in which nobody is answered. Counted
 * together with the heap, they wait until both have grown by eight tenths.
 */
const FLAGS = ['--external-memory-accounted-in-global-limit', '--heap-growing-percent=80'];

export function collectSeldom(nodeVersion: string): void {
  if (Number.parseInt(nodeVersion, 10) < FIRST_NODE) return;
  for (const flag of FLAGS) setFlagsFromString(flag);
}
