import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logText } from '../../../../src/server/observe/log-text.ts';

/** One line, as the process makes it. */
function lineOf(write: (log: pino.Logger) => void, coloured = false): string {
  let text = '';
  const log = pino(
    {
      level: 'trace',
      base: null,
      timestamp: () => ',"time":"2026-11-17T10:01:48.123Z"',
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => (text += logText(line, coloured)) },
  );
  write(log);
  return text;
}

test('time, level, message, fields', () => {
  const line = lineOf((log) =>
    log.info(
      { uid: '8f2b', tenant: 'acme corp', dryRun: false, codes: ['DW101', 'DW301'], more: 2 },
      'decided',
    ),
  );

  expect(line).toBe(
    '10:01:48.123 INFO  decided uid=8f2b tenant="acme corp" dryRun=false codes=[DW101, DW301] more=2\n',
  );
});

test('objects in fields stay on the line', () => {
  const denied = [{ code: 'DW101', field: 'metadata.namespace', detail: 'not yours' }];

  expect(lineOf((log) => log.warn({ denied, none: null }, 'x'))).toBe(
    '10:01:48.123 WARN  x denied=[{code=DW101 field=metadata.namespace detail="not yours"}] none=null\n',
  );
});

test('an error shows where it comes from', () => {
  const line = lineOf((log) => log.error({ err: new Error('broken') }, 'request failed'));

  expect(line).toMatch(/^10:01:48\.123 ERROR request failed\n {4}Error: broken\n {4} +at /);
  expect(line.endsWith('\n')).toBe(true);
});

test('what others sent cannot write on the terminal', () => {
  const evil = 'a\u001b[2J\u009b31m\u202eb\n';

  const line = lineOf((log) => log.info({ name: evil, inner: { [evil]: evil } }, 'x'));

  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});

test('colours only where they are wanted', () => {
  expect(lineOf((log) => log.warn({ a: 1 }, 'x'), true)).toBe(
    '10:01:48.123 \u001b[33mWARN \u001b[0m x \u001b[2ma=\u001b[0m1\n',
  );
});

test('what is no line of the log goes through as it is', () => {
  expect(logText('plain\n', false)).toBe('plain\n');
  expect(logText('3\n', false)).toBe('3\n');
});
