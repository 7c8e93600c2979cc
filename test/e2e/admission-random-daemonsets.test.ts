/** Random DaemonSets, with our webhooks and without: we refuse nothing that Kubernetes takes, and miss nothing we have a rule for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOLERATE_NOT_READY_ANNOTATION } from '../../src/kube/metadata/annotations.ts';
import { readDaemonSet } from '../../src/kube/object-schema.ts';
import type { DaemonSet, PodSpec } from '../../src/kube/objects.ts';
import type { Finding } from '../../src/policy/finding.ts';
import { shapeFindings } from '../../src/policy/rules/shape.ts';
import { CREATED, dryRun, type Made, OK, sentAgain, type Tried } from './harness/dry-run.ts';
import { type GuardedCluster, startGuardedCluster } from './harness/guarded-cluster.ts';
import { inParallel } from './harness/parallel.ts';
import { randomDaemonSets } from './harness/random-daemon-sets.ts';
import { requestCounts } from './harness/request-counts.ts';
import { daemonSetObject, daemonSetsPath } from './harness/workloads.ts';

const ASKED = 'kube-system';
/** Daemonward's own namespace is left out of every registration. */
const NOT_ASKED = 'daemonward-system';
const DEFAULT_CLASS = 'system-node-critical';

const CREATIONS = 1_200;
const CHANGES = 300;
/** Enough of each kind, or the comparison says little. */
const AT_LEAST = 200;

const STORED = daemonSetObject('stored', { pool: 'none' });

let cluster: GuardedCluster;
beforeAll(async () => {
  cluster = await startGuardedCluster({
    controllers: false,
    sections: { daemons: { defaultPriorityClass: DEFAULT_CLASS } },
    async before({ plane }) {
      const client = plane.client();
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NOT_ASKED } };
      await client.create('/api/v1/namespaces', namespace);
      for (const each of [ASKED, NOT_ASKED]) await client.create(daemonSetsPath(each), STORED);
    },
  });
});
afterAll(async () => {
  await cluster?.plane.stop();
});

interface Trial {
  sent: unknown;
  free: Tried;
  asked: Tried;
}

async function tryAll(
  objects: readonly unknown[],
  send: (namespace: string, object: unknown) => Promise<Tried>,
): Promise<Trial[]> {
  const trials: Trial[] = [];
  await inParallel(objects, async (sent) => {
    const free = await send(NOT_ASKED, sent);
    trials.push({ sent, free, asked: await send(ASKED, sent) });
  });
  return trials;
}

function create(namespace: string, object: unknown): Promise<Tried> {
  return dryRun(cluster.plane.client(), 'POST', daemonSetsPath(namespace), object);
}

/** The fields of Kubernetes' errors for which there is a rule, and the codes of which one must be found. */
const RULED: readonly (readonly [field: RegExp, codes: readonly string[]])[] = [
  [/^spec\.selector\b/, ['DW201', 'DW202', 'DW204']],
  [/^spec\.template\.metadata\.labels$/, ['DW203', 'DW201', 'DW204']],
  [/^spec\.template\.spec\.restartPolicy$/, ['DW205']],
  [/^spec\.updateStrategy\b/, ['DW206']],
  [/^spec\.template\.spec\.activeDeadlineSeconds$/, ['DW207']],
  [/^spec\.template\.spec\.ephemeralContainers\b/, ['DW208']],
  [/^metadata\.(name|generateName)$/, ['DW209']],
  [/^spec\.template\.spec\.containers$/, ['DW211']],
];

interface Missed {
  field: string;
  message: string;
  sent: unknown;
}

/** What Kubernetes refuses for a field with a rule, and we do not. */
function missed(trials: readonly Trial[], found: (trial: Trial) => readonly string[]): Missed[] {
  return trials.flatMap((trial) => {
    const codes = found(trial);
    return trial.free.causes.flatMap(({ field }) => {
      const wanted = RULED.find(([pattern]) => pattern.test(field))?.[1];
      const isFound = wanted === undefined || wanted.some((code) => codes.includes(code));
      return isFound ? [] : [{ field, message: trial.free.message, sent: trial.sent }];
    });
  });
}

function offline(sent: unknown, old?: DaemonSet): readonly Finding[] {
  const typed = readDaemonSet(sent);
  if (!typed.ok) throw new Error(`cannot be read: ${typed.problem.field} ${typed.problem.expectation}`);
  return shapeFindings(typed.value, old);
}

function codesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ code }) => code);
}

const isTaken = ({ status }: Tried) => status === CREATED || status === OK;
const isUndecodable = ({ status }: Tried) => status === 400;

/** Objects that we refuse and Kubernetes takes, or the other way round. */
function differing(trials: readonly Trial[]): unknown[] {
  return trials
    .filter(({ free, asked }) => isTaken(free) !== isTaken(asked))
    .map(({ free, asked, sent }) => ({ free: free.message, asked: asked.message, sent }));
}

