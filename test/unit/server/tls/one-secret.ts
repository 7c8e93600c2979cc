/** An API server that has one Secret and our two registrations, with versions, conflicts and refusals of a real one. */
import { ApiError } from '../../../../src/cluster/api/api-answer.ts';
import type { ApiClient } from '../../../../src/cluster/api/api-client.ts';
import { isObject, type JsonObject } from '../../../../src/json/object.ts';

export class OneSecret {
  readonly objects = new Map<string, JsonObject>();
  #version = 0;
  readonly writes: string[] = [];

  readonly api: Pick<ApiClient, 'find' | 'create' | 'update' | 'apply'> = {
    find: async (path) => this.objects.get(path),
    create: async (path, object) => {
      const metadata = metadataOf(object);
      const where = `${path}/${metadata.name}`;
      if (this.objects.has(where)) throw new ApiError(409, 'is there', 'AlreadyExists');
      return this.#put('create', where, object);
    },
    update: async (path, object) => {
      const before = metadataOf(this.objects.get(path) ?? {});
      if (before.resourceVersion !== metadataOf(object).resourceVersion) {
        throw new ApiError(409, 'has changed', 'Conflict');
      }
      return this.#put('update', path, object);
    },
    apply: async (path, object) => {
      const before = this.objects.get(path) ?? {};
      if (metadataOf(before).resourceVersion !== metadataOf(object).resourceVersion) {
        throw new ApiError(409, 'has changed', 'Conflict');
      }
      return this.#put('apply', path, { ...before, ...object });
    },
  };

  put(path: string, object: JsonObject): void {
    this.#put('put', path, object);
  }

  #put(verb: string, path: string, object: JsonObject): JsonObject {
    this.#version += 1;
    this.writes.push(`${verb} ${path.split('/').at(-2)}`);
    const stored = { ...object, metadata: { ...metadataOf(object), resourceVersion: String(this.#version) } };
    this.objects.set(path, stored);
    return stored;
  }
}

function metadataOf({ metadata }: JsonObject): JsonObject {
  return isObject(metadata) ? metadata : {};
}
