/** The namespace, and who Daemonward is in the cluster. */
import { type KubeManifest, labelsOf } from '../manifest.ts';
import { type Installation, SERVICE_ACCOUNT } from './installation.ts';

/** How many critical pods fit: replicas, a second scheduler, and as many again while both roll. */
const CRITICAL_PODS = '40';

export function namespaceAndAccount({ namespace }: Installation): KubeManifest[] {
  const labels = labelsOf('namespace');
  return [
    {
      about: 'Its pods need nothing that the strictest of the Pod Security Standards would refuse.',
      object: {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: {
          name: namespace,
          labels: {
            ...labels,
            'pod-security.kubernetes.io/enforce': 'restricted',
            'pod-security.kubernetes.io/warn': 'restricted',
          },
        },
      },
    },
    {
      about:
        'Some clusters (GKE) let a namespace have pods of a system priority class only by a quota that names it.',
      object: {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 'daemonward-critical-pods', namespace, labels },
        spec: {
          hard: { pods: CRITICAL_PODS },
          scopeSelector: {
            matchExpressions: [
              { operator: 'In', scopeName: 'PriorityClass', values: ['system-cluster-critical'] },
            ],
          },
        },
      },
    },
    {
      about: '',
      object: {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: SERVICE_ACCOUNT, namespace, labels: labelsOf('account') },
        // The pods that need a token say so themselves.
        automountServiceAccountToken: false,
      },
    },
  ];
}
