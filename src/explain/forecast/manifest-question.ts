/** From a DaemonSet of a manifest to what a forecast looks at: as the mutating hook will have made it. */
import { completedDaemonSet } from '../../daemons/complete-daemonset.ts';
import type { JsonObject } from '../../json/object.ts';
import { apiGroupOf } from '../../kube/metadata/type-meta.ts';
import { readDaemonSet } from '../../kube/object-schema.ts';
import type { SchedulingRules } from '../../scheduler/rules.ts';
import { questionReader, type ReadQuestion } from './question.ts';

const GROUP = 'apps';

/** `defaultNamespace`: where objects are that name none; `partition`: where it will be applied, if there are several. */
export function manifestQuestion(
  content: JsonObject,
  defaultNamespace: string,
  { isSystem, settings }: SchedulingRules,
  partition = '',
): ReadQuestion {
  const typed = readDaemonSet(content);
  if (!typed.ok) return wrong(typed.problem.field, typed.problem.expectation);
  const { apiVersion, kind, metadata } = typed.value;
  if (kind !== 'DaemonSet' || apiGroupOf(apiVersion) !== GROUP) {
    return wrong('apiVersion', `must be ${GROUP}/v1: other controllers make their pods in other ways`);
  }
  const namespace = metadata?.namespace || defaultNamespace;
  const name = metadata?.name || metadata?.generateName || '';
  if (name === '') return wrong('metadata.name', 'is missing');
  const isCompleted = isSystem({ partition, namespace, tenant: metadata?.tenant ?? '' });
  const object = isCompleted
    ? completedDaemonSet(typed.value, settings.daemons.defaultPriorityClass)
    : typed.value;
  return questionReader(partition)(object, { namespace, name });
}

function wrong(path: string, problem: string): ReadQuestion {
  return { ok: false, path, problem };
}
