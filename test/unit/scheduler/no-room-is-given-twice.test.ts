/** However far the view is behind, and in whatever order things happen: what is taken on a node is on the account. */
import { expect, test } from 'vitest';
import { seededRandom } from '../../snapshot/random.ts';
import { LaggingCluster } from './lagging-cluster.ts';

/** A few seconds. */
const SEEDS = 100;
const STEPS = 400;

type Step = Exclude<keyof LaggingCluster, 'overdrawn' | 'cluster' | 'clock'>;

/** How often each of them happens, beside the others. */
const WEIGHTS = {
  podComes: 24,
  filter: 48,
  tell: 24,
  bind: 24,
  failToBind: 3,
  preempt: 12,
  schedulerHears: 12,
  podGoes: 12,
  resize: 24,
  grant: 12,
  nodeComes: 12,
  nodeGoes: 4,
  otherNodesCome: 1,
  templateChanges: 12,
  hear: 120,
  hearAll: 2,
  restart: 2,
  timePasses: 12,
} as const satisfies Record<Step, number>;

const STEPS_BY_WEIGHT = Object.entries(WEIGHTS).flatMap(([step, weight]) => Array<string>(weight).fill(step));

function isStep(name: string): name is Step {
  return name in WEIGHTS;
}

test('no order of events takes a pod off the account that has its room', () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = seededRandom(seed);
    const cluster = new LaggingCluster(random);
    const history: string[] = [];
    for (let index = 0; index < STEPS; index += 1) {
      const step = STEPS_BY_WEIGHT[random.below(STEPS_BY_WEIGHT.length)] ?? '';
      if (isStep(step)) cluster[step]();
      history.push(step);
      expect(cluster.overdrawn(), `seed ${seed}: ${history.join(' ')}`).toEqual([]);
    }
  }
});
