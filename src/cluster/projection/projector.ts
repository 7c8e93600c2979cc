/** From whole Kubernetes objects to slim records, for every kind of the view; a bad object is an answer, not an exception. */
import { messageOf } from '../../json/error-message.ts';
import { FieldError } from '../../json/field-error.ts';
import { isObject, type JsonObject } from '../../json/object.ts';
import type { ObjectKind, RecordOf } from '../records.ts';
import { daemonSetProjection } from './daemon-set.ts';
import { shown } from './fields.ts';
import { namespaceProjection, priorityClassProjection } from './namespace-and-class.ts';
import { nodeProjection } from './node.ts';
import { orderProjection } from './order.ts';
import { podProjection } from './pod.ts';
import { limitRangeProjection, runtimeClassProjection } from './pod-additions.ts';
import { type ShareText, textSharing } from './sharing.ts';

export type Projected<R> =
  | { readonly ok: true; readonly record: R }
  | {
      readonly ok: false;
      /** All of it: kind, name, field and problem. */
      readonly error: string;
      /** The field, empty when it is the object as a whole. */
      readonly path: string;
      readonly problem: string;
    };

export type Projector = { readonly [K in ObjectKind]: (value: unknown) => Projected<RecordOf[K]> };

/** The name of the object for a message, as far as it has one. */
function nameOf(value: JsonObject): string {
  const meta = value.metadata;
  if (!isObject(meta)) return '';
  const parts = [meta.namespace, meta.name].filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? '' : ` ${parts.join('/')}`;
}

function guarded<R>(kind: string, project: (value: JsonObject) => R): (value: unknown) => Projected<R> {
  return (value) => {
    if (!isObject(value)) {
      const problem = `${shown(value)} is not an object`;
      return { ok: false, error: `${kind}: ${problem}`, path: '', problem };
    }
    try {
      return { ok: true, record: project(value) };
    } catch (error) {
      // Else the engine's own, when something is nested beyond its stack.
      const path = error instanceof FieldError ? error.path : '';
      const problem = error instanceof FieldError ? error.problem : messageOf(error);
      const place = `${kind}${nameOf(value)}${path === '' ? '' : `: ${path}`}`;
      return { ok: false, error: `${place}: ${problem}`, path, problem };
    }
  };
}

/**
 * A projector shares strings and shapes between the records it makes: use one for all objects of a source. All of them are
 * of one partition; empty stands for the only one. Records that nobody keeps need not share their strings: `share` says how.
 *
 * @example createProjector().pods(json) // { ok: false, error: 'Pod shop/web-1: spec.containers[0]…' }
 */
export function createProjector(partition = '', share: ShareText = textSharing()): Projector {
  return {
    nodes: guarded('Node', nodeProjection(share, partition)),
    pods: guarded('Pod', podProjection(share, partition)),
    daemonSets: guarded('DaemonSet', daemonSetProjection(share, partition)),
    namespaces: guarded('Namespace', namespaceProjection(share, partition)),
    priorityClasses: guarded('PriorityClass', priorityClassProjection(share, partition)),
    limitRanges: guarded('LimitRange', limitRangeProjection(share, partition)),
    runtimeClasses: guarded('RuntimeClass', runtimeClassProjection(share, partition)),
    orders: guarded('Order', orderProjection(share, partition)),
  };
}
