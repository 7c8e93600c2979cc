/** A forecast takes a few milliseconds of a review, and says nothing rather than take more. */
import { expect, test } from 'vitest';
import type { ClusterStore } from '../../../../src/cluster/store/store.ts';
import {
  FORECAST_MS,
  type ForecastOutcome,
  reviewForecasts,
} from '../../../../src/server/forecasts/review-forecasts.ts';
import { questionIn, written } from '../../explain/forecast/forecast-over.ts';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { extenderOver } from '../../scheduler/extender.ts';

const NODES = 400;
const OBJECT = written({ requests: { cpu: '1' } });

/** Every second node is full. */
function fullCluster(): ClusterStore {
  const cluster = new DaemonCluster().synced();
  for (let index = 0; index < NODES; index += 1) {
    cluster.node(`n${index}`);
    if (index % 2 === 0) cluster.put('pods', cluster.tenantPod(`p${index}`, { node: `n${index}`, cpu: '4' }));
  }
  return cluster.store;
}

/** Every look at the clock is so much later than the one before. */
function finder(store: ClusterStore, msPerLook: number) {
  let now = 0;
  const outcomes: ForecastOutcome[] = [];
  const find = reviewForecasts({
    extender: extenderOver(store).extender,
    clock: () => {
      now += msPerLook;
      return now;
    },
    told: (outcome) => outcomes.push(outcome),
  });
  return { find, outcomes, pass: (ms: number) => (now += ms) };
}

test('with time enough all of it is told', () => {
  const store = fullCluster();
  const { find, outcomes } = finder(store, 0);

  expect(find(questionIn(OBJECT, store))).toMatchObject({
    eligible: NODES,
    fits: NODES / 2,
    preempts: NODES / 2,
    unknown: 0,
    evicted: { pods: NODES / 2, tenants: 1 },
  });
  expect(outcomes).toEqual(['whole']);
});

test('when the time ends among the full nodes, where it fits is told of all, and the rest of some', () => {
  const store = fullCluster();
  // After all nodes, and some more.
  const { find, outcomes } = finder(store, FORECAST_MS / (NODES / 32 + 4));

  const summary = find(questionIn(OBJECT, store));

  expect(summary).toMatchObject({ eligible: NODES, fits: NODES / 2 });
  expect(summary?.preempts).toBeGreaterThan(0);
  expect(summary?.unknown).toBeGreaterThan(0);
  expect((summary?.preempts ?? 0) + (summary?.unknown ?? 0)).toBe(NODES / 2);
  expect(outcomes).toEqual(['part']);
});

test('when the time ends before, nothing is said', () => {
  const store = fullCluster();
  const { find, outcomes } = finder(store, FORECAST_MS / 3);

  expect(find(questionIn(OBJECT, store))).toBeNull();
  expect(outcomes).toEqual(['late']);
});

test('whoever asks all the time is answered less often, and again after a while', () => {
  const store = fullCluster();
  const { find, outcomes, pass } = finder(store, FORECAST_MS / 3);
  const question = questionIn(OBJECT, store);

  for (let asked = 0; asked < 40; asked += 1) find(question);
  const before = outcomes.splice(0);
  pass(10_000);
  find(question);

  expect(new Set(before)).toEqual(new Set(['late', 'busy']));
  expect(before.at(-1)).toBe('busy');
  expect(outcomes).toEqual(['late']);
});

test('what is too large is counted, and a cluster that is not known is not guessed at', () => {
  const { find, outcomes } = finder(fullCluster(), 0);
  const unsynced = new DaemonCluster().store;
  const blind = finder(unsynced, 0);

  expect([find(null), blind.find(questionIn(OBJECT, unsynced))]).toEqual([null, null]);
  expect([...outcomes, ...blind.outcomes]).toEqual(['large', 'blind']);
});
