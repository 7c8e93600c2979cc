/** Manifests on the standard input of `check` and `forecast`, in every form of output. */
import { parseAllDocuments } from 'yaml';
import { run } from '../../../src/cli/run.ts';
import { exampleText } from './example-text.ts';
import { outcomeOf, type PlacedError, type Target } from './target.ts';
import { spoilt } from './text-mutations.ts';

const MANIFESTS = [
  'manifests/misplaced-template.yaml',
  'manifests/node-agent.yaml',
  'manifests/tenant.yaml',
  'manifests/three-mistakes.yaml',
  'orders/buffer.yaml',
  'orders/gpu-node-buffer.yaml',
];

function manifests(): string[] {
  const texts = MANIFESTS.map(exampleText);
  const asJson = texts.map((text) => JSON.stringify(parseAllDocuments(text)[0]?.toJS() ?? {}, null, 1));
  return [...texts, ...asJson];
}

const OUTPUTS = ['text', 'json', 'sarif', 'junit'] as const;

interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function printed(args: readonly string[], input: Buffer): Promise<Printed> {
  let [out, err] = ['', ''];
  const code = await run(args, {
    nodeVersion: '24.0.0',
    environment: {},
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    errIsScreen: false,
    input: async (most) => input.subarray(0, most),
    onStopSignal: () => () => {},
  });
  return { code, out, err };
}

const ERROR_LINE = /^(?:stdin|-)(?::(?<line>\d+)(?::(?<column>\d+))?)?: (?<text>.*)$/;

/** Said of the call and not of the file: there was nothing that the command is for. */
const NOTHING_FOUND = /^daemonward: forecast: there is no DaemonSet/;

function placedErrors(err: string): PlacedError[] {
  return err
    .split('\n')
    .filter((line) => line !== '' && !NOTHING_FOUND.test(line) && !line.startsWith('daemonward forecast'))
    .map((line) => {
      const { groups } = ERROR_LINE.exec(line) ?? {};
      if (groups === undefined) return { text: line };
      const whole = groups.line === undefined;
      return whole
        ? { text: groups.text ?? '' }
        : { line: Number(groups.line), column: Number(groups.column ?? 1), text: groups.text ?? '' };
    });
}

export function checkTarget(): Target {
  const seeds = manifests();
  return {
    name: 'check',
    share: 45,
    input: (random) => spoilt(seeds, random),
    async read(input) {
      // By its length and not in turn: the same input has the same answer whenever it is tried.
      const output = OUTPUTS[input.length % OUTPUTS.length] ?? 'text';
      const { code, out, err } = await printed(['check', '-f', '-', '--output', output], input);
      if (output === 'json' || output === 'sarif') JSON.parse(out);
      if (output === 'junit' && !out.startsWith('<?xml')) throw new Error(`no XML: ${out.slice(0, 100)}`);
      const outcome = outcomeOf(placedErrors(err), input);
      if (code === 2 && outcome.errors.length === 0) throw new Error('ended with 2 and said nothing');
      return outcome;
    },
  };
}

export function forecastTarget(): Target {
  const seeds = manifests();
  return {
    name: 'forecast',
    share: 5,
    input: (random) => spoilt(seeds, random),
    async read(input) {
      const output = input.length % 2 === 0 ? 'text' : 'json';
      const { code, out, err } = await printed(
        ['forecast', '-f', '-', '--example', '--output', output],
        input,
      );
      if (output === 'json' && out !== '') JSON.parse(out);
      if (code === 2 && err === '') throw new Error('ended with 2 and said nothing');
      return outcomeOf(placedErrors(err), input);
    },
  };
}
