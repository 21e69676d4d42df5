// What both members are told of a transfer: from whom it came, and to whom it went, each masked as the other saw it.
import { type MemberNotice, notifyMember } from '@maru/account/contract.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { currencyAt } from '../purses.ts';
import type { TransferRow } from './transfer-rows.ts';

const HISTORY = '/dnw_history/history_list';

const receivedNotice = (money: string, from: string): MemberNotice => ({
  title: { ko: `${money}를 받았어요`, en: `You received ${money}` },
  content: {
    ko: `${from} 님이 ${money}를 보냈어요. 지갑에 바로 들어왔어요.`,
    en: `${from} sent you ${money}. It is in your wallet.`,
  },
  link: HISTORY,
});

const sentNotice = (money: string, to: string): MemberNotice => ({
  title: { ko: `${money}를 보냈어요`, en: `You sent ${money}` },
  content: {
    ko: `${to} 님에게 ${money}를 보냈어요. 직접 한 일이 아니라면 계정을 잠그고 고객센터에 알려 주세요.`,
    en: `${money} went to ${to}. If it was not you, lock your account and tell support.`,
  },
  link: HISTORY,
});

/** Told or not, what was sent was sent. */
export async function tellTransfer({ services, sites }: Pick<AppContext, 'services' | 'sites'>, transfer: TransferRow): Promise<void> {
  const site = sites.byId(transfer.site);
  if (site === undefined) return;
  const { currency, decimals } = currencyAt(site, transfer.asset);
  const money = `${formatDecimal(transfer.amount, decimals, true)} ${currency}`;
  const people = services.use(memberDirectory);
  const tell = services.use(notifyMember);
  const [payer, payee] = [transfer.account, transfer.payee].map((account) => people.memberOf(site.id, account));
  if (payee !== undefined) await tell(site.id, payee, 'WALLET', receivedNotice(money, transfer.accountName));
  if (payer !== undefined) await tell(site.id, payer, 'WALLET', sentNotice(money, transfer.payeeName));
}
