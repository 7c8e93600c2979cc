import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { daemonward, temporaryFolder } from './terminal.ts';

test.each([
  [['forecast-me'], 'there is no command "forecast-me"'],
  [['help', 'forecast-me'], 'there is no command "forecast-me"'],
  [['serve', '--confg', 'x'], "serve: Unknown option '--confg'"],
  [['serve', 'x'], "serve: Unexpected argument 'x'"],
  [['serve', '--config'], "serve: Option '--config <value>' argument missing"],
  [['serve', '--config', 'nowhere.yaml'], 'nowhere.yaml: '],
  [['serve', '--snapshot', 'nowhere.yaml'], 'nowhere.yaml'],
  [['serve', '--port', '70000'], '--port must be a whole number from 0 to 65535, found "70000"'],
  [['serve', '--ops-port', '-1'], '--ops-port'],
  [['certs', '--output', 'xml'], 'certs: --output must be text or json, found "xml"'],
  [['certs', '--name', 'not a name'], 'certs: --name "not a name" is no DNS name or IP address'],
  [['version', '--short'], "version: Unknown option '--short'"],
])('%j: one clear line and exit code 2', async (args, message) => {
  const { code, out, err } = await daemonward(...args);

  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
});

test.each([
  [[]],
  [['--help']],
  [['help', 'serve']],
  [['serve', '--help']],
  [['certs', '-h']],
  [['version', '--help']],
])('%j helps and ends with 0', async (args) => {
  const { code, out } = await daemonward(...args);

  expect(code).toBe(0);
  expect(out).toContain('Usage: daemonward');
});

test.each(['version', '--version'])('%s says which', async (word) => {
  const { code, out } = await daemonward(word);

  expect(code).toBe(0);
  expect(out).toMatch(/^daemonward \d+\.\d+\.\d+ \(node 24\.0\.0\)\n$/);
});

test('a port that is taken is named with the setting that chooses it', async () => {
  const config = join(temporaryFolder(), 'daemonward.yaml');
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  writeFileSync(
    config,
    `apiVersion: daemonward.dev/v1alpha1
kind: Configuration
server: {port: 0, tls: {directory: made}}
ops: {port: ${port}}
log: {level: silent}
`,
  );

  const { code, err } = await daemonward('serve', '--example', '--config', config);

  expect(code).toBe(2);
  expect(err).toContain(
    `cannot listen on 127.0.0.1 port ${port}: the port is already in use (ops.address, ops.port)`,
  );
});

