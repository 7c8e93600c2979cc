/** How many may be taken away at once, by whoever empties nodes. */
import { type KubeManifest, labelsOf } from '../manifest.ts';
import { type Installation, type Part, partName } from './installation.ts';

/** Arktos has it only in a version that Kubernetes no longer serves. */
export function disruptionBudgets(
  { namespace, overlays }: Installation,
  parts: readonly Part[],
): KubeManifest[] {
  if (overlays.has('arktos')) return [];
  return parts.map((part) => ({
    about: '',
    object: {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: partName(part), namespace, labels: labelsOf(part) },
      spec: {
        maxUnavailable: 1,
        selector: { matchLabels: labelsOf(part) },
        // One that is not ready serves nobody: it never keeps a node from being emptied.
        unhealthyPodEvictionPolicy: 'AlwaysAllow',
      },
    },
  }));
}
