/** Which overlays an installation has, by its Deployments: so it is known however they were applied. */
import { valueAt } from '../json/path.ts';
import { SERVING_SECRET } from '../render/workload/cert-manager.ts';
import { MAKES_GUARDIANS, OLD_SECCOMP, TAKES_TURNS } from '../render/workload/deployment.ts';
import { OVERLAYS, type Overlay } from '../render/workload/installation.ts';

const POD = ['spec', 'template', 'spec'];

/** By what each overlay alone brings, in `serving` (the processes that answer) or beside them. */
const SIGNS: Record<Overlay, (serving: unknown, all: readonly unknown[]) => boolean> = {
  'high-availability': (serving) =>
    listAt(serving, [...POD, 'topologySpreadConstraints']).some(
      (constraint) =>
        valueAt(constraint, ['topologyKey']) === 'kubernetes.io/hostname' &&
        valueAt(constraint, ['whenUnsatisfiable']) === 'DoNotSchedule',
    ),
  split: (serving) => componentOf(serving) !== 'service',
  'second-scheduler': (_, all) => all.some((deployment) => componentOf(deployment) === 'scheduler'),
  'cert-manager': (serving) =>
    listAt(serving, [...POD, 'volumes']).some(
      (volume) => valueAt(volume, ['secret', 'secretName']) === SERVING_SECRET,
    ),
  guardians: (serving) =>
    Object.keys(MAKES_GUARDIANS).every(
      (key) => valueAt(serving, ['metadata', 'annotations', key]) !== undefined,
    ),
  fairness: (serving) =>
    Object.keys(TAKES_TURNS).every((key) => valueAt(serving, ['metadata', 'annotations', key]) !== undefined),
  arktos: (serving) =>
    Object.keys(OLD_SECCOMP).every(
      (key) => valueAt(serving, ['spec', 'template', 'metadata', 'annotations', key]) !== undefined,
    ),
};

export function overlaysOf(serving: unknown, all: readonly unknown[]): ReadonlySet<Overlay> {
  return new Set(OVERLAYS.filter((overlay) => SIGNS[overlay](serving, all)));
}

/** What its first container runs. */
export function imageOf(deployment: unknown): string | undefined {
  const image = valueAt(deployment, [...POD, 'containers', 0, 'image']);
  return typeof image === 'string' ? image : undefined;
}

export function componentOf(deployment: unknown): unknown {
  return valueAt(deployment, ['metadata', 'labels', 'app.kubernetes.io/component']);
}

function listAt(root: unknown, path: readonly string[]): readonly unknown[] {
  const list = valueAt(root, path);
  return Array.isArray(list) ? list : [];
}
