// What a member is told when its list of addresses changes: by every channel, as of any change of its protection.
import { notifyMember } from '@maru/account/contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Session } from '@maru/kit/server/feature.ts';

type ListChange = { kind: 'ADDED' | 'REMOVED'; label: string; chain: string; address: string } | { kind: 'ON' | 'OFF' };

const titles = {
  ADDED: { ko: '출금 주소록에 주소가 추가되었습니다', en: 'An address was added to your withdrawal list' },
  REMOVED: { ko: '출금 주소록에서 주소가 지워졌습니다', en: 'An address was taken off your withdrawal list' },
  ON: { ko: '주소록으로만 출금하기를 켰습니다', en: 'Withdrawals to your list alone: on' },
  OFF: { ko: '주소록으로만 출금하기를 끄는 중입니다', en: 'Withdrawals to your list alone: being switched off' },
} as const;
const notYou = {
  ko: ' 직접 한 일이 아니라면 계정을 잠그고 고객센터에 알려 주십시오.',
  en: ' If it was not you, lock the account and tell support.',
};

/** Letters, digits and blanks of a label alone: what a thief writes there must not be read as ours. */
const quoted = (label: string): string => `“${label.replaceAll(/[^\p{L}\p{N} _-]/gu, '·')}”`;
const middle = (address: string): string => (address.length <= 16 ? address : `${address.slice(0, 8)}…${address.slice(-6)}`);

function wordsOf(change: ListChange): { ko: string; en: string } {
  switch (change.kind) {
    case 'ADDED': {
      const of = `${quoted(change.label)} (${change.chain}, ${middle(change.address)})`;
      return { ko: `${of} 주소가 추가되었고 24시간 뒤부터 쓸 수 있습니다.`, en: `${of} was added and may be used after 24 hours.` };
    }
    case 'REMOVED': {
      const of = `${quoted(change.label)} (${change.chain}, ${middle(change.address)})`;
      return { ko: `${of} 주소가 지워졌습니다.`, en: `${of} was removed.` };
    }
    case 'ON':
      return { ko: '이제 주소록에 있는 주소로만 출금할 수 있습니다.', en: 'Withdrawals now go to addresses of your list alone.' };
    case 'OFF':
      return {
        ko: '24시간 뒤부터 주소록에 없는 주소로도 출금할 수 있게 됩니다.',
        en: 'In 24 hours withdrawals may go to any address again.',
      };
  }
}

/** After the change stands; never fails its caller. */
export function tellListChange({ services }: Pick<AppContext, 'services'>, { site, member }: Session, change: ListChange): void {
  const { ko, en } = wordsOf(change);
  void services.find(notifyMember)?.(site, member, 'SECURITY', {
    title: titles[change.kind],
    content: { ko: ko + notYou.ko, en: en + notYou.en },
    link: '/dnw/withdraw',
  });
}
