/** The files of the certificates become garbage, one after the other, and good again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientsAuthorityIn, pathsIn } from '../../../src/server/tls/folder/folder-paths.ts';
import { exchange } from '../../e2e/harness/request.ts';
import { type Scene, USUAL_MB } from './scene.ts';
import { dips, grows } from './signs.ts';

/** It looks every five seconds, and tells what is bad when it still is at the next look. */
const SEEN_AFTER_MS = 11_000;

const BAD_REQUEST = 400;

export const certificates: Scene = {
  name: 'certificates',
  what:
    'The leaf becomes garbage; then its key is emptied and the authority of callers becomes bytes; then the leaf is another one ' +
    'that its key does not fit, and the CA is cut short. Then all are put back.',
  holds:
    'The last good ones are served on, to the API server and to the scheduler: not one handshake fails, new ones neither, and not ' +
    'one call.',
  unanswered: 'never',
  recoversWithinMs: 0,
  mostMB: USUAL_MB,
  signs: [
    dips('daemonward_certificate_last_reload_successful'),
    grows('daemonward_certificate_reloads_total', { result: 'refused' }),
  ],
  async act({ service, during, must, observation }) {
    const [replica] = service.replicas();
    if (replica === undefined) return;
    const { cert, key, ca } = pathsIn(service.certificates);
    const clients = clientsAuthorityIn(service.certificates).cert;
    const good = new Map([cert, key, ca, clients].map((file) => [file, readFileSync(file)]));
    const known = { ca: replica.ca(), ...replica.client('scheduler') };
    /** As the scheduler, over a new connection: that the body is empty is told to those alone who are known. */
    const greets = async (): Promise<boolean> => {
      const agent = new Agent(known);
      const url = `${replica.serviceUrl}/scheduler/filter`;
      const answer = await exchange(url, { method: 'POST', body: '', agent }).catch(() => ({ status: 0 }));
      agent.destroy();
      return answer.status === BAD_REQUEST;
    };
    const putBack = () => {
      for (const [file, content] of good) writeFileSync(file, content);
    };
    const spoil = async (spoilt: Readonly<Record<string, string | Buffer>>) => {
      putBack();
      for (const [file, content] of Object.entries(spoilt)) writeFileSync(file, content);
      await sleep(SEEN_AFTER_MS);
      must(`new callers are greeted while ${Object.keys(spoilt).join(' and ')} are bad`, await greets());
    };
    await during(async () => {
      try {
        await spoil({ [cert]: 'garbage' });
        await spoil({ [key]: '', [clients]: Buffer.from([0, 159, 146, 150]) });
        await spoil({ [cert]: readFileSync(ca), [ca]: '-----BEGIN CERTIFICATE-----\n' });
      } finally {
        putBack();
      }
    });
    await sleep(SEEN_AFTER_MS / 2);
    must('new callers are greeted in the end', await greets());
    const distrusted = observation.growth('daemonward_tls_handshake_failures_total', { reason: 'untrusted' });
    must(`${distrusted} callers did not trust us`, distrusted === 0);
  },
};
