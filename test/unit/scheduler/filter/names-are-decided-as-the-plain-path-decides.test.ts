/** Both ways through the filter, with holds and pods in flight that come and go: the same answers and the same account. */
import { expect, test } from 'vitest';
import { filterAnswer } from '../../../../src/scheduler/door.ts';
import { nodesCallReader, plainCallReader } from '../../../../src/scheduler/wire/nodes-call.ts';
import { type Random, seededRandom } from '../../../snapshot/random.ts';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { extenderOver } from '../extender.ts';

const CALLS = 5_000;
const NAMES = Array.from({ length: 30 }, (_, index) => `node-${index}`);

function bodyOf(cluster: DaemonCluster, random: Random): Buffer {
  const name = `pod-${random.below(40)}`;
  const cpu = `${random.below(30) + 1}00m`;
  const Pod =
    random.below(10) === 0
      ? cluster.daemonPodObject('agent', { node: `node-${random.below(30)}`, bound: false })
      : cluster.tenantPod(name, { cpu, priority: random.below(3) });
  const NodeNames = NAMES.filter(() => random.below(2) === 0);
  if (random.below(5) === 0) NodeNames.push('unknown', ...NodeNames.slice(0, 2));
  return Buffer.from(JSON.stringify({ Pod, Nodes: null, NodeNames }));
}

/** Something happens in the cluster between two calls. */
function change(cluster: DaemonCluster, random: Random): void {
  const node = `node-${random.below(30)}`;
  const pod = `pod-${random.below(40)}`;
  const what = random.below(6);
  if (what === 0) cluster.node(node, `${random.below(8) + 1}`);
  if (what === 1) cluster.gone('nodes', node);
  if (what === 2) cluster.daemonPod('agent', { node, terminating: random.below(3) === 0 });
  if (what === 3) cluster.gone('pods', `agent-${node}-1`);
  if (what === 4)
    cluster.putTenantPod(pod, { node: random.below(3) === 0 ? node : '', cpu: `${random.below(30) + 1}00m` });
  if (what === 5) cluster.gone('pods', pod);
}

test(`${CALLS} calls are decided alike`, async () => {
  const random = seededRandom(7);
  const cluster = new DaemonCluster().synced();
  for (const name of NAMES) cluster.node(name);
  cluster.daemonSet('agent');
  cluster.daemonSet('low', { priority: 1, priorityClassName: '', cpu: '700m' });
  const [quick, plain] = [extenderOver(cluster.store), extenderOver(cluster.store)];
  const readQuickly = nodesCallReader(quick.extender.names, cluster.store, true);
  const readPlainly = plainCallReader(cluster.store, true);
  const [quickly, plainly] = [filterAnswer(quick.extender), filterAnswer(plain.extender)];
  const answers = new Set<string>();

  for (let call = 0; call < CALLS; call += 1) {
    change(cluster, random);
    const body = bodyOf(cluster, random);
    const [a, b] = [await quickly(() => readQuickly(body)), await plainly(() => readPlainly(body))].map(
      (answer) => answer.ok && JSON.parse(answer.value.toString()),
    );
    expect(a).toEqual(b);
    answers.add(JSON.stringify(Object.values(a.FailedAndUnresolvableNodes)));
  }

  expect(quick.told).toEqual(plain.told);
  expect(quick.extender.inFlight.size).toBe(plain.extender.inFlight.size);
  expect(answers.size).toBeGreaterThan(100);
  expect(new Set(quick.told.filtered.flatMap(({ nodes }) => [...nodes.keys()]))).toEqual(
    new Set(['DW501', 'DW504']),
  );
});
