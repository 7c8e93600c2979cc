/**
 * For every reason code something that brings it out, what kubectl then prints, and the same mended.
 * Tried on the rules alone, and in `test/e2e` on a real API server.
 */
import type { DaemonSetSpec, ObjectMeta, PodSpec } from '../../../src/kube/objects.ts';
import type { ReasonCode } from '../../../src/policy/reasons.ts';
import type { KubeObject } from '../../e2e/harness/client.ts';
import type { Identity } from '../../e2e/harness/identities.ts';
import { daemonSetObject, podObject } from '../../e2e/harness/workloads.ts';

export interface Case {
  code: ReasonCode;
  outcome: 'refused' | 'warned';
  /** A part of what kubectl prints on standard error. */
  says: string;
  object: KubeObject;
  mended: KubeObject;
  /** What is there before: then both are changes of it. */
  stored?: KubeObject;
  as?: Identity;
  /** Who may; the same person unless it is given. */
  mendedAs?: Identity;
  /** In kube-system unless it is a tenant's. */
  tenants?: boolean;
}

/** The nodes of the cluster that the cases are tried on: a DaemonSet that belongs nowhere is warned of. */
const POOL = 'guarded';

/** Priority classes that the cases name; the test makes them before. */
export const CLASSES = [
  { name: 'ordinary', value: 0 },
  { name: 'polite', value: 1_000, preemptionPolicy: 'Never' },
];

interface Change {
  metadata?: ObjectMeta;
  spec?: DaemonSetSpec;
  pod?: PodSpec;
}

/** One of which there is nothing to say, with a change. */
export function daemon({ metadata = {}, spec = {}, pod = {} }: Change = {}): KubeObject {
  const whole = daemonSetObject('agent', { pool: POOL, priorityClassName: 'system-node-critical' });
  const template = whole.spec?.template;
  return {
    ...whole,
    metadata: { ...whole.metadata, ...metadata },
    ...{ spec: { ...whole.spec, template: { ...template, spec: { ...template?.spec, ...pod } }, ...spec } },
  };
}

const WELL = daemon();
/** One that is there before the cases are tried. */
const stored: Pick<Change, 'metadata'> = { metadata: { name: 'stored' } };
export const STORED = daemon(stored);
const POD = podObject('web', { pool: POOL });
const tenantsAdmin = { as: 'tenant-a-admin', tenants: true } as const;

function refused(code: ReasonCode, says: string, change: Change): Case {
  return { code, outcome: 'refused', says, object: daemon(change), mended: WELL };
}

function warned(code: ReasonCode, says: string, change: Change): Case {
  return { ...refused(code, `Warning: ${code} ${says}`, change), outcome: 'warned' };
}

const TENANCY: readonly Case[] = [
  {
    ...refused('DW101', 'belongs to the tenant "tenant-a", and only the system tenant', {}),
    ...tenantsAdmin,
    mended: podObject('agent', { pool: POOL }),
  },
  {
    ...refused('DW102', 'DW102 "tenant-a-admin" is not a cluster admin; ask a cluster admin', {}),
    as: 'tenant-a-admin',
    mendedAs: 'admin',
  },
  {
    code: 'DW103',
    outcome: 'refused',
    says: 'DW103 spec.priorityClassName: system-cluster-critical is reserved to the system tenant',
    object: podObject('web', { pool: POOL, priorityClassName: 'system-cluster-critical' }),
    mended: POD,
    ...tenantsAdmin,
  },
  {
    code: 'DW104',
    outcome: 'refused',
    says: 'DW104 metadata.ownerReferences: names the DaemonSet "agent", and "tenant-a-admin" is not its controller',
    object: {
      ...POD,
      metadata: {
        ...POD.metadata,
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid: 'u', controller: true },
        ],
      },
    },
    mended: POD,
    ...tenantsAdmin,
  },
  {
    code: 'DW105',
    outcome: 'refused',
    says: 'DW105 spec.nodeName: names "node-1"; leave nodeName out',
    object: { ...POD, ...{ spec: { ...POD.spec, nodeName: 'node-1' } } },
    mended: POD,
    ...tenantsAdmin,
  },
  {
    code: 'DW106',
    outcome: 'warned',
    says: 'Warning: DW106 priorityClassName: polite has the value 1000, and tenants may use up to 0',
    object: podObject('web', { pool: POOL, priorityClassName: 'polite' }),
    mended: podObject('web', { pool: POOL, priorityClassName: 'ordinary' }),
    ...tenantsAdmin,
  },
];

