/** The text of a manifest, from a file or from standard input, as far as it is text and not too long. */
import { isUtf8 } from 'node:buffer';
import { fileChunks } from '../../cluster/snapshot/file-chunks.ts';
import { UnreadableError } from '../../json/stream/document-sink.ts';
import { STANDARD_INPUT } from './files.ts';

/** What a chart of a whole platform renders to is some megabytes; the parser needs about a second for each. */
const LARGEST_BYTES = 16 * 1024 * 1024;

/** Standard input to its end, or its first `most` bytes. */
export type ReadInput = (most: number) => Promise<Buffer>;

export type ManifestText =
  | { readonly ok: true; readonly file: string; readonly text: string }
  | { readonly ok: false; readonly file: string; readonly message: string };

export async function readManifest(argument: string, readInput: ReadInput): Promise<ManifestText> {
  if (argument === STANDARD_INPUT) return textOf('stdin', await readInput(LARGEST_BYTES + 1));
  try {
    return textOf(argument, startOf(argument));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return { ok: false, file: argument, message: error.problem };
  }
}

function startOf(path: string): Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  for (const chunk of fileChunks(path)) {
    // The chunks share a buffer, which the next one overwrites.
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > LARGEST_BYTES) break;
  }
  return Buffer.concat(chunks);
}

function textOf(file: string, bytes: Buffer): ManifestText {
  if (bytes.length > LARGEST_BYTES) {
    return { ok: false, file, message: `is larger than ${LARGEST_BYTES} bytes: split it` };
  }
  if (!isUtf8(bytes) || bytes.includes(0)) return { ok: false, file, message: 'is not text in UTF-8' };
  // Leaves out a byte order mark.
  return { ok: true, file, text: new TextDecoder().decode(bytes) };
}
