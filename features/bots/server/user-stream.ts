// The stream of one member's own events, as long as its listen key lives.
import { type CrossAccount, crossQueue, type FuturesEvent, futuresQueue, openOrders, openPositions } from '@maru/futures/contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Session } from '@maru/kit/server/feature.ts';
import { innerCalls } from '@maru/kit/server/inner-calls.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import type { ForcedWatch } from './forced-watch.ts';
import type { FundingWatch } from './funding-watch.ts';
import type { Listening } from './listen-keys.ts';
import type { OrderTerms } from './order-terms.ts';
import { botNameOf } from './fapi-symbols.ts';
import { UserEvents } from './user-events.ts';

export interface UserStreamParts {
  context: AppContext;
  terms: OrderTerms;
  funding: FundingWatch;
  forced: ForcedWatch;
}

/** Answers how to stop. */
export function openUserStream(
  { context, terms, funding, forced }: UserStreamParts,
  site: SiteConfig,
  { member }: Listening,
  emit: (event: object) => void,
): () => void {
  const now = () => context.clock.now();
  const account = context.services.use(memberDirectory).accountOf(site.id, member) ?? -1;
  const events = new UserEvents(
    (event) => emit(withSymbol(site, event)),
    now,
    (order) => terms.dressNow(site.id, account, order),
  );
  const session: Session = { site: site.id, member, account, username: '', role: 'member', family: 'stream' };
  const calls = context.services.use(innerCalls);
  // Events are told in full only to an account that the feed knows: both queues greet a new listener, as they do a browser.
  void calls.greet(futuresQueue, site, session).catch(() => {});
  void calls
    .greet(crossQueue, site, session)
    .then((first) => first.forEach((figures) => events.remember(figures as CrossAccount)))
    .catch(() => {});
  const inner = { site, session, ip: '', requestId: 'user-stream' };
  void calls.run(openPositions, inner).then(({ data }) => events.rememberPositions(data), ignore);
  void calls.run(openOrders, inner).then(({ data }) => events.rememberOrders(data), ignore);
  const stops = [
    funding.hear(site.id, account, () => events.funded()),
    forced.hear(site, account, events),
    context.sockets.tapMember(site.id, member, futuresQueue.destination, (body) => events.take(body as FuturesEvent)),
    context.sockets.tapMember(site.id, member, crossQueue.destination, (body) => events.account(body as CrossAccount)),
  ];
  return () => stops.forEach((stop) => stop());
}

/** What cannot be had now is learnt from the events as they come. */
function ignore(): void {}

/** Leverage events name the symbol by our id. */
function withSymbol(site: SiteConfig, event: object): object {
  const { ac } = event as { ac?: { i: number; l: number } };
  return ac === undefined ? event : { ...event, ac: { s: botNameOf(site.symbols[ac.i - 1]), l: ac.l } };
}
