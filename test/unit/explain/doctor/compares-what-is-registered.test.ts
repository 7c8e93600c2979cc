import { expect, test } from 'vitest';
import { notKnown } from '../../../../src/explain/doctor/known.ts';
import { registrationLines } from '../../../../src/explain/doctor/registrations.ts';
import { faultTexts, liveObjects, registrationFacts, renderedObjects } from './installation.ts';

function faults(live: Record<string, unknown>[]): string[] {
  return faultTexts(registrationLines(registrationFacts(live)));
}

/** The live objects, with one hook of the validating configuration changed. */
function withHook(change: object): Record<string, unknown>[] {
  return liveObjects().map((object) => {
    if (object.kind !== 'ValidatingWebhookConfiguration' || !Array.isArray(object.webhooks)) return object;
    const [first, ...others] = object.webhooks;
    return { ...object, webhooks: [{ ...first, ...change }, ...others] };
  });
}

test('what is as rendered is ok, whatever the API server, other labels and the CA add', () => {
  const lines = registrationLines(registrationFacts());

  expect(lines.map(({ check, status }) => `${status} ${check}`)).toEqual([
    'ok webhooks',
    'ok failure-policy',
    'ok policies',
    'ok leftovers',
  ]);
  expect(lines[0]?.text).toMatch(/^2 configurations with \d+ hooks, as rendered$/);
});

test('a configuration that is gone is named', () => {
  const left = liveObjects().filter(({ kind }) => kind !== 'MutatingWebhookConfiguration');

  expect(faults(left)).toEqual(['failure webhooks: mutatingwebhookconfiguration/daemonward is not there']);
});

test('a field that was changed is named, with both values', () => {
  expect(faults(withHook({ timeoutSeconds: 29 }))).toEqual([
    'failure webhooks: validatingwebhookconfiguration/daemonward is not as rendered: ' +
      'webhooks[daemonsets.validate.daemonward.dev].timeoutSeconds: 29 → 3',
  ]);
});

test('a hook that fails otherwise has a line of its own, with what that does', () => {
  expect(faults(withHook({ failurePolicy: 'Ignore' }))).toEqual([
    'failure failure-policy: validatingwebhookconfiguration/daemonward: ' +
      'webhooks[daemonsets.validate.daemonward.dev].failurePolicy: "Ignore" → "Fail"; while Daemonward is down everybody passes',
  ]);
});

test('a hook that somebody added, and a lost label', () => {
  const added = liveObjects().map((object) =>
    object.kind === 'MutatingWebhookConfiguration' && Array.isArray(object.webhooks)
      ? { ...object, webhooks: [...object.webhooks, { name: 'extra.example' }] }
      : object,
  );
  const unlabelled = liveObjects().map((object) =>
    object.kind === 'MutatingWebhookConfiguration'
      ? { ...object, metadata: { name: 'daemonward', labels: { 'app.kubernetes.io/name': 'daemonward' } } }
      : object,
  );

  expect(faults(added)).toEqual([expect.stringContaining('webhooks[extra.example]')]);
  expect(faults(unlabelled)).toEqual([expect.stringContaining('labels.app.kubernetes.io/part-of')]);
});

test('a native policy that is gone, or says something else', () => {
  const policy = (object: Record<string, unknown>) => object.kind === 'ValidatingAdmissionPolicy';
  const first = liveObjects().find(policy);
  const gone = liveObjects().filter((object) => !policy(object) || object.metadata === undefined);
  const changed = liveObjects().map((object) =>
    policy(object) ? { ...object, spec: { ...Object(object.spec), failurePolicy: 'Ignore' } } : object,
  );

  expect(first).toBeDefined();
  expect(faults(gone).every((line) => /^failure policies: .* is not there$/.test(line))).toBe(true);
  expect(faults(gone).length).toBeGreaterThan(0);
  expect(faults(changed)[0]).toMatch(/^failure policies: .*spec\.failurePolicy: "Ignore" → "Fail"/);
});

test('what is no longer rendered is left over', () => {
  const old = { kind: 'ValidatingAdmissionPolicy', metadata: { name: 'dw999.daemonward.dev' } };

  expect(faults([...liveObjects(), old])).toEqual([
    'warning leftovers: no longer rendered: validatingadmissionpolicy/dw999.daemonward.dev',
  ]);
});

test('a policy as it was before an exemption ended is ok: the exemption has its own line', () => {
  const rendered = renderedObjects();
  const before = rendered.map((object) =>
    object.kind === 'ValidatingAdmissionPolicy'
      ? { ...object, spec: { ...Object(object.spec), earlier: 1 } }
      : object,
  );
  const live = before.map((object) => ({ ...object }));

  const both = registrationLines({ ...registrationFacts(live), rendered: [rendered, before] });

  expect(faultTexts(both)).toEqual([]);
  expect(faults(live).length).toBeGreaterThan(0);
});

test('what is not shown is skipped, with the reason, and the rest is looked at', () => {
  const { rendered, found } = registrationFacts();
  const hidden = new Map(found).set('ValidatingWebhookConfiguration', notKnown('forbidden'));

  const lines = registrationLines({ rendered, found: hidden });

  expect(faultTexts(lines)).toEqual([
    'skipped webhooks: validatingwebhookconfiguration/daemonward: forbidden',
  ]);
});
