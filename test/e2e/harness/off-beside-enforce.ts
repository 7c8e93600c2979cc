/** The same scene twice: how it would be without Daemonward, and with it. */
import { expect } from 'vitest';
import type { Access } from './access.ts';
import { median } from './placing-time.ts';
import {
  MODES,
  type Mode,
  type Scene,
  type Stage,
  type StageOptions,
  startStage,
} from './scheduling-stage.ts';
import type { Supervisor } from './supervisor.ts';

/** How often each scene is played: once, or as often as is wanted for the record. */
const RUNS = Number(process.env.DAEMONWARD_E2E_RUNS ?? '1');

/** What a busy machine may add to the time of a scene; and the scheduler's back-off, for a pod that is tried once more. */
const MOST_SLOWER = 1.15;
const BACK_OFF_SECONDS = 1;

type Act<T> = (scene: Scene, mode: Mode) => Promise<T>;

/** By mode, one for each run. */
export type Outcomes<T> = Readonly<Record<Mode, readonly T[]>>;

export interface OffBesideEnforce {
  /** Plays it in each mode, one after the other and each in a scene of its own, and prints how each of them ended. */
  play<T>(title: string, act: Act<T>): Promise<Outcomes<T>>;
}

/** A Daemonward and a scheduler for each mode, which are there from the first scene to the last. */
export async function startOffBesideEnforce(
  plane: Access,
  supervisor: Supervisor,
  { name, ...options }: Omit<StageOptions, 'mode'>,
): Promise<OffBesideEnforce> {
  const stages = new Map<Mode, Stage>();
  for (const mode of MODES) {
    stages.set(mode, await startStage(plane, supervisor, { ...options, name: `${name}-${mode}`, mode }));
  }
  return {
    async play<T>(title: string, act: Act<T>): Promise<Outcomes<T>> {
      const outcomes: Record<Mode, T[]> = { off: [], enforce: [] };
      for (let run = 0; run < RUNS; run += 1) {
        for (const [mode, stage] of stages) {
          const outcome = await playIn(await stage.openScene(String(run)), (scene) => act(scene, mode));
          console.log(`${title}, ${mode}: ${JSON.stringify(outcome)}`);
          outcomes[mode].push(outcome);
        }
      }
      return outcomes;
    },
  };
}

async function playIn<T>(scene: Scene, act: (scene: Scene) => Promise<T>): Promise<T> {
  try {
    return await act(scene);
  } finally {
    await scene.close();
  }
}

/** Whether it took no longer with Daemonward, by the medians of all runs. */
export function expectAsSoon({ off, enforce }: Outcomes<{ readonly seconds: number }>): void {
  const secondsOf = (outcomes: typeof off) => median(outcomes.map(({ seconds }) => seconds));
  expect(secondsOf(enforce)).toBeLessThanOrEqual(secondsOf(off) * MOST_SLOWER + BACK_OFF_SECONDS);
}

/** How long one test may take that plays one scene in both modes. */
export const PLAY_TIMEOUT_MS = RUNS * 240_000;
