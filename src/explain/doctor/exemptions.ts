/** Exemptions that are over, or about to be. */
import { type Exemption, exemptionPhase } from '../../policy/exemptions.ts';
import { countWords } from '../text/lines.ts';
import { type Line, orOk, warning } from './line.ts';
import { durationText } from './words.ts';

/** Each has a line; who has more looks into the file. */
const MOST_LINES = 20;

export function exemptionLines(exemptions: readonly Exemption[], now: number): readonly Line[] {
  const ending = exemptions
    .filter((exemption) => exemptionPhase(exemption, now) !== 'active')
    .toSorted((one, other) => one.until - other.until);
  const lines = ending.slice(0, MOST_LINES).map((exemption) => warning('exemptions', textOf(exemption, now)));
  const more = ending.length - lines.length;
  if (more > 0) lines.push(warning('exemptions', `${more} more are over, or about to be`));
  return orOk(
    lines,
    'exemptions',
    exemptions.length === 0 ? 'there is none' : `${countWords(exemptions.length, 'exemption')} in force`,
  );
}

function textOf({ rule, namespace, name, expires, until }: Exemption, now: number): string {
  const which = `that of ${rule} for ${namespace}/${name}`;
  if (until <= now) return `${which} is over since ${expires}, and exempts nothing`;
  return `${which} ends in ${durationText(until - now)} (${expires})`;
}
