// Accounts by owner, asset and purse: numbers say their keys, any asset moves between purses, each sums to nothing, and room grows by reload.
import { describe, expect, it } from 'vitest';
import { capacityClasses } from '../capacity.ts';
import { TestExchange } from '../testing/test-exchange.ts';
import { SIMULATED_CAPACITY } from '../testing/simulator.ts';
import { checkRefusal } from '../testing/refusal-check.ts';
import { Random } from '../testing/random.ts';
import { isNearlyFull } from '../fullness.ts';
import { selfCheck } from '../self-check.ts';
import { loadSnapshot, snapshotBytes, takeSnapshot } from '../snapshot.ts';
import { apply } from '../apply.ts';
import { Reject } from '../reject.ts';
import { createState, type EngineState } from '../state.ts';
import { EventBuffer } from '../wire/event-buffer.ts';
import { stateHash } from '../state-hash.ts';
import { CommandKind, encodeCommand } from '../wire/command.ts';
import { EventKind } from '../wire/event.ts';
import {
  accountOf,
  Asset,
  assetOf,
  futuresWallet,
  houseAccount,
  isHouse,
  isNumber,
  MOST_ASSETS,
  memberOf,
  PostingReason,
  Purse,
  purseOf,
  walletAccount,
  walletWordOf,
} from './account.ts';
import { moreAccounts, moreCapacity } from './more-accounts.ts';
import { accountAtSide, isHouseSide, sideOf } from './side.ts';

const USDT = 1_000_000;
const HOUSE = -1;
const PURSES = Object.values(Purse);
const move = (exchange: TestExchange, debit: number, credit: number, amount: number) =>
  exchange.send({ kind: CommandKind.Transfer, account: -1, symbol: -1, debit, credit, amount, reason: PostingReason.Transfer });
const mustMove = (exchange: TestExchange, debit: number, credit: number, amount: number) => {
  const events = move(exchange, debit, credit, amount);
  expect(exchange.refusal(events)).toBeUndefined();
  return events;
};
const reload = (exchange: TestExchange) => {
  const bytes = new Uint8Array(snapshotBytes(exchange.state));
  takeSnapshot(exchange.state, bytes);
  return loadSnapshot(bytes);
};

