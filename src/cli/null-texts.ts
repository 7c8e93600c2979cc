/** Manifests as Go reads them: null in a map of text is the empty text, and Helm writes it for a value left out. */

const TEXT_MAPS: ReadonlySet<string> = new Set(['labels', 'annotations', 'matchLabels', 'nodeSelector']);

/** The same value where there is no such null. */
export function withNullTextsEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullTextsEmpty);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      TEXT_MAPS.has(key) ? filled(inner) : withNullTextsEmpty(inner),
    ]),
  );
}

function filled(map: unknown): unknown {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([key, text]) => [key, text === null ? '' : text]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
