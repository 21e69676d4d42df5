// The days of a history's page as the wire shows them.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { HistoryDay } from '../contract.ts';
import { amountText } from './decimal-text.ts';
import { listDays } from './history-queries.ts';

type Asked = Parameters<typeof listDays> extends [unknown, ...infer Rest] ? Rest : never;

export async function presentDays(db: Pick<AppContext, 'pool'>, ...asked: Asked): Promise<HistoryDay[]> {
  const rows = await listDays(db, ...asked);
  return rows.map(({ pnl, fee, ...day }) => ({ ...day, pnl: amountText(Number(pnl)), fee: amountText(Number(fee)) }));
}
