/** Checks the types of what we read in DaemonSets, pods, bindings and Orders: files and direct callers may send anything. */
import { Ajv, type ValidateFunction } from 'ajv';
import { fieldText, pathOfPointer } from '../json/path.ts';
import {
  type Binding,
  bindingSchema,
  type DaemonSet,
  daemonSetSchema,
  type Order,
  orderSchema,
  type Pod,
  podSchema,
} from './objects.ts';

const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allowUnionTypes: true,
});

/** A field has another type than the API gives it. */
export interface TypeProblem {
  readonly field: string;
  readonly expectation: string;
  /** It is well made, and more than we take. */
  readonly isBeyond?: boolean;
}

export type Typed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: TypeProblem };

/** What bounds a list or a map in the schema. */
const LIMITS: ReadonlySet<string> = new Set(['maxItems', 'maxProperties']);

export const readDaemonSet = reader(ajv.compile<DaemonSet>(daemonSetSchema));
export const readPod = reader(ajv.compile<Pod>(podSchema));
export const readOrder = reader(ajv.compile<Order>(orderSchema));
export const readBinding = reader(ajv.compile<Binding>(bindingSchema));

function reader<T>(validate: ValidateFunction<T>): (value: unknown) => Typed<T> {
  return (value) => {
    if (validate(value)) return { ok: true, value };
    const { instancePath = '', keyword = '', message = 'is not valid' } = validate.errors?.[0] ?? {};
    return {
      ok: false,
      problem: {
        field: fieldText(pathOfPointer(instancePath, value)),
        expectation: message,
        isBeyond: LIMITS.has(keyword),
      },
    };
  };
}
