/** Notices pods of one name: no cluster has two at a time, so they come from files of different times. */

interface Named {
  readonly tenant?: string;
  readonly namespace?: string;
  readonly name: string;
}

export class Namesakes {
  /** By tenant and namespace. The names are the records' own strings, so this costs little beside the pods. */
  readonly #names = new Map<string, Set<string>>();

  /** Whether a pod of this tenant, namespace and name was noted before. */
  note({ tenant = '', namespace = '', name }: Named): boolean {
    const scope = `${tenant}/${namespace}`;
    const names = this.#names.get(scope);
    if (names === undefined) this.#names.set(scope, new Set([name]));
    else if (names.has(name)) return true;
    else names.add(name);
    return false;
  }
}
