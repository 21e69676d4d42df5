// What features may do with sockets: publish to a site's topic, send to one member's queue, end a member's sockets.
import type { EndWords } from './session.ts';

export interface SocketHub {
  /** Public topic of one site; `conflate` keys drop an older unsent message of the same key. */
  publish(site: number, destination: string, body: unknown, options?: { conflate?: string }): void;
  /** The same to all sites whose members may hear it (market data). */
  publishAll(sites: readonly number[], destination: string, body: unknown, options?: { conflate?: string }): void;
  /** A member's own queue (`/user/queue/...`). `eventId` is `${seq}-${index}` for resumable account events. */
  send(site: number, member: number, queue: string, body: unknown, options?: { eventId?: string }): void;
  /** Whether a message to this queue would be heard now or kept for a resume: one look-up, for callers that encode only then. */
  wants(site: number, member: number, queue: string): boolean;
  /** Members of a site who listen to this queue now. */
  listening(site: number, queue: string): Iterable<number>;
  /** Ends all sockets of a member (logout, DENY), after the forced-logout notice if a reason is given. */
  end(site: number, member: number, words?: EndWords): void;
  subscribers(site: number, destination: string): number;
  /** Hears a topic inside the process, as a subscriber would but before conflation; answers how to stop. */
  tapTopic(site: number, destination: string, listener: (body: unknown) => void): () => void;
  /** Hears a member's own queue inside the process. */
  tapMember(site: number, member: number, queue: string, listener: (body: unknown) => void): () => void;
}
