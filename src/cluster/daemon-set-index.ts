/** The DaemonSets, found by tenant, namespace and name, and by uid. */
import { KEY_OF } from './object-key.ts';
import type { SlimDaemonSet } from './records.ts';

export class DaemonSetIndex {
  readonly #byKey = new Map<string, SlimDaemonSet>();
  readonly #byUid = new Map<string, SlimDaemonSet>();

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): SlimDaemonSet | undefined {
    return this.#byKey.get(key);
  }

  byUid(uid: string): SlimDaemonSet | undefined {
    return this.#byUid.get(uid);
  }

  keys(): Iterable<string> {
    return this.#byKey.keys();
  }

  values(): Iterable<SlimDaemonSet> {
    return this.#byKey.values();
  }

  put(set: SlimDaemonSet): SlimDaemonSet | undefined {
    const before = this.remove(KEY_OF.daemonSets(set));
    this.#byKey.set(KEY_OF.daemonSets(set), set);
    this.#byUid.set(set.uid, set);
    return before;
  }

  remove(key: string): SlimDaemonSet | undefined {
    const set = this.#byKey.get(key);
    if (set === undefined) return undefined;
    this.#byKey.delete(key);
    // The uid may by now be another object's, in files written by hand.
    if (this.#byUid.get(set.uid) === set) this.#byUid.delete(set.uid);
    return set;
  }
}
