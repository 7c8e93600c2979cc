/** The webhook about workloads whose pods would be refused: it only warns, and never keeps anybody waiting. */
import { SYSTEM_CLASS_PREFIX } from '../../kube/priority.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import { anyOf, celString, type NamedExpression } from './cel.ts';
import { type Hook, VALIDATING_TIMEOUT_SECONDS } from './hook.ts';
import { notByName } from './namespaces.ts';
import type { Registration } from './registration.ts';
import { workloadRules } from './scope.ts';

/** Those of pods that a template can break. */
const TEMPLATE_CODES = ['DW103', 'DW105', 'DW106'] as const satisfies readonly ReasonCode[];

/** A field of the pods' spec; of a CronJob it stands one level lower. */
function podField(object: string, name: string): string {
  const below = (path: string) => `${object}.?spec.${path}?template.?spec.?${name}.orValue("")`;
  return `(request.kind.kind == "CronJob" ? ${below('?jobTemplate.?spec.')} : ${below('')})`;
}

/** On Arktos, without conditions, every workload of every tenant would be sent. */
export function workloadHooks({ settings }: Registration): Hook[] {
  const { tenancy, workloads } = settings;
  const codes = TEMPLATE_CODES.filter(
    (code) => settings.modes[code] === 'enforce' || settings.modes[code] === 'warn',
  );
  if (workloads.mode === 'off' || codes.length === 0 || tenancy.flavor === 'arktos') return [];
  return [
    {
      name: 'workloads.validate.daemonward.dev',
      path: '/validate/workloads',
      rules: workloadRules(),
      namespaces: notByName(tenancy),
      conditions: [MADE_BY_SOMEBODY, changesItsPods(), couldBreak(codes)],
      failurePolicy: 'Ignore',
      timeoutSeconds: VALIDATING_TIMEOUT_SECONDS,
    },
  ];
}

/** Most ReplicaSets and Jobs are made by a controller, for a workload that was asked about. */
const MADE_BY_SOMEBODY: NamedExpression = {
  name: 'not-of-a-controller',
  expression: '!object.metadata.?ownerReferences.orValue([]).exists(owner, owner.?controller.orValue(false))',
};

/** Scaling is none of our business. */
function changesItsPods(): NamedExpression {
  const fields = ['priorityClassName', 'nodeName'].map(
    (field) => `${podField('object', field)} != ${podField('oldObject', field)}`,
  );
  return { name: 'changes-what-runs', expression: anyOf(['request.operation == "CREATE"', ...fields]) };
}

/** What a class is worth is not in the object: each that is not the system's is asked about, if there is a ceiling. */
function couldBreak(codes: readonly ReasonCode[]): NamedExpression {
  const [className, nodeName] = ['priorityClassName', 'nodeName'].map((name) => podField('object', name));
  const tests = codes.map((code) => {
    if (code === 'DW103') return `${className}.startsWith(${celString(SYSTEM_CLASS_PREFIX)})`;
    return code === 'DW105' ? `${nodeName} != ""` : `${className} != ""`;
  });
  return { name: 'has-pods-that-could-break-a-rule', expression: anyOf(tests) };
}
