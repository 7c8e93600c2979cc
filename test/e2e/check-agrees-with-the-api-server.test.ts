/**
 * Manifests with slips in them, by `daemonward check` and by a real API server with our webhooks, decoding strictly as
 * kubectl asks for: both take or refuse the same ones, and name the same fields. DAEMONWARD_E2E_MANIFESTS says how many.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { PlacedFinding, Report } from '../../src/check/report/report.ts';
import { loadConfiguration } from '../../src/config/load.ts';
import { KUBERNETES_VERSIONS } from '../../src/kube/openapi/api-types.ts';
import { policySettings } from '../../src/policy/settings.ts';
import { chosenKubernetes } from './controlplane/versions.ts';
import { type GuardedCluster, startGuardedCluster, TENANT_LABEL } from './harness/guarded-cluster.ts';
import { type Mutated, mutatedManifests } from './harness/mutated-manifests.ts';
import { inParallel } from './harness/parallel.ts';
import { type Refusal, refusalIn } from './harness/refusals.ts';
import type { Answer } from './harness/request.ts';
import { daemonSetsPath, podsPath } from './harness/workloads.ts';

const MANIFESTS = Number(process.env.DAEMONWARD_E2E_MANIFESTS ?? 150);
const SEED = Number(process.env.DAEMONWARD_E2E_SEED ?? 14);

/** In the namespace of a tenant. */
const TENANTS_EVERY = 4;

let cluster: GuardedCluster;
beforeAll(async () => {
  // As installers set it up: daemons are privileged more often than not.
  const apiServerArgs = ['--allow-privileged=true'];
  cluster = await startGuardedCluster({ controllers: false, apiServerArgs });
});
afterAll(async () => {
  await cluster?.plane.stop();
});

interface Trial {
  readonly text: string;
  readonly refusal: Refusal;
  readonly findings: readonly PlacedFinding[];
  readonly unreadable: readonly string[];
}

/** What differs, and why that is known. Everything else that differs is a failure. */
const REMAINDER: readonly { readonly about: RegExp; readonly because: string }[] = [
  {
    about: /^missed: DW211 spec\.template\.spec\.containers$/,
    because:
      'a template or spec that is missing: check names it, the hook sees it filled in and without containers',
  },
];

test(`${MANIFESTS} manifests: check and the API server agree on what is refused, and for which fields`, async () => {
  const manifests = mutatedManifests(MANIFESTS, SEED).map((manifest, index) => ({
    ...manifest,
    namespace: index % TENANTS_EVERY === 0 ? cluster.tenant : 'kube-system',
  }));
  const asked: { manifest: Placed; answer: Answer }[] = [];
  await inParallel(manifests, async (manifest) => {
    asked.push({ manifest, answer: await ask(manifest) });
  });
  const checkOffline = offline();
  const trials: Trial[] = [];
  for (const { manifest, answer } of asked) {
    trials.push(trialOf(manifest, answer, (await checkOffline(manifest)).report));
  }

  const differing = trials.flatMap((trial) => {
    const differences = differencesOf(trial);
    return differences.length === 0 ? [] : [{ differences, trial }];
  });
  const listed = differing.filter(({ differences }) =>
    differences.every((difference) => REMAINDER.some(({ about }) => about.test(difference))),
  );
  const rest = differing.filter((entry) => !listed.includes(entry));
  const refused = trials.filter(({ refusal }) => refusal.stage !== 'taken');
  const stages = Map.groupBy(trials, ({ refusal }) => refusal.stage);
  console.log(
    `${trials.length} manifests: ${trials.length - refused.length} taken, ${refused.length} refused (` +
      `${[...stages].map(([stage, { length }]) => `${length} ${stage}`).join(', ')}); ` +
      `${differing.length} differ, ${listed.length} of them as listed`,
  );
  expect(refused.length).toBeGreaterThan(MANIFESTS / 4);
  expect(trials.length - refused.length).toBeGreaterThan(MANIFESTS / 10);
  expect(rest.map(describeDifference)).toEqual([]);
});

interface Placed extends Mutated {
  readonly namespace: string;
}

function ask({ kind, text, namespace }: Placed): Promise<Answer> {
  const path = kind === 'Pod' ? podsPath(namespace) : daemonSetsPath(namespace);
  const query = 'dryRun=All&fieldValidation=Strict';
  return cluster.plane.client().raw('POST', `${path}?${query}`, text, 'application/yaml');
}

function trialOf({ text }: Placed, answer: Answer, { objects, problems }: Report): Trial {
  return {
    text,
    refusal: refusalIn(answer),
    findings: objects.flatMap(({ findings }) => findings).filter(({ level }) => level === 'error'),
    unreadable: problems.map(({ field, message }) => `unreadable: ${field} ${message}`),
  };
}

