/**
 * Every reason code. The only source of codes, defaults and remedies; docs/reasons.md is generated from this table. What
 * was found in an object is said by the rule that finds it (rules/, and kube/validation for what the API server refuses).
 */
import type { Mode } from './modes.ts';

export interface ReasonEntry {
  readonly title: string;
  /** When it is found, and why that is a problem. */
  readonly cause: string;
  /** The least that shows it. */
  readonly example: string;
  /** What the person who gets it can do. Also the end of a denial. */
  readonly remedy: string;
  readonly mode: Mode;
}

/** The first digit of a code, and what such codes are about. */
export const FAMILIES = {
  DW1: 'Tenancy',
  DW2: 'Shape',
  DW3: 'Priority',
  DW4: 'Placement',
  DW5: 'Scheduling',
  DW6: 'Orders',
} as const;

export const REASONS = {
  DW101: {
    title: 'DaemonSet outside the system tenant',
    cause:
      'A DaemonSet takes a place on every node, and so do the DaemonSet and the BroadcastJob of OpenKruise: only the system ' +
      'tenant may have one. Creating it, or changing its spec, is refused whoever asks; deleting it and changing its ' +
      'metadata stay possible.',
    example: 'a DaemonSet in a namespace that carries a tenant label',
    remedy: 'use a Deployment, or ask the platform team to run the DaemonSet in a system namespace',
    mode: 'enforce',
  },
  DW102: {
    title: 'not a cluster admin',
    cause:
      'A DaemonSet of the system tenant is created, changed or deleted by somebody who is in none of ' +
      '`tenancy.adminGroups` and `tenancy.adminUsers`. Enforced by default on Arktos, off elsewhere.',
    example: 'a user with the edit role in kube-system',
    remedy: 'ask a cluster admin, or be added to tenancy.adminGroups',
    mode: 'off',
  },
  DW103: {
    title: 'system priority class outside the system tenant',
    cause:
      'A pod of a tenant names `system-node-critical` or `system-cluster-critical`, by which it could preempt the ' +
      "platform's own daemons. Kubernetes itself allows these classes in every namespace.",
    example: 'priorityClassName: system-node-critical in a tenant namespace',
    remedy: 'use a priority class of the tenants',
    mode: 'enforce',
  },
  DW104: {
    title: 'pod claims a DaemonSet as owner but was not made by its controller',
    cause:
      'ownerReferences are written by whoever creates the pod. One that names a DaemonSet of any API group, or a ' +
      'BroadcastJob of OpenKruise, as controller, from anybody but its controller, asks for the privileges of a daemon.',
    example: 'a bare pod with ownerReferences[0].kind DaemonSet and controller true',
    remedy: 'leave ownerReferences out; the DaemonSet controller makes its pods itself',
    mode: 'enforce',
  },
  DW105: {
    title: 'tenant names the node itself',
    cause:
      'A pod of a tenant has `nodeName` set, or is bound to a node by somebody who is no scheduler. One pod for each node ' +
      'is a DaemonSet in all but name, and neither room held for daemons nor taints nor a cordon keep it out. The users of ' +
      '`tenancy.schedulers` may, and a kubelet may show the pods that it runs from files.',
    example: 'spec.nodeName: node-1 in a tenant namespace; also kubectl debug node/node-1 there',
    remedy:
      'leave nodeName out, and let a scheduler of tenancy.schedulers choose the node; run kubectl debug node/NAME in a system ' +
      'namespace (-n kube-system)',
    mode: 'enforce',
  },
  DW106: {
    title: "above the tenants' priority ceiling",
    cause:
      'A pod of a tenant has a priority above `daemons.tenantPriorityCeiling`. It competes with daemons for their room, and ' +
      'may preempt those of a lower priority.',
    example: 'a class of value 1000 in a tenant namespace, where tenants may use up to 0',
    remedy:
      'use a priority class of the tenants, or have daemons.tenantPriorityCeiling raised to what tenants may use',
    mode: 'warn',
  },
  DW107: {
    title: 'tenant takes the gate of its turn off',
    cause:
      'Where `fairness.mode` is on, a pod with the gate `daemonward.dev/fair-share` waits for the turn of its tenant. Kubernetes lets ' +
      'whoever may patch a pod take any gate off it. Those who may patch pods in all namespaces do, cluster admins and Daemonward ' +
      'itself among them; a tenant would pass others who wait. Kept by the API server alone, and only while fairness is on.',
    example: 'kubectl edit pod, without spec.schedulingGates, in a tenant namespace',
    remedy: 'wait: the gate is taken off when its turn comes, and daemonward explain pod says when that is',
    mode: 'enforce',
  },
  DW201: {
    title: 'selector missing or empty',
    cause: 'A DaemonSet needs a selector with at least one requirement; an empty one would select every pod.',
    example: 'spec.selector: {}',
    remedy: 'set spec.selector.matchLabels to labels of the template',
    mode: 'enforce',
  },
  DW202: {
    title: 'selector invalid',
    cause:
      'A key, a value or an operator of the selector is not valid. Operators are In, NotIn, Exists, DoesNotExist.',
    example: 'operator: Gt in spec.selector.matchExpressions',
    remedy: 'correct the requirement that is named',
    mode: 'enforce',
  },
  DW203: {
    title: "selector does not match the template's labels",
    cause: 'The DaemonSet would not recognise its own pods.',
    example: 'selector app: a, template label app: b',
    remedy: 'give the template every label that the selector asks for',
    mode: 'enforce',
  },
  DW204: {
    title: 'selector changed',
    cause: 'The selector cannot be changed after creation: the pods of the old one would be orphaned.',
    example: 'an update with another spec.selector.matchLabels',
    remedy: 'create a DaemonSet under a new name, or delete this one first',
    mode: 'enforce',
  },
  DW205: {
    title: 'restartPolicy not Always',
    cause: 'Pods of a DaemonSet are always restarted.',
    example: 'restartPolicy: OnFailure',
    remedy: 'leave restartPolicy out, or set it to Always',
    mode: 'enforce',
  },
  DW206: {
    title: 'update strategy invalid',
    cause:
      'The type is RollingUpdate or OnDelete, and of maxUnavailable and maxSurge exactly one is not zero. With maxSurge ' +
      'alone maxUnavailable defaults to 1, so it has to be set to 0.',
    example: 'rollingUpdate: {maxSurge: 1} without maxUnavailable: 0',
    remedy: 'set exactly one of maxUnavailable and maxSurge, and the other to 0',
    mode: 'enforce',
  },
  DW207: {
    title: 'activeDeadlineSeconds set',
    cause: 'A daemon has no deadline.',
    example: 'activeDeadlineSeconds: 60 in the template',
    remedy: 'remove activeDeadlineSeconds',
    mode: 'enforce',
  },
  DW208: {
    title: 'ephemeral containers in the template',
    cause: 'Ephemeral containers are added to running pods, not to templates.',
    example: 'ephemeralContainers in the template',
    remedy: 'remove ephemeralContainers; use kubectl debug on a pod',
    mode: 'enforce',
  },
  DW209: {
    title: 'name invalid',
    cause:
      'The name is not a DNS subdomain: lower case letters, digits, "-" and ".", at most 253 characters.',
    example: 'metadata.name: Node_Agent',
    remedy: 'rename it',
    mode: 'enforce',
  },
  DW210: {
    title: 'template pinned to one node',
    cause:
      'The template names one node (nodeName, or a node affinity on metadata.name), so the DaemonSet has at most one ' +
      'pod. Kubernetes accepts that; it is hardly ever meant.',
    example: 'spec.template.spec.nodeName: node-1',
    remedy: 'remove the pin; use a nodeSelector to choose nodes',
    mode: 'warn',
  },
  DW211: {
    title: 'template not below template.spec',
    cause:
      'Containers, tolerations or volumes stand beside template.metadata instead of below template.spec. The API server ' +
      'drops them and then misses the containers.',
    example: 'spec.template.containers',
    remedy: 'indent them below spec.template.spec',
    mode: 'enforce',
  },
  DW301: {
    title: 'no priority class',
    cause:
      'Without a priority class the daemon has the same priority as ordinary pods: on a full node it stays Pending, ' +
      'because pods of equal priority are not preempted.',
    example: 'a template without priorityClassName',
    remedy: 'set priorityClassName, such as system-node-critical',
    mode: 'warn',
  },
  DW302: {
    title: 'priority class does not exist',
    cause: 'The API server takes the DaemonSet, and then refuses every one of its pods.',
    example: 'priorityClassName: important, with no such PriorityClass',
    remedy: 'create the PriorityClass first, or name one that exists',
    mode: 'warn',
  },
  DW303: {
    title: "not above the tenants' ceiling",
    cause:
      'The priority is not above `daemons.tenantPriorityCeiling`: pods of tenants can keep the daemon out.',
    example: 'a class of value 100 where tenants may use up to 1000',
    remedy: "use a priority class above the tenants' ceiling",
    mode: 'warn',
  },
  DW304: {
    title: 'never preempts',
    cause:
      'The priority class has preemptionPolicy Never: on a full node the daemon waits in spite of its priority.',
    example: 'a PriorityClass with preemptionPolicy: Never',
    remedy: 'use a class that preempts lower priorities',
    mode: 'warn',
  },
  DW401: {
    title: 'no eligible node',
    cause:
      'By its node selector, affinity and tolerations the DaemonSet belongs on no node of the cluster: no pod is made. The ' +
      'warning counts the nodes by what is against them.',
    example: 'nodeSelector: {disk: ssd}, and no node with that label',
    remedy: 'look at the labels and taints of the nodes that were meant: daemonward forecast counts them',
    mode: 'warn',
  },
  DW402: {
    title: 'will not fit everywhere',
    cause:
      'On some of the nodes where it belongs the DaemonSet cannot run: they are full of pods that may not be evicted for it, a ' +
      'port that it wants is taken, or they would be too small even when empty. Its pods there stay Pending.',
    example: 'a DaemonSet that asks for 4 cpu, and a node pool of 2',
    remedy: 'ask for less, leave those nodes out, or make room: daemonward forecast names them',
    mode: 'warn',
  },
  DW403: {
    title: 'will preempt',
    cause:
      'On some nodes there is no room, and the scheduler will evict pods of lower priority for the DaemonSet. The warning ' +
      'counts pods and tenants, and names the nodes with the most.',
    example: 'a DaemonSet of system-node-critical, and nodes full of pods of tenants',
    remedy: 'ask for less, or make room first: daemonward forecast names who would be evicted',
    mode: 'warn',
  },
  DW404: {
    title: 'legacy hostname affinity',
    cause:
      'The template selects nodes by the label kubernetes.io/hostname, which may differ from the name of the node and ' +
      'can be changed.',
    example: 'nodeSelector: {kubernetes.io/hostname: node-1}',
    remedy: 'select by a label that says what the nodes are for',
    mode: 'warn',
  },
  DW405: {
    title: 'scheduler without this extender',
    cause:
      'schedulerName is none of `daemons.schedulers`: its scheduler does not ask Daemonward, which cannot keep room there.',
    example: 'schedulerName: custom',
    remedy: 'leave schedulerName out, or add the scheduler to daemons.schedulers once it has the extender',
    mode: 'warn',
  },
  DW406: {
    title: 'surge cannot work with a host port',
    cause:
      'With maxSurge the new pod starts beside the old one, and both want the same port of the node: the new one can never be ' +
      'scheduled.',
    example: 'maxSurge: 1 and a container with hostPort: 9100',
    remedy: 'use maxUnavailable instead of maxSurge',
    mode: 'warn',
  },
  DW508: {
    title: 'resize would take room held for daemons',
    cause:
      'A pod of a tenant is resized in place to more than its node has left beside what is held for daemons of at least ' +
      'its priority, and what pods on their way take. Only where something is held, and never stricter than `headroom.mode`.',
    example: 'a pod of 1 cpu resized to 3 on a node that has 2 left, of which it keeps 500m for a log agent',
    remedy: 'ask for less, or replace the pod, so that the scheduler finds it a node with room',
    mode: 'enforce',
  },
  DW601: {
    title: 'Order outside the system tenant',
    cause:
      'An Order keeps room on every node from everybody else: only the system tenant may have one. Creating it, or changing ' +
      'its spec, is refused whoever asks; deleting it and changing its metadata stay possible.',
    example: 'an Order in a namespace that carries a tenant label',
    remedy: 'ask the platform team to make the Order in a system namespace',
    mode: 'enforce',
  },
  DW602: {
    title: "Order names a tenant's pods as owners",
    cause:
      'Whoever may use the room of an Order gets it before everybody else. A tenant chooses the names and labels of his pods ' +
      'himself, so that owners are only looked for in namespaces of the system tenant.',
    example:
      'owners: [{namespace: shop, selector: {matchLabels: {app: agent}}}], where shop belongs to a tenant',
    remedy: 'name a namespace of the system tenant, or leave it out for that of the Order',
    mode: 'enforce',
  },
  DW603: {
    title: 'schedule that never comes',
    cause:
      'The schedule is no cron of five fields, or names a date that no year has, or the time zone is none: the Order would ' +
      'never be refreshed, or never reserve anything at all.',
    example: 'schedule: "0 0 30 2 *"',
    remedy: 'write minute, hour, day of the month, month and day of the week, such as "0 */6 * * *"',
    mode: 'enforce',
  },
  DW604: {
    title: 'priority class of an Order does not exist',
    cause:
      'The Order counts as one without a class, behind every Order that has one, and its guardians are refused by the API ' +
      'server.',
    example: 'priorityClassName: reserved, with no such PriorityClass',
    remedy: 'create the PriorityClass first, or name one that exists',
    mode: 'warn',
  },
  DW605: {
    title: 'guardians of a wrong priority',
    cause:
      'Guardians belong between tenants and daemons: not above `daemons.tenantPriorityCeiling` a tenant can preempt them, and ' +
      "with a class of Kubernetes' own critical pods daemons cannot.",
    example: 'enforcement: Guardian with a class of value 0',
    remedy: 'leave priorityClassName out, or use a class just above the tenants',
    mode: 'warn',
  },
  DW606: {
    title: 'guardians are not made here',
    cause:
      'The Order asks for guardians, and `orders.guardians` is off: its room is kept by the scheduler extender alone, as with ' +
      'Hold.',
    example: 'enforcement: Guardian, where the installation has no right to make pods',
    remedy: 'install with --overlay guardians, or use enforcement: Hold',
    mode: 'warn',
  },
} as const satisfies Readonly<Record<`${keyof typeof FAMILIES}${number}`, ReasonEntry>>;

