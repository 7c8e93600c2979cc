/** For each rule about pods, what a pod or a binding must have to break it: all others are never asked about. */
import { MIRROR_ANNOTATION } from '../../kube/metadata/annotations.ts';
import { SYSTEM_CLASS_PREFIX } from '../../kube/priority.ts';
import { BROADCAST_JOB, DAEMON_SET, KRUISE_GROUP } from '../../kube/workloads/daemon-kinds.ts';
import type { Mode } from '../../policy/modes.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import { NODE_USER_PREFIX, NODES_GROUP } from '../../tenancy/actor.ts';
import { anyOf, celString, isOneOf, type NamedExpression } from './cel.ts';
import { USER } from './scope.ts';

export const POD_CODES = ['DW103', 'DW104', 'DW105', 'DW106'] as const satisfies readonly ReasonCode[];

export type PodCode = (typeof POD_CODES)[number];

const IS_NEW = 'request.operation == "CREATE"';
const SYSTEM_CLASS = `object.spec.?priorityClassName.orValue("").startsWith(${celString(SYSTEM_CLASS_PREFIX)})`;

/** A claim that was there before is old news: pods are patched and adopted all the time. */
function claims(object: string): string {
  const isDaemon =
    `owner.kind == ${celString(DAEMON_SET)} || ` +
    `(owner.kind == ${celString(BROADCAST_JOB)} && owner.apiVersion.startsWith(${celString(`${KRUISE_GROUP}/`)}))`;
  return (
    `${object}.metadata.?ownerReferences.orValue([]).exists(owner,\n` +
    `  owner.?controller.orValue(false) && (${isDaemon}))`
  );
}

/** A scheduler, or the kubelet that shows a pod of its own: neither must ever wait for Daemonward. */
function namesANode({ schedulers }: PolicySettings['tenancy']): string {
  const node = (object: string) => `${object}.spec.?nodeName.orValue("")`;
  const isKubelet = [
    `${USER} == ${celString(NODE_USER_PREFIX)} + ${node('object')}`,
    `${celString(NODES_GROUP)} in request.userInfo.?groups.orValue([])`,
    `${celString(MIRROR_ANNOTATION)} in object.metadata.?annotations.orValue({})`,
  ].join(' &&\n  ');
  return [
    `${node('object')} != ""`,
    `(${IS_NEW} || ${node('object')} != ${node('oldObject')})`,
    `!(${isOneOf(USER, schedulers)})`,
    `!(${isKubelet})`,
  ].join(' &&\n');
}

/** The classes of the system have a rule of their own; where that is off, they are merely high. */
function isAboveTheCeiling({ daemons, modes }: PolicySettings): string {
  const isHigh = `${IS_NEW} && object.spec.?priority.orValue(0) > ${daemons.tenantPriorityCeiling}`;
  return modes.DW103 === 'off' ? isHigh : `${isHigh} &&\n!${SYSTEM_CLASS}`;
}

export function podCondition(code: PodCode, settings: PolicySettings): NamedExpression {
  switch (code) {
    case 'DW103':
      return { name: 'has-a-system-priority-class', expression: `${IS_NEW} && ${SYSTEM_CLASS}` };
    case 'DW104':
      return {
        name: 'claims-a-daemonset',
        expression: `${claims('object')} &&\n(${IS_NEW} || !${claims('oldObject')})`,
      };
    case 'DW105':
      return { name: 'names-a-node', expression: namesANode(settings.tenancy) };
    case 'DW106':
      return { name: 'is-above-the-ceiling', expression: isAboveTheCeiling(settings) };
  }
}

/** The scheduler's own bindings are nobody's to judge, and it never waits for Daemonward. */
export function notByAScheduler({ schedulers }: PolicySettings['tenancy']): NamedExpression {
  return { name: 'not-by-a-scheduler', expression: `!(${isOneOf(USER, schedulers)})` };
}

/** The rules about pods that are on: those that refuse, or those that only warn or count. */
export function podCodes({ modes }: PolicySettings, what: 'refuse' | 'advise'): PodCode[] {
  const wanted: readonly Mode[] = what === 'refuse' ? ['enforce'] : ['warn', 'audit'];
  return POD_CODES.filter((code) => wanted.includes(modes[code]));
}

/** Ordinary pods, nearly all there are, are never sent. */
export function couldBreak(codes: readonly PodCode[], settings: PolicySettings): NamedExpression {
  return { name: 'could-break-a-rule', expression: anyBroken(codes, settings) };
}

/** What another hook asks about already, with all rules, is not asked about twice. */
export function couldNotBreak(codes: readonly PodCode[], settings: PolicySettings): NamedExpression[] {
  if (codes.length === 0) return [];
  return [{ name: 'breaks-no-other-rule', expression: `!(${anyBroken(codes, settings)})` }];
}

function anyBroken(codes: readonly PodCode[], settings: PolicySettings): string {
  return anyOf(codes.map((code) => `(${podCondition(code, settings).expression})`));
}
