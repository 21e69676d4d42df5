// Every figure that an explanation prints and the journal holds is the engine's own: over whole simulated journals, for every fill, funding
// payment, liquidation, refusal and order that a refusal ended.
import { CommandKind, decodeCommand, encodeCommand } from '@maru/engine/wire/command.ts';
import { decodeEvent, EVENT_WORDS, type EngineEvent, EventKind } from '@maru/engine/wire/event.ts';
import { Simulation } from '@maru/engine/testing/simulator.ts';
import { views } from '@maru/engine/views.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { EngineCore } from '@maru/kit/server/engine-core.ts';
import { describe, expect, it } from 'vitest';
import { explanationOf, type Subject } from './explanation.ts';
import { type MomentWatch, watchMoment } from './moment.ts';

const COMMANDS = 1_600;
const SYMBOLS = ['BINANCE:BTCUSDT', 'BINANCE:CHZUSDT', 'BINANCE:AAVEUSDT', 'BINANCE:MATICUSDT'];
const site = { id: 1, symbols: SYMBOLS } as unknown as SiteConfig;

/** What an event gives a member to ask about. */
function subjectOf(e: EngineEvent): Subject | undefined {
  switch (e.kind) {
    case EventKind.OrderFilled:
      return { kind: 'FILL', seq: e.seq, tradeId: e.tradeId, orderId: e.orderId };
    case EventKind.FundingSettled:
      return { kind: 'FUNDING', seq: e.seq, positionId: e.positionId };
    case EventKind.LiquidationStep:
      return e.positionId === 0 ? undefined : { kind: 'LIQUIDATION', seq: e.seq, positionId: e.positionId };
    case EventKind.CommandRejected:
      return { kind: 'REJECTION', seq: e.seq };
    case EventKind.OrderClosed:
      return e.reason === 0 ? undefined : { kind: 'ENDED', seq: e.seq, orderId: e.orderId };
    default:
      return undefined;
  }
}

/** Runs a seed command by command; every account is watched over each, as a replay for its member would. */
function explainAll(seed: number): { asked: Record<string, number>; wrong: string[]; unexplained: string[] } {
  const run = new Simulation(seed);
  const asked: Record<string, number> = {};
  const wrong: string[] = [];
  const unexplained: string[] = [];
  const marks = new Map<number, { record: Float64Array; seq: number }>();
  const core = {
    query: (view: string, args: readonly unknown[]) => views[view](run.state, ...args),
  } as unknown as EngineCore;
  while (run.report.commands < COMMANDS && !run.failed) {
    const { command, fault } = run.generator.next(run.naive);
    const record = encodeCommand(command);
    const seq = run.seq + 1;
    const watches: MomentWatch[] = [];
    for (const account of run.naive.accounts.keys()) {
      const watch = watchMoment(account, seq);
      for (const [, told] of marks) watch.passed?.(told.record, 0, told.seq);
      watch.passed?.(record, 0, seq);
      watch.before(core, record, 0);
      watches.push(watch);
    }
    const words = run.take(record, fault);
    if (decodeCommand(record).kind === CommandKind.SetMark) marks.set(record[3], { record, seq });
    const events: EngineEvent[] = [];
    for (let at = 0; at < words.length; at += EVENT_WORDS) events.push(decodeEvent(words, at));
    [...run.naive.accounts.keys()].slice(0, watches.length).forEach((account, k) => {
      const own = events.filter((e) => e.account === account).flatMap((e) => subjectOf(e) ?? []);
      if (own.length === 0) return;
      watches[k].after(core, words);
      const moment = watches[k].moment();
      for (const subject of own) {
        asked[subject.kind] = (asked[subject.kind] ?? 0) + 1;
        const told = explanationOf(moment, site, subject);
        if (told === undefined) unexplained.push(`seed ${seed} command ${seq}: ${JSON.stringify(subject)}`);
        else if (/^$|[{}]|undefined|NaN/.test(told.title.ko) || /[{}]|undefined|NaN/.test(told.title.en))
          wrong.push(`${seq} ${told.title.ko}`);
        for (const s of told?.steps ?? [])
          if (s.holds === false) wrong.push(`${seed}/${seq} ${subject.kind} ${s.rule} ${s.numbers} = ${s.result}`);
      }
    });
  }
  return { asked, wrong, unexplained };
}

/** What a seed's journal holds shifts with whatever the generator draws: journals are run until every kind was asked often enough,
 * those first in which the most is settled. */
const SEEDS = [18, 16, 15, 12, 13, 17];
const ASKED = { FILL: 60, FUNDING: 40, REJECTION: 60, ENDED: 1 };

describe('explanations over simulated journals', () => {
  it('every one is told, and no figure differs from the engine’s', () => {
    const sums: Record<string, number> = {};
    const isEnough = () => Object.entries(ASKED).every(([kind, least]) => (sums[kind] ?? 0) >= least);
    for (const seed of SEEDS) {
      if (isEnough()) break;
      const { asked, wrong, unexplained } = explainAll(seed);
      expect({ seed, wrong, unexplained }).toEqual({ seed, wrong: [], unexplained: [] });
      for (const [kind, count] of Object.entries(asked)) sums[kind] = (sums[kind] ?? 0) + count;
    }
    expect(isEnough(), JSON.stringify(sums)).toBe(true);
  });
});
