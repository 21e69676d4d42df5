// Demo money on the wire: what a new member got, and more of it once little is left.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** `amount` null: this site gives none, and nothing else counts. */
export const demoMoney = z.object({
  /** USDT that one gets at once. */
  amount: z.nullable(decimal),
  /** When the newest came; null: none yet. */
  receivedAt: z.nullable(isoTime),
  /** More is given to whoever holds less than this over all wallets. */
  below: z.nullable(decimal),
  /** From when on more may be asked for; null: now, as far as the time goes. */
  opensAt: z.nullable(isoTime),
});
export type DemoMoney = z.output<typeof demoMoney>;

export const getDemoMoney = defineRoute({
  name: 'getDemoMoney',
  method: 'GET',
  path: '/api/dnw/demo_money',
  roles: members,
  summary: { ko: '데모 머니', en: 'Demo money: what one gets here, and when more' },
  reply: demoMoney,
});

export const askDemoMoney = defineRoute({
  name: 'askDemoMoney',
  method: 'POST',
  path: '/api/dnw/demo_money',
  roles: members,
  money: true,
  summary: { ko: '데모 머니 받기', en: 'More demo money, once a day, for whoever has little left' },
  reply: demoMoney,
  codes: ['DEMO_MONEY_OFF', 'DEMO_MONEY_ENOUGH', 'DEMO_MONEY_TODAY'],
});
