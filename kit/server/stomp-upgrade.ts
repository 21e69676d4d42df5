// From an HTTP upgrade to a socket, or a plain refusal before any socket exists.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { hasManyHosts, isOriginAllowed } from './security.ts';

export const SOCKET_PATH = '/bx_ws';

export const pathOf = (request: IncomingMessage) => (request.url ?? '').split('?', 1)[0];

/** The status to refuse with; undefined = welcome. `isClaimed`: a side gateway knows the path. */
export function upgradeFault(request: IncomingMessage, isFull: boolean, isClaimed = false): number | undefined {
  if (hasManyHosts(request.rawHeaders)) return 400;
  if (!isClaimed && pathOf(request) !== SOCKET_PATH) return 404;
  if (!isOriginAllowed(request.headers.origin, undefined, request.headers.host)) return 403;
  return isFull ? 503 : undefined;
}

const statusText: Readonly<Record<number, string>> = { 400: 'Bad Request', 403: 'Forbidden', 404: 'Not Found', 503: 'Service Unavailable' };

export function refuseUpgrade(socket: Duplex, status: number): void {
  const retry = status === 503 ? 'retry-after: 1\r\n' : '';
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${statusText[status]}\r\nconnection: close\r\n${retry}content-length: 0\r\n\r\n`);
}
