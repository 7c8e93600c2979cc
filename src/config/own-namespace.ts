/** The namespace of the pod that this process runs in. */
import { dnsLabelProblems } from '../kube/metadata/names.ts';
import { readTextFile, type TextFile } from './text-file.ts';

/** The variable that manifests fill by the downward API; where it is not, Kubernetes mounts the same beside the token. */
const VARIABLE = 'POD_NAMESPACE';
const MOUNTED = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';

/** Undefined outside a pod: then no namespace is ours, and none is let off because it has our usual name. */
export function ownNamespace(
  environment: Readonly<Record<string, string | undefined>>,
  read: (path: string) => TextFile = readTextFile,
): string | undefined {
  const mounted = read(MOUNTED);
  const name = environment[VARIABLE] || (mounted.ok ? mounted.text.trim() : '');
  return dnsLabelProblems(name).length === 0 ? name : undefined;
}
