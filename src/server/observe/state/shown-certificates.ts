/** What known callers show, against the newest that was made for them: a scheduler reads its certificate once, at its start. */
import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../../clients/caller.ts';
import type { CertificateSource } from '../../tls/certificate-source.ts';
import { isDue } from '../../tls/fitness.ts';
import type { Metrics } from '../metrics.ts';

export interface ShownCertificate {
  readonly notBefore: string;
  readonly notAfter: string;
  /** Why it should be replaced, or null. */
  readonly outdated: string | null;
}

export interface ShownParts {
  readonly certificates: CertificateSource;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  now(): Date;
}

/**
 * A scheduler that calls another replica now may have its new certificate long since: what it showed here is no alert for
 * ever. While it calls, it is told of several times within this.
 */
const FORGOTTEN_AFTER_MS = 3_600_000;

interface Shown {
  readonly caller: Caller;
  /** In ms since 1970. */
  readonly at: number;
}

export class ShownCertificates {
  readonly #parts: ShownParts;
  /** By the caller's name, of which the settings have few. */
  readonly #shown = new Map<string, Shown>();
  readonly #warned = new Map<string, string>();

  constructor(parts: ShownParts) {
    this.#parts = parts;
    parts.certificates.onChange(() => this.look());
  }

  known(name: string, caller: Caller): void {
    this.#shown.set(name, { caller, at: this.#parts.now().getTime() });
    this.look();
  }

  /** Sets the metrics, and warns of what is new. */
  look(): void {
    const { metrics, log } = this.#parts;
    this.#forget();
    for (const [client, { caller }] of this.#shown) {
      const outdated = this.#outdated(client, caller);
      metrics.clientExpiry.set({ client }, caller.notAfter / 1000);
      metrics.clientOutdated.set({ client }, outdated === null ? 0 : 1);
      if (outdated === null) this.#warned.delete(client);
      else if (this.#warned.get(client) !== outdated) {
        this.#warned.set(client, outdated);
        log.warn(
          { client, outdated, notAfter: new Date(caller.notAfter) },
          'caller shows an old certificate, give it its new block and restart it',
        );
      }
    }
  }

  state(): Readonly<Record<string, ShownCertificate>> {
    this.#forget();
    return Object.fromEntries(
      Array.from(this.#shown, ([client, { caller }]) => [
        client,
        {
          notBefore: new Date(caller.notBefore).toISOString(),
          notAfter: new Date(caller.notAfter).toISOString(),
          outdated: this.#outdated(client, caller),
        },
      ]),
    );
  }

  #forget(): void {
    const { metrics, now } = this.#parts;
    const since = now().getTime() - FORGOTTEN_AFTER_MS;
    for (const [client, { at }] of this.#shown) {
      if (at >= since) continue;
      this.#shown.delete(client);
      this.#warned.delete(client);
      metrics.clientExpiry.remove({ client });
      metrics.clientOutdated.remove({ client });
    }
  }

  #outdated(client: string, { sha256, notBefore, notAfter }: Caller): string | null {
    const { certificates, now } = this.#parts;
    const newest = certificates.current().callers[client];
    if (newest !== undefined && newest.sha256 !== sha256) return 'a newer one was made for it';
    const life = { names: [], sha256, notBefore: new Date(notBefore), notAfter: new Date(notAfter) };
    return isDue(life, now()) ? 'less than a third of its life is left' : null;
  }
}
