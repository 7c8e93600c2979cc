/** The verdicts counted by folder, and what is alive. */
import type { Mutant } from './mutants.ts';
import type { FolderScore, MutationResult, Survivor, Verdict } from './result.ts';
import { FOLDERS } from './targets.ts';

export function score(
  all: readonly Mutant[],
  outcome: ReadonlyMap<Mutant, Verdict>,
): Pick<MutationResult, 'folders' | 'survivors'> {
  const folders = FOLDERS.map((folder): FolderScore => {
    const within = ({ file }: Mutant) => file.startsWith(`${folder}/`);
    const counts = { killed: 0, timeout: 0, survived: 0, unreached: 0 };
    for (const [mutant, verdict] of outcome) if (within(mutant)) counts[verdict] += 1;
    return { folder, mutants: all.filter(within).length, ...counts };
  });
  const survivors = [...outcome]
    .filter(([, verdict]) => verdict === 'survived' || verdict === 'unreached')
    .map(
      ([{ file, line, column, mutator, original, replacement }, verdict]): Survivor => ({
        place: `${file}:${line}:${column}`,
        mutator,
        original,
        replacement,
        verdict,
      }),
    );
  return { folders: folders.filter(({ folder }) => hasAny(outcome, folder)), survivors };
}

function hasAny(outcome: ReadonlyMap<Mutant, Verdict>, folder: string): boolean {
  return [...outcome.keys()].some(({ file }) => file.startsWith(`${folder}/`));
}
