/** Two pieces of work that are done in turn, in the same run. */
export interface Comparison {
  readonly what: string;
  readonly work: (body: Buffer) => unknown;
  /** The answer is how many times this one the work takes. */
  readonly against: (body: Buffer) => unknown;
  readonly bodies: readonly Buffer[];
}
