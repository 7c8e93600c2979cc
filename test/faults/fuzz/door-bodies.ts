/** Bodies for the doors that nobody has recorded any of: made of a recorded review, and of what the scheduler's types say. */
import { parse, parseAllDocuments } from 'yaml';
import { isObject } from '../../../src/json/object.ts';
import { type RecordedBody, recordedBodies } from '../mutations.ts';
import { exampleText } from './example-text.ts';

const ENVELOPE = '/validate/daemonsets';

const BINDING = { PodName: 'web', PodNamespace: 'kitchen', PodUID: 'a-uid', Node: 'general-1' };

export function allBodies(): RecordedBody[] {
  const recorded = recordedBodies();
  const envelope = recorded.find(({ path }) => path === ENVELOPE)?.body.toString('utf8') ?? '{}';
  const deployment = parseAllDocuments(exampleText('manifests/tenant.yaml'))
    .map((document): unknown => document.toJS())
    .find((object) => isObject(object) && object.kind === 'Deployment');
  const order: unknown = parse(exampleText('orders/storage.yaml'));
  return [
    ...recorded,
    reviewOf(
      envelope,
      '/validate/orders',
      { group: 'daemonward.dev', version: 'v1alpha1', resource: 'orders' },
      order,
    ),
    reviewOf(
      envelope,
      '/validate/workloads',
      { group: 'apps', version: 'v1', resource: 'deployments' },
      deployment,
    ),
    { path: '/scheduler/bind', body: Buffer.from(JSON.stringify(BINDING)) },
  ];
}

interface Resource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

function reviewOf(envelope: string, path: string, resource: Resource, object: unknown): RecordedBody {
  const review: { request: Record<string, unknown> } = JSON.parse(envelope);
  const request = { ...review.request, resource, requestResource: resource, object, oldObject: null };
  return { path, body: Buffer.from(JSON.stringify({ ...review, request })) };
}
