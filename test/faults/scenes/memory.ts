/** As much memory as the manifests give, and the bodies that cost most. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { clientIn, pathsIn } from '../../../src/server/tls/folder/folder-paths.ts';
import { portOf } from '../stage/kubelet.ts';
import { LIMIT_MB, type Scene } from './scene.ts';
import { peaks } from './signs.ts';

const STREAM = join(import.meta.dirname, '..', 'stream.ts');
const SECONDS = 15;
const ELSEWHERE = 10;

/** Of the limit; the rest is for bodies, code and connections (manifests/base). */
const HEAP_SHARE = 0.6;

/** No review of the load is as large. */
const LARGE_BYTES = 4 * 1_048_576;

export const memory: Scene = {
  name: 'memory',
  what:
    `The heap has 60 % of ${LIMIT_MB} MB, beyond which Node ends itself, as manifests/base say; and bodies at every limit come one after ` +
    `the other for ${SECONDS} s, up to 18 MB each.`,
  holds:
    `It is never out of memory and never restarted, and reviews are answered all the while. All of its memory stays below ${LIMIT_MB} MB, ` +
    'the limit of manifests/base, beyond which a kubelet would kill it.',
  unanswered: 'never',
  recoversWithinMs: 0,
  mostMB: LIMIT_MB,
  signs: [peaks('daemonward_http_body_bytes', LARGE_BYTES)],
  setup: () => ({
    env: {
      NODE_OPTIONS: `--max-old-space-size=${Math.round(LIMIT_MB * HEAP_SHARE)} --max-semi-space-size=4`,
    },
  }),
  async act({ service, during, must }) {
    const [replica] = service.replicas();
    if (replica === undefined) return;
    const { ca } = pathsIn(service.certificates);
    const { cert, key } = clientIn(service.certificates, 'scheduler');
    await during(async () => {
      const args = [STREAM, portOf(replica), SECONDS, ca, cert, key].map(String);
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      if (child.pid !== undefined) setPriority(child.pid, ELSEWHERE);
      await once(child, 'close');
    });
    must('it was not restarted', replica.running.exit() === undefined);
  },
};
