/** The configuration file of a process in the cluster: what somebody wrote, and what the pod needs beside it. */
import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import { SECOND_SCHEDULER } from '../../config/identity.ts';
import { EVERY_ADDRESS } from '../../config/ops-address.ts';
import { valueAt } from '../../json/path.ts';
import { DEFAULT_SCHEDULER } from '../../kube/workloads/pod-defaults.ts';
import { CERTIFICATE_PATHS } from './cert-manager.ts';
import { type Installation, type Overlay, type Part, TLS_SECRET } from './installation.ts';

export const EMPTY_CONFIGURATION = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';

type Setting = readonly [path: readonly string[], value: unknown];

/** Settings that each overlay brings; one that the file has already stays as it is. */
export function overlaySettings(overlay: Overlay): Setting[] {
  const { serving, clients } = CERTIFICATE_PATHS;
  switch (overlay) {
    case 'arktos':
      return [[['cluster', 'flavor'], 'arktos']];
    case 'second-scheduler':
      return [
        [
          ['daemons', 'schedulers'],
          [DEFAULT_SCHEDULER, SECOND_SCHEDULER],
        ],
      ];
    case 'guardians':
      return [[['orders', 'guardians'], 'on']];
    case 'fairness':
      return [[['fairness', 'mode'], 'on']];
    case 'cert-manager':
      return [
        [['server', 'tls', 'certFile'], serving.cert],
        [['server', 'tls', 'keyFile'], serving.key],
        [['server', 'tls', 'caFile'], serving.ca],
        [['server', 'clients', 'caFile'], clients.ca],
      ];
    default:
      return [];
  }
}

/** The kubelet's probes and Prometheus come from outside the pod; the NetworkPolicy says who else may. */
const POD_SETTINGS: readonly Setting[] = [[['ops', 'address'], EVERY_ADDRESS]];

function settingsOf(overlays: Installation['overlays']): Setting[] {
  // In this order they are written.
  const order: readonly Overlay[] = ['arktos', 'second-scheduler', 'cert-manager', 'guardians', 'fairness'];
  return [...order.filter((overlay) => overlays.has(overlay)).flatMap(overlaySettings), ...POD_SETTINGS];
}

/** Any of these says where certificates come from. */
const CERTIFICATE_SETTINGS = ['certFile', 'directory', 'secret'];

/** Comments and order of the file are kept. */
export function completedConfiguration(text: string, overlays: Installation['overlays']): string {
  const document = parseDocument(text === '' ? EMPTY_CONFIGURATION : text);
  for (const [path, value] of settingsOf(overlays)) {
    if (!document.hasIn(path)) document.setIn(path, document.createNode(value));
  }
  if (!CERTIFICATE_SETTINGS.some((key) => document.hasIn(['server', 'tls', key]))) {
    document.setIn(['server', 'tls', 'secret'], TLS_SECRET);
  }
  return document.toString({ lineWidth: 0 });
}

/**
 * What `completedConfiguration` has added for overlays that are no more: the files of cert-manager would be missing, and
 * beside them our own Secret would have no effect. Arktos stays: a cluster does not become another.
 */
export function withoutOtherOverlays(text: string, overlays: Installation['overlays']): string {
  const document = parseDocument(text);
  const gone = (['second-scheduler', 'cert-manager', 'guardians', 'fairness'] as const).filter(
    (overlay) => !overlays.has(overlay),
  );
  const brought: Setting[] = [
    ...gone.flatMap((overlay) => overlaySettings(overlay)),
    ...(overlays.has('cert-manager') ? [[['server', 'tls', 'secret'], TLS_SECRET] as const] : []),
  ];
  const content: unknown = document.toJS();
  const left = brought.filter(([path, value]) => isDeepStrictEqual(valueAt(content, path), value));
  if (left.length === 0) return text;
  for (const [path] of left) document.deleteIn(path);
  return document.toString({ lineWidth: 0 });
}

/** The Secret that the replicas share their certificates in; undefined when they come from files. */
export function secretOf(text: string): string | undefined {
  const tls = valueAt(parseDocument(text).toJS(), ['server', 'tls']);
  const [certFile, secret] = ['certFile', 'secret'].map((key) => valueAt(tls, [key]));
  return certFile === undefined && typeof secret === 'string' ? secret : undefined;
}

/** Whether the ops port asks whose a token is. */
export function readsTokens(text: string): boolean {
  return valueAt(parseDocument(text).toJS(), ['ops', 'access']) === 'token';
}

/** Whether pods are made for Orders. */
export function makesGuardians(text: string): boolean {
  return valueAt(parseDocument(text).toJS(), ['orders', 'guardians']) === 'on';
}

/** Also where turns were on once and are off now: what still has a gate has to lose it. */
export function takesTurns(text: string): boolean {
  return takesOrders(text) && valueAt(parseDocument(text).toJS(), ['fairness', 'mode']) !== undefined;
}

/** Arktos comes from Kubernetes 1.15, whose API server does not take a definition of this form. */
export function takesOrders(text: string): boolean {
  return valueAt(parseDocument(text).toJS(), ['cluster', 'flavor']) !== 'arktos';
}

const DOORS = ['server', 'doors'];

/** What `configurationOf` adds, taken away again. */
export function withoutDoors(text: string): string {
  const document = parseDocument(text);
  document.deleteIn(DOORS);
  return document.toString({ lineWidth: 0 });
}

/** The same for one part, which answers its own paths only. */
export function configurationOf(part: Part, { configuration }: Installation): string {
  if (part === 'service') return configuration;
  const document = parseDocument(configuration);
  document.setIn(DOORS, part === 'extender' ? 'scheduler' : part);
  return document.toString({ lineWidth: 0 });
}
