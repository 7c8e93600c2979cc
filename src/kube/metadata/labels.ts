/** The syntax of label keys and values, and of annotation keys. */

import type { Labels, Maybe } from '../objects.ts';
import { dnsSubdomainProblems, type Syntax, syntaxProblems } from './names.ts';

const shape =
  "must consist of letters, digits, '-', '_' or '.', and must start and end with a letter or digit";
const NAME: Syntax = { maxLength: 63, pattern: /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/, shape };
/** A label may be empty. */
const LABEL_VALUE: Syntax = { ...NAME, pattern: /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/ };

/** The label of a map, or undefined: never an inherited property such as `constructor`, which is a valid key. */
export function labelOf(labels: Maybe<Labels>, key: string): string | undefined {
  return labels && Object.hasOwn(labels, key) ? labels[key] : undefined;
}

/** What is wrong with a qualified name, `[prefix/]name`; empty when nothing is. */
export function qualifiedNameProblems(text: string): string[] {
  const parts = text.split('/', 3);
  if (parts.length > 2) return [`${shape}, with at most one '/' after a DNS subdomain`];
  const problems: string[] = [];
  const name = parts.pop() ?? '';
  const prefix = parts.pop();
  if (prefix === '') problems.push('prefix part must not be empty');
  else if (prefix !== undefined) {
    problems.push(...dnsSubdomainProblems(prefix).map((problem) => `prefix part ${problem}`));
  }
  if (name === '') problems.push('name part must not be empty');
  for (const problem of syntaxProblems(name, NAME)) problems.push(`name part ${problem}`);
  return problems;
}

export function labelValueProblems(text: string): string[] {
  return syntaxProblems(text, LABEL_VALUE);
}
