/** Bodies at every limit, one after another, as a process of its own. Prints how many got which status. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { largestBodies } from './largest-bodies.ts';

const [port = '', seconds = '', caFile = '', certFile = '', keyFile = '', step = '1'] = process.argv.slice(2);
const agent = new Agent({
  ca: readFileSync(caFile),
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
  keepAlive: true,
});
const statuses: Record<string, number> = {};

function send(path: string, body: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const options = { agent, host: '127.0.0.1', port, path, method: 'POST', headers };
    const outgoing = request(options, (incoming) => {
      incoming.resume();
      incoming.once('end', () => resolve(String(incoming.statusCode)));
    });
    outgoing.once('error', () => resolve('broken'));
    outgoing.end(body);
  });
}

// Made once: to make them anew would take a processor that the service is measured on.
const bodies = largestBodies()
  .filter((_, index) => index % Number(step) === 0)
  .map(({ path, body }) => ({ path, body: body() }));
process.stdout.write('\n');
const until = performance.now() + Number(seconds) * 1_000;
while (performance.now() < until) {
  for (const { path, body } of bodies) {
    if (performance.now() >= until) break;
    const status = await send(path, body);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}
process.stdout.write(`${JSON.stringify(statuses)}\n`);
process.exit(0);
