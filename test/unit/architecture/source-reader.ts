/** What a source file names: modules, and the names that a rule may be about. Vite's parser reads it. */
import { type ESTree, parseSync, Visitor } from 'vite';

/** What cannot be read off the code: `import(name)`. */
export const COMPUTED = Symbol('computed');

export interface NamedModule {
  readonly name: string | typeof COMPUTED;
  /** It is gone when the program runs. */
  readonly typeOnly: boolean;
}

export interface SourceUses {
  readonly modules: readonly NamedModule[];
  /** `name` of each word, `.name` of each that is a member of something, `Date.now` and `new Date()`. */
  readonly names: ReadonlySet<string>;
}

/** A path to a source file is an import, wherever it stands: `new URL('../x.ts', …)`. */
const SOURCE_PATH = /^\.{1,2}\/.*\.[cm]?[jt]sx?$/;

export function readSource(path: string, text: string): SourceUses {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  const modules: NamedModule[] = [];
  const names = new Set<string>();
  const from = (source: ESTree.StringLiteral | null, kind?: 'type' | 'value' | null) => {
    if (source !== null) modules.push({ name: source.value, typeOnly: kind === 'type' });
  };
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => from(source, importKind),
    ExportAllDeclaration: ({ source, exportKind }) => from(source, exportKind),
    ExportNamedDeclaration: ({ source, exportKind }) => from(source, exportKind),
    TSImportType: ({ source }) => from(source, 'type'),
    ImportExpression: ({ source }) => modules.push({ name: textOf(source) ?? COMPUTED, typeOnly: false }),
    Literal: ({ value }) => {
      if (typeof value === 'string' && SOURCE_PATH.test(value))
        modules.push({ name: value, typeOnly: false });
    },
    Identifier: ({ name }) => names.add(name),
    MemberExpression: ({ object, property, computed }) => {
      const name = computed ? textOf(property) : 'name' in property && property.name;
      if (!name) return;
      names.add(name).add(`.${name}`);
      if (object.type === 'Identifier') names.add(`${object.name}.${name}`);
    },
    ObjectPattern: ({ properties }) => {
      for (const property of properties) {
        if (property.type === 'Property' && 'name' in property.key) names.add(`.${property.key.name}`);
      }
    },
    NewExpression: ({ callee, arguments: given }) => {
      if (callee.type === 'Identifier' && given.length === 0) names.add(`new ${callee.name}()`);
    },
  }).visit(program);
  return { modules, names };
}

function textOf(node: ESTree.Expression | ESTree.PrivateIdentifier): string | undefined {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
