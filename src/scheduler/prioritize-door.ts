/** `/scheduler/prioritize`: the more room stays, the better. */
import { type Parsed, parsed } from '../json/problem.ts';
import { createNamesReader } from './asked-names.ts';
import { type AskingReader, askingReader } from './asking.ts';
import type { Extender } from './extender.ts';
import { askedNodes } from './filter-door.ts';
import { writeNamesPriorities } from './names-writer.ts';
import { scoresOf } from './prioritize.ts';
import { parseExtenderArgs, writeHostPriorities } from './wire.ts';

/** Added to what the scheduler's own plugins say: nothing. */
const NEUTRAL_SCORE = 0;

export function prioritizeDoor(extender: Extender): (bytes: Buffer) => Parsed<string | Buffer> {
  const readNames = createNamesReader(extender.names);
  const readAsking = askingReader(extender.view);
  return (bytes) => {
    const asked = readNames(bytes);
    if (asked === null) return plainly(bytes, extender, readAsking);
    // In audit the scheduler is to do as it would without us.
    if (!isEnforcing(extender)) {
      return parsed(writeNamesPriorities(bytes, asked, new Uint8Array(asked.count)));
    }
    const asking = readAsking(bytes, asked.pod, asked.identity);
    if (!asking.ok) return asking;
    const scores = scoresOf(asking.value, asked, extender.view, extender.ledger.amounts);
    return parsed(writeNamesPriorities(bytes, asked, scores));
  };
}

function plainly(bytes: Buffer, extender: Extender, readAsking: AskingReader): Parsed<string> {
  const args = parseExtenderArgs(bytes);
  if (!args.ok) return args;
  const names = args.value.nodeNames ?? args.value.nodes?.names ?? [];
  if (!isEnforcing(extender)) {
    return parsed(writeHostPriorities(names.map((name) => [name, NEUTRAL_SCORE] as const)));
  }
  const asking = readAsking(bytes, args.value.pod);
  if (!asking.ok) return asking;
  const { view, ledger } = extender;
  const scores = scoresOf(asking.value, askedNodes(names, view), view, ledger.amounts);
  return parsed(
    writeHostPriorities(names.map((name, index) => [name, scores[index] ?? NEUTRAL_SCORE] as const)),
  );
}

function isEnforcing(extender: Extender): boolean {
  return extender.ready('prioritize')?.atWork.settings.headroom.mode === 'enforce';
}
