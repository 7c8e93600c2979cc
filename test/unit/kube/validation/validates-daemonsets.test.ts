import { describe, expect, it } from 'vitest';
import type { DaemonSet, DaemonSetSpec } from '../../../../src/kube/objects.ts';
import {
  sameSelector,
  validateDaemonSet,
  validateDaemonSetUpdate,
} from '../../../../src/kube/validation/daemonset.ts';
import { defaultDaemonSet } from '../../../../src/kube/workloads/daemonset-defaults.ts';

function daemonSet(spec: DaemonSetSpec = {}): DaemonSet {
  return {
    metadata: { name: 'agent', namespace: 'kube-system', resourceVersion: '1' },
    spec: {
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      ...spec,
    },
  };
}

function createErrors(object: DaemonSet): string[] {
  return validateDaemonSet(defaultDaemonSet(object)).map(({ type, field }) => `${field} ${type}`);
}

describe('a new DaemonSet', () => {
  it('is fine when it is', () => {
    expect(createErrors(daemonSet())).toEqual([]);
  });

  it('that is empty gets every error at once', () => {
    expect(createErrors({})).toEqual([
      'metadata.name FieldValueRequired',
      'metadata.namespace FieldValueRequired',
      'spec.template.metadata.labels FieldValueInvalid',
      'spec.template.spec.containers FieldValueRequired',
    ]);
  });

  it('may say null where it says nothing', () => {
    const containers = [{ name: 'c', image: 'i' }];
    const spec = { containers, activeDeadlineSeconds: null, preemptionPolicy: null, nodeName: null };

    expect(createErrors(daemonSet({ template: { metadata: { labels: { app: 'a' } }, spec } }))).toEqual([]);
  });

  it('cannot set maxSurge alone, because maxUnavailable defaults to 1', () => {
    const updateStrategy = { rollingUpdate: { maxSurge: 1 } };

    expect(createErrors(daemonSet({ updateStrategy }))).toEqual([
      'spec.updateStrategy.rollingUpdate.maxSurge FieldValueInvalid',
    ]);
  });

  it.each([
    [{ maxSurge: 1, maxUnavailable: 0 }, []],
    [{ maxSurge: '10%', maxUnavailable: '0%' }, []],
    [{ maxSurge: 0, maxUnavailable: 0 }, ['maxUnavailable FieldValueRequired']],
    [{ maxSurge: 0, maxUnavailable: '101%' }, ['maxUnavailable FieldValueInvalid']],
    [{ maxSurge: 0, maxUnavailable: '5' }, ['maxUnavailable FieldValueInvalid']],
    [{ maxSurge: 0, maxUnavailable: -1 }, ['maxUnavailable FieldValueInvalid']],
  ])('with %j of rolling update', (rollingUpdate, expected) => {
    const errors = createErrors(daemonSet({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } }));

    expect(errors).toEqual(expected.map((error) => `spec.updateStrategy.rollingUpdate.${error}`));
  });

  it.each([
    ['agent-', []],
    ['--', []],
    ['Agent-', ['metadata.generateName FieldValueInvalid']],
    ['-', ['metadata.generateName FieldValueInvalid']],
  ])('may be named by the prefix %j', (generateName, expected) => {
    const object = daemonSet();

    expect(createErrors({ ...object, metadata: { ...object.metadata, generateName } })).toEqual(expected);
  });
});

describe('a changed DaemonSet', () => {
  it('may write its selector in another way, but not change it', () => {
    const same = { matchLabels: { app: 'a' }, matchExpressions: [] };
    const other = { matchLabels: { app: 'b' } };
    const by = (operator: string, values: string[] | null, key = 'a') => ({
      matchExpressions: [{ key, operator, values }],
    });

    expect(sameSelector({ matchLabels: { app: 'a' } }, same)).toBe(true);
    expect(sameSelector({ matchLabels: { a: '1', b: '2' } }, { matchLabels: { b: '2', a: '1' } })).toBe(true);
    expect(sameSelector(null, {})).toBe(false);
    expect(sameSelector(null, undefined)).toBe(true);
    expect(sameSelector(by('In', ['a', 'b']), by('In', ['a', 'b']))).toBe(true);
    expect(sameSelector(by('In', ['a', 'b']), by('In', ['b', 'a']))).toBe(false);
    expect(sameSelector(by('In', ['a']), by('NotIn', ['a']))).toBe(false);
    expect(sameSelector(by('Exists', null), by('Exists', []))).toBe(true);
    expect(sameSelector(by('Exists', null), by('Exists', null, 'b'))).toBe(false);
    expect(
      validateDaemonSetUpdate(defaultDaemonSet(daemonSet()), daemonSet({ selector: other })),
    ).toMatchObject([{ field: 'spec.selector', detail: 'field is immutable' }]);
  });

  it('may keep bad values that are stored already, when asked to let them', () => {
    const selector = { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['-bad'] }] };
    const object = defaultDaemonSet(daemonSet({ selector }));

    expect(validateDaemonSetUpdate(object, object)).toHaveLength(1);
    expect(validateDaemonSetUpdate(object, object, { tolerateStored: true })).toEqual([]);
    // What is not stored yet is not tolerated.
    for (const spec of [undefined, {}, { template: {} }, { template: { spec: {} } }]) {
      const old = { ...object, spec: { ...spec, selector: { matchLabels: { app: 'a' } } } };
      const fields = validateDaemonSetUpdate(object, old, { tolerateStored: true }).map(({ field }) => field);
      expect(fields).toEqual(['spec.selector', 'spec.selector.matchExpressions[0].values[0]']);
    }
  });

  it('may keep bad values of its node affinity in the same way', () => {
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['-bad'] }] }],
        },
      },
    };
    const good = daemonSet();
    const template = { ...good.spec?.template, spec: { ...good.spec?.template?.spec, affinity } };
    const object = defaultDaemonSet(daemonSet({ template }));

    expect(validateDaemonSetUpdate(object, object)).toHaveLength(1);
    expect(validateDaemonSetUpdate(object, good, { tolerateStored: true })).toHaveLength(1);
    expect(validateDaemonSetUpdate(object, object, { tolerateStored: true })).toEqual([]);
  });

  it.each([
    [{ generation: 4 }, ['metadata.generation']],
    [{ generation: 5 }, []],
    [{ generation: 6 }, []],
    [{ generation: 5, resourceVersion: '' }, ['metadata.resourceVersion']],
    [{ generation: 5, deletionTimestamp: '2030-01-31T12:00:00Z' }, ['metadata.deletionTimestamp']],
    [{ generation: 5, creationTimestamp: '2030-01-31T12:00:00Z' }, ['metadata.creationTimestamp']],
    [{ generation: 5, labels: { a: '-' } }, ['metadata.labels']],
  ])('with the metadata %j', (changed, fields) => {
    const object = defaultDaemonSet(daemonSet());
    const old = { ...object, metadata: { ...object.metadata, generation: 5 } };
    const metadata = { ...object.metadata, ...changed };

    expect(validateDaemonSetUpdate({ ...object, metadata }, old).map(({ field }) => field)).toEqual(fields);
  });

  it('keeps its name, namespace and uid', () => {
    const object = defaultDaemonSet(daemonSet());
    const metadata = { name: 'b', namespace: 'c', uid: 'd', resourceVersion: '1' };

    expect(validateDaemonSetUpdate({ ...object, metadata }, object).map(({ field }) => field)).toEqual([
      'metadata.name',
      'metadata.namespace',
      'metadata.uid',
    ]);
  });
});
