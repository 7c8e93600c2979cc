/** What `ps` would show, read from /proc: who still runs, and for whom. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Entry {
  pid: number;
  parent: number;
  group: number;
  command: string;
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(join('/proc', pid, file), 'utf8');
  } catch {
    // It has ended since the folder was listed.
    return '';
  }
}

/** Every process that is not a zombie: one that has ended and only waits to be counted is not left behind. */
export function processTable(): Entry[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    // `pid (name) state parent group …`; the name may hold anything, also a bracket.
    const stat = read(pid, 'stat');
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (stat === '' || state === 'Z') return [];
    const command = read(pid, 'cmdline').replaceAll('\0', ' ').trim();
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command }];
  });
}
