import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { ApiError } from '../../../../src/cluster/api/api-answer.ts';
import { isObject, type JsonObject } from '../../../../src/json/object.ts';
import { SecretCertificates } from '../../../../src/server/tls/secret/secret-certificates.ts';
import { MissingRights } from '../../../../src/server/writer/missing-rights.ts';
import { OneSecret } from './one-secret.ts';

const PATH = '/api/v1/namespaces/system/secrets/certificates';
const SECOND_MS = 1_000;
const OVERLAP_MS = 10 * SECOND_MS;

interface Replica {
  readonly certificates: SecretCertificates;
  holds: boolean;
  readonly published: string[];
  readonly rights: MissingRights;
  readonly failures: string[];
}

function cluster() {
  const server = new OneSecret();
  const time = { now: Date.parse('2030-01-01T00:00:00Z') };
  const replica = (holds: boolean): Replica => {
    const rights = new MissingRights(() => {});
    const made: Replica = {
      holds,
      published: [],
      rights,
      failures: [],
      certificates: new SecretCertificates({
        api: server.api,
        rights,
        namespace: 'system',
        name: 'certificates',
        names: ['localhost'],
        overlapMs: OVERLAP_MS,
        clients: { asked: true, caFile: undefined },
        now: () => new Date(time.now),
        holds: () => made.holds,
        publish: async (bundle) => {
          made.published.push(bundle);
          return true;
        },
        wrote: () => {},
        failed: (message) => made.failures.push(message),
      }),
    };
    return made;
  };
  const annotate = (value: string) => {
    const object = server.objects.get(PATH) ?? {};
    const metadata: JsonObject = {
      ...partOf(object.metadata),
      annotations: { 'daemonward.dev/renew': value, mine: 'x' },
    };
    server.put(PATH, { ...object, metadata });
  };
  return { server, time, replica, annotate };
}

function partOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

test('the holder makes it, the others wait and then serve the same', async () => {
  const { server, replica } = cluster();
  const [holder, other] = [replica(true), replica(false)];

  await expect(other.certificates.look()).rejects.toThrow(
    'is not there, and it is for the holder of the Lease',
  );
  const made = await holder.certificates.look();
  const read = await other.certificates.look();

  expect(read).toEqual(made);
  expect(Object.keys(made.callers)).toEqual([
    'daemonward-scheduler',
    'daemonward-apiserver',
    'daemonward-debug',
  ]);
  expect(server.writes).toEqual(['create secrets']);
});

test('a look at what is well writes nothing', async () => {
  const { server, replica } = cluster();
  const holder = replica(true);
  await holder.certificates.look();

  await holder.certificates.look();

  expect(server.writes).toEqual(['create secrets']);
});

test('a leaf that somebody asks for is made once, and the wish is taken off', async () => {
  const { server, replica, annotate } = cluster();
  const [holder, other] = [replica(true), replica(false)];
  const before = await holder.certificates.look();

  annotate('leaf, nonsense');
  const unheeded = await other.certificates.look();
  const after = await holder.certificates.look();
  await holder.certificates.look();

  expect(unheeded.leaf).toEqual(before.leaf);
  expect(after.leaf.sha256).not.toBe(before.leaf.sha256);
  expect(after.ca).toEqual(before.ca);
  expect(server.objects.get(PATH)?.metadata).toMatchObject({ annotations: { mine: 'x' } });
  expect(server.writes).toEqual(['create secrets', 'put secrets', 'update secrets']);
});

test('a new CA is published before it signs, and another holder goes on where the first one stopped', async () => {
  const { time, replica, annotate } = cluster();
  const [first, second] = [replica(true), replica(false)];
  const before = await first.certificates.look();
  annotate('ca');

  const announced = await first.certificates.look();
  first.holds = false;
  second.holds = true;
  time.now += OVERLAP_MS + SECOND_MS;
  const switched = await second.certificates.look();

  expect(announced.leaf).toEqual(before.leaf);
  expect(first.published.at(-1)).toBe(announced.ca?.pem);
  expect(announced.ca?.pem.startsWith(before.ca?.pem ?? '?')).toBe(true);
  expect(switched.leaf.sha256).not.toBe(before.leaf.sha256);
  expect(switched.ca?.pem.endsWith(before.ca?.pem ?? '?')).toBe(true);
});

