// What a repeated cancel of all means is remembered as long as a request may be repeated, and no longer.
import type { Order } from '@maru/futures/contract.ts';
import { expect, test } from 'vitest';
import type { MemberAsk } from './fapi-endpoint.ts';
import { meantTogether } from './place-orders.ts';

const cancelledTogether: MemberAsk['service']['cancelledTogether'] = new Map();
let now = 0;
const ask = (request: string) =>
  ({
    site: { id: 1 },
    session: { member: 7 },
    requestName: () => request,
    service: { cancelledTogether },
    context: { clock: { now: () => now } },
  }) as unknown as MemberAsk;
const orders = (...ids: number[]) => ids.map((id) => ({ id })) as Order[];

test('a repeat means the orders of the first, for as long as it may be sent', () => {
  expect(meantTogether(ask('first'), orders(1, 2))).toEqual({ ids: [1, 2], isRepeat: false });
  now = 61_000;
  expect(meantTogether(ask('other'), orders(2, 3))).toEqual({ ids: [2, 3], isRepeat: false });
  expect(meantTogether(ask('first'), orders(2, 3))).toEqual({ ids: [2], isRepeat: true });
  now = 200_000;
  meantTogether(ask('third'), []);
  expect(cancelledTogether.size).toBe(1);
});
