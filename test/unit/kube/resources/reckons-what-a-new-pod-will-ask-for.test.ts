/** What the API server makes of a template: requests from limits, then LimitRanges, then the RuntimeClass. */
import { describe, expect, it, test } from 'vitest';
import type { Container, PodSpec, ResourceList } from '../../../../src/kube/objects.ts';
import {
  defaultRequestsOf,
  type LimitRangeItem,
  largestDefaults,
} from '../../../../src/kube/resources/limit-range.ts';
import { newPodRequests } from '../../../../src/kube/resources/new-pod-requests.ts';
import { quantityText } from '../../../../src/kube/resources/quantity-text.ts';
import { withRequestsFromLimits } from '../../../../src/kube/resources/request-defaults.ts';

function container(requests: ResourceList = {}, limits: ResourceList = {}): Container {
  return { resources: { requests, limits } };
}

function item(parts: Partial<LimitRangeItem>): LimitRangeItem {
  return { type: 'Container', min: {}, max: {}, default: {}, defaultRequest: {}, ...parts };
}

/** As people write it: `{ cpu: '200m' }`. */
function asked(template: PodSpec, limitRanges: ResourceList[] = [], overhead?: ResourceList) {
  const requests = newPodRequests(withRequestsFromLimits(template), { limitRanges, overhead });
  return Object.fromEntries(Array.from(requests, ([name, amount]) => [name, quantityText(name, amount)]));
}

describe('what a LimitRange makes a container ask for', () => {
  test.each<[what: string, items: LimitRangeItem[], defaults: ResourceList]>([
    ['the default request', [item({ defaultRequest: { cpu: '1' }, default: { cpu: '2' } })], { cpu: '1' }],
    ['else the default limit', [item({ default: { cpu: '2' }, max: { cpu: '3' } })], { cpu: '2' }],
    ['else the largest that is allowed', [item({ max: { cpu: '3' }, min: { cpu: '1' } })], { cpu: '3' }],
    ['else the smallest', [item({ min: { cpu: '1' } })], { cpu: '1' }],
    [
      'each resource by itself',
      [item({ min: { cpu: '1' }, max: { memory: '1Gi' }, default: { 'example.com/x': '2' } })],
      { cpu: '1', memory: '1Gi', 'example.com/x': '2' },
    ],
    ['nothing by limits of whole pods', [item({ type: 'Pod', max: { cpu: '3' } })], {}],
    ['nothing by limits of claims', [item({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' } })], {}],
    [
      'of two items the later',
      [item({ default: { cpu: '2', memory: '1Gi' } }), item({ defaultRequest: { cpu: '1' } })],
      { cpu: '1', memory: '1Gi' },
    ],
  ])('is %s', (_what, items, defaults) => {
    expect(defaultRequestsOf(items)).toEqual(defaults);
  });

  test('of several LimitRanges, which the API server takes in no order, is the largest', () => {
    const limitRanges: ResourceList[] = [
      { cpu: '1', memory: '100Mi' },
      { cpu: '1500m' },
      { cpu: 1, memory: '0.1Gi' },
    ];

    expect(largestDefaults(limitRanges)).toEqual({ cpu: '1500m', memory: '0.1Gi' });
    expect(largestDefaults(limitRanges.toReversed())).toEqual({ cpu: '1500m', memory: '0.1Gi' });
  });
});

describe('a new pod asks for', () => {
  const DEFAULTS = { cpu: '200m', memory: '64Mi' };

  it.each<[what: string, containers: Container[], limitRanges: ResourceList[], requests: object]>([
    ['what its template asks for', [container({ cpu: '1' })], [], { cpu: '1' }],
    ['what its template limits', [container({}, { cpu: '1' })], [], { cpu: '1' }],
    ['the default where its template is silent', [container()], [DEFAULTS], { cpu: '200m', memory: '64Mi' }],
    ['the default once for each container', [container(), container()], [{ cpu: '200m' }], { cpu: '400m' }],
    [
      'its own request and the default of the other resource',
      [container({ cpu: '1' })],
      [DEFAULTS],
      { cpu: '1', memory: '64Mi' },
    ],
    ['its own limit rather than a default', [container({}, { cpu: '1' })], [{ cpu: '200m' }], { cpu: '1' }],
    ['its own zero rather than a default', [container({ cpu: '0' })], [{ cpu: '200m' }], { cpu: '0' }],
    [
      'what one LimitRange says of cpu and another of memory',
      [container()],
      [{ cpu: '200m' }, { memory: '64Mi' }],
      { cpu: '200m', memory: '64Mi' },
    ],
  ])('%s', (_what, containers, limitRanges, requests) => {
    expect(asked({ containers }, limitRanges)).toEqual(requests);
  });

  it('the defaults for its init containers and sidecars too', () => {
    const sidecar = { ...container(), restartPolicy: 'Always' };
    const defaults = [{ cpu: '200m' }];

    expect(
      asked({ containers: [container({ cpu: '100m' })], initContainers: [container()] }, defaults),
    ).toEqual({
      cpu: '200m',
    });
    expect(asked({ containers: [container({ cpu: '100m' })], initContainers: [sidecar] }, defaults)).toEqual({
      cpu: '300m',
    });
  });

  it('the overhead of its RuntimeClass besides, and for no other that its template names', () => {
    const template = { containers: [container({ cpu: '1' })], overhead: { cpu: '1' } };

    expect(asked(template, [], { cpu: '250m', memory: '64Mi' })).toEqual({ cpu: '1250m', memory: '64Mi' });
    expect(asked(template, [], {})).toEqual({ cpu: '1' });
    expect(asked(template)).toEqual({ cpu: '2' });
  });

  it.each<[what: string, template: PodSpec, requests: object]>([
    [
      'the limit of the whole pod, where no container says how much',
      { containers: [container()], resources: { limits: { cpu: '2' } } },
      { cpu: '2' },
    ],
    [
      'what its containers ask for, where only the whole pod is limited',
      { containers: [container({ cpu: '1' }), container()], resources: { limits: { cpu: '2' } } },
      { cpu: '1' },
    ],
    [
      'the huge pages of the whole pod, whatever its containers ask for',
      {
        containers: [container({ 'hugepages-2Mi': '2Mi' })],
        resources: { limits: { 'hugepages-2Mi': '4Mi' } },
      },
      { 'hugepages-2Mi': '4Mi' },
    ],
    [
      'no limit of the whole pod on what only containers can ask for',
      { containers: [container()], resources: { limits: { 'example.com/x': '2' } } },
      {},
    ],
  ])('%s', (_what, template, requests) => {
    expect(asked(template)).toEqual(requests);
  });
});

test('a template that leaves out all it can asks for the defaults, also for one of nothing', () => {
  const limitRanges = [{ cpu: '0', memory: '1Gi' }];

  expect(largestDefaults(limitRanges)).toEqual({ cpu: '0', memory: '1Gi' });
  expect(asked({ containers: [{}], initContainers: null }, limitRanges)).toEqual({ cpu: '0', memory: '1Gi' });
  expect(asked({ containers: null }, limitRanges)).toEqual({});
  expect(asked({ containers: [{ resources: null }] })).toEqual({});
});
