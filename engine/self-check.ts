// What a live site can afford to prove about itself every few seconds: money conserved, books uncrossed, positions paired.
import { POSITION_BLOCK } from './capacity.ts';
import { HOUSE_LOTS, LIVE, META_ACCOUNTS, META_BLOCKS, META_SYMBOLS } from './layout.ts';
import { HouseAccount, isolatedPurse, ledgerLength } from './ledger/account.ts';
import { MARK_STAKES } from './layout-rounds.ts';
import type { EngineState } from './state.ts';
import { memberBestAsk, memberBestBid } from './view-market.ts';

const NEVER_NEGATIVE: readonly number[] = [
  HouseAccount.Fee,
  HouseAccount.Insurance,
  HouseAccount.Dust,
  HouseAccount.BinaryFee,
  HouseAccount.BinaryDust,
  HouseAccount.RoundsEscrow,
];

const HALF = 2 ** 27;
const PER_HALF = 2 ** -27;

/** Sentences on what is broken (invariants I1, I2, I3, I6); none on a sound state. Reads every balance and position once. */
export function selfCheck(s: EngineState): string[] {
  const broken: string[] = [];
  checkLedger(s, broken);
  checkPairs(s, broken);
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    const [bid, ask] = [memberBestBid(s, symbol), memberBestAsk(s, symbol)];
    if (bid > 0 && ask > 0 && bid >= ask) broken.push(`I3 book of symbol ${symbol} is crossed: ${bid} and ${ask}`);
  }
  return broken;
}

function checkLedger(s: EngineState, broken: string[]): void {
  const members = s.meta[META_ACCOUNTS];
  const used = ledgerLength(members);
  // In two halves, since a sum of large balances would leave the safe integers on its way.
  let high = 0;
  let low = 0;
  for (let account = 0; account < used; account++) {
    const part = Math.floor(s.ledger[account] * PER_HALF);
    high += part;
    low += s.ledger[account] - part * HALF;
  }
  if (high * HALF + low !== 0) broken.push(`I1 the ledger sums to ${high * HALF + low}`);
  if (s.ledger[HouseAccount.RoundsEscrow] !== s.rounds.marks[MARK_STAKES])
    broken.push(`I16 escrow holds ${s.ledger[HouseAccount.RoundsEscrow]} for open stakes of ${s.rounds.marks[MARK_STAKES]}`);
  for (const purse of NEVER_NEGATIVE) if (s.ledger[purse] < 0) broken.push(`I2 house purse ${purse} holds ${s.ledger[purse]}`);
  for (let account = 0; account < members; account++) {
    const purse = isolatedPurse(account);
    if (s.ledger[purse] < 0) broken.push(`I2 isolated purse ${purse} holds ${s.ledger[purse]}`);
  }
}

// Whatever members hold of a symbol, other members or the house hold the other way round.
function checkPairs(s: EngineState, broken: string[]): void {
  const symbols = s.meta[META_SYMBOLS];
  const net = new Float64Array(symbols);
  for (let symbol = 0; symbol < symbols; symbol++) net[symbol] = s.live[symbol * LIVE + HOUSE_LOTS];
  for (let block = 0; block < s.meta[META_BLOCKS]; block++) {
    const symbol = s.blockSymbol[block];
    for (let slot = block * POSITION_BLOCK; slot < (block + 1) * POSITION_BLOCK; slot++) {
      if (s.positionExposure[slot] >= 0) net[symbol] += s.positionLots[slot];
    }
  }
  for (let symbol = 0; symbol < symbols; symbol++) {
    if (net[symbol] !== 0) broken.push(`I6 symbol ${symbol}: members and house hold ${net[symbol]} lots together`);
  }
}
