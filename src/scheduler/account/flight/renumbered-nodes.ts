/** Which node had which number last: one that comes back under its name may get another, and its own may be another's. */
import type { ClusterView } from '../../../cluster/view.ts';

export interface NumberedNode {
  readonly name: string;
  readonly number: number;
}

export class RenumberedNodes {
  /** By number; as long as the view has been, whatever names came and went. */
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(view: ClusterView) {
    for (const { name } of view.nodes()) this.#set({ name, number: view.nodeNumber(name) });
  }

  /** The nodes that were known by numbers that are not theirs any more, now that this one has come. */
  come(node: NumberedNode): readonly NumberedNode[] {
    const { name, number } = node;
    const before = this.#names[number];
    if (before === name) return [];
    const own = this.#numbers.get(name);
    const displaced = before === undefined ? [] : [{ name: before, number }];
    const moved = own === undefined ? [] : [{ name, number: own }];
    for (const former of [...displaced, ...moved]) this.#forget(former);
    this.#set(node);
    return [...displaced, ...moved];
  }

  #set({ name, number }: NumberedNode): void {
    this.#names[number] = name;
    this.#numbers.set(name, number);
  }

  #forget({ name, number }: NumberedNode): void {
    delete this.#names[number];
    this.#numbers.delete(name);
  }
}
