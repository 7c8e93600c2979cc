/** `daemonward apply` on a real API server: what is rendered is there, and what is no longer rendered is gone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REGISTRATION_KINDS } from '../../src/install/resources.ts';
import { REASON_CODES } from '../../src/policy/reasons.ts';
import { daemonward } from '../unit/cli/terminal.ts';
import type { KubeObject } from './harness/client.ts';
import { createNamespace } from './harness/namespaces.ts';
import { type RenderBench, startRenderBench } from './harness/rendered-registrations.ts';

/** The line is on this page. */
const RUNBOOK = join(import.meta.dirname, '..', '..', 'docs', 'runbook.md');

const HEAD = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';
const POLICIES = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';

interface Policy extends KubeObject {
  readonly spec: { readonly failurePolicy: string };
}

interface Webhooks extends KubeObject {
  readonly webhooks: readonly {
    readonly name: string;
    readonly clientConfig: { readonly caBundle?: string };
  }[];
}

let bench: RenderBench;
let tenant: string;
/** Every rule but one is off. */
let onlyDaemonSets: string;
let nothing: string;

beforeAll(async () => {
  bench = await startRenderBench();
  tenant = await createNamespace(bench.plane, 'shop', { tenant: 'tenant-a' });
  const rules = (codes: readonly string[]) => codes.map((code) => `  ${code}: off\n`).join('');
  const all: readonly string[] = REASON_CODES;
  nothing = bench.file('nothing.yaml', `${HEAD}rules:\n${rules(all)}`);
  onlyDaemonSets = bench.file(
    'only-daemonsets.yaml',
    `${HEAD}rules:\n${rules(all.filter((code) => code !== 'DW101'))}`,
  );
});

afterAll(() => bench?.stop());

function apply(...args: readonly string[]) {
  const where = ['--url', bench.nobody, '--ca', bench.ca, '--kubeconfig', bench.plane.kubeconfig()];
  return daemonward('apply', ...where, ...args);
}

async function registered(): Promise<string[]> {
  const group = '/apis/admissionregistration.k8s.io/v1';
  const lists = await Promise.all(
    REGISTRATION_KINDS.map(({ plural }) =>
      bench.plane.client().list(`${group}/${plural}?labelSelector=app.kubernetes.io/part-of=daemonward`),
    ),
  );
  return lists.flatMap((list, place) =>
    list.map(({ metadata }) => `${REGISTRATION_KINDS[place]?.plural}/${metadata?.name}`),
  );
}

test('a rule that is switched off refuses nobody any more, also when kubectl had applied it', async () => {
  await bench.apply(await bench.render('--url', bench.nobody, '--ca', bench.ca));
  const refusal = await bench.untilAnswered(tenant, (text) => text.includes('DW101'));

  const rehearsed = await apply('--config', nothing, '--dry-run');
  const stillThere = await registered();
  const applied = await apply('--config', nothing);
  const accepted = await bench.untilAnswered(tenant, (text) => text === '');

  expect(refusal).toContain('ValidatingAdmissionPolicy');
  expect([rehearsed.code, rehearsed.err]).toEqual([0, '']);
  expect(rehearsed.out).toContain(
    'validatingwebhookconfiguration.admissionregistration.k8s.io/daemonward deleted (dry run)\n',
  );
  expect(stillThere).toHaveLength(14);
  expect(applied.out.match(/ deleted$/gm)).toHaveLength(13);
  expect(await registered()).toEqual(['mutatingwebhookconfigurations/daemonward']);
  expect(accepted).toBe('');
});

test('applied twice nothing changes; a changed setting is shown field by field', async () => {
  const first = await apply('--config', onlyDaemonSets);
  const second = await apply('--config', onlyDaemonSets);
  const warned = bench.file('warn.yaml', `${HEAD}rules: { DW101: warn }\n`);
  const third = await apply('--config', warned, '--dry-run');

  expect(first.out).toContain(
    'validatingadmissionpolicy.admissionregistration.k8s.io/dw101.daemonward.dev created\n',
  );
  expect(second.out.trimEnd().split('\n')).toEqual(
    ['policy', 'policybinding']
      .map((kind) => `validatingadmission${kind}.admissionregistration.k8s.io/dw101.daemonward.dev unchanged`)
      .concat(
        ['mutating', 'validating'].map(
          (kind) => `${kind}webhookconfiguration.admissionregistration.k8s.io/daemonward unchanged`,
        ),
      ),
  );
  expect(third.out).toContain('    spec.validationActions[0]: "Deny" → "Warn"\n');
  const { spec } = await bench.plane.client().get<Policy>(`${POLICIES}/dw101.daemonward.dev`);
  expect(spec.failurePolicy).toBe('Fail');
});

