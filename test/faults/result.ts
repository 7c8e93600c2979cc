/** What a run of the faults has measured, as it stands in the file that the page is made from. */

export interface SceneResult {
  readonly scene: string;
  readonly seconds: number;
  readonly reviews: {
    readonly sent: number;
    /** Nobody of ours answered: refused by the API server for that reason, by a native policy, or let pass unpatched. */
    readonly unanswered: number;
    readonly wrong: number;
  };
  readonly scheduling: {
    readonly calls: number;
    /** The scheduler went on without an answer. */
    readonly skipped: number;
    readonly placed: number;
    /** In room that is kept for a daemon, after a call that nobody answered, or that was let pass. */
    readonly unguarded: number;
    /** The same, and nothing excuses it. */
    readonly wrong: number;
  };
  /** Reviews and calls that nobody answered because the machine had no processor for them: they are not counted above. */
  readonly starved: number;
  /** From the end of the fault, or where it has no length from its moment, to the last sign of it. */
  readonly recoveredMs: number;
  readonly peakMB: number;
  readonly metrics: readonly string[];
  /** What did not hold, in words; empty when all did. */
  readonly broken: readonly string[];
}

export interface FaultsResult {
  readonly measuredOn: string;
  readonly seed: number;
  readonly seconds: number;
  readonly scenes: readonly SceneResult[];
}
