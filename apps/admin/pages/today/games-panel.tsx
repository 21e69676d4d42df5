// What games brought the house in the period, by product; a site without games has no such panel.
import { shownDecimals } from '@maru/kit/contract/point-decimals.ts';
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { useCall } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { getHouseGames, type HouseGame } from '@maru/wallet/desk-contract.ts';
import { todayTexts } from './today-texts.ts';
import type { Days } from './today-page.tsx';

function Row({ game: { product, plays, staked, paid, kept }, decimals }: { game: HouseGame; decimals: number }) {
  const t = useText(todayTexts);
  return (
    <tr className="h-9">
      <th scope="row" className="text-left font-semibold">
        {t(`td.games.${product}`)}
      </th>
      <td className="text-right">{figure(String(plays))}</td>
      <td className="text-right">{figure(staked, { decimals })}</td>
      <td className="text-right">{figure(paid, { decimals })}</td>
      <td className={cx('text-right font-semibold', directionOf(kept) < 0 && 'text-danger')}>{figure(kept, { decimals, sign: true })}</td>
    </tr>
  );
}

export function GamesPanel({ days }: { days: Days }) {
  const t = useText(todayTexts);
  const { data } = useCall(getHouseGames, { query: { days }, everyMs: 60_000, keepsOld: true });
  if (data === undefined || data.products.length === 0) return null;
  const decimals = shownDecimals(data.currency);
  const heads = ['plays', 'staked', 'paid', 'kept'] as const;
  return (
    <DeskPanel title={t('td.games')} aside={<span>{data.currency}</span>}>
      <table className="w-full text-13 tabular-nums">
        <thead>
          <tr className="h-8 text-12 text-mute">
            <th scope="col" className="text-left font-normal">
              {t('td.games.product')}
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className="text-right font-normal">
                {t(`td.games.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.products.map((game) => (
            <Row key={game.product} game={game} decimals={decimals} />
          ))}
        </tbody>
      </table>
    </DeskPanel>
  );
}
