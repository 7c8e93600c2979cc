/** What is wrong with a configuration file, with all that is needed to mend it. */
import type { Path } from '../../json/path.ts';

export interface Problem {
  readonly file: string;
  /** Counted from 1; missing when the file as a whole is the problem. */
  readonly line?: number;
  readonly column?: number;
  /** Such as `server.tls.certFile`; empty for the document as a whole. */
  readonly path: string;
  readonly message: string;
  /** What would be right here, when that can be said in a few words. */
  readonly allowed?: string;
}

/** A mistake found in the content, before anyone asked on which line it stands. */
export interface Mistake {
  readonly path: Path;
  /** What the mistake is about decides where it points: at the key, at the value, or at the section around it. */
  readonly about: 'key' | 'value' | 'missing-key';
  readonly message: string;
  readonly allowed?: string;
  /** The known key that an unknown one most likely stands for. */
  readonly meant?: Path;
  /** Where to point when `path` itself is not in the file. */
  readonly pointAt?: Path;
}

/** The problem on one line, in the form that editors and terminals make clickable. */
export function problemText(problem: Problem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':');
  return [place, problem.path, problem.message].filter((part) => part !== '').join(': ');
}

/** In the order of the file. */
export function inFileOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) =>
      (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || (a.path < b.path ? -1 : 1),
  );
}
