// Cold storage on the desk: what of each coin is hot, warm and cold, and the addresses that two persons set (ADR 0082).
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, isoTime } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';

/** Every digit of a chain. */
const exact = z.string().check(z.regex(/^\d{1,40}(\.\d{1,18})?$/));
const reason = z.string().check(z.trim(), z.minLength(4), z.maxLength(300));
export const coldChains = ['ETH', 'TRON', 'BTC', 'DOGE', 'XRP', 'EOS'] as const;

export const coldCoin = z.object({
  walletType: z.string(),
  chain: z.string(),
  currency: z.string(),
  /** When its chain was last read; null: it never was. */
  readAt: z.nullable(isoTime),
  /** At the address that payouts come from, at members' addresses, and at addresses whose keys are nowhere online. */
  hot: exact,
  warm: exact,
  cold: exact,
  /** Of all three what is cold, in per cent; null: there is nothing. */
  share: z.nullable(decimal),
  /** What it should be at least. */
  wanted: z.number(),
});
export type ColdCoin = z.output<typeof coldCoin>;

export const coldAddress = z.object({
  coldId: z.number(),
  chain: z.string(),
  address: z.string(),
  /** Closed: nothing is sent there any more, and what is there counts. */
  isOpen: z.boolean(),
  madeAt: isoTime,
  /** The two operators that set it. */
  setBy: z.array(z.string()),
});
export type ColdAddress = z.output<typeof coldAddress>;

export const listCold = defineRoute({
  name: 'listCold',
  method: 'GET',
  path: '/api/admin/custody/cold',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '콜드 지갑', en: 'What of each coin is hot, warm and cold, and the addresses of cold storage' },
  reply: z.object({ coins: z.array(coldCoin), addresses: z.array(coldAddress) }),
});

/** Always by a second person. One of a chain at a time; the key of it is on no machine of the site. */
export const setColdAddress = defineRoute({
  name: 'setColdAddress',
  method: 'POST',
  path: '/api/admin/custody/cold/address',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '콜드 지갑 주소 정하기', en: 'Ask a second person to set an address of cold storage' },
  body: z.object({ chain: z.enum(coldChains), address: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)), reason }),
  reply: z.object({}),
  codes: ['APPROVAL_REQUIRED', 'COIN_UNKNOWN', 'ADDRESS_BAD', 'ADDRESS_OTHER_COIN', 'ADDRESS_TEST_NETWORK', 'COLD_OURS', 'COLD_OPEN'],
});

/** One person's: it only stops what would go there. */
export const closeColdAddress = defineRoute({
  name: 'closeColdAddress',
  method: 'POST',
  path: '/api/admin/custody/cold/close',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '콜드 지갑 주소 닫기', en: 'Send nothing to an address of cold storage any more' },
  body: z.object({ coldId: id, reason }),
  reply: z.object({}),
  codes: ['NOT_FOUND'],
});
