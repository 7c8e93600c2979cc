/** The DaemonSets of a text, YAML or JSON, whatever else is in it. */
import { isDaemonKind } from '../../kube/workloads/daemon-kinds.ts';
import { documentsIn, linesOf } from '../../yaml/documents.ts';
import { readDocument } from './document.ts';
import { type ManifestObject, objectsIn } from './objects.ts';

export interface FoundDaemonSets {
  readonly daemonSets: readonly ManifestObject[];
  /** What cannot be read, each with its line. */
  readonly problems: readonly string[];
}

/** The first ones show what went wrong. */
const MOST_PROBLEMS = 20;

export function daemonSetsIn(text: string): FoundDaemonSets {
  const daemonSets: ManifestObject[] = [];
  const problems: string[] = [];
  const lines = linesOf(text);
  const note = (offset: number, message: string) => {
    if (problems.length < MOST_PROBLEMS) problems.push(`line ${lines.linePos(offset).line}: ${message}`);
  };
  for (const document of documentsIn(text)) {
    const { tree, mistakes } = readDocument(document);
    for (const { offset, message } of mistakes) note(offset, message);
    if (tree === undefined) continue;
    const { objects, strangers } = objectsIn(tree.content);
    for (const { path, message } of strangers) note(tree.keyOffset(path), message);
    daemonSets.push(...objects.filter((object) => isDaemonKind(object)));
  }
  return { daemonSets, problems };
}
