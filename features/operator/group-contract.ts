// All brands of an operator in one view: what waits, what came and was earned, exposure, and any number found wherever it is.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute, OWN_RIGHT } from '@maru/kit/contract/route.ts';
import { isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { groupExposure, groupMoney, waitingRow } from './contract.ts';

const health = z.nullable(z.enum(['FINE', 'SLOW', 'DOWN']));
/** null: not known, or the right is missing. */
export const brandHealth = z.object({ engine: health, prices: health, lists: health, wallets: health });
export type BrandHealth = z.output<typeof brandHealth>;

/** A brand whose figures cannot be had shows none of them and is left out of the sums. */
export const groupBrand = z.object({
  id: z.number(),
  code: z.string(),
  name: z.object({ ko: z.string(), en: z.string() }),
  /** False: it is being prepared, and no host leads to it. */
  isOpen: z.boolean(),
  queues: z.array(waitingRow),
  /** Null: the right is missing, or it could not be read (`isFailing`). */
  money: z.nullable(groupMoney),
  exposure: z.nullable(groupExposure),
  /** Commands that the lists are behind the engine. */
  behind: z.number(),
  isFailing: z.boolean(),
  health: brandHealth,
});
export type GroupBrand = z.output<typeof groupBrand>;

/** Of each site where the caller may see the dashboard; queues, money and exposure by their own rights there. */
export const getGroup = defineRoute({
  name: 'getGroup',
  method: 'GET',
  path: '/api/admin/group',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '브랜드 모두', en: 'All my brands: queues, money, exposure' },
  query: z.object({ days: z._default(z.enum(['1', '7', '30']), '1') }),
  reply: z.object({ brands: z.array(groupBrand), at: isoTime }),
});

/** For the switcher, and the queues of the menu over all brands. */
export const getGroupWaiting = defineRoute({
  name: 'getGroupWaiting',
  method: 'GET',
  path: '/api/admin/group/waiting',
  roles: operators,
  right: OWN_RIGHT,
  summary: { ko: '브랜드별 기다리는 일', en: 'How much waits at each of my sites' },
  reply: z.array(z.object({ code: z.string(), count: z.number(), since: z.nullable(isoTime), queues: z.array(waitingRow) })),
});

export const foundKinds = ['MEMBER', 'ORDER', 'POSITION', 'LEDGER', 'BET', 'REQUEST'] as const;
export const found = z.object({
  kind: z.enum(foundKinds),
  /** Where it is: one of the caller's sites. */
  site: z.string(),
  number: z.string(),
  /** Whose it is. */
  playerId: z.nullable(z.number()),
  username: z.string(),
});
export type Found = z.output<typeof found>;

/** Nothing is told of a site where the caller lacks the right. */
export const findNumber = defineRoute({
  name: 'findNumber',
  method: 'GET',
  path: '/api/admin/find',
  roles: operators,
  right: OWN_RIGHT,
  auditsRefusals: true,
  summary: { ko: '번호로 찾기', en: 'Find a member, order, position, ledger line, bet or request by its number, over all my sites' },
  query: z.object({ number: z.string().check(z.regex(/^\d{1,16}$/)) }),
  reply: z.array(found),
  codes: ['LOOKS_SPENT'],
});
