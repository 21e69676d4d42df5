// What a live site can afford to prove about itself every few seconds: money conserved, books uncrossed, positions paired.
import { POSITION_BLOCK } from './capacity.ts';
import { COUNTERPARTY_LOTS, LIVE, META_BLOCKS, META_SYMBOLS } from './layout.ts';
import { checkCustody } from './custody/check-custody.ts';
import { checkLedger } from './ledger/check-ledger.ts';
import type { EngineState } from './state.ts';
import { memberBestAsk, memberBestBid } from './view-market.ts';

/** Sentences on what is broken (invariants I1, I2, I3, I6, and I8 of custody); none on a sound state. Reads every balance and position once. */
export function selfCheck(s: EngineState): string[] {
  const broken: string[] = [];
  checkLedger(s, broken);
  checkCustody(s, broken);
  checkPairs(s, broken);
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    const [bid, ask] = [memberBestBid(s, symbol), memberBestAsk(s, symbol)];
    if (bid > 0 && ask > 0 && bid >= ask) broken.push(`I3 book of symbol ${symbol} is crossed: ${bid} and ${ask}`);
  }
  return broken;
}

// Whatever members hold of a symbol, other members or the house hold the other way round.
function checkPairs(s: EngineState, broken: string[]): void {
  const symbols = s.meta[META_SYMBOLS];
  const net = new Float64Array(symbols);
  for (let symbol = 0; symbol < symbols; symbol++) net[symbol] = s.live[symbol * LIVE + COUNTERPARTY_LOTS];
  for (let block = 0; block < s.meta[META_BLOCKS]; block++) {
    const symbol = s.blockSymbol[block];
    for (let slot = block * POSITION_BLOCK; slot < (block + 1) * POSITION_BLOCK; slot++) {
      if (s.positionExposure[slot] >= 0) net[symbol] += s.positionLots[slot];
    }
  }
  for (let symbol = 0; symbol < symbols; symbol++) {
    if (net[symbol] !== 0) broken.push(`I6 symbol ${symbol}: members and counterparty hold ${net[symbol]} lots together`);
  }
}
