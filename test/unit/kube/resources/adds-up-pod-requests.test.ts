import { describe, expect, it } from 'vitest';
import type { Container } from '../../../../src/kube/objects.ts';
import { podRequests, resourcesOf } from '../../../../src/kube/resources/requests.ts';

function container(requests: Record<string, string | number>, restartPolicy?: string): Container {
  return { name: 'c', resources: { requests }, restartPolicy };
}

describe('pod requests', () => {
  it('round once, after the sum: twice 100u of cpu is one millicore', () => {
    const containers = [container({ cpu: '100u' }), container({ cpu: '100u' })];

    const requests = podRequests({ containers });

    expect(requests).toEqual(new Map([['cpu', 1n]]));
  });

  it('are the larger of the containers together and the largest init container', () => {
    const spec = {
      containers: [container({ cpu: '1', memory: '1Gi' }), container({ cpu: '1' })],
      initContainers: [container({ cpu: '500m', memory: '4Gi' })],
    };

    const requests = podRequests(spec);

    expect(requests.get('cpu')).toBe(2000n);
    expect(requests.get('memory')).toBe(4n * 2n ** 30n);
  });

  it('count a sidecar beside the containers, and beside init containers that come after it only', () => {
    const containers = [container({ cpu: '1' })];
    const init = container({ cpu: '2' });
    const sidecar = container({ cpu: '1500m' }, 'Always');

    expect(podRequests({ containers, initContainers: [sidecar, init] }).get('cpu')).toBe(3500n);
    expect(podRequests({ containers, initContainers: [init, sidecar] }).get('cpu')).toBe(2500n);
  });

  it('are what the pod as a whole asks for, where it does, plus the overhead', () => {
    const spec = {
      containers: [container({ cpu: '3', memory: '1Gi', 'nvidia.com/gpu': '1' })],
      resources: { requests: { cpu: '500m', 'nvidia.com/gpu': '5' } },
      overhead: { cpu: '50m' },
    };

    const requests = podRequests(spec);

    expect(requests.get('cpu')).toBe(550n);
    expect(requests.get('memory')).toBe(2n ** 30n);
    // Only cpu, memory and huge pages can be asked for by the pod as a whole.
    expect(requests.get('nvidia.com/gpu')).toBe(1n);
  });

  it('take huge pages from the pod as a whole too', () => {
    const spec = {
      containers: [container({ 'hugepages-2Mi': '4Mi' })],
      resources: { requests: { 'hugepages-2Mi': '0.1Ki', 'hugepages-': '1e3' } },
    };

    expect(podRequests(spec)).toEqual(
      new Map([
        ['hugepages-2Mi', 103n],
        ['hugepages-', 1000n],
      ]),
    );
  });

  it.each([
    // A number that needs more than 64 bits makes the one compared with it overflow as such a number does.
    ['9223372036854775807', '1e21', -(2n ** 63n)],
    // Beside a number that fits, the same request is zero.
    ['1', '1e21', 0n],
  ])('of %s in a container and %s in an init container overflow as in Kubernetes', (own, init, counted) => {
    const spec = { containers: [container({ foo: own })], initContainers: [container({ foo: init })] };

    expect(podRequests(spec).get('foo')).toBe(counted);
  });

  it('keep a resource that is asked for with zero', () => {
    expect(podRequests({ containers: [container({ 'nvidia.com/gpu': '0' })] })).toEqual(
      new Map([['nvidia.com/gpu', 0n]]),
    );
  });

  it('are empty for a pod of which nothing is known', () => {
    expect(podRequests({}).size).toBe(0);
    expect(
      podRequests({ containers: null, initContainers: null, overhead: null, resources: null }).size,
    ).toBe(0);
  });
});

describe('a resource list', () => {
  it('has cpu in millicores and the rest in units, from text and from numbers', () => {
    expect(resourcesOf({ cpu: 4, memory: '16Gi', pods: '110', ' odd ': ' 1 ' })).toEqual(
      new Map([
        ['cpu', 4000n],
        ['memory', 16n * 2n ** 30n],
        ['pods', 110n],
        [' odd ', 1n],
      ]),
    );
  });

  it('leaves out what is no quantity', () => {
    expect(resourcesOf({ cpu: 'many', memory: '1Gi' })).toEqual(new Map([['memory', 2n ** 30n]]));
    expect(resourcesOf(null).size).toBe(0);
  });
});
