// Starts a TWAP order: what could never run is refused at once, what the market may still allow later is not judged here.
import { AccountFlag, PositionMode, SHUT_FLAGS } from '@maru/engine/wire/command.ts';
import { decodeInstrument } from '@maru/engine/market/instrument.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { refuseLeaving } from '@maru/member/contract.ts';
import { type placeTwap, type Twap, TWAP_LONGEST_S, TWAP_SHORTEST_S, TWAPS_AT_MOST } from '../../twap-contract.ts';
import { quantityText } from '../decimal-text.ts';
import { fault, lotsOf, positionSideOf, ticksOf } from '../encode.ts';
import { readEngine, type SymbolView } from '../engine-views.ts';
import { requestedSymbol, type SiteSymbol } from '../site-symbols.ts';
import { markNow } from './mark-now.ts';
import { presentTwap } from './present-twap.ts';
import { lotsWorth, sliceCount } from '../../twap-plan.ts';
import type { TwapRunner } from './twap-runner.ts';
import { countRunning, insertTwap, lockTwapsOf, type NewTwap, twapOfName, twapOfRequest, type TwapRow } from './twap-rows.ts';

type Body = Out<typeof placeTwap.body>;

export async function startTwap(context: AppContext, runner: TwapRunner, call: Call<undefined, Body>): Promise<Answer<Twap>> {
  const session = call.session as Session;
  const { site, member } = session;
  const request = { key: call.requestKey ?? null, body: JSON.stringify(call.body) };
  const again = request.key === null ? undefined : await twapOfRequest(context.pool, site, member, request.key);
  if (again !== undefined) return { data: presentTwap(call.site, sameRequest(again, request.body)) };
  const requested = await requestedOf(context, call, session);
  const { row, isNew } = await inTransaction(context.pool, async (client) => {
    await lockTwapsOf(client, site, member);
    // Two of one request at once: the second finds what the first made.
    const made = request.key === null ? undefined : await twapOfRequest(client, site, member, request.key);
    if (made !== undefined) return { row: sameRequest(made, request.body), isNew: false };
    const { clientTwapId } = call.body;
    if (clientTwapId !== undefined && (await twapOfName(client, site, member, clientTwapId)) !== undefined)
      throw new Refusal('TWAP_NAME_TAKEN', { field: 'clientTwapId' });
    await context.services.find(refuseLeaving)?.(client, site, session.account);
    if ((await countRunning(client, site, member)) >= TWAPS_AT_MOST) throw new Refusal('TWAP_LIMIT_REACHED', { limit: TWAPS_AT_MOST });
    const started = { started_at: new Date(context.clock.now()), request_key: request.key, request_body: request.body };
    return { row: await insertTwap(client, { ...requested, ...started }), isNew: true };
  });
  if (isNew) runner.start(row);
  return { data: presentTwap(call.site, row) };
}

function sameRequest(row: TwapRow, body: string): TwapRow {
  if (row.request_body !== body) throw new Refusal('REQUEST_REUSED');
  return row;
}

async function requestedOf(
  context: AppContext,
  call: Call<undefined, Body>,
  { site, member, account }: Session,
): Promise<Omit<NewTwap, 'started_at' | 'request_key' | 'request_body'>> {
  const { body } = call;
  const symbol = requestedSymbol(call.site, body.futuresOptionId);
  const state = (await readEngine.symbols(context, site)).find((each) => each.symbol === symbol.symbol);
  if (state?.listed !== true) throw new Refusal('SYMBOL_CLOSED', { field: 'futuresOptionId' });
  if (body.duration < TWAP_SHORTEST_S || body.duration > TWAP_LONGEST_S) throw new Refusal('TWAP_DURATION', { field: 'duration' });
  const lots = lotsOf(symbol, body.quantity, 'quantity');
  if (lots <= 0) throw fault('QUANTITY_NOT_POSITIVE', 'quantity');
  const limit = body.limitPrice === undefined ? null : ticksOf(symbol, body.limitPrice, 'limitPrice');
  if (limit !== null && limit <= 0) throw fault('PRICE_NOT_POSITIVE', 'limitPrice');
  const positionId = await reducedBy(context, call, account, symbol, lots);
  // Before a restriction it is said why nothing may open at all; what only closes goes through.
  if (call.restriction !== undefined && positionId === null) throw new Refusal(call.restriction);
  await refuseFlags(context, site, account, positionId === null);
  const mark = markNow(context, symbol, state);
  if (mark <= 0) throw new Refusal('NO_MARK_PRICE', { field: 'futuresOptionId' });
  const durationMs = body.duration * 1000;
  return {
    site_id: site,
    member_id: member,
    account,
    symbol: symbol.symbol,
    side: body.side,
    position_side: body.positionSide,
    reduce_only: body.reduceOnly === true,
    position_id: positionId,
    lots,
    limit_price: limit,
    duration_ms: durationMs,
    ...boundsOf(symbol, state, { lots, durationMs, opens: positionId === null, limit, mark }),
    randomize: body.randomize === true,
    country: call.country ?? null,
    client_twap_id: body.clientTwapId ?? null,
  };
}

