/** A file with many mistakes is answered with all of them at once, one line each. */
import { expect, test } from 'vitest';
import { problemText } from '../../../../src/config/diagnose/problem.ts';
import { parseConfiguration } from '../../../../src/config/load.ts';

const HEAD = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';
const TOP =
  'apiVersion, kind, server, ops, log, events, cluster, tenancy, rules, exemptions, workloads, daemons, headroom, preempt, orders, fairness';

function problemsIn(text: string): string[] {
  const result = parseConfiguration(text, 'bad.yaml');
  return result.ok ? [] : result.problems.map(problemText);
}

test('every kind of mistake in one file', () => {
  const text = `# mistakes of every kind
apiVersoin: daemonward.dev/v1alpha1
kind: Config
server:
  address: 10.0.0.256
  port: eighty
  prot: 8443
  keepAliveSeconds: 90
  drainSeconds: "10"
  reviewLimitBytes: 1.5
  tls:
    certFile: tls.crt
    names: [ok.example, "bad name", 7, ok.example]
ops:
  port: 70000
  port: 70001
log:
  level: verbose
  colour: red
cluster:
  source: magic
  snapshots: cluster.yaml
level: info
policies: []
`;

  const problems = problemsIn(text);

  expect(problems).toEqual([
    `bad.yaml:2:1: apiVersoin: unknown key, did you mean apiVersion? known here: ${TOP}`,
    'bad.yaml:3:7: kind: must be Configuration, found "Config"',
    'bad.yaml:5:12: server.address: must be an IP address or a host name, found "10.0.0.256"',
    'bad.yaml:6:9: server.port: must be a whole number from 0 to 65535, found "eighty"',
    'bad.yaml:7:3: server.prot: unknown key, did you mean server.port? known here: namespace, address, port, tls, doors, clients, reviewLimitBytes, extenderLimitBytes, wholeNodesLimitBytes, reviewsInFlightLimitBytes, callsInFlightLimitBytes, maxConnections, keepAliveSeconds, drainSeconds',
    'bad.yaml:8:21: server.keepAliveSeconds: must be a whole number from 91 to 86400, found 90',
    'bad.yaml:9:17: server.drainSeconds: must be a whole number from 0 to 300, found "10", which is text: leave out the quotes',
    'bad.yaml:10:21: server.reviewLimitBytes: must be a whole number from 65536 to 16777216, found 1.5',
    'bad.yaml:12:5: server.tls.keyFile: is missing: certFile and keyFile go together',
    'bad.yaml:13:25: server.tls.names[1]: must be a DNS name or an IP address, found "bad name"',
    'bad.yaml:13:37: server.tls.names[2]: must be a DNS name or an IP address, found 7',
    'bad.yaml:13:40: server.tls.names[3]: is in the list twice, found "ok.example"',
    'bad.yaml:16:3: ops.port: is given twice',
    'bad.yaml:16:9: ops.port: must be a whole number from 0 to 65535, found 70001',
    'bad.yaml:18:10: log.level: must be one of fatal, error, warn, info, debug, trace, silent, found "verbose"',
    'bad.yaml:19:3: log.colour: unknown key, known here: level, format',
    'bad.yaml:21:11: cluster.source: must be one of auto, watch, snapshot, found "magic"',
    'bad.yaml:22:14: cluster.snapshots: must be a list, found "cluster.yaml"',
    `bad.yaml:23:1: level: unknown key, did you mean log.level? known here: ${TOP}`,
    `bad.yaml:24:1: policies: unknown key, known here: ${TOP}`,
  ]);
});

