/** Manifests as text: YAML with comments for people and kubectl, or JSON for programs. */
import { Document, isScalar, visit } from 'yaml';
import type { Manifest } from './manifest.ts';

/** Objects for kubectl, and below them what is none, as a comment. */
export function yamlText(manifests: readonly Manifest[], head: string, tail: string): string {
  const documents = manifests.map(documentText);
  return [commented(head), ...documents, commented(tail)].join('---\n');
}

/** One alone, with no line that would keep it from standing in a file with others. */
export function singleYamlText(manifest: Manifest, head: string): string {
  return `${commented(head)}${documentText(manifest)}`;
}

/** A manifest for the inside of a comment. */
export function plainText({ about, ...rest }: Manifest): string {
  return `${about}\n${documentText({ about: '', ...rest })}`;
}

export function jsonText(manifests: readonly Manifest[]): string {
  const items = manifests.map(({ object }) => object);
  return singleJsonText({ apiVersion: 'v1', kind: 'List', items });
}

export function singleJsonText(object: object): string {
  return `${JSON.stringify(object, null, 2)}\n`;
}

/** kubectl reads YAML 1.1, in which a namespace called "on" is a truth value unless it is quoted. */
export function documentText({ about, object, remarks = {} }: Manifest): string {
  const document = new Document(object, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !isScalar(value) || typeof key.value !== 'string') return;
      if (Object.hasOwn(remarks, key.value)) value.comment = ` ${remarks[key.value]}`;
    },
  });
  return `${commented(about)}${document.toString({ lineWidth: 0 })}`;
}

function commented(text: string): string {
  return text === '' ? '' : `${text.trimEnd().replaceAll(/^/gm, '# ')}\n`;
}
