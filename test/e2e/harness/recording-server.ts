/** An HTTPS server in Daemonward's place that keeps what it is asked, and has no opinion of its own. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { freePorts } from './free-ports.ts';
import { neutralAnswer } from './neutral-answers.ts';
import { createAuthority } from './pki.ts';

export interface Recorded {
  path: string;
  /** The bytes as they came. */
  body: Buffer;
}

export interface RecordingServer {
  url: string;
  /** PEM of the authority of its certificate. */
  ca: string;
  /** In the order of arrival; grows. */
  recorded: readonly Recorded[];
  close(): void;
}

const HOST = '127.0.0.1';

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function startRecordingServer(): Promise<RecordingServer> {
  const [port = 0] = await freePorts(1);
  const authority = await createAuthority();
  const pair = await authority.issue({ user: 'recording-server', groups: [], hosts: [HOST] });
  const recorded: Recorded[] = [];
  const server = createServer({ cert: pair.certificate, key: pair.key }, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', `https://${HOST}`);
    const body = await bodyOf(request);
    recorded.push({ path: pathname, body });
    response.setHeader('content-type', 'application/json');
    response.end(neutralAnswer(pathname, body));
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  function close(): void {
    server.close();
    server.closeAllConnections();
  }
  return { url: `https://${HOST}:${port}`, ca: authority.certificate, recorded, close };
}
