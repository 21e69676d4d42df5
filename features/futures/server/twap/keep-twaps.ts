// A member's calls about its TWAP orders: those that run, those that ended, their slices, and cancelling.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import {
  type cancelAllTwaps,
  type cancelTwap,
  type listTwaps,
  type Twap,
  type twapHistory,
  TWAPS_AT_MOST,
  type twapSlices,
} from '../../twap-contract.ts';
import { pageSize } from '../history-request.ts';
import { requestedSymbol, symbolAt } from '../site-symbols.ts';
import { presentSlice, presentTwap } from './present-twap.ts';
import type { TwapRunner } from './twap-runner.ts';
import { endedOf, runningOf, slicesOf, twapOfMember, type TwapRow } from './twap-rows.ts';

const symbolOf = ({ site }: Call, id: number | undefined) => (id === undefined ? undefined : requestedSymbol(site, id).symbol);

async function ownTwap(context: AppContext, { session }: Call, id: number): Promise<TwapRow> {
  const { site, member } = session as Session;
  const row = await twapOfMember(context.pool, site, member, id);
  if (row === undefined) throw new Refusal('TWAP_UNKNOWN', { field: 'id' });
  return row;
}

export async function listOwnTwaps(
  context: AppContext,
  call: Call<Out<typeof listTwaps.query>>,
): Promise<Answer<Out<typeof listTwaps.reply>>> {
  const { site, member } = call.session as Session;
  const rows = await runningOf(context.pool, site, member, symbolOf(call, call.query.futuresOptionId));
  return { data: { content: rows.map((row) => presentTwap(call.site, row)), most: TWAPS_AT_MOST } };
}

export async function listEndedTwaps(
  context: AppContext,
  call: Call<Out<typeof twapHistory.query>>,
): Promise<Answer<Out<typeof twapHistory.reply>>> {
  const { site, member } = call.session as Session;
  const { page = 0, size: asked, side, futuresOptionId } = call.query;
  const size = pageSize(asked);
  const requested = { symbol: symbolOf(call, futuresOptionId), side, from: undefined, to: undefined, ...dateRange(call.query) };
  const { rows, total } = await endedOf(context.pool, site, member, { ...requested, limit: size, offset: page * size });
  return { data: { content: rows.map((row) => presentTwap(call.site, row)), page, size, totalElements: total } };
}

export async function listTwapSlices(
  context: AppContext,
  call: Call<Out<typeof twapSlices.query>>,
): Promise<Answer<Out<typeof twapSlices.reply>>> {
  const { id, page = 0, size: asked } = call.query;
  const row = await ownTwap(context, call, id);
  const size = pageSize(asked);
  const symbol = symbolAt(call.site, row.symbol);
  const { rows, total } = await slicesOf(context.pool, row.id, size, page * size);
  const content = rows.map((slice) => presentSlice(symbol, slice));
  return { data: { content, page, size, totalElements: total, twap: presentTwap(call.site, row) } };
}

export async function cancelOwnTwap(
  context: AppContext,
  runner: TwapRunner,
  call: Call<undefined, Out<typeof cancelTwap.body>>,
): Promise<Answer<Twap>> {
  const { id } = await ownTwap(context, call, call.body.id);
  const ended = await runner.end(id, 'CANCELED_BY_MEMBER');
  // A slice that was on its way is told with the rest.
  await runner.idle(id);
  const row = await ownTwap(context, call, id);
  // The same request again, whose first answer was lost, finds what it did.
  if (ended === undefined && row.end_reason !== 'CANCELED_BY_MEMBER') throw new Refusal('TWAP_UNKNOWN', { field: 'id' });
  return { data: presentTwap(call.site, row) };
}

export async function cancelOwnTwaps(
  context: AppContext,
  runner: TwapRunner,
  call: Call<undefined, Out<typeof cancelAllTwaps.body>>,
): Promise<Answer<Out<typeof cancelAllTwaps.reply>>> {
  const { site, member } = call.session as Session;
  const rows = await runningOf(context.pool, site, member, symbolOf(call, call.body.futuresOptionId));
  const ended = await Promise.all(rows.map(({ id }) => runner.end(id, 'CANCELED_BY_MEMBER')));
  await Promise.all(rows.map(({ id }) => runner.idle(id)));
  return { data: { canceled: ended.filter((row) => row !== undefined).length } };
}
