/** Every generated file of manifests/, by its path. A test keeps each equal to what is made here. */

import { OVERLAYS } from '../src/render/workload/installation.ts';
import { chartFiles } from './chart-files.ts';
import { krewManifest, OPEN } from './krew-file.ts';
import { baseFiles, overlayFiles, REGISTRATIONS, registrationFiles } from './kustomize-files.ts';

/** Nothing else may lie in these. */
export const GENERATED_FOLDERS = ['base', 'overlays', 'registrations', 'chart', 'krew'];

export const FILES: ReadonlyMap<string, string> = new Map([
  ...below('base', baseFiles()),
  ...below('overlays/default', overlayFiles()),
  ...OVERLAYS.flatMap((overlay) => below(`overlays/${overlay}`, overlayFiles(overlay))),
  ...REGISTRATIONS.flatMap((kind) => below(`registrations/${kind}`, registrationFiles(kind))),
  ...below('chart', chartFiles()),
  ...below('krew', { 'daemonward.yaml': krewManifest(OPEN) }),
]);

function below(folder: string, files: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]);
}
