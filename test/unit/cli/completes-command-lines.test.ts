import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allCommands } from '../../../src/cli/run.ts';
import { calledAs } from '../../../src/cli/terminal/called-as.ts';
import { daemonward, temporaryFolder } from './terminal.ts';

async function complete(...line: readonly string[]): Promise<string[]> {
  const { code, out } = await daemonward('__complete', ...line);
  expect(code).toBe(0);
  return out.trimEnd().split('\n');
}

test.each([
  [['ch'], ['check\tchecks manifests by the rules of the webhook, without a cluster', ':4']],
  [
    ['help', 'vers'],
    ['version\tprints which Daemonward this is', ':4'],
  ],
  [
    ['check', '--str'],
    ['--strict\twarnings fail as well', ':4'],
  ],
  [
    ['check', '--output', ''],
    ['text', 'json', 'sarif', 'junit', ':4'],
  ],
  [
    ['check', '-o', 's'],
    ['sarif', ':4'],
  ],
  [
    ['check', '--output=j'],
    ['--output=json', '--output=junit', ':4'],
  ],
  [['check', '-f', ''], [':0']],
  [['apply', '--context', ''], [':4']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish', ':4'],
  ],
  [['nonsense', ''], [':4']],
  [
    ['explain', '-n', 'kube-system', 'd'],
    ['daemonset', ':4'],
  ],
  [
    ['-n', 'kube-system', 'vers'],
    ['version\tprints which Daemonward this is', ':4'],
  ],
  [
    ['--context', 'prod', 'check', '-o', 'sa'],
    ['sarif', ':4'],
  ],
  [['--context', 'pro'], [':4']],
])('%j: %j', async (line, expected) => {
  expect(await complete(...line)).toEqual(expected);
});

test('a flag that is given is not offered again, unless it may be given several times', async () => {
  const offered = (await complete('check', '--strict', '-f', 'a', '--filename', 'b', '--')).join('\n');

  expect(offered).not.toContain('--strict');
  expect(offered).toContain('--filename');
});

test('every command and every flag is offered', async () => {
  for (const { name, options } of await allCommands()) {
    const words = (await complete(name, '--')).map((line) => line.split('\t')[0]);
    expect(words).toEqual([...Object.keys(options).map((flag) => `--${flag}`), '--color', '--help', ':4']);
  }
});

test('every command has examples, which name it', async () => {
  for (const { name, examples = [] } of await allCommands()) {
    expect(examples.length, name).toBeGreaterThan(0);
    for (const [line] of examples) expect(line).toContain(`daemonward ${name}`);
  }
});

test.each(['bash', 'zsh', 'fish'])('the script for %s is one that it can read', async (shell) => {
  const { code, out } = await daemonward('completion', shell);

  expect(code).toBe(0);
  expect(out).toContain('daemonward __complete');
  const path = ['/bin', '/usr/bin'].map((folder) => `${folder}/${shell}`).find(existsSync);
  if (path === undefined) return;
  const file = join(temporaryFolder(), shell);
  writeFileSync(file, out);
  execFileSync(path, ['-n', file]);
});

/** What bash would offer for these words, of a program that the test stands in for. */
function offeredByBash(script: string, offer: string, ...words: readonly string[]): string[] {
  const lines = [
    `daemonward() { printf '%s|' "$@" >&2; printf '%s\\n' ${offer}; }`,
    script,
    `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _daemonward; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ];
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'my file.yaml'), '');
  const out = execFileSync('bash', ['-c', lines.join('\n'), 'bash', 'daemonward', ...words], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return out.trimEnd().split('\n');
}

test('bash completes a value behind =, and a file with a space in its name', async () => {
  const { out } = await daemonward('completion', 'bash');

  expect(offeredByBash(out, '"$3:$4" :4', 'check', '--output', '=', 'js')).toEqual(['--output:js']);
  expect(offeredByBash(out, '"$3:$4" :4', 'check', '--output', '=')).toEqual(['--output:']);
  expect(offeredByBash(out, ':0', 'check', '-f', 'my')).toEqual(['my file.yaml']);
});

test('another shell is wrong use', async () => {
  const { code, err } = await daemonward('completion', 'csh');

  expect(code).toBe(2);
  expect(err).toContain('one of bash, zsh, fish, found "csh"');
});

test.each([
  ['/usr/bin/daemonward', ['check'], 'daemonward', ['check']],
  ['/x/kubectl-daemonward', ['check'], 'kubectl daemonward', ['check']],
  ['/x/kubectl_complete-daemonward', ['ch'], 'kubectl daemonward', ['__complete', 'ch']],
  [
    '/x/dist/main.js',
    ['--context', 'a', 'apply', '-o', 'json'],
    'daemonward',
    ['apply', '--context', 'a', '-o', 'json'],
  ],
  [
    '/x/kubectl-daemonward',
    ['-n', 'a', '--context=b', 'apply'],
    'kubectl daemonward',
    ['apply', '-n', 'a', '--context=b'],
  ],
  ['/x/daemonward', ['--help'], 'daemonward', ['--help']],
  ['/x/daemonward', ['--context', 'a'], 'daemonward', ['--context', 'a']],
])('%s %j', (file, argv, program, expected) => {
  expect(calledAs(file, argv)).toEqual({ program, argv: expected });
});
