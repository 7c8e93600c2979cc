/** CycloneDX' own schemas, strict: what is not in them is an error. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

const library = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json');

/** By the name under which the first refers to the others. */
const SCHEMAS = ['bom-1.5', 'spdx', 'jsf-0.82'].map((name) => `${name}.SNAPSHOT.schema.json`);

function schema(file: string): object {
  const { $id: _, ...content } = JSON.parse(readFileSync(join(dirname(library), 'res/schema', file), 'utf8'));
  return content;
}

function compiled(): ValidateFunction {
  const ajv = new Ajv({ allErrors: true, strict: false });
  formats.default(ajv);
  // Of JSON schema 2019, which ajv-formats does not have: a reference has no white space, an address has an @.
  ajv.addFormat('iri-reference', /^\S*$/).addFormat('idn-email', /^[^@\s]+@[^@\s]+$/);
  for (const file of SCHEMAS) ajv.addSchema(schema(file), file);
  const validate = ajv.getSchema(SCHEMAS[0] ?? '');
  if (validate === undefined) throw new Error('the schema of CycloneDX is missing');
  return validate;
}

const validate = compiled();

/** Every place where the document is not CycloneDX 1.5; empty when it is. */
export function schemaProblems(document: unknown): string[] {
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
