/** `/scheduler/filter`: which of the asked nodes the pod may go to. */
import type { ClusterView } from '../cluster/view.ts';
import { type Parsed, parsed } from '../json/problem.ts';
import { type AskedNames, createNamesReader } from './asked-names.ts';
import { type Asking, type AskingReader, askingReader } from './asking.ts';
import type { Extender, Ready } from './extender.ts';
import { type AskedNodes, createJudge, type Verdicts } from './filter.ts';
import { writeNamesResult } from './names-writer.ts';
import { type ListVerdicts, PASS, parseExtenderArgs, writeFilterResult } from './wire.ts';

/** Names, which nearly every call consists of, are read and written as bytes; whatever is unusual takes the plain way. */
export function filterDoor(extender: Extender): (bytes: Buffer) => Parsed<Buffer> {
  const parts = partsOf(extender);
  const readNames = createNamesReader(extender.names);
  const plainly = plainFilter(parts);
  const quickly = namesFilter(parts);
  return (bytes) => {
    const asked = readNames(bytes);
    return asked === null ? plainly(bytes) : quickly(bytes, asked);
  };
}

/** The plain way alone: slower, and the measure of the other. */
export function plainFilterDoor(extender: Extender): (bytes: Buffer) => Parsed<Buffer> {
  return plainFilter(partsOf(extender));
}

interface FilterDoorParts {
  readonly extender: Extender;
  readonly readAsking: AskingReader;
  readonly decide: Decider;
}

function partsOf(extender: Extender): FilterDoorParts {
  return { extender, readAsking: askingReader(extender.view), decide: decider(extender) };
}

function namesFilter({ extender, readAsking, decide }: FilterDoorParts) {
  let ones = new Uint8Array(0);
  return (bytes: Buffer, asked: AskedNames): Parsed<Buffer> => {
    const ready = extender.ready('filter');
    if (ready === null) {
      if (ones.length < asked.count) ones = new Uint8Array(asked.count * 2).fill(1);
      return parsed(writeNamesResult(bytes, asked, ones, noReason, false));
    }
    const asking = readAsking(bytes, asked.pod, asked.identity);
    if (!asking.ok) return asking;
    const verdicts = decide(asking.value, namedNodes(bytes, asked), ready);
    const reasonOf = (index: number) => verdicts.reasonOf(index);
    return parsed(writeNamesResult(bytes, asked, verdicts.passes, reasonOf, isArktos(ready)));
  };
}

/** For every form of body that there is, and for saying what is wrong with one. */
function plainFilter({ extender, readAsking, decide }: FilterDoorParts) {
  return (bytes: Buffer): Parsed<Buffer> => {
    const args = parseExtenderArgs(bytes);
    if (!args.ok) return args;
    const ready = extender.ready('filter');
    if (ready === null) return parsed(writeFilterResult(args.value));
    const asking = readAsking(bytes, args.value.pod);
    if (!asking.ok) return asking;
    const { nodeNames, nodes } = args.value;
    const about = (names: readonly string[] | undefined): ListVerdicts => {
      if (names === undefined) return PASS;
      const asked = askedNodes(names, extender.view);
      return inList(decide(asking.value, asked, ready), asked.count);
    };
    return parsed(
      writeFilterResult(args.value, {
        // The names last: the scheduler uses them where there are any, so with these the pod is remembered.
        nodes: about(nodes?.names),
        nodeNames: about(nodeNames ?? undefined),
        bothMaps: isArktos(ready),
      }),
    );
  };
}

function isArktos({ atWork }: Ready): boolean {
  return atWork.settings.tenancy.flavor === 'arktos';
}

function noReason(): string {
  return '';
}

type Decider = (asking: Asking, nodes: AskedNodes, ready: Ready) => Verdicts;

/** Decides, tells, and remembers where the pod was let in. */
function decider(extender: Extender): Decider {
  const judge = createJudge(extender);
  const { observer, inFlight, daemonsInFlight, ledger } = extender;
  return (asking, nodes, { atWork, now }) => {
    const { pod } = asking;
    const audited = atWork.settings.headroom.mode === 'audit';
    inFlight.leave(pod.uid, 'again');
    daemonsInFlight.leave(pod.uid);
    const verdicts = judge(asking, nodes, atWork, now);
    const { passes, refused, doubtful } = verdicts;
    if (refused.size > 0) {
      const example = verdicts.reasonOf(passes.indexOf(0));
      observer.filtered({ pod, audited, nodes: refused, example });
      if (audited) passes.fill(1, 0, nodes.count);
    }
    if (doubtful.refused > 0) observer.doubtfulNodes(audited ? 'passed' : 'refused', doubtful.refused);
    if (doubtful.passed > 0) observer.doubtfulNodes('passed', doubtful.passed);
    const passed = { count: nodes.count, numbers: nodes.numbers, passes };
    const daemon = ledger.daemonOf(pod);
    if (daemon === undefined) inFlight.enter(asking, passed, now);
    else daemonsInFlight.enter(asking, daemon, passed, now);
    return verdicts;
  };
}

function namedNodes(bytes: Buffer, { count, numbers, starts, ends }: AskedNames): AskedNodes {
  return { count, numbers, nameOf: (index) => bytes.toString('utf8', starts[index], ends[index]) };
}

export function askedNodes(names: readonly string[], view: ClusterView): AskedNodes {
  const numbers = Int32Array.from(names, (name) => view.nodeNumber(name));
  return { count: names.length, numbers, nameOf: (index) => names[index] ?? '' };
}

/** A copy: the next list is judged in the same place. */
function inList(verdicts: Verdicts, count: number): ListVerdicts {
  const passes = verdicts.passes.slice(0, count);
  return { passes: (index) => passes[index] === 1, reasonOf: (index) => verdicts.reasonOf(index) };
}
