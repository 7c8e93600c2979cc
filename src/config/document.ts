/** Writes the reference page of the configuration from its schema. */
import { pathText } from './key-path.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import type { LeafNode, SectionNode } from './schema-node.ts';
import { wanted } from './wording.ts';

const HEAD = `<!-- Generated from src/config/settings.ts. Change it there and write this page anew with \`npm run docs\`. -->

# Configuration

Daemonward runs without any configuration: every setting below has a default. To change some, write a YAML (or JSON) file and start with \`daemonward serve --config FILE\`:

\`\`\`yaml
apiVersion: daemonward.dev/v1alpha1
kind: Configuration
server:
  port: 9443
  tls:
    names: [daemonward.platform.svc]
log:
  level: debug
\`\`\`

**Mistakes.** Unknown keys and wrong values stop the start with exit code 2. All of them are named at once, one line each, with file, line, column, setting and what is allowed:

\`\`\`text
daemonward.yaml:4:9: server.port: must be a whole number from 0 to 65535, found "eighty"
\`\`\`

Nothing is guessed: \`"8443"\` in quotes is text, not a number, and a key with nothing behind it is a mistake, not a default.

**Changes while running.** The file is read again every two seconds. A good new content is taken up: settings marked *live* at once, those marked *restart* at the next start (the log names them). A bad new content, or a file that has gone, changes nothing: the last good configuration stays in force, and the log and the metrics say so until the file is good again.

**Paths.** A relative path in the file starts at the folder of the file; a default one starts at the working directory.

**Units.** A number's unit is the end of its name: \`keepAliveSeconds\`, \`reviewLimitBytes\`.
`;

/** The page as Markdown: a head, then one table per section. */
export function configurationPage(schema: SectionNode): string {
  const topLevel = leavesOf(schema).filter(({ path }) => path.length === 1);
  const parts = [HEAD, table('Every file', 'What every file begins with.', topLevel)];
  for (const [key, node] of Object.entries(schema.properties)) {
    if (node.type === 'object') {
      parts.push(...sectionTables(node, [key]));
    }
  }
  return parts.join('\n');
}

function sectionTables(section: SectionNode, path: readonly string[]): string[] {
  const own = leavesOf(section, path).filter((leaf) => leaf.path.length === path.length + 1);
  const inner = Object.entries(section.properties).flatMap(([key, node]) =>
    node.type === 'object' ? sectionTables(node, [...path, key]) : [],
  );
  return [table(`\`${pathText(path)}\``, section.description, own), ...inner];
}

function table(title: string, description: string, leaves: readonly Leaf[]): string {
  const rows = leaves.map((leaf) =>
    row([
      `\`${pathText(leaf.path)}\``,
      allowedText(leaf.node),
      defaultText(leaf),
      leaf.node['x-reload'],
      leaf.node.description,
    ]),
  );
  const header = [
    row(['Setting', 'Allowed', 'Default', 'A change is', 'What it is']),
    row(Array(5).fill('---')),
  ];
  return [`## ${title}`, '', description, '', ...header, ...rows, ''].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function allowedText(node: LeafNode): string {
  if (node.type === 'array') {
    return `a list, each item ${wanted(node.items)}`;
  }
  if (node.type === 'string' && (node.const !== undefined || node.enum !== undefined)) {
    const values = node.enum ?? [node.const];
    return values.map((value) => `\`${value}\``).join(', ');
  }
  return wanted(node);
}

function defaultText({ node, required }: Leaf): string {
  if (node.default === undefined) {
    return required ? 'required' : 'not set';
  }
  return `\`${typeof node.default === 'string' ? node.default : JSON.stringify(node.default)}\``;
}
