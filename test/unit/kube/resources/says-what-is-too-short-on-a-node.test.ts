import { describe, expect, it } from 'vitest';
import { shortagesFor, weighedResources } from '../../../../src/kube/resources/fits.ts';
import { beyond, withPlace } from '../../../../src/kube/resources/place.ts';
import { sumResources } from '../../../conformance/sum-resources.ts';

const EMPTY_NODE = {
  allocatable: new Map([
    ['cpu', 2000n],
    ['memory', 1000n],
    ['pods', 2n],
    ['example.com/gpu', 1n],
  ]),
  requested: new Map<string, bigint>(),
  podCount: 0,
};

describe('a pod on a node', () => {
  it('fits when there is exactly enough', () => {
    const request = new Map([
      ['cpu', 2000n],
      ['memory', 1000n],
      ['example.com/gpu', 1n],
    ]);

    expect(shortagesFor(request)(EMPTY_NODE)).toEqual([]);
  });

  it('is told every resource that is short, with the numbers', () => {
    const request = new Map([
      ['cpu', 1500n],
      ['example.com/gpu', 2n],
    ]);
    const room = { ...EMPTY_NODE, requested: new Map([['cpu', 1000n]]), podCount: 2 };

    expect(shortagesFor(request)(room)).toEqual([
      { resource: 'pods', requested: 1n, used: 2n, capacity: 2n, unresolvable: false },
      { resource: 'cpu', requested: 1500n, used: 1000n, capacity: 2000n, unresolvable: false },
      { resource: 'example.com/gpu', requested: 2n, used: 0n, capacity: 1n, unresolvable: true },
    ]);
  });

  it('has no place where the node takes no pods, which no eviction helps', () => {
    const full = { ...EMPTY_NODE, allocatable: new Map([['pods', 0n]]) };

    expect(shortagesFor(new Map())(full)).toEqual([
      { resource: 'pods', requested: 1n, used: 0n, capacity: 0n, unresolvable: true },
    ]);
  });

  it('is judged by the basic resources first, then by the others in the order of their names', () => {
    const request = new Map(['example.com/b', 'pods', 'example.com/a', 'memory'].map((name) => [name, 1n]));

    expect(weighedResources(request)).toEqual([
      'cpu',
      'memory',
      'ephemeral-storage',
      'example.com/a',
      'example.com/b',
    ]);
  });

  it('that asks for nothing is refused nothing, even where the node is over-committed', () => {
    const room = { ...EMPTY_NODE, requested: new Map([['cpu', 9000n]]) };

    expect(shortagesFor(new Map([['cpu', 0n]]))(room)).toEqual([]);
    expect(shortagesFor(new Map([['memory', 1n]]))(room)).toEqual([]);
  });

  it.each(['pods', 'storage', 'unheard-of', 'requests.example.com/gpu', 'BAD/name'])(
    'is not judged by %s, which the scheduler does not count',
    (resource) => {
      expect(shortagesFor(new Map([[resource, 5n]]))(EMPTY_NODE)).toEqual([]);
    },
  );

  it.each(['hugepages-2Mi', 'attachable-volumes-csi-x', 'kubernetes.io/batch', 'example.com/fpga'])(
    'is refused for %s that the node does not have',
    (resource) => {
      const [shortage] = shortagesFor(new Map([[resource, 1n]]))(EMPTY_NODE);

      expect(shortage?.resource).toBe(resource);
    },
  );
});

describe('a place on a node', () => {
  it('is one among its pods, beside what is asked for', () => {
    expect(withPlace(new Map([['cpu', 5n]]))).toEqual(
      new Map([
        ['cpu', 5n],
        ['pods', 1n],
      ]),
    );
  });

  it('needs of each resource what is missing, and nothing of what there is more of', () => {
    const wanted = new Map([
      ['cpu', 5n],
      ['memory', 5n],
      ['pods', 1n],
    ]);
    const there = [
      new Map([
        ['cpu', 2n],
        ['memory', 3n],
      ]),
      new Map([['memory', 3n]]),
    ];

    expect(beyond(wanted, there)).toEqual(
      new Map([
        ['cpu', 3n],
        ['memory', 0n],
        ['pods', 1n],
      ]),
    );
  });
});

describe('requests of several pods', () => {
  it('are added up by resource', () => {
    const total = sumResources([
      new Map([['cpu', 1n]]),
      new Map([
        ['cpu', 2n],
        ['memory', 3n],
      ]),
    ]);

    expect(total).toEqual(
      new Map([
        ['cpu', 3n],
        ['memory', 3n],
      ]),
    );
  });
});
