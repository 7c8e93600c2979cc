/** What each native policy is about and asks for; how it is written down is not its concern. */
import { FAIR_SHARE_GATE } from '../../kube/scheduling-gates.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import { celString, isOneOf, type NamedExpression } from './cel.ts';
import { GATE_CODE, notByThePlatform, takesTheGateOff } from './gate-scope.ts';
import { except, type Namespaces, notByName } from './namespaces.ts';
import { notByAScheduler, podCondition } from './pod-scope.ts';
import type { Registration } from './registration.ts';
import {
  bindingRules,
  bringsSomethingNew,
  daemonRules,
  notByAController,
  orderRules,
  podRules,
  type ResourceRule,
  USER,
} from './scope.ts';
import { tenancyVariables } from './tenancy.ts';

export interface PolicyRule {
  readonly code: ReasonCode;
  /** Where a code has several policies, what this one is about. */
  readonly about?: string;
  /** Daemonward itself warns and counts, and a policy beside it would say it twice. */
  readonly onlyToRefuse?: boolean;
  readonly resources: readonly ResourceRule[];
  readonly namespaces: Namespaces;
  readonly conditions: readonly NamedExpression[];
  readonly variables: readonly NamedExpression[];
  /** True when the object may pass. */
  readonly expression: string;
  readonly field: string;
  /** What is wrong, as an expression; and without values, for when that has none. */
  readonly detail: string;
  readonly plainDetail: string;
}

export const RULES = [
  tenantRule,
  priorityRule,
  ownerRule,
  nodeRule,
  bindingRule,
  ceilingRule,
  gateRule,
  orderRule,
];

function tenantRule({ settings, own }: Registration): PolicyRule {
  return {
    code: 'DW101',
    resources: daemonRules(settings, ['CREATE', 'UPDATE']),
    namespaces: { selector: except(own), conditions: [] },
    conditions: [bringsSomethingNew()],
    variables: tenancyVariables(settings.tenancy),
    expression: 'variables.system',
    field: 'metadata.namespace',
    detail:
      '"the namespace belongs " + variables.whose + ", and only the system tenant may run a " + request.kind.kind',
    plainDetail: 'only the system tenant may run a DaemonSet',
  };
}

function orderRule({ settings, own }: Registration): PolicyRule {
  return {
    code: 'DW601',
    resources: orderRules(['CREATE', 'UPDATE']),
    namespaces: { selector: except(own), conditions: [] },
    conditions: [bringsSomethingNew()],
    variables: tenancyVariables(settings.tenancy),
    expression: 'variables.system',
    field: 'metadata.namespace',
    detail: '"the namespace belongs " + variables.whose + ", and only the system tenant may have an Order"',
    plainDetail: 'only the system tenant may have an Order',
  };
}

/** What the rules about pods have in common: the system may. */
function podRule({ settings }: Registration) {
  return {
    resources: podRules(['CREATE', 'UPDATE']),
    namespaces: notByName(settings.tenancy),
    variables: tenancyVariables(settings.tenancy),
    expression: 'variables.system',
  };
}

function priorityRule(registration: Registration): PolicyRule {
  const { settings } = registration;
  return {
    ...podRule(registration),
    code: 'DW103',
    resources: podRules(),
    conditions: [podCondition('DW103', settings), ...notByAController(settings.tenancy)],
    field: 'spec.priorityClassName',
    detail:
      'object.spec.priorityClassName + " is reserved to the system tenant, and the namespace belongs " + variables.whose',
    plainDetail: 'this class is reserved to the system tenant',
  };
}

/** Everybody but the controllers is refused, whoever's the namespace is; those that share a user count in the system's. */
function ownerRule(registration: Registration): PolicyRule {
  const { settings } = registration;
  const { sharedControllers } = settings.tenancy;
  return {
    ...podRule(registration),
    code: 'DW104',
    conditions: [podCondition('DW104', settings), ...notByAController(settings.tenancy)],
    expression: `${isOneOf(USER, sharedControllers)} && variables.system`,
    field: 'metadata.ownerReferences',
    detail: '"names a DaemonSet, and \\"" + request.userInfo.username + "\\" is not its controller"',
    plainDetail: 'names a DaemonSet, and was not made by its controller',
  };
}

function nodeRule(registration: Registration): PolicyRule {
  const { settings } = registration;
  return {
    ...podRule(registration),
    code: 'DW105',
    conditions: [podCondition('DW105', settings), ...notByAController(settings.tenancy)],
    field: 'spec.nodeName',
    detail: '"names \\"" + object.spec.nodeName + "\\", and the namespace belongs " + variables.whose',
    plainDetail: 'names a node',
  };
}

function bindingRule(registration: Registration): PolicyRule {
  const { settings } = registration;
  return {
    ...podRule(registration),
    code: 'DW105',
    about: 'bindings',
    resources: bindingRules(),
    conditions: [notByAScheduler(settings.tenancy)],
    field: 'target.name',
    detail:
      '"binds the pod to \\"" + object.target.?name.orValue("") + "\\", and \\"" + request.userInfo.username + "\\" is no scheduler"',
    plainDetail: 'binds the pod to a node, and not by a scheduler',
  };
}

function ceilingRule(registration: Registration): PolicyRule {
  const { settings } = registration;
  const { tenantPriorityCeiling } = settings.daemons;
  return {
    ...podRule(registration),
    code: 'DW106',
    onlyToRefuse: true,
    resources: podRules(),
    conditions: [podCondition('DW106', settings), ...notByAController(settings.tenancy)],
    field: 'spec.priorityClassName',
    detail: `"has the value " + string(object.spec.priority) + ", and tenants may use up to ${tenantPriorityCeiling}"`,
    plainDetail: `tenants may use up to ${tenantPriorityCeiling}`,
  };
}

/** Who takes it off before its turn passes all others who wait. */
function gateRule(registration: Registration): PolicyRule {
  return {
    ...podRule(registration),
    code: GATE_CODE,
    resources: podRules(['UPDATE']),
    conditions: [takesTheGateOff(), notByThePlatform(registration)],
    field: 'spec.schedulingGates',
    detail: `${celString(`must keep ${FAIR_SHARE_GATE} until its turn comes: the namespace belongs `)} + variables.whose`,
    plainDetail: `must keep ${FAIR_SHARE_GATE} until its turn comes`,
  };
}
