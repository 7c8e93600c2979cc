import { expect, test } from 'vitest';
import { follow } from './followed.ts';
import { event, list, namespace } from './scripted-api-server.ts';

/** Longer than any scripted answer takes, short enough to wait for. */
const IDLE_MS = 150;

test('lists page by page, then watches from the version of the list', async () => {
  const { asked, names, store, report } = await follow([list(7, ['a', 'b'], 'more'), list(7, ['c'])]);

  expect(names()).toEqual(['a', 'b', 'c']);
  expect(asked.map(String).slice(0, 2)).toEqual(['limit=2', 'limit=2&continue=more']);
  expect(asked[2]?.get('resourceVersion')).toBe('7');
  expect(asked[2]?.get('allowWatchBookmarks')).toBe('true');
  expect(store.freshness('namespaces').resourceVersion).toBe('7');
  expect(report.lines).toEqual(['listed 3, removed 0: start']);
});

test('events and bookmarks change the view and move the version on', async () => {
  const { names, asked, store } = await follow([
    list(7, ['a', 'b']),
    {
      pieces: [
        event('ADDED', namespace('c', 8)),
        event('MODIFIED', namespace('a', 9, { team: 'x' })) + event('DELETED', namespace('b', 10)),
        event('BOOKMARK', { kind: 'Namespace', metadata: { resourceVersion: '25' } }),
      ],
    },
  ]);

  expect(names()).toEqual(['a', 'c']);
  expect(store.within('').namespace('a')?.labels).toEqual({ team: 'x' });
  expect(asked[2]?.get('resourceVersion')).toBe('25');
});

test('a watch cut in the middle of a line goes on from the last whole event', async () => {
  const half = event('ADDED', namespace('lost', 9)).slice(0, 40);
  const { names, asked, report } = await follow([
    list(7, ['a']),
    { pieces: [event('ADDED', namespace('b', 8)), half, 'cut'] },
    { pieces: [event('ADDED', namespace('c', 9))] },
  ]);

  expect(names()).toEqual(['a', 'b', 'c']);
  expect(asked[2]?.get('resourceVersion')).toBe('8');
  expect(report.lines).toContain('watch broken: cut');
});

test('an event that comes in pieces, even of single bytes, is one event', async () => {
  const pieces = [...event('ADDED', namespace('grün', 8))];
  const { names } = await follow([list(7, ['a']), { pieces }]);

  expect(names()).toEqual(['a', 'grün']);
});

test('silence is noticed, and the watch begins again where it was', async () => {
  const { asked, names, report } = await follow(
    [list(7, ['a']), { pieces: [event('ADDED', namespace('b', 8)), 'hang'] }],
    { idleMs: IDLE_MS },
  );

  expect(names()).toEqual(['a', 'b']);
  expect(asked[2]?.get('resourceVersion')).toBe('8');
  expect(report.lines).toContain('watch broken: idle');
});

test('a server that opens every watch and then has nothing to say is asked again as soon each time', async () => {
  const quiet = { pieces: ['hang'] } as const;
  const { clock } = await follow([list(7, ['a']), quiet, quiet, quiet, quiet], { idleMs: 20 });

  expect(new Set(clock.slept).size).toBe(1);
});

test('a server that cuts every watch at once is left alone for longer each time', async () => {
  const cut = { pieces: ['cut'] } as const;
  const { clock } = await follow([list(7, ['a']), cut, cut, cut]);

  expect(clock.slept).toEqual([200, 400, 800]);
});

const goneStatus = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };

test.each([
  ['as an answer', { status: 410, pieces: [JSON.stringify(goneStatus)] }],
  ['as an event', { pieces: [event('ERROR', goneStatus)] }],
])('410 %s: a new list, and what is no longer there is gone', async (_form, gone) => {
  const { names, report } = await follow([list(7, ['a', 'b']), gone, list(20, ['b', 'c'])]);

  expect(names()).toEqual(['b', 'c']);
  expect(report.lines).toEqual([
    'listed 2, removed 0: start',
    'watch broken: gone',
    'listed 2, removed 1: gone',
  ]);
});

test('410 in the middle of a list begins the list again', async () => {
  const { names, asked } = await follow([
    list(7, ['a', 'old'], 'more'),
    { status: 410, pieces: [JSON.stringify(goneStatus)] },
    list(9, ['a', 'b'], 'more'),
    list(9, ['c']),
  ]);

  expect(asked[2]?.get('continue')).toBeNull();
  expect(names()).toEqual(['a', 'b', 'c']);
});

test('a list cut off half way removes nothing and is tried again', async () => {
  const whole = list(8, ['b']).pieces[0] ?? '';
  const { names } = await follow([
    list(7, ['a']),
    { status: 410, pieces: ['{}'] },
    { pieces: [whole.slice(0, 60), 'cut'] },
    { pieces: [whole] },
  ]);

  expect(names()).toEqual(['b']);
});

test('lines that are no events lead to a new list after three tries', async () => {
  const rubbish = { pieces: ['not an event\n'] };
  const { names, report } = await follow([list(7, ['a']), rubbish, rubbish, rubbish, list(9, ['b'])]);

  expect(names()).toEqual(['b']);
  expect(report.lines).toEqual([
    'listed 1, removed 0: start',
    'watch broken: garbled',
    'watch broken: garbled',
    'watch broken: garbled',
    'listed 1, removed 1: fruitless',
  ]);
});

test('a server that is away is asked less and less often, and never listed anew for it', async () => {
  const away = { pieces: ['cut' as const] };
  const { clock, report } = await follow([list(7, ['a']), away, away, away, away, away]);

  expect(clock.slept).toEqual([200, 400, 800, 1600, 3200]);
  expect(report.lines.filter((line) => line.startsWith('listed'))).toHaveLength(1);
});

test('an object that cannot be read leaves the view as it was, and is told', async () => {
  const { names, report, asked } = await follow([
    list(7, ['a']),
    {
      pieces: [
        event('MODIFIED', { metadata: { name: 'a', uid: 'uid-a', resourceVersion: '8', labels: 'x' } }),
      ],
    },
  ]);

  expect(names()).toEqual(['a']);
  expect(report.lines[1]).toMatch(/^unreadable: Namespace a: metadata\.labels: /);
  expect(asked[2]?.get('resourceVersion')).toBe('8');
});

test('an object that cannot be read goes when it is deleted, and stays through a new list', async () => {
  const unreadable = (name: string, version: string) => ({
    metadata: { name, uid: `uid-${name}`, resourceVersion: version, labels: 'x' },
  });
  const relist = {
    pieces: [JSON.stringify({ metadata: { resourceVersion: '20' }, items: [unreadable('b', '20')] })],
  };
  const { names } = await follow([
    list(7, ['a', 'b', 'c']),
    { pieces: [event('DELETED', unreadable('a', '8'))] },
    { status: 410, pieces: ['{}'] },
    relist,
  ]);

  expect(names()).toEqual(['b']);
});

test('it ends when it is told to, also in the middle of silence', async () => {
  const { stop, report } = await follow([list(7, ['a'])]);

  await stop();

  expect(report.lines).toEqual(['listed 1, removed 0: start']);
});
