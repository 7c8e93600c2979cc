import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { ALL, partitioned } from '../unit/partitions/partitioned.ts';
import { daemonSet, reviewOf } from './reviews.ts';
import { startTestService } from './service.ts';

const NOW = Date.now();

/** Blue has the priority class that its daemons name; green has none of that name. */
async function service({ behind = [] as readonly string[] } = {}) {
  const cluster = partitioned();
  const { blue, green, east, store } = cluster;
  cluster.sync(...ALL);
  cluster.hear(NOW, ...ALL.filter((name) => !behind.includes(name)));
  cluster.hear(NOW - 600_000, ...behind);
  east.node('e1');
  blue.put('priorityClasses', { metadata: { name: 'agents' }, value: 1_000_000 });
  for (const partition of [blue, green]) partition.daemonSet('agent');
  const configuration = defaultConfiguration();
  const started = await startTestService({ configuration, view: store, now: () => new Date(NOW) });
  return { ...started, cluster };
}

test('a review goes by the classes of the partition whose path it came on', async () => {
  const { post } = await service();
  const review = reviewOf({ object: daemonSet({}, { priorityClassName: 'agents' }) });

  const answers = await Promise.all(
    ['blue', 'green'].map((partition) => post(`/partitions/${partition}/validate/daemonsets`, review)),
  );

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [blue, green] = answers.map((answer) => JSON.stringify(answer.json()));
  expect(blue).not.toContain('DW302');
  expect(green).toContain('DW302');
});

test('a scheduler is answered by its own path', async () => {
  const { post, cluster } = await service();

  const answer = await post('/partitions/blue/scheduler/filter', {
    Pod: cluster.blue.tenantPod('web', { cpu: '3800m' }),
    NodeNames: ['e1'],
  });

  expect(answer.status).toBe(200);
  expect(answer.json()).toMatchObject({
    NodeNames: [],
    FailedAndUnresolvableNodes: { e1: 'DW504 room held for daemons' },
  });
});

test.each([
  [
    '/scheduler/filter',
    'this cluster has partitions: each API server and scheduler calls by its own name, such as /partitions/blue/scheduler/filter',
  ],
  [
    '/partitions/red/validate/pods',
    'there is no tenant partition red in cluster.partitions; there are blue, green',
  ],
  [
    '/partitions/east/scheduler/filter',
    'there is no tenant partition east in cluster.partitions; there are blue, green',
  ],
  ['/partitions/blue/nothing', 'there is no path /partitions/blue/nothing'],
])('%s says what is wrong with it', async (path, message) => {
  const { post } = await service();

  const answer = await post(path, {});

  expect(answer.status).toBe(404);
  expect(answer.json()).toMatchObject({ error: { message } });
});

test('a cluster of one API server says that it has no partitions', async () => {
  const { post } = await startTestService();

  const answer = await post('/partitions/blue/scheduler/filter', {});

  expect(answer.status).toBe(404);
  expect(answer.text).toContain('this cluster has no partitions: call /scheduler/filter');
});

test('readiness, the state and the metrics say which partition is behind, and that the others are served', async () => {
  const { opsUrl } = await service({ behind: ['green'] });

  const ready = await fetch(`${opsUrl}/readyz`);
  const state = JSON.stringify(await (await fetch(`${opsUrl}/state`)).json());
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();

  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({
    ready: true,
    notes: { partitions: expect.stringContaining('the tenant partition green is behind: no news of') },
  });
  expect(state).toContain('"name":"green","role":"tenant"');
  expect(metrics).toContain('daemonward_partition_behind{partition="green",role="tenant"} 1');
  expect(metrics).toContain('daemonward_partition_behind{partition="blue",role="tenant"} 0');
  expect(metrics).toContain('daemonward_cluster_age_seconds{kind="pods",partition="green"} 600');
});

test('an explanation of a name that two have asks which, and says whose problem it knows of', async () => {
  const { opsUrl } = await service({ behind: ['green'] });
  const path = `${opsUrl}/explain/daemonsets/kube-system/agent`;

  const ambiguous = await fetch(path);
  const one = await fetch(`${path}?partition=blue`);

  expect(ambiguous.status).toBe(404);
  expect(await ambiguous.text()).toContain('name one by partition=blue, green');
  expect(one.status).toBe(200);
  expect(await one.text()).toContain('the tenant partition green is behind');
});

test('an explanation says in whose words it is, and the state shows the DaemonSets of a name in all of them, or in one', async () => {
  const { opsUrl } = await service();
  const shown = async (name: string) => {
    const state = Object(await (await fetch(`${opsUrl}/state?daemonset=${name}`)).json());
    return state.headroom.daemonSets.map(({ daemonSet: found }: { daemonSet: string }) => found);
  };
  const path = `${opsUrl}/explain/daemonsets/kube-system/agent?partition=green`;

  expect(await shown('kube-system/agent')).toEqual(['blue:kube-system/agent', 'green:kube-system/agent']);
  expect(await shown('green:kube-system/agent')).toEqual(['green:kube-system/agent']);
  expect(await (await fetch(path)).json()).toMatchObject({ partition: 'green', name: 'agent' });
  expect(await (await fetch(`${path}&format=text`)).text()).toContain('DaemonSet green:kube-system/agent:');
});

test('what was decided of a pod that is gone is found by its name, unless pods of two partitions had it', async () => {
  const { post, opsUrl, cluster } = await service();
  const refuse = (partition: 'blue' | 'green', name: string) =>
    post(`/partitions/${partition}/scheduler/filter`, {
      Pod: cluster[partition].tenantPod(name, { cpu: '3800m' }),
      NodeNames: ['e1'],
    });
  await refuse('green', 'only');
  await refuse('green', 'both');
  await refuse('blue', 'both');
  const explained = (name: string) => fetch(`${opsUrl}/explain/pods/shop/${name}`);

  expect(await (await explained('only')).json()).toMatchObject({
    state: 'gone',
    partition: 'green',
    decisions: [{ object: { partition: 'green' }, codes: { DW504: 1 } }],
  });
  const both = await explained('both');
  expect(both.status).toBe(404);
  expect(await both.text()).toContain(
    'several partitions had the pod shop/both: name one by partition=green, blue',
  );
  expect(await (await fetch(`${opsUrl}/explain/pods/shop/both?partition=blue`)).json()).toMatchObject({
    decisions: [{ object: { partition: 'blue' } }],
  });
});
