/** Reads an extender's body from its bytes, once and forward, with mistakes named by field. */
import { FieldError } from '../../json/field-error.ts';
import { unreadable } from '../../json/parse.ts';
import { invalidField, invalidJson, type Parsed, parsed } from '../../json/problem.ts';
import {
  eachElement,
  eachMember,
  expectEnd,
  JsonSyntaxError,
  type Slice,
  skipValue,
  textIn,
  typeAt,
  valueIn,
} from '../../json/scan.ts';
import { WholeObjectsError, wholeObjectsRefused } from './whole-objects.ts';

/** What reads the fields of an object, by their names in lower case. */
export type FieldReaders = Readonly<Record<string, () => void>>;

/** Where the pod lies in a call's body. All other fields are the readers' business. */
export function readBody(bytes: Buffer, readers: (body: BodyReader) => FieldReaders): Parsed<Slice> {
  const wrong = unreadable(bytes);
  if (wrong !== null) return wrong;
  try {
    const body = new BodyReader(bytes);
    let pod: Slice | undefined;
    const readPod = () => {
      pod = body.podSlice();
    };
    body.fields({ ...readers(body), pod: readPod });
    expectEnd(bytes, body.position);
    if (pod === undefined) throw new FieldError('Pod', 'must be an object');
    return parsed(pod);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return invalidJson(error.message);
    if (error instanceof FieldError) return invalidField(error.path, error.problem);
    if (error instanceof WholeObjectsError) return wholeObjectsRefused(error);
    throw error;
  }
}

/** Stands at a value; whatever reads one goes behind it. */
export class BodyReader {
  readonly bytes: Buffer;
  position = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  skip(): Slice {
    const start = this.position;
    this.position = skipValue(this.bytes, start);
    return { start, end: this.position };
  }

  value(): unknown {
    return valueIn(this.bytes, this.skip());
  }

  /** Whether there is one of this type, and not null; anything else is a mistake. */
  has(type: 'object' | 'array', field: string, expectation: string): boolean {
    const found = typeAt(this.bytes, this.position);
    if (found !== type && found !== 'null') throw new FieldError(field, expectation);
    if (found === 'null') this.skip();
    return found === type;
  }

  /** What a visitor does not read is skipped, and so is all that comes when there is enough. */
  members(visit: (key: string) => void, isEnough = () => false): void {
    this.position = eachMember(this.bytes, this.position, (start, end, value) => {
      if (isEnough()) return undefined;
      this.position = value;
      visit(textIn(this.bytes, { start, end }));
      return this.position === value ? undefined : this.position;
    });
  }

  elements(visit: (index: number) => void): void {
    this.position = eachElement(this.bytes, this.position, (index, value) => {
      this.position = value;
      visit(index);
      return this.position;
    });
  }

  /**
   * Newer schedulers send Go's names (`NodeNames`), those before 1.18 lower case, and Go's decoder takes any: so do we.
   * Where a key occurs twice the later one wins, as there.
   */
  fields(readers: FieldReaders): void {
    this.members((key) => {
      const name = key.toLowerCase();
      if (Object.hasOwn(readers, name)) readers[name]?.();
    });
  }

  /** The string at `path` below the value, or undefined where there is none. */
  textAt([key, ...rest]: readonly string[]): string | undefined {
    const type = typeAt(this.bytes, this.position);
    if (key === undefined || type !== 'object') {
      const slice = this.skip();
      return key === undefined && type === 'string' ? textIn(this.bytes, slice) : undefined;
    }
    let text: string | undefined;
    const read = () => {
      text = this.textAt(rest);
    };
    this.fields({ [key]: read });
    return text;
  }

  podSlice(): Slice {
    const start = this.position;
    if (typeAt(this.bytes, start) !== 'object') throw new FieldError('Pod', 'must be an object');
    let hasMetadata = false;
    const look = () => {
      hasMetadata = typeAt(this.bytes, this.position) === 'object';
    };
    this.fields({ metadata: look });
    if (!hasMetadata) throw new FieldError('Pod.metadata', 'must be an object');
    return { start, end: this.position };
  }
}
