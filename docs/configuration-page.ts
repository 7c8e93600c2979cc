/** Writes the reference page of the configuration from its schema. */
import { wanted } from '../src/config/diagnose/wording.ts';
import { isSectionList, type LeafNode, type SectionNode } from '../src/config/schema/schema-node.ts';
import { type Leaf, leavesOf } from '../src/config/schema/walk.ts';
import { itemText, keyText } from '../src/json/path.ts';

const HEAD = `<!-- Generated from the settings in src/config. Change them there and write this page anew with \`npm run docs\`. -->

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
rules:
  DW301: enforce
exemptions:
  - rule: DW301
    namespace: monitoring
    name: node-exporter-*
    reason: its chart cannot set a priority class yet
    expires: 2030-06-30
\`\`\`

**Mistakes.** Unknown keys and wrong values stop the start with exit code 2. All of them are named at once, one line each, with file, line, column, setting and what is allowed:

\`\`\`text
daemonward.yaml:4:9: server.port: must be a whole number from 0 to 65535, found "eighty"
\`\`\`

Nothing is guessed: \`"8443"\` in quotes is text, not a number, and a key with nothing behind it is a mistake, not a default.

**Changes while running.** The file is read again every two seconds. A good new content is taken up: settings marked *live* at once, those marked *restart* at the next start (the log names them). A bad new content, or a file that has gone, changes nothing: the last good configuration stays in force, and the log and the metrics say so until the file is good again.

**Lists.** A list that the file gives replaces the default as a whole: repeat what you want to keep. \`exemptions[].rule\` is the key \`rule\` in each item of the list \`exemptions\`.

**Paths.** A relative path in the file starts at the folder of the file; a default one starts at the working directory.

**Patterns.** In a pattern \`*\` stands for any number of characters, also none. Nothing else is special, and the whole name has to match.

**Units.** A number's unit is the end of its name: \`keepAliveSeconds\`, \`reviewLimitBytes\`.
`;

/** The page as Markdown: a head, then one table per section. */
export function configurationPage(schema: SectionNode): string {
  const parts = [HEAD, table('Every file', 'What every file begins with.', ownLeavesOf(schema))];
  return [...parts, ...innerTables(schema, '')].join('\n');
}

function innerTables(section: SectionNode, prefix: string): string[] {
  return Object.entries(section.properties).flatMap(([key, node]) => {
    const text = keyText(prefix, key);
    if (node.type === 'object') {
      return sectionTables(node, text, text, node.description);
    }
    if (isSectionList(node)) {
      const change = `A list of sections, empty by default; to add or remove one is *${node.items['x-reload']}*.`;
      return sectionTables(node.items, text, itemText(text), `${node.description} ${change}`);
    }
    return [];
  });
}

/** The settings that stand directly in a section. */
function ownLeavesOf(section: SectionNode, prefix = ''): Leaf[] {
  return leavesOf(section, prefix).filter((leaf) => leaf.section === section);
}

function sectionTables(section: SectionNode, title: string, prefix: string, description: string): string[] {
  return [table(`\`${title}\``, description, ownLeavesOf(section, prefix)), ...innerTables(section, prefix)];
}

function table(title: string, description: string, leaves: readonly Leaf[]): string {
  const rows = leaves.map((leaf) =>
    row([
      `\`${leaf.text}\``,
      allowedText(leaf.node),
      defaultText(leaf),
      leaf.node['x-reload'] ?? leaf.section['x-reload'],
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

function defaultText({ key, node, section }: Leaf): string {
  if (node.default === undefined) {
    return section.required?.includes(key) ? 'required' : 'not set';
  }
  const text = `\`${typeof node.default === 'string' ? node.default : JSON.stringify(node.default)}\``;
  const onArktos = node.type === 'string' ? node['x-arktos-default'] : undefined;
  return onArktos === undefined ? text : `${text}, on Arktos \`${onArktos}\``;
}
