import { expect, test } from 'vitest';
import { DaemonNews } from '../../../../src/server/events/daemon-news.ts';
import { type EventNote, refusalNote } from '../../../../src/server/events/event-note.ts';
import { daemonSet, reviewOf } from '../../../http/reviews.ts';
import { hooks } from '../../admission/hooks.ts';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { ledgerOver, PATIENCE_MS } from '../../headroom/ledger-over.ts';

function notesOf(review: unknown, path = '/validate/daemonsets') {
  const { ask, events } = hooks();
  ask(path, review);
  return events.map(refusalNote);
}

test('an update that was refused is told on the object', () => {
  const changed = daemonSet({}, { priorityClassName: 'system-node-critical' });
  const old = { ...daemonSet({}, { hostNetwork: true }), metadata: { name: 'agent', uid: 'u-1' } };
  const review = reviewOf({ namespace: 'garden-shop', operation: 'UPDATE', object: changed, oldObject: old });

  expect(notesOf(review)).toEqual([
    {
      about: {
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        namespace: 'garden-shop',
        name: 'agent',
        uid: 'u-1',
      },
      type: 'Warning',
      reason: 'Refused',
      action: 'Update',
      message: expect.stringMatching(/^update refused: DW101 .*"garden"/),
      isKnownToAll: false,
    },
  ]);
});

test('a create that was refused is told under the name that it would have had', () => {
  expect(notesOf(reviewOf({ namespace: 'garden-shop' }))).toMatchObject([
    { about: { namespace: 'garden-shop', name: 'agent', uid: '' }, action: 'Create' },
  ]);
});

test.each([
  ['what passes', reviewOf(), '/validate/daemonsets'],
  ['what is only tried', reviewOf({ namespace: 'garden-shop', dryRun: true }), '/validate/daemonsets'],
])('%s is not told', (_what, review, path) => {
  expect(notesOf(review, path)).toEqual([null]);
});

test('many findings are some, and as long as an event may be', () => {
  const labels = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`key-${index}`, 'x y'.repeat(80)]),
  );
  const object = { ...daemonSet(), spec: { ...daemonSet().spec, selector: { matchLabels: labels } } };

  const [note] = notesOf(reviewOf({ namespace: 'garden-shop', object }));

  expect(Buffer.byteLength(note?.message ?? '')).toBeLessThanOrEqual(1_024);
  expect(note?.message).toMatch(/…$|more$/);
});

function news(cluster: DaemonCluster) {
  const clock = { now: 0 };
  const notes: EventNote[] = [];
  const { ledger } = ledgerOver(cluster, clock);
  const daemonNews = new DaemonNews({
    ledger,
    view: cluster.store,
    now: () => clock.now,
    blindTime: () => 0,
    tell: (note) => void notes.push(note),
  });
  ledger.refresh();
  /** What is told at this time. */
  const at = (now: number) => {
    clock.now = now;
    ledger.refresh();
    notes.length = 0;
    daemonNews.tell();
    return notes.map(({ reason, type, message, about }) => `${type} ${reason} ${about.name}: ${message}`);
  };
  return { at, notes };
}

function clusterOf(nodes: number): DaemonCluster {
  const cluster = new DaemonCluster();
  for (let index = 0; index < nodes; index += 1) cluster.node(`n${index}`);
  cluster.daemonSet('agent');
  return cluster;
}

test('a daemon that has not come after a minute waits, which is told every five minutes', () => {
  const cluster = clusterOf(2);
  const { at } = news(cluster);
  cluster.putTenantPod('web', { node: 'n0', cpu: '3900m' });

  const early = at(59_999);
  const waits = at(60_000);
  const soonAfter = at(120_000);
  const later = at(360_000);

  expect(early).toEqual([]);
  expect(waits).toEqual([
    'Normal WaitingForRoom agent: waits for its pods on 2 nodes: n0, n1 (1 without the room now); others are kept out of ' +
      'that room until 1970-01-01T00:10:00.000Z at the latest',
  ]);
  expect(soonAfter).toEqual([]);
  expect(later).toHaveLength(1);
});

test('87 nodes on which patience has ended are one warning', () => {
  const { at } = news(clusterOf(87));

  const ended = at(PATIENCE_MS);

  expect(ended).toEqual([
    'Warning RoomGivenUp agent: room is not kept any longer on 87 nodes: n0, n1, n2, n3, n4 and 82 more: no pod was bound ' +
      'there within headroom.patience, so that others may take it',
  ]);
  expect(at(PATIENCE_MS + 1_000)).toEqual([]);
});

test('who has come is not told of, and who waits anew is told anew', () => {
  const cluster = clusterOf(1);
  const { at } = news(cluster);
  at(60_000);
  cluster.daemonPod('agent', { node: 'n0' });

  const bound = at(400_000);
  cluster.gone('pods', 'agent-n0-1');
  at(400_001);

  expect(bound).toEqual([]);
  expect(at(460_001)).toHaveLength(1);
});
