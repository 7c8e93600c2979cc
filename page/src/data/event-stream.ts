/** Server-Sent Events out of a body. A browser's own EventSource shows no token, and does not tell why it was refused. */

export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

export async function* eventsIn(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncIterable<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  // Pieces are joined once an event is whole: a large one comes in hundreds of them.
  let pieces: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    pieces.push(value);
    if (!value.includes('\n') && !value.includes('\r')) continue;
    const blocks = pieces.join('').split('\n\n');
    pieces = [blocks.pop() ?? ''];
    for (const block of blocks) {
      const event = eventOf(block);
      if (event !== null) yield event;
    }
  }
}

/** Null for a comment, which is a sign of life. */
function eventOf(block: string): StreamEvent | null {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice('event: '.length);
    else if (line.startsWith('data: ')) data.push(line.slice('data: '.length));
  }
  return data.length === 0 ? null : { name, data: data.join('\n') };
}
