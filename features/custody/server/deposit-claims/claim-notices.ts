// What a member is told of its deposit claims, a message a step; that the money is there the deposit's own message says.
import { type MemberNotice, notifyMember } from '@maru/account/contract.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { amountText, currencyAt } from '../coin-text.ts';
import { chainText } from '../units.ts';

type ToldState = 'REQUESTED' | 'IN_REVIEW' | 'APPROVED' | 'REFUSED' | 'CANCELLED';
interface Words {
  title: readonly [ko: string, en: string];
  content: readonly [ko: string, en: string];
}

const words: Readonly<Record<ToldState, Words>> = {
  REQUESTED: {
    title: ['입금 찾기를 신청했어요', 'Deposit claim received'],
    content: [
      '{money} 입금을 찾아 달라는 신청을 받았어요. 보통 3일 안에 담당자가 확인해요.',
      'We have your claim of {money}. A person mostly looks at it within three days.',
    ],
  },
  IN_REVIEW: {
    title: ['입금을 확인하고 있어요', 'Your deposit claim is looked at'],
    content: ['담당자가 {money} 입금을 체인 기록과 맞춰 보고 있어요.', 'A person compares your claim of {money} with the chain.'],
  },
  APPROVED: {
    title: ['입금을 찾았어요', 'Your deposit was found'],
    content: [
      '{money} 입금이 회원님 것으로 확인돼 지갑에 넣고 있어요. 실제 금액은 체인에 들어온 그대로예요.',
      'Your claim of {money} was approved and goes to your wallet, with the amount that the chain has.',
    ],
  },
  REFUSED: {
    title: ['입금 찾기가 거절됐어요', 'Deposit claim refused'],
    content: [
      '{money} 입금 찾기가 거절됐어요. 까닭은 신청 내역에서 볼 수 있어요.',
      'Your claim of {money} was refused. The reason stands with the claim.',
    ],
  },
  CANCELLED: {
    title: ['입금 찾기를 취소했어요', 'Deposit claim cancelled'],
    content: ['{money} 입금 찾기를 취소했어요.', 'Your claim of {money} is cancelled.'],
  },
};

export function claimNotice(state: ToldState, money: string): MemberNotice {
  const { title, content } = words[state];
  const fill = (text: string) => text.replace('{money}', () => money);
  return {
    title: { ko: title[0], en: title[1] },
    content: { ko: fill(content[0]), en: fill(content[1]) },
    link: '/dnw/deposit/claim',
  };
}

interface Untold {
  step: number;
  state: ToldState;
  site: number;
  account: number;
  asset: number;
  amount: string;
  decimals: number;
}

const UNTOLD = `SELECT s.step_id::float8 AS step, s.state, q.site_id AS site, q.account, q.asset, q.amount::text AS amount, c.chain_decimals AS decimals
 FROM custody_deposit_claim_step s JOIN custody_deposit_claim q ON q.claim_id = s.claim_id
 JOIN custody_coin c ON c.site_id = q.site_id AND c.wallet_type = q.wallet_type
 WHERE NOT s.is_told ORDER BY s.step_id LIMIT 500`;

/** A crash between the message and its note tells a step twice, never not at all. */
export async function tellClaims(context: Pick<AppContext, 'pool' | 'services' | 'sites'>, goesOn: () => boolean): Promise<void> {
  const { rows } = await context.pool.query<Untold>(UNTOLD);
  for (const row of rows) {
    if (!goesOn()) break;
    await tellMember(context, row);
    await fencedQuery(context.pool, 'UPDATE custody_deposit_claim_step SET is_told = true WHERE step_id = $1', [row.step]);
  }
}

async function tellMember(
  { services, sites }: Pick<AppContext, 'services' | 'sites'>,
  { site, account, state, ...row }: Untold,
): Promise<void> {
  const member = services.use(memberDirectory).memberOf(site, account);
  const config = sites.byId(site);
  if (member === undefined || config === undefined) return;
  await services.use(notifyMember)(site, member, 'WALLET', claimNotice(state, moneyOf(config, row)));
}

const moneyOf = (site: SiteConfig, { asset, amount, decimals }: Pick<Untold, 'asset' | 'amount' | 'decimals'>) =>
  amountText(chainText(BigInt(amount), decimals), currencyAt(site, asset));
