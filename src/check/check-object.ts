/** One object of a manifest, from its text to what is found in it: decoded, judged, validated. */
import type { JsonObject } from '../json/object.ts';
import { valueAt } from '../json/path.ts';
import type { Typed } from '../kube/object-schema.ts';
import type { ApiTypes } from '../kube/openapi/api-types.ts';
import { SYSTEM_PRIORITIES } from '../kube/priority.ts';
import { type FieldError, notFound } from '../kube/validation/field-error.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import type { PolicyView } from '../policy/policy-view.ts';
import { allFindings } from './all-findings.ts';
import { decodeManifest } from './apiserver/decoded-object.ts';
import { validateManifest } from './apiserver/validated-object.ts';
import type { InputObject } from './input.ts';
import { judgeObject } from './judge-object.ts';
import type { CheckedObject, PlacedFinding } from './report/report.ts';

export interface CheckedEntry {
  readonly checked: CheckedObject;
  /** Whether its fields and types could be looked at. */
  readonly isKnown: boolean;
}

/** Undefined for what no rule is about. */
export function checkObject(
  entry: InputObject,
  policy: CompiledPolicy,
  types: ApiTypes | undefined,
  defaultNamespace: string,
): Typed<CheckedEntry> | undefined {
  const { object, role, duplicates, placeOf } = entry;
  const { content, findings: decoding, isKnown } = decodeManifest(object, types);
  const judged = judgeObject(content, role, policy, defaultNamespace);
  if (judged === undefined || !judged.ok) return judged;
  const { decision, ...about } = judged.value;
  const validation = isKnown
    ? [...validateManifest(object, content), ...(role.as === 'pod' ? classErrors(content, policy.view) : [])]
    : [];
  const findings: PlacedFinding[] = [
    ...allFindings({ decision, decoding, validation }).map((found) => ({
      ...found,
      place: placeOf(found.finding.field),
    })),
    ...duplicates.map(({ field, place }) => ({
      finding: { code: 'duplicate-field' as const, field, ...GIVEN_TWICE },
      level: 'error' as const,
      exemption: undefined,
      place,
    })),
  ];
  const { apiVersion, kind } = object;
  const checked = { place: placeOf(''), apiVersion, kind, ...about, findings: inOrder(findings) };
  return { ok: true, value: { checked, isKnown } };
}

/** The API server fills in the priority of a pod, and refuses one whose class it does not find. */
function classErrors(content: JsonObject, view: PolicyView): FieldError[] {
  const name = valueAt(content, ['spec', 'priorityClassName']);
  if (typeof name !== 'string' || name === '' || SYSTEM_PRIORITIES.has(name)) return [];
  if (!view.synced || view.priorityClass(name) !== undefined) return [];
  return [notFound('spec.priorityClassName', name, 'there is no such PriorityClass')];
}

const GIVEN_TWICE = { detail: 'is given twice', remedy: 'remove all but one' } as const;

function inOrder(findings: readonly PlacedFinding[]): PlacedFinding[] {
  return findings.toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
}
