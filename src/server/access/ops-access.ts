/** Who may read what on the ops port. */

/**
 * What an answer shows. `open`: whether the process is well, and nothing of the cluster. `cluster`: anything. `namespace`:
 * one pod, of a namespace that its people may look into.
 */
export type Need =
  | { readonly kind: 'open' }
  | { readonly kind: 'cluster' }
  | { readonly kind: 'namespace'; readonly namespace: string };

/** How much the caller may see: all, or what belongs to the namespace that was asked about. */
export type Sight = 'cluster' | 'namespace';

export interface OpsAccess {
  /** `authorization` is the header. Throws an HttpError when the caller may not. */
  check(need: Need, authorization: string | undefined): Promise<Sight>;
}

/** Whoever reaches the port may read all of it: a network says who that is. */
export const OPEN_ACCESS: OpsAccess = { check: async () => 'cluster' };
