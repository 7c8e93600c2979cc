/** What a soak of a cluster leaves behind, for the page that is made of it. */

/** What was seen in one turn of the sampler. Memory is in bytes and was taken right after a full collection. */
export interface Sample {
  /** Since the churn began. */
  readonly seconds: number;
  readonly rss: number;
  readonly heapUsed: number;
  /** Buffers and what else V8 keeps outside of its heap. */
  readonly external: number;
  /** How late timers ran: of each look at `/metrics` since the last turn the 99th of a hundred, the worst of them. */
  readonly loopDelayMs: number;
  /** Longest time since the watch last heard of pods or of nodes. */
  readonly ageSeconds: number;
  /** The same, of any kind: what nobody touches is heard of by bookmarks only. */
  readonly quietAgeSeconds: number;
  /** From the API server's answer to a new node until Daemonward explains it. */
  readonly seenMs: number;
  /** Processor time since the last turn, as a share of one core. */
  readonly cores: number;
  readonly nodes: number;
  readonly pods: number;
  readonly daemonSets: number;
  readonly orders: number;
  readonly holds: number;
  readonly inFlight: number;
  /** Lines of `/metrics`. */
  readonly series: number;
}

export interface SoakResult {
  readonly measuredOn: string;
  readonly kubernetes: string;
  readonly begun: string;
  readonly minutes: number;
  readonly seed: number;
  /** Bytes that were kept on purpose each minute, to see that it is found; 0 in a record. */
  readonly plantedBytesPerMinute: number;
  /** How often each was done. */
  readonly deeds: Readonly<Record<string, number>>;
  /** What Daemonward counted. */
  readonly counted: Readonly<Record<string, number>>;
  /** All that must not have happened, in words; empty when all is well. */
  readonly problems: readonly string[];
  /** What somebody who looked into a record has to say of it. */
  readonly remarks?: readonly string[];
  readonly samples: readonly Sample[];
}
