// What operators read of a member's orders and trades is said in words, whatever the wire calls it.
import { expect, it } from 'vitest';
import { memberOrderColumns, memberTradeColumns } from './member-history-list-contract.ts';
import { orderTypes } from './order-type-table.ts';
import { type Fill, type Order, orderStatuses } from './shapes.ts';

const languages = ['ko', 'en'] as const;
function saidOf<Row>(columns: typeof memberOrderColumns | typeof memberTradeColumns, key: string, row: Partial<Row>) {
  const column = (columns as readonly { key: string; value(row: unknown, say: unknown): unknown }[]).find((each) => each.key === key);
  return languages.map((language) => column?.value(row, (said: Record<'ko' | 'en', string>) => said[language]));
}
const isCode = (said: unknown) => typeof said !== 'string' || /^[A-Z_]{3,}$/.test(said);

it('types and ends of orders, and roles of fills, are words in both languages', () => {
  expect(saidOf<Order>(memberOrderColumns, 'type', { type: 'MARKET' })).toEqual(['시장가', 'Market']);
  expect(saidOf<Order>(memberOrderColumns, 'status', { status: 'FILLED', endReason: 'FILLED' })).toEqual(['체결', 'Filled']);
  expect(saidOf<Fill>(memberTradeColumns, 'role', { role: 'TAKER' })).toEqual(['테이커', 'Taker']);
  const all = [
    ...orderTypes.flatMap((type) => saidOf<Order>(memberOrderColumns, 'type', { type })),
    ...orderStatuses.flatMap((status) => saidOf<Order>(memberOrderColumns, 'status', { status, endReason: 'CANCELED' as never })),
  ];
  expect(all.filter(isCode)).toEqual([]);
});
