/** Follows a configuration file: takes up each good new content, and keeps the last good one otherwise. */
import type { Problem } from './diagnose/problem.ts';
import { differences } from './differences.ts';
import { checkConfiguration, type GoodConfiguration } from './load.ts';
import type { Configuration } from './schema/schema.ts';
import { digestOf, isStream, rereadTextFile, type TextFile } from './text-file.ts';

/**
 * How often the file is read. Reading it anew by its path sees everything that event-based watching misses:
 * the symbolic link that Kubernetes swaps under a ConfigMap, editors that rename, network file systems.
 * A kubelet takes up to a minute to bring a change; two seconds more do not matter, and a look costs well under a millisecond.
 */
const POLL_MS = 2_000;
/** Someone may be in the middle of writing: a new content counts once it stayed the same this long. */
const SETTLE_MS = 200;

export interface Timers {
  /** Runs a task once after a delay and returns what cancels it. */
  readonly after: (delayMs: number, task: () => void) => () => void;
}

export interface Reloaded {
  readonly configuration: Configuration;
  readonly warnings: readonly Problem[];
  /** Settings that differ from the last good content; empty after a mere recovery or a changed comment. */
  readonly changed: readonly string[];
  /** Settings that differ from what the process started with and wait for its next start. */
  readonly needRestart: readonly string[];
  /** Whether the content before this one was bad. */
  readonly recovered: boolean;
  readonly generation: number;
}

export interface WatchOptions {
  readonly path: string;
  /** What the process started with, as `loadConfiguration` returned it: no change since then is missed. */
  readonly started: GoodConfiguration;
  readonly onGood: (reloaded: Reloaded) => void;
  /** Called once for each bad content, not at every look. */
  readonly onBad: (problems: readonly Problem[]) => void;
  readonly pollMs?: number;
  readonly settleMs?: number;
  readonly timers?: Timers;
  readonly read?: (path: string) => TextFile;
}

export interface ConfigurationWatch {
  /** The newest good configuration. */
  readonly current: () => Configuration;
  /** What is wrong with the file as it is now; undefined when it is good. */
  readonly lastError: () => readonly Problem[] | undefined;
  /** Counts the good contents, the first included. */
  readonly generation: () => number;
  readonly stop: () => void;
}

/** The process may end while a timer waits: the watch alone is no reason to stay alive. */
const processTimers: Timers = {
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

export function watchConfiguration(options: WatchOptions): ConfigurationWatch {
  const { path, started, onGood, onBad } = options;
  const { pollMs = POLL_MS, settleMs = SETTLE_MS, timers = processTimers, read = rereadTextFile } = options;
  let { configuration, digest: judged } = started;
  let seen = judged;
  let generation = 1;
  let problems: readonly Problem[] | undefined;
  let cancel = () => {};

  function look(): void {
    const content = read(path);
    const digest = digestOf(content);
    const settled = digest === seen;
    seen = digest;
    // The next look is planned first: whatever a listener does, the watch goes on.
    cancel = timers.after(settled ? pollMs : settleMs, look);
    if (settled && digest !== judged) {
      judged = digest;
      judge(content);
    }
  }

  function judge(content: TextFile): void {
    // The flavor waits for a restart, and so do the defaults that follow it.
    const { flavor } = started.configuration.cluster;
    const result = checkConfiguration(content, path, { flavor });
    if (!result.ok) {
      problems = result.problems;
      onBad(result.problems);
      return;
    }
    const before = configuration;
    const recovered = problems !== undefined;
    configuration = result.configuration;
    problems = undefined;
    generation++;
    onGood({
      configuration,
      warnings: result.warnings,
      changed: differences(before, configuration),
      needRestart: differences(started.configuration, configuration, 'restart'),
      recovered,
      generation,
    });
  }

  if (!isStream(path)) cancel = timers.after(pollMs, look);
  return {
    current: () => configuration,
    lastError: () => problems,
    generation: () => generation,
    stop: () => cancel(),
  };
}
