/** Pods and templates with slips in them, and what a real API server said is wrong with each: `npm run conformance:record`. */
import { describe, expect, it } from 'vitest';
import { validateManifest } from '../../src/check/apiserver/validated-object.ts';
import { typeMetaOf } from '../../src/kube/metadata/type-meta.ts';
import { readAnswers } from './pods/answers.ts';
import { MANIFESTS } from './pods/every-slip.ts';

const { answers } = readAnswers();

/** Its own slips of the pen, where it says that a volume has two sources: nobody has such fields. */
const MISSPELT: readonly (readonly [string, string])[] = [
  ['].downwarAPI ', '].downwardAPI '],
  ['].cephFS ', '].cephfs '],
];
const corrected = (answer: string) =>
  MISSPELT.reduce((text, [wrong, right]) => text.replace(wrong, right), answer);

describe('refuses the same fields as the API server', () => {
  it.each(MANIFESTS)('$about', ({ about, object }) => {
    const errors = validateManifest(typeMetaOf(object), object);

    const fields = errors.map(({ field, type }) => `${field} ${type}`);
    expect(fields.toSorted()).toEqual(answers[about]?.map(corrected).toSorted());
    expect(errors.filter(({ detail }) => detail === '')).toEqual([]);
  });
});
