// Cold storage on the desk: what of each coin is hot, warm and cold, and the addresses that two persons set (ADR 0082).
import { operators } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, id, idText, isoTime } from '@maru/kit/contract/wire.ts';
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
  /** What lay there when its chain was last read. */
  holds: z.array(z.object({ walletType: z.string(), currency: z.string(), amount: exact })),
});
export type ColdAddress = z.output<typeof coldAddress>;

/**
 * WAITS: its file is not made yet. READY: the file can be carried away. CHECKED: brought back, and looked at now. DROPPED: not brought back in its
 * time, or given up.
 */
export const coldMoveStates = ['WAITS', 'READY', 'CHECKED', 'SIGNED', 'SENT', 'DONE', 'FAILED', 'DROPPED'] as const;
const fee = z.nullable(z.object({ amount: exact, currency: z.string() }));

export const coldMove = z.object({
  moveId: z.number(),
  walletType: z.string(),
  chain: z.string(),
  currency: z.string(),
  amount: exact,
  from: z.string(),
  to: z.string(),
  state: z.enum(coldMoveStates),
  /** The two operators that agreed to it. */
  agreedBy: z.array(z.string()),
  madeAt: isoTime,
  /** What is read from here and typed at the machine with the key: of this file and no other. */
  code: z.nullable(z.string()),
  until: z.nullable(isoTime),
  /** Why it waits, what was brought back was not taken, or it ended. */
  why: z.nullable(z.string()),
  txHash: z.nullable(z.string()),
  confirmations: z.number(),
  settledAfter: z.number(),
  /** The most that the network may take, and what it took. */
  feeLimit: fee,
  fee,
});
export type ColdMove = z.output<typeof coldMove>;

export const listCold = defineRoute({
  name: 'listCold',
  method: 'GET',
  path: '/api/admin/custody/cold',
  roles: operators,
  right: 'custody.read',
  summary: { ko: '콜드 지갑', en: 'What of each coin is hot, warm and cold, the addresses of cold storage, and what leaves it' },
  reply: z.object({ coins: z.array(coldCoin), addresses: z.array(coldAddress), moves: z.array(coldMove) }),
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

/** Always by a second person: both are shown from where, to where, how much. It goes to the hot address and nowhere else. */
export const askColdMove = defineRoute({
  name: 'askColdMove',
  method: 'POST',
  path: '/api/admin/custody/cold/ask',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '콜드 지갑에서 꺼내기', en: 'Ask a second person to take coins out of cold storage to the hot address' },
  body: z.object({ coldId: id, walletType: z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/)), amount: decimal, reason }),
  reply: z.object({}),
  codes: ['APPROVAL_REQUIRED', 'NOT_FOUND', 'COIN_NOT_PAYING', 'BAD_PRECISION', 'COLD_BUSY', 'COLD_TOO_MUCH'],
});

/** What is to be signed, for the machine with the key: no secret is in it. */
export const readColdFile = defineRoute({
  name: 'readColdFile',
  method: 'GET',
  path: '/api/admin/custody/cold/file',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '콜드 지갑 서명 파일 받기', en: 'The file of a move out of cold storage, to be signed offline' },
  query: z.object({ moveId: idText }),
  reply: z.object({ name: z.string(), text: z.string() }),
  codes: ['NOT_FOUND', 'COLD_LATE'],
});

/** It is compared with what two persons agreed to before anything is sent. */
export const bringColdSigned = defineRoute({
  name: 'bringColdSigned',
  method: 'POST',
  path: '/api/admin/custody/cold/signed',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '서명한 파일 올리기', en: 'Bring back the signed file of a move out of cold storage' },
  body: z.object({ moveId: id, text: z.string().check(z.minLength(1), z.maxLength(200_000)) }),
  reply: z.object({}),
  codes: ['NOT_FOUND', 'COLD_NO_FILE', 'COLD_OTHER_FILE', 'COLD_EXPIRED', 'COLD_LATE'],
});

export const dropColdMove = defineRoute({
  name: 'dropColdMove',
  method: 'POST',
  path: '/api/admin/custody/cold/drop',
  roles: operators,
  right: 'custody.write',
  summary: { ko: '콜드 지갑에서 꺼내기 그만두기', en: 'Give up a move out of cold storage that is not signed' },
  body: z.object({ moveId: id, reason }),
  reply: z.object({}),
  codes: ['NOT_FOUND', 'COLD_LATE'],
});
