/** Events and metrics hear of a hold that ended in vain: once, and of none that ended as it should. */
import { expect, test } from 'vitest';
import { DaemonCluster } from './cluster-of-daemons.ts';
import { ledgerOver, PATIENCE_MS } from './ledger-over.ts';

const SETTLING_MS = 3_000;

/** Two nodes that wait for the agent, and all that is told of those that were waited for in vain. */
function waiting() {
  const cluster = new DaemonCluster();
  for (const node of ['n1', 'n2']) cluster.node(node);
  cluster.daemonSet('agent');
  const clock = { now: 0 };
  const over = ledgerOver(cluster, clock);
  const told: string[] = [];
  const stop = over.ledger.onGivenUp((node, { daemon, kind, since }) => {
    told.push(`${daemon.daemonSet.name} ${kind} on ${node} since ${since}`);
  });
  const at = (now: number) => {
    clock.now = now;
    over.ledger.refresh();
    return told.splice(0);
  };
  at(0);
  return { cluster, at, stop };
}

test('each node on which a daemon was waited for in vain is told, once', () => {
  const { cluster, at } = waiting();

  const before = at(PATIENCE_MS - 1);
  const then = at(PATIENCE_MS);
  // Looked at again, for whatever reason, it is as it was.
  cluster.node('n1', '4', { zone: 'b' });
  const again = at(PATIENCE_MS + 1);
  cluster.daemonSet('agent', { generation: 2 });
  const anew = at(PATIENCE_MS + 2);

  expect([before, again, anew]).toEqual([[], [], []]);
  expect(then).toEqual(['agent missing on n1 since 0', 'agent missing on n2 since 0']);
  expect(at(2 * PATIENCE_MS + 2)).toHaveLength(2);
});

test('a daemon that has come is not told of, nor that it has settled', () => {
  const { cluster, at } = waiting();
  for (const bound of [false, true]) {
    for (const node of ['n1', 'n2']) cluster.daemonPod('agent', { node, bound });
    at(1_000);
  }

  expect(at(1_000 + SETTLING_MS)).toEqual([]);
  expect(at(PATIENCE_MS)).toEqual([]);
});

test('one that settles twice in a row is not told of either', () => {
  const { cluster, at } = waiting();
  const comes = (name: string) => {
    for (const bound of [false, true]) cluster.daemonPod('agent', { node: 'n1', bound, name });
  };
  comes('first');
  at(1_000);

  at(2_000);
  cluster.gone('pods', 'first');
  comes('second');

  expect(at(1_000 + SETTLING_MS)).toEqual([]);
});

test('another daemon of the same node that was given up before does not keep this one quiet', () => {
  const { cluster, at } = waiting();
  at(PATIENCE_MS);

  cluster.daemonSet('other');
  at(PATIENCE_MS);

  expect(at(2 * PATIENCE_MS)).toEqual([
    `other missing on n1 since ${PATIENCE_MS}`,
    `other missing on n2 since ${PATIENCE_MS}`,
  ]);
});

test('who does not listen any more is not told', () => {
  const { at, stop } = waiting();

  stop();

  expect(at(PATIENCE_MS)).toEqual([]);
});
