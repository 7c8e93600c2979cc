/** What SARIF 2.1.0 requires of the parts that we write, from the chapters of the standard named here. */

const text = { type: 'string' } as const;
/** 3.11: a message has a text, or an id. */
const message = object({ text }, ['text']);
/** 3.30: lines and columns are counted from 1. */
const region = object(
  { startLine: { type: 'integer', minimum: 1 }, startColumn: { type: 'integer', minimum: 1 } },
  ['startLine'],
);
/** 3.29. */
const physicalLocation = object({ artifactLocation: object({ uri: text }, ['uri']), region }, [
  'artifactLocation',
]);
const location = object({
  physicalLocation,
  logicalLocations: list(object({ fullyQualifiedName: text })),
});
const level = { enum: ['none', 'note', 'warning', 'error'] };
/** 3.49. */
const rule = object(
  {
    id: text,
    shortDescription: message,
    fullDescription: message,
    help: message,
    defaultConfiguration: object({ enabled: { type: 'boolean' }, level }),
  },
  ['id'],
);
/** 3.35. */
const suppression = object(
  {
    kind: { enum: ['inSource', 'external'] },
    status: { enum: ['accepted', 'underReview', 'rejected'] },
    justification: text,
  },
  ['kind'],
);
/** 3.27. */
const result = object(
  {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: -1 },
    level,
    message,
    locations: list(location),
    suppressions: list(suppression),
  },
  ['message', 'ruleId', 'locations', 'suppressions'],
);
/** 3.20 and 3.58. */
const invocation = object(
  {
    executionSuccessful: { type: 'boolean' },
    exitCode: { type: 'integer' },
    toolExecutionNotifications: list(object({ level, message, locations: list(location) }, ['message'])),
  },
  ['executionSuccessful'],
);
/** 3.14, 3.18, 3.19. */
const run = object(
  {
    tool: object(
      {
        driver: object({ name: text, version: text, semanticVersion: text, rules: list(rule) }, ['name']),
      },
      ['driver'],
    ),
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    invocations: list(invocation),
    results: list(result),
  },
  ['tool'],
);

/** 3.13. The standard allows no property that it does not name, and so neither does this. */
export const sarifSchema = object({ $schema: text, version: { const: '2.1.0' }, runs: list(run) }, [
  'version',
  'runs',
]);

function object(properties: object, required: readonly string[] = []) {
  return { type: 'object', properties, required, additionalProperties: false };
}

function list(items: object) {
  return { type: 'array', items };
}
