// Fields of a site's games in words: where a change of `rounds.options.3.oddsUp` is read, nobody counts places or hundred-millionths.
import { POWER_BALL_MARKETS, POWER_BALL_ROW_NAMES } from '@maru/engine/rounds/power-ball-markets.ts';
import type { Language } from '@maru/kit/web/i18n/language.ts';

const RATE_ONE = 100_000_000;
const rate = (value: number) => String(value / RATE_ONE);
const percent = (value: number) => `${Number(((value / RATE_ONE) * 100).toPrecision(12))}%`;
const seconds = (value: number, isKorean: boolean) => `${value / 1000}${isKorean ? '초' : ' s'}`;

const fields: Readonly<Record<string, readonly [ko: string, en: string, shown?: (value: number, isKorean: boolean) => string]>> = {
  code: ['게임', 'Game'],
  symbol: ['종목', 'Symbol'],
  isPlay: ['투자 받기', 'Takes bets'],
  cutoffMs: ['마감', 'Cut-off', seconds],
  oddsUp: ['상승 배당', 'Up, odds', rate],
  oddsDown: ['하락 배당', 'Down, odds', rate],
  minStake: ['1회 최소', 'Least bet'],
  maxStake: ['1회 최대', 'Most in one bet'],
  maxRoundStake: ['회원이 한 라운드에', 'One member in a round'],
  maxSideExposure: ['한 방향에 받는 총액', 'Total on one side'],
  isInRound: ['진행 중 투자', 'In-round betting'],
  isEarlySale: ['미리 팔기', 'Early sale'],
  saleFee: ['미리 팔기 수수료', 'Early sale, fee', percent],
  saleVolatility: ['1초 변동성', 'Volatility of one second', percent],
  hours: ['거래 시간', 'Hours'],
  'hours.days': ['여는 요일', 'Days'],
  'hours.from': ['여는 시각', 'Opens'],
  'hours.to': ['닫는 시각', 'Closes'],
};
const others: Readonly<Record<string, readonly [ko: string, en: string]>> = {
  'rounds.hasEndAlarm': ['라운드 종료 소리', 'Sound of a round’s end'],
  'rounds.hasPractice': ['라운드 연습', 'Practice on rounds'],
  'slot.isPlay': ['슬롯 · 스핀 받기', 'Slot · takes spins'],
  'slot.minStake': ['슬롯 · 1회 최소', 'Slot · least spin'],
  'slot.maxStake': ['슬롯 · 1회 최대', 'Slot · most of one spin'],
};

const koreanDays = ['월', '화', '수', '목', '금', '토', '일'];
const englishDays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const PATH = /^(?:rounds\.options\.(\d+))(?:\.(?:drawOdds\.(\w+)|([\w.]+)))?$/;

/** Undefined: no field of a game. */
export function gameFieldName(path: string, language: Language): string | undefined {
  const isKorean = language === 'ko';
  const other = others[path];
  if (other) return other[isKorean ? 0 : 1];
  const [, place, market, field] = PATH.exec(path) ?? [];
  if (place === undefined) return undefined;
  const game = isKorean ? `${Number(place) + 1}번 게임` : `Game ${Number(place) + 1}`;
  const found = POWER_BALL_MARKETS.find(({ code }) => code === market);
  if (found) return `${game} · ${POWER_BALL_ROW_NAMES[found.row][language]} ${found[language]} ${isKorean ? '배당' : 'odds'}`;
  const words = fields[field ?? ''];
  return words ? `${game} · ${words[isKorean ? 0 : 1]}` : field === undefined ? game : undefined;
}

/** Undefined: as it is written. */
export function gameFieldValue(path: string, value: unknown, language: Language): string | undefined {
  const [, place, market, field] = PATH.exec(path) ?? [];
  const isKorean = language === 'ko';
  if (typeof value === 'boolean' && (place !== undefined || others[path]))
    return isKorean ? (value ? '예' : '아니요') : value ? 'yes' : 'no';
  if (field === 'hours.days' && typeof value === 'string')
    return (isKorean ? koreanDays : englishDays).filter((_, i) => value[i] === '1').join(' ');
  if (typeof value !== 'number' || place === undefined) return undefined;
  return market === undefined ? fields[field ?? '']?.[2]?.(value, isKorean) : rate(value);
}
