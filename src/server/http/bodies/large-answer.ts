/** Sends a large answer piece by piece: to encrypt and hand over megabytes at once would keep everybody else waiting. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AnswerText } from '../../../scheduler/wire/nodes-call.ts';

/** As much as the socket takes before it asks to wait. */
const PIECE_BYTES = 64 * 1024;

/** What is no larger goes out in one go. */
const LARGE_ANSWER_BYTES = 256 * 1024;

export function sendAnswer(reply: FastifyReply, answer: AnswerText): FastifyReply {
  if (typeof answer === 'string') return reply.send(answer);
  if (!Buffer.isBuffer(answer)) return reply.send(inPieces(answer));
  if (answer.length <= LARGE_ANSWER_BYTES) return reply.send(answer);
  return reply.header('content-length', answer.length).send(inPieces([answer]));
}

/** Else it would take sixteen of them together. */
const ONE_AHEAD = { highWaterMark: 1 };

function inPieces(parts: Iterable<Uint8Array>): Readable {
  return Readable.from(piecesOf(parts), ONE_AHEAD);
}

function* piecesOf(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const part of parts) {
    for (let start = 0; start < part.length; start += PIECE_BYTES) {
      yield part.subarray(start, start + PIECE_BYTES);
    }
  }
}
