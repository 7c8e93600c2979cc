/** The processes that run, as far as they could be asked. */
import type { Known } from './known.ts';
import type { PathTimes, ReplicaState } from './replica-state.ts';

export interface Replica {
  /** Its URL, or the name of its pod. */
  readonly name: string;
  readonly state: Known<ReplicaState>;
  /** Somebody has named it: that it does not answer is a fault, and not a want of reach. */
  readonly named: boolean;
}

export interface Asked {
  readonly name: string;
  readonly state: ReplicaState;
}

export function askedOf(replicas: readonly Replica[]): readonly Asked[] {
  return replicas.flatMap(({ name, state }) => (state.known ? [{ name, state: state.value }] : []));
}

/** Why none of them says anything. */
export function silenceOf(replicas: readonly Replica[]): string {
  const whys = replicas.flatMap(({ name, state }) => (state.known ? [] : [`${name}: ${state.why}`]));
  return whys[0] ?? 'no replica is known; give --url http://HOST:8080 of its ops port';
}

/** Of a path over all replicas: the latest answer, and for how long it has been asked for. */
export function lastAnswered(asked: readonly Asked[], path: string): number | undefined {
  const times = asked.flatMap(({ state }) => timesOf(state, path)?.answered ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

export function timesOf({ paths }: ReplicaState, path: string): PathTimes | undefined {
  return paths.get(path);
}

/** Every path that some replica opens and that begins so, in their order. */
export function pathsOf(asked: readonly Asked[], isWanted: (path: string) => boolean): readonly string[] {
  return [...new Set(asked.flatMap(({ state }) => [...state.paths.keys()]))].filter(isWanted);
}

export function isSchedulerPath(path: string): boolean {
  return path.startsWith('/scheduler/');
}
