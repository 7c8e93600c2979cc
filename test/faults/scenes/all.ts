/** All scenes, in the order of the table. */
import { apiServer } from './api-server.ts';
import { certificates } from './certificates.ts';
import { clients } from './clients.ts';
import { clockJumps } from './clock.ts';
import { configuration } from './configuration.ts';
import { frozen } from './frozen.ts';
import { killed, killedOfTwo } from './killed.ts';
import { fullDisk, stuckLog } from './log.ts';
import { memory } from './memory.ts';
import { quiet } from './quiet.ts';
import type { Scene } from './scene.ts';
import { watch } from './watch.ts';

export const SCENES: readonly Scene[] = [
  quiet,
  killed,
  killedOfTwo,
  frozen,
  apiServer,
  watch,
  certificates,
  configuration,
  fullDisk,
  stuckLog,
  clockJumps,
  clients,
  memory,
];
