// SettleFunding: opens the settlement of one funding time of a symbol, exactly once, and works it off in slices (rules 8.5, 16).
import * as layout from '../layout.ts';
import { POSITION_BLOCK } from '../capacity.ts';
import { CommandHeadWord, CommandWord, SwitchBit } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import { isListed } from '../market/listed.ts';
import { RATE_ONE } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { isPriceUsable } from './breach.ts';
import { takeShare } from './funding-share.ts';
import { settlePositionFunding, settleShare } from './funding.ts';
import { noteDanger } from './revalue.ts';

const Head = CommandHeadWord;
const { SettleFunding } = CommandWord;

const {
  FUNDING_COUNT,
  FUNDING_MARK,
  FUNDING_NEXT,
  FUNDING_RATE,
  FUNDING_TIME,
  LIVE,
  MARK,
  META_FUNDINGS,
  META_SHARES,
  META_SHARE_AT,
  META_SITE_SWITCHES,
  META_SYMBOLS,
  META_TIME,
  SHARE,
  SHARE_SYMBOL,
  SWITCHES,
} = layout;

export function settleFunding(s: EngineState, e: EventBuffer, words: Float64Array, at: number): number {
  const symbol = words[at + Head.symbol];
  const rate = words[at + SettleFunding.rate];
  const fundingTime = words[at + SettleFunding.fundingTime];
  if (!isListed(s, symbol)) return refuse(s, Reject.SYMBOL_UNKNOWN);
  if (!Number.isSafeInteger(rate) || rate >= RATE_ONE || rate <= 0 - RATE_ONE) return refuse(s, Reject.PARAM_MALFORMED);
  if (!Number.isSafeInteger(fundingTime) || fundingTime <= 0) return refuse(s, Reject.PARAM_MALFORMED);
  const live = symbol * LIVE;
  if (s.live[live + FUNDING_NEXT] !== 0) return refuse(s, Reject.FUNDING_RUNNING);
  if (fundingTime <= s.live[live + FUNDING_TIME])
    return refuse(s, Reject.FUNDING_SETTLED_ALREADY, s.live[live + FUNDING_TIME], fundingTime);
  if (fundingTime > s.meta[META_TIME]) return refuse(s, Reject.FUNDING_NOT_DUE, s.meta[META_TIME], fundingTime);
  // A rate of nothing needs no price: it is how an interval without samples, or a closed market, is passed over.
  if (rate !== 0) {
    const bits = s.live[live + SWITCHES] | s.meta[META_SITE_SWITCHES];
    if ((bits & SwitchBit.MarketClosed) !== 0) return refuse(s, Reject.MARKET_CLOSED);
    if (!isPriceUsable(s, symbol)) return refuse(s, Reject.MARK_NOT_CONFIRMED);
  }
  s.live[live + FUNDING_TIME] = fundingTime;
  s.live[live + FUNDING_RATE] = rate;
  s.live[live + FUNDING_MARK] = s.live[live + MARK];
  s.live[live + FUNDING_COUNT] = 0;
  s.live[live + FUNDING_NEXT] = rate === 0 ? 0 : firstSlot(s.symbolBlocks[symbol]);
  writeEvent(e, 'FundingStarted', -1, symbol, { rate, mark: s.live[live + MARK], fundingTime });
  if (s.live[live + FUNDING_NEXT] !== 0) s.meta[META_FUNDINGS]++;
  else reportFinished(s, e, symbol);
  return 0;
}

/** Settles legs of the lowest symbol whose funding runs until `slice` events are out or it is done. */
export function workFunding(s: EngineState, e: EventBuffer, slice: number): void {
  let symbol = 0;
  while (symbol < s.meta[META_SYMBOLS] && s.live[symbol * LIVE + FUNDING_NEXT] === 0) symbol++;
  const at = symbol * LIVE + FUNDING_NEXT;
  if (s.live[symbol * LIVE + FUNDING_TIME] === s.meta[META_SHARE_AT]) workShares(s, e, symbol, slice);
  while (s.live[at] !== 0 && e.index < slice) {
    const slot = s.live[at] - 1;
    settlePositionFunding(s, e, slot);
    if (s.positionLots[slot] !== 0) noteDanger(s, s.positionScope[slot]);
    s.live[at] = slotAfter(s, slot);
  }
  if (s.live[at] !== 0) return;
  s.meta[META_FUNDINGS]--;
  reportFinished(s, e, symbol);
}

/** Shares of the symbol, the newest first: one that moves into the place of one that is done has been looked at already. */
function workShares(s: EngineState, e: EventBuffer, symbol: number, slice: number): void {
  for (let k = s.meta[META_SHARES] - 1; k >= 0 && e.index < slice; k--) {
    if (s.shares[k * SHARE + SHARE_SYMBOL] !== symbol) continue;
    settleShare(s, e, k * SHARE);
    takeShare(s, k);
  }
}

function reportFinished(s: EngineState, e: EventBuffer, symbol: number): void {
  writeEvent(e, 'FundingFinished', -1, symbol, {
    fundingTime: s.live[symbol * LIVE + FUNDING_TIME],
    positions: s.live[symbol * LIVE + FUNDING_COUNT],
  });
}

/** First slot of a symbol's first block + 1, 0 = it has none. Blocks that join later hold only positions opened later. */
export function firstSlot(block: number): number {
  return block === 0 ? 0 : (block - 1) * POSITION_BLOCK + 1;
}

/** The next slot of the symbol in the order of its blocks + 1, 0 = that was the last. */
export function slotAfter(s: EngineState, slot: number): number {
  const next = slot + 1;
  if ((next & (POSITION_BLOCK - 1)) !== 0) return next + 1;
  return firstSlot(s.blockNext[slot >> 5]);
}
