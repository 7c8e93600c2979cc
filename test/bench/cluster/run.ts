/**
 * `npm run bench:cluster [-- --full]`: pods per second of a real kube-scheduler without an extender, with one that does
 * nothing, and with Daemonward; and how long a real API server takes to create what Daemonward is asked about.
 *
 * Needs the control plane of `npm run e2e:install`. The full form writes docs/performance-cluster.json, of which `npm run docs`
 * makes a part of docs/performance.md; the short one writes into dist-bench/.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { clusterTables } from '../../../docs/performance/cluster-tables.ts';
import { startControlPlane } from '../../e2e/harness/control-plane.ts';
import { defineOrders, grantOrders } from '../../e2e/harness/orders.ts';
import { rounded, verdictOf } from '../figure.ts';
import type { Mode } from '../result.ts';
import { creating } from './creating.ts';
import { placing } from './placing.ts';
import { PLANS } from './plan.ts';
import type { ClusterResult, Creating, Placing } from './result.ts';

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } });
const mode: Mode = values.full ? 'full' : 'short';
const plan = PLANS[mode];
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const load = rounded(loadavg()[0] ?? 0, 1);
const begin = performance.now();

const file = fileOf(`../../../${values.full ? 'docs' : 'dist-bench'}/performance-cluster.json`);
mkdirSync(fileOf('../../../dist-bench'), { recursive: true });

const plane = await startControlPlane();
const placed: Placing[] = [];
let created: readonly Creating[] = [];
try {
  await defineOrders(plane);
  await grantOrders(plane);
  console.error('creating …');
  created = await creating(plane, plan);
  for (const question of plan.questions) {
    console.error(`placing: ${JSON.stringify(question.stock)}`);
    placed.push(...(await placing(plane, question)));
    // After each question: who stops after half an hour keeps what was measured until then.
    writeFileSync(file, `${JSON.stringify(resultSoFar(), null, 2)}\n`);
  }
} finally {
  await plane.stop();
}
console.log(clusterTables(resultSoFar()).join('\n'));
console.error(`Written: ${file}`);

function resultSoFar(): ClusterResult {
  const [core] = cpus();
  return {
    mode,
    date: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
    machine: `Node ${process.version}, ${cpus().length} cores (${core?.model.trim()})`,
    kubernetes: plane.handle.version,
    load,
    seconds: Math.round((performance.now() - begin) / 1_000),
    placing: placed,
    creating: created,
    verdicts: placed.flatMap(verdictsOf),
  };
}

/** The goal is about the profile that users have by default, with room held. */
function verdictsOf({ stock, clients, extender, timesPassThrough }: Placing) {
  if (extender.kind !== 'daemonward' || extender.mode !== 'enforce' || extender.profile !== 'lean') return [];
  const orders = stock.orders > 0 ? `, ${stock.orders} Orders` : '';
  const daemons = `${stock.daemonSets} DaemonSets ${stock.bound ? 'in place' : 'missing'}${orders}`;
  const what = `pods/s against a pass-through extender: ${stock.nodes.toLocaleString('en')} nodes, ${daemons}, ${clients} clients`;
  return [verdictOf({ what, measured: timesPassThrough, goal: { atLeast: 0.95 } })];
}
