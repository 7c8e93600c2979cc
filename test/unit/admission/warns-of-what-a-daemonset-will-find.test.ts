/** DW401 to DW403 on kubectl apply: short, only when pods change, and never instead of a refusal. */
import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../../src/config/schema/schema.ts';
import type { ForecastQuestion, ForecastSummary } from '../../../src/policy/rules/forecast.ts';
import { daemonSet, reviewOf } from '../../http/reviews.ts';
import { smallCluster } from '../policy/cluster.ts';
import { fitsOn } from '../policy/rules/forecast-summary.ts';
import { hooks } from './hooks.ts';

const PATH = '/validate/daemonsets';
const LONGEST_LINE = 120;

const FITS = fitsOn(1_000);

const SHORT: ForecastSummary = {
  ...FITS,
  eligible: 960,
  fits: 800,
  preempts: 120,
  waits: 30,
  never: 10,
  portsTaken: 12,
  evicted: { pods: 240, tenants: 8 },
  worst: [
    { node: 'node-00012', pods: 6 },
    { node: 'node-00031', pods: 5 },
  ],
  without: ['node-00001', 'node-00002', 'node-00003'],
};

function asked(summary: ForecastSummary | null, change?: (same: Configuration) => Configuration) {
  const questions: (ForecastQuestion | null)[] = [];
  const { ask, events } = hooks(change, {
    view: smallCluster().within(''),
    forecast: (question) => {
      questions.push(question);
      return summary;
    },
  });
  return {
    questions,
    events,
    ask: (overrides: Record<string, unknown> = {}) => ask(PATH, reviewOf(overrides)),
  };
}

describe('what is said', () => {
  test('nothing of a DaemonSet that fits everywhere, or of which nothing is known', () => {
    expect(asked(FITS).ask().warnings).toBeUndefined();
    expect(asked(null).ask().warnings).toBeUndefined();
    expect(asked({ ...FITS, nodes: 0, eligible: 0, fits: 0 }).ask().warnings).toBeUndefined();
  });

  test('where it does not fit, and whom it evicts, in two lines', () => {
    const { warnings = [] } = asked(SHORT).ask();

    expect(warnings).toEqual([
      'DW402 fits on 800 of 960 eligible nodes and on 120 by eviction; 30 have no room (12: port taken), 10 are too small: nod…',
      'DW403 evicts 240 pods of 8 tenants on 120 of 960 eligible nodes, most on node-00012 (6), node-00031 (5)',
    ]);
    for (const line of warnings) expect(line.length).toBeLessThanOrEqual(LONGEST_LINE);
  });

  test('that it belongs nowhere, and by what', () => {
    const ineligible = [
      { reason: 'nodeSelector disk=ssd', nodes: 900 },
      { reason: 'taint gpu:NoSchedule', nodes: 100 },
    ];

    expect(asked({ ...FITS, eligible: 0, fits: 0, ineligible }).ask().warnings).toEqual([
      'DW401 belongs on none of 1000 nodes: nodeSelector disk=ssd 900, taint gpu:NoSchedule 100',
    ]);
  });

  test('that it is not all, when the time was over before', () => {
    const { warnings = [] } = asked({ ...SHORT, waits: 0, never: 0, unknown: 40, without: [] }).ask();

    expect(warnings).toEqual([
      'DW403 evicts at least 240 pods of 8 tenants on 120 of 960 eligible nodes, most on node-00012 (6), node-00031 (5)',
    ]);
  });

  test('with dry run too, and by the modes of the rules', () => {
    const enforce = (same: Configuration): Configuration => ({
      ...same,
      rules: { ...same.rules, DW402: 'enforce', DW403: 'off' },
    });

    expect(asked(SHORT).ask({ dryRun: true }).warnings).toHaveLength(2);
    expect(asked(SHORT, enforce).ask()).toMatchObject({
      allowed: false,
      status: { message: expect.stringContaining('DW402 fits on 800 of 960') },
    });
  });
});

describe('nobody is asked', () => {
  const nodeSelector = { disk: 'ssd' };

  test.each<[what: string, overrides: Record<string, unknown>, asks: number]>([
    ['a change of the template', { object: daemonSet({}, { nodeSelector }) }, 1],
    ['a change of how it is updated', { object: daemonSet({ minReadySeconds: 5 }) }, 0],
    ['a deletion', { object: null, operation: 'DELETE' }, 0],
  ])('%s', (_what, overrides, asks) => {
    const { ask, questions } = asked(FITS);

    ask({ operation: 'UPDATE', oldObject: daemonSet(), ...overrides });

    expect(questions).toHaveLength(asks);
  });

  test('when it is refused, when the rules are off, or when its controller is another one', () => {
    const refused = asked(SHORT);
    const off = asked(SHORT, (same) => ({
      ...same,
      rules: { ...same.rules, DW401: 'off', DW402: 'off', DW403: 'off' },
    }));
    const foreign = asked(SHORT);

    refused.ask({ namespace: 'shop' });
    off.ask();
    foreign.ask({ object: { ...daemonSet(), apiVersion: 'apps.kruise.io/v1alpha1' } });

    expect([refused.questions, off.questions, foreign.questions]).toEqual([[], [], []]);
  });

  test('but of one that is too large to be looked at it is told that there was one', () => {
    const { ask, questions } = asked(SHORT);
    const nodeSelectorTerms = Array.from({ length: 501 }, (_, index) => ({
      matchFields: [{ key: 'metadata.name', operator: 'In', values: [`n${index}`] }],
    }));
    const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } };

    ask({ object: daemonSet({}, { affinity: { nodeAffinity: required } }) });

    expect(questions).toEqual([null]);
  });
});

test('what is asked about has the namespace of the request, and the name that it will have', () => {
  const { ask, questions } = asked(FITS);
  const object = { ...daemonSet(), metadata: { generateName: 'agent-' } };

  ask({ object, name: '' });

  expect(questions[0]?.daemonSet).toMatchObject({ namespace: 'kube-system', name: 'agent-' });
});
