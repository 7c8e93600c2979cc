/** The configuration of a running process: the file as it changes, and settings made from it. */
import { problemText } from './diagnose/problem.ts';
import type { GoodConfiguration } from './load.ts';
import { type ConfigurationWatch, type Reloaded, watchConfiguration } from './reload.ts';
import type { Configuration } from './schema/schema.ts';

/** What a process starts with. */
export interface StartConfiguration {
  /** With the flags that override the file. */
  readonly configuration: Configuration;
  /** The file and what it said; null when the defaults are in use. */
  readonly file: { readonly path: string; readonly loaded: GoodConfiguration } | null;
}

/** How the configuration in use came about. */
export interface ConfigurationState {
  readonly file: string | null;
  /** Grows with every file that was applied. */
  readonly generation: number;
  /** What is wrong with the newest file while an older one stays in use. */
  readonly problems: readonly string[];
  /** Settings that have changed and wait for the next start. */
  readonly needRestart: readonly string[];
}

/** Told of what becomes of the file; somebody else counts and logs. */
export interface ConfigurationObserver {
  warned(warning: string): void;
  /** `registered`: the settings among the changed ones that registrations carry. */
  applied(file: string, reloaded: Reloaded, registered: readonly string[]): void;
  refused(file: string, problems: readonly string[]): void;
}

/** Follows the file while the process runs: what can change does, what cannot is said, a bad one is kept out. */
export function liveConfiguration(
  { configuration, file }: StartConfiguration,
  observer: ConfigurationObserver,
): Pick<ConfigurationWatch, 'current' | 'stop'> & { state(): ConfigurationState } {
  if (file === null) {
    const state = { file: null, generation: 1, problems: [], needRestart: [] };
    return { current: () => configuration, state: () => state, stop: () => {} };
  }
  const { path, loaded } = file;
  for (const warning of loaded.warnings) observer.warned(problemText(warning));
  let needRestart: readonly string[] = [];
  const watch = watchConfiguration({
    path,
    started: loaded,
    onGood: (reloaded) => {
      const registered = reloaded.changed.filter(isRegistered);
      needRestart = reloaded.needRestart;
      for (const warning of reloaded.warnings) observer.warned(problemText(warning));
      observer.applied(path, reloaded, registered);
    },
    onBad: (problems) => observer.refused(path, problems.map(problemText)),
  });
  return {
    current: watch.current,
    state: () => ({
      file: path,
      generation: watch.generation(),
      problems: (watch.lastError() ?? []).map(problemText),
      needRestart,
    }),
    stop: watch.stop,
  };
}

/** Registrations and native policies carry these: what `daemonward render` printed before is then out of date. */
function isRegistered(setting: string): boolean {
  return /^(tenancy|rules|exemptions|headroom\.mode|daemons\.tenantPriorityCeiling)\b/.test(setting);
}

/**
 * Settings made from a configuration that may change: the same object comes back while the configuration is the same.
 * The flavor and our namespace stay what they were at the start: the cluster is still watched by the one, and we are
 * still in the other.
 */
export function derived<T>(
  current: () => Configuration,
  started: Configuration,
  make: (configuration: Configuration) => T,
): () => T {
  const { flavor } = started.cluster;
  const { namespace } = started.server;
  const makeFrom = ({ cluster, server, ...rest }: Configuration) =>
    make({ ...rest, cluster: { ...cluster, flavor }, server: { ...server, namespace } });
  let seen = current();
  let settings = makeFrom(seen);
  return () => {
    const configuration = current();
    if (configuration !== seen) {
      seen = configuration;
      settings = makeFrom(seen);
    }
    return settings;
  };
}
