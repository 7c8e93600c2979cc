/** A running service follows its file, and stays on the last good content when the new one is bad. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemText } from '../../../src/config/diagnose/problem.ts';
import { loadConfiguration } from '../../../src/config/load.ts';
import { type ConfigurationWatch, type Reloaded, watchConfiguration } from '../../../src/config/reload.ts';
import { HandTimers } from './hand-timers.ts';

const HEAD = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';
const INFO = `${HEAD}log: {level: info}\n`;
const DEBUG = `${HEAD}log: {level: debug}\n`;
const BAD = `${HEAD}log: {level: loud}\n`;

let folder = '';
let path = '';
let timers = new HandTimers();
let events: string[] = [];
let reloads: Reloaded[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daemonward-reload-'));
  path = join(folder, 'daemonward.yaml');
  timers = new HandTimers();
  events = [];
  reloads = [];
  writeFileSync(path, INFO);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function start(): ConfigurationWatch {
  const started = loadConfiguration(path);
  if (!started.ok) {
    throw new Error('the first content is bad');
  }
  return watchConfiguration({
    path,
    started,
    timers,
    onGood(reloaded) {
      reloads.push(reloaded);
      events.push(`good ${reloaded.configuration.log.level}`);
    },
    onBad: (problems) => events.push(...problems.map((problem) => `bad ${problemText(problem)}`)),
  });
}

/** Long enough for the watch to notice a change and to see it settle. */
function letItLook(): void {
  for (let looks = 0; looks < 4; looks++) {
    timers.runNext();
  }
}

test('a good new content is taken up, and says what changed', () => {
  const watch = start();

  writeFileSync(path, `${DEBUG}server: {port: 9443}\n`);
  letItLook();

  expect(watch.current().log.level).toBe('debug');
  expect(watch.generation()).toBe(2);
  expect(reloads).toMatchObject([
    { changed: ['server.port', 'log.level'], needRestart: ['server.port'], recovered: false, generation: 2 },
  ]);
});

test('a changed exemption is named by its place, and one that came or went as a whole', () => {
  const first = '  - {rule: DW101, namespace: a, reason: b, expires: 2130-01-01}\n';
  const second = '  - {rule: DW301, namespace: c, reason: d, expires: 2130-01-01}\n';
  const [one, two] = [`${INFO}exemptions:\n${first}`, `${INFO}exemptions:\n${first}${second}`];
  start();

  for (const content of [one, two, two.replace('d, expires: 2130', 'd, expires: 2131'), one, INFO]) {
    writeFileSync(path, content);
    letItLook();
  }

  expect(reloads.map(({ changed }) => changed)).toEqual([
    ['exemptions[0]'],
    ['exemptions[1]'],
    ['exemptions[1].expires'],
    ['exemptions[1]'],
    ['exemptions[0]'],
  ]);
  expect(reloads.flatMap(({ needRestart }) => needRestart)).toEqual([]);
});

test('rules, tenancy and daemons change at once', () => {
  const watch = start();

  writeFileSync(
    path,
    `${INFO}rules: {DW301: enforce}\ntenancy: {unknown: system}\ndaemons: {defaultPriorityClass: high}\n`,
  );
  letItLook();

  expect(reloads).toMatchObject([
    { changed: ['tenancy.unknown', 'rules.DW301', 'daemons.defaultPriorityClass'], needRestart: [] },
  ]);
  expect(watch.current().rules.DW301).toBe('enforce');
});

test('a flavor that waits for a restart does not change defaults before', () => {
  const watch = start();

  writeFileSync(path, `${INFO}cluster: {flavor: arktos}\n`);
  letItLook();

  expect(reloads).toMatchObject([{ changed: ['cluster.flavor'], needRestart: ['cluster.flavor'] }]);
  expect(watch.current().rules.DW102).toBe('off');
});

test('what waits for a restart is told until it is taken back', () => {
  start();

  for (const content of [`${INFO}server: {port: 9443}\n`, `${DEBUG}server: {port: 9443}\n`, DEBUG]) {
    writeFileSync(path, content);
    letItLook();
  }

  expect(reloads.map(({ changed, needRestart }) => ({ changed, needRestart }))).toEqual([
    { changed: ['server.port'], needRestart: ['server.port'] },
    { changed: ['log.level'], needRestart: ['server.port'] },
    { changed: ['server.port'], needRestart: [] },
  ]);
});