describe('the number of an account', () => {
  it('says owner, asset and purse, and no two keys share one', () => {
    const seen = new Set<number>();
    for (const owner of [HOUSE, 0, 1, 511, 262_143, 2 ** 31 - 1])
      for (let asset = 0; asset < MOST_ASSETS; asset++)
        for (const purse of PURSES) {
          const ledger = accountOf(owner, asset, purse);
          expect([memberOf(ledger), assetOf(ledger), purseOf(ledger), isHouse(ledger), isNumber(ledger)]).toEqual([
            owner,
            asset,
            purse,
            owner === HOUSE,
            true,
          ]);
          if (owner !== HOUSE) expect(walletAccount(owner, walletWordOf(ledger))).toBe(ledger);
          const side = sideOf(ledger);
          expect([isHouseSide(side), Math.abs(side) < 32_768]).toEqual([owner === HOUSE, true]);
          expect([assetOf(accountAtSide(side)), purseOf(accountAtSide(side))]).toEqual([asset, purse]);
          seen.add(ledger);
        }
    expect(seen.size).toBe(6 * MOST_ASSETS * PURSES.length);
  });

  it('what has a slot has no other number, and spare purses have none at all', () => {
    const long = accountOf(0, 9, Purse.Held);
    const ofFutures = long - 9 * 64 - Purse.Held + Purse.Futures;
    expect([isNumber(long), isNumber(ofFutures), isNumber(long - Purse.Held + 60), isNumber(long + 0.5), isNumber(-1)]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('assets beyond USDT', () => {
  it('an asset of a number that nobody knew moves between members’ purses, and each step says who, what and where', () => {
    const NEW = 63;
    const exchange = new TestExchange().open(0, 100 * USDT).open(1, 100 * USDT);
    const purse = (account: number, kind: number) => accountOf(account, NEW, kind);
    mustMove(exchange, houseAccount(NEW, Purse.External), purse(0, Purse.Pending), 5_000);
    mustMove(exchange, purse(0, Purse.Pending), purse(0, Purse.Available), 5_000);
    mustMove(exchange, purse(0, Purse.Available), purse(0, Purse.Escrow), 2_000);
    const [posted] = mustMove(exchange, purse(0, Purse.Escrow), purse(1, Purse.Available), 1_500);
    expect(posted).toMatchObject({ kind: EventKind.LedgerPosted, amount: 1_500, debitAfter: 500, creditAfter: 1_500 });
    if (posted.kind !== EventKind.LedgerPosted) throw new Error('no posting');
    expect([posted.debit, posted.credit].map((ledger) => [memberOf(ledger), assetOf(ledger), purseOf(ledger)])).toEqual([
      [0, NEW, Purse.Escrow],
      [1, NEW, Purse.Available],
    ]);
    const held = [purse(0, Purse.Available), purse(0, Purse.Escrow), purse(1, Purse.Available), houseAccount(NEW, Purse.External)];
    expect(held.map((ledger) => exchange.balance(ledger))).toEqual([3_000, 500, 1_500, -5_000]);
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  it('a purse gives no more than it has, and one asset never becomes another', () => {
    const exchange = new TestExchange().open(0, 100 * USDT);
    mustMove(exchange, houseAccount(5, Purse.External), accountOf(0, 5, Purse.Available), 10);
    const refused = (debit: number, credit: number, amount = 1) => exchange.refusal(move(exchange, debit, credit, amount));
    expect(refused(accountOf(0, 5, Purse.Available), accountOf(0, 5, Purse.Held), 11)).toBe('INSUFFICIENT_BALANCE');
    expect(refused(houseAccount(5, Purse.Hot), accountOf(0, 5, Purse.Held))).toBe('INSUFFICIENT_BALANCE');
    expect(refused(accountOf(0, 5, Purse.Available), accountOf(0, 6, Purse.Available))).toBe('PARAM_MALFORMED');
    expect(refused(futuresWallet(0), accountOf(0, 5, Purse.Available))).toBe('PARAM_MALFORMED');
    expect(refused(accountOf(7, 5, Purse.Available), houseAccount(5, Purse.External))).toBe('ACCOUNT_UNKNOWN');
    expect(moreAccounts(exchange.state)).toHaveLength(2);
  });

  it('USDT set aside leaves the futures wallet’s equity and comes back to it', () => {
    const exchange = new TestExchange().open(0, 100 * USDT);
    mustMove(exchange, futuresWallet(0), accountOf(0, Asset.Usdt, Purse.Held), 40 * USDT);
    expect(exchange.refusal(move(exchange, futuresWallet(0), houseAccount(Asset.Usdt, Purse.External), 61 * USDT))).toBe(
      'INSUFFICIENT_BALANCE',
    );
    mustMove(exchange, accountOf(0, Asset.Usdt, Purse.Held), futuresWallet(0), 40 * USDT);
    mustMove(exchange, futuresWallet(0), houseAccount(Asset.Usdt, Purse.External), 100 * USDT);
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  it('is converted at the rate, and its spread and remainder stay in the asset that was given', () => {
    const exchange = new TestExchange().open(0, 100 * USDT);
    const coin = accountOf(0, 2, Purse.Available);
    mustMove(exchange, houseAccount(2, Purse.External), coin, 10_000_000);
    const [from, to] = [walletWordOf(coin), walletWordOf(futuresWallet(0))];
    const rate = { from, to, amount: 1_000_001, spread: 100_000, num: 600, den: 7 };
    exchange.accept({ kind: CommandKind.Convert, account: 0, symbol: -1, ...rate });
    const of = (asset: number) => [Purse.Exchange, Purse.Fee, Purse.Dust].map((purse) => exchange.balance(houseAccount(asset, purse)));
    const [cost, fee, dust] = of(2);
    expect([cost + fee + dust, fee]).toEqual([1_000_001, 1_001]);
    expect(exchange.balance(futuresWallet(0)) - 100 * USDT).toBe(-exchange.balance(houseAccount(Asset.Usdt, Purse.Exchange)));
    expect(selfCheck(exchange.state)).toEqual([]);
  });
});

describe('every asset sums to nothing (I1)', () => {
  it.each([1, 2, 3])('over random moves of 64 assets, with reloads between them: seed %i', (seed) => {
    const r = new Random(seed);
    const exchange = new TestExchange();
    for (let account = 0; account < 8; account++) exchange.open(account, 1_000 * USDT);
    const sums = new Map<number, bigint>();
    for (let n = 0; n < 3_000; n++) {
      const asset = r.below(64);
      const [one, other] = r.chance(40) ? [HOUSE, r.below(8)] : [r.below(9) - 1, r.below(9) - 1];
      const from = accountOf(one, asset, one === HOUSE && r.chance(60) ? Purse.External : r.pick(PURSES));
      const [debit, credit] = [from, accountOf(other, r.chance(95) ? asset : r.below(64), r.pick(PURSES))];
      for (const e of move(exchange, debit, credit, 1 + r.below(1_000_000)))
        if (e.kind === EventKind.LedgerPosted)
          for (const [ledger, by] of [
            [e.debit, -e.amount],
            [e.credit, e.amount],
          ])
            sums.set(ledger, (sums.get(ledger) ?? 0n) + BigInt(by));
      if (n % 500 === 499) expect(stateHash(reload(exchange))).toBe(stateHash(exchange.state));
    }
    expect(selfCheck(exchange.state)).toEqual([]);
    const rows = moreAccounts(exchange.state);
    expect(rows.length).toBeGreaterThan(300);
    const total = new Map<number, bigint>();
    for (const { ledger, amount } of rows) {
      expect(BigInt(amount)).toBe(sums.get(ledger));
      total.set(assetOf(ledger), (total.get(assetOf(ledger)) ?? 0n) + BigInt(amount));
    }
    // Asset 0 and 1 have slots beside their rows: the self-check adds them up.
    expect([...total].filter(([asset, sum]) => asset > 1 && sum !== 0n)).toEqual([]);
  });

  it('one unit too many in one asset is told, also where another lacks it', () => {
    const exchange = new TestExchange().open(0, 100 * USDT);
    mustMove(exchange, houseAccount(4, Purse.External), accountOf(0, 4, Purse.Available), 10);
    mustMove(exchange, houseAccount(5, Purse.External), accountOf(0, 5, Purse.Available), 10);
    exchange.state.more.balances[1] += 1;
    exchange.state.more.balances[3] -= 1;
    expect(selfCheck(exchange.state)).toEqual(['I1 the ledger sums to 1 in asset 4', 'I1 the ledger sums to -1 in asset 5']);
    exchange.state.more.balances[1] -= 12;
    expect(selfCheck(exchange.state).filter((text) => text.startsWith('I2'))).toHaveLength(1);
  });
});

describe('room', () => {
  it('64 assets in 40 purses of the house’s own fit the smallest class, and more wait for the next', () => {
    const exchange = new TestExchange().open(0, 100 * USDT);
    for (let asset = 0; asset < 64; asset++)
      for (let purse = 0; purse < 40; purse++) {
        const ledger = accountOf(HOUSE, asset, purse);
        if (purse !== Purse.External && ledger > 2 ** 40) mustMove(exchange, houseAccount(asset, Purse.External), ledger, 7);
      }
    expect(moreAccounts(exchange.state).length).toBeGreaterThan(64 * 40 - 20);
    expect(moreCapacity(capacityClasses.small)).toBeGreaterThan(64 * 40);
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  it('an account beyond it is refused and leaves no trace; loaded into a larger class the site goes on', () => {
    const small = createState({ ...SIMULATED_CAPACITY, accounts: 1 });
    const sink = new EventBuffer(64);
    const give = (s: EngineState, ledger: number) => {
      const debit = houseAccount(assetOf(ledger), Purse.External);
      const body = { account: -1, symbol: -1, debit, credit: ledger, amount: 1, reason: PostingReason.Deposit };
      sink.clear();
      return apply(s, encodeCommand({ kind: CommandKind.Transfer, time: 1, keyHi: 0, keyLo: 0, body: 0, ...body }), 0, s.seq + 1, sink);
    };
    const accounts = Array.from({ length: moreCapacity(small.capacity) }, (_, n) => houseAccount(2 + Math.floor(n / 36), 11 + (n % 36)));
    const full = accounts.findIndex((ledger) => give(small, ledger) === Reject.CAPACITY_FULL);
    expect(full).toBeGreaterThan(200);
    expect([CommandKind.Transfer, CommandKind.Convert].map((kind) => checkRefusal(kind, Reject.CAPACITY_FULL))).toEqual([[], []]);
    expect([isNearlyFull(small), moreAccounts(small).length]).toEqual([true, moreCapacity(small.capacity)]);
    expect(give(small, accounts[0])).toBe(0);
    const bytes = new Uint8Array(snapshotBytes(small));
    takeSnapshot(small, bytes);
    const grown = loadSnapshot(bytes, capacityClasses.small);
    expect([stateHash(grown) === stateHash(small), isNearlyFull(grown)]).toEqual([true, false]);
    expect([give(grown, accounts[full]), give(grown, accounts[1])]).toEqual([0, 0]);
    expect(selfCheck(grown)).toEqual([]);
  });
});
