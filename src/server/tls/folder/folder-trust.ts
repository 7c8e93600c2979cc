/** Whether what lies in our certificate folder is ours: a key that others can read, or a CA that they put there, is not. */
import { lstatSync, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { CertificateError } from '../certificate-source.ts';

/** What group and others may do with a file. */
const OTHERS_MAY_READ = 0o044;
const OTHERS_MAY_WRITE = 0o022;
const PERMISSIONS = 0o777;

/** May do anything anyway; a mounted Secret is root's. */
const ROOT = 0;

/** Where files have no owners (Windows) there is nothing to compare. */
const NO_USER = -1;

const INSTEAD = 'give a certificate of your own by server.tls.certFile and keyFile';

/** Throws a CertificateError that says what to do. What is not there is nobody's. */
export function trustFolder(directory: string): void {
  for (const stats of statsOf(directory)) requireOwner(directory, stats);
}

/** A certificate: whoever can write it decides whom callers trust. */
export function trustFile(path: string): void {
  for (const stats of statsOf(path)) requireOwner(path, stats);
  const target = statSync(path, { throwIfNoEntry: false });
  if (target === undefined || ownUser() === NO_USER || (target.mode & OTHERS_MAY_WRITE) === 0) return;
  throw new CertificateError(
    `${path}: can be written by others (mode ${modeText(target)}), so that it may be theirs. Remove it and the key of the same name to have new ones made, or ${INSTEAD}`,
  );
}

/** A key: what others could read once, they may still know. */
export function trustKey(path: string): void {
  trustFile(path);
  const target = statSync(path, { throwIfNoEntry: false });
  if (target === undefined || ownUser() === NO_USER || (target.mode & OTHERS_MAY_READ) === 0) return;
  throw new CertificateError(
    `${path}: can be read by others (mode ${modeText(target)}), so that they may know the key. If nobody could reach it: chmod 600 ${path}. ` +
      `If somebody could, remove it and the certificate of the same name to have new ones made. For a mounted Secret, ${INSTEAD}`,
  );
}

/** The entry itself, and what it leads to where it is a symbolic link: both can be planted. */
function statsOf(path: string): Stats[] {
  return [lstatSync(path, { throwIfNoEntry: false }), statSync(path, { throwIfNoEntry: false })].filter(
    (stats) => stats !== undefined,
  );
}

function requireOwner(path: string, { uid }: Stats): void {
  const own = ownUser();
  if (own === NO_USER || uid === own || uid === ROOT) return;
  throw new CertificateError(
    `${path}: belongs to the user ${uid}, not to the one who runs this (${own}) or root, so that it may be replaced at any time. ` +
      `Run as ${uid}, or name another folder by server.tls.directory, or ${INSTEAD}`,
  );
}

/** A pod's user need not stand in /etc/passwd, which `userInfo` insists on; then the entry of the process tells. */
function ownUser(): number {
  try {
    return userInfo().uid;
  } catch {
    return statSync('/proc/self').uid;
  }
}

function modeText({ mode }: Stats): string {
  return (mode & PERMISSIONS).toString(8).padStart(4, '0');
}
