// What each market and each bet of a round must have been paid, from the record's result and frozen odds (rules 11.5, 11.6).
import { POWER_BALL_MARKETS, guardsHouse } from '@maru/engine/rounds/power-ball-markets.ts';
import { endings, endingOfStatus, type EvidenceBet, type EvidenceMarket, type RoundEvidence } from './evidence.ts';
import { areTimesRight, saleValueOf } from './evidence-leaving.ts';
import { drawAgain, isDrawn, priceResult, units } from './evidence-result.ts';

export type Ending = 'WON' | 'LOST' | 'VOID';
const ODDS_PLACES = 8;
const ODDS_ONE = 10n ** BigInt(ODDS_PLACES);
const LOWEST_PRICE_ODDS = 150_000_000n;
const HIGHEST_PRICE_ODDS = 198_000_000n;

/** `endingOf` of one record. */
type EndingOf = (market: string) => Ending | undefined;

/** How bets on a market ended; undefined: no such market, or each bet by itself. */
export function endingOf(record: RoundEvidence, market: string): Ending | undefined {
  const { evidence, result } = record;
  if (evidence.kind === 'draw') {
    if (!POWER_BALL_MARKETS.some((each) => each.code === market)) return undefined;
    if (result === 'VOID') return 'VOID';
    const draw = drawAgain(record, evidence);
    return draw === undefined ? undefined : isDrawn(market, draw) ? 'WON' : 'LOST';
  }
  if (market !== 'UP' && market !== 'DOWN') return undefined;
  if (result === 'VOID' || result === 'TIE') return 'VOID';
  return result === 'EACH_BET' ? undefined : market === result ? 'WON' : 'LOST';
}

function endingOfBet(record: RoundEvidence, { market, strike }: EvidenceBet, ofMarket: EndingOf): Ending | undefined {
  if (record.result !== 'EACH_BET') return ofMarket(market);
  const close = record.evidence.kind === 'price' ? record.evidence.close.tick : null;
  if (strike === undefined || close === null || (market !== 'UP' && market !== 'DOWN')) return undefined;
  const own = priceResult(strike, close.price);
  return own === 'TIE' ? 'VOID' : own === market ? 'WON' : 'LOST';
}

/** Odds within what a site may set: 1.50 to 1.98, or probability times odds below 1. */
export function areOddsAllowed(record: RoundEvidence, { market, odds }: EvidenceMarket): boolean {
  const value = units(odds, ODDS_PLACES);
  if (record.evidence.kind === 'price') return value >= LOWEST_PRICE_ODDS && value <= HIGHEST_PRICE_ODDS;
  const number = POWER_BALL_MARKETS.findIndex((each) => each.code === market);
  return number >= 0 && guardsHouse(number, Number(value));
}

/** A market's sum without its bets: each payout was cut down by less than one unit, so the sum is known to within their number. */
export function isSumRight(record: RoundEvidence, row: EvidenceMarket): boolean {
  const places = Number(record.decimals);
  const [staked, paid, bets] = [units(row.staked, places), units(row.paid, places), units(row.bets, 0)];
  const most = (staked * units(row.odds, ODDS_PLACES)) / ODDS_ONE;
  if (!endings.includes(row.how)) return false;
  if (row.how === 'CANCELLED') return paid === staked;
  if (row.how === 'SOLD') return paid <= most;
  const ending = endingOf(record, row.market);
  if (ending === 'VOID') return paid === staked;
  if (ending === 'LOST') return paid === 0n;
  if (ending === 'WON') return paid <= most && paid > most - bets;
  return record.result === 'EACH_BET' && paid <= most;
}

/** A bet: its odds those of a row of its market, its times within the round's, its ending the round's, its payout cut down to the last place. */
export function isBetRight(record: RoundEvidence, bet: EvidenceBet, ofMarket: EndingOf): boolean {
  const places = Number(record.decimals);
  if (!record.markets.some((row) => isOfRow(bet, row)) || !areTimesRight(record, bet)) return false;
  const [stake, paid] = [units(bet.stake, places), units(bet.paid, places)];
  const most = (stake * units(bet.odds, ODDS_PLACES)) / ODDS_ONE;
  if (stake === 0n) return false;
  if (bet.status === 'CANCELLED') return paid === stake;
  if (bet.status === 'SOLD') return paid === saleValueOf(record, bet, most);
  if (bet.status !== endingOfBet(record, bet, ofMarket)) return false;
  if (bet.status === 'VOID') return paid === stake;
  return paid === (bet.status === 'LOST' ? 0n : most);
}

export const isOfRow = (bet: EvidenceBet, row: EvidenceMarket): boolean =>
  bet.market === row.market && bet.odds === row.odds && endingOfStatus(bet.status) === row.how;
