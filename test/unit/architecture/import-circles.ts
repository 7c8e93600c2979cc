/** Who imports whom, and what imports itself in the end. */
import { type SourceFile, targetOf } from './import-direction.ts';
import { readSource } from './source-reader.ts';

/** File → the files of ours that it imports, by whatever means. */
export function importGraph(files: readonly SourceFile[]): Map<string, readonly string[]> {
  return new Map(
    files.map(({ path, text }) => {
      const { modules } = readSource(path, text);
      return [path, modules.flatMap(({ name }) => targetOf(path, name) ?? [])];
    }),
  );
}

/** What imports itself, directly or by way of others: whatever is left when every loose end is cut off. */
export function inCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(graph);
  const imported = (name: string) => [...left.values()].some((targets) => targets.includes(name));
  for (;;) {
    const loose = [...left].filter(
      ([name, targets]) => !imported(name) || !targets.some((target) => left.has(target)),
    );
    if (loose.length === 0) return [...left.keys()];
    for (const [name] of loose) left.delete(name);
  }
}
