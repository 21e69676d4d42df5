// Days of a month as the calendar shows them, from the sums that the projection keeps.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { dayText, monthDays } from '@maru/kit/contract/calendar.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { profitDays } from '../contract.ts';
import { currencyOf } from './purses.ts';

interface Row {
  day: number;
  result: number;
  games: number;
}

export const profitDaysHandler = handle(profitDays, async ({ pool, projections }, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  if (query.after !== undefined) await projections.waitFor(site.id, query.after);
  const { first, end } = monthDays(query.month);
  const { rows } = await pool.query<Row>(
    `SELECT day, result, games FROM wallet_day
     WHERE site_id = $1 AND account = $2 AND day >= $3 AND day < $4 AND (result <> 0 OR games <> 0 OR games_seq > 0) ORDER BY day`,
    [site.id, session.account, first, end],
  );
  const { currency, decimals } = currencyOf(site, 'BINARY');
  const days = rows.map(({ day, result, games }) => ({
    day: dayText(day),
    futures: formatDecimal(result, USDT_DECIMALS),
    games: formatDecimal(games, decimals),
  }));
  return { data: { month: query.month, currency, days } };
});
