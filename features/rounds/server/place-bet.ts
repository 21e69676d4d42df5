// Places a bet, and takes one back: the answer is the bet as the engine left it.
import { CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import type { BetStrike } from '@maru/engine/wire/round-terms.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { needProduct } from '@maru/kit/server/restrictions.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { type Answer, type Call, handle, Refusal } from '@maru/kit/server/feature.ts';
import { cancelBet, placeBet, type TradeBet } from '../contract.ts';
import { optionOfRound, ordinalOfRound } from '../round-codes.ts';
import { type BetFacts, presentBet } from './present-round.ts';
import { needInHours } from './round-hours.ts';
import { findBet, outcomeOf } from './round-queries.ts';
import { type RoundsService, roundsService } from './rounds-service.ts';
import { marketOf, pointOf } from './round-text.ts';
import { memberOf, repeatedBet, sendForMember } from './send.ts';
import { requestedOption, type SiteOption, siteOptions } from './site-options.ts';

const Head = EventHeadWord;
const { BetPlaced } = EventWord;

const WAIT_MS = 3000;
const WORD = 2 ** 32;

export const placeBetHandler = handle(placeBet, async (context, call) => {
  const { point, tradeRoundId, type } = call.body;
  const option = requestedOption(call.site, optionOfRound(tradeRoundId) + 1);
  // Where the caller is, the product may be off although the site has it.
  needProduct(call, option.family === 'P' ? 'powerball' : 'binary');
  const market = marketOf(option, type);
  if (market === undefined) throw new Refusal('INVALID_BET_TYPE', { field: 'type' });
  const { account } = memberOf(call);
  const ordinal = ordinalOfRound(tradeRoundId);
  needInHours(context, option, ordinal);
  const stake = pointOf(call.site, point);
  const service = context.services.use(roundsService);
  if (option.family === 'P') await service.draws.commit(call.site, option, ordinal);
  const strike = option.isInRound ? strikeOf(service, option) : undefined;
  const payload = { kind: CommandKind.PlaceBet, option: option.option, ordinal, market, stake, ...(strike && { strike }) };
  // Asked again an in-round bet meets another price: the request is the bet without it.
  const asked = strike && `bet|${tradeRoundId}|${market}|${stake}`;
  const reply = await sendForMember(context, call, encodeFields(account, option.symbol, payload), asked);
  const repeated = repeatedBet(reply.events);
  if (repeated !== undefined) return answerAgain(context, call, repeated);
  const bet = placedIn(reply.events);
  if (bet === undefined) throw new Error(`no bet in the answer to sequence ${reply.seq}`);
  return { data: presentBet(call.site, option, bet), sequence: reply.seq };
});

/** The price of the moment. The engine refuses what is not fresh: it alone knows whether this request was taken before. */
function strikeOf({ boundaries }: RoundsService, { data }: SiteOption): BetStrike {
  const tick = boundaries.ticks(data?.code ?? '')?.latest;
  if (tick === undefined) return { price: 1, time: 0, idHi: 0, idLo: 0 };
  return { price: tick.price, time: tick.receivedAt, idHi: Math.floor(tick.id / WORD), idLo: tick.id % WORD };
}

/** The first answer again: the bet as it was placed. */
async function answerAgain(context: AppContext, call: Call, repeated: { firstSeq: number; betId: number }): Promise<Answer<TradeBet>> {
  const { firstSeq, betId } = repeated;
  if (!(await context.projections.waitFor(call.site.id, firstSeq, WAIT_MS))) throw new EngineBusy('projection behind');
  const row = await findBet(context, call.site.id, memberOf(call).account, betId);
  // After a crash of the database the newest rows may have to be written again.
  if (row === undefined) throw new EngineBusy(`bet ${betId} of sequence ${firstSeq} has no row yet`);
  const option = siteOptions(call.site)[row.option];
  return { data: presentBet(call.site, option, { ...row, status: 0, ended: 0, payout: null, settledMs: null }), sequence: firstSeq };
}

/** The bet that an answer's events placed. */
export function placedIn(events: Float64Array): BetFacts | undefined {
  for (let i = 0; i < events.length; i += EVENT_WORDS) if (events[i] === EventKind.BetPlaced) return placedAt(events, i);
  return undefined;
}

export function placedAt(e: ArrayLike<number>, i: number): BetFacts {
  const bet = {
    betId: e[i + BetPlaced.betId],
    option: e[i + BetPlaced.option],
    ordinal: e[i + BetPlaced.ordinal],
    market: e[i + BetPlaced.market],
    stake: e[i + BetPlaced.stake],
    odds: e[i + BetPlaced.odds],
  };
  return { ...bet, strike: e[i + BetPlaced.strike], status: 0, ended: 0, payout: null, placedMs: e[i + Head.time], settledMs: null };
}

export const cancelBetHandler = handle(cancelBet, async (context, call) => {
  const { account } = memberOf(call);
  const reply = await sendForMember(context, call, encodeFields(account, -1, { kind: CommandKind.CancelBet, betId: call.body.id }));
  const sequence = repeatedBet(reply.events)?.firstSeq ?? reply.seq;
  if (!(await context.projections.waitFor(call.site.id, sequence, WAIT_MS))) throw new EngineBusy('projection behind');
  const row = await findBet(context, call.site.id, account, call.body.id);
  if (row === undefined) throw new Refusal('BET_UNKNOWN', { field: 'id' });
  return { data: presentBet(call.site, siteOptions(call.site)[row.option], row, outcomeOf(row)), sequence };
});
