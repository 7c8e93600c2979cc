/** docs/performance.md: what was measured, how, and what became of each goal. */
import { existsSync, readFileSync } from 'node:fs';
import type { ClusterResult } from '../../test/bench/cluster/result.ts';
import type { BenchResult } from '../../test/bench/result.ts';
import { clusterTables } from './cluster-tables.ts';
import { benchPicture } from './picture.ts';
import { reviewTime } from './review-time.ts';
import { benchTable } from './table.ts';

const BENCH = new URL('../performance.json', import.meta.url);
const CLUSTER = new URL('../performance-cluster.json', import.meta.url);

export const PICTURE = 'images/performance.svg';

/** Null until somebody has measured it for the record. */
export function readBench(): BenchResult | null {
  return existsSync(BENCH) ? JSON.parse(readFileSync(BENCH, 'utf8')) : null;
}

export function readCluster(): ClusterResult | null {
  return existsSync(CLUSTER) ? JSON.parse(readFileSync(CLUSTER, 'utf8')) : null;
}

export function performancePicture(bench: BenchResult): string {
  return benchPicture(bench);
}

export function performancePage(
  bench: BenchResult | null = readBench(),
  cluster: ClusterResult | null = readCluster(),
): string {
  return [
    '# Performance',
    '',
    'Made by `npm run docs` of `performance.json` (`npm run bench -- --full --pepr`) and `performance-cluster.json`',
    '(`npm run bench:cluster -- --full`); do not edit.',
    '',
    'Ratios carry over to other machines; microseconds and requests per second are of this one. Everything in a row is measured in',
    'one run and in turn, so that what disturbs the machine disturbs all of it; each figure is the median of all rounds, with the',
    'least and the most in brackets. A goal is reached by its median. What is not reached stands here as well.',
    '',
    '## Doors, beside others',
    '',
    ...(bench === null ? ['Not measured for the record yet.'] : doors(bench)),
    '',
    "## Where a review's time goes",
    '',
    ...reviewTime(),
    '',
    '## On a real control plane',
    '',
    ...(cluster === null ? ['Not measured for the record yet.'] : plane(cluster)),
    '',
  ].join('\n');
}

function measuredOn({ mode, date, machine, load, seconds }: BenchResult | ClusterResult): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `Measured on ${date} in the ${mode} form, in ${minutes} minutes: ${machine}, load of the machine when it began ${load}.`;
}

function doors(bench: BenchResult): string[] {
  return [
    measuredOn(bench),
    '',
    'Over TLS: HTTP/1.1, 16 connections that stay open, the load from another process on the same cores, the same certificate for',
    "all. The processor time is the whole process's, by the kernel's account, divided by its requests.",
    '',
    '- **Daemonward**: `daemonward serve` with its defaults: all rules, metrics, its log.',
    '- **Fastify echo**: one route that parses the body and sends it back ([source](../test/bench/peers/echo-server.ts)).',
    '- **Go net/http**: an equal rule with `encoding/json`, standard library only, on all cores, without logs or metrics',
    '  ([source](../test/bench/peers/go/main.go)). Its types have only the fields that a rule reads. The object is raw text within the',
    '  review, as `k8s.io/api` has it; *one pass* reads it together with the review, as few hooks do. Its extender does less than',
    '  Daemonward: a map of what is free, which never changes.',
    '- **Pepr 1.1.4**: its own controller, outside of a cluster, with an equal rule ([source](../test/bench/peers/pepr/module.js)).',
    '- **JSON.parse**, **copy of the bytes**: what Node needs to parse the body, or to copy it, and nothing else.',
    '',
    benchTable(bench),
    '',
    '### As a picture',
    '',
    `![Processor time of one request or call, beside others](${PICTURE})`,
  ];
}

function plane(cluster: ClusterResult): string[] {
  return [
    `${measuredOn(cluster)} Kubernetes ${cluster.kubernetes}.`,
    '',
    'etcd, kube-apiserver, kube-scheduler, the extender and who measures share the cores. The pods wait before the scheduler starts;',
    'the rate is that of the pods between a fifth and nine tenths of all. *Missing everywhere*: no daemon is there, and room is held on',
    'every node for each of them, which is the most that Daemonward can have to do. *Own rates*: 50 requests a second, as Kubernetes',
    'ships it; *fast clients*: 1,000. From 1.35 on a scheduler with nobody to ask places equal pods in batches, and one with any',
    'extender does not. The pass-through extender is a Fastify route that parses and echoes the names.',
    '',
    ...clusterTables(cluster),
  ];
}