/** The same configuration, and what the cluster has. */
function offline() {
  const loaded = loadConfiguration(cluster.daemonward.configFile);
  const known = KUBERNETES_VERSIONS.find((version) =>
    chosenKubernetes(process.env.DAEMONWARD_K8S_VERSION).startsWith(`v${version}.`),
  );
  if (!loaded.ok || known === undefined) throw new Error('the types of this version are not recorded');
  const settings = policySettings(loaded.configuration);
  const snapshot = join(cluster.plane.supervisor.directory, 'known.yaml');
  writeFileSync(snapshot, knownCluster());
  return ({ text, namespace }: Placed) =>
    check({
      files: ['-'],
      snapshots: [snapshot],
      defaultNamespace: namespace,
      settings,
      kubernetesVersion: known,
      strict: false,
      now: new Date(),
      standardInput: async () => Buffer.from(text),
    });
}

function knownCluster(): string {
  const classOf = (name: string, value: number) => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value,
  });
  const namespaceOf = (name: string, labels: object) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels },
  });
  const items = [
    classOf('system-node-critical', 2_000_001_000),
    classOf('system-cluster-critical', 2_000_000_000),
    namespaceOf('kube-system', {}),
    namespaceOf(cluster.tenant, { [TENANT_LABEL]: 'tenant-a' }),
  ];
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

/** Each is a line; none when both agree. */
function differencesOf({ refusal, findings, unreadable }: Trial): string[] {
  const isRefused = refusal.stage !== 'taken';
  const isFound = findings.length > 0 || unreadable.length > 0;
  if (isRefused && !isFound) return [`missed: ${refusal.message}`];
  if (!isRefused) {
    return [...findings.map(({ finding }) => `invented: ${finding.code} ${finding.field}`), ...unreadable];
  }
  if (unreadable.length > 0) return [];
  if (refusal.stage === 'decoding') return decodingDifferences(refusal, findings);
  if (refusal.stage === 'admission') return admissionDifferences(refusal, findings);
  return validationDifferences(refusal, findings);
}

function decodingDifferences(refusal: Refusal, findings: readonly PlacedFinding[]): string[] {
  const of = (code: string) => findings.filter(({ finding }) => finding.code === code);
  const moved = findings.find(({ finding }) => finding.code === 'DW211')?.finding.detail ?? '';
  const unknown = of('unknown-field').map(({ finding }) => finding.field);
  const wrong = of('wrong-type').map(({ finding }) => finding.field.replaceAll(/\[\d+\]/g, ''));
  if (refusal.wrongType !== undefined) {
    const isNamed = refusal.wrongType === '' ? wrong.length > 0 : wrong.some((field) => isOf(field, refusal));
    return isNamed ? [] : [`missed type: ${refusal.message}`];
  }
  const missed = refusal.unknown.filter(
    (field) => !unknown.includes(field) && !moved.includes(field.split('.').at(-1) ?? ''),
  );
  const invented = [...unknown.filter((field) => !refusal.unknown.includes(field)), ...wrong];
  return [
    ...missed.map((field) => `missed field: ${field}`),
    ...invented.map((field) => `invented field: ${field}`),
    ...(refusal.isDuplicate && of('duplicate-field').length === 0 ? ['missed duplicate'] : []),
  ];
}

/** Go names a map, and not the key in it. */
function isOf(field: string, { wrongType = '' }: Refusal): boolean {
  return field === wrongType || field.startsWith(`${wrongType}.`);
}

/** Our own hooks, or the policies beside them: the same codes. */
function admissionDifferences(refusal: Refusal, findings: readonly PlacedFinding[]): string[] {
  const ours = refusal.causes.filter(({ reason }) => reason.startsWith('DW'));
  const found = findings.map(({ finding }) => `${finding.code} ${finding.field}`);
  const codes = [...refusal.message.matchAll(/\bDW\d{3}\b/g)].map(([code]) => code);
  return [
    ...ours
      .filter(({ reason, field }) => !found.includes(`${reason} ${field}`))
      .map(({ reason, field }) => `missed: ${reason} ${field}`),
    ...codes
      .filter((code) => !found.some((entry) => entry.startsWith(code)))
      .map((code) => `missed: ${code}`),
  ];
}

function validationDifferences(refusal: Refusal, findings: readonly PlacedFinding[]): string[] {
  const fields = findings.map(({ finding }) => finding.field);
  const theirs = refusal.causes.map(({ field }) => field);
  return [
    ...theirs
      .filter((field) => !fields.includes(field))
      .map((field) => `missed: ${field} in ${refusal.message}`),
    ...fields.filter((field) => !theirs.includes(field)).map((field) => `invented: ${field}`),
  ];
}

function describeDifference({ differences, trial }: { differences: string[]; trial: Trial }) {
  return {
    differences,
    message: trial.refusal.message,
    found: trial.findings.map(({ finding }) => `${finding.code} ${finding.field}: ${finding.detail}`),
    text: process.env.DAEMONWARD_E2E_SHOW === undefined ? '' : trial.text,
  };
}
