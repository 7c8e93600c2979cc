/** One family of vectors: how its lines are answered, and how an answer is compared. */

/** A line on which Daemonward and Kubernetes disagree. */
export interface Difference {
  readonly line: number;
  readonly input: string;
  readonly expected: string;
  readonly got: string;
}

export interface Family {
  readonly name: string;
  /** Null when our answer is Kubernetes' answer. */
  readonly check: (text: string, line: number) => Difference | null;
}

/** A vector in which Kubernetes' answer is missing or is not of the family's form. */
export class UnusableVector extends Error {
  override readonly name = 'UnusableVector';
}

/** Text in which the order of keys, and keys that are not set, do not count. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'bigint') return part.toString();
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/**
 * Describes a family. `expect` takes Kubernetes' answer out of a vector, `answer` works out ours; the input is
 * whatever is left when the fields named in `answers` are taken away.
 */
export function family<Vector extends object>(definition: {
  readonly name: string;
  readonly answers: readonly string[];
  /** Whether a vector may do without one of its answers; none may, unless the family says so. */
  readonly mayLack?: (vector: Vector, answer: string) => boolean;
  readonly expect: (vector: Vector) => unknown;
  readonly answer: (vector: Vector) => unknown;
}): Family {
  const { name, answers, mayLack, expect, answer } = definition;

  function wanted(vector: Vector): string {
    const missing = answers.find((key) => !Object.hasOwn(vector, key) && !mayLack?.(vector, key));
    if (missing !== undefined) throw new UnusableVector(`its answer "${missing}" is missing`);
    try {
      return canonical(expect(vector));
    } catch (error) {
      throw new UnusableVector(`its answer cannot be read: ${String(error)}`);
    }
  }

  function got(vector: Vector): string {
    try {
      return canonical(answer(vector));
    } catch (error) {
      return `threw ${String(error)}`;
    }
  }

  function check(text: string, line: number): Difference | null {
    const vector: Vector = JSON.parse(text);
    const expected = wanted(vector);
    const ours = got(vector);
    if (ours === expected) return null;
    const input = Object.entries(vector).filter(([key]) => !answers.includes(key));
    return { line, input: canonical(Object.fromEntries(input)), expected, got: ours };
  }

  return { name, check };
}
