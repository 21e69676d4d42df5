// Positions whose liquidation price is near, nearest first, and the fund that pays when one is too late.
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { getDeskRisk, type NearLiquidation } from '@maru/futures/desk-contract.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Link } from '@tanstack/react-router';
import type { HouseSheet } from '@maru/wallet/house-sheet-contract.ts';
import { useHouseSheet } from './sheet-panel.tsx';
import type { Days } from './today-page.tsx';
import { todayTexts } from './today-texts.ts';

const shown = 5;
/** From here on the distance is amber. */
const closePercent = 2;

export const useDeskRisk = () => useCall(getDeskRisk, { everyMs: 10_000, keepsOld: true });

function Line({ position }: { position: NearLiquidation }) {
  const t = useText(todayTexts);
  const isLong = position.tradeType === 'LONG';
  return (
    <tr className="h-9 border-b border-line last:border-0">
      <td className="max-w-28 truncate pr-2 font-medium">
        {position.playerId === null ? (
          position.username
        ) : (
          <Link to={`/members/${position.playerId}`} className="hover:underline">
            {position.username}
          </Link>
        )}
      </td>
      <td className="pr-2">
        <span className={cx('inline-flex items-center gap-1.5 font-semibold whitespace-nowrap', isLong ? 'text-rise' : 'text-fall')}>
          <CoinMark base={position.base} size={15} />
          {t(isLong ? 'td.near.long' : 'td.near.short', { leverage: position.leverage })}
        </span>
      </td>
      <td className="text-right">{figure(position.notional, { decimals: 0 })}</td>
      <td className={cx('pl-2 text-right font-bold', Number(position.distance) < closePercent && 'text-warn')}>
        {figure(position.distance, { decimals: 1 })}%
      </td>
    </tr>
  );
}

/** Of trades, in the chosen days. */
const feesOf = (sheets: readonly HouseSheet[] | undefined) => {
  const usdt = sheets?.find(({ currency }) => currency === 'USDT');
  const at = usdt?.lines.indexOf('FEES') ?? -1;
  return usdt === undefined ? undefined : (usdt.total.amounts[at] ?? '0');
};

function Held({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-sub">{name}</dt>
      <dd className="font-bold">
        <Figure value={value} decimals={2} unit="USDT" />
      </dd>
    </div>
  );
}

export function NearPanel({ days }: { days: Days }) {
  const t = useText(todayTexts);
  const sheet = useHouseSheet(days);
  const fees = feesOf(sheet.data?.sheets);
  const risk = useDeskRisk();
  return (
    <DeskPanel title={t('td.near')} aside={risk.data && t('td.near.count', { count: risk.data.nearCount })} className="flex flex-col">
      <Loaded query={risk} title={t('td.exposure.failed')} rows={4}>
        {(data) => (
          <>
            {data.near.length === 0 ? (
              <p className="flex-1 py-8 text-center text-13 text-mute">{t('td.near.none')}</p>
            ) : (
              <div className="relative flex-1 overflow-x-auto">
                <table className="w-full border-collapse text-13">
                  <thead>
                    <tr className="border-b border-line text-left text-12 text-mute">
                      <th className="h-7 font-normal">{t('td.near.member')}</th>
                      <th className="font-normal">{t('td.near.position')}</th>
                      <th className="text-right font-normal">{t('td.near.size')}</th>
                      <th className="text-right font-normal">{t('td.near.distance')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.near.slice(0, shown).map((position) => (
                      <Line key={position.futuresPositionId} position={position} />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
            <dl className="mt-3 flex flex-col gap-1 border-t border-line pt-3 text-13">
              <Held name={t('td.insurance')} value={data.insurance} />
              {fees !== undefined && <Held name={t(`td.fees.${days}`)} value={fees} />}
            </dl>
          </>
        )}
      </Loaded>
    </DeskPanel>
  );
}
