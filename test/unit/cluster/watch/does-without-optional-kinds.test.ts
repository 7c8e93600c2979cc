/** A kind that the cluster does not have, or does not let us read, keeps nobody waiting. */
import { expect, test } from 'vitest';
import { clusterProblem } from '../../../../src/cluster/staleness.ts';
import { follow } from './followed.ts';
import { event, list, namespace, type Scripted } from './scripted-api-server.ts';

function refusal(status: number, message: string): Scripted {
  return { status, pieces: [JSON.stringify({ kind: 'Status', code: status, message })] };
}

const FORBIDDEN = refusal(403, 'may not list');
const NOT_FOUND = refusal(404, 'no such kind');

test.each([
  ['does not show', FORBIDDEN, '403: may not list'],
  ['does not have', NOT_FOUND, '404: no such kind'],
])(
  'an optional kind that the API server %s counts as empty, and is told once',
  async (_what, answer, words) => {
    const { store, names, report, clock } = await follow([answer, answer, answer], { optional: true });

    expect(names()).toEqual([]);
    expect(store.synced).toBe(true);
    expect(store.freshness('namespaces')).toEqual({
      resourceVersion: '',
      heardAt: undefined,
      withheld: `the API server answered ${words}`,
    });
    expect(report.lines).toEqual([`withheld: the API server answered ${words}`]);
    expect(clock.slept).toEqual([200, 400, 800]);
  },
);

test('it is asked for again, at last every five minutes, and taken as soon as it is there', async () => {
  const refusals = Array.from({ length: 14 }, () => FORBIDDEN);
  const { names, store, report, clock } = await follow([...refusals, list(7, ['a'])], { optional: true });

  expect(names()).toEqual(['a']);
  expect(store.freshness('namespaces').withheld).toBeUndefined();
  expect(store.freshness('namespaces').heardAt).toBeDefined();
  expect(Math.max(...clock.slept)).toBe(300_000);
  expect(report.lines.slice(1)).toEqual(['listed 1, removed 0: start']);
});

test('when it is taken away later, what was known stays, and news is taken up when it comes back', async () => {
  const { names, report, asked } = await follow(
    [list(7, ['a']), FORBIDDEN, { pieces: [event('ADDED', namespace('b', 8)), 'cut'] }, FORBIDDEN],
    { optional: true },
  );

  expect(names()).toEqual(['a', 'b']);
  expect(asked[2]?.get('resourceVersion')).toBe('7');
  expect(report.lines.filter((line) => line.startsWith('withheld'))).toHaveLength(2);
});

test('what is withheld does not make the view old', async () => {
  const { store } = await follow([list(7, ['a'])]);
  const heardAt = store.freshness('namespaces').heardAt ?? Number.NaN;
  const later = heardAt + 100_000;
  const before = clusterProblem(store, later, 60);

  store.markWithheld('namespaces', 'no longer');

  expect(before).toBe('no news of namespaces for 100 s');
  expect(clusterProblem(store, later, 60)).toBeNull();
});

test('an API server in trouble is waited for, also for an optional kind', async () => {
  const { store, report } = await follow([refusal(500, 'etcd is away'), { pieces: ['cut'] }], {
    optional: true,
  });

  expect(store.synced).toBe(false);
  expect(report.lines).toEqual(['list broken: refused', 'list broken: cut']);
});

test('a kind that decisions need is waited for, whatever the API server says', async () => {
  const { store, report } = await follow([FORBIDDEN, NOT_FOUND]);

  expect(store.synced).toBe(false);
  expect(report.lines).toEqual(['list broken: refused', 'list broken: refused']);
});
