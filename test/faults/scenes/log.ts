/** The log cannot be written: its disk is full, or who should read it does not. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flood } from '../stage/flood.ts';
import { type Scene, USUAL_MB } from './scene.ts';
import { grows } from './signs.ts';

/** Every review has its line. */
const SECTIONS = { log: { level: 'debug' } };

/** Of a line each, some five megabytes in all: more than is kept for later. */
const REVIEWS = 6_000;

const DROPPED = grows('daemonward_log_lines_dropped_total');

export const fullDisk: Scene = {
  name: 'full-disk',
  what: `Standard error is a disk without room (\`/dev/full\`), at \`log.level: debug\`, while ${REVIEWS} more reviews come.`,
  holds:
    'It starts and serves as ever; lines that cannot be written are dropped and counted, and take no memory.',
  unanswered: 'never',
  recoversWithinMs: 0,
  mostMB: USUAL_MB,
  signs: [DROPPED, grows('daemonward_log_write_failures_total')],
  setup: () => ({ sections: SECTIONS, launcher: loggingTo('/dev/full') }),
  act: ({ service, during }) => during(() => flood(service, REVIEWS)),
};

let pipe = 0;

export const stuckLog: Scene = {
  name: 'stuck-log',
  what: `Standard error is a pipe that nobody reads, at \`log.level: debug\`, while ${REVIEWS} more reviews come. Then somebody does.`,
  holds: 'The same; and once it is read, new lines come.',
  unanswered: 'never',
  recoversWithinMs: 0,
  mostMB: USUAL_MB,
  signs: [DROPPED],
  setup({ plane }) {
    const path = join(plane.supervisor.directory, 'unread');
    execFileSync('mkfifo', [path]);
    // Without waiting for somebody at the other end.
    pipe = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return { sections: SECTIONS, launcher: loggingTo(path) };
  },
  async act({ service, during, must }) {
    await during(() => flood(service, REVIEWS));
    const kept = drained();
    await sleep(2_000);
    await flood(service, 10);
    await sleep(500);
    must(`the pipe held something: ${kept} bytes`, kept > 0);
    must('lines come again once they are read', drained() > 0);
  },
  async end() {
    closeSync(pipe);
  },
};

/** The shell becomes the process, whose standard error is that file. */
function loggingTo(file: string): [string, ...string[]] {
  return ['/bin/sh', '-c', `exec "$0" "$@" 2>${file}`];
}

/** Reads until there is nothing for the moment. */
function drained(): number {
  const buffer = Buffer.alloc(65_536);
  for (let bytes = 0; ; ) {
    try {
      const read = readSync(pipe, buffer);
      if (read === 0) return bytes;
      bytes += read;
    } catch {
      return bytes;
    }
  }
}
