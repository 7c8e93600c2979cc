/** How long a certificate lasts, and when that is too short. */
import { failure, type Line, warning } from '../line.ts';
import type { Dated } from '../replica-state.ts';
import { DAY_MS, dateText, durationText } from '../words.ts';

/** As the alerts of manifests/monitoring: whoever made it should have renewed it long before. */
const WARNED_MS = 7 * DAY_MS;
const FAILED_MS = DAY_MS;

/** Certificates that live for hours are renewed at a third of their life: only what is well below that is late. */
const WARNED_SHARE = 1 / 4;
const FAILED_SHARE = 1 / 12;

/** Undefined when it has time. */
export function endLine(
  check: 'serving-certificate' | 'authorities' | 'client-certificates',
  what: string,
  { notBefore, notAfter }: Omit<Dated, 'sha256'>,
  now: number,
): Line | undefined {
  const [left, life] = [notAfter - now, notAfter - notBefore];
  if (left <= 0) return failure(check, `${what} ended at ${dateText(notAfter)}`);
  if (now < notBefore) return failure(check, `${what} begins at ${dateText(notBefore)}`);
  const text = `${what} ends in ${durationText(left)}, at ${dateText(notAfter)}`;
  if (left < Math.min(FAILED_MS, life * FAILED_SHARE)) return failure(check, text);
  return left < Math.min(WARNED_MS, life * WARNED_SHARE) ? warning(check, text) : undefined;
}

export function daysText(certificates: readonly Pick<Dated, 'notAfter'>[], now: number): string {
  const first = Math.min(...certificates.map(({ notAfter }) => notAfter));
  return `${durationText(first - now)} left, until ${dateText(first)}`;
}
