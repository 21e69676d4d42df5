// The published formula of early sales with the game's own fee and volatility, and what a bet of this game would be worth by it; loaded when opened.
import { chanceOf, saleValue } from '@maru/engine/rounds/sale-value.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import type { TradeOption } from '../contract.ts';
import { pointMath } from './bet-figures.ts';
import { saleTexts } from './sale-texts.ts';

const RATE_ONE = 100_000_000;
/** Strike of the sample: any price gives the same. */
const STRIKE = 1_000_000;
const moves = [-500, -100, 0, 100, 500] as const;

const rateOf = (text: string | null): number => Math.round(Number(text ?? '0') * RATE_ONE);
export const percentOf = (rate: number): string => `${Number(((rate / RATE_ONE) * 100).toPrecision(10))}%`;

/** Moves of the price in 10^-6 of it, each with the chance of an up bet and its value, half the round before the end. */
export function saleSample(option: TradeOption, stake: string) {
  const math = pointMath(option);
  const [fee, volatility] = [rateOf(option.saleFee), rateOf(option.saleVolatility)];
  const odds = option.odds.find(({ type }) => type === 'UP')?.odds ?? '1';
  const payout = Number(math.units(math.payout(stake, odds)));
  return moves.map((move) => {
    const chance = chanceOf(0, STRIKE + move, STRIKE, option.durationSeconds * 500, volatility);
    return { move, chance, value: math.text(BigInt(saleValue(payout, chance, fee))) };
  });
}

export function SaleFormula({ option, onClose }: { option: TradeOption; onClose(): void }) {
  const t = useText(saleTexts);
  const math = pointMath(option);
  const stake = math.first;
  const terms = { fee: percentOf(rateOf(option.saleFee)), volatility: percentOf(rateOf(option.saleVolatility)) };
  return (
    <Dialog isOpen onClose={onClose} title={t('saleFormula.title')} description={t('saleFormula.lead')}>
      <ol className="space-y-1.5 rounded-6 bg-sunken p-3 text-13 tabular-nums">
        <li>{t('saleFormula.value', terms)}</li>
        <li>{t('saleFormula.z', terms)}</li>
        <li>{t('saleFormula.chance')}</li>
      </ol>
      <h3 className="mt-4 text-13 font-semibold">
        {t('saleFormula.sample', { amount: math.shown(stake), unit: option.currency, s: option.durationSeconds / 2 })}
      </h3>
      <table className="mt-1.5 w-full text-13 tabular-nums">
        <thead>
          <tr className="border-b border-line text-12 text-mute">
            <th scope="col" className="h-7 text-left font-normal">
              {t('saleFormula.move')}
            </th>
            <th scope="col" className="h-7 text-right font-normal">
              {t('saleFormula.odds')}
            </th>
            <th scope="col" className="h-7 text-right font-normal">
              {t('saleFormula.worth')}
            </th>
          </tr>
        </thead>
        <tbody>
          {saleSample(option, stake).map(({ move, chance, value }) => (
            <tr key={move} className="border-b border-line last:border-0">
              <td className="h-8">{move === 0 ? '0%' : `${move > 0 ? '+' : '−'}${Math.abs(move) / 10_000}%`}</td>
              <td className="h-8 text-right">{`${(chance / 1_000_000).toFixed(1)}%`}</td>
              <td className="h-8 text-right font-semibold">{math.brief(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-12 text-mute">{t('saleFormula.held')}</p>
    </Dialog>
  );
}