const SHAPE: readonly Case[] = [
  refused('DW201', 'spec.selector: DW201 is missing; set spec.selector.matchLabels', {
    spec: { selector: null },
  }),
  refused('DW201', 'spec.selector: DW201 must not be empty', { spec: { selector: {} } }),
  refused(
    'DW202',
    'spec.selector.matchExpressions[0].operator: DW202 is not a selector operator, found "Gt"',
    {
      spec: { selector: { matchExpressions: [{ key: 'app', operator: 'Gt', values: ['1'] }] } },
    },
  ),
  refused(
    'DW203',
    'spec.template.metadata.labels: DW203 the selector asks for app=other, and the template has ',
    {
      spec: { selector: { matchLabels: { app: 'other' } } },
    },
  ),
  {
    ...refused(
      'DW204',
      'spec.selector: DW204 cannot be changed after creation; create a DaemonSet under a new',
      {
        ...stored,
        spec: { selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } },
      },
    ),
    mended: daemon({ ...stored, spec: { minReadySeconds: 5 } }),
    stored: STORED,
  },
  refused('DW205', 'spec.template.spec.restartPolicy: DW205 must be one of "Always", found "OnFailure"', {
    pod: { restartPolicy: 'OnFailure' },
  }),
  refused('DW206', 'spec.updateStrategy.rollingUpdate.maxSurge: DW206', {
    spec: { updateStrategy: { rollingUpdate: { maxSurge: 1 } } },
  }),
  refused('DW207', 'spec.template.spec.activeDeadlineSeconds: DW207', { pod: { activeDeadlineSeconds: 60 } }),
  refused('DW208', 'spec.template.spec.ephemeralContainers: DW208', {
    pod: { ephemeralContainers: [{ name: 'debug', image: 'debug:1.0' }] },
  }),
  refused('DW209', 'metadata.name: DW209', { metadata: { name: 'Agent' } }),
  warned('DW210', 'nodeName: pins every pod to node "node-1"', { pod: { nodeName: 'node-1' } }),
  refused('DW211', 'spec.template.spec.containers: DW211 has no container', { pod: { containers: [] } }),
];

const PRIORITY: readonly Case[] = [
  warned('DW301', 'priorityClassName: is not set', { pod: { priorityClassName: null } }),
  warned('DW302', 'priorityClassName: there is no PriorityClass "important"', {
    pod: { priorityClassName: 'important' },
  }),
  warned('DW303', 'priorityClassName: ordinary has the value 0, and tenants may use up to 0', {
    pod: { priorityClassName: 'ordinary' },
  }),
  warned('DW304', 'priorityClassName: polite never preempts', { pod: { priorityClassName: 'polite' } }),
];

const PORT = { name: 'main', image: 'main:1.0', ports: [{ containerPort: 9100, hostPort: 9100 }] };

const PLACEMENT: readonly Case[] = [
  warned('DW404', 'nodeSelector[kubernetes.io/hostname]: selects by the label kubernetes.io/hostname', {
    pod: { nodeSelector: { 'kubernetes.io/hostname': 'node-1' } },
  }),
  warned('DW405', 'schedulerName: "custom" does not ask this extender', { pod: { schedulerName: 'custom' } }),
  warned('DW406', 'maxSurge: maxSurge 1 and port 9100 of the node exclude each other', {
    spec: { updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
    pod: { containers: [PORT] },
  }),
];

export const CASES: readonly Case[] = [...TENANCY, ...SHAPE, ...PRIORITY, ...PLACEMENT];
