/** What makes pods from a template, as far as a rule about pods looks at it. */
import { isObject } from '../../json/object.ts';
import { fieldBelow, valueAt } from '../../json/path.ts';
import { typeMetaOf } from '../metadata/type-meta.ts';
import { readPod, type Typed } from '../object-schema.ts';
import type { ObjectMeta, PodSpec } from '../objects.ts';
import { templatePathOf } from './workload-kinds.ts';

export interface Workload {
  readonly metadata: ObjectMeta;
  /** Where its template stands. */
  readonly template: readonly string[];
  readonly spec: PodSpec;
}

const NOT_A_WORKLOAD = { ok: false, problem: { field: 'kind', expectation: 'is no workload' } } as const;

/** Of the template only what is read: the rest may be of any type. */
export function readWorkload(value: unknown): Typed<Workload> {
  if (!isObject(value)) return NOT_A_WORKLOAD;
  const template = templatePathOf(typeMetaOf(value));
  if (template === undefined) return NOT_A_WORKLOAD;
  const about = readPod({ metadata: value.metadata });
  if (!about.ok) return about;
  const inSpec = (field: string) => valueAt(value, [...template, 'spec', field]);
  const pod = readPod({
    spec: { priorityClassName: inSpec('priorityClassName'), nodeName: inSpec('nodeName') },
  });
  if (!pod.ok) {
    const field = fieldBelow(template.join('.'), pod.problem.field);
    return { ok: false, problem: { ...pod.problem, field } };
  }
  return {
    ok: true,
    value: { metadata: about.value.metadata ?? {}, template, spec: pod.value.spec ?? {} },
  };
}
