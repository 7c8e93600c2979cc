/** Turns a configuration file into a configuration, or into everything that is wrong with it at once. */
import { dirname, isAbsolute, join } from 'node:path';
import type { JsonObject } from '../json/object.ts';
import { diagnose } from './diagnose/diagnose.ts';
import type { Problem } from './diagnose/problem.ts';
import { ruleWarnings } from './diagnose/rules.ts';
import { type Configuration, type Flavor, withDefaults } from './schema/schema.ts';
import type { PlaceNode } from './schema/schema-node.ts';
import { configurationSchema } from './schema/settings.ts';
import { mapSettings } from './schema/walk.ts';
import { digestOf, readTextFile, type TextFile } from './text-file.ts';

export interface GoodConfiguration {
  readonly ok: true;
  readonly configuration: Configuration;
  /** What is allowed and most likely not what was meant. */
  readonly warnings: readonly Problem[];
  /** Tells two contents apart. */
  readonly digest: string;
}

export type LoadedConfiguration =
  | GoodConfiguration
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly digest: string };

export interface Circumstances {
  /** What counts as past, in milliseconds of Unix time. */
  readonly now?: number;
  /** The flavor in force, when the file can no longer change it. */
  readonly flavor?: Flavor;
}

/** Reads and checks a file; a file that cannot be read is a problem like any other. */
export function loadConfiguration(path: string, circumstances?: Circumstances): LoadedConfiguration {
  return checkConfiguration(readTextFile(path), path, circumstances);
}

/** Checks what was read of a file. */
export function checkConfiguration(
  read: TextFile,
  path: string,
  circumstances?: Circumstances,
): LoadedConfiguration {
  if (read.ok) return parseConfiguration(read.text, path, circumstances);
  return { ok: false, problems: [{ file: path, path: '', message: read.message }], digest: digestOf(read) };
}

/** Checks a text; `file` is its name in messages, and relative paths start at its folder. */
export function parseConfiguration(
  text: string,
  file: string,
  { now = Date.now(), flavor }: Circumstances = {},
): LoadedConfiguration {
  const digest = digestOf({ ok: true, text });
  const diagnosis = diagnose(text, file);
  if (!diagnosis.ok) return { ok: false, problems: diagnosis.problems, digest };
  const { content } = diagnosis;
  const configuration = withoutUnusedSecret(withDefaults(withPathsFrom(file, content), flavor));
  const warnings = diagnosis.warnings(ruleWarnings(content, configuration, now));
  return { ok: true, configuration, warnings, digest };
}

/** `certFile` goes before it, as the warning says: nobody after this has to know which of the two decides. */
function withoutUnusedSecret(configuration: Configuration): Configuration {
  const { secret, ...tls } = configuration.server.tls;
  if (secret === undefined || tls.certFile === undefined) return configuration;
  return { ...configuration, server: { ...configuration.server, tls } };
}

/** A copy in which every path that is relative starts at the folder of the file, and can be opened from here. */
function withPathsFrom(file: string, given: JsonObject): JsonObject {
  const fromFolder = (node: PlaceNode, value: unknown): unknown => {
    if (node.type === 'array' && Array.isArray(value)) {
      return value.map((item) => fromFolder(node.items, item));
    }
    const isPath = node.type === 'string' && node.format === 'path' && typeof value === 'string';
    return isPath && !isAbsolute(value) ? join(dirname(file), value) : value;
  };
  return mapSettings(configurationSchema, given, fromFolder);
}
