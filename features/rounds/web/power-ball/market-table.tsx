// Every market with the count of its outcomes, its exact probability, its odds here and what it returns in the long run.
import { POWER_BALL_MARKETS, POWER_BALL_OUTCOMES } from '@maru/engine/rounds/power-ball-markets.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { Cell, HeadCell, Table } from '@maru/kit/web/ui/table.tsx';
import type { TradeOption } from '../../contract.ts';
import { howTexts } from './how-texts.ts';
import { coversOf, oddsShown } from './market-cell.tsx';
import { nameOf, percentOf, powersText } from './market-names.ts';
import { powerBallTexts } from './power-ball-texts.ts';

export function MarketTable({ option }: { option: TradeOption }) {
  const t = useText(howTexts);
  const p = useText(powerBallTexts);
  const language = useLanguage();
  const heads = ['market', 'covers', 'count', 'percent', 'odds', 'return'] as const;
  return (
    <section className="rounded-8 bg-surface p-4 tablet:p-6" data-testid="market-table">
      <h2 className="text-16 font-bold">{t('how.table')}</h2>
      <p className="mb-2 text-13 text-sub">{t('how.table.words')}</p>
      <div className="overflow-x-auto">
        <Table>
          <thead>
            <tr>
              {heads.map((head) => (
                <HeadCell key={head} isFigure={head !== 'market' && head !== 'covers'}>
                  {t(`how.table.${head}`)}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {POWER_BALL_MARKETS.map((market) => {
              const odds = option.odds.find(({ type }) => type === market.code)?.odds;
              const parity = market.row === 'sumPair' ? ` ${p(market.parity === 1 ? 'road.odd' : 'road.even')}` : '';
              const covers = market.row === 'powerNumber' ? powersText(market) : `${coversOf(market, p)}${parity}`;
              const back = odds === undefined ? undefined : (market.outcomes / POWER_BALL_OUTCOMES) * Number(odds) * 100;
              return (
                <tr key={market.code}>
                  <Cell>{nameOf(market.code, language)}</Cell>
                  <Cell>{covers}</Cell>
                  <Cell isFigure>{market.outcomes.toLocaleString('en-US')}</Cell>
                  <Cell isFigure>{percentOf(market.outcomes, 4)}</Cell>
                  <Cell isFigure>{odds === undefined ? t('how.table.off') : oddsShown(odds)}</Cell>
                  <Cell isFigure>{back === undefined ? '—' : `${back.toFixed(2)}%`}</Cell>
                </tr>
              );
            })}
          </tbody>
        </Table>
      </div>
    </section>
  );
}
