// The live check says nothing of a sound site and names each thing that breaks; the simulator runs it on every state it reaches.
import { describe, expect, test } from 'vitest';
import { OrderType, Side } from '../wire/command.ts';
import { COUNTERPARTY_LOTS } from '../layout.ts';
import { HouseAccount, futuresWallet, isolatedPurse } from '../ledger/account.ts';
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
