/** The yardstick of reviews: a Fastify route that parses a body and sends it back, over TLS. `echo-server.ts KEY CERT` prints its port. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/** As large as a call with the names of 100,000 nodes. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

const [keyFile = '', certFile = ''] = process.argv.slice(2);
const https = { key: readFileSync(keyFile), cert: readFileSync(certFile), minVersion: 'TLSv1.2' } as const;
const app = Fastify({ https, bodyLimit: BODY_LIMIT_BYTES });
app.post('*', (request, reply) => reply.send(request.body));
console.log(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
