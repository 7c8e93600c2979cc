/** An extender that does nothing but parse and echo: `pass-through-server.ts KEY CERT` prints its port. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/** The names of 100,000 nodes. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

interface Names {
  readonly NodeNames: readonly string[];
}

interface Candidates {
  readonly NodeNameToMetaVictims: unknown;
}

const [keyFile = '', certFile = ''] = process.argv.slice(2);
const https = { key: readFileSync(keyFile), cert: readFileSync(certFile), minVersion: 'TLSv1.2' } as const;
const app = Fastify({ https, bodyLimit: BODY_LIMIT_BYTES });
app.post<{ Body: Names }>('/scheduler/filter', ({ body: { NodeNames } }, reply) =>
  reply.send({ Nodes: null, NodeNames, FailedNodes: {}, FailedAndUnresolvableNodes: {}, Error: '' }),
);
app.post<{ Body: Candidates }>('/scheduler/preempt', ({ body: { NodeNameToMetaVictims } }, reply) =>
  reply.send({ NodeNameToMetaVictims }),
);
// As Daemonward does: the scheduler binds the pod itself.
app.post('/scheduler/bind', (_, reply) => reply.send({ Error: 'declined' }));
console.log(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