test('a bad new content keeps the last good one and is reported once', () => {
  const watch = start();

  writeFileSync(path, BAD);
  letItLook();
  letItLook();

  expect(events).toEqual([
    `bad ${path}:3:14: log.level: must be one of fatal, error, warn, info, debug, trace, silent, found "loud"`,
  ]);
  expect(watch.current().log.level).toBe('info');
  expect(watch.lastError()).toHaveLength(1);
  expect(watch.generation()).toBe(1);
});

test('recovery is reported, also to the content from before', () => {
  const watch = start();

  for (const content of [BAD, INFO]) {
    writeFileSync(path, content);
    letItLook();
  }

  expect(events.at(-1)).toBe('good info');
  expect(reloads).toMatchObject([{ recovered: true, changed: [], needRestart: [] }]);
  expect(watch.lastError()).toBeUndefined();
});

test('a file that goes away keeps the last good content', () => {
  const watch = start();

  rmSync(path);
  letItLook();
  letItLook();

  expect(events).toEqual([`bad ${path}: does not exist`]);
  expect(watch.current().log.level).toBe('info');
});

test('a touched file is no change', () => {
  start();

  utimesSync(path, new Date(), new Date());
  letItLook();

  expect(events).toEqual([]);
});

test('a change between the start and the first look is not missed', () => {
  const started = loadConfiguration(path);
  writeFileSync(path, DEBUG);

  if (started.ok) {
    watchConfiguration({ path, started, timers, onGood: () => events.push('good'), onBad: () => {} });
  }
  letItLook();

  expect(events).toEqual(['good']);
});

test('an editor that replaces the file is followed', () => {
  start();

  writeFileSync(`${path}.new`, DEBUG);
  renameSync(`${path}.new`, path);
  letItLook();

  expect(events).toEqual(['good debug']);
});

test('a ConfigMap whose data link is swapped is followed', () => {
  // As the kubelet lays it out: file → ..data/file, ..data → a folder with a time stamp.
  for (const [version, content] of Object.entries({ '..one': INFO, '..two': DEBUG })) {
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, 'daemonward.yaml'), content);
  }
  rmSync(path);
  symlinkSync('..one', join(folder, '..data'));
  symlinkSync(join('..data', 'daemonward.yaml'), path);
  start();

  symlinkSync('..two', join(folder, '..data_tmp'));
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
  letItLook();

  expect(events).toEqual(['good debug']);
});

test('a half-written file is not judged before it has settled', () => {
  start();

  writeFileSync(path, BAD);
  timers.runNext();
  writeFileSync(path, DEBUG);
  letItLook();

  expect(events).toEqual(['good debug']);
});

test('a listener that throws does not end the watch', () => {
  const started = loadConfiguration(path);
  let calls = 0;
  if (started.ok) {
    watchConfiguration({
      path,
      started,
      timers,
      onGood() {
        calls++;
        throw new Error('listener');
      },
      onBad: () => {},
    });
  }
  writeFileSync(path, DEBUG);
  timers.runNext();

  expect(() => timers.runNext()).toThrow('listener');

  writeFileSync(path, `${DEBUG}# again\n`);
  timers.runNext();
  expect(() => timers.runNext()).toThrow('listener');
  expect(calls).toBe(2);
});

test('after stop nothing is looked at any more', () => {
  const watch = start();

  watch.stop();

  expect(timers.waiting()).toBe(0);
});

test('a pipe is read once and never again', () => {
  const started = loadConfiguration(path);

  if (started.ok) {
    watchConfiguration({ path: '/dev/null', started, timers, onGood: () => {}, onBad: () => {} });
  }

  expect(timers.waiting()).toBe(0);
});

test('a file that becomes a pipe is bad until it is a file again, and is never waited for', () => {
  const watch = start();

  rmSync(path);
  spawnSync('mkfifo', [path]);
  letItLook();
  const whilePipe = watch.current().log.level;
  rmSync(path);
  writeFileSync(path, DEBUG);
  letItLook();

  expect(whilePipe).toBe('info');
  expect(events).toEqual([
    `bad ${path}: is a pipe or a device, and only a file can be read again`,
    'good debug',
  ]);
});

test('a changed file is looked at again soon, and an unchanged one at leisure', () => {
  const started = loadConfiguration(path);
  if (started.ok) {
    const delays = { pollMs: 70, settleMs: 7 };
    watchConfiguration({ path, started, timers, ...delays, onGood: () => {}, onBad: () => {} });
  }

  timers.runNext();
  writeFileSync(path, DEBUG);
  timers.runNext();
  timers.runNext();

  expect(timers.delays).toEqual([70, 70, 7, 70]);
});
