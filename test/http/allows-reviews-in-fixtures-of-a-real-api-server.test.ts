import { expect, test } from 'vitest';
import { fixturesAt } from './fixtures.ts';
import { ADMISSION_PATHS } from './reviews.ts';
import { startTestService } from './service.ts';

interface Review {
  readonly apiVersion: string;
  readonly request: { readonly uid: string };
}

const reviews = fixturesAt((path) => ADMISSION_PATHS.includes(path));

test.each(reviews)('$file is allowed as it is', async ({ path, text }) => {
  const { call } = await startTestService();
  const { apiVersion, request }: Review = JSON.parse(text);

  const answer = await call(`${path}?timeout=10s`, { body: text });

  expect(answer.status).toBe(200);
  // Nothing else: no patch, no warning.
  expect(answer.json()).toEqual({
    apiVersion,
    kind: 'AdmissionReview',
    response: { uid: request.uid, allowed: true },
  });
});

test('both versions of the protocol were recorded, on all four paths', () => {
  const versions = reviews.map(({ text }): string => {
    const { apiVersion }: Review = JSON.parse(text);
    return apiVersion;
  });

  expect(new Set(versions)).toEqual(new Set(['admission.k8s.io/v1', 'admission.k8s.io/v1beta1']));
  expect(new Set(reviews.map(({ path }) => path))).toEqual(new Set(ADMISSION_PATHS));
});
