// What a symbol is made of: units, limits, fees, and its leverage brackets as a table.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { infoTexts } from './info-texts.ts';
import type { Instrument } from './instrument.ts';

const percent = (fraction: string, decimals = 4) => `${figure(String(Number((Number(fraction) * 100).toFixed(decimals))))}%`;

export function InstrumentInfo({ instrument: i }: { instrument: Instrument }) {
  const t = useText(infoTexts);
  const { option } = i;
  const rows: readonly (readonly [string, string])[] = [
    [t('info.tick'), `${option.tickSize} USDT`],
    [t('info.step'), `${option.stepSize} ${option.base}`],
    [t('info.minNotional'), `${figure(option.minNotional, { decimals: 0 })} USDT`],
    [t('info.maxLimit'), `${figure(option.maxLimitQuantity)} ${option.base}`],
    [t('info.maxMarket'), `${figure(option.maxMarketQuantity)} ${option.base}`],
    [t('info.leverage'), `${option.maxLeverage}x`],
    [t('info.fees'), `${formatDecimal(i.makerFee, 6, true)}% / ${formatDecimal(i.takerFee, 6, true)}%`],
    [t('info.clearance'), percent(option.clearanceFee)],
    [t('info.band'), `${percent(option.multiplierDown)} ~ ${percent(option.multiplierUp)}`],
  ];
  return (
    <div className="grid gap-6 text-13 wide:grid-cols-2">
      <dl className="grid h-fit grid-cols-[1fr_auto] gap-y-2">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-mute">{label}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <table className="h-fit w-full text-12">
        <caption className="pb-1 text-left text-13 font-semibold">{t('info.brackets')}</caption>
        <thead className="text-11 text-mute">
          <tr>
            {[t('info.tier'), t('info.upTo'), t('info.leverage'), t('info.mmr'), t('info.cum')].map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`py-1.5 align-bottom leading-[14px] font-normal ${at === 0 ? 'text-left' : 'pl-3 text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {option.brackets.map((b) => (
            <tr key={b.tier} className="h-7 border-t border-grid">
              <td>{b.tier}</td>
              <td className="pl-3 text-right">{figure(b.cap, { decimals: 0 })}</td>
              <td className="pl-3 text-right">{b.maxLeverage}x</td>
              <td className="pl-3 text-right">{percent(b.mmr)}</td>
              <td className="pl-3 text-right">{figure(b.cum, { decimals: 0 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
