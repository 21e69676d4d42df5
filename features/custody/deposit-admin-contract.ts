// Deposits as operators see them, of the chosen site alone.
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { idText, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { deposit } from './contract.ts';

/** Every digit of a chain: more than the ledger has. */
const exact = z.string().check(z.regex(/^\d+(\.\d+)?$/));

export const depositShows = ['OPEN', 'ORPHANED', 'DONE', 'ALL'] as const;

export const deskDeposit = z.object({
  ...deposit._zod.def.shape,
  playerId: z.number(),
  username: z.string(),
  chain: z.string(),
  /** As the chain counts it, and what of that no unit of the ledger is worth; in the coin. */
  chainAmount: exact,
  dust: exact,
  sender: z.nullable(z.string()),
  /** Null: its block is gone. */
  height: z.nullable(z.number()),
  /** Its number in the engine; null before it has one. */
  number: z.nullable(z.number()),
  seenAt: isoTime,
});
export type DeskDeposit = z.output<typeof deskDeposit>;

const filters = {
  show: z.optional(z.enum(depositShows)),
  walletType: z.optional(z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/))),
  /** A whole user name, hash or address, or the deposit's number. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(128))),
};

export const listDeskDeposits = defineRoute({
  name: 'listDeskDeposits',
  method: 'GET',
  path: '/api/admin/deposit/list',
  roles: operators,
  right: 'deposit.read',
  summary: { ko: '코인 입금 목록', en: 'Coin deposits of this site, newest first' },
  query: z.object({ page: pageQuery.page, size: pageQuery.size, ...filters, playerId: z.optional(idText) }),
  reply: pageOf(deskDeposit),
  codes: ['NOT_FOUND'],
});
