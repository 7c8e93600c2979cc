/** Kinds of changes that tests may let pass, and why; the first that fits counts. */
import type { Survivor } from './result.ts';

export interface Tolerated {
  readonly what: string;
  readonly because: string;
  readonly fits: (survivor: Survivor) => boolean;
}

/** Words with a blank between them are read by people only. */
const SENTENCE = /^[`'"].*\s.*[`'"]$/s;

export const TOLERATED: readonly Tolerated[] = [
  {
    what: 'A sentence for people is empty',
    because:
      'tests ask for the reason code, the field and the data, and for the words only where they are the promise; the catalogue of reasons is compared with its page',
    fits: ({ mutator, original }) => mutator === 'StringLiteral' && SENTENCE.test(original),
  },
  {
    what: 'A list that stands in for a missing one is not empty',
    because:
      'what is put into it is a text that is no node, no term and no container: the code reads past it',
    fits: ({ mutator, replacement }) =>
      mutator === 'ArrayDeclaration' && replacement.includes('Stryker was here'),
  },
  {
    what: 'A `?.` has become a `.`',
    because: 'the value is there whenever the types of the caller hold; the `?` is for objects from outside',
    fits: ({ mutator }) => mutator === 'OptionalChaining',
  },
];
