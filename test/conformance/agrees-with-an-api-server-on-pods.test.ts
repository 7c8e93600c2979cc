/** Pods and templates with slips in them, and what a real API server said is wrong with each: `npm run conformance:record`. */
import { describe, expect, it } from 'vitest';
import { validateManifest } from '../../src/check/apiserver/validated-object.ts';
import { typeMetaOf } from '../../src/kube/metadata/type-meta.ts';
import { readAnswers } from './pods/answers.ts';
import { MANIFESTS } from './pods/every-slip.ts';

const { answers } = readAnswers();

describe('refuses the same fields as the API server', () => {
  it.each(MANIFESTS)('$about', ({ about, object }) => {
    const errors = validateManifest(typeMetaOf(object), object);

    expect(errors.map(({ field, type }) => `${field} ${type}`).toSorted()).toEqual(answers[about]);
  });
});
