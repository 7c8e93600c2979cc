/** The yardstick of reviews: a Fastify route that parses a body and sends it back, over TLS. Forked, with key and certificate. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const [keyFile = '', certFile = ''] = process.argv.slice(2);
const https = { key: readFileSync(keyFile), cert: readFileSync(certFile), minVersion: 'TLSv1.2' } as const;
const app = Fastify({ https });
app.post('*', (request, reply) => reply.send(request.body));
const url = await app.listen({ port: 0, host: '127.0.0.1' });

/** Told when somebody asks, and at first with the port. */
function report(): void {
  const { user, system } = process.cpuUsage();
  process.send?.({ port: Number(new URL(url).port), cpu: user + system });
}

process.on('message', report);
report();
