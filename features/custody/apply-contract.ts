// The specification's umbrella over coming in and going out, and its own call for a deposit.
import { members } from '@maru/kit/contract/role.ts';
import { defineRoute } from '@maru/kit/contract/route.ts';
import { decimal } from '@maru/kit/contract/wire.ts';
import { z } from 'zod/mini';
import { depositAddress } from './contract.ts';
import { applyWithdrawal, guards, travel, withdrawal } from './withdraw-contract.ts';

const walletType = z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/));

/** Answers where to send it; `point` is what the member means to send, and nothing is held to it. Without a wallet: the site's first coin. */
export const applyDeposit = defineRoute({
  name: 'applyDeposit',
  method: 'POST',
  path: '/api/dnw/deposit/apply',
  roles: members,
  summary: { ko: '입금 신청: 보낼 주소', en: 'Mean to deposit: where to send it' },
  body: z.object({ walletType: z.optional(walletType), point: z.optional(decimal) }),
  reply: depositAddress,
  codes: ['COIN_NOT_TAKEN', 'OWN_DEPOSIT_LIMIT', 'ACCOUNT_LEAVING'],
});

/** `type` as in the history: D as `/dnw/deposit/apply` does, W as `/dnw/withdraw/apply` does, under the same keys and rules. */
export const applyDnw = defineRoute({
  name: 'applyDnw',
  method: 'POST',
  path: '/api/dnw/apply',
  roles: members,
  money: true,
  summary: { ko: '입출금 신청', en: 'Ask for a deposit (D) or a withdrawal (W)' },
  body: z.object({
    type: z.enum(['D', 'W']),
    walletType: z.optional(walletType),
    point: z.optional(decimal),
    address: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    memo: z.optional(z.string().check(z.maxLength(256))),
    travel: z.optional(travel),
    ...guards,
  }),
  reply: z.object({ type: z.enum(['D', 'W']), deposit: z.nullable(depositAddress), withdrawal: z.nullable(withdrawal) }),
  codes: [...(applyWithdrawal.codes ?? []), 'COIN_NOT_TAKEN', 'OWN_DEPOSIT_LIMIT', 'REQUIRED_FIELD'],
});
