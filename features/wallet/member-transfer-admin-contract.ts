// Transfers between members as operators see them, and the terms of a site's: its limits, and whether anybody may send at all.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

const reason = z.string().check(z.trim(), z.minLength(4), z.maxLength(300));

/** In USDT. */
const limits = { least: decimal, most: decimal, dayMost: decimal, secondFrom: decimal };
const transferTerms = z.object({ ...limits, isPaused: z.boolean() });

export const deskTransferStates = ['TAKEN', 'DONE', 'REFUSED'] as const;

const deskTransfer = z.object({
  transferId: z.number(),
  playerId: z.number(),
  username: z.string(),
  payeeId: z.number(),
  payee: z.string(),
  currency: z.string(),
  point: decimal,
  /** In USDT when it was sent. */
  value: decimal,
  state: z.enum(deskTransferStates),
  /** Of a refused one, the engine's code. */
  fault: z.nullable(z.string()),
  sequence: z.nullable(z.number()),
  time: isoTime,
});
export type DeskTransfer = z.output<typeof deskTransfer>;

export const listMemberTransfers = defineRoute({
  name: 'listMemberTransfers',
  method: 'GET',
  path: '/api/admin/wallet/member_transfers',
  roles: operators,
  right: 'ledger.read',
  summary: { ko: '회원 이체', en: 'Transfers between members, and the terms of them' },
  query: z.object({
    page: pageQuery.page,
    size: pageQuery.size,
    state: z.optional(z.enum(deskTransferStates)),
    /** A whole user name of either side, or a transfer's number. */
    search: z.optional(z.string().check(z.maxLength(64))),
  }),
  reply: z.extend(pageOf(deskTransfer), { terms: transferTerms }),
});

/** Higher limits protect less: a second person agrees to them. */
export const changeMemberTerms = defineRoute({
  name: 'changeMemberTerms',
  method: 'POST',
  path: '/api/admin/wallet/member_transfers/terms',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '회원 이체 한도 바꾸기', en: 'Change the limits of transfers between members' },
  body: z.object({ ...limits, reason }),
  reply: transferTerms,
  codes: ['TRANSFER_TERMS_SAME', 'TRANSFER_TERMS_ORDER', 'APPROVAL_REQUIRED'],
});

export const pauseMemberTransfers = defineRoute({
  name: 'pauseMemberTransfers',
  method: 'POST',
  path: '/api/admin/wallet/member_transfers/pause',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '회원 이체 멈추기', en: 'Let nobody of this site send to another member, from now on' },
  body: z.object({ reason }),
  reply: transferTerms,
  codes: ['TRANSFER_TERMS_SAME'],
});

export const openMemberTransfers = defineRoute({
  name: 'openMemberTransfers',
  method: 'POST',
  path: '/api/admin/wallet/member_transfers/open',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '회원 이체 다시 열기', en: 'Let members send to one another again, by a second person' },
  body: z.object({ reason }),
  reply: transferTerms,
  codes: ['TRANSFER_TERMS_SAME', 'APPROVAL_REQUIRED'],
});
