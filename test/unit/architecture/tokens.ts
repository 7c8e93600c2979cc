/** Cuts TypeScript into words, texts and signs, without what is said in comments. */

export interface Token {
  /** `pieces` is a template with something filled in: a text that nobody knows before. */
  readonly kind: 'word' | 'text' | 'pieces' | 'sign';
  /** The word, the sign, or what stands between the quotes. */
  readonly text: string;
}

const SKIPPED = /(?:\s|\/\/.*|\/\*[\s\S]*?\*\/|^#!.*)+/y;
const WORD = /[\p{ID_Start}$_#\d][\p{ID_Continue}$]*/uy;
const QUOTED = /'((?:[^'\\\n]|\\[\s\S])*)'|"((?:[^"\\\n]|\\[\s\S])*)"/y;
const TEMPLATE_PART = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
const REGULAR_EXPRESSION = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const SIGN = /\?\.|[\s\S]/uy;

/** Behind these words a slash begins a regular expression; behind any other it divides. */
const BEFORE_A_VALUE = new Set(
  'return typeof case in of await yield void delete else do throw new'.split(' '),
);
/** What these signs close is a value, and a slash behind a value divides. */
const CLOSING = new Set([')', ']', '}']);

export function tokensOf(code: string): Token[] {
  return new Reader(code).read(false);
}

class Reader {
  readonly #code: string;
  readonly #tokens: Token[] = [];
  #at = 0;

  constructor(code: string) {
    this.#code = code;
  }

  /** To the end of the code, or to the brace that ends what is filled into a template. */
  read(inTemplate: boolean): Token[] {
    let open = 0;
    while (this.#take(SKIPPED) !== null || this.#at < this.#code.length) {
      if (this.#at >= this.#code.length) break;
      const token = this.#next();
      if (token.kind === 'sign' && token.text === '{') open += 1;
      if (token.kind === 'sign' && token.text === '}') {
        if (inTemplate && open === 0) break;
        open -= 1;
      }
      this.#tokens.push(token);
    }
    return this.#tokens;
  }

  #next(): Token {
    const word = this.#take(WORD);
    if (word !== null) return { kind: 'word', text: word[0] };
    const quoted = this.#take(QUOTED);
    if (quoted !== null) return { kind: 'text', text: quoted[1] ?? quoted[2] ?? '' };
    if (this.#code[this.#at] === '`') return this.#template();
    if (this.#mayBeginValue() && this.#take(REGULAR_EXPRESSION) !== null)
      return { kind: 'text', text: '/…/' };
    return { kind: 'sign', text: this.#take(SIGN)?.[0] ?? '' };
  }

  #template(): Token {
    this.#at += 1;
    let text = this.#take(TEMPLATE_PART)?.[0] ?? '';
    let kind: Token['kind'] = 'text';
    while (this.#code.startsWith('${', this.#at)) {
      kind = 'pieces';
      this.#at += 2;
      this.read(true);
      text += this.#take(TEMPLATE_PART)?.[0] ?? '';
    }
    this.#at += 1;
    return { kind, text };
  }

  #mayBeginValue(): boolean {
    const last = this.#tokens.at(-1);
    if (last === undefined) return true;
    if (last.kind === 'word') return BEFORE_A_VALUE.has(last.text);
    return last.kind === 'sign' && !CLOSING.has(last.text);
  }

  /** What an expression matches right here, stepping over it. */
  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#code);
    if (match !== null) this.#at = expression.lastIndex;
    return match;
  }
}
