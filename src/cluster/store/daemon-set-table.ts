/** The DaemonSets, found by tenant, namespace and name, and by uid. */
import { KEY_OF } from '../object-key.ts';
import type { SlimDaemonSet } from '../records.ts';
import { MapTable } from './table.ts';

export class DaemonSetTable extends MapTable<SlimDaemonSet> {
  readonly #byUid = new Map<string, SlimDaemonSet>();

  constructor() {
    super(KEY_OF.daemonSets);
  }

  byUid(uid: string): SlimDaemonSet | undefined {
    return this.#byUid.get(uid);
  }

  protected override changed(before: SlimDaemonSet | undefined, after: SlimDaemonSet | undefined): void {
    // The uid may by now be another object's, in files written by hand.
    if (before !== undefined && this.#byUid.get(before.uid) === before) this.#byUid.delete(before.uid);
    if (after !== undefined) this.#byUid.set(after.uid, after);
  }
}
