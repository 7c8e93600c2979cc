/** The programs that the tests of the image borrow from the machine. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const INSTALL = 'bash .ci/image-tools';
/** Where .ci/image-tools puts what no distribution has. */
const TOOLS = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'daemonward/tools/bin');
/** The output of a build is long. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** The path of a program, or an error with the line that installs it. */
export function program(name: string): string {
  const folders = [TOOLS, ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const found = folders.map((folder) => join(folder, name)).find(isProgram);
  if (found === undefined) throw new Error(`${name} is missing; install it with: ${INSTALL}`);
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Other users, mounts and a read-only root are root's to give. */
export function rootCommand(name: string, args: readonly string[]): [file: string, args: string[]] {
  return process.getuid?.() === 0
    ? [program(name), [...args]]
    : [program('sudo'), ['-n', program(name), ...args]];
}

/** Runs it to its end; what it said is in the error when it fails. */
export function runAsRoot(name: string, ...args: string[]): string {
  const [file, all] = rootCommand(name, args);
  return execFileSync(file, all, { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES, stdio: 'pipe' });
}
