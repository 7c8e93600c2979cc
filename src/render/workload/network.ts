/** How Daemonward is reached, and by whom. */
import { SERVICE_NAME } from '../../config/identity.ts';
import { type KubeManifest, labelsOf } from '../manifest.ts';
import { type Installation, OPS_PORT, type Part, partName, SERVICE_PORT } from './installation.ts';

/** What registrations say, and what the extenders block leaves out. */
const HTTPS_PORT = 443;

/**
 * Where the API server listens: behind its Service, and on its machine, because a policy may count before or after a
 * Service is resolved. 8443 is minikube's, 16443 MicroK8s'.
 */
const API_SERVER_PORTS = [443, 6443, 8443, 16_443];

/** Some providers give pods a name for the API server, and not an address (`KUBERNETES_SERVICE_HOST`). */
const DNS_PORT = 53;

/** Three hours, Kubernetes' own default: a scheduler asks every few seconds and stays where it is. */
const AFFINITY_SECONDS = 10_800;

export function services({ namespace }: Installation, parts: readonly Part[]): KubeManifest[] {
  return [
    ...parts.map((part) => service(part, namespace)),
    {
      about: 'Each pod by itself, for Prometheus.',
      object: {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'daemonward-ops', namespace, labels: labelsOf('ops') },
        spec: {
          clusterIP: 'None',
          // A pod that is not ready has something to tell too.
          publishNotReadyAddresses: true,
          selector: OF_ALL_PARTS,
          ports: [{ name: 'ops', port: OPS_PORT, targetPort: 'ops' }],
        },
      },
    },
  ];
}

/** The pods of every part, and not those of the second scheduler. */
const OF_ALL_PARTS = { 'app.kubernetes.io/name': 'daemonward' };

/** The API server's is called the same in every installation: registrations and certificates name it. */
function service(part: Part, namespace: string): KubeManifest {
  return {
    about:
      part === 'admission'
        ? ''
        : 'A scheduler stays with one replica: which pods it is about to place, only that one knows.',
    object: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: serviceName(part), namespace, labels: labelsOf(part) },
      spec: {
        type: 'ClusterIP',
        selector: labelsOf(part),
        ports: [{ name: 'https', port: HTTPS_PORT, targetPort: 'https' }],
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: AFFINITY_SECONDS } },
      },
    },
  };
}

function serviceName(part: Part): string {
  return part === 'extender' ? partName(part) : SERVICE_NAME;
}

export function networkPolicy({ namespace }: Installation): KubeManifest {
  return {
    about:
      'API servers and schedulers call from the network of their machines, which no selector names: they are known by their\n' +
      'certificates. The ops port is for Prometheus; the kubelet of the same node may always probe. Whoever scrapes from\n' +
      'another namespace than monitoring is added here. Before Kubernetes 1.21, and so on Arktos, nobody gives a namespace the\n' +
      'label with its name: kubectl label namespace monitoring kubernetes.io/metadata.name=monitoring',
    object: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'daemonward', namespace, labels: labelsOf('network') },
      spec: {
        podSelector: { matchLabels: OF_ALL_PARTS },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [
          { ports: [{ port: SERVICE_PORT }] },
          {
            ports: [{ port: OPS_PORT }],
            from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
          },
        ],
        egress: [
          { ports: API_SERVER_PORTS.map((port) => ({ port })) },
          { ports: ['UDP', 'TCP'].map((protocol) => ({ port: DNS_PORT, protocol })) },
        ],
      },
    },
  };
}
