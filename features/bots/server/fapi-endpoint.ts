// One call of the bots' protocol: its address, weight and security, and what its handler is given.
import type { Out, Route } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Answer, Session } from '@maru/kit/server/feature.ts';
import type { BotsService } from './bots-service.ts';
import type { LiveKey } from './api-keys.ts';
import type { Params } from './fapi-params.ts';

/** What a handler may use. Signed calls carry a member. */
export interface Ask {
  context: AppContext;
  service: BotsService;
  site: SiteConfig;
  params: Params;
  /** What tells this request (and a part of it) from every other of its member; the same for its repeat. */
  requestName(part?: string): string;
  /** A client id for an order that brought none; the same for the same request, so that its repeat is the same order. */
  newClientId(part?: string): string;
  /** Our own route, as the member (or as a guest), under this request's key. `part` tells several commands of one request apart. */
  call<R extends Route>(
    route: R,
    input?: { query?: Record<string, string | undefined>; body?: Record<string, unknown> },
    part?: string,
  ): Promise<Answer<Out<R['reply']>>>;
}
export interface MemberAsk extends Ask {
  session: Session;
  key: LiveKey;
}

interface Common {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  weight: number | ((params: Params) => number);
  /** Orders it counts for. */
  orders?: (params: Params) => number;
}
export type Endpoint =
  | (Common & { security: 'NONE'; run(ask: Ask): Promise<unknown> })
  | (Common & { security: 'KEY' | 'READ' | 'TRADE'; run(ask: MemberAsk): Promise<unknown> });

/** Of an answer, what stands in it. */
export async function dataOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  return (await answer).data;
}
