import { createServer } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../../../src/server/http/listen.ts';

const EVERY = { section: 'ops', address: '::', port: 0 };

/** Whether this machine has IPv6 at all. */
function hasIpv6(): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(0, '::1', () => server.close(() => resolve(true)));
  });
}

async function statusAt(host: string, port: number): Promise<number> {
  return (await fetch(`http://${host}:${port}/`)).status;
}

test('callers of IPv4 are answered, and those of IPv6 where there is such', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const hosts = ['127.0.0.1', ...((await hasIpv6()) ? ['[::1]'] : [])];

  const { port } = await listen(app, EVERY);

  for (const host of hosts) expect(await statusAt(host, port)).toBe(404);
});

test.each(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])(
  'without IPv6 (%s) it is every address of IPv4',
  async (code) => {
    const app = Fastify();
    onTestFinished(() => app.close());
    // As a kernel without IPv6 does.
    const asked = vi.spyOn(app, 'listen').mockImplementationOnce(() => {
      throw Object.assign(new Error(code), { code });
    });

    const { address, port } = await listen(app, EVERY);

    expect(asked).toHaveBeenCalledTimes(2);
    expect(address).toBe('0.0.0.0');
    expect(await statusAt('127.0.0.1', port)).toBe(404);
  },
);

test('an address that somebody named is not replaced by another', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());

  // Of a block for documentation, which no machine has.
  await expect(listen(app, { ...EVERY, address: '192.0.2.1' })).rejects.toThrow(
    'this machine has no such address',
  );
});
