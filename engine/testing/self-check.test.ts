// The live check says nothing of a sound site and names each thing that breaks; the simulator runs it on every state it reaches.
import { describe, expect, test } from 'vitest';
import { CommandKind, OrderType, Side } from '../wire/command.ts';
import { COUNTERPARTY_LOTS } from '../layout.ts';
import { Asset, accountOf, HouseAccount, futuresWallet, houseAccount, isolatedPurse, PostingReason, Purse } from '../ledger/account.ts';
import { findRow } from '../ledger/more-accounts.ts';
import { selfCheck } from '../self-check.ts';
import { TestExchange } from './test-exchange.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;

function soundExchange(): TestExchange {
  const exchange = new TestExchange();
  exchange.open(0, 10_000 * USDT).open(1, 10_000 * USDT);
  exchange.mark(0, MARK);
  exchange.ladder(0, [MARK - 100, 100], [MARK + 100, 100]);
  exchange.place({ account: 0, side: Side.Buy, type: OrderType.Market, lots: 20 });
  exchange.place({ account: 1, side: Side.Sell, price: MARK + 500, lots: 20 });
  return exchange;
}

describe('self-check', () => {
  test('a sound state is silent', () => {
    expect(selfCheck(soundExchange().state)).toEqual([]);
  });

  test('each asset is checked apart, and named: what leaves one for another as it is does not even out', () => {
    const { Usdt, Binary } = Asset;
    const exchange = soundExchange();
    const of = (asset: number, purse: number) => accountOf(0, asset, purse);
    const give = (debit: number, credit: number, amount: number) =>
      exchange.send({ kind: CommandKind.Transfer, account: -1, symbol: -1, debit, credit, amount, reason: PostingReason.Adjustment });
    give(houseAccount(70, Purse.Promo), of(70, Purse.Available), 500);
    give(houseAccount(71, Purse.Promo), of(71, Purse.Available), 500);
    // A site that plays in USDT moves money between these two as it is, both ways: no excess of either.
    give(HouseAccount.Promo, of(Binary, Purse.Available), 900);
    give(of(Binary, Purse.Available), of(Usdt, Purse.Available), 200);
    expect(selfCheck(exchange.state)).toEqual([]);
    const { state } = exchange;
    const row = (asset: number) => findRow(state.more, of(asset, Purse.Available));
    state.more.balances[row(70)] += 30;
    state.more.balances[row(71)] -= 30;
    state.ledger[of(Usdt, Purse.Available)] -= 7;
    state.ledger[of(Binary, Purse.Available)] += 7;
    expect(selfCheck(state)).toEqual([
      'I1 the ledger sums to -7 in asset 0',
      'I1 the ledger sums to 7 in asset 1',
      'I1 the ledger sums to 30 in asset 70',
      'I1 the ledger sums to -30 in asset 71',
    ]);
  });

  test.each([
    ['I1', (exchange: TestExchange) => void (exchange.state.ledger[futuresWallet(1)] += 1)],
    [
      'I2',
      (exchange: TestExchange) => void ((exchange.state.ledger[isolatedPurse(0)] -= 5), (exchange.state.ledger[futuresWallet(0)] += 5)),
    ],
    [
      'I2',
      (exchange: TestExchange) =>
        void ((exchange.state.ledger[HouseAccount.Insurance] -= 5), (exchange.state.ledger[futuresWallet(0)] += 5)),
    ],
    ['I6', (exchange: TestExchange) => void (exchange.state.live[COUNTERPARTY_LOTS] += 1)],
    [
      'I6',
      (exchange: TestExchange) => void (exchange.state.positionLots[exchange.state.positionLots.findIndex((lots) => lots !== 0)] += 1),
    ],
  ])('%s is noticed', (id, breakIt) => {
    const exchange = soundExchange();
    breakIt(exchange);
    const broken = selfCheck(exchange.state);
    expect(broken).not.toEqual([]);
    expect(broken[0]).toContain(id);
  });
});
