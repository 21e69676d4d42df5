// What a member is told of its deposits: in the wallet, withdrawable, or taken back by the chain.
import { type MemberNotice, notifyMember } from '@maru/account/contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import type { DepositState } from '../../contract.ts';
import { coinAmount, coinText } from '../coin-text.ts';

type DepositNotice = 'CREDITED' | 'UNLOCKED' | 'ARRIVED' | 'ORPHANED';

/** Between two looks it may go through several states: one message says where it has come to. */
export function depositNoticeOf(before: DepositState, after: DepositState): DepositNotice | undefined {
  if (before === after) return undefined;
  if (after === 'UNLOCKED') return before === 'CREDITED' ? 'UNLOCKED' : 'ARRIVED';
  if (after === 'ORPHANED') return before === 'CREDITED' ? 'ORPHANED' : undefined;
  return after === 'CREDITED' ? 'CREDITED' : undefined;
}

const words: Readonly<Record<DepositNotice, { title: { ko: string; en: string }; content: { ko: string; en: string } }>> = {
  CREDITED: {
    title: { ko: '입금됐어요', en: 'Deposit received' },
    content: {
      ko: '{money}가 지갑에 들어왔어요. 확인이 더 쌓이면 출금할 수 있어요.',
      en: '{money} is in your wallet. It may be withdrawn after more confirmations.',
    },
  },
  UNLOCKED: {
    title: { ko: '입금한 돈을 출금할 수 있어요', en: 'Your deposit may be withdrawn' },
    content: { ko: '{money}의 확인이 모두 쌓였어요.', en: '{money} has all its confirmations.' },
  },
  ARRIVED: {
    title: { ko: '입금됐어요', en: 'Deposit received' },
    content: { ko: '{money}가 지갑에 들어왔어요. 바로 출금할 수 있어요.', en: '{money} is in your wallet and may be withdrawn.' },
  },
  ORPHANED: {
    title: { ko: '입금이 네트워크에서 취소됐어요', en: 'A deposit was dropped by the network' },
    content: {
      ko: '블록이 바뀌어 {money} 입금이 없던 일이 됐어요. 보낸 곳에서 다시 확인해 주세요.',
      en: 'The block changed, and your deposit of {money} is gone with it. Please look at the wallet that sent it.',
    },
  },
};

function depositNotice(kind: DepositNotice, money: string): MemberNotice {
  const { title, content } = words[kind];
  return {
    title,
    content: { ko: content.ko.replace('{money}', money), en: content.en.replace('{money}', money) },
    link: '/dnw/deposit',
  };
}

interface Untold {
  id: number;
  site: number;
  account: number;
  asset: number;
  amount: number;
  state: DepositState;
  told: DepositState;
}

const UNTOLD = `SELECT deposit_id::float8 AS id, site_id AS site, account, asset, amount::float8 AS amount, state, told_state AS told
 FROM custody_deposit WHERE told_state <> state ORDER BY deposit_id LIMIT 500`;

/** A crash between the message and its note tells a step twice, never not at all. What has gone on meanwhile is told at the next look. */
export async function tellDeposits(context: Pick<AppContext, 'pool' | 'services' | 'sites'>, goesOn: () => boolean): Promise<number> {
  const { rows } = await context.pool.query<Untold>(UNTOLD);
  for (const row of rows) {
    if (!goesOn()) break;
    const kind = depositNoticeOf(row.told, row.state);
    if (kind !== undefined) await tellMember(context, kind, row);
    await fencedQuery(context.pool, 'UPDATE custody_deposit SET told_state = $2 WHERE deposit_id = $1', [row.id, row.state]);
  }
  return rows.length;
}

async function tellMember(
  { services, sites }: Pick<AppContext, 'services' | 'sites'>,
  kind: DepositNotice,
  { site, account, asset, amount }: Untold,
): Promise<void> {
  const member = services.use(memberDirectory).memberOf(site, account);
  const config = sites.byId(site);
  if (member === undefined || config === undefined) return;
  await services.use(notifyMember)(site, member, 'WALLET', depositNotice(kind, coinText(coinAmount(config, asset, amount))));
}
