/**
 * Orders with one mistake each that their schema refuses, and the field that it has to name. Tried on our own reading of
 * the schema, and in `test/e2e` on a real API server.
 */
import { isObject, type JsonObject } from '../../../src/json/object.ts';

/** One of which there is nothing to say. */
export const WELL_MADE: JsonObject = {
  apiVersion: 'daemonward.dev/v1alpha1',
  kind: 'Order',
  metadata: { name: 'agent' },
  spec: {
    daemonSet: true,
    strategy: { type: 'OneTime', refreshPolicy: 'OnClaim' },
    owners: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent' }],
    template: {
      spec: {
        duration: '24h',
        resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: 1 } },
        nodeSelector: { 'kubernetes.io/os': 'linux' },
        tolerations: [{ operator: 'Exists', effect: 'NoSchedule' }],
      },
    },
  },
};

export interface Mistake {
  readonly what: string;
  readonly field: string;
  /** A part of what the API server says. */
  readonly says: string;
  readonly order: JsonObject;
}

/** The well-made one with a value at a path; undefined takes it away. */
export function orderWith(path: string, value: unknown): JsonObject {
  return changed(WELL_MADE, path.split('.'), value);
}

function changed(object: JsonObject, [key = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const inner = object[key];
  const next = rest.length === 0 ? value : changed(isObject(inner) ? inner : {}, rest, value);
  return Object.fromEntries(
    Object.entries({ ...object, [key]: next }).filter(([, entry]) => entry !== undefined),
  );
}

function mistake(what: string, path: string, value: unknown, says: string, field = path): Mistake {
  return { what, field, says, order: orderWith(path, value) };
}

const TEMPLATE = 'spec.template.spec';
const REQUIRED = 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
const ABOVE_ZERO = 'must be a duration above zero';

export const MISTAKES: readonly Mistake[] = [
  mistake(
    'no daemonSet',
    'spec.daemonSet',
    undefined,
    'must be true: an Order reserves room on every eligible node',
  ),
  mistake('daemonSet false', 'spec.daemonSet', false, 'must be true'),
  mistake(
    'another strategy',
    'spec.strategy',
    { type: 'Sometimes', schedule: '0 * * * *' },
    'Unsupported value',
    'spec.strategy.type',
  ),
  mistake('another policy', 'spec.strategy.refreshPolicy', 'Often', 'Unsupported value'),
  mistake(
    'no schedule',
    'spec.strategy',
    { type: 'Recurring' },
    'must be given for Scheduled',
    'spec.strategy.schedule',
  ),
  mistake('schedule of OneTime', 'spec.strategy.schedule', '0 * * * *', 'must be left out for OneTime'),
  mistake('another enforcement', 'spec.enforcement', 'Force', 'Unsupported value'),
  mistake('negative duration', `${TEMPLATE}.duration`, '-1h', ABOVE_ZERO),
  mistake('no time at all', `${TEMPLATE}.duration`, '0s', ABOVE_ZERO),
  mistake('zero in parts', `${TEMPLATE}.duration`, '0h0m0.0s', ABOVE_ZERO),
  mistake('less than anybody can count', `${TEMPLATE}.duration`, '0.0001s', ABOVE_ZERO),
  mistake('less than a second', `${TEMPLATE}.duration`, '0.9s', ABOVE_ZERO),
  mistake('more than Go can count', `${TEMPLATE}.duration`, '9999999h', ABOVE_ZERO),
  mistake('the same unit twice', `${TEMPLATE}.duration`, '999999h999999h', ABOVE_ZERO),
  mistake('days', `${TEMPLATE}.duration`, '1d', ABOVE_ZERO),
  mistake('a number alone', `${TEMPLATE}.duration`, '24', ABOVE_ZERO),
  mistake('no resources', `${TEMPLATE}.resources`, undefined, 'Required value'),
  mistake(
    'resources of nothing',
    `${TEMPLATE}.resources`,
    {},
    'must ask for something',
    `${TEMPLATE}.resources.requests`,
  ),
  mistake(
    'resources that are none',
    `${TEMPLATE}.resources`,
    { requests: { cpu: 0, memory: '0Mi' } },
    'must ask for something',
    `${TEMPLATE}.resources.requests`,
  ),
  mistake(
    'places among the pods',
    `${TEMPLATE}.resources`,
    { requests: { cpu: '1', pods: '5' } },
    'must not name pods',
    `${TEMPLATE}.resources.requests`,
  ),
  mistake('negative quantity', `${TEMPLATE}.resources.requests.cpu`, '-100m', 'should match'),
  mistake('negative number', `${TEMPLATE}.resources.requests.cpu`, -1, 'greater than or equal to 0'),
  mistake('a power of ten and a half', `${TEMPLATE}.resources.requests.cpu`, '1e.5', 'should match'),
  mistake('more than anybody can count', `${TEMPLATE}.resources.requests.cpu`, '1e99', 'should match'),
  mistake('no quantity', `${TEMPLATE}.resources.requests.memory`, 'much', 'should match'),
  mistake(
    'above its limit',
    `${TEMPLATE}.resources.limits.cpu`,
    '50m',
    'must not be above the limits',
    `${TEMPLATE}.resources.requests`,
  ),
  mistake('no template', 'spec.template', undefined, 'Required value'),
  mistake(
    'toleration of no key',
    `${TEMPLATE}.tolerations`,
    [{ operator: 'Equal' }],
    'must be Exists when key is empty',
    `${TEMPLATE}.tolerations[0].operator`,
  ),
  mistake(
    'another effect',
    `${TEMPLATE}.tolerations`,
    [{ operator: 'Exists', effect: 'Never' }],
    'Unsupported value',
    `${TEMPLATE}.tolerations[0].effect`,
  ),
  mistake(
    'In without values',
    `${TEMPLATE}.${REQUIRED}`,
    [{ matchExpressions: [{ key: 'a', operator: 'In' }] }],
    'must name at least one value',
    `${TEMPLATE}.${REQUIRED}[0].matchExpressions[0].values`,
  ),
  mistake(
    'Exists with values',
    `${TEMPLATE}.${REQUIRED}`,
    [{ matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] }],
    'must be left out',
    `${TEMPLATE}.${REQUIRED}[0].matchExpressions[0].values`,
  ),
  mistake(
    'no term',
    `${TEMPLATE}.${REQUIRED}`,
    [],
    'should have at least 1 items',
    `${TEMPLATE}.${REQUIRED}`,
  ),
  mistake(
    'an owner that is nobody',
    'spec.owners',
    [{ namespace: 'kube-system' }],
    'must say whose the room is',
    'spec.owners[0]',
  ),
  mistake(
    'a controller of no group',
    'spec.owners',
    [{ kind: 'DaemonSet', name: 'a' }],
    'must be given beside a kind',
    'spec.owners[0].apiVersion',
  ),
];
