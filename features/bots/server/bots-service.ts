// The parts of one server's bots' gateway that its calls and streams share; made when the feature starts.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal, type Session } from '@maru/kit/server/feature.ts';
import { actingMember, memberDirectory } from '@maru/member/contract.ts';
import { type ApiKeys, createApiKeys, type LiveKey } from './api-keys.ts';
import type { BotTimes } from './bot-times.ts';
import { type BookStreams, createBookStreams } from './book-stream.ts';
import { createFoldedStreams, type FoldedStreams } from './folded-streams.ts';
import { createForcedWatch, type ForcedWatch } from './forced-watch.ts';
import { createForceOrders, type ForceOrders } from './force-orders.ts';
import { createFundingWatch, type FundingWatch } from './funding-watch.ts';
import { createLimits, type Limits } from './fapi-limits.ts';
import { createListenKeys, type ListenKeys } from './listen-keys.ts';
import { type MarketSamples, startMarketSamples } from './market-samples.ts';
import { openOrderTerms, type OrderTerms } from './order-terms.ts';

export interface BotsService {
  times: BotTimes;
  keys: ApiKeys;
  limits: Limits;
  books: BookStreams;
  folded: FoldedStreams;
  funding: FundingWatch;
  forced: ForcedWatch;
  forceOrders: ForceOrders;
  listenKeys: ListenKeys;
  terms: OrderTerms;
  samples: MarketSamples;
  /** Client order ids on their way to the engine, each with its request, so that the same id in two requests at once is a duplicate. */
  clientIdsOnTheWay: Map<string, { request: string; count: number }>;
  /** Prices matched for changes, by request. */
  matchedPrices: Map<string, string>;
  /** Orders that a cancel of all found and when, by request, the oldest first. */
  cancelledTogether: Map<string, { ids: ReadonlySet<number>; at: number }>;
  /** Who stands behind a key now; refuses a member that was denied. */
  sessionOf(site: SiteConfig, key: Pick<LiveKey, 'member'>): Promise<Session>;
  close(): Promise<void>;
}

/** How long a member's role and status are believed. */
const KNOWN_MS = 5000;
const FLUSH_MS = 5000;

export async function openBotsService(context: AppContext, times: BotTimes): Promise<BotsService> {
  const terms = await openOrderTerms(context, times.goodTillLookMs);
  const keys = createApiKeys(context);
  const members = createMemberCheck(context);
  const books = createBookStreams(context);
  const folded = createFoldedStreams(context);
  const listenKeys = createListenKeys(context.clock, times);
  keys.onRevoke((id) => listenKeys.endOfKey(id));
  // Whoever was denied hears no more; after a change of password keys go on.
  context.sessions.onEnd(({ site, member, family }) => {
    const config = context.sites.byId(site);
    if (family !== undefined || config === undefined) return;
    for (const { apiKeyId } of listenKeys.ofMember(site, member)) {
      members(config, { member }).catch(() => listenKeys.endOfKey(apiKeyId));
    }
  });
  const samples = startMarketSamples(context, times.sampleLookMs);
  const flush = () => keys.flush().catch((error: unknown) => context.log.warn({ err: error }, 'use of API keys was not noted'));
  const timer = setInterval(flush, FLUSH_MS).unref();
  const endRevoked = async () => {
    for (const id of await keys.revokedAmong(listenKeys.apiKeyIds())) listenKeys.endOfKey(id);
  };
  const look = () => endRevoked().catch((error: unknown) => context.log.warn({ err: error }, 'revoked API keys were not looked up'));
  const lookTimer = setInterval(look, times.listenLookMs).unref();
  return {
    times,
    keys,
    limits: createLimits(context.clock, context.config),
    books,
    folded,
    funding: createFundingWatch(context.engine),
    forced: createForcedWatch(context.engine),
    forceOrders: createForceOrders(context.engine),
    listenKeys,
    terms,
    samples,
    clientIdsOnTheWay: new Map(),
    matchedPrices: new Map(),
    cancelledTogether: new Map(),
    sessionOf: members,
    async close() {
      clearInterval(timer);
      clearInterval(lookTimer);
      terms.close();
      samples.close();
      books.close();
      folded.close();
      listenKeys.close();
      await flush();
    },
  };
}

function createMemberCheck(context: AppContext): BotsService['sessionOf'] {
  const known = new Map<string, { session: Session; until: number }>();
  const nameOf = (site: number, member: number) => `${site} ${member}`;
  context.sessions.onEnd(({ site, member }) => void known.delete(nameOf(site, member)));
  return async (site, key) => {
    const name = nameOf(site.id, key.member);
    const now = context.clock.now();
    const found = known.get(name);
    if (found !== undefined && found.until > now) return found.session;
    const account = context.services.use(memberDirectory).accountOf(site.id, key.member) ?? -1;
    const { status, username, role } = await context.services.use(actingMember)(site, key.member);
    // Whoever still waits to be let in cannot log in either.
    if (status !== 'ACTIVE') throw new Refusal('ACCOUNT_DENIED');
    const session: Session = { site: site.id, member: key.member, account, username, role, family: 'api-key' };
    if (known.size > 10_000) known.clear();
    known.set(name, { session, until: now + KNOWN_MS });
    return session;
  };
}