/** Those that a new one can have and that refuse. */
const CODES = ['DW201', 'DW202', 'DW203', 'DW205', 'DW206', 'DW207', 'DW208', 'DW209', 'DW211'];

function reasons(trials: readonly Trial[]): string[] {
  return trials.flatMap(({ asked }) => asked.causes.map(({ reason }) => reason));
}

let created: Trial[] = [];

test('what Kubernetes takes we take, and what it refuses for a field with a rule we refuse first', async () => {
  created = await tryAll(randomDaemonSets(CREATIONS), create);

  const decoded = created.filter(({ free }) => !isUndecodable(free));
  const taken = decoded.filter(({ free }) => isTaken(free));
  console.log(
    `${created.length} DaemonSets: ${taken.length} taken, ${created.length - decoded.length} not decoded`,
  );
  expect(taken.length).toBeGreaterThan(AT_LEAST);
  expect(decoded.length - taken.length).toBeGreaterThan(AT_LEAST);
  expect(differing(decoded)).toEqual([]);
  expect(missed(decoded, ({ asked }) => asked.causes.map(({ reason }) => reason))).toEqual([]);
  for (const code of CODES) expect(reasons(decoded).filter((reason) => reason === code)).not.toEqual([]);
  expect((await requestCounts(cluster.daemonward)).failed).toEqual([]);
});

test('the rules offline, over what was sent: they miss nothing, and find nothing in what Kubernetes takes', () => {
  const decoded = created.filter(({ free }) => !isUndecodable(free));
  const strict = decoded.filter(
    ({ free, sent }) => isTaken(free) && !JSON.stringify(sent).includes(MISPLACED),
  );

  const invented = strict
    .map(({ sent }) => ({ sent, codes: codesOf(offline(sent)).filter((code) => code !== 'DW210') }))
    .filter(({ codes }) => codes.length > 0);

  expect(missed(decoded, ({ sent }) => codesOf(offline(sent)))).toEqual([]);
  expect(invented).toEqual([]);
});

/** Beside `template.spec`: the API server drops it with a warning, and a file with it is still wrong. */
const MISPLACED = '"containers":[{"name":"c","image":"img"}],"tolerations":[]}';

interface Template {
  spec: PodSpec;
}

function templateOf({ spec }: Made): Template {
  const { template }: { template: Template } = JSON.parse(JSON.stringify(spec));
  return template;
}

test('templates get the default class and the tolerations that were asked for, nothing else, and only once', async () => {
  const taken = created.filter(({ asked }) => isTaken(asked));
  const again = new Map<Trial, Tried>();
  await inParallel(taken, async (trial) => {
    again.set(trial, await create(ASKED, sentAgain(trial.asked.made)));
  });

  for (const trial of taken) {
    const plain = templateOf(trial.free.made).spec;
    const ours = templateOf(trial.asked.made).spec;
    const asks = trial.asked.made.metadata.annotations?.[TOLERATE_NOT_READY_ANNOTATION] === 'true';
    const added = (ours.tolerations ?? []).slice(plain.tolerations?.length ?? 0);
    expect({ ...ours, tolerations: plain.tolerations }).toEqual({
      ...plain,
      priorityClassName: plain.priorityClassName || DEFAULT_CLASS,
    });
    expect((ours.tolerations ?? []).slice(0, plain.tolerations?.length ?? 0)).toEqual(
      plain.tolerations ?? [],
    );
    expect(added.every(({ key }) => asks && NOT_READY.includes(key ?? ''))).toBe(true);
    expect(asks ? NOT_READY.filter((key) => !toleratesScheduling(ours, key)) : []).toEqual([]);
    expect(again.get(trial)?.made.spec).toEqual(trial.asked.made.spec);
  }
});

const NOT_READY = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

function toleratesScheduling({ tolerations }: PodSpec, wanted: string): boolean {
  return (tolerations ?? []).some(
    ({ key, operator, effect }) => key === wanted && operator === 'Exists' && effect === 'NoSchedule',
  );
}

test('changes of one that is there: the same', async () => {
  const client = cluster.plane.client();
  const changes = randomDaemonSets(CHANGES).map((object) => ({
    ...asObject(object),
    metadata: STORED.metadata,
  }));
  const old = await client.get<DaemonSet>(`${daemonSetsPath(ASKED)}/stored`);

  const changed = await tryAll(changes, (namespace, object) =>
    dryRun(client, 'PUT', `${daemonSetsPath(namespace)}/stored`, object),
  );

  const decoded = changed.filter(({ free }) => !isUndecodable(free));
  expect(differing(decoded)).toEqual([]);
  expect(missed(decoded, ({ asked }) => asked.causes.map(({ reason }) => reason))).toEqual([]);
  expect(missed(decoded, ({ sent }) => codesOf(offline(sent, old)))).toEqual([]);
  expect(reasons(decoded)).toContain('DW204');
});

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
