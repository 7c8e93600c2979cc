/** An object that cannot be used is a message with its kind, name and field. */
import { describe, expect, it } from 'vitest';
import { problemOf } from '../records.ts';

const META = { namespace: 'shop', name: 'web-1', uid: 'u1' };

describe('a bad object', () => {
  const podWith = (spec: object, metadata: object = META) => ({ metadata, spec });

  it.each([
    [
      'pods',
      podWith({ containers: [{ resources: { requests: { cpu: '1x' } } }] }),
      'Pod shop/web-1: spec.containers[0].resources.requests.cpu: "1x" is not a quantity',
    ],
    [
      'pods',
      podWith({ initContainers: [{}, { resources: { requests: { memory: '-1' } } }] }),
      'Pod shop/web-1: spec.initContainers[1].resources.requests.memory: "-1" is negative',
    ],
    [
      'pods',
      podWith({ overhead: { cpu: true } }),
      'Pod shop/web-1: spec.overhead.cpu: true is not a quantity',
    ],
    ['pods', podWith({ containers: {} }), 'Pod shop/web-1: spec.containers: an object is not a list'],
    [
      'pods',
      podWith({ tolerations: [{ key: 5 }] }),
      'Pod shop/web-1: spec.tolerations[0].key: 5 is not text (in YAML, quote it)',
    ],
    [
      'pods',
      podWith({ containers: [{ ports: [{ hostPort: '80' }] }] }),
      'Pod shop/web-1: spec.containers[0].ports[0].hostPort: "80" is not a whole number',
    ],
    [
      'pods',
      podWith({ containers: [{ ports: { hostPort: 80 } }] }),
      'Pod shop/web-1: spec.containers[0].ports: an object is not a list',
    ],
    ['pods', podWith({ priority: 1.5 }), 'Pod shop/web-1: spec.priority: 1.5 is not a whole number'],
    [
      'pods',
      podWith({ priority: 2 ** 53 }),
      'Pod shop/web-1: spec.priority: 9007199254740992 is not a whole number',
    ],
    ['pods', podWith({}, { namespace: 'shop' }), 'Pod shop: metadata.name: is missing'],
    ['pods', podWith({}, { name: 'x' }), 'Pod x: metadata.namespace: is missing'],
    [
      'pods',
      { metadata: META, status: { startTime: 'soon' } },
      'Pod shop/web-1: status.startTime: "soon" is not a time such as "2026-01-31T12:00:00Z"',
    ],
    ['pods', 'text', 'Pod: "text" is not an object'],
    [
      'nodes',
      { metadata: { name: 'n', labels: { a: true } } },
      'Node n: metadata.labels["a"]: true is not text (in YAML, quote it)',
    ],
    [
      'nodes',
      { metadata: { name: 'n' }, spec: { taints: [{ key: 'k' }] } },
      'Node n: spec.taints[0].effect: is missing',
    ],
    [
      'nodes',
      { metadata: { name: 'n' }, status: { allocatable: { cpu: [] } } },
      'Node n: status.allocatable.cpu: a list is not a quantity',
    ],
    [
      'daemonSets',
      { metadata: META, spec: { updateStrategy: { rollingUpdate: { maxSurge: [] } } } },
      'DaemonSet shop/web-1: spec.updateStrategy.rollingUpdate.maxSurge: a list is not a whole number',
    ],
    [
      'daemonSets',
      {
        metadata: META,
        spec: { template: { spec: { containers: [{ resources: { limits: { cpu: 'much' } } }] } } },
      },
      'DaemonSet shop/web-1: spec.template.spec.containers[0].resources.limits.cpu: "much" is not a quantity',
    ],
    [
      'limitRanges',
      { metadata: META, spec: { limits: [{ type: 'Container', default: { cpu: 'much' } }] } },
      'LimitRange shop/web-1: spec.limits[0].default.cpu: "much" is not a quantity',
    ],
    ['limitRanges', { metadata: { name: 'l' } }, 'LimitRange l: metadata.namespace: is missing'],
    [
      'runtimeClasses',
      { metadata: { name: 'r' }, overhead: { podFixed: { cpu: '-1' } } },
      'RuntimeClass r: overhead.podFixed.cpu: "-1" is negative',
    ],
    ['priorityClasses', { metadata: { name: 'p' } }, 'PriorityClass p: value: is missing'],
    ['namespaces', { metadata: [] }, 'Namespace: metadata: a list is not an object'],
  ] as const)('of %s names its field', (kind, value, problem) => {
    expect(problemOf(kind, value)).toBe(problem);
  });

  it('nested beyond the stack is a problem and not a crash', () => {
    let deep: unknown = [];
    for (let i = 0; i < 100_000; i++) deep = [deep];

    expect(problemOf('pods', podWith({ containers: [{ resources: { requests: deep } }] }))).toMatch(
      /^Pod shop\/web-1: /,
    );
  });
});
