/** The only file that listens. */
import type { FastifyInstance } from 'fastify';
import { EVERY_ADDRESS, EVERY_IPV4_ADDRESS } from '../../config/ops-address.ts';
import { errorCode } from '../../json/error-message.ts';

/** The port cannot be had; carries the setting that chooses it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export interface Listening {
  readonly address: string;
  readonly port: number;
}

const EXPLANATIONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use',
  EACCES: 'this user may not open that port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this address cannot be resolved',
};

interface Door {
  readonly section: string;
  readonly address: string;
  readonly port: number;
}

/** What the kernel says where IPv6 is not built in, or switched off. */
const WITHOUT_IPV6 = ['EAFNOSUPPORT', 'EADDRNOTAVAIL'];

/**
 * Opens the port and says which one it became (0 asks for any free one).
 *
 * @example await listen(app, { section: 'server', address: '127.0.0.1', port: 0 })
 */
export async function listen(
  app: Pick<FastifyInstance, 'listen' | 'addresses'>,
  { section, address, port }: Door,
): Promise<Listening> {
  try {
    // Fastify writes a line for each address; the message has to be constant, and `serving` has the addresses.
    await app.listen({ host: address, port, listenTextResolver: () => 'port open' });
  } catch (error) {
    if (address === EVERY_ADDRESS && WITHOUT_IPV6.includes(errorCode(error))) {
      return listen(app, { section, address: EVERY_IPV4_ADDRESS, port });
    }
    const why = EXPLANATIONS[errorCode(error)];
    if (why === undefined) throw error;
    throw new ListenError(
      `cannot listen on ${address} port ${port}: ${why} (${section}.address, ${section}.port)`,
    );
  }
  const bound = app.addresses()[0];
  return { address, port: typeof bound === 'object' ? bound.port : port };
}
