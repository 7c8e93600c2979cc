import { expect, test } from 'vitest';
import { parseConfiguration } from '../../../src/config/load.ts';

const HEAD = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';

test('a Secret beside certFile is warned of, and decides nothing', () => {
  const files = 'certFile: /c/tls.crt, keyFile: /c/tls.key, caFile: /c/ca.crt';
  const loaded = parseConfiguration(
    `${HEAD}server: { tls: { ${files}, secret: daemonward-tls }, clients: { caFile: /c/clients.crt } }\n`,
    'daemonward.yaml',
  );

  expect(loaded).toMatchObject({
    ok: true,
    warnings: [{ path: 'server.tls.secret', message: expect.stringContaining('has no effect') }],
  });
  expect(loaded.ok && loaded.configuration.server.tls).not.toHaveProperty('secret');
});

test('alone it stays', () => {
  const loaded = parseConfiguration(`${HEAD}server: { tls: { secret: own-name } }\n`, 'daemonward.yaml');

  expect(loaded).toMatchObject({ ok: true, configuration: { server: { tls: { secret: 'own-name' } } } });
});
