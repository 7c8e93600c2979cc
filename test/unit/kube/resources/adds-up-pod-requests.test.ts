import { describe, expect, it } from 'vitest';
import type { Container, ContainerStatus, ResourceList } from '../../../../src/kube/objects.ts';
import { grantedRequests, podRequests, resourcesOf } from '../../../../src/kube/resources/requests.ts';

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

  it('are those of a virtual machine where there are no containers, as on Arktos', () => {
    const machine = { resources: { requests: { cpu: '2', memory: '1Gi' } } };
    const both = new Map([
      ['cpu', 2000n],
      ['memory', 2n ** 30n],
    ]);

    expect(podRequests({ virtualMachine: machine })).toEqual(both);
    expect(podRequests({ containers: [], virtualMachine: machine, workloadInfo: [machine] })).toEqual(both);
    expect(podRequests({ containers: null, workloadInfo: [machine] })).toEqual(both);
    expect(podRequests({ containers: [container({ cpu: '1' })], workloadInfo: [machine] })).toEqual(
      new Map([['cpu', 1000n]]),
    );
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

describe('pod requests with a status', () => {
  const status = (
    name: string,
    actual: ResourceList,
    allocatedResources?: ResourceList,
  ): ContainerStatus => ({
    name,
    resources: { requests: actual },
    allocatedResources,
  });
  const spec = { containers: [container({ cpu: '1', memory: '2Gi' })] };

  it('are of each resource the largest of asked for, allocated and actual', () => {
    const containerStatuses = [status('c', { cpu: '2', memory: '1Gi' }, { cpu: '3', memory: '1Gi' })];

    expect(podRequests(spec, { containerStatuses })).toEqual(
      new Map([
        ['cpu', 3000n],
        ['memory', 2n * 2n ** 30n],
      ]),
    );
  });

  it('leave out what is asked for when that can never be', () => {
    const containerStatuses = [status('c', { cpu: '500m' }, { cpu: '750m' })];
    const conditions = [{ type: 'PodResizePending', reason: 'Infeasible' }];

    expect(podRequests(spec, { containerStatuses, conditions })).toEqual(new Map([['cpu', 750n]]));
  });

  it.each([
    ['another condition says so', [{ type: 'PodResizeInProgress', reason: 'Infeasible' }]],
    [
      'only a second condition of the kind says so',
      ['Deferred', 'Infeasible'].map((reason) => ({ type: 'PodResizePending', reason })),
    ],
  ])('count what is asked for when %s', (_when, conditions) => {
    const containerStatuses = [status('c', { cpu: '500m' })];

    expect(podRequests(spec, { containerStatuses, conditions }).get('cpu')).toBe(1000n);
  });

  it('do not look at what is allocated when nothing is said of what is actual', () => {
    const containerStatuses = [{ name: 'c', allocatedResources: { cpu: '5' } }];

    expect(podRequests(spec, { containerStatuses }).get('cpu')).toBe(1000n);
  });

  it('count the status of a sidecar, and not of an init container that ends', () => {
    const initContainers = [container({ cpu: '1' }, 'Always'), { ...container({ cpu: '1' }), name: 'once' }];
    const initContainerStatuses = [status('c', { cpu: '2' }), status('once', { cpu: '9' })];

    expect(podRequests({ initContainers }, { initContainerStatuses }).get('cpu')).toBe(3000n);
  });

  it('are those of the pod as a whole by its own status, of what it asks for as a whole', () => {
    const whole = { ...spec, resources: { requests: { cpu: '4' } } };

    const requests = podRequests(whole, {
      resources: { requests: { cpu: '6', memory: '9Gi' } },
      allocatedResources: { cpu: '5' },
    });

    expect(requests.get('cpu')).toBe(6000n);
    expect(requests.get('memory')).toBe(2n * 2n ** 30n);
  });

  it('are granted where the node has said so, whatever is asked for', () => {
    const containerStatuses = [status('c', { cpu: '500m' }, { cpu: '750m' })];

    expect(grantedRequests(spec, { containerStatuses }).get('cpu')).toBe(750n);
    expect(grantedRequests(spec, {}).get('cpu')).toBe(1000n);
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
