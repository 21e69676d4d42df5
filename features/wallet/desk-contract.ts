// What operators see of a site's money as a whole: what came in from outside and what left, by hour or day.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime, signedDecimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

export const flowStep = z.object({
  /** Its beginning: an hour, or a day of the site's time zone. */
  at: isoTime,
  into: decimal,
  out: decimal,
});
export type FlowStep = z.output<typeof flowStep>;

export const getMoneyFlow = defineRoute({
  name: 'getMoneyFlow',
  method: 'GET',
  path: '/api/admin/wallet/flow',
  roles: operators,
  right: 'ledger.read',
  summary: { ko: '돈의 흐름', en: 'Money that came to members from outside trading and left them, in USDT' },
  query: z.object({
    /** Today by hours, or so many days. */
    days: z._default(z.enum(['1', '7', '30']), '1'),
  }),
  reply: z.object({ steps: z.array(flowStep), into: decimal, out: decimal, net: signedDecimal, members: z.number() }),
});
