/** What a scene is: how Daemonward is set up for it, what is done to it, and what has to hold. */
import type { Observation } from '../stage/observation.ts';
import type { Service, ServiceSetup } from '../stage/service.ts';
import type { Stage } from '../stage/stage.ts';
import type { Sign } from './signs.ts';

export interface Scene {
  readonly name: string;
  /** For the page: what is done. */
  readonly what: string;
  /** For the page: what has to hold, beside what holds in every scene. */
  readonly holds: string;
  /** Whether reviews and calls of the scheduler may stay without an answer until it has recovered; else not one may. */
  readonly unanswered: 'never' | 'until it has recovered';
  readonly recoversWithinMs: number;
  /** Of memory, for the largest process. */
  readonly mostMB: number;
  /** What the metrics have to show. */
  readonly signs: readonly Sign[];
  setup?(stage: Stage): ServiceSetup | Promise<ServiceSetup>;
  act(play: Play): Promise<unknown>;
  /** Closes what `setup` opened. */
  end?(): Promise<unknown>;
}

export interface Play {
  readonly stage: Stage;
  readonly service: Service;
  readonly observation: Observation;
  /** Of the seed of the run: the same one plays the same scene. */
  random(): number;
  /** The fault lasts as long as this. */
  during(fault: () => Promise<unknown>): Promise<void>;
  /** The fault is this moment, and what follows is the recovery. */
  struck(): void;
  /** A promise of this scene alone. */
  must(what: string, holds: boolean): void;
}

/** What an idle process has, from its sources, and as much again. */
export const USUAL_MB = 400;

/** The memory limit of manifests/base. */
export const LIMIT_MB = 1_024;