/** The position that it makes smaller; null: it may open. Position mode and side are judged as an order's. */
async function reducedBy(
  context: AppContext,
  { site, body }: Call<undefined, Body>,
  account: number,
  symbol: SiteSymbol,
  lots: number,
): Promise<number | null> {
  const { known, positionMode } = await readEngine.account(context, site.id, account);
  if (!known) throw new Refusal('ACCOUNT_UNKNOWN');
  const isHedge = positionMode === PositionMode.Hedge;
  if (isHedge !== (body.positionSide !== 'BOTH')) throw new Refusal('POSITION_SIDE_MISMATCH', { field: 'positionSide' });
  if (isHedge && body.reduceOnly === true) throw new Refusal('REDUCE_ONLY_CONFLICT', { field: 'reduceOnly' });
  const closes = isHedge ? (body.positionSide === 'LONG') === (body.side === 'SELL') : body.reduceOnly === true;
  if (!closes) return null;
  const { positions } = await readEngine.openPositions(context, site.id, account, symbol.symbol);
  const held = positions.find(({ positionSide, lots: size }) =>
    isHedge ? positionSide === positionSideOf[body.positionSide] : (body.side === 'SELL') === size > 0,
  );
  if (held === undefined) throw new Refusal('REDUCE_ONLY_REJECTED', { field: 'reduceOnly', limit: '0' });
  const size = Math.abs(held.lots);
  if (lots > size)
    throw new Refusal('POSITION_NOT_SUFFICIENT', { field: 'quantity', limit: quantityText(symbol, size), unit: symbol.data.base });
  return held.positionId;
}

async function refuseFlags(context: AppContext, site: number, account: number, opens: boolean): Promise<void> {
  const { flags } = ((await readEngine.risk(context, site, account)) as { flags: number } | null) ?? { flags: 0 };
  if ((flags & SHUT_FLAGS) !== 0) throw new Refusal('ACCOUNT_FROZEN');
  if ((flags & AccountFlag.MayNotOrder) !== 0) throw new Refusal('PARTNER_MAY_NOT_ORDER');
  if (opens && (flags & AccountFlag.ReduceOnly) !== 0) throw new Refusal('ACCOUNT_REDUCE_ONLY');
}

interface Spread {
  lots: number;
  durationMs: number;
  opens: boolean;
  limit: number | null;
  mark: number;
}

/** How many slices, and the smallest and largest that one may be. */
function boundsOf(symbol: SiteSymbol, state: SymbolView, { lots, durationMs, opens, limit, mark }: Spread) {
  const spec = decodeInstrument(state.spec);
  const minLots = opens ? Math.max(spec.minLots, lotsWorth(symbol.units, spec.minNotional, mark)) : spec.minLots;
  const maxLots = limit === null ? Math.min(spec.maxLots, spec.maxMarketLots) : spec.maxLots;
  const slices = sliceCount(lots, durationMs, minLots);
  const { base } = symbol.data;
  if (slices === 0) throw new Refusal('TWAP_TOO_SMALL', { field: 'quantity', limit: quantityText(symbol, 2 * minLots), unit: base });
  if (Math.ceil(lots / slices) > maxLots)
    throw new Refusal('QUANTITY_TOO_LARGE', { field: 'quantity', limit: quantityText(symbol, maxLots * slices), unit: base });
  return { slices, min_lots: minLots, max_lots: maxLots };
}
