// The live check says nothing of a sound site and names each thing that breaks; the simulator runs it on every state it reaches.
import { describe, expect, test } from 'vitest';
import { OrderType, Side } from '../wire/command.ts';
import { HOUSE_LOTS } from '../layout.ts';
import { HouseAccount, futuresWallet, isolatedPurse } from '../ledger/account.ts';
import { selfCheck } from '../self-check.ts';
import { Floor } from './floor.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;

function soundFloor(): Floor {
  const floor = new Floor();
  floor.open(0, 10_000 * USDT).open(1, 10_000 * USDT);
  floor.mark(0, MARK);
  floor.ladder(0, [MARK - 100, 100], [MARK + 100, 100]);
  floor.place({ account: 0, side: Side.Buy, type: OrderType.Market, lots: 20 });
  floor.place({ account: 1, side: Side.Sell, price: MARK + 500, lots: 20 });
  return floor;
}

describe('self-check', () => {
  test('a sound state is silent', () => {
    expect(selfCheck(soundFloor().state)).toEqual([]);
  });

  test.each([
    ['I1', (floor: Floor) => void (floor.state.ledger[futuresWallet(1)] += 1)],
    ['I2', (floor: Floor) => void ((floor.state.ledger[isolatedPurse(0)] -= 5), (floor.state.ledger[futuresWallet(0)] += 5))],
    ['I2', (floor: Floor) => void ((floor.state.ledger[HouseAccount.Insurance] -= 5), (floor.state.ledger[futuresWallet(0)] += 5))],
    ['I6', (floor: Floor) => void (floor.state.live[HOUSE_LOTS] += 1)],
    ['I6', (floor: Floor) => void (floor.state.positionLots[floor.state.positionLots.findIndex((lots) => lots !== 0)] += 1)],
  ])('%s is noticed', (id, breakIt) => {
    const floor = soundFloor();
    breakIt(floor);
    const broken = selfCheck(floor.state);
    expect(broken).not.toEqual([]);
    expect(broken[0]).toContain(id);
  });
});
