// Banks on the desk: the installation's list, and which of them a site offers.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { id } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(500));
const bankName = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

export const deskBank = z.object({
  id: z.number(),
  /** Three digits of the Korean clearing system. */
  code: z.string(),
  nameKo: z.string(),
  nameEn: z.string(),
  /** Place in the list, from 1. */
  place: z.number(),
  /** Members of this site may choose it. */
  isOffered: z.boolean(),
});
export type DeskBank = z.output<typeof deskBank>;

export const listDeskBanks = defineRoute({
  name: 'listDeskBanks',
  method: 'GET',
  path: '/api/admin/bank/list',
  roles: operators,
  right: 'site.read',
  summary: { ko: '은행 목록', en: 'Banks, those too that this site does not offer' },
  reply: z.array(deskBank),
});

export const offerBank = defineRoute({
  name: 'offerBank',
  method: 'POST',
  path: '/api/admin/bank/offer',
  roles: operators,
  right: 'site.money',
  summary: { ko: '이 사이트에서 은행 보이기·숨기기', en: 'Offer a bank on this site, or not; accounts that are kept at it stay' },
  body: z.object({ id, isOffered: z.boolean(), reason }),
  reply: deskBank,
  codes: ['NOT_FOUND'],
});

/** Every site offers what is added until it says otherwise. */
export const saveBank = defineRoute({
  name: 'saveBank',
  method: 'POST',
  path: '/api/admin/bank/save',
  roles: operators,
  right: 'site.money',
  everywhere: true,
  summary: { ko: '은행 추가·변경 요청', en: 'Ask to add a bank or to change one, for every site; a second person agrees' },
  body: z.object({
    /** Absent: a new one. */
    id: z.optional(id),
    /** Never changed: kept accounts name it. */
    code: z.string().check(z.regex(/^\d{3}$/)),
    nameKo: bankName,
    nameEn: bankName,
    place: z.number().check(z.int(), z.gte(1), z.lte(999)),
    reason,
  }),
  reply: z.object({}),
  codes: ['NOT_FOUND', 'BANK_CODE_TAKEN', 'BANK_CODE_KEPT', 'APPROVAL_REQUIRED'],
});
