// One object describes a STOMP destination: who may subscribe and what its messages look like.
import type { z } from 'zod/mini';
import type { Role } from './role.ts';

export interface Topic<M extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  /** `/topic/stock/{symbol}/depth` (public, per site) or `/user/queue/futures` (the member's own). */
  readonly destination: string;
  readonly roles: readonly Role[];
  readonly summary: { readonly ko: string; readonly en: string };
  readonly message: M;
}

export function defineTopic<M extends z.ZodMiniType>(topic: Topic<M>): Topic<M> {
  return topic;
}

/** `{symbol}` parts of a destination filled in. */
export function destinationOf(topic: Topic, params: Record<string, string> = {}): string {
  return topic.destination.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? '').replaceAll('%3A', ':'));
}
