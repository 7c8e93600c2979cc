/** Records that are found by their key, and by uid as well: DaemonSets, which pods name as their owner, and Orders. */
import { MapTable } from './table.ts';

export class UidTable<R extends { readonly uid: string }> extends MapTable<R> {
  readonly #byUid = new Map<string, R>();

  byUid(uid: string): R | undefined {
    return this.#byUid.get(uid);
  }

  protected override changed(before: R | undefined, after: R | undefined): void {
    // The uid may by now be another object's, in files written by hand.
    if (before !== undefined && this.#byUid.get(before.uid) === before) this.#byUid.delete(before.uid);
    if (after !== undefined) this.#byUid.set(after.uid, after);
  }
}
