// What a member is told of its withdrawals: which steps are worth a message, and in which words.
import type { MemberNotice } from '@maru/account/contract.ts';
import { coinText, type CoinAmount } from '../coin-text.ts';
import type { WithdrawalState } from '../../withdraw-contract.ts';

export type WithdrawalNotice =
  | 'ASKED'
  | 'REVIEW'
  | 'APPROVED'
  | 'SIGNED'
  | 'SENT'
  | 'CONFIRMED'
  | 'REFUSED'
  | 'CANCELLED'
  | 'FAILED'
  | 'RECEIVED';

export interface TakenStep {
  state: WithdrawalState | 'REPLACED';
  /** Somebody of the desk agreed to it, not the rules alone. */
  isByPerson: boolean;
}

const ofState: Partial<Record<TakenStep['state'], WithdrawalNotice>> = {
  HELD: 'ASKED',
  REVIEW: 'REVIEW',
  APPROVED: 'APPROVED',
  SIGNED: 'SIGNED',
  SENT: 'SENT',
  CONFIRMED: 'CONFIRMED',
  REFUSED: 'REFUSED',
  CANCELLED: 'CANCELLED',
  FAILED: 'FAILED',
};

/** What rules approve goes on at once, and needs no message of its own. */
export const noticeOf = ({ state, isByPerson }: TakenStep): WithdrawalNotice | undefined =>
  state === 'APPROVED' && !isByPerson ? undefined : ofState[state];

interface Words {
  title: readonly [ko: string, en: string];
  content: readonly [ko: string, en: string];
}

/** `{money}` is all that leaves the wallet, `{arrives}` what is paid. */
const words: Readonly<Record<WithdrawalNotice, Words>> = {
  ASKED: {
    title: ['출금을 신청했어요', 'Withdrawal asked for'],
    content: [
      '{money} 출금 신청을 받았어요. 직접 한 일이 아니라면 바로 취소하고 고객센터에 알려 주세요.',
      'We have your request to withdraw {money}. If it was not you, cancel it at once and tell our support.',
    ],
  },
  REVIEW: {
    title: ['출금을 담당자가 확인하고 있어요', 'A person looks at your withdrawal'],
    content: [
      '{money} 출금을 담당자가 확인하고 있어요. 그동안 돈은 출금 대기에 있고, 취소할 수 있어요.',
      'Your withdrawal of {money} is looked at by a person. The money is set aside meanwhile, and you can cancel it.',
    ],
  },
  APPROVED: {
    title: ['출금이 승인됐어요', 'Withdrawal approved'],
    content: ['{money} 출금이 승인돼서 곧 보내요.', 'Your withdrawal of {money} was approved and will be sent shortly.'],
  },
  SIGNED: {
    title: ['출금에 서명했어요', 'Withdrawal signed'],
    content: [
      '{money} 출금에 서명했어요. 이제 취소할 수 없고, 곧 네트워크로 보내요.',
      'Your withdrawal of {money} is signed. It can no longer be cancelled and goes to the network shortly.',
    ],
  },
  SENT: {
    title: ['출금을 네트워크로 보냈어요', 'Withdrawal sent'],
    content: [
      '{arrives}를 네트워크로 보냈어요. 확인이 쌓이면 도착해요.',
      '{arrives} was sent to the network and arrives with its confirmations.',
    ],
  },
  CONFIRMED: {
    title: ['출금이 끝났어요', 'Withdrawal done'],
    content: ['{arrives}가 도착했어요.', '{arrives} has arrived.'],
  },
  REFUSED: {
    title: ['출금이 거절됐어요', 'Withdrawal refused'],
    content: [
      '{money}를 지갑에 돌려놨어요. 까닭은 출금 내역에서 볼 수 있어요.',
      '{money} is back in your wallet. The reason stands with the withdrawal.',
    ],
  },
  CANCELLED: {
    title: ['출금을 취소했어요', 'Withdrawal cancelled'],
    content: ['{money}를 지갑에 돌려놨어요.', '{money} is back in your wallet.'],
  },
  FAILED: {
    title: ['출금하지 못했어요', 'Withdrawal failed'],
    content: [
      '보내지 못해서 {money}를 수수료까지 지갑에 돌려놨어요.',
      'It could not be sent, and {money} is back in your wallet with the fee.',
    ],
  },
  RECEIVED: {
    title: ['코인을 받았어요', 'Coins received'],
    content: ['다른 회원이 보낸 {arrives}가 지갑에 들어왔어요.', '{arrives} from another member is in your wallet.'],
  },
};

interface NoticeMoney {
  id: number;
  money: CoinAmount;
  arrives: CoinAmount;
}

export function withdrawalNotice(kind: WithdrawalNotice, { id, money, arrives }: NoticeMoney): MemberNotice {
  const fill = (text: string) => text.replace('{money}', coinText(money)).replace('{arrives}', coinText(arrives));
  const [titleKo, titleEn] = words[kind].title;
  const [ko, en] = words[kind].content;
  const link = kind === 'RECEIVED' ? '/dnw_history/history_list' : `/dnw/withdraw?withdrawal=${id}`;
  return { title: { ko: titleKo, en: titleEn }, content: { ko: fill(ko), en: fill(en) }, link };
}
