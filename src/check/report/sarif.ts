/** The report as SARIF 2.1.0, which code hosts show beside the lines of a change. */
import { isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { VERSION } from '../../config/identity.ts';
import { onOneLine } from '../../json/one-line.ts';
import type { Exemption } from '../../policy/exemptions.ts';
import type { Mode } from '../../policy/modes.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import { isApiCode } from '../apiserver/api-codes.ts';
import { EVERY_CODE, wordsOf } from './code-words.ts';
import {
  type CheckedObject,
  exitCodeOf,
  type InputProblem,
  type Level,
  type PlacedFinding,
  type Report,
} from './report.ts';
import { messageOf } from './text.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const LEVEL_OF: Readonly<Record<Mode, Level | 'none'>> = {
  enforce: 'error',
  warn: 'warning',
  audit: 'note',
  off: 'none',
};

export function sarifReport(report: Report): string {
  const { objects, problems, settings } = report;
  const run = {
    tool: {
      driver: {
        name: 'daemonward',
        version: VERSION,
        semanticVersion: VERSION,
        rules: EVERY_CODE.map((code) => ruleOf(code, settings)),
      },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: problems.length === 0,
        exitCode: exitCodeOf(report),
        toolExecutionNotifications: problems.map(notificationOf),
      },
    ],
    results: objects.flatMap((object) => object.findings.map((finding) => resultOf(finding, object))),
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

function ruleOf(code: (typeof EVERY_CODE)[number], { modes }: PolicySettings) {
  const { title, cause, remedy } = wordsOf(code);
  // What the API server refuses no setting of ours lets pass.
  const mode = isApiCode(code) ? 'enforce' : modes[code];
  const page = isApiCode(code) ? 'check.md' : `reasons.md#${code.toLowerCase()}`;
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: cause },
    help: { text: `${remedy} (docs/${page})` },
    defaultConfiguration: { enabled: mode !== 'off', level: LEVEL_OF[mode] },
  };
}

function resultOf(placed: PlacedFinding, { kind, namespace, name }: CheckedObject) {
  const { finding, level, place, exemption } = placed;
  const { file, line, column } = place;
  const fullyQualifiedName = [`${kind} ${namespace}/${name}`, finding.field].filter(Boolean).join(' ');
  return {
    ruleId: finding.code,
    ruleIndex: EVERY_CODE.indexOf(finding.code),
    level,
    message: { text: messageOf(placed) },
    locations: [
      {
        physicalLocation: physical(file, { startLine: line, startColumn: column }),
        logicalLocations: [{ fullyQualifiedName: onOneLine(fullyQualifiedName) }],
      },
    ],
    // Where one result may be suppressed, the others have to say that they are not.
    suppressions: exemption === undefined ? [] : [suppressionOf(exemption)],
  };
}

function suppressionOf({ reason }: Exemption) {
  return { kind: 'external', status: 'accepted', justification: onOneLine(reason) };
}

function notificationOf({ file, line, column, field, message }: InputProblem) {
  const region = line === undefined ? undefined : { startLine: line, startColumn: column ?? 1 };
  return {
    level: 'error',
    message: { text: onOneLine(field === '' ? message : `${field}: ${message}`) },
    locations: [{ physicalLocation: physical(file, region) }],
  };
}

function physical(file: string, region: { startLine: number; startColumn: number } | undefined) {
  return { artifactLocation: { uri: uriOf(file) }, region };
}

/** Relative to where the command runs, which in CI is the root of the repository. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file
    .split(sep)
    .map(encodeURIComponent)
    .join('/')
    .replace(/^(?:\.\/)+/, '');
}
