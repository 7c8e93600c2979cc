/** Projects what a pod asks for; pods come in few shapes, so each shape is computed once and shared. */
import type { Container, ResourceList } from '../kube/objects.ts';
import { parseQuantity } from '../kube/quantity.ts';
import { podRequests, type Resources, resourcesOf } from '../kube/requests.ts';
import { FieldError, isObject, type JsonObject, listAt, objectAt, shown, textAt } from './fields.ts';
import { RecentCache } from './sharing.ts';

export function quantitiesAt(value: unknown, path: string): ResourceList {
  const list: [string, string | number][] = [];
  for (const [resource, quantity] of Object.entries(objectAt(value, path))) {
    const at = `${path}.${resource}`;
    if (typeof quantity !== 'string' && typeof quantity !== 'number') {
      throw new FieldError(at, `${shown(quantity)} is not a quantity`);
    }
    // Blanks around it are trimmed when Kubernetes decodes JSON.
    const text = String(quantity).trim();
    const parsed = parseQuantity(text);
    if (parsed === null) throw new FieldError(at, `${shown(quantity)} is not a quantity`);
    // By its sign: a number beyond 64 bits, which the API takes, wraps around to a negative one.
    if (text.startsWith('-') && parsed.milli !== 0n)
      throw new FieldError(at, `${shown(quantity)} is negative`);
    list.push([resource, quantity]);
  }
  return Object.fromEntries(list);
}

function containersAt(value: unknown, path: string): Container[] {
  return listAt(value, path).map((entry, index) => {
    const at = `${path}[${index}]`;
    const container = objectAt(entry, at);
    const resources = objectAt(container.resources, `${at}.resources`);
    return {
      restartPolicy: textAt(container.restartPolicy, `${at}.restartPolicy`),
      resources: { requests: quantitiesAt(resources.requests, `${at}.resources.requests`) },
    };
  });
}

function computedRequests(spec: JsonObject, path: string): Resources {
  const resources = objectAt(spec.resources, `${path}.resources`);
  return podRequests({
    containers: containersAt(spec.containers, `${path}.containers`),
    initContainers: containersAt(spec.initContainers, `${path}.initContainers`),
    overhead: quantitiesAt(spec.overhead, `${path}.overhead`),
    resources: { requests: quantitiesAt(resources.requests, `${path}.resources.requests`) },
  });
}

function shapeOf(containers: unknown): unknown {
  if (!Array.isArray(containers)) return containers;
  return containers.map((container: unknown) => {
    if (!isObject(container)) return container;
    const resources = container.resources;
    return [container.restartPolicy, isObject(resources) ? resources.requests : resources];
  });
}

export type RequestsReader = (spec: JsonObject, path: string) => Resources;

/** A reader that remembers the shapes it has seen. Bad quantities are never remembered. */
export function requestsReader(): RequestsReader {
  const shapes = new RecentCache<Resources>();
  return (spec, path) => {
    const shape = JSON.stringify([
      shapeOf(spec.containers),
      shapeOf(spec.initContainers),
      spec.overhead,
      spec.resources,
    ]);
    const known = shapes.get(shape);
    if (known !== undefined) return known;
    const requests = computedRequests(spec, path);
    shapes.set(shape, requests);
    return requests;
  };
}

export type AllocatableReader = (value: unknown, path: string) => Resources;

/** The same for nodes: a pool's nodes differ by some bytes of memory at most. */
export function allocatableReader(): AllocatableReader {
  const shapes = new RecentCache<Resources>();
  return (value, path) => {
    const shape = JSON.stringify(value ?? null);
    const known = shapes.get(shape);
    if (known !== undefined) return known;
    const allocatable = resourcesOf(quantitiesAt(value, path));
    shapes.set(shape, allocatable);
    return allocatable;
  };
}
