/** The code keeps to the picture of the architecture, and an import that does not is found. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importGraph, inCircles } from './import-circles.ts';
import { sourcesIn, violationsIn } from './import-direction.ts';

const sources = sourcesIn(fileURLToPath(new URL('../../../src', import.meta.url)));
const graph = importGraph(sources);

test('no module imports against the direction of the design', () => {
  const violations = violationsIn(sources);

  expect(sources.length).toBeGreaterThan(50);
  expect(violations).toEqual([]);
});

test('no file imports itself by way of others', () => {
  expect(graph.get('main.ts')).toContain('cli/run.ts');
  expect(inCircles(graph)).toEqual([]);
});

test('a circle is found, and those that only lead to it or from it are not in it', () => {
  const circle = importGraph([
    { path: 'cli/before.ts', text: "import './a.ts'" },
    { path: 'cli/a.ts', text: "import type { B } from './inner/b.ts'" },
    { path: 'cli/inner/b.ts', text: "await import('../c.ts')" },
    { path: 'cli/c.ts', text: "export * from './a.ts'; import './after.ts'" },
    { path: 'cli/after.ts', text: '' },
  ]);

  expect(inCircles(circle)).toEqual(['cli/a.ts', 'cli/inner/b.ts', 'cli/c.ts']);
});

test.each([
  ['kube/labels.ts', "import { x } from '../cluster/view.ts';", 'imports cluster/view.ts'],
  ['cluster/store.ts', "import type { X } from '../daemons/pin.ts';", 'imports daemons/pin.ts'],
  ['daemons/pin.ts', "export { x } from '../policy/reasons.ts';", 'imports policy/reasons.ts'],
  ['scheduler/filter.ts', "import { x } from '../admission/review.ts';", 'imports admission/review.ts'],
  ['admission/x.ts', "import '../scheduler/wire.ts'", 'imports scheduler/wire.ts'],
  ['admission/review.ts', "const x = await import('../server/app.ts');", 'imports server/app.ts'],
  ['daemons/pin.ts', "import { x } from '../../test/y.ts';", 'imports ../test/y.ts'],
  ['json/x.ts', "import '../kube/labels.ts'", 'imports kube/labels.ts'],
  ['config/x.ts', "import '../cluster/view.ts'", 'imports cluster/view.ts'],
  ['tenancy/x.ts', "import '../daemons/pin.ts'", 'imports daemons/pin.ts'],
  ['main.ts', "import './server/app.ts'", 'imports server/app.ts'],
  ['cli/x.ts', "import '../main.ts'", 'imports main.ts'],
  ['explain/x.ts', "import '../scheduler/wire/fields.ts'", 'imports scheduler/wire/fields.ts'],
  ['explain/x.ts', "import '../render/render.ts'", 'imports render/render.ts'],
  ['scheduler/filter/x.ts', "import '../wire/fields.ts'", 'imports scheduler/wire/fields.ts'],
  ['scheduler/x.ts', "import '../explain/forecast/forecast.ts'", 'imports explain/forecast/forecast.ts'],
  ['explain/x.ts', "import '../scheduler/wire/fields.ts'", 'imports scheduler/wire/fields.ts'],
  ['explain/x.ts', "import '../admission/review.ts'", 'imports admission/review.ts'],
  ['scheduler/account/x.ts', "import type { X } from '../names/json.ts'", 'imports scheduler/names/json.ts'],
])('the direction: %s with %s', (path, text, violation) => {
  expect(violationsIn([{ path, text }])).toEqual([`${path} ${violation}`]);
});

test.each([
  'import "../cluster/view.ts";',
  "import {\n  x,\n  type Y,\n} from\n  '../cluster/view.ts';",
  "import x, * as y from '../cluster/view.ts';",
  "import x = require('../cluster/view.ts');",
  "export * as x from '../cluster/view.ts';",
  "export type { X } from '../cluster/view.ts';",
  "await import(/* why */ '../cluster/view.ts', { with: {} });",
  "type T = import('../cluster/view.ts').ClusterView;",
  "new URL('../cluster/view.ts', import.meta.url)",
])('an import in any form: %s', (text) => {
  expect(violationsIn([{ path: 'kube/x.ts', text }])).toEqual(['kube/x.ts imports cluster/view.ts']);
});