test.each([
  [
    'nothing behind a section',
    'server:\n',
    ['bad.yaml:3:1: server: must be a mapping of keys and values, found nothing'],
  ],
  [
    'nothing behind a key',
    'ops:\n  port:\n',
    ['bad.yaml:4:3: ops.port: must be a whole number from 0 to 65535, found nothing'],
  ],
  [
    'a boolean for a number',
    'ops: {port: true}\n',
    ['bad.yaml:3:13: ops.port: must be a whole number from 0 to 65535, found true'],
  ],
  [
    'a list for a section',
    'log: [a]\n',
    ['bad.yaml:3:6: log: must be a mapping of keys and values, found a list'],
  ],
  [
    'an empty path',
    "server: {tls: {directory: ''}}\n",
    ['bad.yaml:3:27: server.tls.directory: must be a path, found ""'],
  ],
  [
    'a key without its certificate',
    'server:\n  tls:\n    keyFile: k\n',
    ['bad.yaml:5:5: server.tls.certFile: is missing: certFile and keyFile go together'],
  ],
  [
    'a misspelt partner is one mistake',
    'server: {tls: {certFile: c, keyfile: k}}\n',
    [
      'bad.yaml:3:29: server.tls.keyfile: unknown key, did you mean server.tls.keyFile? known here: certFile, keyFile, caFile, directory, secret, overlapSeconds, names',
    ],
  ],
  [
    'an authority alone',
    'server: {tls: {caFile: c}}\n',
    ['bad.yaml:3:16: server.tls.caFile: has no use without certFile and keyFile'],
  ],
  [
    'both ports the same',
    'server: {port: 9000}\nops: {port: 9000}\n',
    ['bad.yaml:4:13: ops.port: must differ from server.port, found 9000 for both'],
  ],
  [
    'a port that is the default of the other',
    'server: {port: 8080}\n',
    ['bad.yaml:3:16: server.port: must differ from ops.port, found 8080 for both'],
  ],
  [
    'keys that every object has',
    '__proto__: 1\ntoString: 2\n',
    [
      `bad.yaml:3:1: __proto__: unknown key, known here: ${TOP}`,
      `bad.yaml:4:1: toString: unknown key, known here: ${TOP}`,
    ],
  ],
  ['a key with a line break', '"a\\nb": 1\n', [`bad.yaml:3:1: ["a\\nb"]: unknown key, known here: ${TOP}`]],
  [
    'a list as key',
    '? [a, b]\n: 1\n',
    ['bad.yaml:3:3: is not valid YAML: a key must be text, without an alias or a tag'],
  ],
  [
    'two lists as keys, each at its own place',
    '? [a, b]\n: 1\n? [c]\n: 2\n',
    [
      'bad.yaml:3:3: is not valid YAML: a key must be text, without an alias or a tag',
      'bad.yaml:5:3: is not valid YAML: a key must be text, without an alias or a tag',
    ],
  ],
  [
    'a section given twice, with a mistake in the one that counts',
    'ops:\n  port: x\nlog: {}\nops:\n  port: y\n',
    [
      'bad.yaml:6:1: ops: is given twice',
      'bad.yaml:7:9: ops.port: must be a whole number from 0 to 65535, found "y"',
    ],
  ],
  [
    'a section given twice in an item of a list',
    'exemptions:\n  - {rule: DW101, namespace: a, reason: b, expires: 2130-01-01}\n  - reason: {a: 1}\n    reason: b\n    rule: DW301\n    namespace: a\n    expires: 2130-01-01\n',
    ['bad.yaml:6:5: exemptions[1].reason: is given twice'],
  ],
  [
    'one address in two spellings with the same port',
    "server: {address: '::1', port: 9000}\nops: {address: '0:0:0:0:0:0:0:1', port: 9000}\n",
    ['bad.yaml:4:41: ops.port: must differ from server.port, found 9000 for both'],
  ],
  [
    'one item of sections twice, with its keys in another order',
    'exemptions:\n  - {rule: DW101, namespace: a, reason: b, expires: 2130-01-01}\n  - {namespace: a, rule: DW101, reason: b, expires: 2130-01-01}\n',
    ['bad.yaml:5:5: exemptions[1]: is in the list twice, found a mapping'],
  ],
  [
    'one item thrice, and another twice',
    'server: {tls: {names: [a.example, b.example, a.example, b.example, a.example]}}\n',
    [
      'bad.yaml:3:46: server.tls.names[2]: is in the list twice, found "a.example"',
      'bad.yaml:3:57: server.tls.names[3]: is in the list twice, found "b.example"',
      'bad.yaml:3:68: server.tls.names[4]: is in the list twice, found "a.example"',
    ],
  ],
  [
    'nothing behind the dash of an item',
    'server:\n  tls:\n    names:\n      - a.example\n      -\n',
    ['bad.yaml:7:8: server.tls.names[1]: must be a DNS name or an IP address, found nothing'],
  ],
  [
    'a mode that a tool of YAML 1.1 has rewritten',
    'rules: {DW101: off, DW301: false}\n',
    [
      'bad.yaml:3:28: rules.DW301: must be one of off, audit, warn, enforce, found false, which is no text: put "off" in quotes',
    ],
  ],
  [
    'Windows line ends',
    'ops:\r\n  port: x\r\n',
    ['bad.yaml:4:9: ops.port: must be a whole number from 0 to 65535, found "x"'],
  ],
])('%s', (_name, rest, expected) => {
  const problems = problemsIn(HEAD + rest);

  expect(problems).toEqual(expected);
});

