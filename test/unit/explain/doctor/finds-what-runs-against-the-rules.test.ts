import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../../../src/config/schema/schema.ts';
import { exemptionLines } from '../../../../src/explain/doctor/exemptions.ts';
import { known, notKnown } from '../../../../src/explain/doctor/known.ts';
import { RunningObjects, runningLines } from '../../../../src/explain/doctor/running.ts';
import { compilePolicy } from '../../../../src/policy/compiled-policy.ts';
import type { Mode } from '../../../../src/policy/modes.ts';
import { policySettings } from '../../../../src/policy/settings.ts';
import { smallCluster } from '../../policy/cluster.ts';
import { DAY, faultTexts, NOW } from './installation.ts';

function policyWith(rules: Readonly<Record<string, Mode>> = {}, exemptions: readonly object[] = []) {
  const defaults = policySettings(defaultConfiguration());
  const settings = {
    ...defaults,
    modes: { ...defaults.modes, ...rules },
    exemptions: exemptions.map((exemption) => exemptionOf(exemption)),
  };
  return compilePolicy(settings, smallCluster().within(''), () => new Date(NOW));
}

function exemptionOf(changes: object) {
  const expires = '2026-12-31';
  return {
    rule: 'DW101',
    namespace: 'shop',
    name: '*',
    reason: 'r',
    expires,
    until: NOW + 44 * DAY,
    ...changes,
  } as const;
}

function daemonSet(namespace: string, name: string) {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { namespace, name },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          priorityClassName: 'system-node-critical',
          restartPolicy: 'Always',
          containers: [{ name: 'a', image: 'a' }],
        },
      },
      updateStrategy: { type: 'RollingUpdate' },
    },
  };
}

function pod(namespace: string, more: object = {}, metadata: object = {}) {
  return { metadata: { namespace, name: 'web', ...metadata }, spec: { nodeName: 'n1', ...more } };
}

function daemonSetFaults(policy: ReturnType<typeof policyWith>, ...objects: readonly unknown[]): string[] {
  const running = new RunningObjects(policy);
  for (const object of objects) running.addDaemonSet(object);
  return faultTexts(runningLines('daemonsets', known(running.summary())));
}

function podFaults(policy: ReturnType<typeof policyWith>, ...objects: readonly unknown[]): string[] {
  const running = new RunningObjects(policy);
  for (const object of objects) running.addPod(object);
  return faultTexts(runningLines('pods', known(running.summary())));
}

test('a DaemonSet that is exempt from one rule is not exempt from the others', () => {
  const polite = daemonSet('shop', 'agent');
  const { template } = polite.spec;
  const pinned = { ...template, spec: { ...template.spec, nodeName: 'n1' } };
  const policy = policyWith({ DW210: 'enforce' }, [{}]);

  const faults = daemonSetFaults(policy, { ...polite, spec: { ...polite.spec, template: pinned } });

  expect(faults.join()).toContain('DW210');
  expect(faults.join()).not.toContain('DW101');
});

test('a tenant’s DaemonSet from before is named, and only for having no place there', () => {
  const shapeless = { ...daemonSet('shop', 'agent'), spec: {} };

  expect(daemonSetFaults(policyWith(), daemonSet('kube-system', 'proxy'), shapeless)).toEqual([
    expect.stringMatching(/^failure daemonsets: DW101 .*: 1 DaemonSet would be refused: shop\/agent$/),
  ]);
});

test('in audit and warn mode it is a warning; off, or exempted, it is nothing', () => {
  const agent = daemonSet('shop', 'agent');

  expect(daemonSetFaults(policyWith({ DW101: 'audit' }), agent)).toEqual([
    expect.stringMatching(
      /^warning daemonsets: DW101 .*would be counted, and refused were the rule enforced/,
    ),
  ]);
  expect(daemonSetFaults(policyWith({ DW101: 'warn' }), agent)[0]).toMatch(/^warning .*would be warned of/);
  expect(daemonSetFaults(policyWith({ DW101: 'off' }), agent)).toEqual([]);
  expect(daemonSetFaults(policyWith({}, [{}]), agent)).toEqual([]);
});

test('many are counted, and some named', () => {
  const many = Array.from({ length: 8 }, (_, index) => daemonSet('shop', `agent-${index}`));

  expect(daemonSetFaults(policyWith(), ...many)[0]).toMatch(
    /8 DaemonSets would be refused: shop\/agent-0, .*shop\/agent-4 and 3 more$/,
  );
});

test('a running pod has a node, which it did not name; its class counts', () => {
  expect(
    podFaults(policyWith(), pod('shop'), pod('kube-system', { priorityClassName: 'system-node-critical' })),
  ).toEqual([]);
  expect(podFaults(policyWith(), pod('shop', { priorityClassName: 'system-node-critical' }))).toEqual([
    expect.stringMatching(/^failure pods: DW103 .*shop\/web$/),
  ]);
});

test('pods of a DaemonSet and of a kubelet’s file pass, as at admission', () => {
  const ownerReferences = [
    { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'a', uid: 'u', controller: true },
  ];
  const critical = { priorityClassName: 'system-node-critical' };

  expect(
    podFaults(
      policyWith(),
      pod('shop', critical, { ownerReferences }),
      pod('shop', critical, { annotations: { 'kubernetes.io/config.mirror': 'x' } }),
    ),
  ).toEqual([]);
});

test('what may not be listed is skipped', () => {
  expect(faultTexts(runningLines('pods', notKnown('forbidden')))).toEqual(['skipped pods: forbidden']);
});

test('exemptions: in force, about to end, over', () => {
  const of = (until: number) => faultTexts(exemptionLines([exemptionOf({ until })], NOW));

  expect(of(NOW + 8 * DAY)).toEqual([]);
  expect(of(NOW + 3 * DAY)).toEqual([
    'warning exemptions: that of DW101 for shop/* ends in 3 days (2026-12-31)',
  ]);
  expect(of(NOW)).toEqual([
    'warning exemptions: that of DW101 for shop/* is over since 2026-12-31, and exempts nothing',
  ]);
  expect(exemptionLines(Array(30).fill(exemptionOf({ until: NOW })), NOW)).toHaveLength(21);
});
