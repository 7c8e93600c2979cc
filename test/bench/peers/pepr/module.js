/**
 * Pepr's own controller with the two rules that are measured, outside of a cluster. All that it asks a cluster for is its
 * PeprStore, which store.js plays. Started with KUBECONFIG, SSL_KEY_PATH, SSL_CERT_PATH, PEPR_API_PATH and the port.
 *
 * Its level of logging is the one of its own manifests (info), to a place where nobody reads.
 */
import pepr from 'pepr';

const { a, Capability, PeprModule } = pepr;

const SYSTEM_NAMESPACES = ['kube-system', 'kube-public', 'kube-node-lease'];
const ADMINS = 'system:masters';
const PRIORITY_CLASSES = ['system-node-critical', 'system-cluster-critical'];
const TARGET = 'daemonward.dev/target-node';

const DAEMON_TOLERATIONS = [
  ['node.kubernetes.io/not-ready', 'NoExecute'],
  ['node.kubernetes.io/unreachable', 'NoExecute'],
  ['node.kubernetes.io/disk-pressure', 'NoSchedule'],
  ['node.kubernetes.io/memory-pressure', 'NoSchedule'],
  ['node.kubernetes.io/pid-pressure', 'NoSchedule'],
  ['node.kubernetes.io/unschedulable', 'NoSchedule'],
].map(([key, effect]) => ({ key, operator: 'Exists', effect }));

const rules = new Capability({ name: 'daemons', description: 'who may run a daemon, and is it well made' });

rules
  .When(a.DaemonSet)
  .IsCreatedOrUpdated()
  .Validate((review) => {
    const wrong = findings(review.Raw, review.Request.userInfo);
    return wrong.length === 0 ? review.Approve() : review.Deny(wrong.join('; '));
  });

rules
  .When(a.Pod)
  .IsCreated()
  .Mutate((review) => {
    const { spec, metadata } = review.Raw;
    const node = metadata?.annotations?.[TARGET];
    if (node === undefined) return;
    pin(spec, node);
    for (const toleration of DAEMON_TOLERATIONS) tolerate(spec, toleration);
  });

function findings({ metadata, spec }, { groups = [] }) {
  const found = [];
  if (!SYSTEM_NAMESPACES.includes(metadata?.namespace)) found.push('DaemonSet outside the system tenant');
  else if (!groups.includes(ADMINS)) found.push('not a cluster admin');
  const wanted = Object.entries(spec?.selector?.matchLabels ?? {});
  const labels = spec?.template?.metadata?.labels ?? {};
  const pod = spec?.template?.spec ?? {};
  if (wanted.length === 0) found.push('selector missing or empty');
  if (wanted.some(([key, value]) => labels[key] !== value))
    found.push('the selector does not match the labels');
  if ((pod.restartPolicy ?? 'Always') !== 'Always') found.push('restartPolicy not Always');
  if (pod.activeDeadlineSeconds) found.push('activeDeadlineSeconds set');
  if (!pod.priorityClassName) found.push('no priority class');
  else if (!PRIORITY_CLASSES.includes(pod.priorityClassName)) found.push('priority class does not exist');
  return found;
}

/** Into every term that is there, as all of one term must hold. */
function pin(spec, node) {
  spec.affinity ??= {};
  spec.affinity.nodeAffinity ??= {};
  spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution ??= { nodeSelectorTerms: [{}] };
  const { nodeSelectorTerms } = spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution;
  for (const term of nodeSelectorTerms)
    term.matchFields = [
      ...(term.matchFields ?? []),
      { key: 'metadata.name', operator: 'In', values: [node] },
    ];
}

function tolerate(spec, toleration) {
  spec.tolerations ??= [];
  const { key, effect } = toleration;
  const index = spec.tolerations.findIndex((known) => known.key === key && known.effect === effect);
  if (index === -1) spec.tolerations.push(toleration);
  else spec.tolerations[index] = toleration;
}

const settings = {
  description: 'the rules that are measured',
  pepr: { uuid: 'bench', onError: 'reject', webhookTimeout: 10, alwaysIgnore: { namespaces: [] } },
};
new PeprModule(settings, [rules], { deferStart: true }).start(Number(process.argv[2]));
