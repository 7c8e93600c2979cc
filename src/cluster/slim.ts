/** From whole Kubernetes objects to slim records, for all five kinds; a bad object is an answer, not an exception. */
import { isObject, type JsonObject, shown } from './fields.ts';
import type { ObjectKind, RecordOf } from './records.ts';
import { textSharing } from './sharing.ts';
import { daemonSetProjection } from './slim-daemon-set.ts';
import { nodeProjection } from './slim-node.ts';
import { podProjection } from './slim-pod.ts';
import { namespaceProjection, priorityClassProjection } from './slim-scope.ts';

export type Projected<R> =
  | { readonly ok: true; readonly record: R }
  | { readonly ok: false; readonly error: string };

export type Projector = { readonly [K in ObjectKind]: (value: unknown) => Projected<RecordOf[K]> };

/** The name of the object for a message, as far as it has one. */
function nameOf(value: unknown): string {
  const meta = isObject(value) ? value.metadata : undefined;
  if (!isObject(meta)) return '';
  const parts = [meta.namespace, meta.name].filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? '' : ` ${parts.join('/')}`;
}

function guarded<R>(kind: string, project: (value: JsonObject) => R): (value: unknown) => Projected<R> {
  return (value) => {
    if (!isObject(value)) return { ok: false, error: `${kind}: ${shown(value)} is not an object` };
    try {
      return { ok: true, record: project(value) };
    } catch (error) {
      // A FieldError, or the engine's own when something is nested beyond its stack.
      const problem = error instanceof Error ? error.message : String(error);
      return { ok: false, error: `${kind}${nameOf(value)}: ${problem}` };
    }
  };
}

/**
 * A projector shares strings and shapes between the records it makes: use one for all objects of a source.
 *
 * @example createProjector().pods(json) // { ok: false, error: 'Pod shop/web-1: spec.containers[0]…' }
 */
export function createProjector(): Projector {
  const share = textSharing();
  return {
    nodes: guarded('Node', nodeProjection(share)),
    pods: guarded('Pod', podProjection(share)),
    daemonSets: guarded('DaemonSet', daemonSetProjection(share)),
    namespaces: guarded('Namespace', namespaceProjection(share)),
    priorityClasses: guarded('PriorityClass', priorityClassProjection(share)),
  };
}
