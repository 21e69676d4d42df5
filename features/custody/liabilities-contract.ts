// Proofs of liabilities as everybody may see them, and as members get their own branch (ADR 0088).
import { everyone, members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { z } from 'zod/mini';

const coin = z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/));
const number = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number));
const dayKey = z.object({ number: z.string(), publicKey: z.string(), since: z.string(), signature: z.string() });

/** `record` says site, coin, moment, sequence, depth, sum and root (liability-record.ts); `hash` is of it. */
export const liabilityFile = z.object({
  record: z.string(),
  hash: z.string(),
  /** Ed25519 over "maru-liabilities-signature-1|<hash>" by the last of `keys`, each of which the one before handed over to. */
  signed: z.optional(z.object({ signature: z.string(), keys: z.array(dayKey) })),
});
export type LiabilityFile = z.output<typeof liabilityFile>;

/** Newest first: the last sixty of a coin, or the newest of each where none is named. */
export const listLiabilities = defineRoute({
  name: 'listLiabilities',
  method: 'GET',
  path: '/api/public/liabilities',
  roles: everyone,
  summary: { ko: '부채 증명 목록(공개)', en: 'Published proofs of liabilities (public)' },
  query: z.object({ coin: z.optional(coin) }),
  reply: z.object({ content: z.array(liabilityFile) }),
});

/** The caller's own leaves and the way from each to the root; null: it was owed nothing then. */
export const readLiabilityBranch = defineRoute({
  name: 'readLiabilityBranch',
  method: 'GET',
  path: '/api/wallet/liabilities/branch',
  roles: members,
  summary: { ko: '내 잔고 증명 경로', en: 'My own branch of a proof of liabilities' },
  query: z.object({ coin, number }),
  reply: z.nullable(
    z.object({
      ...liabilityFile.shape,
      format: z.literal('maru-liability-branch-1'),
      member: z.string(),
      salt: z.string(),
      parts: z.array(z.object({ amount: z.string(), place: z.string(), path: z.array(z.tuple([z.string(), z.string()])) })),
    }),
  ),
  codes: ['NOT_FOUND', 'LIABILITY_TREE_GONE', 'LIABILITY_WAIT'],
});
