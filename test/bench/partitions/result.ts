/** What the simulation writes down of each size; docs/partitions-scale.md is made of it. */

export interface Measured {
  readonly nodes: number;
  readonly pods: number;
  readonly daemonSets: number;
  /** Those without their daemons, on which room is held. */
  readonly newNodes: number;
  readonly holds: number;
  /** How many processes wanted to run on the machine when it began. */
  readonly load: number;
  readonly receivedMB: number;
  readonly syncSeconds: number;
  readonly cpuSeconds: number;
  readonly viewHeapMB: number;
  readonly settledRssMB: number;
  readonly peakRssMB: number;
  /** CPU of the first look at all holds, and of calls. */
  readonly holdsMs: number;
  readonly filter500Ms: number;
  readonly filterAllMs: number;
  readonly nodeEventMs: number;
  readonly podEventMs: number;
  readonly problems: readonly string[];
}

export interface ScaleResult {
  readonly measuredOn: string;
  readonly sizes: readonly Measured[];
}
