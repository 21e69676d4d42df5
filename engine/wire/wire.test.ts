// Records: what goes in comes out, for every kind; kinds nobody knows are refused; words of released records stay where they are.
import { expect, it } from 'vitest';
import { apply } from '../apply.ts';
import { createState } from '../state.ts';
import { CommandHeadWord, CommandKind, CommandWord, HEADER_WORDS, decodeCommand, encodeCommand } from './command.ts';
import { EventBuffer } from './event-buffer.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord, decodeEvent, writeEvent } from './event.ts';

/** Words that a journal of a release may hold behind a command's head: least and most. */
const FURTHER: { readonly [kind: string]: readonly number[] } = {
  ListSymbol: [20],
  SetLadder: [12],
  SetMark: [0, 3],
  PlaceOrder: [0, 2, 4, 8],
  AmendOrder: [0, 5],
  PlaceConditional: [1, 5, 9],
  AmendConditional: [1, 6],
  Convert: [2, 5],
  Transfer: [0, 1],
  TransferToMember: [1],
  SetRoundOption: [9],
  PlaceBet: [0, 4],
  SellBet: [1],
  SettleRound: [14],
  CommitDraw: [8],
  RevealDraw: [16],
  SetPlayLimits: [0, 2],
  CommitSlot: [8, 16],
  SpinSlot: [16],
};

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
}

it.each(Object.entries(EventKind))('event %s: written, read and written again it is the same', (name, kind) => {
  const next = numbers(kind);
  for (let k = 0; k < 20; k++) {
    const e = new EventBuffer(2);
    const said = Float64Array.from({ length: EVENT_WORDS }, (_, word) => (word === EventHeadWord.kind ? kind : next() >>> 1));
    [e.seq, e.index, e.time] = [said[EventHeadWord.seq], said[EventHeadWord.index], said[EventHeadWord.time]];
    const event = decodeEvent(said);
    writeEvent(e, name as never, event.account, event.symbol, event as never);
    expect(decodeEvent(e.words)).toEqual(event);
    const named = Object.values(EventWord[name as keyof typeof EventWord] as { [field: string]: number });
    for (const word of named) expect(e.words[word]).toBe(said[word]);
  }
});

it.each(Object.entries(CommandKind))('command %s: read and written again its words are the same', (name, kind) => {
  const next = numbers(kind);
  for (const further of FURTHER[name] ?? [0]) {
    const words = Float64Array.from({ length: HEADER_WORDS + further }, () => next() >>> 12);
    [words[CommandHeadWord.kind], words[CommandHeadWord.further]] = [kind, further];
    if (name === 'SetLadder') words.set([2, 4], CommandWord.SetLadder.bidLevels);
    const once = encodeCommand(decodeCommand(words));
    expect(encodeCommand(decodeCommand(once))).toEqual(once);
    // Bits that no flag uses and words that no field names are not carried on: all others are.
    if (!name.startsWith('Place')) for (const word of wordsNamed(name, further)) expect(once[word], `word ${word}`).toBe(words[word]);
  }
});

function wordsNamed(name: string, further: number): number[] {
  const own = Object.values(CommandWord[name as keyof typeof CommandWord] as { [field: string]: number });
  const behind = name.startsWith('Amend') ? [] : Array.from({ length: further }, (_, k) => HEADER_WORDS + k);
  return [...own.filter((word) => word < HEADER_WORDS), ...behind];
}

it('a kind that nobody knows is refused by its number, with the sequence it came at', () => {
  const event = new Float64Array(EVENT_WORDS);
  event.set([999, 41]);
  expect(() => decodeEvent(event)).toThrow('unknown event kind 999 at sequence 41');
  const command = new Float64Array(HEADER_WORDS);
  command[CommandHeadWord.kind] = 999;
  expect(() => decodeCommand(command)).toThrow('unknown command kind 999');
  expect(() => apply(createState('small'), command, 0, 1, new EventBuffer())).toThrow('unknown command kind 999 at sequence 1');
});

// A journal keeps its words for ever: a field may come behind the others, none may move.
it('words of released records stay where they are', () => {
  expect(EventWord.OrderPlaced).toEqual({ orderId: 6, flags: 7, price: 8, lots: 9, reserved: 10, takeProfit: 13, stopLoss: 14 });
  expect(EventWord.OrderClosed).toMatchObject({ orderId: 6, end: 8, filledLots: 11, filledCost: 12, filledCostLo: 13, reason: 14 });
  expect(EventWord.PositionClosed).toMatchObject({ entryCost: 9, exitCost: 11, realizedPnl: 13, feesPaid: 14, setting: 15 });
  expect(EventWord.LedgerPosted).toEqual({ debit: 6, credit: 7, amount: 8, reason: 9, ref: 10, debitAfter: 11, creditAfter: 12 });
  expect(EventWord.BetSettled).toMatchObject({ betId: 6, status: 12, payout: 13, balance: 14, waiting: 15 });
  expect(EventWord.SlotCommitted).toEqual({ serial: 6, hash: 8 });
  expect(CommandWord.PlaceOrder).toEqual({ price: 7, lots: 8, flags: 9, slippage: 10, terms: 12 });
  expect(CommandWord.PlaceConditional).toMatchObject({ stopPrice: 10, callbackRate: 12, terms: 13 });
  expect(CommandWord.SettleRound).toEqual({ option: 7, ordinal: 8, halted: 9, strike: 12, close: 19 });
  expect(CommandWord.SetRoundOption).toMatchObject({ flags: 10, cutoffMs: 12, saleVolatility: 20 });
});
