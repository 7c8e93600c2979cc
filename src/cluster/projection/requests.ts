/** Projects what a pod asks for; pods come in few shapes, so each shape is computed once and shared. */
import { FieldError } from '../../json/field-error.ts';
import { isObject } from '../../json/object.ts';
import type { ResourceList } from '../../kube/objects.ts';
import { parseQuantity } from '../../kube/resources/quantity.ts';
import { withRequestsFromLimits } from '../../kube/resources/request-defaults.ts';
import {
  type PodResources,
  podRequests,
  type Resources,
  resourcesOf,
} from '../../kube/resources/requests.ts';
import { type Fields, shown } from './fields.ts';
import { RecentCache } from './sharing.ts';

const NO_QUANTITIES: ResourceList = {};

export function quantitiesOf(
  fields: Fields,
  name: string,
  negatives: 'refuse' | 'leave out' = 'refuse',
): ResourceList {
  if (!fields.isSet(name)) return NO_QUANTITIES;
  const given = fields.object(name);
  const list: [string, string | number][] = [];
  for (const [resource, quantity] of Object.entries(given.value)) {
    const isText = typeof quantity === 'string' || typeof quantity === 'number';
    // Blanks around it are trimmed when Kubernetes decodes JSON.
    const text = isText ? String(quantity).trim() : '';
    const parsed = parseQuantity(text);
    if (!isText || parsed === null) {
      throw new FieldError(given.pathOf(resource), `${shown(quantity)} is not a quantity`);
    }
    // By its sign: a number beyond 64 bits, which the API takes, wraps around to a negative one.
    if (text.startsWith('-') && parsed.milli !== 0n) {
      if (negatives === 'leave out') continue;
      throw new FieldError(given.pathOf(resource), `${shown(quantity)} is negative`);
    }
    list.push([resource, quantity]);
  }
  return Object.fromEntries(list);
}

interface Read {
  /** Beside the requests of a container or a pod, also its limits. */
  readonly limits: boolean;
  /** Only a status asks for a container by its name. */
  readonly names: boolean;
}

function podResourcesOf(spec: Fields, { limits, names }: Read): PodResources {
  const listsOf = (fields: Fields) => {
    const resources = fields.object('resources');
    const requests = quantitiesOf(resources, 'requests');
    return limits ? { requests, limits: quantitiesOf(resources, 'limits') } : { requests };
  };
  const containersOf = (field: string) =>
    spec.objects(field).map((container) => {
      const name = names ? { name: container.shared('name') } : {};
      const restartPolicy = container.shared('restartPolicy');
      return { ...name, ...(restartPolicy !== '' && { restartPolicy }), resources: listsOf(container) };
    });
  return {
    containers: containersOf('containers'),
    initContainers: containersOf('initContainers'),
    overhead: quantitiesOf(spec, 'overhead'),
    resources: listsOf(spec),
    // Arktos only.
    ...(spec.isSet('virtualMachine') && {
      virtualMachine: { resources: listsOf(spec.object('virtualMachine')) },
    }),
    ...(spec.isSet('workloadInfo') && { workloadInfo: containersOf('workloadInfo') }),
  };
}

/** What a template says of how much its pods ask for, as the API server decodes such a pod. */
export function templateResources(spec: Fields): PodResources {
  return withRequestsFromLimits(podResourcesOf(spec, { limits: true, names: false }));
}

/** What a pod says of how much it asks for, to be compared with its status. */
export function namedResources(spec: Fields): PodResources {
  return podResourcesOf(spec, { limits: false, names: true });
}

function shapeOf(containers: unknown): unknown {
  if (!Array.isArray(containers)) return containers;
  return containers.map((container: unknown) => {
    if (!isObject(container)) return container;
    const resources = container.resources;
    return [container.restartPolicy, isObject(resources) ? resources.requests : resources];
  });
}

export type RequestsReader = (spec: Fields) => Resources;

/** A reader that remembers the shapes it has seen. */
export function requestsReader(): RequestsReader {
  const shapes = new RecentCache<Resources>();
  return (spec) => {
    const { containers, initContainers, overhead, resources, virtualMachine, workloadInfo } = spec.value;
    const shape = JSON.stringify([
      shapeOf(containers),
      shapeOf(initContainers),
      overhead,
      resources,
      shapeOf([virtualMachine]),
      shapeOf(workloadInfo),
    ]);
    return shapes.getOrMake(shape, () => podRequests(podResourcesOf(spec, { limits: false, names: false })));
  };
}

/** The same for nodes: a pool's nodes differ by some bytes of memory at most. */
export function allocatableReader(): (status: Fields, name: string) => Resources {
  const shapes = new RecentCache<Resources>();
  return (status, name) =>
    shapes.getOrMake(JSON.stringify(status.value[name] ?? null), () =>
      resourcesOf(quantitiesOf(status, name)),
    );
}
