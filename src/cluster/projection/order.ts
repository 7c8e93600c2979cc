/** Projects a whole Order to what decisions read of it, with the defaults of its API filled in. */
import { FieldError } from '../../json/field-error.ts';
import type { JsonObject } from '../../json/object.ts';
import { goDurationMs } from '../../kube/duration.ts';
import { apiGroupOf } from '../../kube/metadata/type-meta.ts';
import { ENFORCEMENTS, ORDER_DEFAULTS, REFRESH_POLICIES, STRATEGIES } from '../../kube/orders.ts';
import { resourcesOf } from '../../kube/resources/requests.ts';
import { scopedKey } from '../object-key.ts';
import type { SlimOrder, SlimOrderOwner, SlimOrderStrategy, SlimOrderTemplate } from '../order-record.ts';
import { selectorOf } from './daemon-set.ts';
import { Fields, shown } from './fields.ts';
import { placementOf } from './placement.ts';
import { quantitiesOf } from './requests.ts';
import type { ShareText } from './sharing.ts';

/** What an owner is that names no kind. */
const POD = 'Pod';

function wordOf<W extends string>(fields: Fields, name: string, words: readonly W[], unset: W): W {
  const text = fields.text(name) || unset;
  const word = words.find((each) => each === text);
  if (word !== undefined) return word;
  throw new FieldError(fields.pathOf(name), `${shown(text)} is none of ${words.join(', ')}`);
}

function strategyOf(strategy: Fields): SlimOrderStrategy {
  return {
    type: wordOf(strategy, 'type', STRATEGIES, 'OneTime'),
    schedule: strategy.text('schedule'),
    timeZone: strategy.shared('timeZone', ORDER_DEFAULTS.timeZone),
    refreshPolicy: wordOf(strategy, 'refreshPolicy', REFRESH_POLICIES, ORDER_DEFAULTS.refreshPolicy),
  };
}

function durationOf(spec: Fields): number {
  const text = spec.text('duration') || ORDER_DEFAULTS.duration;
  const ms = goDurationMs(text);
  if (ms !== undefined && ms > 0) return ms;
  throw new FieldError(spec.pathOf('duration'), `${shown(text)} is not a duration above zero such as "24h"`);
}

function templateOf(spec: Fields): SlimOrderTemplate {
  const resources = spec.object('resources');
  return {
    durationMs: durationOf(spec),
    startAt: spec.seconds('startTime'),
    requests: resourcesOf({ ...quantitiesOf(resources, 'limits'), ...quantitiesOf(resources, 'requests') }),
    placement: placementOf(spec),
    priorityClassName: spec.shared('priorityClassName'),
    schedulerName: spec.shared('schedulerName'),
  };
}

function ownerOf(owner: Fields, namespace: string): SlimOrderOwner {
  return {
    namespace: owner.shared('namespace', namespace),
    group: apiGroupOf(owner.text('apiVersion')),
    kind: owner.shared('kind', POD),
    name: owner.shared('name'),
    selector: owner.isSet('selector') ? selectorOf(owner.object('selector')) : undefined,
  };
}

export function orderProjection(share: ShareText, partition = ''): (order: JsonObject) => SlimOrder {
  return (value) => {
    const order = new Fields(value, share);
    const meta = order.object('metadata');
    const spec = order.object('spec');
    const status = order.object('status');
    const tenant = meta.shared('tenant');
    const namespace = share(meta.required('namespace'));
    const name = meta.required('name');
    if (!spec.flag('daemonSet')) throw new FieldError('spec.daemonSet', 'is not true');
    return {
      partition,
      uid: meta.text('uid') || scopedKey(tenant, namespace, name),
      namespace,
      name,
      tenant,
      created: meta.seconds('creationTimestamp'),
      generation: meta.integer('generation') ?? 0,
      terminating: meta.text('deletionTimestamp') !== '',
      paused: spec.flag('paused'),
      enforcement: wordOf(spec, 'enforcement', ENFORCEMENTS, ORDER_DEFAULTS.enforcement),
      strategy: strategyOf(spec.object('strategy')),
      template: templateOf(spec.object('template').object('spec')),
      owners: spec.objects('owners').map((owner) => ownerOf(owner, namespace)),
      status: {
        observedGeneration: status.integer('observedGeneration') ?? 0,
        periodStart: status.seconds('periodStart'),
      },
    };
  };
}
