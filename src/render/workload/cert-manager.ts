/** Certificates by cert-manager: two authorities as Daemonward itself makes them, the leaf, and the scheduler's. */
import { CLIENTS, SERVICE_NAME } from '../../config/identity.ts';
import { type KubeManifest, labelsOf } from '../manifest.ts';
import type { Installation } from './installation.ts';

const API_VERSION = 'cert-manager.io/v1';

/** A year, renewed at two thirds of it. */
const LEAF_TIMES = { duration: '8760h', renewBefore: '2920h' };
/** Ten years. */
const AUTHORITY_TIMES = { duration: '87600h', renewBefore: '29200h' };

export const SERVING_SECRET = 'daemonward-serving';
const CLIENTS_SECRET = 'daemonward-clients-ca';

/** What the scheduler shows; the second scheduler mounts it. */
export const SCHEDULER_CLIENT_SECRET = 'daemonward-scheduler-client';

const SERVING_FOLDER = '/etc/daemonward-serving';
const CLIENTS_FOLDER = '/etc/daemonward-clients';

export const CERTIFICATE_PATHS = {
  serving: {
    cert: `${SERVING_FOLDER}/tls.crt`,
    key: `${SERVING_FOLDER}/tls.key`,
    ca: `${SERVING_FOLDER}/ca.crt`,
  },
  clients: { ca: `${CLIENTS_FOLDER}/ca.crt` },
} as const;

export const INJECTION = 'cert-manager.io/inject-ca-from';

/** On the registrations: cert-manager then keeps their `caBundle`. */
export function injection(namespace: string): Readonly<Record<string, string>> {
  return { [INJECTION]: `${namespace}/${SERVING_SECRET}` };
}

type Overlays = Installation['overlays'];

export function certificateMounts(overlays: Overlays) {
  if (!overlays.has('cert-manager')) return [];
  return [
    { name: 'serving', mountPath: SERVING_FOLDER, readOnly: true },
    { name: 'clients', mountPath: CLIENTS_FOLDER, readOnly: true },
  ];
}

export function certificateVolumes(overlays: Overlays) {
  if (!overlays.has('cert-manager')) return [];
  // Of the authority of callers only the certificate: its key is nobody's business here.
  const items = [{ key: 'ca.crt', path: 'ca.crt' }];
  return [
    { name: 'serving', secret: { secretName: SERVING_SECRET } },
    { name: 'clients', secret: { secretName: CLIENTS_SECRET, items } },
  ];
}

export function certificates({ namespace, overlays }: Installation): KubeManifest[] {
  if (!overlays.has('cert-manager')) return [];
  const made = (kind: string, name: string, spec: object): KubeManifest => ({
    about: '',
    object: {
      apiVersion: API_VERSION,
      kind,
      metadata: { name, namespace, labels: labelsOf('certificates') },
      spec,
    },
  });
  const privateKey = { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' };
  const authority = (name: string, commonName: string, secretName: string): KubeManifest[] => [
    made('Certificate', name, {
      secretName,
      commonName,
      isCA: true,
      ...AUTHORITY_TIMES,
      // A renewed authority with the same key verifies what the old one has signed: cert-manager knows no time of overlap.
      privateKey: { ...privateKey, rotationPolicy: 'Never' },
      issuerRef: { kind: 'Issuer', name: 'daemonward-self-signed' },
    }),
    made('Issuer', name, { ca: { secretName } }),
  ];
  const host = `${SERVICE_NAME}.${namespace}.svc`;
  return [
    made('Issuer', 'daemonward-self-signed', { selfSigned: {} }),
    ...authority('daemonward-ca', 'Daemonward CA', 'daemonward-ca'),
    made('Certificate', SERVING_SECRET, {
      secretName: SERVING_SECRET,
      dnsNames: [host, `${host}.cluster.local`],
      usages: ['digital signature', 'server auth'],
      ...LEAF_TIMES,
      privateKey,
      issuerRef: { kind: 'Issuer', name: 'daemonward-ca' },
    }),
    ...authority('daemonward-clients-ca', 'Daemonward clients CA', CLIENTS_SECRET),
    made('Certificate', SCHEDULER_CLIENT_SECRET, {
      secretName: SCHEDULER_CLIENT_SECRET,
      commonName: CLIENTS.scheduler,
      usages: ['digital signature', 'client auth'],
      ...LEAF_TIMES,
      privateKey,
      issuerRef: { kind: 'Issuer', name: 'daemonward-clients-ca' },
    }),
  ];
}
