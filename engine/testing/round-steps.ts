// Steps of scenarios with timed rounds: an exchange with an option of one minute and two members with money in their BINARY wallets.
import { type Command, CommandKind } from '../wire/command.ts';
import { type BoundaryTick, RoundFlag, RoundKind } from '../wire/round-terms.ts';
import type { EngineEvent } from '../wire/event.ts';
import { binaryWallet, WalletWord } from '../ledger/account.ts';
import { floorDiv } from '../money/rounding.ts';
import { type Body, TestExchange } from './test-exchange.ts';
import { USDT } from './rejection-steps.ts';

export const DURATION = 60_000;
/** A boundary: the round that begins here runs, the next one takes bets. */
export const BEGIN = 1_700_000_040_000;

type Of<K> = Extract<Command, { kind: K }>;

/** One USDT is 10,000 of the other currency. */
export function openRounds(): TestExchange {
  const exchange = new TestExchange();
  exchange.time = BEGIN;
  for (const account of [0, 1]) {
    exchange.open(account, 1_000 * USDT);
    const rate = { num: 1, den: 100, spread: 0, from: WalletWord.Futures, to: WalletWord.Binary };
    exchange.accept({ kind: CommandKind.Convert, account, symbol: -1, amount: 100 * USDT, ...rate });
  }
  exchange.mark(0, 6_000_000);
  exchange.accept(optionOf({}));
  return exchange;
}

export function optionOf(change: Partial<Of<typeof CommandKind.SetRoundOption>>): Body<Command> {
  return {
    kind: CommandKind.SetRoundOption,
    account: -1,
    symbol: 0,
    option: 0,
    roundKind: RoundKind.Price,
    durationMs: DURATION,
    flags: RoundFlag.Play,
    cutoffMs: 10_000,
    oddsUp: 195_000_000,
    oddsDown: 195_000_000,
    minStake: 10,
    maxStake: 50_000,
    maxMemberRound: 80_000,
    maxSideExposure: 100_000,
    saleFee: 0,
    saleVolatility: 0,
    ...change,
  };
}

export function bet(change: Partial<Of<typeof CommandKind.PlaceBet>>): Body<Command> {
  const ordinal = floorDiv(BEGIN, DURATION) + 1;
  return { kind: CommandKind.PlaceBet, account: 0, symbol: -1, option: 0, ordinal, market: 0, stake: 100, ...change };
}

export function cancel(account: number, betId: number): Body<Command> {
  return { kind: CommandKind.CancelBet, account, symbol: -1, betId };
}

export function tick(price: number, receivedAt: number, before = -1, confirm = -1): BoundaryTick {
  return { price, time: 1_600_000_000_000, idHi: 0, idLo: 42, receivedAt, before, confirm };
}

/** At the round's end, with fresh ticks. */
export function settle(exchange: TestExchange, s: { option?: number; ordinal?: number; strike?: number; close: number }): EngineEvent[] {
  const { option = 0, ordinal = floorDiv(BEGIN, DURATION) + 1, strike = 6_000_000 } = s;
  const endAt = (ordinal + 1) * DURATION;
  if (exchange.time < endAt) exchange.time = endAt;
  return exchange.accept({
    kind: CommandKind.SettleRound,
    account: -1,
    symbol: -1,
    option,
    ordinal,
    halted: 0,
    strike: tick(strike, endAt - DURATION),
    close: tick(s.close, endAt),
  });
}

export function binary(exchange: TestExchange, account: number): number {
  return exchange.balance(binaryWallet(account));
}
