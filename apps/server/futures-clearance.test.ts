// What a liquidation took of a position that lived on: in its fees wherever they are told, live, on return and in the history.
import { connectStomp, type TestClient, until } from '@maru/kit/server/testing/stomp.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, openTestExchange } from './testing/test-exchange.ts';
import { toldEvents } from './testing/told-events.ts';

const BTC = 'BINANCE:BTCUSDT';
const PLACE = '/api/futures/order';
const FUTURES = '/user/queue/futures';
let exchange: TestExchange;
let alice: TestMember;
let socket: TestClient;
let serial = 0;

beforeAll(async () => {
  exchange = await openTestExchange();
});
afterAll(() => exchange?.stop());
beforeEach(async () => {
  serial++;
  alice = await exchange.member(`alice${serial}`);
  socket = await connectStomp(exchange.port, { token: alice.token });
});
afterEach(() => socket.end());

/** What these tests read of a message. */
interface Told {
  type: string;
  closed: unknown;
}
const { types, body, listen } = toldEvents<Told>(() => socket);

describe('what the insurance fund took of a position that lived on (rules 9.3, 9.5)', () => {
  const CHZ = 'BINANCE:CHZUSDT';
  const order = { positionSide: 'BOTH', type: 'MARKET', quantity: '8400000' };
  interface Closed {
    realizedPnl: string;
    feesPaid: string;
    fundingPaid: string;
    closedPnl: string;
  }
  const sums = ({ realizedPnl, feesPaid, fundingPaid, closedPnl }: Closed) => ({ realizedPnl, feesPaid, fundingPaid, closedPnl });
  const micro = (text: string) => Math.round(Number(text) * 1e6);
  let whale: TestMember;
  let futuresOptionId: number;

  /** A short of the sixth bracket that goes down to the fifth and is safe there. Answers what the fund took. */
  async function steppedDown(): Promise<string> {
    whale = await exchange.member(`whale${serial}`, '200000');
    futuresOptionId = exchange.server.context.sites.byId(1)!.symbols.indexOf(CHZ) + 1;
    await exchange.setMark(CHZ, '0.10000');
    await exchange.setLadder(CHZ, [['0.10000', '20000000']], [['0.10001', '20000000']]);
    await whale.post('/api/futures/order/leverage', { futuresOptionId, leverage: 5 });
    const opened = await whale.post(PLACE, { ...order, futuresOptionId, side: 'SELL' });
    expect(opened.body).toMatchObject({ data: { order: { status: 'FILLED' } } });
    await exchange.setLadder(CHZ, [['0.11740', '20000000']], [['0.11750', '20000000']]);
    await exchange.setMark(CHZ, '0.11750');
    await exchange.projected();
    const { content } = (await whale.get('/api/futures/liquidation_history')).body.data as { content: { stage: string; fee: string }[] };
    expect(content.map(({ stage }) => stage)).toEqual(['SAFE', 'STEPPED_DOWN']);
    expect(micro(content[1].fee)).toBeGreaterThan(0);
    return content[1].fee;
  }
  /** Prices of before may be too old by now: on a busy machine they are told again. */
  const fresh = async () => {
    await exchange.setMark(CHZ, '0.11750');
    await exchange.setLadder(CHZ, [['0.11740', '20000000']], [['0.11750', '20000000']]);
  };
  const close = async () => {
    for (;;) {
      await fresh();
      const { body } = await whale.post('/api/futures/order/close_all', { futuresOptionId });
      if (body.code !== 'NO_LIQUIDITY') return expect(body).toMatchObject({ data: { left: [], reasons: [] } });
    }
  };
  const position = async () => (await whale.get('/api/futures/history/open_position', { futuresOptionId })).body.data[0];
  const record = async () => {
    await exchange.projected();
    return (await whale.get('/api/futures/list', { type: 'position' })).body.data.content[0] as Closed;
  };
  const tradingFees = async () => {
    await exchange.projected();
    const { content } = (await whale.get('/api/futures/list', { type: 'trade' })).body.data as { content: { fee: string }[] };
    return content.reduce((sum, { fee }) => sum + micro(fee), 0);
  };

  it('is in its fees while it stands, live and asked for; and its end is told as the history tells it', async () => {
    const [taken, own] = [await steppedDown(), await tradingFees()];
    const stands = await position();
    expect(micro(stands.feesPaid)).toBe(own + micro(taken));
    await socket.end();
    socket = await connectStomp(exchange.port, { token: whale.token });
    const heard = await listen(FUTURES);
    await fresh();
    await whale.post(PLACE, { ...order, futuresOptionId, side: 'BUY', quantity: '1000000', reduceOnly: true });
    await until(() => types(heard).includes('POSITION_UPDATE'));
    const update = body(heard, 'POSITION_UPDATE') as unknown as { position: object };
    expect(update.position).toEqual(await position());
    expect(micro((await position()).feesPaid)).toBe((await tradingFees()) + micro(taken));
    await close();
    await until(() => types(heard).includes('POSITION_FINISH_HISTORY'));
    const told = body(heard, 'POSITION_FINISH_HISTORY').closed as Closed;
    expect(sums(told)).toEqual(sums(await record()));
    expect(micro(told.feesPaid)).toBe((await tradingFees()) + micro(taken));
  });

  it('is known again after a crash, and to whoever was away while it ended', async () => {
    const taken = await steppedDown();
    const before = await position();
    await exchange.crash();
    expect(await position()).toEqual(before);
    const seen = `${(await whale.get('/api/futures/futures_cross')).body.data.sequence}-0`;
    await close();
    const closed = await record();
    await socket.end();
    socket = await connectStomp(exchange.port, { token: whale.token });
    const heard = socket.subscribe(FUTURES, { 'last-event-id': seen });
    await until(() => types(heard).includes('POSITION_FINISH_HISTORY'));
    const told = body(heard, 'POSITION_FINISH_HISTORY').closed as Closed;
    expect(sums(told)).toEqual(sums(closed));
    expect(micro(told.feesPaid)).toBe((await tradingFees()) + micro(taken));
  });

  it('of one that was liquidated whole, its last fee too', async () => {
    whale = alice;
    await alice.post('/api/futures/order/leverage', { futuresOptionId: 1, leverage: 100 });
    await alice.post('/api/futures/order/margin_type', { futuresOptionId: 1, marginType: 'ISOLATED' });
    const heard = await listen(FUTURES);
    await exchange.setMark(BTC, '60000.00');
    await exchange.setLadder(BTC, [['59999.00', '5']], [['60001.00', '5']]);
    const bought = await alice.post(PLACE, { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.010' });
    expect(bought.body).toMatchObject({ data: { order: { status: 'FILLED' } } });
    await exchange.setLadder(BTC, [['59600.00', '5']], [['59610.00', '5']]);
    await exchange.setMark(BTC, '59600.00');
    await until(() => types(heard).includes('POSITION_LIQUID'));
    const told = body(heard, 'POSITION_LIQUID').closed as Closed;
    expect(sums(told)).toEqual(sums(await record()));
    const { content } = (await alice.get('/api/futures/liquidation_history')).body.data as { content: { fee: string }[] };
    const taken = content.reduce((sum, { fee }) => sum + micro(fee), 0);
    expect([taken > 0, micro(told.feesPaid)]).toEqual([true, (await tradingFees()) + taken]);
  });
});
