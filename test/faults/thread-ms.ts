/** Processor time of this thread so far: on a busy machine everything takes long by the clock. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
