// A client id in use: by an order that stands, or by a request that is on its way.
import { expect, test } from 'vitest';
import type { MemberAsk } from './fapi-endpoint.ts';
import { Params } from './fapi-params.ts';
import { claimClientId } from './find-order.ts';

const clientIdsOnTheWay: MemberAsk['service']['clientIdsOnTheWay'] = new Map();
const ask = (request: string) =>
  ({
    site: { id: 1 },
    session: { site: 1, member: 7, account: 0 },
    params: new Params(new Map([['newClientOrderId', 'mine']])),
    requestName: () => request,
    service: { clientIdsOnTheWay, terms: { isUnsure: () => false, dress: async () => [] } },
    call: async () => ({ data: [] }),
  }) as unknown as MemberAsk;
const claim = (request: string) => claimClientId(ask(request), 'newClientOrderId', 1);

test('a name is taken as long as any of two same requests is on its way', async () => {
  const [first, again] = await Promise.all([claim('one'), claim('one')]);
  await expect(claim('other')).rejects.toMatchObject({ code: -4116 });
  first();
  await expect(claim('other')).rejects.toMatchObject({ code: -4116 });
  again();
  const other = await claim('other');
  await expect(claim('one')).rejects.toMatchObject({ code: -4116 });
  other();
  expect(clientIdsOnTheWay.size).toBe(0);
});