test('a hook goes although the running service keeps its CA', async () => {
  const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/daemonward';
  await apply();
  const { webhooks } = await bench.plane.client().get<Webhooks>(path);
  const bundles = webhooks.map(({ name, clientConfig: { caBundle } }) => ({
    name,
    clientConfig: { caBundle },
  }));
  const kept = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    webhooks: bundles,
  };
  await bench.plane.client().patch(`${path}?fieldManager=daemonward-ca&force=true`, kept, 'apply');

  const rehearsed = await apply('--config', onlyDaemonSets, '--dry-run');
  const applied = await apply('--config', onlyDaemonSets);

  expect([rehearsed.code, rehearsed.err, applied.code, applied.err]).toEqual([0, '', 0, '']);
  expect(rehearsed.out).toContain('    webhooks[bindings.validate.daemonward.dev]: ');
  const left = (await bench.plane.client().get<Webhooks>(path)).webhooks;
  expect(webhooks.length).toBeGreaterThan(left.length);
  expect(left.map(({ name }) => name)).toEqual([
    'daemonsets.validate.daemonward.dev',
    'system-daemonsets.validate.daemonward.dev',
  ]);
  expect(left.every(({ clientConfig }) => clientConfig.caBundle !== undefined)).toBe(true);
});

test('kubectl itself prunes by the same label', async () => {
  const plurals = REGISTRATION_KINDS.map(({ plural }) => plural).join();
  await bench.plane.kubectl(['delete', plurals, '-l', 'app.kubernetes.io/part-of=daemonward']);
  await bench.apply(await bench.render('--url', bench.nobody, '--ca', bench.ca));
  const allowed = REGISTRATION_KINDS.map(({ apiVersion, kind }) => `--prune-allowlist=${apiVersion}/${kind}`);
  const args = ['apply', '--prune', '-l', 'app.kubernetes.io/part-of=daemonward', ...allowed, '-f', '-'];

  const { code, stdout } = await bench.plane.kubectl(args, {
    input: await bench.render('--config', onlyDaemonSets, '--url', bench.nobody, '--ca', bench.ca),
  });

  expect(code).toBe(0);
  expect(stdout).toContain('dw105.daemonward.dev pruned');
  expect(await registered()).toHaveLength(4);
});

test('the one line for emergencies: from then on nobody is refused anything', async () => {
  await apply();
  await bench.untilAnswered(tenant, (text) => text.includes('DW101'));

  const [, line = ''] = /^kubectl (delete .*)$/m.exec(readFileSync(RUNBOOK, 'utf8')) ?? [];
  const { code } = await bench.plane.kubectl(line.split(' '));

  expect(code).toBe(0);
  expect(await bench.untilAnswered(tenant, (text) => text === '')).toBe('');
  expect((await apply()).code).toBe(0);
  expect(await bench.untilAnswered(tenant, (text) => text.includes('DW101'))).toContain('forbidden');
});

test('a cluster that does not answer is exit code 3, and a person without rights gets the words of the API server', async () => {
  const nobody = bench.file(
    'nobody.kubeconfig',
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'x',
      contexts: [{ name: 'x', context: { cluster: 'x', user: 'x' } }],
      clusters: [{ name: 'x', cluster: { server: bench.nobody } }],
      users: [{ name: 'x', user: {} }],
    }),
  );

  const unreached = await daemonward('apply', '--kubeconfig', nobody, '--ca', bench.ca);
  const forbidden = await daemonward(
    'apply',
    '--ca',
    bench.ca,
    '--kubeconfig',
    bench.plane.kubeconfig('tenant-a-admin'),
  );

  expect([unreached.code, forbidden.code]).toEqual([3, 1]);
  expect(unreached.err).toMatch(/^daemonward: apply: the API server was not reached .*ECONNREFUSED.*\n$/);
  expect(forbidden.err).toMatch(/^daemonward: apply: the API server answered 403: .*cannot list.*\n$/);
});
