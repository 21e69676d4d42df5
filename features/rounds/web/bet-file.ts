// All bets of a filter as a file: read to the end by cursor, whichever page is on screen.
import { call } from '@maru/kit/web/api-client.ts';
import { csvText, timeHead } from '@maru/kit/web/csv.ts';
import { fileMoment } from '@maru/kit/web/i18n/moments.ts';
import { listBets, type TradeBet } from '../contract.ts';
import { sideOf, wordOf, type Words } from './bet-history-rows.tsx';

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
  const currency = bets[0]?.currency ?? '';
  const inCurrency = (name: string) => (currency ? `${name} (${currency})` : name);
  const head = [
    timeHead(t('bet.history.time')),
    t('bet.history.game'),
    t('bet.history.symbol'),
    t('bet.history.roundId'),
    t('bet.history.side'),
    inCurrency(t('bet.history.point')),
    t('bet.history.odds'),
    t('bet.history.strike'),
    t('bet.history.close'),
    t('bet.history.status'),
    inCurrency(t('bet.history.payout')),
    inCurrency(t('bet.history.profit')),
    timeHead(t('bet.history.settled')),
    t('bet.history.id'),
  ];
  return {
    text: csvText(
      head,
      bets.map((bet) => rowOf(bet, t)),
    ),
    count: bets.length,
  };
}

function rowOf(bet: TradeBet, t: Words): string[] {
  const { betAt, code, stock, tradeRoundId, point, odds, strike, closePrice, payout, profit, settledAt, tradeHistoryId } = bet;
  const prices = [strike ?? '', closePrice ?? ''];
  return [
    fileMoment(betAt),
    code,
    stock?.replace(/^\w+:/, '') ?? '',
    String(tradeRoundId),
    sideOf(bet, t),
    point,
    odds,
    ...prices,
    wordOf(bet, t),
    payout ?? '',
    profit ?? '',
    settledAt === null ? '' : fileMoment(settledAt),
    String(tradeHistoryId),
  ];
}