/** A reason of the scheduler extender: no rule of its own, but part of what one setting turns on. */
export interface SchedulingReasonEntry extends Omit<ReasonEntry, 'mode'> {
  readonly setting: 'headroom.mode' | 'preempt.mode';
}

export const SCHEDULING_REASONS = {
  DW501: {
    title: 'not the target node',
    cause:
      'The pod is a daemon that was made for one node, and this is another one. The scheduler itself keeps daemons on ' +
      'their nodes; this speaks where its node affinity was taken off or changed.',
    example: 'a daemon pod made for node-1, asked about node-2',
    remedy: 'let the DaemonSet controller make the pod, and leave its node affinity as it is',
    setting: 'headroom.mode',
  },
  DW502: {
    title: 'node selector or affinity',
    cause: 'The node does not have the labels that the daemon asks for, as the newest news of the node says.',
    example: 'nodeSelector: {pool: gpu} and a node without that label',
    remedy: 'label the node, or change the nodeSelector of the DaemonSet',
    setting: 'headroom.mode',
  },
  DW503: {
    title: 'taint not tolerated',
    cause: 'The node has a taint that the daemon does not tolerate, as the newest news of the node says.',
    example: 'a node with the taint dedicated=tenant-a:NoSchedule',
    remedy: 'add the toleration to the DaemonSet, or take the taint off the node',
    setting: 'headroom.mode',
  },
  DW504: {
    title: 'room held for daemons',
    cause:
      'Daemons of at least the priority of the pod belong on the node and are not all there yet, or grow with an ' +
      'update, or pods that were just let in take what is left. The words say which: held, taken by pods on their way, or ' +
      'a node that is too new to be known. The last two pass within moments.',
    example: 'a new node whose log agent has not come yet',
    remedy:
      'wait: the room is given free when the daemons are bound, or after headroom.patience when they do not come',
    setting: 'headroom.mode',
  },
  DW505: {
    title: 'room held by an order',
    cause:
      'An Order reserves room on the node, and the pod is none of those that may use it. Its status says how much, until ' +
      'when, and for whom.',
    example: 'a node of a pool that keeps 500m of cpu free for a scanner that comes at night',
    remedy:
      'wait for room elsewhere, or until the period of the order is over; who is to use the room is named in its ' +
      'spec.owners',
    setting: 'headroom.mode',
  },
  DW506: {
    title: 'victim is protected',
    cause:
      'To make room for the pod the scheduler would evict a protected daemon, which can run nowhere else, and no other ' +
      'pods of lower priority on that node make enough room.',
    example: 'a tenant pod of priority 1000 and a node whose only lower pod is a daemon',
    remedy: 'wait for room on another node, or give the tenant pod less to ask for',
    setting: 'preempt.mode',
  },
  DW507: {
    title: 'victim of a higher tenant',
    cause:
      'To make room for a pod of a tenant the scheduler would evict a pod of the system tenant, and no other pods of ' +
      'lower priority on that node make enough room.',
    example: 'a tenant pod of priority 1000 and a node with a kube-system pod of priority 0',
    remedy: 'wait for room on another node',
    setting: 'preempt.mode',
  },
  DW509: {
    title: 'room taken by pods of other partitions',
    cause:
      'Where several partitions have schedulers, each of them knows its own pods only, and takes a node for empty that others ' +
      'have filled. The node has too little left for the pod once all of them are counted.',
    example:
      'a node of 4 cpu on which the pods of the partition blue take 3, asked about a pod of green that wants 2',
    remedy: 'more nodes, or other ones: the scheduler tries the next by itself',
    setting: 'headroom.mode',
  },
} as const satisfies Record<string, SchedulingReasonEntry>;

export type SchedulingCode = keyof typeof SCHEDULING_REASONS;

export type ReasonCode = keyof typeof REASONS;

export const REASON_CODES: readonly ReasonCode[] = Object.keys(REASONS).filter(isReasonCode);

function isReasonCode(text: string): text is ReasonCode {
  return Object.hasOwn(REASONS, text);
}