test('a Secret that is deleted is written again as it was, not made anew', async () => {
  const { server, replica } = cluster();
  const holder = replica(true);
  const before = await holder.certificates.look();

  server.objects.delete(PATH);
  const after = await holder.certificates.look();

  expect(after).toEqual(before);
  expect(server.objects.has(PATH)).toBe(true);
});

test('one that was spoilt is neither served nor mended behind anybody’s back', async () => {
  const { server, replica } = cluster();
  const holder = replica(true);
  await holder.certificates.look();
  const object = server.objects.get(PATH) ?? {};
  server.put(PATH, {
    ...object,
    data: { ...partOf(object.data), 'tls.key': Buffer.from('no').toString('base64') },
  });

  await expect(holder.certificates.look()).rejects.toThrow(
    'Secret system/certificates: tls.key: not a private key',
  );
  expect(server.writes.at(-1)).toBe('put secrets');
});

test.each<[what: string, name: string, from: string, words: string]>([
  [
    'the key of another',
    'ca.key',
    'clients-ca.key',
    'ca.key: does not belong to Secret system/certificates: ca.crt',
  ],
  ['the key of another', 'clients-ca.key', 'ca.key', 'clients-ca.key: does not belong to'],
  ['the key of another', 'next-ca.key', 'ca.key', 'next-ca.key: does not belong to'],
  ['no key', 'ca.key', 'ca.crt', 'ca.key: not a private key in PEM'],
  [
    'one that may not sign',
    'clients-ca.crt',
    'tls.crt',
    'clients-ca.crt: this certificate may not sign others',
  ],
])('an authority that cannot sign (%s in %s) is refused at once', async (_what, name, from, words) => {
  const { server, replica, annotate } = cluster();
  const [holder, other] = [replica(true), replica(false)];
  await holder.certificates.look();
  annotate('ca');
  await holder.certificates.look();
  const object = server.objects.get(PATH) ?? {};
  const data = partOf(object.data);
  server.put(PATH, { ...object, data: { ...data, [name]: data[from] } });

  for (const { certificates } of [holder, other]) {
    await expect(certificates.look()).rejects.toThrow(`Secret system/certificates: ${words}`);
  }
});

test('an authority with a key that we do not sign with is refused at once', async () => {
  const { server, replica } = cluster();
  const holder = replica(true);
  await holder.certificates.look();
  const object = server.objects.get(PATH) ?? {};
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  server.put(PATH, {
    ...object,
    data: { ...partOf(object.data), 'ca.key': Buffer.from(pem).toString('base64') },
  });

  await expect(holder.certificates.look()).rejects.toThrow('ca.key: leaves are signed with ECDSA P-256 only');
});

test('whoever lost the Lease meanwhile does not write over the next one', async () => {
  const { server, replica, annotate } = cluster();
  const [late, holder] = [replica(true), replica(true)];
  await late.certificates.look();
  annotate('leaf');

  const [one, two] = await Promise.all([late.certificates.look(), holder.certificates.look()]);
  const settled = await late.certificates.look();

  expect(server.writes.filter((write) => write === 'update secrets')).toHaveLength(1);
  expect([one.leaf.sha256, two.leaf.sha256]).toContain(settled.leaf.sha256);
});

test.each([
  [403, ['update secrets'], []],
  [500, [], ['the API server says no']],
])('a good Secret that cannot be written (%s) is served as it is', async (status, rights, failures) => {
  const { server, replica, annotate } = cluster();
  const holder = replica(true);
  const before = await holder.certificates.look();
  annotate('leaf');
  const { update } = server.api;
  server.api.update = () => Promise.reject(new ApiError(status, 'the API server says no'));

  const meanwhile = await holder.certificates.look();
  const missing = holder.rights.list().map(({ right }) => right);
  server.api.update = update;
  const after = await holder.certificates.look();

  expect(meanwhile).toEqual(before);
  expect([missing, holder.failures]).toEqual([rights, failures]);
  expect(after.leaf.sha256).not.toBe(before.leaf.sha256);
  expect(holder.rights.list()).toEqual([]);
});
