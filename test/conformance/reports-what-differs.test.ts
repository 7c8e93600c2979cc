/** The command `npm run conformance`, as people and CI see it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const RUN = join(import.meta.dirname, 'run.ts');

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function run(...directories: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, ...directories], { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n'), stderr };
}

function write(file: string, ...lines: unknown[]): void {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(join(folder, file), `${text.join('\n')}\n`);
}

describe('the conformance command', () => {
  it('names the families that are missing, and passes with those that are there', () => {
    write('quantities.jsonl', { text: '1', valid: true, milli: '1000', value: '1' });

    const { status, lines } = run(folder);

    expect(status).toBe(0);
    expect(lines).toContain('quantities: 1 passed, 0 failed');
    expect(lines).toContain('fits: missing in this folder');
    expect(lines.at(-1)).toBe('1 passed, 0 failed');
  });

  it('exits 1 and shows input, expected and got', () => {
    write('quantities.jsonl', { text: '1', valid: true, milli: '1000', value: '2' });

    const { status, lines } = run(folder);

    expect(status).toBe(1);
    expect(lines).toContain('  quantities.jsonl:1');
    expect(lines).toContain('    input    {"text":"1"}');
    expect(lines).toContain('    expected {"milli":"1000","valid":true,"value":"2"}');
    expect(lines).toContain('    got      {"milli":"1000","valid":true,"value":"1"}');
    expect(lines.at(-1)).toBe('0 passed, 1 failed');
  });

  it.each([
    ['an error that we do not give', [{ type: 'FieldValueInvalid', field: 'selector.nowhere' }]],
    ['an error less than we give', []],
  ])('sees %s', (_name, errors) => {
    const selector = { matchExpressions: [{ key: 'a', operator: 'Huh' }] };
    const vector = { selector, labels: {}, matches: null };
    const ours = { type: 'FieldValueInvalid', field: 'selector.matchExpressions[0].operator' };
    write('label-selectors.jsonl', { ...vector, errors: [ours] }, { ...vector, errors });

    expect(run(folder).lines).toContain('label-selectors: 1 passed, 1 failed');
  });

  it('counts a vector without its fields as failed, and says how many more there are', () => {
    write('fits.jsonl', ...Array.from({ length: 7 }, () => ({ insufficient: [] })));

    const { status, lines } = run(folder);

    expect(status).toBe(1);
    expect(lines).toContain('  and 2 more, not shown (the first 5 of a family are)');
  });

  it.each([
    ['a folder without vectors', () => {}, 'holds no vector files'],
    [
      'an unknown family',
      () => write('quantitys.jsonl', {}),
      'quantitys.jsonl: not a family that is known here',
    ],
    ['a line that is not JSON', () => write('fits.jsonl', '', '{"a":'), 'fits.jsonl:2: not JSON'],
    ['a line that is no object', () => write('fits.jsonl', '[]'), 'fits.jsonl:1: not a JSON object'],
    [
      'a vector without its answer',
      () =>
        write('quantities.jsonl', { text: '1x', valid: false }, { text: '1', valid: true, milli: '1000' }),
      'quantities.jsonl:2: its answer "value" is missing',
    ],
    [
      'an answer of another form',
      () => write('daemonset-validation.jsonl', { object: {}, errors: 5 }),
      'daemonset-validation.jsonl:1: its answer cannot be read',
    ],
    ['an empty file', () => write('fits.jsonl', ''), 'fits.jsonl: holds no vectors'],
  ])('exits 2 with one line for %s', (_name, arrange, message) => {
    arrange();

    const { status, stderr } = run(folder);

    expect(status).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(message);
  });

  it('exits 2 for a folder that does not exist', () => {
    const { status, stderr } = run(join(folder, 'nowhere'));

    expect(status).toBe(2);
    expect(stderr).toContain('nowhere: no such folder');
  });

  it('exits 2 for a file instead of a folder', () => {
    write('fits.jsonl', {});

    const { status, stderr } = run(join(folder, 'fits.jsonl'));

    expect(status).toBe(2);
    expect(stderr).toContain('fits.jsonl: a file, not a folder of vector files');
  });

  it('runs every folder that is given, and fails when one of them does', () => {
    const [good, bad] = [join(folder, 'good'), join(folder, 'bad')];
    for (const path of [good, bad]) mkdirSync(path);
    write('good/quantities.jsonl', { text: '1', valid: true, milli: '1000', value: '1' });
    write('bad/quantities.jsonl', { text: '1', valid: true, milli: '1000', value: '2' });

    const { status, lines } = run(bad, good);

    expect(status).toBe(1);
    expect(lines.filter((line) => line === `${bad}:` || line === `${good}:`)).toEqual([
      `${bad}:`,
      `${good}:`,
    ]);
    expect(lines.filter((line) => line.endsWith(' failed') && !line.includes(':'))).toEqual([
      '0 passed, 1 failed',
      '1 passed, 0 failed',
    ]);
  });

  it('reads a file that begins with a byte order mark', () => {
    write('quantities.jsonl', '\uFEFF{"text":"1","valid":true,"milli":"1000","value":"1"}');

    expect(run(folder).lines).toContain('quantities: 1 passed, 0 failed');
  });
});
