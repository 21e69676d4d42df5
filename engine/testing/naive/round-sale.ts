// The naive engine's early sale: the published formula with fractions of BigInts and a normal distribution of its own.
import type { Command, CommandKind } from '../../wire/command.ts';
import { HouseAccount } from '../../ledger/account.ts';
import { Reject } from '../../reject.ts';
import { type Naive, post } from './model.ts';
import { feedFault } from './round-bets.ts';
import { binaryOf, endOf, type NaiveBet, payoutOf, playOf, startOf } from './rounds-model.ts';

type Sale = Extract<Command, { kind: typeof CommandKind.SellBet }>;

export function sellBet(s: Naive, c: Sale): number {
  const account = s.accounts.get(c.account);
  if (account === undefined) return Reject.ACCOUNT_UNKNOWN;
  if ((account.flags & (32 | 32_768)) !== 0) return Reject.ACCOUNT_FROZEN;
  const bet = s.rounds.bets.find((b) => b.id === c.betId && b.account === c.account);
  if (bet === undefined) return Reject.BET_UNKNOWN;
  const { round } = bet;
  const isRunning = s.time >= startOf(round) && s.time < endOf(round) - round.terms.cutoffMs;
  if ((round.terms.flags & 4) === 0 || !isRunning || round.verdict !== undefined) return Reject.EARLY_SALE_NOT_ALLOWED;
  const feed = feedFault(s, round.option);
  if (feed) return feed;
  const isPrice = (price: number, least: number) => Number.isSafeInteger(price) && price >= least && price <= 4_294_967_295;
  if (!Number.isSafeInteger(c.least) || c.least < 0 || c.tickTime < 0 || c.tickTime > s.time) return Reject.PARAM_MALFORMED;
  if (!isPrice(c.price, 1) || !isPrice(c.strike, 0)) return Reject.PARAM_MALFORMED;
  const isRight = bet.strike !== 0n ? c.strike === 0 : c.strike !== 0 && (round.told === 0 || round.told === c.strike);
  if (!isRight) return Reject.PARAM_MALFORMED;
  if (s.time - c.tickTime > 2_000) return Reject.PRICE_STALE;
  const strike = bet.strike !== 0n ? bet.strike : BigInt(c.strike);
  const value = valueOf(bet, BigInt(c.price), strike, endOf(round) - s.time);
  if (value < BigInt(c.least)) return Reject.SALE_BELOW_LEAST;
  if (bet.strike === 0n) round.told = c.strike;
  s.rounds.bets = s.rounds.bets.filter((b) => b !== bet);
  playOf(s, c.account).lost += bet.stake - value;
  post(s, HouseAccount.RoundsEscrow, HouseAccount.Rounds, bet.stake);
  post(s, HouseAccount.Rounds, binaryOf(c.account), value);
  s.rounds.told.push(`sold ${bet.id} for ${value}`);
  return 0;
}

function valueOf(bet: NaiveBet, price: bigint, strike: bigint, leftMs: number): bigint {
  const { saleFee, saleVolatility } = bet.round.terms;
  const root = BigInt(Math.floor(Math.sqrt(leftMs * 1_000)));
  const deviation = (BigInt(saleVolatility) * root) / 1_000n;
  const distance = price > strike ? price - strike : strike - price;
  const moved = (distance * 100_000_000n) / strike;
  const z = deviation === 0n ? (distance === 0n ? 0n : 4_000n) : (moved * 1_000n) / deviation;
  const ahead = normal(z > 4_000n ? 4_000 : Number(z));
  const isAhead = price >= strike === (bet.market === 0);
  const chance = isAhead ? ahead : 100_000_000n - ahead;
  return (((payoutOf(bet) * chance) / 100_000_000n) * BigInt(100_000_000 - saleFee)) / 100_000_000n;
}

/** Between the normal distribution at whole tenths, each rounded to 10^-8; `z` in thousandths. */
function normal(z: number): bigint {
  const step = Math.floor(z / 100);
  const low = BigInt(Math.round(phi(step / 10) * 1e8));
  const high = BigInt(Math.round(phi((step + 1) / 10) * 1e8));
  return low + ((step >= 40 ? 0n : high - low) * BigInt(z - step * 100)) / 100n;
}

// The series of the normal distribution's integral, to the last digit of a double.
function phi(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 1; k < 200; k++) {
    term *= (-x * x * (2 * k - 1)) / (2 * k * (2 * k + 1));
    sum += term;
  }
  return 0.5 + sum / Math.sqrt(2 * Math.PI);
}
