/**
 * `npm run bench:forecast`: what a forecast over 5,000 nodes and 150,000 pods adds to a review of a DaemonSet. Prints JSON: the
 * milliseconds of this thread, and how many times a review without a forecast that is.
 */
import { admissionDoors } from '../../src/admission/door.ts';
import { objectKindOf } from '../../src/cluster/api-kinds.ts';
import { createProjector } from '../../src/cluster/projection/projector.ts';
import { OBJECT_KINDS } from '../../src/cluster/records.ts';
import { ClusterStore } from '../../src/cluster/store/store.ts';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { Forecast } from '../../src/explain/forecast/forecast.ts';
import { isObject, type JsonObject } from '../../src/json/object.ts';
import { typeMetaOf } from '../../src/kube/metadata/type-meta.ts';
import { policySettings } from '../../src/policy/settings.ts';
import { type ForecastOutcome, reviewForecasts } from '../../src/server/forecasts/review-forecasts.ts';
import { reviewOf } from '../http/reviews.ts';
import { largeCluster } from '../snapshot/large-cluster.ts';
import { questionIn, surroundingsOf, written } from '../unit/explain/forecast/forecast-over.ts';
import { extenderOver } from '../unit/scheduler/extender.ts';
import { median, rounded } from './figure.ts';
import { stopwatch } from './thread-time.ts';

const SIZE = { nodes: 5_000, pods: 150_000, seed: 1 };
const ROUNDS = 7;
/** Between two forecasts, so that none is left out because there were too many. */
const REST_MS = 10_000;

function storeOf(): ClusterStore {
  const store = new ClusterStore({ kind: 'snapshot', detail: 'generated' });
  const projector = createProjector();
  for (const object of largeCluster(SIZE)) {
    const kind = isObject(object) ? objectKindOf(typeMetaOf(object)) : undefined;
    for (const known of OBJECT_KINDS) {
      if (known !== kind) continue;
      const projected = projector[known](object);
      if (!projected.ok) throw new Error(projected.error);
      store.put(known, projected.record);
    }
  }
  for (const kind of OBJECT_KINDS) store.markSynced(kind);
  return store;
}

const TOLERATES_ALL = { tolerations: [{ operator: 'Exists' }] };
const store = storeOf();
const { extender } = extenderOver(store);
const settings = policySettings(defaultConfiguration());

/** Time that passes by itself, and in large steps between reviews. */
let rested = 0;
let last: ForecastOutcome | undefined;
let added = 0;
const forecast = reviewForecasts({
  extender,
  clock: () => performance.now() + rested,
  told: (outcome, ms) => {
    last = outcome;
    added = ms;
  },
});

function doorWith(more: object) {
  const context = {
    settings: () => settings,
    view: store.within(''),
    now: () => new Date(),
    observe: () => {},
  };
  return admissionDoors({ ...context, ...more }).get('/validate/daemonsets');
}

const plain = doorWith({});
const foretelling = doorWith({ forecast });

/** The median of the rounds, in microseconds. */
function timeOf(work: () => void): number {
  return median(Array.from({ length: ROUNDS }, stopwatch(work, [Buffer.alloc(0)])));
}

function measure(what: string, object: JsonObject) {
  const bytes = Buffer.from(JSON.stringify(reviewOf({ object })));
  const without = timeOf(() => plain?.(bytes));
  const walls: number[] = [];
  const withIt = timeOf(() => {
    rested += REST_MS;
    foretelling?.(bytes);
    walls.push(added);
  });
  const surroundings = surroundingsOf(store);
  const question = questionIn(object, store, surroundings);
  const whole = timeOf(() => new Forecast(question, surroundings).finish());
  const longest = walls.toSorted((a, b) => a - b);
  return {
    what,
    outcome: last,
    addedMs: rounded((withIt - without) / 1000),
    timesAReviewWithout: rounded(withIt / without),
    wallMs: { median: rounded(median(walls)), p99: rounded(longest[Math.floor(walls.length * 0.99)] ?? 0) },
    wholeForecastMs: rounded(whole / 1000),
  };
}

const begin = performance.now();
foretelling?.(Buffer.from(JSON.stringify(reviewOf({ object: written() }))));
const first = { outcome: last, ms: rounded(performance.now() - begin) };

const ports = [{ containerPort: 9100, hostPort: 9100 }];
console.log(
  JSON.stringify(
    {
      ...SIZE,
      first,
      reviews: [
        measure('fits on most nodes', written({ requests: { cpu: '10m' }, pod: TOLERATES_ALL })),
        measure('evicts on two fifths', written({ requests: { cpu: '14' }, pod: TOLERATES_ALL })),
        measure(
          'belongs on some, with a host port',
          written({ ports, pod: { nodeSelector: { 'example.com/pool': 'batch' } } }),
        ),
        measure(
          'is there already, and asks for more',
          written({ name: 'log-shipper', requests: { cpu: '1' }, pod: TOLERATES_ALL }),
        ),
      ],
    },
    null,
    2,
  ),
);
