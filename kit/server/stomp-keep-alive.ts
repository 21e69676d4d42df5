// Which sockets are still worth keeping: heart-beats, and tokens whose time is over.
import type { StompClient } from './stomp-client.ts';
import { beatBytes } from './stomp-frame.ts';

/** Close code of a token that ran out and was not renewed: the client connects again with a newer one. */
export const CLOSE_EXPIRED = 4002;
/** After expiry: a page that slept renews in this time without losing its line. */
export const RENEW_WITHIN_MS = 30_000;

export const SWEEP_MS = 2000;
export const PING_MS = 30_000;
/** With the sweep that finds it: 10 s. */
const CONNECT_LIMIT_MS = 8_000;

/** Ends dead, silent and never-connected clients; beats for those that agreed to it. Called every SWEEP_MS. */
export function keepAlive(client: StompClient, now: number, isPingDue: boolean): void {
  if (!client.isConnected && now - client.openedAt > CONNECT_LIMIT_MS) {
    client.close(1008, 'CONNECT_FIRST');
    return;
  }
  if (client.token !== undefined && now >= client.token.expiresAt + RENEW_WITHIN_MS) {
    client.sendFrame('ERROR', { message: 'TOKEN_EXPIRED' });
    client.close(CLOSE_EXPIRED, 'TOKEN_EXPIRED');
    return;
  }
  // Three missed beats: a phone that sleeps for a moment is not thrown out.
  if (client.beatInMs > 0 && now - client.lastIn > 3 * client.beatInMs) {
    client.ws.terminate();
    return;
  }
  if (isPingDue && !client.isAlive) {
    client.ws.terminate();
    return;
  }
  if (isPingDue) {
    client.isAlive = false;
    client.ws.ping();
  }
  if (client.beatOutMs > 0 && now - client.lastOut > client.beatOutMs - SWEEP_MS - 500) client.send(beatBytes);
}
