/** The settings of one process: the file, the flags that override it, and the file as it changes. */
import type { Logger } from 'pino';
import { type GoodConfiguration, loadConfiguration } from '../config/load.ts';
import { problemText } from '../config/problem.ts';
import { watchConfiguration } from '../config/reload.ts';
import { type Configuration, defaultConfiguration, exampleSnapshot } from '../config/schema.ts';
import type { Metrics } from '../server/metrics.ts';
import type { ConfigurationState } from '../server/ops.ts';
import { type Arguments, UsageError } from './command.ts';

const LARGEST_PORT = 65_535;

export interface Settings {
  readonly ok: true;
  readonly configuration: Configuration;
  /** The file and what it said; null when the defaults are in use. */
  readonly file: { readonly path: string; readonly loaded: GoodConfiguration } | null;
}

export type SettingsResult = Settings | { readonly ok: false; readonly lines: readonly string[] };

export function settingsFrom(args: Arguments): SettingsResult {
  const path = args.text('config');
  if (path === '') throw new UsageError('serve: --config needs the name of a file');
  if (path === undefined) {
    return { ok: true, configuration: withFlags(defaultConfiguration(), args), file: null };
  }
  const loaded = loadConfiguration(path);
  if (!loaded.ok) return { ok: false, lines: loaded.problems.map(problemText) };
  return { ok: true, configuration: withFlags(loaded.configuration, args), file: { path, loaded } };
}

function withFlags(configuration: Configuration, args: Arguments): Configuration {
  const { server, ops, cluster } = configuration;
  const snapshots = [...args.texts('snapshot'), ...(args.has('example') ? [exampleSnapshot] : [])];
  return {
    ...configuration,
    server: { ...server, port: portFrom(args, 'port') ?? server.port },
    ops: { ...ops, port: portFrom(args, 'ops-port') ?? ops.port },
    cluster: snapshots.length > 0 ? { ...cluster, source: 'snapshot', snapshots } : cluster,
  };
}

function portFrom(args: Arguments, flag: string): number | undefined {
  const text = args.text(flag);
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > LARGEST_PORT) {
    throw new UsageError(
      `serve: --${flag} must be a whole number from 0 to ${LARGEST_PORT}, found "${text}"`,
    );
  }
  return port;
}

/** Registrations and native policies carry these: what `daemonward render` printed before is then out of date. */
function isRegistered(setting: string): boolean {
  return /^(tenancy|rules|exemptions)\b/.test(setting);
}

export interface Following {
  current(): Configuration;
  state(): ConfigurationState;
  stop(): void;
}

/** Follows the file while the process runs: what can change does, what cannot is said, a bad one is kept out. */
export function followConfiguration(
  { configuration, file }: Settings,
  { log, metrics }: { log: Logger; metrics: Metrics },
): Following {
  if (file === null) {
    const state = { file: null, generation: 1, problems: [], needRestart: [], needRender: false };
    return { current: () => configuration, state: () => state, stop: () => {} };
  }
  for (const warning of file.loaded.warnings)
    log.warn({ warning: problemText(warning) }, 'configuration warning');
  let waiting: readonly string[] = [];
  let registered = true;
  const watch = watchConfiguration({
    path: file.path,
    started: file.loaded,
    onGood: ({ configuration: next, warnings, changed, needRestart, generation }) => {
      metrics.configReloads.inc({ result: 'applied' });
      metrics.configGood.set(1);
      waiting = needRestart;
      if (changed.some(isRegistered)) {
        registered = false;
        log.warn(
          { file: file.path, changed: changed.filter(isRegistered) },
          'registrations need to be rendered again',
        );
      }
      for (const warning of warnings) log.warn({ warning: problemText(warning) }, 'configuration warning');
      // By the old level: what has to be restarted for must not be lost to a new one.
      const level = needRestart.length > 0 ? 'warn' : 'info';
      log[level]({ file: file.path, generation, changed, needRestart }, 'configuration applied');
      log.level = next.log.level;
    },
    onBad: (problems) => {
      metrics.configReloads.inc({ result: 'refused' });
      metrics.configGood.set(0);
      log.error(
        { file: file.path, problems: problems.map(problemText) },
        'configuration refused, last good one kept',
      );
    },
  });
  return {
    current: watch.current,
    state: () => ({
      file: file.path,
      generation: watch.generation(),
      problems: (watch.lastError() ?? []).map(problemText),
      needRestart: waiting,
      needRender: !registered,
    }),
    stop: watch.stop,
  };
}
