/** Which mistakes stand although the text around them is broken: the cause of some may be the broken text itself. */
import { hiddenFindings } from './duplicates.ts';
import { valueAt } from './key-path.ts';
import { extentOf, offsetOf, type Place, placeOfAll } from './positions.ts';
import type { Finding, TextMistake } from './problem.ts';
import { ruleFindings } from './rules.ts';
import { schemaFindings } from './schema-findings.ts';
import type { YamlSource } from './yaml-source.ts';

/** A finding and where in the text it points. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly offset: number;
}

/** The places of findings about the document as a whole. */
export function placed(source: YamlSource, findings: readonly Finding[]): PlacedFinding[] {
  const { document } = source;
  if (document === undefined) {
    return [];
  }
  const place = placeOfAll(document);
  return findings.map((finding) => ({ finding, offset: offsetOf(place, finding) }));
}

/** Everything wrong with the content that is not the fault of a mistake in the text. */
export function certainFindings(source: YamlSource): PlacedFinding[] {
  const { document, content, syntaxMistakes, otherMistakes } = source;
  if (document === undefined) {
    return [];
  }
  const place = placeOfAll(document);
  const findings = placed(source, [...schemaFindings(content), ...ruleFindings(content)]);
  // What an alias of nothing leaves behind is no second mistake.
  const reported = new Set(otherMistakes.map(({ offset }) => offset));
  if (syntaxMistakes.length > 0) {
    const errorLines = new Set(syntaxMistakes.map(({ offset }) => lineOf(source, offset)));
    return findings.filter(
      (finding) => !reported.has(finding.offset) && isCertain(source, place, errorLines, finding),
    );
  }
  const hidden = hiddenFindings(source.duplicateKeys).map(({ finding, place }) => ({
    finding,
    offset: offsetOf(place, finding),
  }));
  return [...findings, ...hidden].filter(({ offset }) => !reported.has(offset));
}

/** One slip of the pen often upsets the YAML reader twice: of each line its first mistake. */
export function onePerLine(source: YamlSource): TextMistake[] {
  const byLine = new Map<number, TextMistake>();
  for (const mistake of source.syntaxMistakes) {
    const line = lineOf(source, mistake.offset);
    if (!byLine.has(line)) {
      byLine.set(line, mistake);
    }
  }
  return [...byLine.values()];
}

function isCertain(
  source: YamlSource,
  place: Place,
  errorLines: ReadonlySet<number>,
  { finding, offset }: PlacedFinding,
): boolean {
  if (finding.about === 'missing-key' || errorLines.has(lineOf(source, offset))) {
    return false;
  }
  if (finding.about === 'unknown-key') {
    const section = extentOf(place, finding.path.slice(0, -1));
    return section === undefined || !errorLines.has(lineOf(source, section[0]));
  }
  const value = valueAt(source.content, finding.path);
  const [start, end] = extentOf(place, finding.path) ?? [0, 0];
  const broken = source.syntaxMistakes.some((mistake) => mistake.offset >= start && mistake.offset <= end);
  return value !== null && value !== undefined && !broken;
}

function lineOf(source: YamlSource, offset: number): number {
  return source.lines.linePos(offset).line;
}
