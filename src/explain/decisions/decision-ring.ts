/** The latest decisions, as many as fit: what was decided once more takes the place of what it was before. */
import type { DecidedCandidate, Decision, DecisionKind, DecisionObject } from './decision.ts';

/** Somebody who asks why a pod was refused asks within hours; some megabytes at the most. */
const MOST_DECISIONS = 2_000;

/**
 * Whoever makes thousands of pods that are all refused pushes out his own: a namespace has a tenth of the ring, and what
 * was decided about others stays.
 */
const MOST_OF_NAMESPACE = 200;

/** Words, and lists of candidates and victims: of all decisions together. */
const MOST_CHARACTERS = 2_000_000;

/** Beside its words: numbers, and the entries of the tables. */
const CHARACTERS_OF_DECISION = 200;

/** A scheduler offers up to a hundred candidates: some of them show what was decided. */
export const MOST_CANDIDATES = 10;
export const MOST_VICTIMS = 50;

/** What is told; the ring adds when and how often. */
export interface NewDecision {
  /** The same for what is the same decision again: mostly the uid of a pod. */
  readonly key: string;
  readonly kind: DecisionKind;
  readonly outcome: string;
  readonly object: DecisionObject;
  readonly codes: Readonly<Record<string, number>>;
  readonly words: string;
  readonly candidates?: readonly DecidedCandidate[];
  readonly node?: string;
  readonly victims?: readonly DecisionObject[];
}

interface Entry {
  readonly told: NewDecision;
  readonly sequence: number;
  readonly first: number;
  readonly last: number;
  readonly times: number;
  readonly characters: number;
}

export class DecisionRing {
  /** By kind and key, oldest news first. */
  readonly #entries = new Map<string, Entry>();
  /** By namespace, the same keys in the same order. */
  readonly #byNamespace = new Map<string, Set<string>>();
  #sequence = 0;
  #characters = 0;

  /** The sequence of the newest. */
  get latest(): number {
    return this.#sequence;
  }

  get size(): number {
    return this.#entries.size;
  }

  add(told: NewDecision, now: number): void {
    const key = `${told.kind} ${told.outcome} ${told.key}`;
    const before = this.#entries.get(key);
    if (before !== undefined) this.#drop(key, before);
    this.#sequence += 1;
    const entry: Entry = {
      told,
      sequence: this.#sequence,
      first: before?.first ?? now,
      last: now,
      times: (before?.times ?? 0) + 1,
      characters: charactersOf(told),
    };
    this.#entries.set(key, entry);
    this.#characters += entry.characters;
    const scope = scopeOf(entry);
    const own = this.#byNamespace.get(scope) ?? new Set();
    this.#byNamespace.set(scope, own.add(key));
    if (own.size > MOST_OF_NAMESPACE) this.#dropFirst(own);
    while (this.#entries.size > MOST_DECISIONS || this.#characters > MOST_CHARACTERS) {
      this.#dropFirst(this.#entries);
    }
  }

  /** Newest last. */
  *all(): Iterable<Decision> {
    for (const entry of this.#entries.values()) yield decisionOf(entry);
  }

  /** Those that came after a sequence, oldest first, at most so many: of more, the newest. */
  since(sequence: number, most: number): Decision[] {
    const newer = [...this.#entries.values()].filter((entry) => entry.sequence > sequence);
    return newer.slice(Math.max(0, newer.length - most)).map(decisionOf);
  }

  #dropFirst(keys: { keys(): Iterator<string> }): void {
    const key = keys.keys().next().value ?? '';
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#drop(key, entry);
  }

  #drop(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#characters -= entry.characters;
    const scope = scopeOf(entry);
    const own = this.#byNamespace.get(scope);
    own?.delete(key);
    if (own?.size === 0) this.#byNamespace.delete(scope);
  }
}

function scopeOf({ told: { object } }: Entry): string {
  return `${object.tenant}/${object.namespace}`;
}

function charactersOf({ key, words, object, candidates = [], victims = [] }: NewDecision): number {
  const nameOf = ({ namespace, name, tenant }: DecisionObject) =>
    namespace.length + name.length + tenant.length;
  const ofCandidates = candidates.reduce((sum, candidate) => {
    const guarded = candidate.protected === null ? 0 : nameOf(candidate.protected);
    return sum + candidate.node.length + candidate.change.length + guarded;
  }, 0);
  const ofVictims = victims.reduce((sum, victim) => sum + nameOf(victim), 0);
  return CHARACTERS_OF_DECISION + 2 * key.length + words.length + nameOf(object) + ofCandidates + ofVictims;
}

function decisionOf({ told, sequence, first, last, times }: Entry): Decision {
  const { kind, outcome, object, codes, words, candidates = [], node = null, victims = [] } = told;
  return {
    sequence,
    first: new Date(first).toISOString(),
    last: new Date(last).toISOString(),
    times,
    kind,
    outcome,
    object,
    codes,
    words,
    candidates,
    node,
    victims,
  };
}
