import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { makeAuthority, makeLeaf } from '../../../src/server/tls/authority.ts';
import { daemonward, temporaryFolder } from '../cli/terminal.ts';

const NOTHING_YET = new Date('2030-01-01T00:00:00Z');

interface Rendered {
  readonly kind: string;
  readonly webhooks?: readonly { readonly clientConfig: { readonly caBundle: string } }[];
}

function documentsIn(text: string, version: '1.1' | '1.2' = '1.2'): Rendered[] {
  return parseAllDocuments(text, { version })
    .map((document) => document.toJS())
    .filter((content) => content !== null);
}

function bundlesIn(text: string): string[] {
  const bundles = documentsIn(text).flatMap(({ webhooks = [] }) =>
    webhooks.map(({ clientConfig }) => Buffer.from(clientConfig.caBundle, 'base64').toString()),
  );
  return [...new Set(bundles)];
}

function write(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

function configuration(rest: string): string {
  return write('daemonward.yaml', `apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n${rest}`);
}

/** File → the flags that make it, as webhooks/README.md says. */
const FILES = [
  ['kubernetes.yaml', ''],
  ['scheduler.yaml', ' --client-by-file --scheduler'],
  ['scheduler-full.yaml', ' --client-by-file --scheduler --profile full'],
  ['scheduler-guard.yaml', ' --client-by-file --scheduler --profile guard'],
  ['second-scheduler.yaml', ' --client-by-file --second-scheduler daemonward-scheduler'],
  ['arktos.yaml', ' --arktos'],
  ['arktos-scheduler.yaml', ' --client-by-file --arktos --scheduler'],
] as const;

const WEBHOOKS = fileURLToPath(new URL('../../../webhooks/', import.meta.url));

test.each(FILES)('webhooks/%s is what is printed for the default configuration', async (file, flags) => {
  const args = `render --ca none${flags}`.split(' ');

  const { code, out } = await daemonward(...args);

  expect(code).toBe(0);
  expect(out).toBe(readFileSync(join(WEBHOOKS, file), 'utf8'));
});

test('webhooks/ has these files and no other, and its page names each with its flags', () => {
  const page = readFileSync(join(WEBHOOKS, 'README.md'), 'utf8');

  const rows = [...page.matchAll(/^\| \[(.+)\]\(\1\) \| `([^`]+)` \|/gm)].map(([, file, command]) => [
    file,
    command,
  ]);

  expect(rows).toEqual(FILES.map(([file, flags]) => [file, `daemonward render --ca none${flags}`]));
  expect(readdirSync(WEBHOOKS).sort()).toEqual([...FILES.map(([file]) => file), 'README.md'].sort());
});

test('YAML and JSON have the same objects, the policies first', async () => {
  const yaml = await daemonward('render', '--ca', 'none');
  const json = await daemonward('render', '--ca', 'none', '--output', 'json');

  const documents = documentsIn(yaml.out);
  // DW101, DW103, DW104, DW105 for pods and for bindings, and DW601.
  const policies = Array.from({ length: 6 }, () => ['Policy', 'PolicyBinding']).flat();
  expect(documents.map(({ kind }) => kind.replace('ValidatingAdmission', ''))).toEqual([
    ...policies,
    'MutatingWebhookConfiguration',
    'ValidatingWebhookConfiguration',
  ]);
  expect(JSON.parse(json.out)).toEqual({ apiVersion: 'v1', kind: 'List', items: documents });
});

test('kubectl reads YAML 1.1, and gets the same', async () => {
  const config = configuration('tenancy: {systemNamespaces: ["on", "no", "12", "1e3"]}\n');

  const { out } = await daemonward('render', '--ca', 'none', '--config', config);

  expect(documentsIn(out, '1.1')).toEqual(documentsIn(out));
});

test('a CA is taken from --ca, else from the configuration, else from the folder that certs fills', async () => {
  const folder = join(temporaryFolder(), 'made');
  await daemonward('certs', '--directory', folder);
  const made = readFileSync(join(folder, 'ca.crt'), 'utf8');
  const [given, own] = [await makeAuthority(new Date()), await makeAuthority(new Date())];
  const leaf = await makeLeaf(own, ['localhost'], new Date());
  const files = `certFile: ${write('a.crt', leaf.cert)}, keyFile: ${write('a.key', leaf.key)}`;
  const withFolder = configuration(`server: {tls: {directory: ${folder}}}\n`);
  const withFile = configuration(`server: {tls: {${files}, caFile: ${write('b.crt', own.cert)}}}\n`);

  const answers = [
    await daemonward('render', '--config', withFile, '--ca', write('c.crt', given.cert)),
    await daemonward('render', '--config', withFile),
    await daemonward('render', '--config', withFolder),
  ];

  expect(answers.map(({ err }) => err)).toEqual(['', '', '']);
  expect(answers.map(({ out }) => bundlesIn(out))).toEqual([[given.cert], [own.cert], [made]]);
});

test('two CAs are both taken, and a key in the same file never is', async () => {
  const [old, next] = [await makeAuthority(new Date()), await makeAuthority(new Date())];
  const file = write('both.pem', `old\n${old.cert}${old.key}${next.cert}`);

  const { out } = await daemonward('render', '--ca', file);

  expect(bundlesIn(out)).toEqual([`${old.cert.trim()}\n${next.cert.trim()}\n`]);
});

test('without a CA the text says so at the top, and takes none away that is there', async () => {
  const { out } = await daemonward('render', '--ca', 'none');

  expect(out.split('\n')[1]).toContain('NO CA');
  expect(out.match(/^ +clientConfig:/gm)).toHaveLength(11);
  expect(out.match(/^ +caBundle:/gm)).toBeNull();
});

test.each([
  [['--output', 'xml'], 'render: --output must be yaml or json, found "xml"'],
  [['--namespace', 'Not_One'], 'render: --namespace "Not_One" must consist of lower case letters'],
  [['--service', 'a.b'], 'render: --service "a.b" must consist of lower case letters'],
  [['--url', 'nonsense'], 'render: --url "nonsense" is no URL'],
  [['--url', 'http://host:1'], 'render: --url "http://host:1" must begin with https://'],
  [['--url', 'https://me@host:1'], 'must have no user in it'],
  [['--url', 'https://host:1/path'], 'must end after the port'],
  [['--url', 'https://host:1/?a=b'], 'must end after the port'],
  [['--url', 'https://host:1/#'], 'must end after the port'],
  [['--url', 'https://host:1', '--service', 'x'], 'render: give --url or --service, not both'],
  [['--ca', 'nowhere.crt'], 'render: nowhere.crt: cannot be read (ENOENT)'],
  [['--config', 'nowhere.yaml'], 'nowhere.yaml: does not exist'],
])('%j: one clear line and exit code 2', async (args, message) => {
  const { code, out, err } = await daemonward('render', '--ca', 'none', ...args);

  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
});

test('a file that is no CA, or no longer one, is refused', async () => {
  const expired = await makeAuthority(new Date('2001-01-01T00:00:00Z'));
  const files = [
    write('empty.crt', ''),
    write('expired.crt', expired.cert),
    write('broken.crt', broken(expired.cert)),
  ];

  const answers = [];
  for (const file of files) answers.push(await daemonward('render', '--ca', file));

  expect(answers.map(({ code }) => code)).toEqual([2, 2, 2]);
  expect(answers.map(({ err }) => err.split('crt: ')[1])).toEqual([
    'holds no certificate in PEM\n',
    expect.stringMatching(/^ended at 201\d-.*\n$/),
    'not a certificate in PEM\n',
  ]);
});

function broken(pem: string): string {
  return pem.replace(/\n.{20}/, '\n');
}

test('when there is no CA yet, the one line says how to get one', async () => {
  const nothing = configuration(`server: {tls: {directory: ${temporaryFolder()}}}\n`);
  const authority = await makeAuthority(NOTHING_YET);
  const leaf = await makeLeaf(authority, ['localhost'], NOTHING_YET);
  const [cert, key] = [write('tls.crt', leaf.cert), write('tls.key', leaf.key)];
  const withoutAuthority = configuration(`server: {tls: {certFile: ${cert}, keyFile: ${key}}}\n`);

  const [missing, unknown] = [
    await daemonward('render', '--config', nothing),
    await daemonward('render', '--config', withoutAuthority),
  ];

  expect([missing.code, unknown.code]).toEqual([2, 2]);
  expect(missing.err).toContain(
    'make one with daemonward certs, give --ca FILE, or leave it empty with --ca none',
  );
  expect(unknown.err).toContain('give --ca, or set server.tls.caFile');
});

test.each([
  [[], ''],
  [['--namespace', 'hooks'], 'daemonward.hooks.svc'],
  [['--service', 'hooks'], 'hooks.daemonward-system.svc'],
  [['--url', 'https://192.0.2.7:8443'], '192.0.2.7'],
  [['--url', 'https://[fd00::1]:8443'], 'fd00::1'],
  [['--url', 'https://localhost:8443'], ''],
  [['--url', 'https://a.hooks.example:8443'], ''],
  [['--url', 'https://a.b.hooks.example:8443'], 'a.b.hooks.example'],
])('%j: a name that the certificate will lack is said: "%s"', async (args, name) => {
  const config = configuration('server: {tls: {names: ["*.hooks.example"]}}\n');

  const { code, err } = await daemonward('render', '--ca', 'none', '--config', config, ...args);

  expect(code).toBe(0);
  expect(err).toBe(
    name === ''
      ? ''
      : `note: the certificate that Daemonward makes itself has no name ${name}; add it to server.tls.names\n`,
  );
});

test.each([
  ['the usual one', '', [], ['daemonward-system']],
  ['of a flag', '', ['--namespace', 'hooks'], ['hooks']],
  ['of the configuration', 'server: {namespace: hooks}\n', [], ['hooks']],
  ['of a flag before the configuration', 'server: {namespace: hooks}\n', ['--namespace', 'other'], ['other']],
  ['none behind a URL', '', ['--url', 'https://192.0.2.7:8443'], []],
  [
    'of the configuration behind a URL',
    'server: {namespace: hooks}\n',
    ['--url', 'https://192.0.2.7'],
    ['hooks'],
  ],
  ['of a flag behind a URL', '', ['--url', 'https://192.0.2.7', '--namespace', 'hooks'], ['hooks']],
])(
  'the namespace that we run in is left out, and no other for its name: %s',
  async (_which, text, args, own) => {
    const config = configuration(`tenancy: {systemNamespaces: [kube-system]}\n${text}`);

    const { out } = await daemonward(
      'render',
      '--ca',
      'none',
      '--output',
      'json',
      '--config',
      config,
      ...args,
    );

    const left = new Set(out.match(/"(hooks|other|daemonward-system)"(?=,?\n\s+[\]"])/g));
    expect([...left]).toEqual(own.map((name) => `"${name}"`));
  },
);

test('--arktos has its say before the defaults are filled in', async () => {
  const config = configuration('rules: {DW101: warn}\n');
  const arktos = configuration('cluster: {flavor: arktos}\nrules: {DW101: warn}\n');

  const flag = await daemonward('render', '--ca', 'none', '--arktos', '--config', config);
  const setting = await daemonward('render', '--ca', 'none', '--config', arktos);

  expect(flag.out).toBe(setting.out);
  // DW102 is on there by default, and asks who deletes.
  expect(flag.out).toContain('- DELETE');
  expect(flag.out).not.toContain('ValidatingAdmissionPolicy');
});
