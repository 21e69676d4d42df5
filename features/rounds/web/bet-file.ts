// All bets of a filter as a file: read to the end by cursor, whichever page is on screen.
import { call } from '@maru/kit/web/api-client.ts';
import { memberFile } from '@maru/kit/web/member-list.tsx';
import { listBets, type TradeBet } from '../contract.ts';
import { betColumns, type Words } from './bet-history-rows.tsx';

const FILE_SIZE = '100';
/** A file of more rows than this is no file for a spreadsheet. */
const MOST = 100_000;

type BetQuery = NonNullable<Parameters<typeof call<typeof listBets>>[1]>['query'];

export async function betFile(query: BetQuery, t: Words): Promise<{ text: string; count: number }> {
  const bets: TradeBet[] = [];
  let cursor: string | undefined;
  do {
    const part = await call(listBets, { query: { ...query, size: FILE_SIZE, ...(cursor ? { cursor } : {}) } });
    bets.push(...part.content);
    cursor = part.next ?? undefined;
  } while (cursor !== undefined && bets.length < MOST);
  return { text: memberFile(betColumns(t, bets[0]?.currency), bets), count: bets.length };
}
