/** LimitRanges, and templates of pods that leave them something to say: most of them such that the API server takes both. */
import fc from 'fast-check';
import type { ResourceList } from '../../../src/kube/objects.ts';
import type { Limits } from './pod-additions.ts';
import { SEED } from './random-placement.ts';

/** From small to large; what stands in the middle is what templates ask for. */
const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  cpu: ['1m', '0.01', '100m', '250m', '1', '1500m', '4'],
  memory: ['1Ki', '1M', '64Mi', '0.25Gi', '1G', '2Gi', '1e10'],
  'ephemeral-storage': ['1', '1Ki', '1Mi', '100M', '1Gi', '5Gi', '1Ti'],
};
const RESOURCES = Object.keys(AMOUNTS);

/** Cannot be overcommitted: what is asked for and what is allowed are one. */
const DEVICE = 'example.com/device';

/** In the order in which the API server wants them, from the least to the most. */
const BOUNDS = ['min', 'defaultRequest', 'default', 'max'] as const;

const places = fc.array(fc.nat({ max: 6 }), { minLength: BOUNDS.length, maxLength: BOUNDS.length });

/** Some of the four bounds, each at least as large as the ones before it. */
const bounds = fc.record({
  resource: fc.constantFrom(...RESOURCES),
  places: places.map((found) => found.toSorted((a, b) => a - b)),
  used: fc.subarray([...BOUNDS]),
});

const containerLimits = fc
  .record({
    resources: fc.uniqueArray(bounds, { selector: ({ resource }) => resource }),
    device: fc.boolean(),
  })
  .map(({ resources, device }): Limits => {
    const of = (bound: (typeof BOUNDS)[number]): ResourceList =>
      Object.fromEntries(
        resources
          .filter(({ used }) => used.includes(bound))
          .map(({ resource, places: at }) => [
            resource,
            AMOUNTS[resource]?.[at[BOUNDS.indexOf(bound)] ?? 0] ?? '',
          ]),
      );
    const devices: ResourceList = device ? { [DEVICE]: '2' } : {};
    return {
      type: 'Container',
      min: of('min'),
      max: of('max'),
      default: { ...of('default'), ...devices },
      defaultRequest: of('defaultRequest'),
    };
  });

/** Has no defaults, and nothing that a pod could miss. */
const podLimits: Limits = { type: 'Pod', max: {} };

const limitRange = fc
  .tuple(containerLimits, fc.boolean())
  .map(([limits, alsoPods]) => [limits, ...(alsoPods ? [podLimits] : [])]);

export interface RandomScene {
  /** One for each LimitRange of a namespace. */
  limitRanges: Limits[][];
  templates: RandomTemplate[];
}

const middle = fc.constantFrom(2, 3, 4);

/** Some resources with what is asked for and what is allowed, either of them or none. */
const asked = fc
  .uniqueArray(
    fc.record({
      resource: fc.constantFrom(...RESOURCES),
      at: middle,
      which: fc.constantFrom('requests', 'limits', 'both'),
    }),
    {
      selector: ({ resource }) => resource,
      maxLength: 2,
    },
  )
  .map((found) => {
    const list = (name: string): ResourceList =>
      Object.fromEntries(
        found
          .filter(({ which }) => which === name || which === 'both')
          .map(({ resource, at }) => [resource, AMOUNTS[resource]?.[at] ?? '']),
      );
    return { requests: list('requests'), limits: list('limits') };
  });

const container = fc.record({ image: fc.constant('img'), resources: asked });
const initContainer = fc.record({
  image: fc.constant('img'),
  resources: asked,
  restartPolicy: fc.constantFrom('Always', undefined),
});

const template = fc
  .record({
    containers: fc.array(container, { minLength: 1, maxLength: 3 }),
    initContainers: fc.array(initContainer, { maxLength: 2 }),
    /** Now and then of the pod as a whole. */
    resources: fc.option(fc.constant({ limits: { cpu: '16' } }), { freq: 4, nil: undefined }),
    sandboxed: fc.boolean(),
  })
  .map(({ containers, initContainers, ...rest }) => ({
    ...rest,
    containers: containers.map((each, index) => ({ ...each, name: `c${index}` })),
    initContainers: initContainers.map((each, index) => ({ ...each, name: `i${index}` })),
  }));

export type RandomTemplate = typeof template extends fc.Arbitrary<infer T> ? T : never;

/** So many namespaces, each with some LimitRanges and some templates. */
export function randomScenes(count: number, limitRanges: number, templates: number): RandomScene[] {
  const scene = fc.record({
    limitRanges: fc.array(limitRange, { minLength: limitRanges, maxLength: limitRanges }),
    templates: fc.array(template, { minLength: templates, maxLength: templates }),
  });
  return fc.sample(scene, { numRuns: count, seed: SEED });
}
