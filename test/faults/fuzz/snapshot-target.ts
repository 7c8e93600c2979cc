/** Snapshot files: read as every command reads them, and where that succeeds decided over. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { SnapshotError } from '../../../src/cluster/snapshot/problem.ts';
import { writeSnapshot } from '../../../src/cluster/snapshot/slim-format.ts';
import { loadSnapshot } from '../../../src/cluster/snapshot/snapshot.ts';
import type { ClusterView } from '../../../src/cluster/view.ts';
import type { KubeObject } from '../../e2e/harness/client.ts';
import { extenderOver } from '../../unit/scheduler/extender.ts';
import { exampleText } from './example-text.ts';
import { outcomeOf, TAKEN, type Target } from './target.ts';
import { spoilt } from './text-mutations.ts';

/** Of each kind: what matters is every field of an object, not many of them. */
const OF_EACH_KIND = 2;

interface List {
  readonly items: readonly KubeObject[];
}

function fewOfEach(): KubeObject[] {
  const { items }: List = parse(exampleText('cluster.yaml'));
  const byKind = Map.groupBy(items, ({ kind }) => kind);
  return [...byKind.values()].flatMap((objects) => objects.slice(0, OF_EACH_KIND));
}

function slimText(view: ClusterView): string {
  const records = {
    nodes: () => view.nodes(),
    pods: () => view.pods(),
    daemonSets: () => view.daemonSets(),
    namespaces: () => view.namespaces(),
    priorityClasses: () => view.priorityClasses(),
    limitRanges: () => view.limitRanges(),
    runtimeClasses: () => view.runtimeClasses(),
    orders: () => view.orders(),
  };
  return [...writeSnapshot(records)].join('');
}

export function snapshotTarget(): Target {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-fuzz-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'cluster.yaml');
  const few = fewOfEach();
  const list = { apiVersion: 'v1', kind: 'List', items: few };
  const seed = stringify(list);
  writeFileSync(file, seed);
  const slim = slimText(loadSnapshot([file]).store);
  const seeds = [
    seed,
    JSON.stringify(list, null, 1),
    slim,
    few
      .slice(0, 4)
      .map((object) => stringify(object))
      .join('---\n'),
    `${exampleText('orders/storage.yaml')}---\n${exampleText('orders/network.yaml')}`,
  ];
  return {
    name: 'snapshot',
    share: 50,
    input: (random) => spoilt(seeds, random),
    read(input) {
      writeFileSync(file, input);
      try {
        decideOver(loadSnapshot([file]).store);
        return TAKEN;
      } catch (error) {
        if (!(error instanceof SnapshotError)) throw error;
        return outcomeOf(
          error.problems.map((problem) => placed(problem, file)),
          input,
        );
      }
    },
  };
}

/** `file:line: what`, or `file: what` of the whole. */
function placed(problem: string, file: string) {
  if (!problem.startsWith(file)) return { text: `without its file: ${problem}` };
  const { line, text = '' } =
    /^:(?:(?<line>\d+):)? ?(?<text>.*)$/s.exec(problem.slice(file.length))?.groups ?? {};
  return { line: line === undefined ? undefined : Number(line), text };
}

/** What is taken has to be good for a decision on every node of it. */
function decideOver(view: ClusterView): void {
  const { ask } = extenderOver(view, { headroom: { mode: 'enforce' } });
  const names = Array.from(view.nodes(), ({ name }) => name);
  const container = { name: 'a', resources: { requests: { cpu: '1', memory: '1Gi' } } };
  const pod = {
    metadata: { name: 'asks', namespace: 'kitchen', uid: 'asks' },
    spec: { containers: [container] },
  };
  ask('filter', { Pod: pod, NodeNames: names });
  ask('prioritize', { Pod: pod, NodeNames: names });
}
