/** What `daemonward render` prints for the scheduler: alone, as a comment, for Arktos, and for a second scheduler. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { makeAuthority } from '../../../src/server/tls/authority.ts';
import { daemonward, temporaryFolder } from '../cli/terminal.ts';

const SERVICE_NAME = 'daemonward.daemonward-system.svc';

/** The keys of `Extender` in kubescheduler.config.k8s.io/v1 that are the same in every profile. */
const COMMON = { nodeCacheCapable: true, ignorable: true };

const FILES = {
  certFile: '/etc/kubernetes/daemonward/scheduler.crt',
  keyFile: '/etc/kubernetes/daemonward/scheduler.key',
};

let pem = '';
beforeAll(async () => {
  pem = (await makeAuthority(new Date())).cert;
});

function file(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

function configuration(rest: string): string {
  return file('daemonward.yaml', `apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n${rest}`);
}

async function rendered(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await daemonward(
    'render',
    '--ca',
    file('ca.crt', pem),
    '--client-by-file',
    ...args,
  );
  if (code !== 0) throw new Error(err);
  return out;
}

/** The one entry of what is printed alone. */
async function entry(...args: readonly string[]) {
  const { extenders } = parse(await rendered('--scheduler', ...args));
  expect(extenders).toHaveLength(1);
  return extenders[0];
}

/** The block without its comment signs. */
function commentBelow(text: string): string {
  const last = text.split('---\n').at(-1) ?? '';
  return last
    .slice(last.indexOf('# extenders:'))
    .split('\n')
    .map((line) => line.replace(/^# /, ''))
    .join('\n');
}

const FULL = { filterVerb: 'filter', prioritizeVerb: 'prioritize', weight: 1, preemptVerb: 'preempt' };

test.each([
  [[], { filterVerb: 'filter', preemptVerb: 'preempt', bindVerb: 'bind' }],
  [['--profile', 'full'], { ...FULL, bindVerb: 'bind' }],
  [['--profile', 'full', '--no-bind'], FULL],
  [['--profile', 'lean'], { filterVerb: 'filter', preemptVerb: 'preempt', bindVerb: 'bind' }],
  [['--no-bind'], { filterVerb: 'filter', preemptVerb: 'preempt' }],
  [['--profile', 'guard'], { preemptVerb: 'preempt' }],
])('--scheduler %j: these verbs, the CA, and no field that is not known', async (args, verbs) => {
  const extender = await entry(...args);

  expect(extender).toEqual({
    urlPrefix: `https://${SERVICE_NAME}:443/scheduler`,
    ...verbs,
    enableHTTPS: true,
    tlsConfig: { serverName: SERVICE_NAME, ...FILES, caData: Buffer.from(pem).toString('base64') },
    httpTimeout: '2s',
    ...COMMON,
  });
});

test('the block can be put below what a configuration has already', async () => {
  const before = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n';

  const documents = parseAllDocuments(`${before}${await rendered('--scheduler')}`);

  expect(documents.map((document) => document.toJS())).toEqual([
    { ...parse(before), extenders: [await entry()] },
  ]);
});

test.each(['full', 'lean', 'guard'])(
  'with the registrations profile %s is a comment that kubectl passes over',
  async (profile) => {
    const text = await rendered('--profile', profile);

    expect(parse(commentBelow(text))).toEqual({ extenders: [await entry('--profile', profile)] });
    const last = parseAllDocuments(text).at(-1);
    expect(last?.toJS()).toBeNull();
  },
);

test('JSON is the same, and of the registrations it has no word of the scheduler', async () => {
  const block: unknown = JSON.parse(await rendered('--scheduler', '--output', 'json'));
  const registrations = await rendered('--output', 'json');

  expect(block).toEqual({ extenders: [await entry()] });
  expect(registrations).not.toContain('extenders');
});

test.each([
  [[], `https://${SERVICE_NAME}:443`, SERVICE_NAME],
  [['--scheduler-url', 'https://10.96.0.17'], 'https://10.96.0.17', SERVICE_NAME],
  [['--scheduler-url', 'https://[fd00::7]:8443'], 'https://[fd00::7]:8443', SERVICE_NAME],
  [['--namespace', 'ops', '--service', 'ward'], 'https://ward.ops.svc:443', 'ward.ops.svc'],
  [['--url', 'https://hooks.example:8443'], 'https://hooks.example:8443', 'hooks.example'],
  [['--url', 'https://[fd00::1]:8443'], 'https://[fd00::1]:8443', 'fd00::1'],
  [
    ['--url', 'https://hooks.example:8443', '--scheduler-url', 'https://127.0.0.1:8443'],
    'https://127.0.0.1:8443',
    'hooks.example',
  ],
])('%j: called at %s, and the certificate must be that of %s', async (args, url, serverName) => {
  const extender = await entry(...args);

  expect(extender).toMatchObject({ urlPrefix: `${url}/scheduler`, tlsConfig: { serverName } });
});

test("a Service's name that the host does not know is said, beside the text and in it", async () => {
  const flags = ['--ca', 'none', '--client-by-file', '--scheduler'];
  const byName = await daemonward('render', ...flags);
  const byAddress = await daemonward('render', ...flags, '--scheduler-url', 'https://a');

  expect(byName.err).toBe(
    `note: kube-scheduler on the host's network does not know ${SERVICE_NAME}; give --scheduler-url https://CLUSTER-IP\n`,
  );
  expect(byName.out).toContain("where the Service's name is not known");
  expect(byAddress.err).toBe('');
  expect(byAddress.out).not.toContain("where the Service's name is not known");
});

describe('without a CA', () => {
  test.each([
    [['--scheduler'], 'enableHTTPS'],
    [['--second-scheduler', 'mine'], 'enableHTTPS'],
    [['--scheduler', '--arktos'], 'enableHttps'],
  ])('%j: verification is not turned off, and the text says what is missing', async (args, key) => {
    const { code, out } = await daemonward('render', '--ca', 'none', '--client-by-file', ...args);

    expect(code).toBe(0);
    expect(out.split('\n')[1]).toContain('NO CA');
    expect(out).toContain(`${key}: false # true only together with the CA`);
    expect(out).toContain('caData: "" # the CA in PEM');
    expect(parse(out).extenders[0]).toMatchObject({ [key]: false, tlsConfig: { caData: '' } });
  });
});

test('a second scheduler has a name, a lease of its own, and the same block', async () => {
  const text = await rendered('--second-scheduler', 'mine', '--profile', 'lean', '--namespace', 'ops');

  expect(parse(text)).toEqual({
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    leaderElection: { leaderElect: true, resourceNamespace: 'ops', resourceName: 'mine' },
    profiles: [{ schedulerName: 'mine' }],
    extenders: [await entry('--profile', 'lean', '--namespace', 'ops')],
  });
});

test.each([
  ['', 'note: daemons.schedulers of the configuration has no mine; add it, or DW405 warns of its daemons\n'],
  ['daemons: {schedulers: [default-scheduler, mine]}\n', ''],
])('a second scheduler that the configuration lacks is said: %j', async (rest, note) => {
  const flags = ['--ca', 'none', '--client-by-file', '--config', configuration(rest)];

  const { code, err } = await daemonward('render', ...flags, '--second-scheduler', 'mine');

  expect({ code, err }).toEqual({ code: 0, err: note });
});

test.each([
  ['full', { filterVerb: 'filter', prioritizeVerb: 'prioritize', weight: 1, preemptVerb: 'preempt' }],
  ['lean', { filterVerb: 'filter', preemptVerb: 'preempt' }],
  ['guard', { preemptVerb: 'preempt' }],
])('Arktos gets a Policy in the words of its scheduler: %s', async (profile, verbs) => {
  const byFlag = await rendered('--scheduler', '--arktos', '--profile', profile);
  const arktos = configuration('cluster: {flavor: arktos}\n');
  const bySetting = await rendered('--scheduler', '--config', arktos, '--profile', profile);

  expect(bySetting).toBe(byFlag);
  expect(parse(byFlag)).toEqual({
    apiVersion: 'v1',
    kind: 'Policy',
    extenders: [
      {
        urlPrefix: `https://${SERVICE_NAME}:443/scheduler`,
        ...verbs,
        enableHttps: true,
        tlsConfig: { serverName: SERVICE_NAME, ...FILES, caData: Buffer.from(pem).toString('base64') },
        // A time.Duration.
        httpTimeout: 2_000_000_000,
        ...COMMON,
      },
    ],
  });
});

test.each([
  [['--scheduler', '--profile', 'most'], 'render: --profile must be lean, full or guard, found "most"'],
  [['--scheduler', '--second-scheduler', 'x'], 'render: give --scheduler or --second-scheduler, not both'],
  [
    ['--second-scheduler', 'Not_One'],
    'render: --second-scheduler "Not_One" must consist of lower case letters',
  ],
  [['--second-scheduler', ''], 'render: --second-scheduler "" '],
  [['--second-scheduler', 'default-scheduler'], "is the cluster's own scheduler; name another"],
  [['--second-scheduler', 'kube-scheduler'], "is the cluster's own scheduler; name another"],
  [
    ['--second-scheduler', 'x', '--arktos'],
    'render: --second-scheduler is not for Arktos; start one there with the Policy of --scheduler, --scheduler-name x',
  ],
  [['--scheduler-url', 'http://a'], 'render: --scheduler-url "http://a" must begin with https://'],
  [['--scheduler-url', 'https://a/scheduler'], 'must end after the port'],
  [['--output', 'json', '--profile', 'lean'], 'render: --profile is about the scheduler, of which JSON says'],
  [
    ['--output', 'json', '--scheduler-url', 'https://a'],
    'render: --scheduler-url is about the scheduler, of',
  ],
])('%j: one clear line and exit code 2', async (args, message) => {
  const { code, out, err } = await daemonward('render', '--ca', 'none', '--client-by-file', ...args);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
});
