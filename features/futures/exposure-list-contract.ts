// The house's exposure by symbol as operators see it, and the trades that would make it flat as they take them away.
import type { ListColumn, Said } from '@maru/kit/contract/list.ts';
import type { HouseExposure } from './exposure-contract.ts';

const none: Said = { ko: '없음', en: 'None' };

export const exposureColumns: readonly ListColumn<HouseExposure>[] = [
  { key: 'symbol', head: { ko: '종목', en: 'Symbol' }, value: ({ base }) => base },
  { key: 'house', head: { ko: '하우스 포지션', en: 'House position' }, kind: 'figure', value: ({ house }) => house },
  { key: 'state', head: { ko: '한도 사용', en: 'Limit used' }, kind: 'figure', value: ({ state, use }) => (state === 'NONE' ? null : use) },
  { key: 'limit', head: { ko: '한도', en: 'Limit' }, kind: 'figure', value: ({ limit }, say) => limit ?? say(none) },
  {
    key: 'hedge',
    head: { ko: '밖에서 맞출 거래', en: 'Trade elsewhere to be flat' },
    kind: 'figure',
    value: ({ hedge }) => hedge && hedge.quantity,
  },
];

export interface Hedge {
  symbol: string;
  hedge: NonNullable<HouseExposure['hedge']>;
}
export const hedgesOf = (symbols: readonly HouseExposure[]): Hedge[] =>
  symbols.flatMap(({ symbol, hedge }) => (hedge === null ? [] : [{ symbol, hedge }]));

/** For machines: heads are the fields' names in both languages. */
const field = (name: string): Pick<ListColumn<Hedge>, 'key' | 'head'> => ({ key: name, head: { ko: name, en: name } });
export const hedgeFileColumns: readonly ListColumn<Hedge>[] = [
  { ...field('symbol'), value: ({ symbol }) => symbol },
  { ...field('side'), value: ({ hedge }) => hedge.side },
  { ...field('quantity'), value: ({ hedge }) => hedge.quantity },
  { ...field('notional'), value: ({ hedge }) => hedge.notional },
];
