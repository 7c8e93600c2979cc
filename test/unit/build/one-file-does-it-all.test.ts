/** The single-file build, alone in an empty folder. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { packForKrew } from '../../../build/krew.ts';
import { buildSingle } from '../../../build/single.ts';
import { VERSION } from '../../../src/config/identity.ts';
import { EXAMPLES } from '../check/fixtures.ts';

const run = promisify(execFile);
/** Bundling some megabytes takes seconds, on a busy machine many. */
const LONG_MS = 120_000;

let folder: string;
let file: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daemonward-single-'));
  file = join(folder, 'daemonward.mjs');
  await buildSingle(file);
}, LONG_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('version', { timeout: LONG_MS }, async () => {
  const { stdout } = await run(process.execPath, [file, 'version'], { cwd: folder });

  expect(stdout).toContain(`daemonward ${VERSION} `);
});

test('check', { timeout: LONG_MS }, async () => {
  copyFileSync(join(EXAMPLES, 'three-mistakes.yaml'), join(folder, 'a.yaml'));

  const failed = await run(process.execPath, [file, 'check', '-f', 'a.yaml'], { cwd: folder }).catch(
    (error: unknown) => Object(error),
  );

  expect(failed).toMatchObject({ code: 1, stderr: '' });
  expect(failed.stdout).toContain('DW203');
});

test('explain --example', { timeout: LONG_MS }, async () => {
  const { stdout } = await run(process.execPath, [file, 'explain', 'node', 'general-2', '--example'], {
    cwd: folder,
  });

  expect(stdout).toContain('Node general-2: ready');
});

test('serve --example has the page, the file of its greeting, and reads what is large in threads', {
  timeout: LONG_MS,
}, async () => {
  const child = spawn(process.execPath, [file, 'serve', '--example', '--port', '0', '--ops-port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    out += chunk;
    if (out.includes('Ctrl-C')) break;
  }
  const [, ops = ''] = /(http:\/\/127\.0\.0\.1:\d+) \(ops\)/.exec(out) ?? [];

  const [, review = ''] = /--data-binary @(\S+)/.exec(out) ?? [];

  const ready: unknown = await (await fetch(`${ops}/readyz`)).json();
  const page = await fetch(`${ops}/`);
  const script = /src="(.+?\.js)"/.exec(await page.text())?.[1] ?? '';
  const comment = `# ${'long '.repeat(20)}\n`.repeat(2_000);
  const manifest = comment + readFileSync(join(EXAMPLES, 'node-agent.yaml'), 'utf8');
  const forecast = await fetch(`${ops}/forecast`, { method: 'POST', body: manifest });

  expect(ready).toMatchObject({ ready: true });
  expect(existsSync(review)).toBe(true);
  expect([page.status, (await fetch(new URL(script, `${ops}/`))).status]).toEqual([200, 200]);
  expect(await forecast.json()).toMatchObject({ forecasts: [{ daemonSet: { name: 'node-agent' } }] });
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('as a plugin of kubectl it calls itself so', { timeout: LONG_MS }, async () => {
  const link = join(folder, 'kubectl-daemonward');
  symlinkSync(file, link);

  const { stdout } = await run(process.execPath, [link, '--help'], { cwd: folder });

  expect(stdout).toContain('Usage: kubectl daemonward COMMAND');
});

test('krew: an archive with the program in it, and a manifest with its checksum', {
  timeout: LONG_MS,
}, async () => {
  const uri = 'https://releases.example.com/kubectl-daemonward.tar.gz';

  const { archive, manifest } = packForKrew(uri, folder);
  const again = packForKrew(uri, folder);

  const { stdout } = await run('tar', ['-tzf', archive]);
  const { metadata, spec } = parse(readFileSync(manifest, 'utf8'));
  expect(stdout.trimEnd().split('\n')).toEqual(['daemonward.mjs', 'LICENSE']);
  expect(again).toEqual({ archive, manifest });
  expect(metadata.name).toMatch(/^[\w-]+$/);
  expect(spec.version).toBe(`v${VERSION}`);
  expect(spec.shortDescription.length).toBeLessThanOrEqual(50);
  for (const platform of spec.platforms) {
    expect(platform).toMatchObject({
      uri,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      bin: 'daemonward.mjs',
    });
    expect(Object.keys(platform.selector.matchLabels)).toEqual(['os']);
  }
});
