// Coins in: which a site takes, the member's own address of each, and what is on its way.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal, isoTime, pageOf, pageQuery } from '@maru/kit/contract/wire.ts';
import { defineTopic } from '@maru/kit/contract/topic.ts';
import { z } from 'zod/mini';

/** A wallet of one network: BTC, ETH, ETH_USDT ... */
const coinName = z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/));

/** Why nothing comes in now: paused by an operator, or the chain's node has been silent. */
export const networkStates = ['OPEN', 'PAUSED', 'AWAY', 'STARTING'] as const;

/** A coin on one network as a member needs to know it before anything is sent. */
export const depositNetwork = z.object({
  walletType: coinName,
  currency: z.string(),
  chain: z.string(),
  state: z.enum(networkStates),
  /** Of PAUSED when it is expected back, of AWAY since when. */
  stateAt: z.nullable(isoTime),
  /** Less than this waits until several make it up. */
  least: decimal,
  /** Confirmations until it is in the wallet, and until it may be withdrawn. */
  creditAfter: z.number(),
  unlockAfter: z.number(),
  /** Payments need a tag (XRP) or memo (EOS) besides the address. */
  hasMemo: z.boolean(),
  contract: z.nullable(z.string()),
});
export type DepositNetwork = z.output<typeof depositNetwork>;

/** The same for what is to leave; networks whose payouts are not there yet are not in it. */
export const withdrawNetwork = z.object({
  walletType: coinName,
  currency: z.string(),
  chain: z.string(),
  state: z.enum(networkStates),
  stateAt: z.nullable(isoTime),
  /** In the coin, out of what leaves the wallet. */
  fee: decimal,
  least: decimal,
  hasMemo: z.boolean(),
  /** Confirmations until it is settled, and about how long they take. */
  settledAfter: z.number(),
  seconds: z.number(),
  /** On a demo of a network that pays only accounts that are there: one to try. */
  example: z.nullable(z.string()),
});
export type WithdrawNetwork = z.output<typeof withdrawNetwork>;

/** Ours, in the specification's place: what can come in here and leave, and whether it can now. */
export const siteCoins = defineRoute({
  name: 'siteCoins',
  method: 'GET',
  path: '/api/site_info/dnw',
  roles: members,
  summary: { ko: '입출금할 수 있는 코인과 네트워크', en: 'Coins and networks of this site' },
  reply: z.object({
    deposits: z.array(depositNetwork),
    withdrawals: z.array(withdrawNetwork),
    /** A demo of local chains: its coins are worth nothing, and can be asked for. */
    isDemo: z.boolean(),
  }),
});

export const depositAddress = z.object({
  walletType: coinName,
  chain: z.string(),
  /** Null while it is made: some seconds. */
  address: z.nullable(z.string()),
  memo: z.nullable(z.string()),
  /** Of XRP: address and tag in one, for wallets with one field. */
  xAddress: z.nullable(z.string()),
});
export type DepositAddress = z.output<typeof depositAddress>;

/** `address` and `bankInfo` of the specification are taken and not used: an address is ours to make. */
export const generateWallet = defineRoute({
  name: 'generateWallet',
  method: 'POST',
  path: '/api/wallet/generate',
  roles: members,
  summary: { ko: '입금 주소 만들기', en: 'My address for deposits of a coin; the same one for ever' },
  body: z.object({
    coinName,
    address: z.optional(z.string().check(z.maxLength(200))),
    bankInfo: z.optional(z.string().check(z.maxLength(400))),
  }),
  reply: depositAddress,
  codes: ['COIN_NOT_TAKEN', 'OWN_DEPOSIT_LIMIT'],
});

export const depositStates = ['SMALL', 'SEEN', 'CONFIRMING', 'CREDITED', 'UNLOCKED', 'ORPHANED'] as const;
export type DepositState = (typeof depositStates)[number];

export const deposit = z.object({
  depositId: z.number(),
  walletType: coinName,
  currency: z.string(),
  point: decimal,
  state: z.enum(depositStates),
  confirmations: z.number(),
  creditAfter: z.number(),
  unlockAfter: z.number(),
  txHash: z.string(),
  /** Where its hash leads: an explorer's page, of a demo one of ours. */
  explorer: z.nullable(z.string()),
  address: z.string(),
  memo: z.nullable(z.string()),
  steps: z.array(z.object({ state: z.enum(depositStates), at: isoTime })),
});
export type Deposit = z.output<typeof deposit>;

export const listDeposits = defineRoute({
  name: 'listDeposits',
  method: 'GET',
  path: '/api/dnw/deposit/list',
  roles: members,
  summary: { ko: '입금 내역과 진행 상황', en: 'My deposits, newest first, with how far each is' },
  query: z.object({ ...pageQuery, walletType: z.optional(coinName), isOpen: z.optional(z.enum(['true', 'false'])) }),
  reply: pageOf(deposit),
});

/** Each change of a deposit, as the list has it. */
export const depositQueue = defineTopic({
  name: 'depositQueue',
  destination: '/user/queue/deposit',
  roles: members,
  summary: { ko: '입금 진행', en: 'A deposit has gone on' },
  message: deposit,
});

/** Of a demo alone. */
export const askTestCoins = defineRoute({
  name: 'askTestCoins',
  method: 'POST',
  path: '/api/dnw/deposit/test_coins',
  roles: members,
  money: true,
  summary: { ko: '테스트 코인 받기 (데모)', en: 'Coins of the demo chain, sent to my address' },
  body: z.object({ coinName }),
  reply: z.object({ point: decimal, currency: z.string() }),
  codes: ['COIN_NOT_TAKEN', 'NO_TEST_COINS', 'TEST_COINS_WAIT', 'ADDRESS_NOT_MADE', 'OWN_DEPOSIT_LIMIT'],
});
