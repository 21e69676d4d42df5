// What members hold long and short of each symbol, what the house holds against it, and how much of its cap that is.
import type { DeskExposure } from '@maru/futures/desk-contract.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { directionOf, shortSum } from '@maru/kit/web/i18n/figures.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { useDeskRisk } from './near-panel.tsx';
import { todayTexts } from './today-texts.ts';

const shown = 6;
/** From here on the cap is amber. */
const fullPercent = 80;

const size = ({ long, short }: DeskExposure) => Number(long) + Number(short);

function Row({ row, most }: { row: DeskExposure; most: number }) {
  const t = useText(todayTexts);
  const language = useLanguage();
  const share = (decimal: string) => `${Math.max(Number(decimal) > 0 ? 1 : 0, Math.round((Number(decimal) / most) * 100))}%`;
  const house = directionOf(row.house);
  const isFull = (row.capUse ?? 0) >= fullPercent;
  return (
    <tr className="h-9">
      <th scope="row" className="pr-3 text-left font-semibold">
        <span className="flex items-center gap-2">
          <CoinMark base={row.base} size={16} />
          {row.base}
        </span>
      </th>
      <td className="w-[30%]" title={shortSum(row.short, language)}>
        <span className="sr-only">{shortSum(row.short, language)}</span>
        <span aria-hidden="true" className="ml-auto block h-2 rounded-l-2 bg-fall" style={{ width: share(row.short) }} />
      </td>
      <td className="w-[30%] border-l-2 border-surface" title={shortSum(row.long, language)}>
        <span className="sr-only">{shortSum(row.long, language)}</span>
        <span aria-hidden="true" className="block h-2 rounded-r-2 bg-rise" style={{ width: share(row.long) }} />
      </td>
      <td className="pl-3 text-right whitespace-nowrap">
        {house === 0 ? (
          <span className="text-mute">–</span>
        ) : (
          <>
            {t(house > 0 ? 'td.exposure.long' : 'td.exposure.short')} <b>{shortSum(row.house.replace('-', ''), language)}</b>
          </>
        )}
      </td>
      <td className="pl-4">
        {row.capUse === undefined ? null : (
          <span className="flex items-center justify-end gap-2">
            <span aria-hidden="true" className="hidden h-1 w-14 rounded-2 bg-hover tablet:block">
              <span className={cx('block h-1 rounded-2', isFull ? 'bg-warn' : 'bg-ink')} style={{ width: `${row.capUse}%` }} />
            </span>
            <span className={cx('w-9 text-right', isFull ? 'font-bold text-warn' : 'text-sub')}>{row.capUse}%</span>
          </span>
        )}
      </td>
    </tr>
  );
}

export function ExposurePanel() {
  const t = useText(todayTexts);
  const language = useLanguage();
  const risk = useDeskRisk();
  const interest = risk.data && (
    <span>
      {t('td.exposure.interest')} <b className="text-text">{shortSum(risk.data.openInterest, language)}</b> USDT
    </span>
  );
  return (
    <DeskPanel title={t('td.exposure')} aside={interest}>
      <Loaded query={risk} title={t('td.exposure.failed')} rows={5}>
        {({ symbols }) => {
          const rows = symbols
            .filter((row) => size(row) > 0)
            .toSorted((a, b) => size(b) - size(a))
            .slice(0, shown);
          const most = Math.max(1, ...rows.flatMap(({ long, short }) => [Number(long), Number(short)]));
          if (rows.length === 0) return <p className="py-8 text-center text-13 text-mute">{t('td.exposure.none')}</p>;
          return (
            <div className="relative overflow-x-auto">
              <table className="w-full min-w-[320px] border-collapse text-13">
                <thead>
                  <tr className="text-12 text-mute">
                    <th className="text-left font-normal">{t('td.exposure.symbol')}</th>
                    <th className="text-center font-normal">{t('td.exposure.short')}</th>
                    <th className="text-center font-normal">{t('td.exposure.long')}</th>
                    <th className="text-right font-normal">{t('td.exposure.house')}</th>
                    <th className="pl-3 text-right font-normal whitespace-nowrap">{t('td.exposure.cap')}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <Row key={row.symbol} row={row} most={most} />
                  ))}
                </tbody>
              </table>
            </div>
          );
        }}
      </Loaded>
    </DeskPanel>
  );
}
