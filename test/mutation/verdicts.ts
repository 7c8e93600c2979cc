/** What became of each mutant, from what the stages wrote down. */
import type { Mutant } from './mutants.ts';
import type { Survey } from './plan.ts';
import type { Verdict } from './result.ts';
import type { Line } from './work.ts';

export class Verdicts {
  private readonly dead = new Map<string, Verdict>();
  /** Those of which the tests in one process cannot speak. */
  private readonly undecided = new Set<string>();
  private readonly reached: Set<string>;
  private readonly tried = new Set<string>();

  constructor({ tests, outside }: Survey) {
    this.reached = new Set([...outside, ...tests.flatMap(({ hits }) => Object.keys(hits))]);
    for (const mutant of outside) this.undecided.add(mutant);
  }

  take(lines: readonly Line[]): void {
    for (const line of lines) {
      if (line.at === 'killed' || line.at === 'timeout') this.dead.set(line.mutant, line.at);
      if (line.at === 'try') this.tried.add(`${line.test} ${line.mutant}`);
      if (line.at === 'unreached') this.undecided.add(line.mutant);
      if (line.at === 'unclean') {
        this.dead.delete(line.mutant);
        this.undecided.add(line.mutant);
      }
    }
  }

  of({ id }: Mutant): Verdict {
    return this.dead.get(id) ?? (this.reached.has(id) ? 'survived' : 'unreached');
  }

  isAlive({ id }: Mutant): boolean {
    return !this.dead.has(id);
  }

  isTried(test: string, mutant: string): boolean {
    return this.tried.has(`${test} ${mutant}`);
  }

  /** Alive, and not yet tried with modules of its own. */
  isUndecided(mutant: Mutant): boolean {
    return this.isAlive(mutant) && this.undecided.has(mutant.id);
  }
}
