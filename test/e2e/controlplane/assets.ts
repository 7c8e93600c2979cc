/** Where the control plane's programs are on this machine, and which of them are still missing. */
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  certManagerModule,
  chosenKubernetes,
  kubernetesModule,
  kwokModule,
  type Module,
} from './versions.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** One file that the harness needs. */
export interface Asset {
  name: string;
  module: Module;
  /** Where it is when we built it ourselves. */
  cached: string;
  /** Where it is, or undefined while it is nowhere. */
  path: string | undefined;
  given: boolean;
}

/** Outside the work tree, so that a fresh clone finds what an older one built. */
export function cacheRoot(env: Environment): string {
  if (env.DAEMONWARD_E2E_CACHE) return env.DAEMONWARD_E2E_CACHE;
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'daemonward', 'e2e');
}

function usable(path: string, isProgram: boolean): boolean {
  try {
    accessSync(path, isProgram ? constants.X_OK : constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Every file of the chosen version; what KUBEBUILDER_ASSETS holds goes before what we built. */
export function locateAssets(env: Environment): Asset[] {
  const kubernetes = kubernetesModule(chosenKubernetes(env.DAEMONWARD_K8S_VERSION));
  return [kubernetes, kwokModule(), certManagerModule()].flatMap((module) => {
    return [...Object.keys(module.programs), ...Object.keys(module.files)].map((name) => {
      const isProgram = name in module.programs;
      const cached = join(cacheRoot(env), module.folder, name);
      const given = env.KUBEBUILDER_ASSETS ? join(env.KUBEBUILDER_ASSETS, name) : undefined;
      if (given !== undefined && usable(given, isProgram))
        return { name, module, cached, path: given, given: true };
      return { name, module, cached, path: usable(cached, isProgram) ? cached : undefined, given: false };
    });
  });
}

/** Paths by name, for the harness; fails with one line when a file is missing. */
export function requireAssets(env: Environment): Record<string, string> {
  const found: Record<string, string> = {};
  const missing: string[] = [];
  for (const asset of locateAssets(env)) {
    if (asset.path === undefined) missing.push(asset.name);
    else found[asset.name] = asset.path;
  }
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}; run: npm run e2e:install`);
  return found;
}
