/** Counts what the extender decides, and logs it without a line for every call. */
import type { FastifyBaseLogger } from 'fastify';
import { LEFT_BY } from '../../scheduler/account/flight/in-flight.ts';
import type { SchedulerObserver, Verb } from '../../scheduler/observer.ts';
import type { DecisionObserver } from './decision-recorder.ts';
import type { Metrics } from './metrics.ts';
import { quietly } from './quietly.ts';

/** A scheduler offers up to a hundred nodes: some of them show what was decided. */
const CANDIDATES_SHOWN = 10;

const PATHS = {
  filter: '/scheduler/filter',
  prioritize: '/scheduler/prioritize',
  preempt: '/scheduler/preempt',
  resize: '/validate/pods',
} as const satisfies Record<Verb, string>;

export function schedulingObserver(
  log: FastifyBaseLogger,
  metrics: Metrics,
  now: () => number,
  decisions: DecisionObserver,
): SchedulerObserver {
  const summary = filterSummary(log, now);
  const passedThrough = quietly(now);
  const preemptions = quietly(now);
  const left = new Map(LEFT_BY.map((by) => [by, metrics.headroomLeftFlight.labels({ by })]));
  const nodesOf = {
    filter: metrics.schedulerNodes.labels({ verb: 'filter' }),
    prioritize: metrics.schedulerNodes.labels({ verb: 'prioritize' }),
    preempt: metrics.schedulerNodes.labels({ verb: 'preempt' }),
  };
  return {
    asked: (verb, nodes) => nodesOf[verb].observe(nodes),
    passedThrough: (verb, reason) => {
      const path = PATHS[verb];
      metrics.schedulerPassedThrough.inc({ path, reason });
      passedThrough('', () => log.warn({ path, reason }, 'scheduler calls passed through'));
    },
    filtered: (event, tenant) => {
      const outcome = event.audited ? 'audited' : 'refused';
      for (const [code, nodes] of event.nodes) metrics.schedulerRefusals.inc({ code, outcome }, nodes);
      summary(event, tenant);
      decisions.filtered(event, tenant);
    },
    preempted: (event, tenant) => {
      const { pod, audited, candidates } = event;
      decisions.preempted(event, tenant);
      const outcome = audited ? 'audited' : 'refused';
      for (const { code } of candidates) metrics.schedulerRefusals.inc({ code, outcome });
      preemptions(pod.uid, () => {
        const { namespace, name, uid } = pod;
        const shown = candidates.slice(0, CANDIDATES_SHOWN);
        const more = candidates.length - shown.length;
        const codes = [...new Set(candidates.map(({ code }) => code))];
        log.info(
          { uid, namespace, name, tenant: tenant(), outcome, codes, candidates: shown, more },
          'preemption decision',
        );
      });
    },
    victimsGiven: decisions.victimsGiven,
    doubtfulNodes: (outcome, count) => metrics.schedulerDoubtfulNodes.inc({ outcome }, count),
    passedNodes: (verb, partition, count) => metrics.partitionNodesPassed.inc({ verb, partition }, count),
    leftFlight: (by) => left.get(by)?.inc(),
    witnessed: (inFlight) => metrics.schedulerWitnessed.inc({ in_flight: String(inFlight) }),
  };
}

/** The first refusal at once, and then one line for all that come within some seconds. */
function filterSummary(log: FastifyBaseLogger, now: () => number): SchedulerObserver['filtered'] {
  let calls = 0;
  let nodes = 0;
  const write = quietly(now);
  return ({ pod, audited, nodes: byCode, example }, tenant) => {
    calls += 1;
    for (const count of byCode.values()) nodes += count;
    const { namespace, name, uid } = pod;
    const outcome = audited ? 'audited' : 'refused';
    write('', () => {
      const shown = { uid, namespace, name, tenant: tenant(), reason: example };
      log.info({ outcome, codes: [...byCode.keys()], example: shown, calls, nodes }, 'nodes refused');
      calls = 0;
      nodes = 0;
    });
  };
}
