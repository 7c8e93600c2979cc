import { expect, test } from 'vitest';
import { ApiError } from '../../../../src/cluster/api/api-answer.ts';
import { namesOfService } from '../../../../src/config/identity.ts';
import { publishBundle } from '../../../../src/server/writer/ca-bundles.ts';
import { MissingRights } from '../../../../src/server/writer/missing-rights.ts';
import { OneSecret } from '../tls/one-secret.ts';

const PATH = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/daemonward';
const CA = 'a certificate';
const BUNDLE = Buffer.from(CA).toString('base64');

function registration(caBundle?: string) {
  return {
    metadata: { name: 'daemonward' },
    webhooks: [
      { name: 'a.daemonward.dev', clientConfig: { url: 'https://x', caBundle }, failurePolicy: 'Fail' },
      { name: 'b.daemonward.dev', clientConfig: { url: 'https://x' } },
    ],
  };
}

function keeper(api: OneSecret['api'], holds = true) {
  const lines: string[] = [];
  const rights = new MissingRights(({ right }) => lines.push(`missing ${right}`));
  const publish = () =>
    publishBundle(CA, {
      api,
      rights,
      namespace: 'ours',
      names: [...namesOfService('ours'), 'x'],
      holds: () => holds,
      report: {
        wrote: (kind) => lines.push(`wrote ${kind}`),
        failed: (kind, message) => lines.push(`failed ${kind}: ${message}`),
        left: (kind, webhooks) => {
          if (webhooks.length > 0) lines.push(`left ${webhooks.join()} of ${kind}`);
        },
      },
    });
  return { publish, rights, lines };
}

test('only the bundle of each webhook is applied, and only when it differs', async () => {
  const server = new OneSecret();
  server.put(PATH, registration('b2xk'));
  const sent: unknown[] = [];
  const { publish, lines } = keeper({
    ...server.api,
    apply: (path, object, options) => {
      sent.push([object, options]);
      server.put(path, registration(BUNDLE));
      return Promise.resolve({});
    },
  });

  const first = await publish();

  expect(first).toBe(true);
  expect(lines).toEqual(['wrote ValidatingWebhookConfiguration']);
  expect(sent).toEqual([
    [
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'daemonward', resourceVersion: '1' },
        webhooks: [
          { name: 'a.daemonward.dev', clientConfig: { caBundle: BUNDLE } },
          { name: 'b.daemonward.dev', clientConfig: { caBundle: BUNDLE } },
        ],
      },
      { fieldManager: 'daemonward-ca', force: true },
    ],
  ]);
});

const service = (namespace: string) => ({ service: { namespace, name: 'daemonward', port: 443 } });

test.each<[where: string, clientConfig: object]>([
  ['the Service of another namespace', service('theirs')],
  ['the Service of the usual namespace', service('daemonward-system')],
  ['a URL that our certificate is not for', { url: 'https://theirs.example:8443/validate' }],
  ['the Service of the usual namespace by URL', { url: 'https://daemonward.daemonward-system.svc/validate' }],
  ['nowhere', {}],
])('a webhook that leads to %s keeps its CA', async (_where, clientConfig) => {
  const server = new OneSecret();
  server.put(PATH, { webhooks: [{ name: 'a', clientConfig: { ...clientConfig, caBundle: 'b2xk' } }] });
  const { publish, lines } = keeper(server.api);

  expect(await publish()).toBe(true);
  expect(lines).toEqual(['left a of ValidatingWebhookConfiguration']);
  expect(server.writes).toEqual(['put validatingwebhookconfigurations']);
});

test.each<[where: string, clientConfig: object]>([
  ['our Service', service('ours')],
  ['our Service by URL', { url: 'https://daemonward.ours.svc:443/validate' }],
  ['this machine', { url: 'https://[::1]:8443/validate' }],
])('beside it, one that leads to %s gets ours', async (_where, clientConfig) => {
  const server = new OneSecret();
  const theirs = { name: 'a', clientConfig: service('theirs') };
  server.put(PATH, { webhooks: [theirs, { name: 'b', clientConfig }] });
  const { publish } = keeper(server.api);

  expect(await publish()).toBe(true);
  expect(server.objects.get(PATH)?.webhooks).toEqual([{ name: 'b', clientConfig: { caBundle: BUNDLE } }]);
});

test('what is not there is not made, and nothing is waited for', async () => {
  const server = new OneSecret();
  const { publish } = keeper(server.api);

  expect(await publish()).toBe(true);
  expect(server.writes).toEqual([]);
});

test('who does not hold the Lease writes nothing, and sees that it is missing', async () => {
  const server = new OneSecret();
  server.put(PATH, registration());
  const { publish } = keeper(server.api, false);

  expect(await publish()).toBe(false);
  expect(server.writes).toEqual(['put validatingwebhookconfigurations']);
});

test('a right that is missing is told once, listed, and forgotten when it is given', async () => {
  const server = new OneSecret();
  server.put(PATH, registration());
  let allowed = false;
  const { publish, rights, lines } = keeper({
    ...server.api,
    apply: (path, object, options) =>
      allowed
        ? server.api.apply(path, object, options)
        : Promise.reject(new ApiError(403, 'user x cannot patch resource "validatingwebhookconfigurations"')),
  });

  await publish();
  const again = await publish();
  const missing = rights.list();
  allowed = true;
  await publish();

  expect(again).toBe(false);
  expect(missing.map(({ right }) => right)).toEqual(['patch validatingwebhookconfigurations']);
  expect(missing[0]?.detail).toContain(
    'the caBundle of ValidatingWebhookConfiguration daemonward is not kept current',
  );
  expect(lines).toEqual([
    'missing patch validatingwebhookconfigurations',
    'wrote ValidatingWebhookConfiguration',
  ]);
  expect(rights.list()).toEqual([]);
});

test('registrations that we may not see are not waited for', async () => {
  const { publish, rights } = keeper({
    ...new OneSecret().api,
    find: () => Promise.reject(new ApiError(403, 'user x cannot get resource')),
  });

  expect(await publish()).toBe(true);
  expect(rights.list().map(({ right }) => right)).toEqual([
    'get mutatingwebhookconfigurations',
    'get validatingwebhookconfigurations',
  ]);
});