test.each([
  ['different addresses may share a port', 'server: {address: 10.0.0.1, port: 8080}\n'],
  ['two free ports do not clash', 'server: {port: 0}\nops: {port: 0}\n'],
  ['an empty document behind a separator', '---\n'],
  ['an alias', 'server: {port: &port 9000, address: 10.0.0.1}\nops: {port: *port}\n'],
])('no mistake: %s', (_name, rest) => {
  const problems = problemsIn(HEAD + rest);

  expect(problems).toEqual([]);
});

test('of thousands of mistakes the first hundred are shown, and how many more there are', () => {
  const keys = Array.from({ length: 5_000 }, (_, position) => `k${position}: 1\n`);

  const problems = problemsIn(HEAD + keys.join(''));

  expect(problems).toHaveLength(101);
  expect(problems.at(99)).toMatch(/^bad\.yaml:102:1: k99: unknown key/);
  expect(problems.at(-1)).toBe('bad.yaml: and 4900 more mistakes, not shown (the first 100 are)');
});

test('a missing key is pointed out at the section that lacks it', () => {
  const problems = problemsIn('# nothing yet\nlog: {}\n');

  expect(problems).toEqual([
    'bad.yaml:2:1: apiVersion: is missing, must be daemonward.dev/v1alpha1',
    'bad.yaml:2:1: kind: is missing, must be Configuration',
  ]);
});

test('a problem carries its parts for programs', () => {
  const result = parseConfiguration(`${HEAD}log: {level: loud}\n`, 'bad.yaml');

  expect(result).toMatchObject({
    ok: false,
    problems: [
      {
        file: 'bad.yaml',
        line: 3,
        column: 14,
        path: 'log.level',
        message: 'must be one of fatal, error, warn, info, debug, trace, silent, found "loud"',
        allowed: 'one of fatal, error, warn, info, debug, trace, silent',
      },
    ],
  });
});

test('headroom and preempt', () => {
  const text = `${HEAD}headroom:
  mode: warn
  patience: 10 minutes
  daemonSets: [{ name: agent }, { namespace: Kube_system }]
  resources: [cpu, ""]
preempt: { mode: on }
`;

  expect(problemsIn(text)).toEqual([
    'bad.yaml:4:9: headroom.mode: must be one of off, audit, enforce, found "warn"',
    'bad.yaml:5:13: headroom.patience: must be a time such as 30s, 10m or 1h30m, from 1s to 24h, found "10 minutes"',
    'bad.yaml:6:16: headroom.daemonSets[0].namespace: is missing, must be a name or a pattern of letters, digits, "-", "." and "*"',
    'bad.yaml:6:46: headroom.daemonSets[1].namespace: must be a name or a pattern of letters, digits, "-", "." and "*", found "Kube_system"',
    'bad.yaml:7:20: headroom.resources[1]: must be the name of a resource, such as memory or nvidia.com/gpu, found ""',
    'bad.yaml:8:18: preempt.mode: must be one of off, audit, enforce, found "on"',
  ]);
});
