// Adapter of the worked cases about up and down rounds: each is played on an exchange of its own, from the option to the paid bet.
import { CommandKind } from '../wire/command.ts';
import { EventKind } from '../wire/event.ts';
import { type Inputs, type Runner, shown, text } from './example-values.ts';
import { bet, BEGIN, DURATION, openRounds, optionOf, tick } from './round-steps.ts';

const TICK_DECIMALS = 2;

/** Integer of 10^-places; refuses what has more decimals. */
function units(value: string, places: number): number {
  const [whole, part = ''] = value.split('.');
  if (part.length > places) throw new Error(`${value} has more than ${places} decimals`);
  return Number(whole + part.padEnd(places, '0'));
}

/** Amounts at the case's own places; a price of null is a gap in the feed. */
function settle(i: Inputs): Record<string, unknown> {
  const places = Number(text(i, 'places'));
  const odds = units(text(i, 'odds'), 8);
  const exchange = openRounds();
  const most = 1_000_000;
  exchange.accept(
    optionOf({ option: 1, oddsUp: odds, oddsDown: odds, minStake: 1, maxStake: most, maxMemberRound: most, maxSideExposure: most }),
  );
  const ordinal = BEGIN / DURATION + 1;
  exchange.accept(bet({ option: 1, ordinal, market: text(i, 'direction') === 'UP' ? 0 : 1, stake: units(text(i, 'stake'), places) }));
  exchange.time = (ordinal + 1) * DURATION;
  const at = (price: unknown, boundary: number) => tick(price === null ? -1 : units(String(price), TICK_DECIMALS), boundary);
  const ticks = { strike: at(i.strike, ordinal * DURATION), close: at(i.close, exchange.time) };
  const events = exchange.accept({ kind: CommandKind.SettleRound, account: -1, symbol: -1, option: 1, ordinal, halted: 0, ...ticks });
  const paid = events.find((e) => e.kind === EventKind.BetSettled);
  if (paid?.kind !== EventKind.BetSettled) throw new Error('no bet was settled');
  return { status: `${paid.status}`, payout: shown(paid.payout, places) };
}

export const roundRunners: Record<string, Runner> = { updown_settle: settle };
