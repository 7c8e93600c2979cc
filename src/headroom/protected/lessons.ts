/** What pods of protected daemons teach of what the next ones ask for, until the ledger takes it up, on all nodes at once. */
import type { SlimPod } from '../../cluster/records.ts';
import type { ProtectedDaemon } from './protected-daemon.ts';
import type { ProtectedDaemons } from './protected-daemons.ts';

const NOTHING_NEW: readonly ProtectedDaemon[] = [];

export class Lessons {
  /** The uids of those of which something is known that was not before. */
  readonly #news = new Set<string>();
  /** And of those of which something may not be true any more: looked at once, however many pods have gone. */
  readonly #doubts = new Set<string>();

  podChanged(daemon: ProtectedDaemon, before: SlimPod | undefined, after: SlimPod | undefined): void {
    const { uid, templateGeneration } = daemon.daemonSet;
    if (after !== undefined && daemon.learnFrom(after)) this.#news.add(uid);
    // Of most events the amounts are the very same.
    const isOther = before !== undefined && before.requests !== after?.requests;
    if (isOther && before.templateGeneration === templateGeneration) this.#doubts.add(uid);
  }

  /** A node may have been too small for what was thought before: so all of them have to be looked at again. */
  take(daemons: ProtectedDaemons): readonly ProtectedDaemon[] {
    if (this.#doubts.size + this.#news.size === 0) return NOTHING_NEW;
    for (const uid of this.#doubts) if (daemons.get(uid)?.learnAnew()) this.#news.add(uid);
    const taught = [...this.#news].flatMap((uid) => daemons.get(uid) ?? []);
    this.#doubts.clear();
    this.#news.clear();
    return taught;
  }
}
