/** What a process and its supervisor say to each other. */

export interface StartOrder {
  order: 'start';
  id: number;
  command: string;
  args: string[];
  env: Record<string, string>;
  log: string;
}

export interface SignalOrder {
  order: 'signal';
  id: number;
  signal: NodeJS.Signals;
}

export interface EndOrder {
  order: 'end';
  keepLogs: boolean;
}

export type Order = StartOrder | SignalOrder | EndOrder;

export type Report =
  | { report: 'started'; id: number; pid: number }
  | { report: 'failed'; id: number; message: string }
  | { report: 'exited'; id: number; code: number | null; signal: string | null };

/** The channel is between two files of ours, so the tag is all that is checked. */
function tagged<T>(message: unknown, tag: string): message is T {
  return typeof message === 'object' && message !== null && tag in message;
}

export function isOrder(message: unknown): message is Order {
  return tagged<Order>(message, 'order');
}

export function isReport(message: unknown): message is Report {
  return tagged<Report>(message, 'report');
}
