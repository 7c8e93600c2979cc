/** The scheduler extender protocol for bind: on which node the scheduler puts a pod, told before it asks the API server. */
import { isObject } from '../../json/object.ts';
import { parseJson } from '../../json/parse.ts';
import { invalidField, jsonTypeOf, type Parsed, parsed } from '../../json/problem.ts';

export interface BindingArgs {
  readonly uid: string;
  readonly node: string;
}

/** Keys in any case, as Go takes them. */
export function parseBindingArgs(bytes: Buffer): Parsed<BindingArgs> {
  const json = parseJson(bytes);
  if (!json.ok) return json;
  if (!isObject(json.value))
    return invalidField('(body)', `must be an object, found ${jsonTypeOf(json.value)}`);
  const fields = new Map(Object.entries(json.value).map(([key, value]) => [key.toLowerCase(), value]));
  const uid = fields.get('poduid');
  if (typeof uid !== 'string' || uid === '')
    return invalidField('PodUID', 'must be a string that is not empty');
  const node = fields.get('node');
  if (typeof node !== 'string' || node === '')
    return invalidField('Node', 'must be a string that is not empty');
  return parsed({ uid, node });
}

/**
 * To an extender that is `ignorable` an error is no failure: kube-scheduler since 1.30 logs it and binds by itself
 * (pkg/scheduler/schedule_one.go, extendersBinding).
 */
export const DECLINED = JSON.stringify({ Error: 'noted; daemonward leaves the binding to the scheduler' });
