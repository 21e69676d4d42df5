// Partners refer members; a sign-up page checks the code of its link here.
import { everyone } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { serviceKey } from '@maru/kit/contract/service.ts';
import { z } from 'zod/mini';

/** A partner's public code (of `/ref/{partnerCode}`) or its id. */
export const partnerKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,32}$/));

export const verifyPartner = defineRoute({
  name: 'verifyPartner',
  method: 'GET',
  path: '/api/partner/verify',
  roles: everyone,
  summary: { ko: '추천 코드 확인', en: 'Whether a referral code belongs to a partner of this site' },
  query: z.object({ partnerPk: partnerKey }),
  reply: z.object({ id: z.number(), code: z.string(), name: z.string() }),
  codes: ['PARTNER_UNKNOWN'],
});

/** Finds an active partner of the site by code or id. Provided by partner. */
export type FindPartner = (site: number, key: string) => Promise<{ id: number; code: string; name: string } | undefined>;
export const findPartner = serviceKey('partner.findPartner').of<FindPartner>();
