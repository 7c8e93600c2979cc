/** A pod with a node counts for what its status says, and shares its shape with others where that is nothing new. */
import { describe, expect, it } from 'vitest';
import { granted, pod, podObject, problemOf } from '../records.ts';

const SMALL = { cpu: '500m' };
const LARGE = { cpu: '1500m' };

describe('a pod that waits to grow', () => {
  it.each([
    ['asks for more than it has', LARGE, granted(SMALL), true],
    ['has been put off', LARGE, granted(SMALL, 'Deferred'), true],
    ['asks for something else', { ...SMALL, memory: '1Gi' }, granted(SMALL), true],
    ['can never have it', LARGE, granted(SMALL, 'Infeasible'), false],
    ['has what it asks for', LARGE, granted(LARGE), false],
    ['asks for less', SMALL, granted(LARGE), false],
    ['has a node that says nothing of resources', LARGE, {}, false],
  ])('is one that %s: %#', (_what, requests, status, expected) => {
    expect(pod('a', 'n1', { requests, status }).waitsToGrow).toBe(expected);
  });

  it('has a node: of one that has none the spec alone counts', () => {
    const waiting = pod('a', '', { requests: SMALL, status: granted(LARGE) });

    expect(waiting.requests).toEqual(new Map([['cpu', 500n]]));
    expect(waiting.waitsToGrow).toBe(false);
  });
});

describe('what a pod asks for is one object in memory', () => {
  it('with pods that wait, when its node has granted just that', () => {
    const waiting = pod('a', '', { requests: LARGE });
    const running = pod('b', 'n1', { requests: LARGE, status: granted(LARGE) });

    expect(running.requests).toBe(waiting.requests);
  });

  it('with pods that are being resized in the same way', () => {
    const [one, other] = ['a', 'b'].map((name) =>
      pod(name, 'n1', { requests: SMALL, status: granted(LARGE) }),
    );

    expect(one?.requests).toEqual(new Map([['cpu', 1500n]]));
    expect(one?.requests).toBe(other?.requests);
  });
});

it('names the field of a status that cannot be read', () => {
  const status = granted({ cpu: 'much' });

  expect(problemOf('pods', podObject('a', 'n1', { requests: SMALL, status }))).toBe(
    'Pod shop/a: status.containerStatuses[0].resources.requests.cpu: "much" is not a quantity',
  );
});

it('takes a status with an amount below zero, which the API server does not refuse', () => {
  const shrunk = pod('a', 'n1', { requests: SMALL, status: granted({ cpu: '-1' }) });

  expect(shrunk.requests).toEqual(new Map([['cpu', 500n]]));
});
