/** Whether a rolling update starts a new pod beside the old one. */

/** True when `maxSurge` is not set, or is zero as a number, as text or in percent. */
export function isNoSurge(maxSurge: number | string | null | undefined): boolean {
  return maxSurge === null || maxSurge === undefined || [0, '0', '0%'].includes(maxSurge);
}
