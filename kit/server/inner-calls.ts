// Calls of bound routes from inside the server: another gateway (bots) asks in its own words and gets the same checks and answers.
import { serviceKey } from '../contract/service.ts';
import type { Out, Route } from '../contract/route.ts';
import type { SiteConfig } from '../contract/site-config.ts';
import type { Topic } from '../contract/topic.ts';
import { routesOf, runBound } from './restrictions.ts';
import type { AppContext } from './context.ts';
import { type Answer, type BoundRoute, type Call, Refusal, type ServerFeature, type Session } from './feature.ts';
import { type InputReader, inputReader } from './http-input.ts';

/** Who asks, and what: query and body as they would stand on the wire. */
export interface InnerCall {
  site: SiteConfig;
  session: Session | undefined;
  query?: Record<string, string | undefined>;
  body?: Record<string, unknown>;
  ip: string;
  /** As the caller's own request has it. */
  country?: string | undefined;
  requestId: string;
  requestKey?: string | undefined;
  /** Absent: English, as programs are answered. */
  language?: Call['language'];
}

export interface InnerCalls {
  /** Role and shapes are checked as at the HTTP gateway; rates are the caller's business. Throws Refusal. */
  run<R extends Route>(route: R, call: InnerCall): Promise<Answer<Out<R['reply']>>>;
  /** What a new subscriber of a member's own queue gets first; prepares the queue's feature for it. */
  greet(topic: Topic, site: SiteConfig, session: Session): Promise<unknown[]>;
}

export const innerCalls = serviceKey('kit.innerCalls').of<InnerCalls>();

interface Ready {
  bound: BoundRoute;
  readQuery: InputReader;
  readBody: InputReader;
}

export function createInnerCalls(context: AppContext, features: readonly ServerFeature[]): InnerCalls {
  const ready = new Map<Route, Ready>();
  for (const bound of routesOf(features)) {
    const { route } = bound;
    ready.set(route, { bound, readQuery: inputReader(route.query, false), readBody: inputReader(route.body, route.money === true) });
  }
  const topics = new Map(features.flatMap((feature) => feature.topics ?? []).map((bound) => [bound.topic, bound]));
  return {
    async greet(topic, site, session) {
      return (await topics.get(topic)?.snapshot?.(context, site, {}, session)) ?? [];
    },
    async run<R extends Route>(route: R, asked: InnerCall): Promise<Answer<Out<R['reply']>>> {
      const found = ready.get(route);
      if (found === undefined) throw new Refusal('NOT_FOUND');
      // Operators come in by the HTTP gateway alone, where their rights are looked up.
      if (route.right !== undefined || !route.roles.includes(asked.session?.role ?? 'guest')) throw new Refusal('NO_PERMISSION');
      const call: Call = {
        site: asked.site,
        session: asked.session,
        query: found.readQuery(asked.query),
        body: route.method === 'GET' ? undefined : found.readBody(asked.body),
        ip: asked.ip,
        country: asked.country,
        userAgent: '',
        language: asked.language ?? 'en',
        requestId: asked.requestId,
        requestKey: asked.requestKey,
        origin: '',
      };
      return (await runBound(context, found.bound, call)) as Answer<Out<R['reply']>>;
    },
  };
}
