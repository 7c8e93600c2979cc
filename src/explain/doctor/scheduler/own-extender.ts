/** Our entry in the configuration of a scheduler. */
import { isObject, type JsonObject } from '../../../json/object.ts';

/** Which entry is ours: by its path, and where several have it, by the host. */
export function ownExtender(
  configuration: unknown,
  host: string,
): { readonly entry: JsonObject; readonly index: number } | undefined {
  const list =
    isObject(configuration) && Array.isArray(configuration.extenders) ? configuration.extenders : [];
  const candidates = list.flatMap((entry: unknown, index) =>
    isObject(entry) && /\/scheduler\/*$/.test(String(entry.urlPrefix)) ? [{ entry, index }] : [],
  );
  return candidates.find(({ entry }) => String(entry.urlPrefix).includes(host)) ?? candidates[0];
}
