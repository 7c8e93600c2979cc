/** Filter calls of 5,000 names over TLS, room held on every node, beside a Go extender that does less and an echo. */
import { readFileSync } from 'node:fs';
import type { Effort } from './effort.ts';
import { bodiesOf, DAEMONS, daemonSetObject, nodeNames, nodeObject, tenantPod } from './filter-by-names.ts';
import { overTls } from './over-tls.ts';
import { ECHO, startEcho } from './peers/fastify.ts';
import { type FreeRoom, GO, startGo } from './peers/go.ts';
import type { Row } from './result.ts';
import { startReviewServer } from './review-server.ts';
import { openLoad } from './tls-load.ts';

const NAMES = 5_000;

/** A call takes some ten times as long as a review. */
const FEWER = 10;

/** What a node has above the room of its four daemons. */
const FREE = { cpu: 15_600, memory: 67_000_000_000 };

export async function filterOverTls(effort: Effort): Promise<Row[]> {
  const names = nodeNames(NAMES);
  const objects = [...names.map(nodeObject), ...DAEMONS.map(daemonSetObject)];
  const ours = await startReviewServer({
    more: objects.map((object) => `---\n${JSON.stringify(object)}\n`).join(''),
  });
  const client = { cert: readFileSync(ours.scheduler.cert), key: readFileSync(ours.scheduler.key) };
  await tellOneChoice(ours.port, client, names[0] ?? '');
  const free: FreeRoom = Object.fromEntries(names.map((name) => [name, FREE]));
  const go = (await startGo(ours, free)).filter(({ name }) => name === GO);
  const servers = [{ ...ours, client }, await startEcho(ours), ...go];
  const rows: Row[] = [];
  for (const { order, bodies } of bodiesOf(names, tenantPod())) {
    const contest = {
      what: `filter, ${NAMES.toLocaleString('en')} names, room held on every node, ${order}, over TLS`,
      path: '/scheduler/filter',
      bodies,
      servers,
      answer: new RegExp(`"NodeNames":\\["ip-.*${names.at(-1)}.*"Error":""`),
      echoes: [ECHO],
      goals: [
        { measure: 'cpu', against: GO, goal: { atMost: 0.8 } },
        { measure: 'perSecond', against: GO, goal: null },
        { measure: 'cpu', against: ECHO, goal: null },
      ],
    } as const;
    const fewer = { requests: effort.requests / FEWER, warmUp: effort.warmUp / FEWER };
    rows.push(await overTls(contest, { ...effort, ...fewer }));
  }
  for (const server of servers.toReversed()) await server.stop();
  return rows;
}

/** As with the profile that users have by default: the scheduler tells which node it has chosen. */
async function tellOneChoice(
  port: number,
  client: { cert: Buffer; key: Buffer },
  node: string,
): Promise<void> {
  const load = await openLoad(port, { ...client, connections: 1 });
  const metadata = { name: 'another', namespace: 'shop', uid: 'another' };
  const filter = { Pod: { metadata, spec: { containers: [] } }, NodeNames: [node] };
  await load.send('/scheduler/filter', [Buffer.from(JSON.stringify(filter))], 1);
  const bind = { PodName: 'another', PodNamespace: 'shop', PodUID: 'another', Node: node };
  await load.send('/scheduler/bind', [Buffer.from(JSON.stringify(bind))], 1);
  load.close();
}
