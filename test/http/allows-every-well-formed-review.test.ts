import { expect, test } from 'vitest';
import { ADMISSION_PATHS, reviewFor, reviewOf } from './reviews.ts';
import { startTestService } from './service.ts';

test.each(ADMISSION_PATHS)('%s answers in the version that was asked in, without a patch', async (path) => {
  const { post } = await startTestService();

  const v1 = await post(path, reviewFor(path));
  const v1beta1 = await post(path, { ...reviewFor(path), apiVersion: 'admission.k8s.io/v1beta1' });

  const response = { uid: '2c1e1f0a-5a1f-4d57-8f0e-2f6b1d7a9c11', allowed: true };
  expect(v1.status).toBe(200);
  expect(v1.json()).toEqual({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response });
  expect(v1beta1.json()).toEqual({
    apiVersion: 'admission.k8s.io/v1beta1',
    kind: 'AdmissionReview',
    response,
  });
});

test('a DELETE comes without an object', async () => {
  const { post } = await startTestService();

  const answer = await post(
    '/validate/daemonsets',
    reviewOf({ operation: 'DELETE', object: null, oldObject: {} }),
  );

  expect(answer.json()).toMatchObject({ response: { allowed: true } });
});

test('fields that newer API servers may add are no reason to refuse', async () => {
  const { post } = await startTestService();

  const answer = await post(
    '/validate/daemonsets?timeout=5s',
    reviewOf({ somethingNew: { a: [1] } }, { extra: true }),
  );

  expect(answer.status).toBe(200);
});

test('a review of another resource passes with a warning, which only v1 knows', async () => {
  const { post } = await startTestService();
  const review = reviewOf({ resource: { group: '', version: 'v1', resource: 'pods' } });

  const v1 = await post('/validate/daemonsets', review);
  const v1beta1 = await post('/validate/daemonsets', { ...review, apiVersion: 'admission.k8s.io/v1beta1' });

  expect(v1.json()).toMatchObject({
    response: {
      allowed: true,
      warnings: ['daemonward has no rule for pods at /validate/daemonsets: check the webhook registration'],
    },
  });
  expect(v1beta1.text).not.toContain('warnings');
});

test.each([
  ['the kind', reviewOf({}, { kind: 'Review' }), 'kind: must be "AdmissionReview"'],
  ['the version', reviewOf({}, { apiVersion: 'admission.k8s.io/v2' }), 'apiVersion: must be one of'],
  ['the request', reviewOf({}, { request: null }), 'request: must be an object, found null'],
  ['the uid', reviewOf({ uid: undefined }), 'request.uid: is required'],
  ['an empty uid', reviewOf({ uid: '' }), 'request.uid: must not be empty'],
  ['a number as uid', reviewOf({ uid: 7 }), 'request.uid: must be string'],
  [
    'the operation',
    reviewOf({ operation: 'PATCH' }),
    'request.operation: must be one of CREATE, UPDATE, DELETE, CONNECT',
  ],
  ['the resource', reviewOf({ resource: {} }), 'request.resource.version: is required'],
  ['the groups', reviewOf({ userInfo: { groups: [1] } }), 'request.userInfo.groups[0]: must be string'],
  ['the object', reviewOf({ object: null }), 'request.object: must be an object when operation is CREATE'],
  [
    'the old object',
    reviewOf({ operation: 'UPDATE' }),
    'request.oldObject: must be an object when operation is UPDATE',
  ],
  ['a list', [], '(body): must be an object, found a list'],
])('a review without a good value for %s is refused by name', async (_what, review, message) => {
  const { post } = await startTestService();

  const answer = await post('/validate/daemonsets', review);

  expect(answer.status).toBe(400);
  expect(answer.json()).toEqual({
    error: { code: 'invalid-field', message: expect.stringContaining(message) },
  });
});
