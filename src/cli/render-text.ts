/** Manifests as text: YAML with comments for people and kubectl, or JSON for programs. */
import { Document, isScalar, visit } from 'yaml';
import type { Manifest } from './render-manifests.ts';

const EMPTY_CA = ' the CA in PEM, as base64: daemonward render fills it in, or cert-manager';

export function yamlText(manifests: readonly Manifest[], head: string): string {
  const documents = manifests.map(documentText);
  return [commented(head), ...documents].join('---\n');
}

export function jsonText(manifests: readonly Manifest[]): string {
  const items = manifests.map(({ object }) => object);
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)}\n`;
}

/** kubectl reads YAML 1.1, in which a namespace called "on" is a truth value unless it is quoted. */
function documentText({ about, object }: Manifest): string {
  const document = new Document(object, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === 'caBundle' && isScalar(value) && value.value === '') {
        value.comment = EMPTY_CA;
      }
    },
  });
  return `${commented(about)}${document.toString({ lineWidth: 0 })}`;
}

function commented(text: string): string {
  return text === '' ? '' : `${text.replaceAll(/^/gm, '# ')}\n`;
}
