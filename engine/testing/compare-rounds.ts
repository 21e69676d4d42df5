// Sets the engine's rounds beside the naive engine's: what a command told of bets, every open bet, pool, limit and term.
import { type EngineEvent, EventKind } from '../wire/event.ts';
import { MARK_ROUNDS, ROUND, ROUND_OPTION, ROUND_ORDINAL, ROUND_STATE } from '../layout-rounds.ts';
import { gameWaitView, openRoundsView, playLimitsView, roundBetsView } from '../rounds/views.ts';
import { stopsOf } from '../slot/slot-spin.ts';
import type { EngineState } from '../state.ts';
import { rejectedCode, sameLines } from './compare.ts';
import type { Naive } from './naive/model.ts';
import type { Outcome } from './naive/naive-engine.ts';
import { draws, type LimitKind, limitsNow, limitToCome, waitingOf } from './naive/rounds-model.ts';

/** Rounds that have taken shape and are not over, as option:ordinal. */
export function keptRounds(state: EngineState): Set<string> {
  const { rounds, marks } = state.rounds;
  const kept = new Set<string>();
  for (let row = 0; row < marks[MARK_ROUNDS] * ROUND; row += ROUND)
    if (rounds[row + ROUND_STATE] !== 0) kept.add(`${rounds[row + ROUND_OPTION]}:${rounds[row + ROUND_ORDINAL]}`);
  return kept;
}

/** What the command told of bets and rounds. */
export function roundLines(events: readonly EngineEvent[], naive: Naive, outcome: Outcome): string[] {
  if (outcome.rejected !== 0 || outcome.repeated || rejectedCode(events) !== 0) return [];
  const differences: string[] = [];
  sameLines(
    'rounds',
    events.flatMap((e) => lineOf(e)),
    [...naive.rounds.told],
    differences,
  );
  return differences;
}

function lineOf(e: EngineEvent): string[] {
  switch (e.kind) {
    case EventKind.RoundOpened:
      return [`opened ${e.option}/${e.ordinal} under ${e.flags} sold at ${e.saleFee} ${e.saleVolatility}`];
    case EventKind.BetPlaced:
      return [`placed ${e.betId} of ${e.account} on ${e.option}/${e.ordinal}/${e.market} ${e.stake} at ${e.odds} from ${e.strike}`];
    case EventKind.BetCancelled:
      return [`cancelled ${e.betId} stake ${e.stake}`];
    case EventKind.BetSold:
      return [`sold ${e.betId} for ${e.value}`];
    case EventKind.BetSettled:
      return [`bet ${e.betId} status ${e.status} payout ${e.payout} balance ${e.balance}`];
    case EventKind.RoundFinished:
      return [`round ${e.option}/${e.ordinal} over: ${e.bets} ${e.staked} ${e.paid} ${e.won} ${e.lost}`];
    case EventKind.SlotCommitted:
      return [`sealed ${e.serial} of ${e.account}`];
    case EventKind.SlotSeedShown:
      return [`shown ${e.serial} of ${e.account} after ${e.spins}`];
    case EventKind.SlotSpun: {
      const stops = stopsOf(e.reels).join('-');
      return [`spun ${e.serial}/${e.nonce} of ${e.account}: ${stops} pays ${e.payout} balance ${e.balance}`];
    }
    default:
      return [];
  }
}

/** One member: open bets, what waits, own limits and the day. */
export function comparePlay(state: EngineState, naive: Naive, account: number): string[] {
  const differences: string[] = [];
  const line = (
    b: { option: number; ordinal: number; market: number; stake: unknown; odds: unknown; strike: unknown; placedAt: number },
    id: number,
  ) => `${id} ${b.option}/${b.ordinal}/${b.market} ${b.stake} at ${b.odds} from ${b.strike} since ${b.placedAt}`;
  sameLines(
    `account ${account} bets`,
    roundBetsView(state, account, -1).map((b) => line(b, b.betId)),
    naive.rounds.bets
      .filter((b) => b.account === account)
      .map((b) => line({ ...b, option: b.round.option.number, ordinal: b.round.ordinal }, b.id)),
    differences,
  );
  if (BigInt(gameWaitView(state, account)) !== waitingOf(naive, account))
    differences.push(`account ${account} waits with ${gameWaitView(state, account)}`);
  const limits = playLimitsView(state, account);
  if (limits === null) return differences;
  const own = limitsNow(naive, account);
  const play = naive.rounds.plays.get(account);
  const today = play !== undefined && naive.time < play.dayEnd ? play : undefined;
  const next = (kind: LimitKind) => {
    const { most, from } = limitToCome(naive, account, kind) ?? { most: 0, from: 0 };
    return `${most} at ${from}`;
  };
  const [ours, theirs] = [
    `${limits.dayLoss} ${limits.dayStake} ${limits.dayPlayMs} then ${limits.pendingLoss} at ${limits.lossFrom}, ${limits.pendingStake} at ` +
      `${limits.stakeFrom}, ${limits.pendingPlayMs} at ${limits.playFrom} today ${limits.stakedToday} ${limits.lostToday} since ${limits.firstAt}`,
    `${own.loss} ${own.stake} ${own.time} then ${next('loss')}, ${next('stake')}, ${next('time')} today ${today?.staked ?? 0} ` +
      `${today?.lost ?? 0} since ${today?.played[0] ?? 0}`,
  ];
  if (ours !== theirs) differences.push(`account ${account} own limits: engine ${ours}, naive ${theirs}`);
  return differences;
}

/** Every round that had a bet, with the stakes of each market. */
export function compareRounds(state: EngineState, naive: Naive): string[] {
  const differences: string[] = [];
  const open = naive.rounds.open.filter((r) => r.isOpened);
  sameLines(
    'open rounds',
    openRoundsView(state).map((r) => `${r.option}/${r.ordinal} ${r.bets} ${r.isSettling} ${r.isSettling ? '' : r.stakes.join()}`),
    open.map((r) => {
      const bets = naive.rounds.bets.filter((b) => b.round === r);
      const isSettling = r.verdict !== undefined;
      const markets = draws(r.option.kind) ? 43 : 2;
      const stakes = Array.from({ length: markets }, (_, market) =>
        bets.reduce((all, b) => (b.market === market ? all + b.stake : all), 0n),
      );
      return `${r.option.number}/${r.ordinal} ${bets.length} ${isSettling} ${isSettling ? '' : stakes.join()}`;
    }),
    differences,
  );
  for (const account of naive.accounts.keys()) differences.push(...comparePlay(state, naive, account));
  return differences;
}
