/** Projects a whole Node to what decisions read of it. */
import type { JsonObject } from '../../json/object.ts';
import type { Taint } from '../../kube/objects.ts';
import type { SlimNode } from '../records.ts';
import { Fields } from './fields.ts';
import { isReady } from './readiness.ts';
import { allocatableReader } from './requests.ts';
import { RecentCache, type ShareText } from './sharing.ts';

function taintOf(taint: Fields): Taint {
  const value = taint.shared('value');
  return {
    key: taint.share(taint.required('key')),
    ...(value !== '' && { value }),
    effect: taint.share(taint.required('effect')),
  };
}

export function nodeProjection(share: ShareText, partition = ''): (node: JsonObject) => SlimNode {
  const allocatableOf = allocatableReader();
  const sharedTaints = new RecentCache<Taint[]>();

  return (value) => {
    const node = new Fields(value, share);
    const meta = node.object('metadata');
    const spec = node.object('spec');
    const status = node.object('status');
    const name = share(meta.required('name'));
    const taints = spec.objects('taints').map(taintOf);
    return {
      partition,
      name,
      uid: meta.text('uid') || name,
      labels: meta.labels('labels'),
      taints: sharedTaints.getOrMake(JSON.stringify(taints), () => taints),
      // A node that does not say what is allocatable has all of its capacity: the API server's own default.
      allocatable: allocatableOf(status, status.isSet('allocatable') ? 'allocatable' : 'capacity'),
      ready: isReady(status),
      unschedulable: spec.flag('unschedulable'),
    };
  };
}
