/** Whether an object says that it is ready: a pod or a node. */
import { isObject } from '../../json/object.ts';
import type { Fields } from './fields.ts';

/** Condition `Ready` is `True`; asked of every pod, so it makes nothing. */
export function isReady(status: Fields): boolean {
  for (const condition of status.list('conditions')) {
    if (isObject(condition) && condition.type === 'Ready') return condition.status === 'True';
  }
  return false;
}
