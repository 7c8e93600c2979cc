import { expect, test } from 'vitest';
import { ADMISSION_PATHS, reviewOf, SCHEDULER_PATHS } from './reviews.ts';
import { startTestService } from './service.ts';

const PATHS = [...ADMISSION_PATHS, ...SCHEDULER_PATHS, '/scheduler/bind'];

test.each(PATHS)('%s says what is wrong with a body that is not JSON', async (path) => {
  const { call } = await startTestService();

  const broken = await call(path, { body: '{"a": ' });
  const empty = await call(path, { body: '' });
  const latin1 = await call(path, { body: Buffer.from('{"Pod":"\xe9"}', 'latin1') });

  expect([broken.status, empty.status, latin1.status]).toEqual([400, 400, 400]);
  expect(broken.json()).toMatchObject({ error: { code: 'invalid-json' } });
  expect(empty.json()).toMatchObject({ error: { code: 'empty-body' } });
  expect(latin1.json()).toEqual({ error: { code: 'invalid-json', message: 'the body is not UTF-8' } });
});

test.each(PATHS)('%s takes POST and JSON only', async (path) => {
  const { call } = await startTestService();

  const get = await call(path, { method: 'GET' });
  const form = await call(path, {
    body: 'a=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const silent = await call(path, { headers: { 'content-length': '0' } });

  expect(get.status).toBe(405);
  expect(get.headers.allow).toBe('POST');
  expect(form.status).toBe(415);
  expect(form.json()).toEqual({
    error: { code: 'unsupported-media-type', message: 'the content type must be application/json' },
  });
  expect(silent.status).toBe(400);
});

test('a URL that cannot be decoded is refused in the same form', async () => {
  const { call } = await startTestService();

  const answer = await call('/%', { method: 'GET' });

  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ error: { code: 'bad-request' } });
});

test('a charset other than UTF-8 is not JSON', async () => {
  const { call } = await startTestService();

  const answer = await call('/validate/daemonsets', {
    body: JSON.stringify(reviewOf()),
    headers: { 'content-type': 'application/json; charset=utf-16' },
  });

  expect(answer.status).toBe(415);
  expect(answer.json()).toMatchObject({ error: { message: 'the charset must be utf-8' } });
});

test('a content type with a charset is JSON too', async () => {
  const { call } = await startTestService();

  const answer = await call('/validate/daemonsets', {
    body: JSON.stringify(reviewOf()),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });

  expect(answer.status).toBe(200);
});

test('a body over the limit is named as such, and the connection goes on', async () => {
  const { call, post } = await startTestService();
  const tooLarge = JSON.stringify(reviewOf({ padding: 'x'.repeat(9 * 1024 * 1024) }));

  const refused = await call('/validate/daemonsets', { body: tooLarge });
  const next = await post('/validate/daemonsets', reviewOf());

  expect(refused.status).toBe(413);
  expect(refused.json()).toEqual({
    error: {
      code: 'body-too-large',
      message: 'the body is over the limit of 8388608 bytes for this path (server.reviewLimitBytes)',
    },
  });
  expect(refused.headers.connection).not.toBe('close');
  expect(next.status).toBe(200);
});

test('a path that is not there is not found', async () => {
  const { call } = await startTestService();

  const answer = await call('/validate/deployments', { body: '{}' });

  expect(answer.status).toBe(404);
  expect(answer.json()).toEqual({
    error: { code: 'not-found', message: 'there is no path /validate/deployments' },
  });
});

test('every answer carries a request id, one’s own when it is harmless', async () => {
  const { call } = await startTestService();

  const own = await call('/nowhere', { headers: { 'x-request-id': 'trace-17' } });
  const made = await call('/nowhere', { headers: { 'x-request-id': 'not one {}' } });

  expect(own.headers['x-request-id']).toBe('trace-17');
  expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('an item of a list is named as everywhere else', async () => {
  const { call } = await startTestService();
  const review = reviewOf({ userInfo: { username: 'ada', groups: ['admins', 7] } });

  const answer = await call('/validate/daemonsets', { body: JSON.stringify(review) });

  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({
    error: { code: 'invalid-field', message: 'request.userInfo.groups[1]: must be string' },
  });
});
