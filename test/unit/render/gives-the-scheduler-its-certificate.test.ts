/** What a scheduler shows to be known, in what `daemonward render` prints for it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeAuthority, makeClient } from '../../../src/server/tls/authority.ts';
import { daemonward, temporaryFolder } from '../cli/terminal.ts';

let folder = '';
let config = '';
beforeEach(async () => {
  folder = join(temporaryFolder(), 'made');
  await daemonward('certs', '--directory', folder);
  config = configuration(`server: {tls: {directory: ${folder}}}\n`);
});

function write(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

function configuration(rest: string): string {
  return write('daemonward.yaml', `apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n${rest}`);
}

function render(...args: readonly string[]) {
  return daemonward('render', '--config', config, '--url', 'https://localhost:8443', ...args);
}

function base64Of(file: string): string {
  return Buffer.from(readFileSync(join(folder, file))).toString('base64');
}

const KEY_NOTE =
  "note: this holds the scheduler's private key; keep it in a file of mode 0600 or in a Secret, or print paths with --client-by-file\n";

test.each([
  [['--scheduler']],
  [['--scheduler', '--profile', 'full']],
  [['--scheduler', '--profile', 'guard']],
  [['--scheduler', '--arktos']],
  [['--second-scheduler', 'default-too']],
])('%j: certificate and key are in it, and both places say so', async (args) => {
  const { code, out, err } = await render(...args);

  expect(code).toBe(0);
  expect(parse(out).extenders[0].tlsConfig).toEqual({
    serverName: 'localhost',
    certData: base64Of('scheduler.crt'),
    keyData: base64Of('scheduler.key'),
    caData: base64Of('ca.crt'),
  });
  expect(out.split('\n')[1]).toContain("It holds the scheduler's private key");
  expect(err).toContain(KEY_NOTE);
});

test.each([[[]], [['--output', 'json']], [['--arktos']]])(
  '%j: what is for kubectl holds no key, not even in a comment',
  async (args) => {
    const { out, err } = await render(...args);

    expect(out).not.toMatch(/keyData|certData|PRIVATE/);
    expect(out).not.toContain(base64Of('scheduler.key'));
    expect(err).toBe('');
  },
);

test('paths are printed instead, those of kubeadm or any other', async () => {
  const usual = await render('--scheduler', '--client-by-file');
  const given = await render(
    '--scheduler',
    '--client-by-file',
    '--client-cert',
    '/run/a.crt',
    '--client-key',
    '/run/a.key',
  );

  expect([usual, given].map(({ out }) => parse(out).extenders[0].tlsConfig)).toMatchObject([
    {
      certFile: '/etc/kubernetes/daemonward/scheduler.crt',
      keyFile: '/etc/kubernetes/daemonward/scheduler.key',
    },
    { certFile: '/run/a.crt', keyFile: '/run/a.key' },
  ]);
  for (const { out, err } of [usual, given]) {
    expect(out).not.toContain('keyData');
    expect(err).toBe('');
  }
});

test('a certificate of one’s own is taken; one with a name that is not let in is said', async () => {
  const authority = await makeAuthority(new Date());
  const made = await makeClient(authority, 'somebody', new Date());
  const flags = ['--client-cert', write('a.crt', made.cert), '--client-key', write('a.key', made.key)];

  const { code, out, err } = await render('--scheduler', ...flags);

  expect(code).toBe(0);
  expect(parse(out).extenders[0].tlsConfig.keyData).toBe(Buffer.from(made.key).toString('base64'));
  expect(err).toContain('none of the names in server.clients.scheduler.names');
});

test('it can be left out, and then it is said that the calls will be refused', async () => {
  const { code, out, err } = await render('--scheduler', '--client-cert', 'none');

  expect(code).toBe(0);
  expect(out).not.toMatch(/certData|certFile/);
  expect(err).toBe(
    'note: there is no client certificate in it; with server.clients.scheduler.mode enforce its calls are refused\n',
  );
});

test('where everybody may call there is none, and nothing to say', async () => {
  config = configuration(`server: {tls: {directory: ${folder}}, clients: {scheduler: {mode: 'off'}}}\n`);

  const block = await render('--scheduler');
  const registrations = await render();

  expect(`${block.out}${registrations.out}`).not.toMatch(/certData|certFile/);
  expect(block.err).toBe('');
});

test('an existing folder without one, and files of one’s own: how to get one', async () => {
  const [empty, own] = [
    configuration(`server: {tls: {directory: ${temporaryFolder()}}}\n`),
    configuration('server: {tls: {certFile: a, keyFile: b}}\n'),
  ];

  const answers = [
    await daemonward('render', '--ca', 'none', '--config', empty, '--scheduler'),
    await daemonward('render', '--ca', 'none', '--config', own, '--scheduler'),
  ];

  expect(answers.map(({ code }) => code)).toEqual([2, 2]);
  for (const { err } of answers) expect(err).toContain('give --client-cert and --client-key');
  expect(answers[0]?.err).toContain('make one with daemonward certs');
});

test.each([
  [['--client-cert', 'a.crt'], '--client-cert and --client-key go together'],
  [['--client-key', 'a.key'], '--client-cert and --client-key go together'],
  [['--client-cert', 'none', '--client-key', 'a.key'], '--client-cert and --client-key go together'],
  [['--client-cert', 'nowhere.crt', '--client-key', 'nowhere.key'], 'nowhere.crt: cannot be read (ENOENT)'],
])('%j: one clear line and exit code 2', async (args, message) => {
  const { code, out, err } = await render('--scheduler', ...args);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
});

test('a key that belongs to another certificate, and one that has ended, are not printed', async () => {
  const authority = await makeAuthority(new Date(0));
  const [one, other] = [
    await makeClient(authority, 'daemonward-scheduler', new Date(0)),
    await makeClient(authority, 'daemonward-scheduler', new Date(0)),
  ];
  const [cert, key, wrong] = [write('a.crt', one.cert), write('a.key', one.key), write('b.key', other.key)];

  const answers = [
    await render('--scheduler', '--client-cert', cert, '--client-key', wrong),
    await render('--scheduler', '--client-cert', cert, '--client-key', key),
  ];

  expect(answers.map(({ code, out }) => ({ code, out }))).toEqual([
    { code: 2, out: '' },
    { code: 2, out: '' },
  ]);
  expect(answers[0]?.err).toContain('does not belong to the certificate');
  expect(answers[1]?.err).toContain('ended at 1971-01-01');
});
