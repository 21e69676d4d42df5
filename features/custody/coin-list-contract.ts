// The list of a site's coins as operators see it: its columns, and the words of what is paused.
import type { ListColumn, Said, Say } from '@maru/kit/contract/list.ts';
import type { DeskCoin } from './coin-admin-contract.ts';

const whys: Readonly<Record<string, Said>> = {
  NETWORK: { ko: '네트워크 점검', en: 'Network' },
  WALLET: { ko: '지갑 점검', en: 'Wallets' },
  SAFETY: { ko: '안전 확인', en: 'Safety' },
  SOON: { ko: '준비 중', en: 'Not ready yet' },
  SETUP: { ko: '조건 정하는 중', en: 'Terms not set' },
};
const isOpen: Said = { ko: '열림', en: 'open' };
const isHidden: Said = { ko: '목록에 없음', en: 'Not offered' };

export const pauseWords = (pause: DeskCoin['inPause'], say: Say): string =>
  pause === null ? say(isOpen) : say(whys[pause.why] ?? { ko: pause.why, en: pause.why });

export const coinColumns: readonly ListColumn<DeskCoin>[] = [
  { key: 'coin', head: { ko: '코인', en: 'Coin' }, value: ({ walletType }) => walletType },
  {
    key: 'in',
    head: { ko: '입금', en: 'Deposits' },
    value: ({ isOffered, inPause }, say) => (isOffered ? pauseWords(inPause, say) : say(isHidden)),
  },
  {
    key: 'out',
    head: { ko: '출금', en: 'Withdrawals' },
    value: ({ isOffered, outPause }, say) => (isOffered ? pauseWords(outPause, say) : say(isHidden)),
  },
  { key: 'credit', head: { ko: '반영', en: 'Credited' }, kind: 'figure', value: ({ creditAfter }) => creditAfter },
  { key: 'unlock', head: { ko: '출금 가능', en: 'May leave' }, kind: 'figure', value: ({ unlockAfter }) => unlockAfter },
  { key: 'settled', head: { ko: '출금 확정', en: 'Settled' }, kind: 'figure', value: ({ finalAfter }) => finalAfter },
  { key: 'depositLeast', head: { ko: '최소 입금', en: 'Least deposit' }, kind: 'figure', value: ({ depositLeast }) => depositLeast },
  { key: 'fee', head: { ko: '출금 수수료', en: 'Fee' }, kind: 'figure', value: ({ outFee }) => outFee },
  { key: 'least', head: { ko: '최소 출금', en: 'Least out' }, kind: 'figure', value: ({ outLeast }) => outLeast },
  { key: 'one', head: { ko: '한 사람 기준', en: 'One person above' }, kind: 'figure', value: ({ lookedAt }) => lookedAt },
  { key: 'two', head: { ko: '두 사람 기준', en: 'Two above' }, kind: 'figure', value: ({ twoPersons }) => twoPersons },
  { key: 'cold', head: { ko: '콜드 (%)', en: 'Cold (%)' }, kind: 'figure', value: ({ coldPercent }) => coldPercent },
];
