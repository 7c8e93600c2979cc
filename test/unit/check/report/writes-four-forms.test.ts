import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { EVERY_CODE } from '../../../../src/check/report/code-words.ts';
import { REASON_CODES } from '../../../../src/policy/reasons.ts';
import { daemonward, daemonwardWithInput } from '../../cli/terminal.ts';
import { BAD, folderWith, GOOD } from '../fixtures.ts';
import { sarifSchema } from './sarif-schema.ts';
import { elementsOf } from './xml.ts';

const WARNED = GOOD.replace('      priorityClassName: system-node-critical\n', '');
const OTHER = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n';
const SETTINGS = `apiVersion: daemonward.dev/v1alpha1
kind: Configuration
rules: {DW210: audit}
exemptions: [{rule: DW405, namespace: '*', name: '*', reason: 'it has <our> extender & more', expires: 2999-01-01}]
`;
const EXEMPTED = GOOD.replace(
  'spec:\n      prio',
  'spec:\n      schedulerName: own\n      nodeName: n1\n      prio',
);

/** One of each: an error, a warning, a note, an exempted one, something unreadable, something else. */
const INPUT = [BAD, WARNED, EXEMPTED, 'kind: [\n', OTHER].join('---\n');

async function write(form: string, ...flags: readonly string[]) {
  const settings = folderWith({ 'settings.yaml': SETTINGS });
  const config = `${settings}/settings.yaml`;
  return daemonwardWithInput(INPUT, 'check', '-f', '-', '-o', form, '--config', config, ...flags);
}

test('text', async () => {
  const { code, out, err } = await write('text');

  expect(code).toBe(2);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^stdin:4:3: error: DaemonSet kube-system\/Agent: DW209 /),
    expect.stringMatching(/^stdin:29:5: warning: DaemonSet kube-system\/agent: DW301 /),
    expect.stringMatching(
      /^stdin:46:7: note: DaemonSet kube-system\/agent: DW405 .*; exempted until 2999-01-01: it has <our> extender & more$/,
    ),
    expect.stringMatching(/^stdin:47:7: note: DaemonSet kube-system\/agent: DW210 .*; remove the pin/),
    'not looked at: DW204 (what is there already)',
    '3 objects checked, 4 findings (1 error, 1 warning, 2 notes), 1 other passed over, 1 unreadable',
    '',
  ]);
  expect(err).toMatch(/^stdin:\d+:\d+: unreadable: not valid YAML: [^\n]*\n$/);
});

test('json', async () => {
  const { code, out } = await write('json');

  expect(code).toBe(2);
  expect(JSON.parse(out)).toEqual({
    apiVersion: 'daemonward.dev/v1alpha1',
    kind: 'CheckReport',
    summary: {
      exitCode: 2,
      checked: 3,
      errors: 1,
      warnings: 1,
      notes: 2,
      clusterObjects: 0,
      passedOver: 1,
      unreadable: 1,
    },
    objects: [
      {
        file: 'stdin',
        line: 1,
        column: 1,
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        namespace: 'kube-system',
        name: 'Agent',
        tenant: { name: 'system', system: true, by: 'namespace' },
        findings: [
          {
            code: 'DW209',
            level: 'error',
            field: 'metadata.name',
            line: 4,
            column: 3,
            title: 'name invalid',
            detail: expect.stringContaining('"Agent"'),
            remedy: 'rename it',
            exempted: null,
          },
        ],
      },
      expect.objectContaining({ line: 18, findings: [expect.objectContaining({ level: 'warning' })] }),
      expect.objectContaining({
        line: 34,
        findings: [
          expect.objectContaining({
            code: 'DW405',
            level: 'note',
            exempted: { reason: 'it has <our> extender & more', expires: '2999-01-01' },
          }),
          expect.objectContaining({ code: 'DW210', level: 'note', exempted: null }),
        ],
      }),
    ],
    problems: [
      {
        file: 'stdin',
        line: expect.any(Number),
        column: expect.any(Number),
        field: '',
        message: expect.any(String),
      },
    ],
    notLookedAt: ['DW204 (what is there already)'],
  });
});

test('sarif', async () => {
  const isSarif = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(sarifSchema);

  const { code, out } = await write('sarif');

  const log: unknown = JSON.parse(out);
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  expect(code).toBe(2);
  expect(log).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'daemonward', rules: EVERY_CODE.map((id) => ({ id })) } },
        invocations: [
          { executionSuccessful: false, exitCode: 2, toolExecutionNotifications: [{ level: 'error' }] },
        ],
        results: [
          {
            ruleId: 'DW209',
            ruleIndex: REASON_CODES.indexOf('DW209'),
            level: 'error',
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'stdin' },
                  region: { startLine: 4, startColumn: 3 },
                },
              },
            ],
            suppressions: [],
          },
          { ruleId: 'DW301', level: 'warning' },
          { ruleId: 'DW405', level: 'note', suppressions: [{ kind: 'external', status: 'accepted' }] },
          { ruleId: 'DW210', level: 'note' },
        ],
      },
    ],
  });
});

test.each([
  ['a b.yaml', /^file:.*\/a%20b\.yaml$/],
  ['50%#?.yaml', /^file:.*\/50%25%23%3F\.yaml$/],
])('sarif names the file %s as a URI', async (name, uri) => {
  const folder = folderWith({ [name]: BAD });

  const { out } = await daemonward('check', '-f', folder, '-o', 'sarif');

  const [location] = JSON.parse(out).runs[0].results[0].locations;
  expect(location.physicalLocation.artifactLocation.uri).toMatch(uri);
});

test.each([
  [[], 1],
  [['--strict'], 2],
])('junit with %j', async (flags, failures) => {
  const { code, out } = await write('junit', ...flags);

  const elements = elementsOf(out);
  const named = (name: string) => elements.filter((element) => element.name === name);
  expect(code).toBe(2);
  expect(elements[0]).toMatchObject({
    name: 'testsuites',
    attributes: { tests: '4', failures: `${failures}`, errors: '1' },
  });
  expect(named('testsuite')).toMatchObject([
    { attributes: { name: 'stdin', tests: '4', failures: `${failures}`, errors: '1' } },
  ]);
  expect(named('testcase').map(({ attributes }) => attributes.name)).toEqual([
    'DaemonSet kube-system/Agent',
    'DaemonSet kube-system/agent',
    'DaemonSet kube-system/agent',
    'unreadable 1',
  ]);
  expect(named('failure')).toHaveLength(failures);
  expect(named('failure')[0]).toMatchObject({ attributes: { message: 'DW209' } });
  expect(named('error')).toHaveLength(1);
  expect(out).toContain('it has &lt;our&gt; extender &amp; more');
});

test('what XML cannot hold is left out of junit', async () => {
  const text = BAD.replace('Agent', '"A\\e\\u0001]]><b>\\uFFFE"');

  const { out } = await daemonwardWithInput(text, 'check', '-f', '-', '-o', 'junit');

  expect(elementsOf(out).map(({ name }) => name)).toEqual(['testsuites', 'testsuite', 'testcase', 'failure']);
  expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\uFFFE\uFFFF]/u);
});

test.each(['text', 'json', 'sarif', 'junit'])('%s of nothing wrong ends with 0', async (form) => {
  const { code, out, err } = await daemonwardWithInput(GOOD, 'check', '-f', '-', '-o', form);

  expect(code).toBe(0);
  expect(err).toBe('');
  expect(out).not.toBe('');
});
