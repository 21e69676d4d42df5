// The pay table: each symbol drawn, what three of it pay, how often a line has it and what it brings back; the sum is the return.
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import type { SlotGameShown } from '../contract.ts';
import { PayLines } from './pay-lines.tsx';
import { slotTexts } from './slot-texts.ts';
import type { StakeMath } from './stake-math.ts';
import { SymbolArt } from './symbol-art.tsx';

export function PayTable({ game, math, point }: { game: SlotGameShown; math: StakeMath; point: string }) {
  const t = useText(slotTexts);
  const words = useWords();
  const head = 'h-7 pl-2 text-right text-11 font-normal text-mute first:pl-0 first:text-left';
  return (
    <section aria-labelledby="slot-pays" className="flex flex-col bg-surface p-4 tablet:rounded-8" data-testid="pay-table">
      <h2 id="slot-pays" className="text-14 font-bold">
        {t('slot.pays')}
      </h2>
      <p className="mt-0.5 text-12 text-mute">{t('slot.pays.words')}</p>
      <table className="mt-2 w-full text-12 tabular-nums">
        <thead>
          <tr className="border-b border-line">
            <th className={head}>{t('slot.pays.symbol')}</th>
            <th className={head}>{t('slot.pays.times')}</th>
            <th className={head}>{t('slot.pays.amount', { unit: game.currency })}</th>
            <th className={head}>{t('slot.pays.chance')}</th>
            <th className={head}>{t('slot.pays.return')}</th>
          </tr>
        </thead>
        <tbody>
          {game.symbols.map((symbol, i) => (
            <tr key={symbol.code} className="h-9 border-b border-grid text-right laptop:h-[clamp(36px,calc((100dvh-564px)/7),68px)]">
              <th scope="row" className="text-left font-semibold">
                <span className="flex items-center gap-2 text-13">
                  <span className="grid size-7 shrink-0 place-items-center rounded-4 bg-[#fbf7ec] hall:size-9">
                    <SymbolArt code={symbol.code} className="size-6 hall:size-8" />
                  </span>
                  {words(symbol.name)}
                  {i === 0 && <span className="rounded-4 bg-hover px-1.5 text-11 font-semibold text-sub">{t('slot.wild')}</span>}
                </span>
              </th>
              <td className="pl-2 text-13 font-semibold">{t('slot.times', { times: symbol.pays })}</td>
              <td className="pl-2">{math.shown(math.pays(point, symbol.pays))}</td>
              <td className="pl-2 text-sub">{figure(symbol.chancePercent, { decimals: 3 })}%</td>
              <td className="pl-2 text-sub">{figure(symbol.returnPercent, { decimals: 2 })}%</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="h-9 text-right font-semibold">
            <th scope="row" colSpan={4} className="text-left text-12">
              {t('slot.pays.sum')}
            </th>
            <td className="text-13">{game.returnPercent}%</td>
          </tr>
        </tfoot>
      </table>
      <PayLines game={game} />
    </section>
  );
}
