import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { EdgeCode } from '../messages/index.js';
import { ApiError, problemDetails } from '../problem.js';

const CODES: Readonly<Record<string, EdgeCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Answers what is no request with problem details as any other error, in English as nothing of it can be read, and ends the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(answerTo(new ApiError(CODES[error.code ?? ''] ?? 'MALFORMED')));
  socket.destroy();
}

function answerTo(error: ApiError): string {
  const requestId = randomUUID();
  const body = JSON.stringify(problemDetails(error, 'en', requestId));
  const head = [
    `HTTP/1.1 ${String(error.status)} ${STATUS_CODES[error.status] ?? ''}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
