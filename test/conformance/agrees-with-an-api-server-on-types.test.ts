/** Values of right and wrong types, and what a real API server said when it decoded them: `npm run conformance:record`. */
import { describe, expect, it } from 'vitest';
import { fieldText } from '../../src/json/path.ts';
import { typeMetaOf } from '../../src/kube/metadata/type-meta.ts';
import { apiTypes } from '../../src/kube/openapi/api-types.ts';
import { type DecodingMistake, decode } from '../../src/kube/openapi/decode.ts';
import { readDecodingAnswers } from './decoding/answers.ts';
import { WRITTEN } from './decoding/values.ts';

const { kubernetes, answers } = readDecodingAnswers();
const types = await apiTypes('1.36');

const fieldsOf = (mistakes: readonly DecodingMistake[], about: DecodingMistake['about']) =>
  mistakes.filter((mistake) => mistake.about === about).map(({ path }) => fieldText(path));
const withoutPositions = (field: string) => field.replaceAll(/\[\d+\]/g, '');

it('asks the version whose types are compared', () => {
  expect(kubernetes).toMatch(/^v1\.36\./);
});

describe('decodes as the API server does', () => {
  it.each(WRITTEN)('$about', ({ about, object }) => {
    const { mistakes } = decode(object, types.rootOf(typeMetaOf(object)) ?? '', types);

    const { unknown, wrongType } = answers[about] ?? { unknown: [] };
    const wrong = fieldsOf(mistakes, 'wrong-type').map(withoutPositions);
    expect(fieldsOf(mistakes, 'unknown-field').toSorted()).toEqual(unknown);
    if (wrongType === undefined) expect(wrong).toEqual([]);
    else if (wrongType === '') expect(wrong).toHaveLength(1);
    else
      expect(wrong).toEqual([
        expect.stringMatching(new RegExp(`^${wrongType.replaceAll('.', '\\.')}(?:\\.|$)`)),
      ]);
  });
});
