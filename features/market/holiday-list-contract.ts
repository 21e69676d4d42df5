// The list of trading holidays as operators see it: its columns, and the words of markets and states.
import type { ListColumn, Said } from '@maru/kit/contract/list.ts';
import type { DeskHoliday } from './admin-contract.ts';

export const holidayMarketWords: Readonly<Record<DeskHoliday['market'], Said>> = {
  ALL: { ko: '외환·금·지수 모두', en: 'Forex, gold and indices' },
  FOREX: { ko: '외환', en: 'Forex' },
  COMMODITY: { ko: '금', en: 'Gold' },
  INDEX: { ko: '지수', en: 'Indices' },
};
const stateWords: Readonly<Record<DeskHoliday['state'], Said>> = {
  COMING: { ko: '예정', en: 'to come' },
  NOW: { ko: '휴장 중', en: 'closed now' },
  OVER: { ko: '지남', en: 'over' },
};

export const holidayColumns: readonly ListColumn<DeskHoliday>[] = [
  {
    key: 'days',
    head: { ko: '날짜 (개장일 기준)', en: 'Days (of the opening)' },
    value: ({ from, to }) => (from === to ? from : `${from} ~ ${to}`),
  },
  { key: 'name', head: { ko: '이름', en: 'Name' }, value: ({ name }, say) => say(name) },
  { key: 'market', head: { ko: '시장', en: 'Market' }, value: ({ market }, say) => say(holidayMarketWords[market]) },
  { key: 'state', head: { ko: '상태', en: 'State' }, value: ({ state }, say) => say(stateWords[state]) },
  { key: 'closed', head: { ko: '닫혀 있는 시간', en: 'Closed' }, value: ({ closesAt, endsAt }) => `${closesAt} ~ ${endsAt}` },
];
