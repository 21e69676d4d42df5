// A gateway beside the contract's calls: paths under a prefix whose requests and answers have the shape of somebody else's protocol.
//
// It knows no session and no envelope; the feature behind it authenticates by its own rules and writes its own bodies.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { SiteConfig } from '../contract/site-config.ts';
import type { AppContext } from './context.ts';

export interface SideRequest {
  readonly site: SiteConfig;
  readonly method: string;
  readonly path: string;
  /** As sent, without the question mark: signatures are made over these very characters. */
  readonly query: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
  /** Two letters, where a trusted proxy says. */
  readonly country: string | undefined;
  readonly requestId: string;
}

export interface SideAnswer {
  status: number;
  body: string;
  headers?: Record<string, string>;
  /** HTML without any script, in place of data. */
  isPage?: boolean;
  /** A bounded name for log and figures. */
  name: string;
}

export interface SideGateway {
  /** `/fapi/`: every method of every path below it. */
  readonly prefix: string;
  /** Must not throw: what goes wrong is answered in the protocol's own words. */
  answer(context: AppContext, request: SideRequest): Promise<SideAnswer>;
  /** When the server itself refuses: overloaded, leaving, or sent what cannot be read (a body too large or broken off). */
  refuse(reason: 'OVERLOADED' | 'UNAVAILABLE' | 'TOO_LARGE' | 'UNREADABLE'): SideAnswer;
}

/** WebSockets of the same kind: upgrades of claimed paths come here instead of STOMP. */
export interface SideSocket {
  readonly site: SiteConfig;
  readonly path: string;
  readonly query: string;
  readonly ip: string;
}
export interface SideSocketGateway {
  claims(path: string): boolean;
  /** Sockets open now; counted against MARU_MAX_SOCKETS with all others. */
  readonly size: number;
  accept(context: AppContext, ws: WebSocket, socket: SideSocket, request: IncomingMessage): void;
  close(): void;
}
