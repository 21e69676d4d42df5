// An exchange for TWAP orders: a clock that tests move on from slice to slice, and a maker whose orders wait on both sides.
import { messageFeature } from '@maru/message/server/feature.ts';
import type { Twap, TwapSlice } from '@maru/futures/twap-contract.ts';
import { createTwapFeature } from '@maru/futures/server/twap/feature.ts';
import { expect } from 'vitest';
import { type TestExchange, type TestMember, type ExchangeOptions, openTestExchange } from './test-exchange.ts';
import { stoppableClock, type StoppableClock } from './stoppable-clock.ts';

export const BTC = 'BINANCE:BTCUSDT';
export const TWAP = '/api/futures/twap';
export const SLICE_MS = 30_000;
/** Ten slices of 0.010. */
export const requested = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', quantity: '0.100', duration: 300 };

export interface TwapExchange {
  readonly exchange: TestExchange;
  readonly time: StoppableClock;
  place(member: TestMember, body?: object, headers?: Record<string, string>): Promise<Twap>;
  refused(member: TestMember, body: object): Promise<unknown[]>;
  running(member: TestMember): Promise<Twap[]>;
  ended(member: TestMember): Promise<Twap[]>;
  slices(member: TestMember, id: number): Promise<TwapSlice[]>;
  /** As it stands, running or ended. */
  one(member: TestMember, id: number): Promise<Twap>;
  /** On to the next slice, and waits until it is through. */
  slice(member: TestMember, id: number, count?: number): Promise<Twap>;
  messages(member: TestMember): Promise<{ title: string; content: string; link: string }[]>;
  /** The maker's orders on both sides, a dollar from the mark, and the mark itself. */
  mark(price: number): Promise<void>;
}

/** `lookMs`: how often it looks for what is due. */
export async function openTwapExchange({ lookMs = 20, ...more }: ExchangeOptions & { lookMs?: number } = {}): Promise<TwapExchange> {
  const time = stoppableClock();
  const exchange = await openTestExchange({
    ...more,
    more: [messageFeature, createTwapFeature(lookMs), ...(more.more ?? [])],
    clock: time,
  });
  const maker = await exchange.member('maker', '5000000');
  const data = async (answer: ReturnType<TestMember['get']>) => {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data;
  };
  const self: TwapExchange = {
    exchange,
    time,
    place: (member, body = {}, headers) => data(member.post(`${TWAP}/place`, { ...requested, ...body }, headers)),
    async refused(member, body) {
      const { status, body: answer } = await member.post(`${TWAP}/place`, { ...requested, ...body });
      return [status, answer.code, answer.data?.field];
    },
    running: async (member) => (await data(member.get(`${TWAP}/list`))).content,
    ended: async (member) => (await data(member.get(`${TWAP}/history`))).content,
    slices: async (member, id) => (await data(member.get(`${TWAP}/slices`, { id, size: 100 }))).content,
    one: async (member, id) => (await data(member.get(`${TWAP}/slices`, { id }))).twap,
    async slice(member, id, count = 1) {
      const { sliceNo } = await self.one(member, id);
      for (let turn = 1; turn <= count; turn++) {
        time.skip(SLICE_MS);
        await settled(member, id, sliceNo + turn);
      }
      return self.one(member, id);
    },
    messages: async (member) => (await data(member.get('/api/message/list'))).content,
    async mark(price) {
      // A token of now: tests let hours pass.
      const { post } = exchange.as(maker, 'member');
      await data(post('/api/futures/order/cancel_all', {}));
      await exchange.setMark(BTC, price.toFixed(2));
      await exchange.setMark(BTC, price.toFixed(2));
      for (const [side, at] of [
        ['BUY', price - 1],
        ['SELL', price + 1],
      ] as const)
        await data(
          post('/api/futures/order', { ...requested, duration: undefined, side, type: 'LIMIT', quantity: '20', price: at.toFixed(2) }),
        );
    },
  };
  /** That slice is through, or the TWAP is. */
  const settled = (member: TestMember, id: number, no: number) =>
    expect
      .poll(async () => {
        const [twap, slices] = await Promise.all([self.one(member, id), self.slices(member, id)]);
        const isThrough = twap.sliceNo >= no && slices.every(({ status }) => status !== 'SENDING');
        return twap.status !== 'RUNNING' || isThrough;
      })
      .toBe(true);
  await self.mark(60_000);
  return self;
}
