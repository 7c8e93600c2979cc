/** Projects the two kinds by which admission adds to new pods: limit ranges and runtime classes. */
import type { JsonObject } from '../../json/object.ts';
import { defaultRequestsOf, type LimitRangeItem } from '../../kube/resources/limit-range.ts';
import type { SlimLimitRange, SlimRuntimeClass } from '../records.ts';
import { Fields } from './fields.ts';
import { quantitiesOf } from './requests.ts';
import type { ShareText } from './sharing.ts';

/** The API takes a negative default, and then refuses every pod that gets it: it is as good as none. */
function itemOf(item: Fields): LimitRangeItem {
  const amounts = (name: string) => quantitiesOf(item, name, 'leave out');
  return {
    type: item.text('type'),
    min: amounts('min'),
    max: amounts('max'),
    default: amounts('default'),
    defaultRequest: amounts('defaultRequest'),
  };
}

export function limitRangeProjection(
  share: ShareText,
  partition = '',
): (limitRange: JsonObject) => SlimLimitRange {
  return (value) => {
    const limitRange = new Fields(value, share);
    const meta = limitRange.object('metadata');
    return {
      partition,
      namespace: share(meta.required('namespace')),
      name: share(meta.required('name')),
      tenant: meta.shared('tenant'),
      defaultRequests: defaultRequestsOf(limitRange.object('spec').objects('limits').map(itemOf)),
    };
  };
}

export function runtimeClassProjection(
  share: ShareText,
  partition = '',
): (runtimeClass: JsonObject) => SlimRuntimeClass {
  return (value) => {
    const runtimeClass = new Fields(value, share);
    return {
      partition,
      name: share(runtimeClass.object('metadata').required('name')),
      overhead: runtimeClass.isSet('overhead')
        ? quantitiesOf(runtimeClass.object('overhead'), 'podFixed')
        : undefined,
      nodeSelector: runtimeClass.object('scheduling').labels('nodeSelector'),
    };
  };
}
