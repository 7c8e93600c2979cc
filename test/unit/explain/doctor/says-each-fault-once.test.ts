import { expect, test } from 'vitest';
import { CHECKS } from '../../../../src/explain/doctor/checks.ts';
import { diagnose, type Facts } from '../../../../src/explain/doctor/diagnose.ts';
import { known, notKnown } from '../../../../src/explain/doctor/known.ts';
import { countsOf, jsonReport, textReport } from '../../../../src/explain/doctor/report.ts';
import { extenderFacts, faultsOf, goodFacts, MINUTE, NOW, replica } from './installation.ts';

const good = goodFacts();

/** A pod was placed, and nobody was asked. */
const UNASKED: Pick<Facts, 'youngest'> = { youngest: known({ pod: 'shop/web', createdAt: NOW - MINUTE }) };

test('a good installation is ok in every check, in the order of the table', () => {
  const lines = diagnose(good);

  expect(lines.map(({ check }) => check)).toEqual(Object.keys(CHECKS));
  expect(countsOf(lines)).toEqual({ ok: lines.length, warning: 0, failure: 0, skipped: 0 });
});

test('a scheduler that cannot verify us does not ask: the CA is the fault', () => {
  expect(faultsOf({ ...good, ...UNASKED })).toEqual([expect.stringMatching(/^failure scheduler-calls/)]);
  expect(faultsOf({ ...good, ...UNASKED, extender: known(extenderFacts({ ca: { kind: 'none' } })) })).toEqual(
    [
      expect.stringMatching(/^failure extender-ca/),
      'skipped scheduler-calls: no scheduler can ask while extender-ca fails',
    ],
  );
});

test('a warning keeps nobody out: then not to ask is a fault of its own', () => {
  const extender = known(extenderFacts({ entry: { ...extenderFacts().entry, ignorable: false } }));

  expect(faultsOf({ ...good, ...UNASKED, extender })).toEqual([
    expect.stringMatching(/^warning extender-settings/),
    expect.stringMatching(/^failure scheduler-calls/),
  ]);
});

test('somebody who may see nothing gets no failure, and the reason for each', () => {
  const why = notKnown('forbidden');
  const lines = diagnose({
    ...good,
    registrations: why,
    certificates: { bundles: why, served: why },
    service: {
      ...good.service,
      address: { url: 'https://x', result: 'unknown', why: 'ENOTFOUND' },
      endpoints: why,
      replicas: [{ name: 'pods', state: why, named: false }],
    },
    extender: why,
    gates: why,
    youngest: why,
    daemonSets: why,
    pods: why,
  });

  expect(countsOf(lines)).toMatchObject({ failure: 0, warning: 0 });
  expect(lines.filter(({ status }) => status === 'ok').map(({ check }) => check)).toEqual(['exemptions']);
});

test('the report has a line each, below its group, the remedy below that, and the sum', () => {
  const text = textReport(
    diagnose({ ...good, service: { ...good.service, replicas: [replica({ version: '0.9.0' })] } }),
  );
  const lines = text.split('\n');

  expect(lines[0]).toBe('registrations');
  expect(lines).toContain('  warning  versions             daemonward-a is 0.9.0, and this is 1.0.0');
  expect(lines).toContain(
    '                                → run the doctor of that version, or finish the upgrade',
  );
  expect(lines.at(-2)).toBe(`${Object.keys(CHECKS).length - 1} ok, 1 warning`);
});

test('for programs it is JSON, with group, check and status apart', () => {
  const report: unknown = JSON.parse(jsonReport(diagnose({ ...good, ...UNASKED })));

  expect(report).toMatchObject({ counts: { failure: 1, warning: 0, skipped: 0 } });
  expect(report).toMatchObject({
    checks: expect.arrayContaining([
      expect.objectContaining({
        group: 'scheduler',
        check: 'scheduler-calls',
        status: 'failure',
        remedy: 'docs/runbook.md (6)',
      }),
    ]),
  });
});
