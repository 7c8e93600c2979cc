/** What a connection gets that sent something other than HTTP, or sent it too slowly. */
import type { Socket } from 'node:net';
import { errorBody, HTTP_ERRORS, type HttpErrorCode } from '../errors.ts';

const REASONS: Readonly<Record<string, { code: HttpErrorCode; phrase: string; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request-timeout',
    phrase: 'Request Timeout',
    message: 'the headers or the body did not arrive in time',
  },
  HPE_HEADER_OVERFLOW: {
    code: 'headers-too-large',
    phrase: 'Request Header Fields Too Large',
    message: 'the headers are too large',
  },
};

const MALFORMED = {
  code: 'bad-request',
  phrase: 'Bad Request',
  message: 'this is not a valid HTTP request',
} as const;

/** Errors of the HTTP parser. All others come from below it, where no answer can be sent: a handshake that failed or
 * never ended would keep an `end` waiting for good. */
const HTTP_ERROR = /^(HPE_|ERR_HTTP_REQUEST_TIMEOUT$)/;

/** Answers where an answer can still be sent, and closes the connection in any case: its framing is lost. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!HTTP_ERROR.test(error.code ?? '') || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, phrase, message } = REASONS[error.code ?? ''] ?? MALFORMED;
  const body = errorBody(code, message);
  socket.end(
    `HTTP/1.1 ${HTTP_ERRORS[code].status} ${phrase}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