test('certs makes them once, privately, and renews all but the CAs', async () => {
  const directory = join(temporaryFolder(), 'made');

  const first = await daemonward(
    'certs',
    '--directory',
    directory,
    '--name',
    'hooks.example',
    '--name',
    'fd00::1',
  );
  const second = await daemonward(
    'certs',
    '--directory',
    directory,
    '--name',
    'hooks.example',
    '--name',
    'fd00::1',
  );
  const renewed = await daemonward('certs', '--directory', directory, '--renew', '-o', 'json');

  expect(first.out).toContain('made CA, leaf, clients CA, scheduler, apiserver, debug: ');
  expect(first.out).toContain('hooks.example');
  expect(second.out).toContain('nothing to do');
  expect(JSON.parse(renewed.out)).toMatchObject({ made: ['leaf', 'scheduler', 'apiserver', 'debug'] });
  for (const key of ['ca', 'tls', 'clients-ca', 'scheduler', 'apiserver', 'debug'].map(
    (name) => `${name}.key`,
  ))
    expect(statSync(join(directory, key)).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test('a CA without its key is not replaced behind the back of those who trust it', async () => {
  const directory = join(temporaryFolder(), 'made');
  await daemonward('certs', '--directory', directory);
  rmSync(join(directory, 'ca.key'));

  const { code, err } = await daemonward('certs', '--directory', directory);

  expect(code).toBe(2);
  expect(err).toContain('ca.key: missing. Put it back');
  expect(existsSync(join(directory, 'ca.key'))).toBe(false);
});

test.each([
  ['tls.crt', 'rubbish', 0, 'made leaf'],
  ['tls.key', 'rubbish', 0, 'made leaf'],
  ['ca.crt', 'rubbish', 2, 'ca.crt: not a certificate in PEM'],
  ['ca.key', 'rubbish', 2, 'ca.key: not a private key in PEM'],
  ['scheduler.crt', 'rubbish', 0, 'made scheduler'],
  ['debug.key', 'rubbish', 0, 'made debug'],
  ['clients-ca.crt', 'rubbish', 2, 'clients-ca.crt: not a certificate in PEM'],
  ['clients-ca.key', 'rubbish', 2, 'clients-ca.key: not a private key in PEM'],
])('%s that holds %s: exit code %d, %s', async (file, content, code, message) => {
  const directory = join(temporaryFolder(), 'made');
  await daemonward('certs', '--directory', directory);
  writeFileSync(join(directory, file), content);

  const finished = await daemonward('certs', '--directory', directory);

  expect(finished.code).toBe(code);
  expect(finished.out + finished.err).toContain(message);
});

test('two that begin on one empty folder at once agree on what they serve', async () => {
  const directory = join(temporaryFolder(), 'made');

  const [one, two] = await Promise.all([
    daemonward('certs', '--directory', directory, '-o', 'json'),
    daemonward('certs', '--directory', directory, '-o', 'json'),
  ]);

  const [first, second] = [one, two].map(({ out }) => JSON.parse(out));
  expect(first.ca.sha256).toBe(second.ca.sha256);
  expect(first.leaf.sha256).toBe(second.leaf.sha256);
  expect([first.made, second.made].toSorted((a, b) => a.length - b.length)).toEqual([
    [],
    ['CA', 'leaf', 'clients CA', 'scheduler', 'apiserver', 'debug'],
  ]);
});

test('a leaf in the place of the CA is not taken for one', async () => {
  const directory = join(temporaryFolder(), 'made');
  await daemonward('certs', '--directory', directory);
  copyFileSync(join(directory, 'tls.crt'), join(directory, 'ca.crt'));
  copyFileSync(join(directory, 'tls.key'), join(directory, 'ca.key'));

  const { code, err } = await daemonward('certs', '--directory', directory);

  expect(code).toBe(2);
  expect(err).toContain('ca.crt: this certificate may not sign others');
});

test('a CA with another kind of key is refused by name', async () => {
  const directory = join(temporaryFolder(), 'made');
  await daemonward('certs', '--directory', directory);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  writeFileSync(join(directory, 'ca.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));

  const { code, err } = await daemonward('certs', '--directory', directory);

  expect(code).toBe(2);
  expect(err).toContain('ca.key: leaves are signed with ECDSA P-256 only');
});

test.each(['serve', 'check', 'render'])('%s names itself when --config is empty', async (command) => {
  const { code, err } = await daemonward(
    command,
    '--config',
    '',
    ...(command === 'check' ? ['-f', '-'] : []),
  );

  expect(code).toBe(2);
  expect(err).toBe(`daemonward: ${command}: --config needs the name of a file\n`);
});

test.each([
  ['a cluster is asked for and nothing says which', 'source: watch', 'no cluster to watch'],
  ['its kubeconfig is not there', 'kubeconfig: nowhere.kubeconfig', 'nowhere.kubeconfig'],
])('serve ends with 3 when %s', async (_case, setting, message) => {
  const config = join(temporaryFolder(), 'daemonward.yaml');
  writeFileSync(
    config,
    `apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\ncluster:\n  ${setting}\nlog:\n  level: silent\n`,
  );

  const { code, out, err } = await daemonward('serve', '--config', config);

  expect(code).toBe(3);
  expect(out).toBe('');
  expect(err).toContain(message);
});
