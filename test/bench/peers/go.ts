/** The hook and extender in Go: built by the bench, where there is Go, and run on as many cores as there are. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyFiles, type Server, startPrinting, stopProcess } from './server.ts';

/** With the object as raw text in the review, as `k8s.io/api` has it. */
export const GO = 'Go net/http';
/** With the object read together with the review. */
export const GO_ONE_PASS = 'Go net/http, one pass';

const SOURCE = join(import.meta.dirname, 'go');

/** Where the program is told to be; built by `buildGo`. */
export const GO_PROGRAM = 'DAEMONWARD_BENCH_GO';

/** Null where there is no Go. */
export function buildGo(): string | null {
  const folder = join(tmpdir(), 'daemonward-bench-go');
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'bench');
  try {
    execFileSync('go', ['build', '-o', program, '.'], {
      cwd: SOURCE,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return program;
  } catch {
    return null;
  }
}

/** What is free on each node, in thousandths of a core and in bytes. */
export type FreeRoom = Readonly<Record<string, { readonly cpu: number; readonly memory: number }>>;

/** One process under two names; none where it was not built. */
export async function startGo({ key, cert }: KeyFiles, free: FreeRoom = {}): Promise<Server[]> {
  const program = process.env[GO_PROGRAM] ?? '';
  if (!existsSync(program)) return [];
  const file = `${key}.free-room.json`;
  writeFileSync(file, JSON.stringify(free));
  const { child, line } = await startPrinting(program, [key, cert, file]);
  const server = { port: Number(line), pid: child.pid ?? 0, share: 1, stop: () => stopProcess(child) };
  return [
    { ...server, name: GO, pathOf: (path) => path },
    { ...server, name: GO_ONE_PASS, pathOf: (path) => `/one-pass${path}` },
  ];
}
