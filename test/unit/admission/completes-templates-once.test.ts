import fc from 'fast-check';
import jsonPatch from 'fast-json-patch';
import { expect, test } from 'vitest';
import type { DaemonSet } from '../../../src/kube/objects.ts';
import { daemonSet, reviewOf } from '../../http/reviews.ts';
import { hooks, type Response } from './hooks.ts';

const PATH = '/mutate/daemonsets';
const { ask } = hooks((configuration) => ({
  ...configuration,
  daemons: { ...configuration.daemons, defaultPriorityClass: 'high' },
}));
const NOT_READY = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoSchedule' };
const UNREACHABLE = { ...NOT_READY, key: 'node.kubernetes.io/unreachable' };

function annotated(object: DaemonSet, value: string): DaemonSet {
  return {
    ...object,
    metadata: { ...object.metadata, annotations: { 'daemonward.dev/tolerate-not-ready': value } },
  };
}

function applied(object: DaemonSet, { patch }: Response): DaemonSet {
  if (patch === undefined) return object;
  const operations = JSON.parse(Buffer.from(patch, 'base64').toString('utf8'));
  return jsonPatch.applyPatch(structuredClone(object), operations, true).newDocument;
}

function template(object: DaemonSet) {
  return object.spec?.template?.spec;
}

const bare = daemonSet({}, { priorityClassName: undefined });

test('a new DaemonSet gets the default priority class, and no other', () => {
  expect(template(applied(bare, ask(PATH, reviewOf({ object: bare }))))?.priorityClassName).toBe('high');
  expect(ask(PATH, reviewOf({ object: daemonSet() })).patch).toBeUndefined();
});

test('the annotation brings the tolerations into the template', () => {
  const object = annotated(daemonSet(), 'true');

  expect(template(applied(object, ask(PATH, reviewOf({ object }))))?.tolerations).toEqual([
    NOT_READY,
    UNREACHABLE,
  ]);
  expect(ask(PATH, reviewOf({ object: annotated(daemonSet(), 'false') })).patch).toBeUndefined();
});

test.each([
  [
    'an annotation of something else',
    { ...bare, metadata: { ...bare.metadata, annotations: { a: 'b' } } },
    bare,
    false,
  ],
  ['the strategy', { ...bare, spec: { ...bare.spec, minReadySeconds: 3 } }, bare, false],
  ['the template', daemonSet({}, { priorityClassName: undefined, hostNetwork: true }), bare, true],
  ['the opt-in', annotated(bare, 'true'), bare, true],
])('an update that changes %s', (_what, object, oldObject, patched) => {
  const response = ask(PATH, reviewOf({ operation: 'UPDATE', object, oldObject }));

  expect(response.patch !== undefined).toBe(patched);
});

test('a replace without the class gives the template that was there, so nothing restarts', () => {
  const stored = applied(bare, ask(PATH, reviewOf({ object: bare })));

  const response = ask(PATH, reviewOf({ operation: 'UPDATE', object: bare, oldObject: stored }));

  expect(template(applied(bare, response))).toEqual(template(stored));
});

test('a DaemonSet that is refused gets no patch', () => {
  const response = ask(PATH, reviewOf({ object: bare, namespace: 'garden-shop' }));

  expect(response.allowed).toBe(false);
  expect(response.patch).toBeUndefined();
});

test('random templates: every patch applies and is empty the second time', () => {
  const spec = fc.record({
    priorityClassName: fc.constantFrom(undefined, null, '', 'high'),
    tolerations: fc.constantFrom(
      undefined,
      null,
      [],
      [NOT_READY],
      [{ ...NOT_READY, tolerationSeconds: 5 }],
      [{ operator: 'Exists' }],
    ),
    hostNetwork: fc.constantFrom(undefined, null, true),
  });
  fc.assert(
    fc.property(spec, fc.constantFrom('true', 'false', ''), (pod, value) => {
      const object: DaemonSet = JSON.parse(JSON.stringify(annotated(daemonSet({}, pod), value)));

      const patched = applied(object, ask(PATH, reviewOf({ object })));

      expect(ask(PATH, reviewOf({ object: patched })).patch).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});

test('what the hook completes itself is not refused for missing it, also where that is enforced', () => {
  const strict = hooks((configuration) => ({
    ...configuration,
    rules: { ...configuration.rules, DW301: 'enforce' },
    daemons: { ...configuration.daemons, defaultPriorityClass: 'high' },
  }));

  const response = strict.ask(PATH, reviewOf({ object: bare }));

  expect(response.allowed).toBe(true);
  expect(response.patch).toBeDefined();
});
