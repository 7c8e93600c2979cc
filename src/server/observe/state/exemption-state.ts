/** The exemptions as people and monitors see them: how many, which are used, and which end soon. */
import { type Exemption, type ExemptionPhase, exemptionPhase } from '../../../policy/exemptions.ts';

/** Who has more looks into the file; all of them are counted. */
const MOST_SHOWN = 200;

interface Use {
  times: number;
  last: number;
}

/** How often each was used, over reloads that leave it as it was. */
export class ExemptionUses {
  readonly #uses = new Map<string, Use>();

  note(exemption: Exemption, now: number): void {
    const key = keyOf(exemption);
    const use = this.#uses.get(key) ?? { times: 0, last: now };
    use.times += 1;
    use.last = now;
    this.#uses.set(key, use);
  }

  of(exemption: Exemption): Readonly<Use> | undefined {
    return this.#uses.get(keyOf(exemption));
  }

  /** Those that the configuration no longer has are forgotten. */
  keepOnly(exemptions: readonly Exemption[]): void {
    const kept = new Set(exemptions.map(keyOf));
    for (const key of this.#uses.keys()) if (!kept.has(key)) this.#uses.delete(key);
  }
}

function keyOf({ rule, namespace, name, tenant = '', expires }: Exemption): string {
  return JSON.stringify([rule, namespace, name, tenant, expires]);
}

export function exemptionCounts(exemptions: readonly Exemption[], now: number) {
  const counts: Record<ExemptionPhase, number> = { active: 0, expiring: 0, expired: 0 };
  for (const exemption of exemptions) counts[exemptionPhase(exemption, now)] += 1;
  const ends = exemptions.map(({ until }) => until).filter((until) => until > now);
  return { counts, nextExpiry: ends.length === 0 ? 0 : Math.min(...ends) };
}

/** The next to end first. */
export function exemptionState(exemptions: readonly Exemption[], uses: ExemptionUses, now: number) {
  uses.keepOnly(exemptions);
  const shown = exemptions.toSorted((a, b) => a.until - b.until).slice(0, MOST_SHOWN);
  return {
    total: exemptions.length,
    ...exemptionCounts(exemptions, now).counts,
    shown: shown.length,
    exemptions: shown.map((exemption) => {
      const { rule, namespace, name, tenant, reason, expires } = exemption;
      const use = uses.of(exemption);
      return {
        rule,
        namespace,
        name,
        tenant,
        reason,
        expires,
        state: exemptionPhase(exemption, now),
        used: use?.times ?? 0,
        lastUsed: use && new Date(use.last).toISOString(),
      };
    }),
  };
}
