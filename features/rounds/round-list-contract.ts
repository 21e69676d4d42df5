// The list of past rounds as operators see it and take it away: columns and filters, for table, bar and CSV.
import type { ListColumn, ListFilter, Said } from '@maru/kit/contract/list.ts';
import type { DeskRound } from './desk-contract.ts';
import type { voidReasons } from './shapes.ts';

export const voidReasonWords: Readonly<Record<(typeof voidReasons)[number], Said>> = {
  TIE: { ko: '동가', en: 'tie' },
  FEED_GAP: { ko: '시세 공백', en: 'gap in the prices' },
  NO_TICK: { ko: '체결 없음', en: 'no trade' },
  HALTED: { ko: '시세 중단', en: 'prices halted' },
  PRICE_JUMP: { ko: '확인 안 된 급변', en: 'unconfirmed jump' },
  TOO_LATE: { ko: '정산 지연', en: 'settled too late' },
};
const kept: Said = { ko: '있음', en: 'yes' };
const waited: Said = { ko: '아직', en: 'not yet' };
const stateHead = { ko: '상태', en: 'State' };
const reasonHead = { ko: '무효 이유', en: 'Reason of a void' };

/** As on screen in rising order; the power ball, the last, stands apart. */
const fiveOf = (balls: readonly number[]) =>
  balls
    .slice(0, 5)
    .sort((a, b) => a - b)
    .join(' ');

export const roundColumns: readonly ListColumn<DeskRound>[] = [
  { key: 'round', head: { ko: '라운드', en: 'Round' }, value: ({ tradeRoundId }) => tradeRoundId },
  { key: 'code', head: { ko: '코드', en: 'Code' }, value: ({ code }) => code, isFileOnly: true },
  { key: 'stock', head: { ko: '종목', en: 'Symbol' }, value: ({ stock }) => stock, isFileOnly: true },
  { key: 'time', head: { ko: '시작', en: 'Start' }, kind: 'moment', value: ({ startAt }) => startAt },
  { key: 'end', head: { ko: '끝', en: 'End' }, kind: 'moment', value: ({ endAt }) => endAt, isFileOnly: true },
  { key: 'phase', head: stateHead, value: ({ phase }) => phase, isFileOnly: true },
  { key: 'result', head: { ko: '결과', en: 'Result' }, value: ({ result }) => result },
  { key: 'reason', head: reasonHead, value: ({ voidReason }) => voidReason, isFileOnly: true },
  {
    key: 'prices',
    head: { ko: '기준가', en: 'Strike' },
    screenHead: { ko: '기준가 → 종료가', en: 'Strike → close' },
    kind: 'figure',
    value: ({ strike }) => strike,
  },
  { key: 'close', head: { ko: '종료가', en: 'Close' }, kind: 'figure', value: ({ closePrice }) => closePrice, isFileOnly: true },
  { key: 'balls', head: { ko: '일반볼', en: 'Balls' }, value: ({ balls }) => balls && fiveOf(balls), isFileOnly: true },
  { key: 'powerBall', head: { ko: '파워볼', en: 'Power ball' }, value: ({ balls }) => balls && balls[5], isFileOnly: true },
  { key: 'bets', head: { ko: '투자 수', en: 'Bets' }, screenHead: { ko: '투자', en: 'Bets' }, kind: 'figure', value: ({ bets }) => bets },
  { key: 'staked', head: { ko: '투자금', en: 'Staked' }, kind: 'figure', value: ({ staked }) => staked },
  { key: 'paid', head: { ko: '지급', en: 'Paid' }, kind: 'figure', value: ({ paid }) => paid },
  { key: 'kept', head: { ko: '하우스', en: 'House' }, kind: 'figure', value: ({ kept }) => kept },
  {
    key: 'evidence',
    head: { ko: '증빙', en: 'Evidence' },
    value: ({ hasEvidence, status }, say) => (status === 0 ? '' : say(hasEvidence ? kept : waited)),
    isScreenOnly: true,
  },
];

export const roundListFilters: readonly ListFilter[] = [
  {
    key: 'game',
    asks: 'tradeOptionId',
    head: { ko: '게임', en: 'Game' },
    isOpen: true,
    options: [['', { ko: '모든 게임', en: 'All games' }]],
  },
  {
    key: 'state',
    head: stateHead,
    options: [
      ['', { ko: '모든 상태', en: 'All states' }],
      ['OPEN', { ko: '진행 중', en: 'Open' }],
      ['WON', { ko: '결과 남', en: 'Decided' }],
      ['VOID', { ko: '무효', en: 'Void' }],
    ],
  },
  {
    key: 'reason',
    asks: 'voidReason',
    head: reasonHead,
    options: [['', { ko: '모든 이유', en: 'Any reason' }], ...Object.entries(voidReasonWords)],
  },
  {
    key: 'since',
    isSince: true,
    head: { ko: '기간', en: 'Period' },
    options: [
      ['', { ko: '전체 기간', en: 'All time' }],
      ['1', { ko: '오늘', en: 'Today' }],
      ['7', { ko: '7일', en: '7 days' }],
      ['30', { ko: '30일', en: '30 days' }],
    ],
  },
];
