/** `npm run e2e:record`: records what a real API server and scheduler send, as the fixtures of test/http. */
import { join } from 'node:path';
import { startControlPlane } from './harness/control-plane.ts';
import { startRecordingServer } from './harness/recording-server.ts';
import { writeFixtures } from './record-fixtures.ts';
import { recordReviews } from './record-reviews.ts';
import { recordSchedulerCalls } from './record-scheduler-calls.ts';

const COMMAND = 'npm run e2e:record';
const FIXTURES = join(import.meta.dirname, '..', 'http', 'fixtures');

interface ServerVersion {
  gitVersion: string;
}

const [, , directory = FIXTURES] = process.argv;
const start = performance.now();
const plane = await startControlPlane({ controllerManager: true, nodes: 'kwok' });
const server = await startRecordingServer();
let failed = true;
try {
  const version: ServerVersion = JSON.parse((await plane.client().raw('GET', '/version')).text);
  const reviews = await recordReviews(plane, server);
  const calls = await recordSchedulerCalls(plane, server);
  const fixtures = [...reviews, ...calls];
  writeFixtures(directory, { command: COMMAND, kubernetes: version.gitVersion }, fixtures);
  const bytes = fixtures.reduce((sum, { body }) => sum + body.length, 0);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${fixtures.length} fixtures of Kubernetes ${version.gitVersion}, ${bytes} bytes, in ${seconds} s`,
  );
  failed = false;
} finally {
  server.close();
  const logs = await plane.stop({ failed });
  if (logs !== undefined) console.error(`logs of the control plane: ${logs}`);
}
