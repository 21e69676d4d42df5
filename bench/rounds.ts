// A round's settlement: 100,000 bets of 5,000 members paid by one result, in slices, judged by engine time; and what a bet costs.
//
// The yardstick runs beside it: the same bets as objects, with BigInt amounts and wallets in a Map, as a plain program would keep them.
import '@maru/kit/server/engine-flags.ts';
import { apply } from '@maru/engine/apply.ts';
import { capacityClasses } from '@maru/engine/capacity.ts';
import { type Command, CommandHeadWord, CommandKind, CommandWord, encodeCommand } from '@maru/engine/wire/command.ts';
import { RoundFlag, RoundKind } from '@maru/engine/wire/round-terms.ts';
import { EventBuffer } from '@maru/engine/wire/event-buffer.ts';
import { EVENT_WORDS, EventKind } from '@maru/engine/wire/event.ts';
import { HouseAccount, binaryWallet } from '@maru/engine/ledger/account.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import { selfCheck } from '@maru/engine/self-check.ts';
import { createState, type EngineState } from '@maru/engine/state.ts';
import { isWorkWaiting } from '@maru/engine/work.ts';
import { eachAlone, isSmoke, measure, medianOf, printBench, timeNs } from './report.ts';

const ASKED_MS = 3;
const DURATION = 60_000;
const CUTOFF = 10_000;
const STAKE = 100;
const WHOLE = 2 ** 40;

interface Shape {
  name: string;
  members: number;
  bets: number;
}

const shapes: readonly Shape[] = isSmoke
  ? [{ name: 'round-settlement-2k', members: 100, bets: 2_000 }]
  : [
      { name: 'round-settlement-100k', members: 5_000, bets: 100_000 },
      { name: 'round-settlement-100k-50k-members', members: 50_000, bets: 100_000 },
    ];
const PASSES = isSmoke ? 3 : 15;

class Site {
  readonly s: EngineState;
  readonly e = new EventBuffer();
  time = 1_700_000_040_000;

  constructor(members: number) {
    const { medium } = capacityClasses;
    this.s = createState({ ...medium, accounts: Math.max(members, medium.accounts) });
    const spec = encodeInstrument(instrumentOf(listedSymbols[0], { makerFee: 0, takerFee: 0 }));
    this.run({ kind: CommandKind.ListSymbol, symbol: 0, spec });
    this.run({ kind: CommandKind.SetRoundOption, symbol: 0, option: 0, roundKind: RoundKind.Price, durationMs: DURATION, ...terms });
    for (let account = 0; account < members; account++) {
      this.run({ kind: CommandKind.OpenAccount, account });
      const credit = binaryWallet(account);
      this.run({ kind: CommandKind.Transfer, debit: HouseAccount.External, credit, amount: 2 ** 30, reason: 1 });
    }
  }

  run(c: Partial<Command> & { kind: number }): void {
    this.e.clear();
    const record = encodeCommand({ time: this.time, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0, ...c } as Command);
    const code = apply(this.s, record, 0, this.s.seq + 1, this.e);
    if (code !== 0) throw new Error(`refused: ${code}`);
  }

  get ordinal(): number {
    return Math.floor(this.time / DURATION) + 1;
  }
}

const terms = {
  flags: RoundFlag.Play,
  cutoffMs: CUTOFF,
  oddsUp: 195_000_000,
  oddsDown: 195_000_000,
  minStake: 1,
  maxStake: WHOLE,
  maxMemberRound: WHOLE,
  maxSideExposure: WHOLE,
  saleFee: 0,
  saleVolatility: 0,
};

/** Every second bet on the other side, members one after the other. */
function placeBets(site: Site, { members, bets }: Shape): number {
  const { ordinal } = site;
  const bet = { kind: CommandKind.PlaceBet, account: 0, option: 0, ordinal, market: 0, stake: STAKE };
  const record = encodeCommand({ time: site.time, symbol: -1, keyHi: 0, keyLo: 0, body: 0, ...bet } as Command);
  const spent = timeNs(() => {
    for (let k = 0; k < bets; k++) {
      record[CommandHeadWord.account] = k % members;
      record[CommandWord.PlaceBet.market] = (k * 7 + (k >> 3)) & 1;
      site.e.clear();
      if (apply(site.s, record, 0, site.s.seq + 1, site.e) !== 0) throw new Error('a bet was refused');
    }
  });
  return spent / bets;
}

/** The result and every slice after it; returns ns of engine time, and checks that each bet was told once. */
function settle(site: Site, bets: number): { ns: number; longest: number; slices: number } {
  const { ordinal } = site;
  site.time = (ordinal + 1) * DURATION;
  const at = (price: number, receivedAt: number) => ({ price, time: receivedAt, idHi: 0, idLo: 1, receivedAt, before: -1, confirm: -1 });
  const ticks = { strike: at(6_000_000, ordinal * DURATION), close: at(6_000_001, site.time) };
  const head = { time: site.time, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
  const result = encodeCommand({ ...head, kind: CommandKind.SettleRound, option: 0, ordinal, halted: 0, ...ticks });
  const tick = encodeCommand({ ...head, kind: CommandKind.Tick });
  const { s, e } = site;
  let [ns, longest, slices, told] = [0, 0, 0, 0];
  for (let record = result; slices === 0 || isWorkWaiting(s); record = tick) {
    e.clear();
    const spent = timeNs(() => apply(s, record, 0, s.seq + 1, e));
    ns += spent;
    longest = Math.max(longest, spent);
    slices += 1;
    for (let event = 0; event < e.length; event += EVENT_WORDS) if (e.words[event] === EventKind.BetSettled) told += 1;
  }
  if (told !== bets) throw new Error(`${told} of ${bets} bets were settled`);
  return { ns, longest, slices };
}

/** The same settlement as objects with BigInt amounts. */
function plain({ members, bets }: Shape): number {
  const wallets = new Map<number, bigint>();
  const open = Array.from({ length: bets }, (_, k) => ({ account: k % members, side: k & 1, stake: 100n, odds: 195_000_000n }));
  const paid: { account: number; payout: bigint; balance: bigint }[] = [];
  return timeNs(() => {
    for (const bet of open) {
      const payout = bet.side === 0 ? (bet.stake * bet.odds) / 100_000_000n : 0n;
      const balance = (wallets.get(bet.account) ?? 0n) + payout;
      wallets.set(bet.account, balance);
      paid.push({ account: bet.account, payout, balance });
    }
  });
}

function bench(shape: Shape): void {
  const site = new Site(shape.members);
  const placing: number[] = [];
  const longest: number[] = [];
  let slices = 0;
  const settled = measure(PASSES, () => {
    placing.push(placeBets(site, shape));
    const pass = settle(site, shape.bets);
    longest.push(pass.longest);
    ({ slices } = pass);
    return pass.ns;
  });
  const broken = selfCheck(site.s);
  if (broken.length > 0) throw new Error(broken.join('; '));
  const objects = measure(PASSES, () => plain(shape));
  const [min, median] = [settled[0] / 1e6, medianOf(settled) / 1e6];
  const [placed] = placing.toSorted((a, b) => a - b);
  const aside = `asked ${ASKED_MS} ms; ${slices} slices, longest ${(Math.max(...longest) / 1e6).toFixed(2)} ms; a bet placed in ${placed.toFixed(0)} ns`;
  printBench({ name: shape.name, value: min, unit: 'ms', min, median, yardstick: objects[0] / 1e6, ratio: objects[0] / settled[0] });
  console.log(`  ${shape.name}: ${aside}`);
}

eachAlone(shapes, bench);
