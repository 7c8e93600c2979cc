/** An authority that we can sign with, wherever it is kept. */
import { createPrivateKey } from 'node:crypto';
import type { KeyPairPem } from './authority.ts';
import { CertificateError, orCertificateError, parseCertificate } from './certificate-source.ts';

/** With its key in the one form that is signed with here, PKCS 8; or a CertificateError. `found` is where the halves were. */
export function signingPair({ cert, key }: KeyPairPem, found: KeyPairPem): KeyPairPem {
  const privateKey = orCertificateError(
    () => createPrivateKey(key),
    () => `${found.key}: not a private key in PEM`,
  );
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new CertificateError(
      `${found.key}: leaves are signed with ECDSA P-256 only; give the leaf by server.tls.certFile`,
    );
  }
  const certificate = parseCertificate(cert, found.cert);
  if (!certificate.ca) throw new CertificateError(`${found.cert}: this certificate may not sign others`);
  if (!certificate.checkPrivateKey(privateKey))
    throw new CertificateError(`${found.key}: does not belong to ${found.cert}`);
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
