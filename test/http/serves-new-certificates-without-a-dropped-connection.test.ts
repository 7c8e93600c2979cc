/** Certificates that change while calls come in: over real sockets, with callers that keep their connections and new ones. */
import { Agent, request } from 'node:https';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { CLIENTS } from '../../src/config/identity.ts';
import { type KeyPairPem, makeAuthority, makeClient, makeLeaf } from '../../src/server/tls/authority.ts';
import {
  authorityIn,
  type CertificateSource,
  type Certificates,
  usablePair,
  validityProblem,
} from '../../src/server/tls/certificate-source.ts';
import { reviewOf } from './reviews.ts';
import { startTestService, type TestService } from './service.ts';

/** A source that a test changes by hand. */
class HandSource implements CertificateSource {
  #certificates: Certificates;
  readonly #listeners: (() => void)[] = [];
  refusal: string | null = null;

  constructor(certificates: Certificates) {
    this.#certificates = certificates;
  }

  current = () => this.#certificates;
  problem = (now: Date) => validityProblem(this.#certificates, now);
  refused = () => this.refusal;
  onChange = (listener: () => void) => this.#listeners.push(listener);
  stop = async () => {};

  use(certificates: Certificates): void {
    this.#certificates = certificates;
    for (const listener of this.#listeners) listener();
  }
}

let authorities: { ca: KeyPairPem; nextCa: KeyPairPem; callers: KeyPairPem; nextCallers: KeyPairPem };
beforeAll(async () => {
  const now = new Date();
  const [ca, nextCa] = [await makeAuthority(now), await makeAuthority(now)];
  const [callers, nextCallers] = [await makeAuthority(now), await makeAuthority(now)];
  authorities = { ca, nextCa, callers, nextCallers };
});

async function served(signer: KeyPairPem, callers: readonly KeyPairPem[]): Promise<Certificates> {
  const pair = await makeLeaf(signer, ['localhost', '127.0.0.1'], new Date());
  return {
    ...pair,
    leaf: usablePair(pair, pair),
    ca: authorityIn(authorities.ca.cert + authorities.nextCa.cert, 'ca'),
    clientsAuthority: authorityIn(callers.map(({ cert }) => cert).join(''), 'clients-ca'),
    callers: {},
    handovers: [],
  };
}

function caller(signer: KeyPairPem): Promise<KeyPairPem> {
  return makeClient(signer, CLIENTS.scheduler, new Date());
}

function agentOf(shown: Partial<KeyPairPem>, trust: string): Agent {
  const agent = new Agent({ ca: trust, ...shown, keepAlive: true, maxSockets: 2 });
  onTestFinished(() => agent.destroy());
  return agent;
}

interface Outcome {
  readonly status: number;
  readonly closes: boolean;
  readonly leaf: string;
}

function call(agent: Agent, { port }: TestService, path: string, value: unknown): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(value);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const outgoing = request(
      { agent, host: '127.0.0.1', port, path, method: 'POST', headers },
      (incoming) => {
        const socket = incoming.socket;
        const leaf = 'getPeerX509Certificate' in socket ? leafOn(socket) : '';
        incoming.resume();
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            closes: incoming.headers.connection === 'close',
            leaf,
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function leafOn(socket: object): string {
  const get: unknown = Reflect.get(socket, 'getPeerX509Certificate');
  const found: unknown = typeof get === 'function' ? get.call(socket) : undefined;
  return typeof found === 'object' && found !== null && 'fingerprint256' in found
    ? String(found.fingerprint256)
    : '';
}

const FILTER = { Pod: { metadata: { name: 'a', namespace: 'b' } }, NodeNames: ['n'] };

test('ten leaves under load: every call is answered, and new connections get the newest', async () => {
  const { ca, nextCa, callers } = authorities;
  const source = new HandSource(await served(ca, [callers]));
  const service = await startTestService({ certificates: source });
  const trust = ca.cert + nextCa.cert;
  const keeping = agentOf({}, trust);
  let going = true;
  const statuses: number[] = [];
  const load = Array.from({ length: 4 }, async (_, index) => {
    while (going) {
      const agent = index % 2 === 0 ? keeping : agentOf({}, trust);
      statuses.push((await call(agent, service, '/validate/daemonsets', reviewOf())).status);
    }
  });

  const wrong: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    source.use(await served(turn % 2 === 0 ? nextCa : ca, [callers]));
    const { leaf } = await call(agentOf({}, trust), service, '/validate/daemonsets', reviewOf());
    if (leaf !== source.current().leaf.sha256) wrong.push(turn);
  }
  going = false;
  await Promise.all(load);

  expect(wrong).toEqual([]);
  expect(statuses.length).toBeGreaterThan(20);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

test('two authorities of callers are taken side by side, and one that is dropped is out after one more answer', async () => {
  const { ca, callers, nextCallers } = authorities;
  const source = new HandSource(await served(ca, [callers]));
  const service = await startTestService({ certificates: source });
  const [before, after] = [
    agentOf(await caller(callers), ca.cert),
    agentOf(await caller(nextCallers), ca.cert),
  ];
  const ask = (agent: Agent) => call(agent, service, '/scheduler/filter', FILTER);

  const first = [await ask(before), await ask(after)];
  source.use(await served(ca, [callers, nextCallers]));
  const both = [await ask(before), await ask(before), await ask(after), await ask(after)];
  source.use(await served(ca, [nextCallers]));
  const last = [await ask(before), await ask(before), await ask(after), await ask(after)];

  expect(first.map(({ status }) => status)).toEqual([200, 401]);
  // The connection of the one that was not known was judged when it began.
  expect(both.map(({ status }) => status)).toEqual([200, 200, 401, 200]);
  expect(both.map(({ closes }) => closes)).toEqual([true, false, true, false]);
  expect(last.map(({ status }) => status)).toEqual([200, 401, 200, 200]);
});

test('a new certificate that is bad is a note of readiness, not its end', async () => {
  const { ca, callers } = authorities;
  const source = new HandSource(await served(ca, [callers]));
  const service = await startTestService({ certificates: source });

  source.refusal = 'tls.key: does not belong';
  const [ready, state] = await Promise.all(
    ['/readyz', '/state'].map(async (path) => (await fetch(`${service.opsUrl}${path}`)).json()),
  );

  expect(ready).toMatchObject({
    checks: { certificate: 'ok' },
    notes: { certificate: 'the last good one is in use: tls.key: does not belong' },
  });
  expect(state).toMatchObject({ certificates: { refused: 'tls.key: does not belong' }, missingRights: [] });
});

test('a caller that shows an older certificate than the newest is told of', async () => {
  const { ca, callers } = authorities;
  const [old, newest] = [await caller(callers), await caller(callers)];
  const source = new HandSource(await served(ca, [callers]));
  const service = await startTestService({ certificates: source });
  const name = CLIENTS.scheduler;
  const agent = agentOf(old, ca.cert);
  const shown = async () => {
    const text = await (await fetch(`${service.opsUrl}/state`)).text();
    const state: { certificates: { shown: Record<string, { outdated: string | null }> } } = JSON.parse(text);
    return state.certificates.shown[name];
  };
  const gauge = async () =>
    /daemonward_client_certificate_outdated\{client="daemonward-scheduler"\} (\d)/.exec(
      await (await fetch(`${service.opsUrl}/metrics`)).text(),
    )?.[1];

  await call(agent, service, '/scheduler/filter', FILTER);
  const [before, low] = [await shown(), await gauge()];
  source.use({ ...source.current(), callers: { [name]: usablePair(newest, newest) } });
  const [after, high] = [await shown(), await gauge()];

  expect([before?.outdated, low]).toEqual([null, '0']);
  expect([after?.outdated, high]).toEqual(['a newer one was made for it', '1']);
});
