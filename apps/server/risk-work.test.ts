// A whole market going down, and funding, over the real journal: the sequencer's Ticks finish what one command began, orders pass meanwhile.
import { type Command, CommandKind, encodeCommand, OrderType, Side, TimeInForce } from '@maru/engine/wire/command.ts';
import { HouseAccount, futuresWallet } from '@maru/engine/ledger/account.ts';
import type { WorkView } from '@maru/engine/view-risk.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, MARU, openTestExchange } from './testing/test-exchange.ts';

const BTC = 'BINANCE:BTCUSDT';
const USDT = 1_000_000;
const MARK = 6_000_000;
/** Engine accounts beside the members', far above theirs. */
const FIRST = 200;
/** More than a small site's command does itself (work.ts). */
const CROWD = 40;
const RICH = 199;
const head = { time: 0, account: -1, symbol: 0, keyHi: 0, keyLo: 0, body: 0 };

let exchange: TestExchange;
let alice: TestMember;
const command = (c: Partial<Command> & { kind: number }) => exchange.command(MARU, encodeCommand({ ...head, ...c } as Command));
const engine = () => exchange.server.context.engine;
const waiting = () => engine().query<WorkView>(MARU, 'workWaiting');

async function open(account: number, usdt: number): Promise<void> {
  await command({ kind: CommandKind.OpenAccount, account, symbol: -1 });
  const debit = HouseAccount.External;
  await command({ kind: CommandKind.Transfer, symbol: -1, debit, credit: futuresWallet(account), amount: usdt * USDT, reason: 1 });
}
const limit = (account: number, side: number, timeInForce: number) =>
  command({
    kind: CommandKind.PlaceOrder,
    account,
    side,
    positionSide: 0,
    type: OrderType.Limit,
    timeInForce,
    selfTrade: 0,
    reduceOnly: false,
    price: MARK,
    lots: 20,
    slippage: 0,
    clientOrderId: '',
  });

const until = (check: () => Promise<boolean>) => expect.poll(check).toBe(true);

beforeAll(async () => {
  exchange = await openTestExchange();
  await exchange.setMark(BTC, '60000.00');
  alice = await exchange.member('alice');
  await open(RICH, 10_000_000);
  // Commands handed over together keep their order.
  const commands: Promise<unknown>[] = [];
  for (let account = FIRST; account < FIRST + CROWD; account++) {
    commands.push(
      open(account, 18).then(() => command({ kind: CommandKind.SetLeverage, account, leverage: 125 })),
      limit(RICH, Side.Sell, TimeInForce.GTX),
    );
  }
  await Promise.all(commands);
  await Promise.all(Array.from({ length: CROWD }, (_, k) => limit(FIRST + k, Side.Buy, TimeInForce.IOC)));
});
afterAll(() => exchange.stop());

describe('work in slices over the journal', () => {
  it('funding of all positions is finished by Ticks, and a second command for the same time is refused', async () => {
    await exchange.setMark(BTC, '60000.00');
    const fundingTime = Date.now() - 1;
    await command({ kind: CommandKind.SettleFunding, rate: 10_000, fundingTime });
    await until(async () => (await waiting()).fundingSymbols.length === 0);
    await expect(command({ kind: CommandKind.SettleFunding, rate: 10_000, fundingTime })).rejects.toThrow('FUNDING_SETTLED_ALREADY');
    // Taker fee 0.04 % and funding 0.01 % of 1,200.
    expect(await engine().query(MARU, 'ledger', futuresWallet(FIRST + 7))).toBe(18 * USDT - 480_000 - 120_000);
  });

  it('all are liquidated by Ticks, while an order of another member is answered', async () => {
    await exchange.setMark(BTC, '59300.00');
    const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '0.010', price: '57000' };
    expect((await alice.post('/api/futures/order', order)).status).toBe(200);
    await until(async () => (await waiting()).scopes === 0);
    const left = await engine().query<{ long: number; short: number }>(MARU, 'openInterest', 0);
    // The house took over what the empty book could not: RICH is still short of all of it.
    expect(left).toEqual({ long: 0, short: CROWD * 20 });
    await exchange.projected();
  });
});
