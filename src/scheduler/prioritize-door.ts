/** `/scheduler/prioritize`: the more room stays, the better. */
import { type Parsed, parsed } from '../json/problem.ts';
import { askingReader } from './asking.ts';
import type { Extender } from './extender.ts';
import { askedNodes } from './filter-door.ts';
import { scoresOf } from './prioritize.ts';
import { parseExtenderArgs, writeHostPriorities } from './wire.ts';

/** Added to what the scheduler's own plugins say: nothing. */
const NEUTRAL_SCORE = 0;

export function prioritizeDoor(extender: Extender): (bytes: Buffer) => Parsed<string | Buffer> {
  const { view, ledger } = extender;
  const readAsking = askingReader(view);
  return (bytes) => {
    const args = parseExtenderArgs(bytes);
    if (!args.ok) return args;
    const names = args.value.nodeNames ?? args.value.nodes?.names ?? [];
    const ready = extender.ready('prioritize');
    // In audit the scheduler is to do as it would without us.
    if (ready?.atWork.settings.headroom.mode !== 'enforce') {
      return parsed(writeHostPriorities(names.map((name) => [name, NEUTRAL_SCORE] as const)));
    }
    const asking = readAsking(bytes, args.value.pod);
    if (!asking.ok) return asking;
    const scores = scoresOf(asking.value, askedNodes(names, view), view, ledger.amounts);
    return parsed(
      writeHostPriorities(names.map((name, index) => [name, scores[index] ?? NEUTRAL_SCORE] as const)),
    );
  };
}
