/** All that reads what others write. */
import { configurationTarget } from './configuration-target.ts';
import { doorTargets } from './door-targets.ts';
import { checkTarget, forecastTarget } from './manifest-target.ts';
import { snapshotTarget } from './snapshot-target.ts';
import type { Target } from './target.ts';

export function allTargets(): Target[] {
  return [...doorTargets(), ...fileTargets()];
}

function fileTargets(): Target[] {
  return [configurationTarget, snapshotTarget(), checkTarget(), forecastTarget()];
}

/** Those of its kind alone are made: the doors have a cluster each. */
export function targetNamed(name: string): Target | undefined {
  const candidates = name.startsWith('/') ? doorTargets() : fileTargets();
  return candidates.find((target) => target.name === name);
}

/** So many inputs for each, at least one, by their shares. */
export function countsFor(targets: readonly Target[], count: number): Map<Target, number> {
  const all = targets.reduce((sum, { share }) => sum + share, 0);
  return new Map(targets.map((target) => [target, Math.max(1, Math.round((count * target.share) / all))]));
}