test.each([
  ['kube/x.ts', "await import('../cluster' + '/view.ts');", 'imports what only the running program knows'],
  ['kube/x.ts', `await import(\`../\${folder}/view.ts\`);`, 'imports what only the running program knows'],
  ['server/x.ts', 'require(name)', 'loads a module by a call'],
  ['server/x.ts', 'const r = createRequire(here);', 'loads a module by a call'],
  ['server/x.ts', "import { register } from 'node:module';", 'imports node:module'],
  ['kube/x.ts', "import x from 'daemonward/cluster';", 'imports daemonward/cluster'],
  ['server/x.ts', "import x from '#cluster/view';", 'imports #cluster/view'],
  ['server/x.ts', "import x from '/src/cluster/view.ts';", 'imports /src/cluster/view.ts'],
  ['kube/x.ts', "import fs from 'node:fs';", 'imports node:fs'],
  ['kube/x.ts', "import fs from 'fs';", 'imports fs'],
  ['kube/labels.ts', "import { Ajv } from 'ajv';", 'imports ajv'],
  ['tenancy/x.ts', "import { isDeepStrictEqual } from 'node:util';", 'imports node:util'],
  ['policy/x.ts', "import Fastify from 'fastify';", 'imports fastify'],
  ['json/x.ts', "import { z } from 'zod';", 'imports zod'],
  ['headroom/x.ts', "import timers from 'node:timers/promises';", 'imports node:timers/promises'],
  ['server/x.ts', "import https from 'node:https';", 'imports node:https'],
  ['cluster/watch/watch.ts', "import https from 'node:https';", 'imports node:https'],
  ['server/x.ts', "import { request } from 'node:http';", 'imports node:http'],
  ['server/x.ts', "import { Agent } from 'undici';", 'imports undici'],
  ['cli/x.ts', "await import('@kubernetes/client-node');", 'imports @kubernetes/client-node'],
  ['server/x.ts', "import p from 'process';", 'imports process'],
  ['server/x.ts', 'import { exit } from "node:process";', 'imports node:process'],
])('modules from outside: %s with %s', (path, text, violation) => {
  expect(violationsIn([{ path, text }])).toEqual([`${path} ${violation}`]);
});

test.each([
  ['touches process', 'const home = process.env.HOME;'],
  ['touches process', 'globalThis["process"]["env"]'],
  ['touches process', `const text = \`the \${process.pid}\`;`],
  ['listens', 'app.listen({ port: 1 });'],
  ['listens', 'app?.listen({})'],
  ['listens', "app['listen']({ port: 1 })"],
  ['listens', 'const { listen } = app; listen()'],
  ['listens', 'const { close, listen: open } = app;'],
  ['calls out', "fetch('http://x')"],
  ['calls out', 'globalThis.fetch(apiServer)'],
  ['calls out', 'new WebSocket(apiServer)'],
])('%s: %s', (what, text) => {
  expect(violationsIn([{ path: 'server/x.ts', text }])).toEqual([`server/x.ts ${what}`]);
});

test.each(['Date.now()', 'new Date()', 'setTimeout(f, 1)', 'performance.now()'])(
  'the pure core does not know the time: %s',
  (text) => {
    expect(violationsIn([{ path: 'headroom/x.ts', text }])).toEqual(['headroom/x.ts looks at the clock']);
    expect(violationsIn([{ path: 'server/x.ts', text }])).toEqual([]);
  },
);

test.each([
  ['extras/new.ts', 'extras/new.ts: src/extras is not in the picture of the architecture'],
  ['server/x.tsx', 'server/x.tsx is not a .ts file'],
  ['server/x.mts', 'server/x.mts is not a .ts file'],
])('%s has no place', (path, violation) => {
  expect(violationsIn([{ path, text: '' }])).toEqual([violation]);
});

test.each([
  ['a comment', 'kube/x.ts', "// process.exit()\n/* import '../cluster/view.ts'; app.listen() */"],
  ['a text', 'server/x.ts', 'const a = "the process is ending"; const b = `process`; f(\'listen\');'],
  ['a regular expression', 'server/x.ts', 'const a = /process|listen/;'],
  ['a longer word', 'server/x.ts', 'processTimers(reprocess, prefetch, listener);'],
  [
    'a function called listen',
    'server/x.ts',
    "import { listen } from './listen.ts';\nawait listen(app, {});",
  ],
  ['a date that is given', 'policy/x.ts', 'new Date(text) < now'],
  ['a type', 'server/http/x.ts', "import type { Server } from 'node:https';"],
  ['a decision that asks another', 'scheduler/filter/x.ts', "import '../account/room.ts'"],
  ['a schema', 'kube/object-schema.ts', "import { Ajv } from 'ajv';"],
  ['bytes', 'json/parse.ts', "import { Buffer } from 'node:buffer';"],
  ['the API server', 'cluster/api/connection.ts', "import https from 'node:https';"],
  ['the process itself', 'main.ts', "import process from 'node:process'; process.exit();"],
])('%s is no violation', (_name, path, text) => {
  expect(violationsIn([{ path, text }])).toEqual([]);
});
