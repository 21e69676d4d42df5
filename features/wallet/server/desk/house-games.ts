// What games brought the house in a period, by product.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { dayAt } from '@maru/kit/contract/calendar.ts';
import { hasProduct } from '@maru/kit/server/restrictions.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { type GameProductName, gameProducts, getHouseGames } from '../../desk-contract.ts';
import { currencyOf } from '../purses.ts';
import { GameProduct } from './house-days.ts';

const numbers: Readonly<Record<GameProductName, number>> = {
  ROUNDS: GameProduct.Rounds,
  POWERBALL: GameProduct.PowerBall,
  SLOT: GameProduct.Slot,
};

interface Row {
  product: number;
  plays: number;
  staked: string;
  paid: string;
}

const SUMS = `SELECT product, sum(plays)::int AS plays, sum(staked)::text AS staked, sum(paid)::text AS paid FROM wallet_house_day
WHERE site_id = $1 AND day > $2 GROUP BY product`;

export const getHouseGamesHandler = handleOperator(getHouseGames, async ({ pool, clock }, { site, query }) => {
  const today = dayAt(site.timeZone, clock.now());
  const { rows } = await pool.query<Row>(SUMS, [site.id, today - Number(query.days)]);
  const { currency, decimals } = currencyOf(site, 'BINARY');
  const text = (units: bigint) => formatDecimal(units, decimals);
  const offered: Readonly<Record<GameProductName, boolean>> = {
    ROUNDS: hasProduct(site, 'binary'),
    POWERBALL: hasProduct(site, 'powerball'),
    SLOT: hasProduct(site, 'binary') && site.slot?.isPlay === true,
  };
  const products = gameProducts.flatMap((product) => {
    const row = rows.find((each) => each.product === numbers[product]);
    if (row === undefined && !offered[product]) return [];
    const [staked, paid] = [BigInt(row?.staked ?? 0), BigInt(row?.paid ?? 0)];
    return [{ product, plays: row?.plays ?? 0, staked: text(staked), paid: text(paid), kept: text(staked - paid) }];
  });
  return { data: { currency, products } };
});
