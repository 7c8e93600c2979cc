/** Whatever is asked, what is answered is what the API server or the scheduler can read. Throws when it is not. */
import { isObject } from '../../../src/json/object.ts';
import type { AnswerText } from '../../../src/scheduler/wire/nodes-call.ts';

/** extenderv1.MaxExtenderPriority of Kubernetes. */
const HIGHEST_SCORE = 10;

export function checkAnswer(path: string, answer: AnswerText): void {
  const text = textOf(answer);
  const value: unknown = JSON.parse(text);
  const isRight = path.startsWith('/scheduler/') ? isExtenderAnswer(path, value) : isReview(value);
  if (!isRight) throw new Error(`${path}: answered ${text.slice(0, 300)}`);
}

function textOf(answer: AnswerText): string {
  if (typeof answer === 'string') return answer;
  return Buffer.isBuffer(answer) ? answer.toString('utf8') : Buffer.concat([...answer]).toString('utf8');
}

/** A refusal has a reason; a patch is only in what is allowed, and is a list of operations. */
function isReview(value: unknown): boolean {
  if (!isObject(value) || value.kind !== 'AdmissionReview' || !isObject(value.response)) return false;
  const { uid, allowed, status, patch, patchType } = value.response;
  if (typeof uid !== 'string' || uid === '' || typeof allowed !== 'boolean') return false;
  if (!allowed) return isObject(status) && typeof status.message === 'string' && status.message !== '';
  if (patch === undefined) return patchType === undefined;
  const operations: unknown = JSON.parse(Buffer.from(String(patch), 'base64').toString('utf8'));
  return patchType === 'JSONPatch' && Array.isArray(operations) && operations.length > 0;
}

function isExtenderAnswer(path: string, value: unknown): boolean {
  if (path === '/scheduler/prioritize') return Array.isArray(value) && value.every(isScore);
  if (!isObject(value)) return false;
  // It declines on purpose: it is only told which node was chosen.
  if (path === '/scheduler/bind') return typeof value.Error === 'string' && value.Error !== '';
  if (path === '/scheduler/preempt') return Object.values(victimsIn(value)).every(isObject);
  return value.Error === undefined || value.Error === '';
}

function isScore(entry: unknown): boolean {
  if (!isObject(entry) || typeof entry.Host !== 'string') return false;
  return Number.isInteger(entry.Score) && Number(entry.Score) >= 0 && Number(entry.Score) <= HIGHEST_SCORE;
}

function victimsIn({
  NodeNameToMetaVictims,
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isObject(NodeNameToMetaVictims) ? NodeNameToMetaVictims : {};
}
