/** Writes keys, certificates and kubeconfigs of one control plane into its folder. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Component, EVERYBODY, type Identity } from './identities.ts';
import { type Authority, createAuthority, type Pair, serviceAccountKeys } from './pki.ts';
import type { Credentials } from './request.ts';

/** Every name under which something calls the API server; 10.0.0.1 is the first service address. */
const API_SERVER_HOSTS = ['127.0.0.1', 'localhost', 'kubernetes.default.svc', '10.0.0.1'];

/** Readable by this user only, as ssh and kubectl want it. */
const PRIVATE_MODE = 0o600;

export interface CredentialFiles {
  ca: string;
  serverCertificate: string;
  serverKey: string;
  serviceAccountKey: string;
  serviceAccountPublicKey: string;
}

export function credentialFiles(directory: string): CredentialFiles {
  const folder = join(directory, 'pki');
  return {
    ca: join(folder, 'ca.crt'),
    serverCertificate: join(folder, 'server.crt'),
    serverKey: join(folder, 'server.key'),
    serviceAccountKey: join(folder, 'service-account.key'),
    serviceAccountPublicKey: join(folder, 'service-account.pub'),
  };
}

export function kubeconfigFile(directory: string, who: Identity | Component): string {
  return join(directory, 'kubeconfig', who);
}

/** The credentials of one identity, as PEM. */
export function readCredentials(directory: string, who: Identity | Component): Credentials {
  return {
    ca: readFileSync(credentialFiles(directory).ca, 'utf8'),
    certificate: readFileSync(join(directory, 'pki', `${who}.crt`), 'utf8'),
    key: readFileSync(join(directory, 'pki', `${who}.key`), 'utf8'),
  };
}

/** JSON is YAML, so kubectl and the components read it. */
function kubeconfig(url: string, ca: string, who: string, pair: Pair): string {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': who,
    contexts: [{ name: who, context: { cluster: 'e2e', user: who } }],
    clusters: [{ name: 'e2e', cluster: { server: url, 'certificate-authority-data': base64(ca) } }],
    users: [
      {
        name: who,
        user: { 'client-certificate-data': base64(pair.certificate), 'client-key-data': base64(pair.key) },
      },
    ],
  });
}

function writePrivate(path: string, text: string): void {
  writeFileSync(path, text, { mode: PRIVATE_MODE });
}

async function writePerson(
  directory: string,
  url: string,
  authority: Authority,
  who: Identity | Component,
): Promise<void> {
  const pair = await authority.issue(EVERYBODY[who]);
  writePrivate(join(directory, 'pki', `${who}.crt`), pair.certificate);
  writePrivate(join(directory, 'pki', `${who}.key`), pair.key);
  writePrivate(kubeconfigFile(directory, who), kubeconfig(url, authority.certificate, who, pair));
}

function isSomebody(name: string): name is Identity | Component {
  return name in EVERYBODY;
}

export async function writeCredentials(directory: string, url: string): Promise<void> {
  mkdirSync(join(directory, 'pki'));
  mkdirSync(join(directory, 'kubeconfig'));
  const files = credentialFiles(directory);
  const authority = await createAuthority();
  const server = await authority.issue({ user: 'kube-apiserver', groups: [], hosts: API_SERVER_HOSTS });
  const tokens = serviceAccountKeys();
  writePrivate(files.ca, authority.certificate);
  writePrivate(files.serverCertificate, server.certificate);
  writePrivate(files.serverKey, server.key);
  writePrivate(files.serviceAccountKey, tokens.privateKey);
  writePrivate(files.serviceAccountPublicKey, tokens.publicKey);
  const everybody = Object.keys(EVERYBODY).filter(isSomebody);
  await Promise.all(everybody.map((who) => writePerson(directory, url, authority, who)));
}
