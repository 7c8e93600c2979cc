/** Takes a text apart into documents, so that a broken one does not spoil its neighbours. */

export interface DocumentText {
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly start: number;
}

/** `---` and `...` at the start of a line, alone or before a blank. kubectl separates in the same way, even in quotes. */
const BORDER = /^(?:---|\.\.\.)(?=\s|$)/;
const BORDER_LENGTH = 3;

/** A line with something else than a comment or a directive. */
const CONTENT = /^(?!%)[ \t]*[^\s#]/m;

/** The documents that hold something, in order; JSON documents may follow each other without a border. */
export function documentsIn(text: string): DocumentText[] {
  return pieces(text)
    .filter((piece) => CONTENT.test(piece.text.replace(BORDER, '')))
    .flatMap(jsonDocuments);
}

function pieces(text: string): DocumentText[] {
  const found: DocumentText[] = [];
  let start = 0;
  for (let line = 0; line < text.length; line = afterLine(text, line)) {
    if (!BORDER.test(text.slice(line, line + BORDER_LENGTH + 1))) continue;
    found.push({ text: text.slice(start, line), start });
    // The marker of a beginning stays: a value may follow on its line. That of an end goes.
    start = text[line] === '-' ? line : afterLine(text, line);
  }
  found.push({ text: text.slice(start), start });
  return found;
}

function afterLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}

/** JSON lines, or one object after the other: what is one value already stays as it is. */
function jsonDocuments(piece: DocumentText): DocumentText[] {
  if (!/^\s*[[{]/.test(piece.text) || isJson(piece.text)) return [piece];
  const values = jsonValues(piece);
  return values.length > 1 && values.every(({ text }) => isJson(text)) ? values : [piece];
}

/** Everything belongs to some value, so that what is none makes its neighbour unreadable as JSON. */
function jsonValues({ text, start }: DocumentText): DocumentText[] {
  const found: DocumentText[] = [];
  let depth = 0;
  let begin = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') {
      depth -= 1;
      if (depth !== 0) continue;
      found.push({ text: text.slice(begin, at + 1), start: start + begin });
      begin = at + 1;
    }
  }
  const rest = text.slice(begin);
  return rest.trim() === '' ? found : [...found, { text: rest, start: start + begin }];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
