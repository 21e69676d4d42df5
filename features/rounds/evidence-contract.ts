// Proof for whoever wants to keep it: the heads of the chains day by day, and an option's records one after the other.
import { everyone } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { idText } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { evidenceBet } from './shapes.ts';

const dayKey = z.object({ number: z.string(), publicKey: z.string(), since: z.string(), signature: z.string() });
const file = z.object({
  record: z.string(),
  hash: z.string(),
  previousRecord: z.optional(z.string()),
  /** Ed25519 over "maru-day-signature-1|<hash>" by the last of `keys`, each of which the one before handed over to. */
  signed: z.optional(z.object({ signature: z.string(), keys: z.array(dayKey) })),
});
const place = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number));

/** Of a day of UTC, today when absent: what was published of it (20 minutes after its end), the heads as they stand now, and seals. */
export const chainHeads = defineRoute({
  name: 'chainHeads',
  method: 'GET',
  path: '/api/public/trade_round/heads',
  roles: everyone,
  summary: { ko: '하루의 기록 사슬 끝과 봉인(공개)', en: 'Chain heads and seals of a day (public)' },
  query: z.object({ date: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))) }),
  reply: z.object({
    date: z.string(),
    /** Null before it is published, and of a day without a record. */
    published: z.nullable(file),
    /** The newest day that was published: where to begin. */
    latest: z.nullable(z.string()),
    now: z.array(z.object({ tradeOptionId: z.number(), code: z.string(), number: z.number(), hash: z.string() })),
    /** SHA-256 of each day's seed, from the day asked for on; `seed` once the day is told. */
    seals: z.array(z.object({ date: z.string(), seal: z.string(), seed: z.nullable(z.string()) })),
  }),
});

/** Records of an option's chain, oldest first: up to `size` after the place `after`. */
export const chainRecords = defineRoute({
  name: 'chainRecords',
  method: 'GET',
  path: '/api/public/trade_round/chain',
  roles: everyone,
  summary: { ko: '기록 사슬(공개)', en: 'Records of an option’s chain (public)' },
  query: z.object({
    tradeOptionId: idText,
    after: z.optional(place),
    size: z.optional(z.pipe(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/)), z.transform(Number))),
  }),
  reply: z.object({ last: z.number(), records: z.array(z.object({ record: z.string(), hash: z.string() })) }),
  codes: ['ROUND_OPTION_UNKNOWN'],
});

/** Bets of a round with a record, in order of their numbers: up to `size` after the bet `after`. Their lines together have the record's `betsHash`. */
export const roundBets = defineRoute({
  name: 'roundBets',
  method: 'GET',
  path: '/api/public/trade_round/bets',
  roles: everyone,
  summary: { ko: '라운드의 모든 참여(공개, 이름 없음)', en: 'Every bet of a round (public, without names)' },
  query: z.object({
    tradeRoundId: idText,
    after: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))),
    size: z.optional(z.pipe(z.string().check(z.regex(/^([1-9]\d{0,2}|[1-4]\d{3}|5000)$/)), z.transform(Number))),
  }),
  reply: z.object({
    tradeRoundId: z.number(),
    bets: z.array(evidenceBet),
    /** The bet to go on after; null: these were the last. */
    next: z.nullable(z.string()),
  }),
  codes: ['ROUND_UNKNOWN', 'EVIDENCE_NOT_YET'],
});

/** Public keys that the installation signs its published days with, oldest first: note one of them, and every later day can be checked against it. */
export const dayKeys = defineRoute({
  name: 'dayKeys',
  method: 'GET',
  path: '/api/public/trade_round/keys',
  etag: true,
  roles: everyone,
  summary: { ko: '공개한 하루에 서명하는 열쇠(공개)', en: 'Keys that published days are signed with (public)' },
  reply: z.object({ keys: z.array(dayKey) }),
});
