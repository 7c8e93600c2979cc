/** How much of the processor another process has taken, by the kernel's account of all its threads. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_US = 1_000;

/** In microseconds since its start. `stat` would say it in steps of 10 ms. */
export function processCpuUs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  return (
    readdirSync(folder).reduce((sum, thread) => sum + threadNs(`${folder}/${thread}/schedstat`), 0) /
    NS_PER_US
  );
}

function threadNs(file: string): number {
  return Number(readFileSync(file, 'utf8').split(' ')[0]);
}
