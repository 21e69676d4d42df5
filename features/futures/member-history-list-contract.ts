// A member's orders and trades as operators see them: columns of the two tables.
import type { ListColumn, Said } from '@maru/kit/contract/list.ts';
import { orderTypeTexts } from './order-type-table.ts';
import { fillRoleTexts, orderEndTexts } from './order-words.ts';
import type { Fill, Order } from './shapes.ts';

const timeHead = { ko: '시각', en: 'Time' };
const symbolHead = { ko: '종목', en: 'Symbol' };
const sideHead = { ko: '방향', en: 'Side' };
const typeHead = { ko: '종류', en: 'Type' };
const priceHead = { ko: '가격', en: 'Price' };
const quantityHead = { ko: '수량', en: 'Quantity' };
const sideWords: Readonly<Record<'BUY' | 'SELL', Said>> = { BUY: { ko: '매수', en: 'Buy' }, SELL: { ko: '매도', en: 'Sell' } };
const marketWord = { ko: '시장가', en: 'Market' };
const openWord = { ko: '미체결', en: 'Open' };
const said = ([ko, en]: readonly [ko: string, en: string]): Said => ({ ko, en });
const statusWord = (status: Order['status']) => (status === 'NEW' ? openWord : said(orderEndTexts[`status.${status}`]));
const isNothing = (price: string) => !/[1-9]/.test(price);

export const memberOrderColumns: readonly ListColumn<Order>[] = [
  { key: 'time', head: timeHead, kind: 'moment', value: ({ createdAt }) => createdAt },
  { key: 'symbol', head: symbolHead, value: ({ symbol }) => symbol },
  { key: 'side', head: sideHead, value: ({ side }, say) => say(sideWords[side]) },
  { key: 'type', head: typeHead, value: ({ type }, say) => say(said(orderTypeTexts[`type.${type}`])) },
  { key: 'price', head: priceHead, kind: 'figure', value: ({ price }, say) => (isNothing(price) ? say(marketWord) : price) },
  { key: 'quantity', head: quantityHead, kind: 'figure', value: ({ quantity }) => quantity },
  { key: 'filled', head: { ko: '체결', en: 'Filled' }, kind: 'figure', value: ({ filledQuantity }) => filledQuantity },
  {
    key: 'status',
    head: { ko: '상태', en: 'Status' },
    value: ({ endReason, status }, say) => say(endReason === null ? openWord : statusWord(status)),
  },
];

export const memberTradeColumns: readonly ListColumn<Fill>[] = [
  { key: 'time', head: timeHead, kind: 'moment', value: ({ time }) => time },
  { key: 'symbol', head: symbolHead, value: ({ symbol }) => symbol },
  { key: 'side', head: sideHead, value: ({ side }, say) => say(sideWords[side]) },
  { key: 'role', head: typeHead, value: ({ role }, say) => say(said(fillRoleTexts[`role.${role}`])) },
  { key: 'price', head: priceHead, kind: 'figure', value: ({ price }) => price },
  { key: 'quantity', head: quantityHead, kind: 'figure', value: ({ quantity }) => quantity },
  { key: 'fee', head: { ko: '수수료', en: 'Fee' }, kind: 'figure', value: ({ fee }) => fee },
  { key: 'pnl', head: { ko: '실현 손익', en: 'Realized' }, kind: 'figure', value: ({ realizedPnl }) => realizedPnl },
];
