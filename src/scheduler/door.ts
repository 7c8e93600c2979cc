/** The three scheduler paths. The decisions come later: every node and every candidate passes. */
import { type Parsed, parsed } from '../json/problem.ts';
import { parsePreemptionArgs, writePreemptionResult } from './preemption-wire.ts';
import { parseExtenderArgs, writeFilterResult, writeHostPriorities } from './wire.ts';

/** Added to what the scheduler's own plugins say: nothing. */
const NEUTRAL_SCORE = 0;

export const SCHEDULER_DOORS = {
  '/scheduler/filter': filter,
  '/scheduler/prioritize': prioritize,
  '/scheduler/preempt': preempt,
} as const satisfies Record<string, (bytes: Buffer) => Parsed<string | Buffer>>;

function filter(bytes: Buffer): Parsed<Buffer> {
  const args = parseExtenderArgs(bytes);
  return args.ok ? parsed(writeFilterResult(args.value)) : args;
}

function prioritize(bytes: Buffer): Parsed<string> {
  const args = parseExtenderArgs(bytes);
  if (!args.ok) return args;
  const names = args.value.nodeNames ?? args.value.nodes?.names ?? [];
  return parsed(writeHostPriorities(names.map((name) => [name, NEUTRAL_SCORE] as const)));
}

function preempt(bytes: Buffer): Parsed<string> {
  const args = parsePreemptionArgs(bytes);
  return args.ok ? parsed(writePreemptionResult(args.value.candidates)) : args;
}
