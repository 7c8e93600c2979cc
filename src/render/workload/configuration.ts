/** The configuration file of a process in the cluster: what somebody wrote, and what the pod needs beside it. */
import { parseDocument } from 'yaml';
import { SECOND_SCHEDULER } from '../../config/identity.ts';
import { DEFAULT_SCHEDULER } from '../../kube/pod-defaults.ts';
import { CERTIFICATE_PATHS } from './cert-manager.ts';
import { type Installation, type Part, TLS_SECRET } from './installation.ts';

export const EMPTY_CONFIGURATION = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';

type Setting = readonly [path: readonly string[], value: unknown];

/** Settings that each overlay brings; one that the file has already stays as it is. */
function settingsOf(overlays: Installation['overlays']): Setting[] {
  const { serving, clients } = CERTIFICATE_PATHS;
  return [
    ...(overlays.has('arktos') ? [[['cluster', 'flavor'], 'arktos'] as const] : []),
    ...(overlays.has('second-scheduler')
      ? [
          [
            ['daemons', 'schedulers'],
            [DEFAULT_SCHEDULER, SECOND_SCHEDULER],
          ] as const,
        ]
      : []),
    ...(overlays.has('cert-manager')
      ? [
          [['server', 'tls', 'certFile'], serving.cert] as const,
          [['server', 'tls', 'keyFile'], serving.key] as const,
          [['server', 'tls', 'caFile'], serving.ca] as const,
          [['server', 'clients', 'caFile'], clients.ca] as const,
        ]
      : []),
    // The kubelet's probes and Prometheus come from outside the pod; the NetworkPolicy says who else may.
    [['ops', 'address'], '0.0.0.0'],
  ];
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
