/** Sends a large answer piece by piece: to encrypt and hand over megabytes at once would keep everybody else waiting. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AnswerText } from '../../scheduler/wire/nodes-call.ts';

/** As much as the socket takes before it asks to wait. */
const PIECE_BYTES = 64 * 1024;

/** What is no larger goes out in one go. */
const LARGE_ANSWER_BYTES = 256 * 1024;

export function sendAnswer(reply: FastifyReply, answer: AnswerText): FastifyReply {
  if (typeof answer === 'string') return reply.send(answer);
  if (!Buffer.isBuffer(answer)) return reply.send(Readable.from(answer, ONE_AHEAD));
  if (answer.length <= LARGE_ANSWER_BYTES) return reply.send(answer);
  return reply.header('content-length', answer.length).send(Readable.from(piecesOf(answer), ONE_AHEAD));
}

/** Else it would take sixteen of them together. */
const ONE_AHEAD = { highWaterMark: 1 };

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
  }
}
