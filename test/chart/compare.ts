/**
 * `npm run test:chart`: whether the chart renders the objects of src/render/workload, for every combination of its switches.
 * Needs helm, by $HELM or on the path.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { installation } from '../../manifests/installations.ts';
import { differences, differenceText } from '../../src/cluster/differences.ts';
import { CONFIGURATION_FILE, CONFIGURATION_HASH } from '../../src/render/workload/deployment.ts';
import type { Overlay } from '../../src/render/workload/installation.ts';
import { workload } from '../../src/render/workload/workload.ts';

const CHART = join(import.meta.dirname, '..', '..', 'manifests', 'chart');
const HELM = process.env.HELM || 'helm';

const VALUES: Readonly<Partial<Record<Overlay, string>>> = {
  'high-availability': 'replicas=3,strictSpread=true',
  split: 'split=true',
  'cert-manager': 'certManager=true',
  'second-scheduler': 'secondScheduler.enabled=true',
  guardians: 'guardians=true',
  fairness: 'fairness=true',
};
const SWITCHES: readonly Overlay[] = [
  'high-availability',
  'split',
  'cert-manager',
  'second-scheduler',
  'guardians',
  'fairness',
];

type Plain = Record<string, unknown>;

function rendered(overlays: readonly Overlay[]): Plain[] {
  const set = overlays.flatMap((overlay) => ['--set', VALUES[overlay] ?? '']);
  const args = ['template', 'daemonward', CHART, '--namespace', 'daemonward-system', ...set];
  const text = execFileSync(HELM, args, { encoding: 'utf8' });
  return parseAllDocuments(text)
    .map((document): Plain | null => document.toJS())
    .filter((object) => object !== null);
}

/** Helm makes the namespace, writes the configuration in its own order, and takes the hash of what was given. */
function comparable(objects: readonly Plain[]): Map<string, unknown> {
  const entries = objects
    .filter(({ kind }) => kind !== 'Namespace')
    .map((object): [string, unknown] => {
      const text = JSON.stringify(object, (key, value: unknown) => {
        if (key === CONFIGURATION_FILE && typeof value === 'string') return parse(value);
        return key === CONFIGURATION_HASH ? undefined : value;
      });
      const copy: { kind: string; metadata: { name: string; namespace?: string } } = JSON.parse(text);
      return [`${copy.kind} ${copy.metadata.namespace ?? ''}/${copy.metadata.name}`, copy];
    });
  return new Map(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const combinations = SWITCHES.reduce<Overlay[][]>(
  (all, overlay) => all.flatMap((some) => [some, [...some, overlay]]),
  [[]],
);
let failed = 0;
for (const overlays of combinations) {
  const ours = comparable(workload(installation(...overlays)).map(({ object }) => ({ ...object })));
  const theirs = comparable(rendered(overlays));
  const isSame = isDeepStrictEqual(ours, theirs);
  console.log(`${isSame ? 'same ' : 'OTHER'} ${ours.size} objects: ${overlays.join(', ') || 'plain'}`);
  if (isSame) continue;
  failed += 1;
  const found = differences(Object.fromEntries(ours), Object.fromEntries(theirs));
  for (const difference of found) console.log(`  ${differenceText(difference)}`);
}
process.exitCode = failed === 0 ? 0 : 1;
