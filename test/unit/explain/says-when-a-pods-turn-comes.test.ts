import { expect, test } from 'vitest';
import { OPERATORS } from '../../../src/explain/audience.ts';
import { explainPod } from '../../../src/explain/pod.ts';
import { podText } from '../../../src/explain/text/pod-text.ts';
import { OTHERS, OURS, waitingCluster } from '../fairness/waiting.ts';
import { explaining } from './scene.ts';

/** Explains a pod of the cluster, as text; `problem` is why nobody takes gates off. */
function explained(cluster: ReturnType<typeof waitingCluster>, uid: string, problem: string | null = null) {
  const { store, book } = cluster;
  const pod = store.pod(uid);
  if (pod === undefined) throw new Error(`no pod ${uid}`);
  const scene = { ...explaining(store).scene(), turns: { book, problem } };
  const explanation = explainPod({ pod, shown: 5, decisions: [], audience: OPERATORS }, scene);
  return { ...explanation, text: podText(explanation) };
}

test('a pod with our gate says that it waits for its turn, which place it has, and how many go before it', () => {
  const cluster = waitingCluster({ weights: [{ tenant: 'b', weight: 3 }] });
  cluster.gated('a', 10);
  cluster.gated('b', 40);

  const { turn, text, remedy } = explained(cluster, 'a/g4');

  // Four of its own, and three of b for each of them.
  expect(turn).toEqual({
    gates: 'ours',
    place: {
      state: 'due',
      scheduler: 'default-scheduler',
      tenant: 'a',
      weight: 1,
      place: 5,
      ofTenant: 10,
      tenants: 2,
      before: 16,
    },
    problem: null,
  });
  expect(text).toContain('Pod a/g4 waits for its turn\n');
  expect(text).toContain('has the gate daemonward.dev/fair-share');
  expect(text).toContain('number 5 of 10 pods of its tenant "a" before default-scheduler');
  expect(text).toContain('about 16 pods of 2 tenants go before it');
  expect(remedy).toContain('wait for its turn');
});

test('as many go before it as are said to', () => {
  const cluster = waitingCluster({ window: 1, weights: [{ tenant: 'b', weight: 2 }] });
  cluster.gated('a', 9);
  cluster.gated('b', 5);
  cluster.gated('c', 20);
  const before = explained(cluster, 'a/g7').turn?.place?.before;

  const order: string[] = [];
  for (let round = 0; round < 40; round += 1) {
    for (const uid of cluster.release()) {
      order.push(uid);
      cluster.bind(uid);
    }
  }

  // Who is first among equals is nobody's business.
  expect(Math.abs(order.indexOf('a/g7') - (before ?? -100))).toBeLessThanOrEqual(2);
});

test('a priority, and one that is being released, are seen', () => {
  const cluster = waitingCluster({ window: 1 });
  cluster.gated('a', 10);
  cluster.put('a', 'urgent', { gates: [OURS], priority: 5 });
  expect(explained(cluster, 'a/urgent').turn?.place).toMatchObject({ place: 1, before: 0 });

  cluster.book.due(1);

  expect(explained(cluster, 'a/urgent').text).toContain('the gate is being taken off');
});

test('gates of others are told apart', () => {
  const cluster = waitingCluster();
  cluster.put('a', 'both', { gates: [OURS, OTHERS] });
  cluster.put('a', 'others', { gates: [OTHERS] });
  cluster.put('a', 'none');

  expect(explained(cluster, 'a/both').text).toContain(
    'and gates of others: its turn comes when those are off',
  );
  expect(explained(cluster, 'a/others').text).toContain('Pod a/others waits behind gates of others');
  expect(explained(cluster, 'a/others').turn?.place).toBeNull();
  expect(explained(cluster, 'a/none').turn).toBeNull();
});

test('where nobody takes gates off that is said, and what to do', () => {
  const cluster = waitingCluster();
  cluster.gated('a', 2);

  const { text, remedy } = explained(cluster, 'a/g0', 'nobody holds the Lease');
  const pod = explaining(cluster.store).pod('a/g0');

  expect(text).toContain('STAYS: nobody holds the Lease');
  expect(remedy).toContain('daemonward release --all');
  // A service that takes no gates off at all.
  expect(pod.turn?.problem).toContain('takes no gates off');
});
