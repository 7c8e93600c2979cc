/**
 * Loaded into a process of a test before all else (`node --import`): what it takes for the time is as far from the real one
 * as a file says. TLS libraries, leases and timers go by clocks of their own, and stay as they are.
 */
import { readFileSync } from 'node:fs';

/** The name of the variable with the path of the file, which has a whole number of milliseconds in it. */
const FILE = process.env.DAEMONWARD_E2E_CLOCK ?? '';

/** How old an answer may be: a process may ask for the time thousands of times a second. */
const READ_EVERY_MS = 10;

const RealDate = Date;
let ahead = 0;
let readAt = Number.NEGATIVE_INFINITY;

function now(): number {
  if (performance.now() - readAt > READ_EVERY_MS) {
    ahead = Number(readFileSync(FILE, 'utf8'));
    readAt = performance.now();
  }
  return RealDate.now() + ahead;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, asked) => Reflect.construct(target, args.length === 0 ? [now()] : args, asked),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
