// What members are owed, by every purse: the same from their side and from the house's, and a purse that may not be below zero is named.
import { describe, expect, it } from 'vitest';
import { TestExchange } from '../testing/test-exchange.ts';
import { CommandKind } from '../wire/command.ts';
import { accountOf, Asset, binaryWallet, futuresWallet, houseAccount, HouseAccount, PostingReason, Purse, usdtWallet } from './account.ts';
import { type Liabilities, liabilitiesView } from './liabilities.ts';

const USDT = 1_000_000;
const BTC = 2;
const of = (exchange: TestExchange, ...assets: number[]): Liabilities => liabilitiesView(exchange.state, [assets]).groups[0];
const move = (exchange: TestExchange, debit: number, credit: number, amount: number) =>
  exchange.accept({ kind: CommandKind.Transfer, account: -1, symbol: -1, debit, credit, amount, reason: PostingReason.Transfer });
const total = ({ amounts }: Liabilities) => amounts.reduce((sum, amount) => sum + amount, 0);
const shown = ({ accounts, amounts }: Liabilities) => [...accounts].map((account, at) => [account, amounts[at]]);

const world = () => {
  const exchange = new TestExchange()
    .open(0, 100 * USDT)
    .open(1, 50 * USDT)
    .open(2, USDT);
  move(exchange, futuresWallet(0), usdtWallet(0), 30 * USDT);
  move(exchange, usdtWallet(0), accountOf(0, Asset.Usdt, Purse.Held), 7 * USDT);
  for (const [account, purse, amount] of [
    [0, Purse.Pending, 5],
    [0, Purse.Available, 11],
    [1, Purse.Escrow, 13],
  ])
    move(exchange, houseAccount(BTC, Purse.External), accountOf(account, BTC, purse), amount);
  return exchange;
};

describe('what members are owed', () => {
  it('is the sum of all their purses, whatever they are for, and what the house’s side says', () => {
    const exchange = world();
    const { seq } = liabilitiesView(exchange.state, []);
    expect(seq).toBe(exchange.state.seq);
    const usdt = of(exchange, Asset.Usdt);
    expect(shown(usdt)).toEqual([
      [0, 100 * USDT],
      [1, 50 * USDT],
      [2, USDT],
    ]);
    expect([total(usdt), usdt.below, usdt.negative]).toEqual([usdt.owed, 0, undefined]);
    const btc = of(exchange, BTC);
    expect(shown(btc)).toEqual([
      [0, 16],
      [1, 13],
    ]);
    expect([total(btc), btc.owed]).toEqual([29, 29]);
    expect(shown(of(exchange, 9))).toEqual([]);
  });

  it('holds where money passed from USDT to the games as it is, of either and of both together', () => {
    const exchange = world();
    move(exchange, futuresWallet(1), binaryWallet(1), 20 * USDT);
    for (const assets of [[Asset.Usdt], [Asset.Binary], [Asset.Usdt, Asset.Binary]]) {
      const found = of(exchange, ...assets);
      expect([assets, total(found)]).toEqual([assets, found.owed]);
    }
    expect(shown(of(exchange, Asset.Usdt, Asset.Binary))[1]).toEqual([1, 50 * USDT]);
  });

  it('a cross wallet below zero counts as nothing and is told beside, so that nobody’s debt makes the sum smaller', () => {
    const exchange = world();
    exchange.state.ledger[futuresWallet(2)] -= 3 * USDT;
    exchange.state.ledger[HouseAccount.Futures] += 3 * USDT;
    const found = of(exchange, Asset.Usdt);
    expect([shown(found).length, total(found), found.below]).toEqual([2, 150 * USDT, 2 * USDT]);
    expect(total(found) - found.below).toBe(found.owed);
  });

  it('any other purse below zero is named, and a member that is left out makes the two sides differ', () => {
    const exchange = world();
    exchange.state.ledger[usdtWallet(1)] = -1;
    expect(of(exchange, Asset.Usdt).negative).toEqual({ account: 1, purse: Purse.Available });
    const other = world();
    other.state.ledger[futuresWallet(1)] = 0;
    expect(total(of(other, Asset.Usdt))).not.toBe(of(other, Asset.Usdt).owed);
  });
});
