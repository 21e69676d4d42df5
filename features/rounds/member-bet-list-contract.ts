// A member's bets on rounds as operators see them: columns of the table.
import { POWER_BALL_MARKETS, POWER_BALL_ROW_NAMES } from '@maru/engine/rounds/power-ball-markets.ts';
import type { ListColumn, Said, Say } from '@maru/kit/contract/list.ts';
import type { TradeBet } from './contract.ts';

const powerBall = { ko: '파워볼', en: 'Power ball' };
const sideWords: Readonly<Record<string, Said>> = { UP: { ko: '상승', en: 'Up' }, DOWN: { ko: '하락', en: 'Down' } };
const takenBack = { ko: '취소', en: 'taken back' };
const sold = { ko: '미리 팖', en: 'sold early' };
const statusWords: readonly Said[] = [
  { ko: '진행 중', en: 'open' },
  { ko: '적중', en: 'won' },
  { ko: '미적중', en: 'lost' },
  { ko: '무효', en: 'void' },
];

/** A side, or a market of the power ball with its row. */
function typeOf(type: string, say: Say): string {
  const side = sideWords[type];
  if (side) return say(side);
  const market = POWER_BALL_MARKETS.find(({ code }) => code === type);
  return market === undefined ? type : `${say(POWER_BALL_ROW_NAMES[market.row])} ${say(market)}`;
}

function endOf({ isTakenBack, isSold, status }: TradeBet, say: Say): string {
  if (isTakenBack) return say(takenBack);
  return isSold ? say(sold) : say(statusWords[status]!);
}

export const memberBetColumns: readonly ListColumn<TradeBet>[] = [
  { key: 'time', head: { ko: '시각', en: 'Time' }, kind: 'moment', value: ({ betAt }) => betAt },
  {
    key: 'round',
    head: { ko: '라운드', en: 'Round' },
    value: ({ code, stock }, say) => `${code} ${stock?.split(':')[1] ?? say(powerBall)}`,
  },
  { key: 'type', head: { ko: '방향', en: 'Side' }, value: ({ type, odds }, say) => `${typeOf(type, say)} ×${odds}` },
  { key: 'point', head: { ko: '투자금', en: 'Stake' }, kind: 'figure', value: ({ point }) => point },
  { key: 'payout', head: { ko: '지급', en: 'Payout' }, kind: 'figure', value: ({ payout }) => payout },
  { key: 'status', head: { ko: '상태', en: 'Status' }, value: endOf },
];
