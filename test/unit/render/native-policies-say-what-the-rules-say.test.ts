import { expect, test } from 'vitest';
import { celList, celString, matchesAny } from '../../../src/render/admission/cel.ts';
import { policies } from '../../../src/render/admission/policies.ts';
import { tenancyVariables } from '../../../src/render/admission/tenancy.ts';
import { ARKTOS, allRules, registration } from './registration.ts';

function conditionOf(sections: Readonly<Record<string, unknown>>, code: string): string | undefined {
  const [made] = policies(registration(sections)).filter((candidate) => candidate.code === code);
  return made?.policy.spec.matchConditions.find(({ name }) => name === 'not-exempt')?.expression;
}

test.each([
  ['enforce', 'Deny', 'Fail'],
  ['warn', 'Warn', 'Ignore'],
  ['audit', 'Audit', 'Ignore'],
])('a rule with mode %s has the action %s and fails as %s', (mode, action, failurePolicy) => {
  const made = policies(registration(allRules(mode)));

  const kept = ['DW101', 'DW103', 'DW104', 'DW105', 'DW105'];
  // Of a ceiling Daemonward itself warns, and people would read it twice.
  const ceiling = mode === 'enforce' ? ['DW106'] : [];
  expect(made.map(({ code }) => code)).toEqual([...kept, ...ceiling, 'DW601']);
  expect(new Set(made.map(({ policy }) => policy.metadata.name)).size).toBe(made.length);
  for (const { code, policy, binding } of made) {
    expect(policy.spec.failurePolicy).toBe(failurePolicy);
    expect(binding.spec).toEqual({ policyName: policy.metadata.name, validationActions: [action] });
    expect(policy.spec.validations[0]?.message).toMatch(new RegExp(`^${code} [a-zA-Z.]+: .+; .+$`));
    expect(policy.spec.validations[0]?.messageExpression).toContain(code);
  }
});

test.each([
  ['every rule off', allRules('off')],
  ['Arktos, which has none', ARKTOS],
])('with %s there is no policy', (_, sections) => {
  expect(policies(registration(sections))).toEqual([]);
});

test('only what may never be stopped is left out: for DaemonSets and Orders our own namespace, for pods the system', () => {
  const made = policies(registration({}, { own: ['hooks'] }));

  const left = made.map(
    ({ policy }) => policy.spec.matchConstraints.namespaceSelector.matchExpressions?.[0]?.values,
  );

  const system = ['hooks', 'kube-node-lease', 'kube-public', 'kube-system'];
  expect(left).toEqual([['hooks'], system, system, system, system, ['hooks']]);
});

test('a pattern leaves no namespace out: whether it is the system’s is asked with its marks', () => {
  const made = policies(registration({ tenancy: { systemNamespaces: ['infra-*'] } }));

  for (const { policy } of made) {
    expect(policy.spec.matchConditions.map(({ name }) => name)).not.toContain('outside-the-system');
    expect(policy.spec.validations[0]?.expression).toContain('variables.system');
    expect(JSON.stringify(policy.spec.variables)).toContain('^infra-.*$');
  }
});

test('a user that controllers share passes for a daemon of the system, and for nothing else', () => {
  const made = policies(registration());
  const shared = 'request.userInfo.username in ["system:kube-controller-manager"]';

  const passes = made.filter(({ policy }) => JSON.stringify(policy.spec).includes('system:kube-controller'));

  expect(passes.map(({ code }) => code)).toEqual(['DW104']);
  expect(passes[0]?.policy.spec.validations[0]?.expression).toBe(`${shared} && variables.system`);
});

test.each([
  [
    'a label',
    { label: 'kubesphere.io/workspace', value: 'x' },
    '(key == "kubesphere.io/workspace" && (variables.labels[key] in ["x"]))',
  ],
  [
    'an annotation',
    { annotation: 'field.cattle.io/projectId', value: 'x' },
    'key == "field.cattle.io/projectId"',
  ],
  [
    'an ancestor',
    { labelSuffix: '.tree.hnc.x-k8s.io/depth', value: 'x' },
    '"x.tree.hnc.x-k8s.io/depth" in variables.farthest',
  ],
])('a system tenant is looked for in its own convention: %s', (_what, tenant, expression) => {
  const { tenancy } = registration({ tenancy: { systemTenants: [tenant] } }).settings;

  const foreign = tenancyVariables(tenancy).find(({ name }) => name === 'foreign')?.expression ?? '';

  expect(foreign).toContain(expression);
});

const EXEMPTION = { rule: 'DW101', namespace: 'team-*', reason: 'for a while', expires: '2030-06-01' };

test.each([
  ['none', [], undefined],
  ['one until the end of today', [EXEMPTION], '!((request.namespace.matches("^team-.*$") && true))'],
  ['one that ended yesterday', [{ ...EXEMPTION, expires: '2030-05-31' }], undefined],
  ['one of another rule', [{ ...EXEMPTION, rule: 'DW103' }], undefined],
  [
    'one by name',
    [{ ...EXEMPTION, namespace: 'team', name: 'agent' }],
    '!((request.namespace in ["team"] && object.metadata.name in ["agent"]))',
  ],
  [
    'two',
    [EXEMPTION, { ...EXEMPTION, namespace: '*', name: 'a*' }],
    '!((request.namespace.matches("^team-.*$") && true) ||\n(true && object.metadata.name.matches("^a.*$")))',
  ],
])('exemptions: %s', (_, exemptions, expected) => {
  expect(conditionOf({ exemptions }, 'DW101')).toBe(expected);
});

test.each([
  ['everything', {}, true],
  ['labels only', { labelSuffixes: [], annotations: [] }, false],
  ['annotations only', { labels: [], labelSuffixes: [] }, false],
  ['nothing', { labels: [], labelSuffixes: [], annotations: [] }, false],
])('ancestors are looked for where suffixes are configured: %s', (_, tenancy, asked) => {
  const variables = tenancyVariables(registration({ tenancy }).settings.tenancy);

  const names = variables.map(({ name }) => name);
  expect(names.includes('ancestors')).toBe(asked);
  expect(names.slice(-4)).toEqual(['marks', 'foreign', 'system', 'whose']);
});

test('where the unknown is the system, what no mark speaks against is', () => {
  const sections = { tenancy: { systemNamespaces: [], unknown: 'system' } };
  const { tenancy } = registration(sections, { own: [] }).settings;

  const system = tenancyVariables(tenancy).find(({ name }) => name === 'system');

  expect(system?.expression).toBe(
    'false ? true :\nvariables.marks.size() > 0 ? variables.foreign.size() == 0 :\n(true)',
  );
});

test.each([
  [[], 'false'],
  [['a'], 'x in ["a"]'],
  [['a', 'b-*'], 'x in ["a"] ||\nx.matches("^b-.*$")'],
  [['a.*'], 'x.matches("^a[.].*$")'],
])('names and patterns %j are tested by %s', (patterns, expression) => {
  expect(matchesAny('x', patterns)).toBe(expression);
});

test.each(['plain', 'with "quotes"', "with 'quotes'", 'back\\slash', 'line\nbreak', 'é✓'])(
  '%j is one string',
  (text) => {
    const literal = celString(text);

    expect(JSON.parse(literal)).toBe(text);
    expect(literal).not.toContain('\n');
  },
);

test('a long list has one item a line', () => {
  const items = ['a', 'b', 'c'].map((letter) => letter.repeat(40));

  expect(celList(items).split('\n')).toHaveLength(items.length + 2);
  expect(JSON.parse(celList(items))).toEqual(items);
});
